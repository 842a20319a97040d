// Bad does not compile.
package main

func main() { missing() }

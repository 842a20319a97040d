// Empty is a program that holds nothing but the runtime.
package main

func main() {}

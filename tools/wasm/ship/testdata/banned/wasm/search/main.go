// A search module that links what it must not, through another package.
package main

import _ "github.com/pageside/pageside/engine/label"

func main() {}

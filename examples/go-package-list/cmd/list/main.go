package main

import "example.org/list/pkg/a"

func main() { println(a.One) }

package main

import (
	_ "embed"
	"fmt"

	"example.org/dep"
)

//go:embed version.txt
var version string

func main() { fmt.Println(dep.Answer, version) }

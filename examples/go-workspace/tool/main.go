package main

import (
	"fmt"

	"example.org/workspace/core"
)

func main() { fmt.Println(text()) }

func text() string { return core.Greeting("tool") }

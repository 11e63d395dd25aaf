// Package core greets.
package core

// Greeting greets.
func Greeting(name string) string { return "Hello, " + name }

// Package plain adds.
package plain

// Add adds two numbers.
func Add(a, b int) int { return a + b }

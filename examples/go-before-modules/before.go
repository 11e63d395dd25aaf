// Package before is from before modules.
package before // import "example.org/who/before"

import "example.org/who/before/sub"

// Twice doubles.
func Twice(n int) int { return sub.Add(n, n) }

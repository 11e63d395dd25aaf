// Package matrix makes ids.
package matrix

import "github.com/google/uuid"

// ID makes an id.
func ID() string { return uuid.NewString() }

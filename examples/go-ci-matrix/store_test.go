//go:build integration

package matrix

import "testing"

func TestStore(t *testing.T) { t.Skip("no store") }

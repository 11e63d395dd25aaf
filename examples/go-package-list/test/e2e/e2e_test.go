package e2e

import "testing"

func TestNeedsAServer(t *testing.T) { t.Fatal("no server") }

package outside

import "testing"

func TestNothing(t *testing.T) {}

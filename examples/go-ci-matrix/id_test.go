package matrix

import "testing"

func TestID(t *testing.T) {
	if len(ID()) != 36 {
		t.Fatal("an id has 36 characters")
	}
}

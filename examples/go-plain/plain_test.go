package plain

import "testing"

func TestAdd(t *testing.T) {
	for name, want := range map[string]int{"two": 2, "four": 4} {
		t.Run(name, func(t *testing.T) {
			if got := Add(want/2, want/2); got != want {
				t.Fatalf("got %d, want %d", got, want)
			}
		})
	}
}

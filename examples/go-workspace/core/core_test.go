package core

import "testing"

func TestGreeting(t *testing.T) {
	if Greeting("Go") != "Hello, Go" {
		t.Fail()
	}
}

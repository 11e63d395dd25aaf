package main

import (
	"testing"

	"example.org/dep"
)

func TestAnswer(t *testing.T) {
	if dep.Answer != 42 {
		t.Fail()
	}
}

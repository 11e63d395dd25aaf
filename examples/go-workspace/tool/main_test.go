package main

import "testing"

func TestText(t *testing.T) {
	if text() != "Hello, tool" {
		t.Fail()
	}
}

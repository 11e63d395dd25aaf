module example.org/workspace/demo

go 1.24

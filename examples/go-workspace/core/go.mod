module example.org/workspace/core

go 1.24

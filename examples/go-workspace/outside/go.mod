module example.org/workspace/outside

go 1.23

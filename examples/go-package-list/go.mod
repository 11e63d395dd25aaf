module example.org/list

go 1.22

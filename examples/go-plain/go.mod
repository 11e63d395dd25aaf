module example.org/plain

go 1.21

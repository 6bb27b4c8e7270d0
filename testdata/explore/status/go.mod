module example.com/status

go 1.22

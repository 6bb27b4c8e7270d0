module example.com/filter

go 1.22

module example.com/verified

go 1.26

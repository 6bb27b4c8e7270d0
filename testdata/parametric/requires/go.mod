module example.com/requires

go 1.26

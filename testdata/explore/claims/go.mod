module example.com/claims

go 1.23

module example.com/horizon

go 1.26

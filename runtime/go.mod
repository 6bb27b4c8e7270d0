module gordian

go 1.18

module example.com/endings

go 1.19

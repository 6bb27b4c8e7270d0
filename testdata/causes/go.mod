module causes

go 1.26

module example.com/focus

go 1.26

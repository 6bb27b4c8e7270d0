module example.com/healthy

go 1.26

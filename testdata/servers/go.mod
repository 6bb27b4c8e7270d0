module example.com/servers

go 1.26

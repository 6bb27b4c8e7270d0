module gordian.dev/oracle

go 1.26

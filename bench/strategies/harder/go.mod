module harder

go 1.19

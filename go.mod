module github.com/pageside/pageside

go 1.26

module github.com/stolb/stolb

go 1.26

module example.com/makevideo

go 1.23

package p

var x int

/* open // want UnterminatedComment "comment not terminated"

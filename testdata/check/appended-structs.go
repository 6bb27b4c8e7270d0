// Structs that lie in slices, and appends: a slice that only one place has, or of which no element is ever written, may move.
package p

type box struct{ n int }

type holder struct{ boxes []box }

func boxes() []box {
	var s []box
	s = append(s, box{0})
	s = append(s, box{1})
	s[0].n = 2
	return s
}

func build() holder {
	var h holder
	h.boxes = append(h.boxes, box{1})
	h.boxes[0].n = 2
	return h
}

func Returned() {
	c := make(chan int, 1)
	if boxes()[0].n == 2 {
		c <- 1
	}
	<-c
}

func InStruct() {
	h := build()
	c := make(chan int, 1)
	if h.boxes[0].n == 2 {
		c <- 1
	}
	<-c
}

func NeverWritten() {
	s := []box{{1}}
	h := holder{boxes: s}
	s = append(s, box{2})
	c := make(chan int, 1)
	if h.boxes[0].n == 1 && s[1].n == 2 {
		c <- 1
	}
	<-c
}

func Cut() {
	s := []box{{1}, {2}}
	s = s[1:]
	s = append(s, box{3})
	s[0].n = 4
	c := make(chan int, 1)
	if s[0].n == 4 && s[1].n == 3 {
		c <- 1
	}
	<-c
}

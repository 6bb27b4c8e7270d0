// Equal questions about data that nobody changes have one answer; others have answers of their own.
package p

import (
	"math"
	"path/filepath"
	"strings"
)

func Prefix(mode string) {
	c := make(chan int)
	if strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }()
	}
	if strings.HasPrefix(mode, "a") {
		<-c
	}
}

func OtherPrefix(mode string) {
	c := make(chan int)
	if strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	if strings.HasPrefix(mode, "b") {
		<-c // want global-deadlock "c"
	}
}

func OtherMode(mode, other string) {
	c := make(chan int)
	if strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	if strings.HasPrefix(other, "a") {
		<-c // want global-deadlock "c"
	}
}

func Changed(mode string) {
	c := make(chan int)
	if strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	mode = strings.TrimPrefix(mode, "a")
	if strings.HasPrefix(mode, "a") {
		<-c // want global-deadlock "c"
	}
}

func ChangedElsewhere(mode string, ask func(*string)) {
	c := make(chan int)
	if strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	ask(&mode)
	if strings.HasPrefix(mode, "a") {
		<-c // want global-deadlock "c"
	}
}

func Opposite(mode string) {
	c := make(chan int)
	if strings.Index(mode, "a") >= 0 {
		go func() { c <- 1 }()
	}
	if strings.Index(mode, "a") < 0 {
		return
	}
	<-c
}

func SameOnly(mode string) {
	c := make(chan int)
	if strings.Index(mode, "a") >= 0 {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	if strings.Index(mode, "a") < 0 {
		<-c // want global-deadlock "c"
	}
}

type options struct {
	mode string
	all  bool
}

func Within(o options) {
	ext := filepath.Ext(o.mode)
	c := make(chan int)
	if strings.ToLower(ext) != ".go" {
		go func() { c <- 1 }()
	}
	if strings.ToLower(filepath.Ext(o.mode)) == ".go" {
		return
	}
	<-c
}

func WithinPointer(o *options) {
	c := make(chan int)
	if strings.ToLower(o.mode) != ".go" {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	if strings.ToLower(o.mode) == ".go" {
		return
	}
	<-c // want global-deadlock "c"
}

func Rounds(mode string) {
	c := make(chan int)
	for i := 0; i < 2; i++ {
		if !strings.Contains(mode, "a") {
			continue
		}
		if i == 0 {
			go func() { c <- 1 }()
		} else {
			<-c
		}
	}
}

func Each(modes [2]string) {
	c := make(chan int)
	for i := 0; i < 2; i++ {
		mode := modes[i]
		if !strings.Contains(mode, "a") {
			continue
		}
		if i == 0 {
			go func() { c <- 1 }() // want goroutine-leak "c"
		} else {
			<-c // want global-deadlock "c"
		}
	}
}

func Twice() {
	starts("a")
	starts("b")
}

func starts(mode string) {
	c := make(chan int, 1)
	if strings.EqualFold(mode, "A") {
		c <- 1
	}
	if strings.EqualFold(mode, "A") {
		<-c
	}
}

func NotANumber(x float64) {
	c := make(chan int)
	if math.Abs(x) < 1 {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	if math.Abs(x) >= 1 {
		return
	}
	<-c // want global-deadlock "c"
}

func Again(next func() string) {
	c := make(chan int)
	n := 0
again:
	mode := next()
	if n == 0 && strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	n++
	if n < 2 {
		goto again
	}
	if strings.HasPrefix(mode, "a") {
		<-c // want global-deadlock "c"
	}
}

func Hidden(mode string) {
	c := make(chan int)
	if strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	{
		mode := mode + "x"
		if strings.HasPrefix(mode, "a") {
			<-c // want global-deadlock "c"
		}
	}
}

func Result() (mode string) {
	c := make(chan int)
	if strings.HasPrefix(mode, "a") {
		go func() { c <- 1 }() // want goroutine-leak "c"
	}
	mode = "a"
	if strings.HasPrefix(mode, "a") {
		<-c // want global-deadlock "c"
	}
	return
}

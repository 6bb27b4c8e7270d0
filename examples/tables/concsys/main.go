// Searches in several places: one after the other, at the same time, with a time limit, and the first of several equal ones.
// Whoever gives up waiting leaves goroutines behind that nobody listens to.
//
// table: gomela 6, godel 13
// want global-deadlock: no
// want send-on-closed: no
// want double-close: no
// want goroutine-leak atOnce: no
// want goroutine-leak withLimit: yes
// want goroutine-leak fastest: no
// want goroutine-leak firstOfThree: yes
// want goroutine-leak inTurn: no
package main

import (
	"fmt"
	"time"
)

type answer string

type engine func(question string) answer

func newEngine(kind string) engine {
	return func(question string) answer {
		time.Sleep(time.Millisecond)
		return answer(kind + ": " + question)
	}
}

var (
	pages  = newEngine("pages")
	photos = newEngine("photos")
	films  = newEngine("films")
)

func inTurn(question string) []answer {
	return []answer{pages(question), photos(question), films(question)}
}

func atOnce(question string) (all []answer) {
	answers := make(chan answer)
	go func() { answers <- pages(question) }()
	go func() { answers <- photos(question) }()
	go func() { answers <- films(question) }()
	for n := 0; n < 3; n++ {
		all = append(all, <-answers)
	}
	return all
}

func withLimit(question string) (all []answer) {
	answers := make(chan answer)
	go func() { answers <- pages(question) }()  // blocks
	go func() { answers <- photos(question) }() // blocks
	go func() { answers <- films(question) }()  // blocks
	limit := time.After(80 * time.Millisecond)
	for n := 0; n < 3; n++ {
		select {
		case one := <-answers:
			all = append(all, one)
		case <-limit:
			return all
		}
	}
	return all
}

func fastest(question string, engines ...engine) answer {
	answers := make(chan answer, len(engines))
	for _, e := range engines {
		go func() { answers <- e(question) }()
	}
	if len(engines) == 0 {
		return ""
	}
	return <-answers
}

func firstOfThree(question string) (first answer) {
	answers := make(chan answer)
	go func() { answers <- pages(question) }()  // blocks
	go func() { answers <- photos(question) }() // blocks
	go func() { answers <- films(question) }()  // blocks
	select {
	case first = <-answers:
	case <-time.After(80 * time.Millisecond):
	}
	return first
}

func main() {
	fmt.Println(inTurn("knots"))
	fmt.Println(atOnce("knots"))
	fmt.Println(withLimit("knots"))
	fmt.Println(fastest("knots", pages, films))
	fmt.Println(firstOfThree("knots"))
}

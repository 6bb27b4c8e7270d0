package list

import (
	"fmt"
	"testing"
)

func spell(l *List) string {
	text := ""
	for e := l.Front(); e != nil; e = e.Next() {
		text += fmt.Sprint(e.Value)
	}
	back := ""
	for e := l.Back(); e != nil; e = e.Prev() {
		back = fmt.Sprint(e.Value) + back
	}
	if back != text || len(text) != l.Len() {
		return "broken: " + text + " " + back
	}
	return text
}

func TestOrder(t *testing.T) {
	var l List
	b := l.PushBack("b")
	a := l.PushFront("a")
	d := l.PushBack("d")
	c := l.InsertBefore("c", d)
	l.InsertAfter("e", d)
	steps := []struct {
		do   func()
		want string
	}{
		{func() {}, "abcde"},
		{func() { l.MoveToFront(c) }, "cabde"},
		{func() { l.MoveToBack(a) }, "cbdea"},
		{func() { l.MoveBefore(a, c) }, "acbde"},
		{func() { l.MoveAfter(a, b) }, "cbade"},
		{func() { l.MoveAfter(a, a) }, "cbade"},
		{func() { l.MoveToFront(c) }, "cbade"},
		{func() { l.Remove(b) }, "cade"},
		{func() { l.Remove(b) }, "cade"},
		{func() { l.PushBackList(&l) }, "cadecade"},
		{func() { l.PushFrontList(New()) }, "cadecade"},
		{func() { l.Init() }, ""},
	}
	for i, step := range steps {
		step.do()
		if got := spell(&l); got != step.want {
			t.Fatal(i, got, step.want)
		}
	}
	other := New()
	if other.InsertBefore("x", a) != nil || other.Len() != 0 || b.Next() != nil || b.Prev() != nil {
		t.Fatal("elements of another list")
	}
}

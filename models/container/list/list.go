// A doubly linked list: a ring of elements that begins and ends at one that belongs to the list itself.

package list

type Element struct {
	next, prev *Element
	list       *List
	Value      any
}

func (e *Element) Next() *Element {
	if e.list == nil || e.next == &e.list.root {
		return nil
	}
	return e.next
}

func (e *Element) Prev() *Element {
	if e.list == nil || e.prev == &e.list.root {
		return nil
	}
	return e.prev
}

type List struct {
	root Element
	size int
}

func New() *List { return new(List).Init() }

func (l *List) Init() *List {
	l.root.next = &l.root
	l.root.prev = &l.root
	l.size = 0
	return l
}

func (l *List) Len() int { return l.size }

func (l *List) Front() *Element {
	if l.size == 0 {
		return nil
	}
	return l.root.next
}

func (l *List) Back() *Element {
	if l.size == 0 {
		return nil
	}
	return l.root.prev
}

// A list is usable before it is initialised.
func (l *List) ready() {
	if l.root.next == nil {
		l.Init()
	}
}

func (l *List) put(e, after *Element) *Element {
	e.list = l
	e.prev = after
	e.next = after.next
	after.next.prev = e
	after.next = e
	l.size++
	return e
}

func (l *List) take(e *Element) {
	e.prev.next = e.next
	e.next.prev = e.prev
	e.next = nil
	e.prev = nil
	e.list = nil
	l.size--
}

func (l *List) Remove(e *Element) any {
	if e.list == l {
		l.take(e)
	}
	return e.Value
}

func (l *List) PushFront(v any) *Element {
	l.ready()
	return l.put(&Element{Value: v}, &l.root)
}

func (l *List) PushBack(v any) *Element {
	l.ready()
	return l.put(&Element{Value: v}, l.root.prev)
}

func (l *List) InsertBefore(v any, mark *Element) *Element {
	if mark.list != l {
		return nil
	}
	return l.put(&Element{Value: v}, mark.prev)
}

func (l *List) InsertAfter(v any, mark *Element) *Element {
	if mark.list != l {
		return nil
	}
	return l.put(&Element{Value: v}, mark)
}

func (l *List) move(e, after *Element) {
	if e == after {
		return
	}
	l.take(e)
	l.put(e, after)
}

func (l *List) MoveToFront(e *Element) {
	if e.list == l && l.root.next != e {
		l.move(e, &l.root)
	}
}

func (l *List) MoveToBack(e *Element) {
	if e.list == l && l.root.prev != e {
		l.move(e, l.root.prev)
	}
}

func (l *List) MoveBefore(e, mark *Element) {
	if e.list == l && mark.list == l && e != mark {
		l.move(e, mark.prev)
	}
}

func (l *List) MoveAfter(e, mark *Element) {
	if e.list == l && mark.list == l && e != mark {
		l.move(e, mark)
	}
}

func (l *List) PushBackList(other *List) {
	l.ready()
	e := other.Front()
	for n := other.Len(); n > 0; n-- {
		l.put(&Element{Value: e.Value}, l.root.prev)
		e = e.Next()
	}
}

func (l *List) PushFrontList(other *List) {
	l.ready()
	e := other.Back()
	for n := other.Len(); n > 0; n-- {
		l.put(&Element{Value: e.Value}, &l.root)
		e = e.Prev()
	}
}

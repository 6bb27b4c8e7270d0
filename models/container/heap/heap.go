// A heap is kept in order by swapping: no element is above one that is less.

package heap

func Init(h Interface) {
	n := h.Len()
	for i := n/2 - 1; i >= 0; i-- {
		sink(h, i, n)
	}
}

func Push(h Interface, x any) {
	h.Push(x)
	rise(h, h.Len()-1)
}

func Pop(h Interface) any { return Remove(h, 0) }

func Remove(h Interface, i int) any {
	last := h.Len() - 1
	if i != last {
		h.Swap(i, last)
		if !sink(h, i, last) {
			rise(h, i)
		}
	}
	return h.Pop()
}

func Fix(h Interface, i int) {
	if !sink(h, i, h.Len()) {
		rise(h, i)
	}
}

func rise(h Interface, i int) {
	for i > 0 {
		above := (i - 1) / 2
		if !h.Less(i, above) {
			return
		}
		h.Swap(i, above)
		i = above
	}
}

// Reports whether something was moved.
func sink(h Interface, i, n int) bool {
	moved := false
	for 2*i+1 < n {
		least := 2*i + 1
		if least+1 < n && h.Less(least+1, least) {
			least++
		}
		if !h.Less(least, i) {
			break
		}
		h.Swap(i, least)
		i = least
		moved = true
	}
	return moved
}

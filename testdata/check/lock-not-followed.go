// Which lock was taken rests on data that is not followed: that it is another than the one released is not alleged.

package p

import (
	"sort"
	"sync"
)

type seat struct {
	row  int
	name string
}

func sorted() {
	a, b := new(sync.Mutex), new(sync.Mutex)
	order := []int{3, 1, 2}
	sort.Ints(order)
	first := []*sync.Mutex{a, b, b}[order[0]-1]
	first.Lock()
	a.Unlock()
}

func mapped() {
	a, b := new(sync.Mutex), new(sync.Mutex)
	locks := map[seat]*sync.Mutex{{1, "x"}: a, {1, "y"}: b}
	k := seat{1, "x"}
	k.name = "y"
	taken := locks[k]
	taken.Lock()
	b.Unlock() // want note unlock-unlocked "while it is not locked"
}

func pointedAt() {
	a, b := new(sync.Mutex), new(sync.Mutex)
	locks := []*sync.Mutex{a, b, a}
	second := &locks[1]
	locks = append(locks, a)
	locks[1] = a
	taken := *second
	taken.Lock()
	b.Unlock()
}

func another(order []int) {
	a, b := new(sync.Mutex), new(sync.Mutex)
	sort.Ints(order)
	a.Lock()
	if order[0] > 0 {
		b.Unlock() // want warning unlock-unlocked "while it is not locked"
	}
	a.Unlock()
}

// Channels in maps and slices of the module: an entry may be missing, and what stays in there after a close is closed again.
package containers

import "sync"

type Bus struct {
	mu   sync.Mutex
	subs map[int]chan int
	all  []chan int
	kept sync.Map
}

func NewBus() *Bus { return &Bus{subs: map[int]chan int{}} }

// verdict: closed
func (b *Bus) Add(k int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan int, 1)
	b.subs[k] = c
	b.all = append(b.all, c)
	b.kept.Store(k, c)
}

// verdict: open
// client panic:
//
//	NewBus().Missing(1)
func (b *Bus) Missing(k int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.subs[k])
	delete(b.subs, k)
}

// verdict: closed
func (b *Bus) Found(k int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c, ok := b.subs[k]; ok {
		close(c)
		delete(b.subs, k)
	}
}

// verdict: open
// client hang:
//
//	NewBus().Wait(1)
func (b *Bus) Wait(k int) int {
	b.mu.Lock()
	c := b.subs[k]
	b.mu.Unlock()
	return <-c
}

// verdict: closed
func (b *Bus) WaitIfThere(k int) int {
	b.mu.Lock()
	c, ok := b.subs[k]
	b.mu.Unlock()
	if !ok {
		return 0
	}
	return <-c
}

type Twice struct {
	mu   sync.Mutex
	subs map[int]chan int
	kept sync.Map
}

func NewTwice() *Twice { return &Twice{subs: map[int]chan int{}} }

func (t *Twice) Add(k int) {
	t.mu.Lock()
	t.subs[k] = make(chan int)
	t.mu.Unlock()
	t.kept.Store(k, make(chan int))
}

// verdict: open
// client panic:
//
//	t := NewTwice()
//	t.Add(1)
//	t.Close(1)
//	t.Close(1)
func (t *Twice) Close(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok := t.subs[k]; ok {
		close(c)
	}
}

// verdict: open
// client panic:
//
//	t := NewTwice()
//	t.Add(1)
//	t.CloseKept(1)
//	t.CloseKept(1)
func (t *Twice) CloseKept(k int) {
	if c, ok := t.kept.Load(k); ok {
		close(c.(chan int))
	}
}

type Leaving struct {
	mu  sync.Mutex
	all []chan int
}

func (l *Leaving) Add() {
	l.mu.Lock()
	l.all = append(l.all, make(chan int))
	l.mu.Unlock()
}

// verdict: open
// client panic:
//
//	var l Leaving
//	l.Add()
//	l.CloseAll()
//	l.CloseAll()
func (l *Leaving) CloseAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.all {
		close(c)
	}
}

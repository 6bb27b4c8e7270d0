package heap

import (
	"math/rand"
	"testing"
)

type numbers []int

func (n numbers) Len() int           { return len(n) }
func (n numbers) Less(i, j int) bool { return n[i] < n[j] }
func (n numbers) Swap(i, j int)      { n[i], n[j] = n[j], n[i] }
func (n *numbers) Push(x any)        { *n = append(*n, x.(int)) }
func (n *numbers) Pop() any {
	last := (*n)[len(*n)-1]
	*n = (*n)[:len(*n)-1]
	return last
}

func TestOrder(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for round := 0; round < 200; round++ {
		h := &numbers{}
		for i := 0; i < 12; i++ {
			*h = append(*h, random.Intn(20))
		}
		Init(h)
		for i := 0; i < 6; i++ {
			Push(h, random.Intn(20))
		}
		Remove(h, random.Intn(h.Len()))
		at := random.Intn(h.Len())
		(*h)[at] = random.Intn(20)
		Fix(h, at)
		before := -1
		for h.Len() > 0 {
			next := Pop(h).(int)
			if next < before {
				t.Fatal(round, before, next)
			}
			before = next
		}
	}
}

package singleflight

import "testing"

func TestCallsAreShared(t *testing.T) {
	var g Group
	release := make(chan bool)
	started := make(chan bool)
	n := 0
	first := g.DoChan("k", func() (any, error) {
		close(started)
		<-release
		n++
		return n, nil
	})
	<-started
	second := g.DoChan("k", func() (any, error) { return "other", nil })
	close(release)
	if a, b := <-first, <-second; a.Val != 1 || b.Val != 1 || !a.Shared || !b.Shared {
		t.Fatal(a, b)
	}
	if v, _, shared := g.Do("k", func() (any, error) { return "fresh", nil }); v != "fresh" || shared {
		t.Fatal(v, shared)
	}
}

package embed

import (
	"sync"
	"testing"
)

type base struct {
	sync.Mutex
	state int
}

func (b *base) setState(n int) {
	b.Lock()
	defer b.Unlock()
	b.state = n
}

type node struct {
	base
	peers []string
}

type member struct {
	*node
	name string
}

func (m *member) join(peer string) {
	m.Lock()
	defer m.Unlock()
	m.peers = append(m.peers, peer)
	m.setState(len(m.peers)) // want double-lock "TestJoin can block forever locking node.base, which it alrea"
}

type joiner interface{ join(string) }

func TestJoin(t *testing.T) {
	var j joiner = &member{node: &node{}, name: "n"}
	j.join("p")
}

package condmissing

import "sync"

type Mailbox struct {
	mu     sync.Mutex
	cond   *sync.Cond
	mails  []string
	urgent []string
}

func (m *Mailbox) Put(s string, urgent bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if urgent {
		m.urgent = append(m.urgent, s)
		m.cond.Signal()
		return
	}
	m.mails = append(m.mails, s)
	m.cond.Signal()
}

func (m *Mailbox) Take() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.mails) == 0 && len(m.urgent) == 0 {
		m.cond.Wait()
	}
	if len(m.urgent) > 0 {
		return m.urgent[0]
	}
	return m.mails[0]
}

func Deliver(s string) string {
	m := &Mailbox{}
	m.cond = sync.NewCond(&m.mu)
	got := make(chan string)
	go func() { got <- m.Take() }()
	m.Put(s, true)
	return <-got
}

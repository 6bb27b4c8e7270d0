package donerange

import (
	"context"
	"testing"
)

type provider struct {
	name   string
	cancel context.CancelFunc
	out    chan string
}

type manager struct {
	ctx       context.Context
	providers []*provider
}

func (m *manager) start(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &provider{name: name, cancel: cancel, out: make(chan string)}
	m.providers = append(m.providers, p)
	go p.watch(ctx)
}

func (p *provider) watch(ctx context.Context) {
	for {
		select { // want goroutine-leak "..provider..watch can block forever in a select on out, ctx."
		case p.out <- p.name:
		case <-ctx.Done():
			return
		}
	}
}

func (m *manager) run() {
	for range m.ctx.Done() {
		for _, p := range m.providers {
			p.cancel()
		}
	}
}

func TestManager(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := &manager{ctx: ctx}
	m.start("a")
	<-m.providers[0].out
	stopped := make(chan struct{})
	go func() {
		m.run()
		close(stopped)
	}()
	cancel()
	<-stopped
}

package slotkept

type Pool struct{ slots chan struct{} }

func NewPool(n int) *Pool { return &Pool{slots: make(chan struct{}, n)} }

func (p *Pool) Run(job func() error) error {
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	if err := job(); err != nil {
		return err
	}
	return nil
}

func Two(job func() error) {
	p := NewPool(1)
	p.Run(job)
	p.Run(job)
}

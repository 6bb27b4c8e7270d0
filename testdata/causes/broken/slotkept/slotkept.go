package slotkept

type Pool struct{ slots chan struct{} }

func NewPool(n int) *Pool { return &Pool{slots: make(chan struct{}, n)} }

func (p *Pool) Run(job func() error) error {
	p.slots <- struct{}{}
	if err := job(); err != nil {
		return err // want global-deadlock "this return can skip the receive from slots"
	}
	<-p.slots
	return nil
}

func Two(job func() error) {
	p := NewPool(1)
	p.Run(job)
	p.Run(job)
}

package nilfield

type Queue struct {
	items chan int
	done  chan struct{}
}

func NewQueue() *Queue {
	return &Queue{items: make(chan int)}
}

func (q *Queue) drain(use func(int)) {
	for i := range q.items {
		use(i)
	}
	close(q.done) // want close-nil "a nil channel can be closed here, which panics"
}

func Use(values []int, use func(int)) {
	q := NewQueue()
	go q.drain(use)
	for _, v := range values {
		q.items <- v
	}
	close(q.items)
	<-q.done // want nil-channel "Use blocks forever on a nil channel"
}

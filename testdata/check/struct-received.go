// A struct from a channel that others use: an empty one comes from a closed channel only, and nobody says that it is closed.
package p

type job struct {
	kind  int
	reply chan int
}

type Loop struct {
	jobs chan job
	quit chan struct{}
}

// The end of the range and the struct are one answer: no listener is nil.
func Listeners() *Loop {
	l := &Loop{jobs: make(chan job), quit: make(chan struct{})}
	go func() {
		var listeners []chan int
		for j := range l.jobs {
			switch j.kind {
			case 0:
				listeners = append(listeners, j.reply)
			case 1:
				for _, c := range listeners {
					c <- j.kind
				}
			default:
				for _, c := range listeners {
					close(c)
				}
				return
			}
		}
	}()
	return l
}

// Who does not ask whether the channel is closed relies on its being open.
func Answers() *Loop {
	l := &Loop{jobs: make(chan job), quit: make(chan struct{})}
	go func() {
		for {
			select {
			case j := <-l.jobs:
				j.reply <- j.kind
			case <-l.quit:
				return
			}
		}
	}()
	return l
}

func (l *Loop) Do(j job) { l.jobs <- j }

func (l *Loop) Close() {
	close(l.quit)
	close(l.jobs)
}

// A channel of its own is closed where the program closes it.
func Empty() int {
	jobs := make(chan job, 1)
	close(jobs)
	j := <-jobs
	return <-j.reply // want nil-channel "on a nil channel"
}

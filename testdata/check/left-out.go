// Functions that decide nothing are left out; but what they write is not, where it matters.
package p

type job struct {
	stop bool
	text string
}

func settle1(j *job) { settle2(j) }
func settle2(j *job) { settle3(j) }
func settle3(j *job) { settle4(j) }
func settle4(j *job) { settle5(j) }
func settle5(j *job) { settle6(j) }
func settle6(j *job) { j.stop = true }

func Stops() {
	j := &job{}
	done := make(chan struct{})
	go func() { <-done }()
	settle1(j)
	if j.stop {
		close(done)
	}
}

func name1(j *job) { name2(j) }
func name2(j *job) { name3(j) }
func name3(j *job) { name4(j) }
func name4(j *job) { name5(j) }
func name5(j *job) { name6(j) }
func name6(j *job) { j.text = "done" }

func Forgets() {
	j := &job{}
	done := make(chan struct{})
	go func() {
		<-done // want goroutine-leak "no remaining goroutine sends"
	}()
	name1(j)
	if j.stop {
		close(done)
	}
}

// A function that is called through a field of something unknown comes back.
type hooks struct {
	next  *hooks
	done  map[string]func() bool
	names []string
}

func (h *hooks) Run(name string) {
	c := make(chan bool, 1)
	go func() { c <- h.next.next.next.done[name]() }()
	<-c
}

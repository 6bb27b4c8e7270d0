// Timers and tickers: a goroutine each that sleeps and then sends or calls.

package time

// Sleep takes some time; how long it takes compared with other sleeps is open.
//
//gordian:model primitive sleep
func Sleep(d Duration)

// Timer fires at most once for each start. Starts are counted, so that one that was stopped cannot fire late.
type Timer struct {
	C      <-chan Time
	c      chan Time
	call   *func()
	active bool
	start  int
}

func newTimer(f func()) *Timer {
	t := &Timer{c: make(chan Time, 1)}
	if f != nil {
		t.call = &f
	} else {
		t.C = t.c
	}
	return t
}

// run waits for one start of the timer to come due.
func (t *Timer) run(d Duration, start int) {
	Sleep(d)
	if !t.due(start) {
		return
	}
	if t.call != nil {
		(*t.call)()
		return
	}
	select {
	case t.c <- Now():
	default:
	}
}

//gordian:model atomic
func (t *Timer) due(start int) bool {
	if !t.active || t.start != start {
		return false
	}
	t.active = false
	return true
}

// Stop also takes back a value that was sent and not yet received.
//
//gordian:model atomic
func (t *Timer) Stop() bool {
	was := t.active
	t.active = false
	select {
	case <-t.c:
		was = true
	default:
	}
	return was
}

//gordian:model atomic
func (t *Timer) restart() int {
	t.active = true
	t.start++
	return t.start
}

func (t *Timer) Reset(d Duration) bool {
	was := t.Stop()
	go t.run(d, t.restart())
	return was
}

func NewTimer(d Duration) *Timer {
	t := newTimer(nil)
	go t.run(d, t.restart())
	return t
}

func AfterFunc(d Duration, f func()) *Timer {
	t := newTimer(f)
	go t.run(d, t.restart())
	return t
}

func After(d Duration) <-chan Time { return NewTimer(d).C }

// Ticker sends again and again, and drops a tick while the one before has not been received.
type Ticker struct {
	C     <-chan Time
	c     chan Time
	start int
}

func NewTicker(d Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	t := &Ticker{c: make(chan Time, 1)}
	t.C = t.c
	go t.run(d, 0)
	return t
}

func (t *Ticker) run(d Duration, start int) {
	for {
		Sleep(d)
		if !t.running(start) {
			return
		}
		select {
		case t.c <- Now():
		default:
		}
	}
}

//gordian:model atomic
func (t *Ticker) running(start int) bool { return t.start == start }

//gordian:model atomic
func (t *Ticker) Stop() {
	t.start++
	select {
	case <-t.c:
	default:
	}
}

func (t *Ticker) Reset(d Duration) {
	if d <= 0 {
		panic("non-positive interval for Ticker.Reset")
	}
	t.Stop()
	go t.run(d, t.start)
}

func Tick(d Duration) <-chan Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}

package context

import (
	"errors"
	"testing"
	"time"
)

func isDone(c Context) bool {
	select {
	case <-c.Done():
		return true
	default:
		return false
	}
}

func TestCancelReachesAllBelow(t *testing.T) {
	top, cancel := WithCancel(Background())
	middle := WithValue(top, "k", "v")
	low, cancelLow := WithTimeout(middle, time.Hour)
	defer cancelLow()
	side := WithoutCancel(low)
	if isDone(low) || low.Err() != nil {
		t.Fatal("done too early")
	}
	cancel()
	if !isDone(low) || low.Err() != Canceled || Cause(low) != Canceled {
		t.Fatal(low.Err())
	}
	if isDone(side) || side.Value("k") != "v" {
		t.Fatal("WithoutCancel")
	}
	late, cancelLate := WithCancel(low)
	defer cancelLate()
	if !isDone(late) {
		t.Fatal("child of a done context is not done")
	}
}

func TestCancelOfChildLeavesParent(t *testing.T) {
	top, cancel := WithCancel(Background())
	defer cancel()
	low, cancelLow := WithCancelCause(top)
	reason := errors.New("reason")
	cancelLow(reason)
	cancelLow(errors.New("too late"))
	if isDone(top) || !isDone(low) || Cause(low) != reason || low.Err() != Canceled {
		t.Fatal(Cause(low))
	}
	if n := top.(*node); len(n.children) != 0 {
		t.Fatal("the parent remembers a child that is done")
	}
}

func TestDeadline(t *testing.T) {
	c, cancel := WithTimeout(Background(), time.Millisecond)
	defer cancel()
	if _, ok := c.Deadline(); !ok {
		t.Fatal("no deadline")
	}
	<-c.Done()
	if c.Err() != DeadlineExceeded {
		t.Fatal(c.Err())
	}
	past, cancelPast := WithDeadline(Background(), time.Now().Add(-time.Hour))
	defer cancelPast()
	if past.Err() != DeadlineExceeded {
		t.Fatal(past.Err())
	}
}

func TestAfterFunc(t *testing.T) {
	c, cancel := WithCancel(Background())
	called := make(chan bool)
	stop := AfterFunc(c, func() { close(called) })
	stopOther := AfterFunc(c, func() { t.Error("called after stop") })
	if !stopOther() || stopOther() {
		t.Fatal("stop")
	}
	cancel()
	<-called
	if stop() {
		t.Fatal("stopped what has run")
	}
}

// foreign is a context of which only the channel is known.
type foreign struct {
	Context
	done chan struct{}
}

func (f *foreign) Done() <-chan struct{} { return f.done }
func (f *foreign) Err() error            { return Canceled }

func TestForeignParent(t *testing.T) {
	f := &foreign{Background(), make(chan struct{})}
	c, cancel := WithCancel(f)
	defer cancel()
	close(f.done)
	<-c.Done()
	if c.Err() != Canceled {
		t.Fatal(c.Err())
	}
}

func TestCauseWhileNotDone(t *testing.T) {
	c, cancel := WithCancel(Background())
	defer cancel()
	if Cause(c) != nil || Cause(Background()) != nil {
		t.Fatal("cause without end")
	}
}

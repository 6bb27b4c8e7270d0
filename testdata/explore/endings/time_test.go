package endings

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// exchange takes about four steps.
func exchange(ask, answer chan int) {
	ask <- 1
	<-answer
}

func answerAll(ask, answer chan int) {
	for range ask {
		answer <- 1
	}
}

// Work takes time, above all that with files: names that are made from the clock differ.
func TestNamesFromTheClock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	ask, answer := make(chan int), make(chan int)
	go answerAll(ask, answer)
	defer close(ask)
	before := time.Now().UnixNano() / int64(time.Millisecond)
	for i := 0; i < 100; i++ {
		exchange(ask, answer)
		if err := os.WriteFile(name, make([]byte, 100000), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if after := time.Now().UnixNano() / int64(time.Millisecond); after == before {
		t.Error("the clock stood still")
	}
}

// What is done without rest is quick: a guard of a fifth of a second does not overtake it.
func TestGuardBesidesWork(t *testing.T) {
	ask, answer := make(chan int), make(chan int)
	go answerAll(ask, answer)
	defer close(ask)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; i < 1000; i++ {
			exchange(ask, answer)
		}
	}()
	select {
	case <-done:
	case <-time.After(200 * time.Millisecond):
		t.Error("too late")
	}
}

// Looking at the clock while something is done, as logs do, is not waiting for it.
func TestLogsOften(t *testing.T) {
	var mu sync.Mutex
	start := time.Now()
	for i := 0; i < 3000; i++ {
		mu.Lock()
		if time.Since(start) > time.Second {
			t.Error("too late")
		}
		mu.Unlock()
	}
}

// A timer that is shorter than what others do runs out, although they could go on.
func TestTimerRunsOutBesidesWork(t *testing.T) {
	ask, answer := make(chan int), make(chan int)
	go answerAll(ask, answer)
	defer close(ask)
	timer := time.NewTimer(time.Microsecond)
	for i := 0; i < 100; i++ {
		exchange(ask, answer)
	}
	select {
	case <-timer.C:
	default:
		t.Error("the timer runs still")
	}
}

// One that sets a short timer again and again keeps nobody from running.
func TestShortTimersLetOthersRun(t *testing.T) {
	var mu sync.Mutex
	stop := make(chan struct{})
	go func() {
		for {
			mu.Lock()
			mu.Unlock()
			select {
			case <-stop:
				return
			case <-time.After(time.Microsecond):
			}
		}
	}()
	ask, answer := make(chan int), make(chan int)
	go answerAll(ask, answer)
	for i := 0; i < 100; i++ {
		exchange(ask, answer)
	}
	close(ask)
	close(stop)
}

// Tests that end in every way that a run can end in.
package endings

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"testing"
	"time"
)

func TestPasses(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	if <-c != 1 {
		t.Fatal("no")
	}
}

func TestFails(t *testing.T) {
	t.Run("sub", func(t *testing.T) { t.Fatal("no") })
}

func TestSkips(t *testing.T) { t.Skip("not now") }

func TestPanics(t *testing.T) {
	var m map[string]int
	done := make(chan bool)
	go func() {
		defer close(done)
		m["a"] = 1
	}()
	<-done
}

func TestUnlocks(*testing.T) {
	var mu sync.Mutex
	mu.Unlock()
}

func TestExits(*testing.T) { os.Exit(7) }

func TestDeadlocks(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

func TestLeaks(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
}

func TestTickerLives(t *testing.T) {
	go func() {
		for range time.NewTicker(time.Second).C {
		}
	}()
}

func TestSignalsLive(t *testing.T) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() { <-c }()
}

var jobs = make(chan func())

func init() {
	go func() {
		for job := range jobs {
			job()
		}
	}()
}

func TestWorkerOfThePackage(t *testing.T) {
	done := make(chan bool)
	jobs <- func() { close(done) }
	<-done
}

// Deadlocked although somebody ticks for ever.
func TestDeadlocksBesidesTicker(t *testing.T) {
	go func() {
		for {
			time.Sleep(time.Second)
		}
	}()
	<-make(chan int)
}

func TestSubtests(t *testing.T) {
	var mu sync.Mutex
	sum := 0
	t.Cleanup(func() {
		if sum != 6 {
			t.Errorf("sum is %d", sum)
		}
	})
	t.Run("group", func(t *testing.T) {
		for i := 1; i <= 3; i++ {
			i := i
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				time.Sleep(time.Duration(4-i) * time.Second)
				mu.Lock()
				defer mu.Unlock()
				sum += i
			})
		}
		if sum != 0 {
			t.Error("subtests that are parallel ran before their parent's end")
		}
	})
	if sum != 6 {
		t.Error("t.Run came back before its subtests had ended")
	}
}

func TestParallelAtTop(t *testing.T) {
	t.Parallel()
	time.Sleep(time.Hour)
}

// Only a schedule in which the deadline passes first makes this one leak.
func TestLeaksLate(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := make(chan int)
	go func() {
		time.Sleep(time.Millisecond)
		c <- 1
	}()
	select {
	case <-c:
	case <-ctx.Done():
	}
}

// A wait in the standard library that nothing under control can end.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(time.Second)
		w.Write([]byte("x"))
	}()
	if n, _ := r.Read(make([]byte, 1)); n != 1 {
		t.Fatal(n)
	}
}

// What follows a failure may be its consequence.
func TestPanicsAfterFailing(t *testing.T) {
	var list []int
	if len(list) != 1 {
		t.Error("nothing there")
	}
	_ = list[0]
}

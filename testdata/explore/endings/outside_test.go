package endings

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// echo accepts connections and sends back what comes, until it is closed.
func echo(t *testing.T) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				io.Copy(c, c)
				c.Close()
			}()
		}
	}()
	return l
}

func askFor(t *testing.T, c net.Conn, text string) {
	if _, err := c.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, len(text))
	if _, err := io.ReadFull(c, answer); err != nil {
		t.Fatal(err)
	}
	if string(answer) != text {
		t.Fatalf("%q", answer)
	}
}

// wrapped forwards deadlines, as connections of programs do.
type wrapped struct{ net.Conn }

func (w wrapped) SetReadDeadline(at time.Time) error { return w.Conn.SetReadDeadline(at) }

func TestNetDeadlines(t *testing.T) {
	l := echo(t)
	defer l.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var d net.Dialer
	c, err := d.DialContext(context.WithValue(ctx, "k", "v"), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(5 * time.Second))
	askFor(t, c, "a question")
	w := wrapped{c}
	w.SetReadDeadline(time.Now().Add(5 * time.Second))
	w.SetWriteDeadline(time.Now().Add(5 * time.Second))
	askFor(t, w, "another one")
	w.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	if _, err := w.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
	if at, ok := ctx.Deadline(); !ok || time.Until(at) > 5*time.Second || time.Until(at) < 0 {
		t.Fatal(at, time.Now())
	}
}

// A timer must not overtake the network, although nothing under control moves meanwhile.
func TestTimerBesidesNetwork(t *testing.T) {
	l := echo(t)
	defer l.Close()
	done := make(chan string)
	go func() {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			done <- err.Error()
			return
		}
		defer c.Close()
		for i := 0; i < 20; i++ {
			askFor(t, c, "again")
		}
		done <- ""
	}()
	select {
	case problem := <-done:
		if problem != "" {
			t.Fatal(problem)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the timer was faster")
	}
}

// Who waits for the network when a test ends is not stuck.
// A system call that lasts holds up nobody, and a test that leaves one behind ends.
func TestCallLasts(t *testing.T) {
	command := exec.Command("sleep", "20")
	if err := command.Start(); err != nil {
		t.Skip(err)
	}
	started := make(chan bool)
	go func() {
		close(started)
		command.Wait()
	}()
	<-started
	time.Sleep(10 * time.Millisecond)
	done := make(chan bool)
	go func() { done <- true }()
	<-done
}

func TestListensOn(t *testing.T) {
	echo(t)
}

var stopSpinning atomic.Bool

// Goroutines that never rest keep no test from ending.
func TestSpinsOn(t *testing.T) {
	for i := 0; i < 3; i++ {
		go func() {
			for !stopSpinning.Load() {
				runtime.Gosched()
			}
		}()
	}
}

func TestCrowd(t *testing.T) {
	const n = 3000
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	go1 := make(chan struct{})
	numbers := make(chan int, 10)
	for i := 0; i < n; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-go1
			time.Sleep(time.Duration(i%7) * time.Millisecond)
			numbers <- i
		}()
	}
	go func() {
		for i := range numbers {
			mu.Lock()
			sum += i
			mu.Unlock()
		}
	}()
	close(go1)
	wg.Wait()
	close(numbers)
	for {
		mu.Lock()
		if sum == n*(n-1)/2 {
			mu.Unlock()
			return
		}
		mu.Unlock()
		time.Sleep(time.Millisecond)
	}
}

// One of very many is stuck.
func TestCrowdLeaks(t *testing.T) {
	var wg sync.WaitGroup
	c := make(chan int)
	for i := 0; i < 300; i++ {
		i := i
		wg.Add(1)
		go func() {
			wg.Done()
			if i == 200 {
				c <- i
			}
		}()
	}
	wg.Wait()
}

// Who spins must not keep those from running who would end it.
func TestSpinnersWait(t *testing.T) {
	var done atomic.Bool
	var wg sync.WaitGroup
	for i := 0; i < 5; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for !done.Load() {
				runtime.Gosched()
			}
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		done.Store(true)
	}()
	wg.Wait()
}

// Nor do those who start a new timer whenever one has fired.
func TestTimersGoOn(t *testing.T) {
	go func() {
		for {
			<-time.After(time.Millisecond)
		}
	}()
}

// Waiting for days is no reason to call anybody stuck.
func TestWaitsForDays(t *testing.T) {
	done := make(chan bool)
	go func() {
		for i := 0; i < 50; i++ {
			select {
			case <-time.After(20 * time.Hour):
			case <-done:
			}
		}
		close(done)
	}()
	<-done
}

// Whoever sets one timer after another keeps nobody from being stuck.
func TestDeadlocksBesidesTimers(t *testing.T) {
	go func() {
		for {
			<-time.After(time.Millisecond)
		}
	}()
	<-make(chan int)
}

// Very many timers at once are not one after another.
func TestManyTimers(t *testing.T) {
	var wg sync.WaitGroup
	for i := 0; i < 12000; i++ {
		wg.Add(1)
		time.AfterFunc(time.Minute, wg.Done)
	}
	wg.Wait()
}

// A timer that is never to fire does not.
func TestDeadlocksBesidesNever(t *testing.T) {
	never := time.NewTimer(1<<63 - 1)
	defer never.Stop()
	<-make(chan int)
}

// A goroutine that has something to read is let read it although the test runs on: on a real machine it would do so within
// microseconds, or milliseconds where others keep the processors busy, and the test would take much longer.
func TestReadersKeepUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	var accepted, read atomic.Bool
	done := make(chan bool)
	go func() {
		defer close(done)
		c, err := l.Accept()
		if err != nil {
			return
		}
		accepted.Store(true)
		io.ReadFull(c, make([]byte, 1))
		read.Store(true)
		c.Close()
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var n atomic.Int32
	for !accepted.Load() && n.Add(1) < 10_000 {
	}
	if !accepted.Load() {
		t.Error("the connection was not accepted although there was time")
	}
	c.Write([]byte{1})
	for !read.Load() && n.Add(1) < 20_000 {
	}
	if !read.Load() {
		t.Error("what was written was not read although there was time")
	}
	c.Close()
	<-done
}

// Who holds a lock that others spin on gets its turn, however many they are.
func TestSpinLockInCrowd(t *testing.T) {
	var lock atomic.Bool
	var n atomic.Int32
	var wg sync.WaitGroup
	locked := func(f func()) {
		for !lock.CompareAndSwap(false, true) {
			runtime.Gosched()
		}
		f()
		lock.Store(false)
	}
	for i := 0; i < 2000; i++ {
		wg.Add(1)
		locked(func() {
			go func() {
				defer wg.Done()
				time.Sleep(10 * time.Millisecond)
				locked(func() { n.Add(1) })
			}()
			for n.Add(1)%20 > 0 {
			}
		})
	}
	wg.Wait()
}

// Each of many goroutines starts the next one: their names are long.
func TestChainOfGoroutines(t *testing.T) {
	done := make(chan bool)
	var start func(n int)
	start = func(n int) {
		if n == 0 {
			close(done)
			return
		}
		go start(n - 1)
	}
	go start(30000)
	<-done
}

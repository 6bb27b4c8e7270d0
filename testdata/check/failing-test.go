// What a test leaves behind when it fails is no finding; what it leaves behind when it passes is one.
package p

import (
	"errors"
	"testing"
	"time"
)

func compute(n int) error

func TestStops(t *testing.T) {
	stop := make(chan struct{})
	go func() { <-stop }()
	if err := compute(1); err != nil {
		t.Fatal(err)
	}
	close(stop)
}

func TestForgets(t *testing.T) {
	results := make(chan error)
	go func() {
		results <- errors.New("late") // want goroutine-leak "no remaining goroutine receives"
	}()
	if err := compute(2); err != nil {
		t.Fatal(err)
	}
}

func TestTooSlow(t *testing.T) {
	done := make(chan error)
	go func() { done <- compute(3) }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("computed: %v", err)
		}
	case <-time.After(time.Second):
		t.Error("no answer")
	}
}

func TestGivesUp(t *testing.T) {
	done := make(chan error)
	go func() {
		done <- compute(4) // want goroutine-leak "no remaining goroutine receives"
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Log("no answer")
	}
}

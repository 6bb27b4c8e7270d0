package time

import "testing"

func TestTimerFires(t *testing.T) {
	<-NewTimer(Millisecond).C
	<-After(Millisecond)
	called := make(chan bool)
	AfterFunc(Millisecond, func() { close(called) })
	<-called
}

func TestStoppedTimerStaysSilent(t *testing.T) {
	timer := NewTimer(Millisecond)
	if !timer.Stop() {
		t.Fatal("was not active")
	}
	if timer.Stop() {
		t.Fatal("still active")
	}
	Sleep(5 * Millisecond)
	select {
	case <-timer.C:
		t.Fatal("fired")
	default:
	}
}

func TestResetForgetsTheEarlierStart(t *testing.T) {
	timer := NewTimer(Millisecond)
	Sleep(5 * Millisecond)
	timer.Reset(Hour)
	select {
	case <-timer.C:
		t.Fatal("a value from before Reset")
	default:
	}
	timer.Reset(Millisecond)
	<-timer.C
}

func TestTicker(t *testing.T) {
	ticker := NewTicker(Millisecond)
	for range 3 {
		<-ticker.C
	}
	ticker.Stop()
	Sleep(5 * Millisecond)
	select {
	case <-ticker.C:
		t.Fatal("ticks after Stop")
	default:
	}
	ticker.Reset(Millisecond)
	<-ticker.C
}

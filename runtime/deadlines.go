package gordian

import (
	"reflect"
	"runtime"
	"strings"
	"time"
)

// The standard library reads the real clock. Times that go from the program to it are turned from virtual into real ones.

// realTime gives the real moment that is as far away as t is in virtual time. Real times stay as they are: they are
// nearer to the real clock.
func realTime(t time.Time) time.Time {
	if !active || t.IsZero() {
		return t
	}
	s := lock()
	virtual := s.clock.time()
	unlock(s)
	now := time.Now()
	if apart(t, now) <= apart(t, virtual) {
		return t
	}
	return now.Add(t.Sub(virtual))
}

func apart(a, b time.Time) time.Duration {
	if a.Before(b) {
		return b.Sub(a)
	}
	return a.Sub(b)
}

// isLibrary: a package of the standard library that compares times with the real clock.
func isLibrary(path string) bool {
	for _, prefix := range [...]string{"net", "crypto", "os", "internal", "context", "database"} {
		if path == prefix || strings.HasPrefix(path, prefix) && path[len(prefix)] == '/' {
			return true
		}
	}
	return false
}

// calledByLibrary: the function that asked for a deadline belongs to the standard library.
func calledByLibrary() bool {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		frame, more := frames.Next()
		if !strings.HasSuffix(frame.Function, ".Deadline") {
			name := frame.Function
			slash := strings.LastIndexByte(name, '/') + 1
			if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
				name = name[:slash+dot]
			}
			return isLibrary(name)
		}
		if !more {
			return false
		}
	}
}

// Deadlines stands in for something with methods that set deadlines: a connection, a listener, a file.
func Deadlines(x any) Deadliner { return Deadliner{x} }

type Deadliner struct{ x any }

// meant gives the time that x understands.
func (d Deadliner) meant(t time.Time) time.Time {
	if !active || d.x == nil {
		return t
	}
	typ := reflect.TypeOf(d.x)
	if typ.Kind() == reflect.Ptr {
		typ = typ.Elem()
	}
	if !isLibrary(typ.PkgPath()) {
		return t
	}
	return realTime(t)
}

func (d Deadliner) SetDeadline(t time.Time) error {
	return d.x.(interface{ SetDeadline(time.Time) error }).SetDeadline(d.meant(t))
}

func (d Deadliner) SetReadDeadline(t time.Time) error {
	return d.x.(interface{ SetReadDeadline(time.Time) error }).SetReadDeadline(d.meant(t))
}

func (d Deadliner) SetWriteDeadline(t time.Time) error {
	return d.x.(interface{ SetWriteDeadline(time.Time) error }).SetWriteDeadline(d.meant(t))
}

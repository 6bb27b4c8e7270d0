// What a library calls of what it is given, and what it leaves alone: methods that only write count like those that synchronize.
package library

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/pprof"
	"sync"
	"text/template"
)

type spy struct{ hit *bool }

func (s spy) MarshalJSON() ([]byte, error) {
	*s.hit = true
	return []byte("1"), nil
}

func (s spy) LogValue() slog.Value {
	*s.hit = true
	return slog.IntValue(1)
}

func (s spy) Write(p []byte) (int, error) {
	*s.hit = true
	return len(p), nil
}

// hang blocks forever if `now`.
func hang(now bool) {
	var mu sync.Mutex
	mu.Lock()
	if now {
		mu.Lock()
	}
	mu.Unlock()
}

// verdict: open
// client hang:
//
//	Encoded()
func Encoded() {
	hit := false
	_, _ = json.Marshal(spy{&hit})
	hang(hit)
}

// verdict: closed
func EncodedPlain() {
	hit := false
	_, _ = json.Marshal(&hit)
	hang(false)
}

// verdict: open
// client hang:
//
//	Logged()
func Logged() {
	hit := false
	slog.New(slog.NewTextHandler(io.Discard, nil)).Info("x", "key", spy{&hit})
	hang(hit)
}

// verdict: closed
func LoggedPlain() {
	hit := false
	slog.New(slog.NewTextHandler(io.Discard, nil)).Info("x", "key", 1)
	hang(hit)
}

// verdict: open
// client hang:
//
//	Flushed()
func Flushed() {
	hit := false
	w := bufio.NewWriter(spy{&hit})
	_, _ = w.WriteString("a")
	_ = w.Flush()
	hang(hit)
}

// verdict: closed
func FlushedPlain() {
	hit := false
	w := bufio.NewWriter(io.Discard)
	_, _ = w.WriteString("a")
	_ = w.Flush()
	hang(hit)
}

// verdict: open
// client hang:
//
//	Executed()
func Executed() {
	hit := false
	functions := template.FuncMap{"f": func() int { hit = true; return 1 }}
	t, err := template.New("t").Funcs(functions).Parse("{{f}}")
	if err == nil {
		_ = t.Execute(io.Discard, nil)
	}
	hang(hit)
}

type guarded struct{ mu sync.Mutex }

func (g *guarded) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return "guarded"
}

// verdict: open
// client hang:
//
//	Printed(new(guarded))
func Printed(g *guarded) {
	g.mu.Lock()
	_ = fmt.Sprintf("%v", g)
	g.mu.Unlock()
}

// verdict: closed
func PrintedType(g *guarded) {
	g.mu.Lock()
	_ = fmt.Sprintf("%T at %p, 100%%", g, g)
	g.mu.Unlock()
}

// verdict: open
// client hang:
//
//	PrintedBeyond(new(guarded))
func PrintedBeyond(g *guarded) {
	g.mu.Lock()
	_ = fmt.Sprintf("%T", g, g)
	g.mu.Unlock()
}

var errStop = errors.New("stop")

// verdict: open
// client hang:
//
//	Wrapped()
func Wrapped() {
	err := fmt.Errorf("read: %w", errStop)
	hang(errors.Unwrap(err) == errStop)
}

// verdict: closed
func WrappedOther() {
	err := fmt.Errorf("read: %v", errStop)
	hang(errors.Unwrap(err) == errStop)
}

// verdict: closed
func Labelled() {
	done := make(chan int, 1)
	pprof.Do(context.Background(), pprof.Labels("key", "value"), func(context.Context) { done <- 1 })
	<-done
}

// verdict: open
// client hang:
//
//	LabelledTwice()
func LabelledTwice() {
	done := make(chan int, 1)
	pprof.Do(context.Background(), pprof.Labels("key", "value"), func(context.Context) { done <- 1 })
	done <- 2
}

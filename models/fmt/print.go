// Printing: the methods of what is printed are called, in the calling goroutine; the text itself is open.

package fmt

import (
	"io"
	"os"
)

// text is the result of formatting, of which nothing is known.
func text() string

// wraps says whether a format has a %w verb.
func wraps(format string) bool

// some chooses freely.
func some() bool

// quiet says how many operands a format asks nothing, where all others are printed as text; it is negative where that is not known.
//
//gordian:model primitive format.quiet
func quiet(format string) int

// wrapped says which operand is that of the only %w of a format; -1: there is none.
//
//gordian:model primitive format.wrapped
func wrapped(format string) int

// parts prints what lies in a value, by its own methods where it has some.
func parts(x any)

// formatter is what an operand with a Format method is given.
func formatter() State

// visit calls the method by which each operand says how it is printed; not `all`: each, or some of them.
func visit(operands []any, all bool) {
	for _, x := range operands {
		if !all && some() {
			continue
		}
		switch x := x.(type) {
		case Formatter:
			x.Format(formatter(), 'v')
		case error:
			x.Error()
		case Stringer:
			x.String()
		default:
			parts(x)
		}
	}
}

// formatted calls the methods that a format asks for.
func formatted(format string, operands []any) {
	n := quiet(format)
	if n < 0 {
		visit(operands, false)
	} else if n < len(operands) {
		visit(operands[n:], true)
	}
}

func Sprint(a ...any) string {
	visit(a, true)
	return text()
}

func Sprintf(format string, a ...any) string {
	formatted(format, a)
	return text()
}

func Sprintln(a ...any) string {
	visit(a, true)
	return text()
}

func Append(b []byte, a ...any) []byte { return append(b, Sprint(a...)...) }

func Appendf(b []byte, format string, a ...any) []byte { return append(b, Sprintf(format, a...)...) }

func Appendln(b []byte, a ...any) []byte { return append(b, Sprintln(a...)...) }

func Fprint(w io.Writer, a ...any) (n int, err error) { return w.Write([]byte(Sprint(a...))) }

func Fprintf(w io.Writer, format string, a ...any) (n int, err error) {
	return w.Write([]byte(Sprintf(format, a...)))
}

func Fprintln(w io.Writer, a ...any) (n int, err error) { return w.Write([]byte(Sprintln(a...))) }

func Print(a ...any) (n int, err error) { return Fprint(os.Stdout, a...) }

func Printf(format string, a ...any) (n int, err error) { return Fprintf(os.Stdout, format, a...) }

func Println(a ...any) (n int, err error) { return Fprintln(os.Stdout, a...) }

type wrapError struct {
	msg string
	err error
}

func (e *wrapError) Error() string { return e.msg }
func (e *wrapError) Unwrap() error { return e.err }

type wrapErrors struct {
	msg  string
	errs []error
}

func (e *wrapErrors) Error() string   { return e.msg }
func (e *wrapErrors) Unwrap() []error { return e.errs }

func Errorf(format string, a ...any) (err error) {
	e := &wrapErrors{msg: Sprintf(format, a...)}
	if wraps(format) {
		for _, x := range a {
			if inner, ok := x.(error); ok {
				e.errs = append(e.errs, inner)
			}
		}
	}
	return e
}

// errorf is Errorf for formats that are known to have one %w, or none.
func errorf(format string, a ...any) (err error) {
	e := &wrapError{msg: Sprintf(format, a...)}
	if n := wrapped(format); n >= 0 && n < len(a) {
		if inner, ok := a[n].(error); ok {
			e.err = inner
		}
	}
	return e
}

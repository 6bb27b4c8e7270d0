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

// parts prints what lies in a value, by its own methods where it has some.
func parts(x any)

// formatter is what an operand with a Format method is given.
func formatter() State

// visit calls the method by which each operand says how it is printed.
func visit(operands []any) {
	for _, x := range operands {
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

func Sprint(a ...any) string {
	visit(a)
	return text()
}

func Sprintf(format string, a ...any) string {
	visit(a)
	return text()
}

func Sprintln(a ...any) string {
	visit(a)
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
	msg  string
	errs []error
}

func (e *wrapError) Error() string   { return e.msg }
func (e *wrapError) Unwrap() []error { return e.errs }

func Errorf(format string, a ...any) (err error) {
	e := &wrapError{msg: Sprintf(format, a...)}
	if wraps(format) {
		for _, x := range a {
			if inner, ok := x.(error); ok {
				e.errs = append(e.errs, inner)
			}
		}
	}
	return e
}

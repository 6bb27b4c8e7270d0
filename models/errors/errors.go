// Errors and chains of errors.

package errors

var ErrUnsupported = New("unsupported operation")

type errorString struct{ s string }

func (e *errorString) Error() string { return e.s }

// New gives an error that is equal only to itself.
func New(text string) error { return &errorString{text} }

func Unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	if err == target {
		return true
	}
	if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
		return true
	}
	for _, inner := range wrapped(err) {
		if Is(inner, target) {
			return true
		}
	}
	return false
}

// wrapped lists the errors that err holds directly.
func wrapped(err error) []error {
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		if inner := x.Unwrap(); inner != nil {
			return []error{inner}
		}
	case interface{ Unwrap() []error }:
		return x.Unwrap()
	}
	return nil
}

// As needs reflection to set its target: any answer is possible.
func As(err error, target any) bool

func AsType[E error](err error) (E, bool) {
	var zero E
	if err == nil {
		return zero, false
	}
	if e, ok := err.(E); ok {
		return e, true
	}
	for _, inner := range wrapped(err) {
		if e, ok := AsType[E](inner); ok {
			return e, true
		}
	}
	return zero, false
}

type joinError struct{ errs []error }

func (e *joinError) Error() string {
	text := ""
	for i, err := range e.errs {
		if i > 0 {
			text += "\n"
		}
		text += err.Error()
	}
	return text
}

func (e *joinError) Unwrap() []error { return e.errs }

func Join(errs ...error) error {
	var kept []error
	for _, err := range errs {
		if err != nil {
			kept = append(kept, err)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return &joinError{kept}
}

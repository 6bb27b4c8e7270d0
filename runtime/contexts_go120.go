//go:build go1.20

package gordian

import "context"

func (a At) WithCancelCause(parent context.Context) (context.Context, context.CancelCauseFunc) {
	if !active {
		return context.WithCancelCause(parent)
	}
	c := newCtx(parent, int(a), "WithCancel")
	return c, func(cause error) { c.cancelFunc(context.Canceled, cause) }
}

func (a At) Cause(c context.Context) error { return causeOf(c) }

func causeOf(c context.Context) error {
	if x, ok := c.Value(&ctxKey).(*ctx); ok {
		s := lock()
		cause := x.cause
		unlock(s)
		if cause != nil {
			return cause
		}
	}
	return context.Cause(c)
}

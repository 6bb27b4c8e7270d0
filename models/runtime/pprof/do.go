// Labels: a function is called with them, once.

package pprof

import "context"

type labelKey struct{}

func Do(ctx context.Context, labels LabelSet, f func(context.Context)) {
	f(context.WithValue(ctx, labelKey{}, labels))
}

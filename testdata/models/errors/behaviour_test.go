package errors

import "testing"

type coded struct{ code int }

func (c coded) Error() string { return "coded" }

type wrapper struct{ inner error }

func (w wrapper) Error() string { return "wrapper" }
func (w wrapper) Unwrap() error { return w.inner }

func TestIsAndAsType(t *testing.T) {
	base := New("base")
	err := Join(nil, wrapper{Join(base, wrapper{coded{3}})})
	if !Is(err, base) || Is(err, New("base")) || Is(nil, base) || !Is(nil, nil) {
		t.Fatal("Is")
	}
	if c, ok := AsType[coded](err); !ok || c.code != 3 {
		t.Fatal(c, ok)
	}
	if Join(nil, nil) != nil || Unwrap(wrapper{base}) != base || Unwrap(base) != nil {
		t.Fatal("Join or Unwrap")
	}
}

// Functions on slices that are plain loops.

package slices

func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if s[i] == v {
			return i
		}
	}
	return -1
}

func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

func Clone[S ~[]E, E any](s S) S { return append(s[:0:0], s...) }

func Delete[S ~[]E, E any](s S, i, j int) S {
	kept := append(s[:i], s[j:]...)
	clear(s[len(kept):])
	return kept
}

func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	n := 0
	for _, v := range s {
		if !del(v) {
			s[n] = v
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	tail := Clone(s[i:])
	return append(append(s[:i], v...), tail...)
}

func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

func Concat[S ~[]E, E any](slices ...S) S {
	var all S
	for _, s := range slices {
		all = append(all, s...)
	}
	return all
}

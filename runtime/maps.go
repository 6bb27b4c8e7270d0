package gordian

import (
	"reflect"
	"sort"
)

// MapIter ranges over a map in an order that the plan decides.
type MapIter[K comparable, V any] struct {
	m    map[K]V
	keys []K
	next int
	K    K
	V    V
}

// mapIter takes the keys that are there now. The language allows entries that come later to be left out.
func mapIter[K comparable, V any](m map[K]V) *MapIter[K, V] {
	it := &MapIter[K, V]{m: m, keys: make([]K, 0, len(m))}
	for k := range m {
		it.keys = append(it.keys, k)
	}
	if active && len(it.keys) > 1 {
		values := make([]reflect.Value, len(it.keys))
		for i := range it.keys {
			values[i] = reflect.ValueOf(&it.keys[i]).Elem()
		}
		order := make([]int, len(it.keys))
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(i, j int) bool { return compareValues(values[order[i]], values[order[j]]) < 0 })
		Rand().Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		sorted := make([]K, len(order))
		for i, from := range order {
			sorted[i] = it.keys[from]
		}
		it.keys = sorted
	}
	return it
}

// Map, MapKeys and MapValues are heads of loops; further results give the loop variables their types.
func Map[M ~map[K]V, K comparable, V any](m M) (*MapIter[K, V], K, V) {
	it := mapIter[K, V](m)
	return it, it.K, it.V
}

func MapKeys[M ~map[K]V, K comparable, V any](m M) (*MapIter[K, V], K) {
	it := mapIter[K, V](m)
	return it, it.K
}

func MapValues[M ~map[K]V, K comparable, V any](m M) (*MapIter[K, V], V) {
	it := mapIter[K, V](m)
	return it, it.V
}

func Map0[M ~map[K]V, K comparable, V any](m M) *MapIter[K, V] { return mapIter[K, V](m) }

// Next0 goes on to the next entry that is still there. Keys that differ from themselves cannot be looked up.
func (it *MapIter[K, V]) Next0() bool {
	for it.next < len(it.keys) {
		k := it.keys[it.next]
		it.next++
		if v, ok := it.m[k]; ok || k != k {
			it.K, it.V = k, v
			return true
		}
	}
	return false
}

func (it *MapIter[K, V]) Next(k *K, v *V) bool {
	ok := it.Next0()
	if ok {
		*k, *v = it.K, it.V
	}
	return ok
}

func (it *MapIter[K, V]) NextKey(k *K) bool {
	ok := it.Next0()
	if ok {
		*k = it.K
	}
	return ok
}

func (it *MapIter[K, V]) NextValue(v *V) bool {
	ok := it.Next0()
	if ok {
		*v = it.V
	}
	return ok
}

// compareValues orders keys of one type, the same way in every run where the keys themselves are the same.
func compareValues(a, b reflect.Value) int {
	switch a.Kind() {
	case reflect.Bool:
		return compareInts(boolInt(a.Bool()), boolInt(b.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return compareInts(a.Int(), b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return less(a.Uint() < b.Uint(), b.Uint() < a.Uint())
	case reflect.Float32, reflect.Float64:
		return less(a.Float() < b.Float(), b.Float() < a.Float())
	case reflect.String:
		return less(a.String() < b.String(), b.String() < a.String())
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		// Addresses are handed out in the same order in every run of the same schedule.
		return less(a.Pointer() < b.Pointer(), b.Pointer() < a.Pointer())
	case reflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			if c := compareValues(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := 0; i < a.Len(); i++ {
			if c := compareValues(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	}
	return 0
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func compareInts(a, b int64) int { return less(a < b, b < a) }

func less(below, above bool) int {
	switch {
	case below:
		return -1
	case above:
		return 1
	}
	return 0
}

// Words of specifications are names outside of annotations.

//@ dup pkgInvariant acc(&total, _)
package annotations

//@ importRequires true
import "fmt"

var total int //@ addressable: total

/*@
ghost
requires x > 0
decreases x
pure func half(x int) int {
	return x / 2
}

pred list(n *node) { acc(n) && (n.next != nil ==> list(n.next)) }
@*/

type node struct {
	old, seq int
	next     *node
	//@ ghost view seq[int]
}

// Doc of the method.
//
//@ requires acc(r, 1/2)
// @ preserves forall i int :: { xs[i] }
// @   0 <= i && i < len(xs) ==> // the range
// @   acc(&xs[i])
//@ ensures acc(r, 1/2)
func (r *node) set(xs []int) (get, acc int) { //@ addressable: r
	share := func() int { return r.old }
	fold, assert := share(), r.seq
	in := set(fold)[assert]
	//@ assert fold == assert
	//@ fold list(r)
	/*@ ghost var i int = 0 @*/
	//@ invariant 0 <= i
	//@ decreases
	for i, x := range xs /*@ with i0 @*/ { //@ addressable: i
		in = x + i //@ with: g = x
	}
	if /*@ unfolding: list(r) @*/ r.old == in && /* @ unfolding acc(list(r), _) in @ */ r.seq == 1 {
		return get, acc //@ with: set[int]{}
	}
	call(1, 2) //@ with: g, h
	call( /*@ x @*/ ) /*@ with: y @*/
	call() //@ with: g
	call(3) /*@ as spec{n: 1} @*/ /*@ with: old(x) @*/
	a, b := 1, 2      // @ with: g, h := seq[int]{}, 4; addressable: b, g
	fmt.Println(a, b) //@ with:
	f := /*@ requires true @*/
		func /*@ named @*/ (x int /*@, ghost y int @*/) {}
	/*@ outline ( @*/
	f(1)
	/*@ ) @*/
	return //@ with: a, b
}

//@ ghost-parameters: p perm, q, r int
//@ requires p > 0
// @ ghost-results: res int, ok bool
func plain(x int) {}

//@ ghost-results: res int
func one(x int) int

type shape interface {
	//@ pred mem()

	//@ requires acc(mem(), _)
	//@ ghost-parameters: n int
	//@ pure
	area() int
}

//@ *node implements shape

func generic[T any](set []T, in map[string]T) (get T) {
	delete(in, "x")
	clear(set)
	select {
	case get = <-make(chan T):
	default:
	}
	for range 10 {
	}
	min := min(1, 2)
	_ = min
	goto end
end:
	return get
}

// @
//@
/*@ @*/

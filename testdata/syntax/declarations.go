// Licence text stands here.

//go:build linux && go1.22

// Package declarations holds every form of declaration.
package declarations

// #include <stdio.h>
import "C"

import (
	. "errors"
	_ "embed"

	// fmt prints.
	format "fmt"
	"io"
)

import ()

//go:embed declarations.go
var source string

const one = 1

const typed, alsoTyped int = 1, 2

// Weekdays count from zero.
const (
	// Sunday is the first day.
	Sunday = iota
	Monday
	_
	Wednesday, Mercredi = iota, "m"
)

const ()

var a, b, c int
var d = 4
var e, f float64 = 1, 2
var (
	g    io.Reader
	h, i = format.Sprint(1), New("x")
)

type (
	// Celsius is a temperature.
	Celsius float64
	Alias   = Celsius
)

type Point struct {
	// X and Y are the place.
	X, Y int
	name string `json:"name"`
	Celsius
	*Alias "tag"
	io.Reader
	Pair[int, string]
	*Tree[int]
	array [4]int
	table [one + 2]func(int) string
	fun   func(a, b int, rest ...string) (n int, err error)
	inner struct{ x, y struct{} }
	_     int
}

type Empty struct{}

type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

type Tree[T any] struct{ left, right *Tree[T] }

type Number interface {
	~int | ~int8 | int16
	// String describes.
	String() string
	Compare(other, third int) (less, equal bool)
	comparable
	io.Writer
	Pair[int, string]
	*int
	[]byte | map[string]int
	func()
}

type Any interface{}

type Constrained[P *T, T any, Q interface{ ~[]P }] []Q

type Pointer[P *int,] struct{}
type Parens[P (int),] struct{}
type Union[P int | ~string] struct{}
type UnionPointer[P *int | string,] struct{}
type ArrayConstraint[P []int] struct{}
type Elem[P *struct{}] struct{}

type ArrayOfConstant [one]int
type ArrayOfProduct [one * 2]int
type ArrayOfCall [len("abc")]int
type ArrayOfSlices [2][]int
type GenericAlias[P any] = []P

func noBody()

func generic[P any, Q interface{ m() }](p P, q Q) {}

func unnamed(int, string, ...func()) {}

func results() (int, error) { return 0, nil }

func named() (n int, err error) { return }

func single() func(int) func() { return nil }

func trailing(
	a int,
	b string,
) (
	c int,
) {
	return 0
}

// String has a receiver.
func (p Point) String() string { return "" }

func (*Point) pointer() {}

func (p *Pair[K, _]) generic() {}

func ((Point)) parens() {}

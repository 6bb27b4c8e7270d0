// What a registry gives that nobody in sight has filled answers calls as code from outside: what it is handed is its own.

package p

type maker interface{ Make(c chan int) }

var makers = map[string]maker{}

func Registered(name string) int {
	c := make(chan int)
	m := makers[name]
	m.Make(c)
	return <-c
}

type plain struct{}

func (plain) Make(c chan int) {}

func InSight() int {
	c := make(chan int)
	var m maker = plain{}
	m.Make(c)
	return <-c // want global-deadlock "receive c"
}

// Package tally adds numbers up.
package tally

import "sync"

/*@
// What a worker gives back: its result, and the numbers that it has read.
pred done(out *int, xs []int) {
	acc(out) && *out >= 0 && acc(xs, 1/2)
}
@*/

// add puts the sum of the positive numbers in xs into out.
// @ requires acc(out) && acc(xs, 1/2)
// @ requires wg.UnitDebt(done{out, xs})
func add(out *int, xs []int, wg *sync.WaitGroup) {
	*out = 0
	// @ invariant 0 <= i
	// @ invariant acc(out) && *out >= 0 && acc(xs, 1/2)
	for i := 0; i < len(xs); i++ {
		if xs[i] > 0 {
			*out += xs[i]
		}
	}
	// @ fold done{out, xs}()
	// @ wg.PayDebt(done{out, xs})
	wg.Done()
}

// Sum adds up the positive numbers in xs, in a goroutine of its own.
// @ preserves acc(xs, 1/2)
// @ ensures   sum >= 0
func Sum(xs []int) (sum int) {
	var wg sync.WaitGroup // @ addressable: wg
	var out int           // @ addressable: out
	// @ wg.Init()
	wg.Add(1) // @ with: 1/1, PredTrue{}
	// @ wg.GenerateTokenAndDebt(done{&out, xs})
	// @ wg.Start(1/2, done{&out, xs})
	go add(&out, xs, &wg)
	// @ fold wg.TokenById(done{&out, xs}, 0)
	// @ wg.SetWaitMode(1/2, 1/2)
	// @ ghost tokens := seq[pred()]{done{&out, xs}}
	wg.Wait() // @ with: 1/1, tokens
	// @ assert tokens[0] == done{&out, xs}
	// @ unfold sync.InjEval(tokens[0], 0)
	// @ unfold done{&out, xs}()
	return out
}

package gordian

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// Each program below runs in a process of its own, under a plan; what it prints and how it ends is compared.
var programs = map[string]func(){
	"rendezvous": func() {
		c := Chan(make(chan int), 1)
		go W00(2, func() { To(c, 3).Send(7) })()
		Went()
		fmt.Print(Recv(c, 4))
	},
	"lock order": func() {
		var a, b sync.Mutex
		done := make(chan bool)
		go W00(1, func() {
			At(2).Mutex(&a).Lock()
			At(3).Mutex(&b).Lock()
			At(8).Mutex(&b).Unlock()
			At(9).Mutex(&a).Unlock()
			To(done, 4).Send(true)
		})()
		Went()
		At(5).Mutex(&b).Lock()
		At(6).Mutex(&a).Lock()
		At(10).Mutex(&a).Unlock()
		At(11).Mutex(&b).Unlock()
		Recv(done, 7)
	},
	"virtual time": func() {
		start := At(0).Now()
		At(1).Sleep(time.Hour)
		ticker := At(2).NewTicker(time.Minute)
		for i := 0; i < 3; i++ {
			Recv(ticker.C, 3)
		}
		At(4).Ticker(ticker).Stop()
		fmt.Print(At(0).Since(start).Round(time.Second))
	},
	"deadline": func() {
		ctx, cancel := At(1).WithTimeout(context.Background(), time.Hour)
		defer cancel()
		below, cancelBelow := At(2).WithCancel(ctx)
		defer cancelBelow()
		Recv(below.Done(), 3)
		fmt.Print(below.Err(), " ", ctx.Err())
	},
	"select": func() {
		a, b := make(chan int, 1), make(chan string, 1)
		To(b, 1).Send("x")
		ra, rb := R(a), R(b)
		k := Select(2, 0, ra, rb)
		fmt.Print(k, " ", rb.V, " ", rb.Ok, " ", Select(3, 1, R(a)))
	},
	"unlock of unlocked": func() {
		var mu sync.Mutex
		At(1).Mutex(&mu).Unlock()
	},
	"spin": func() {
		var flag int32
		go W00(1, func() { *PS(&flag, 2) = 1 })()
		Went()
		for *PL(&flag, 3) == 0 {
		}
		fmt.Print("over")
	},
	"recursive read lock": func() {
		var rw sync.RWMutex
		done := make(chan bool)
		go W00(1, func() {
			At(2).RWMutex(&rw).RLock()
			At(3).RWMutex(&rw).RLock()
			At(4).RWMutex(&rw).RUnlock()
			At(5).RWMutex(&rw).RUnlock()
			To(done, 6).Send(true)
		})()
		Went()
		At(7).RWMutex(&rw).Lock()
		At(8).RWMutex(&rw).Unlock()
		Recv(done, 9)
	},
	"rounds": func() {
		var mu sync.Mutex
		done := make(chan bool)
		n := 0
		go W00(1, func() {
			for i := 0; i < 6; i++ {
				At(2).Mutex(&mu).Lock()
				n++
				At(3).Mutex(&mu).Unlock()
			}
			To(done, 6).Send(true)
		})()
		Went()
		At(4).Mutex(&mu).Lock()
		fmt.Print(n)
		At(5).Mutex(&mu).Unlock()
		Recv(done, 7)
	},
	"cond": func() {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready := false
		go W00(1, func() {
			At(2).Mutex(&mu).Lock()
			ready = true
			At(3).Cond(c).Signal()
			At(4).Mutex(&mu).Unlock()
		})()
		Went()
		At(5).Mutex(&mu).Lock()
		for !ready {
			At(6).Cond(c).Wait()
		}
		At(7).Mutex(&mu).Unlock()
		fmt.Print("ready")
	},
	"panic": func() {
		c := make(chan bool)
		go W00(1, func() { panic("oh") })()
		Went()
		Recv(c, 2)
	},
}

func TestMain(m *testing.M) {
	if name := os.Getenv("GORDIAN_PROGRAM"); name != "" {
		program(name)
		return
	}
	os.Exit(m.Run())
}

func program(name string) {
	defer At(0).Main()()
	programs[name]()
}

type result struct {
	stdout string
	record string
}

// end is the last line of a record: its kind and message.
func (r result) end() string {
	lines := strings.Split(strings.TrimSpace(r.record), "\n")
	last := lines[len(lines)-1]
	kind := strings.TrimPrefix(last, `{"t":"end","kind":"`)
	if kind == last {
		return last
	}
	return kind[:strings.IndexByte(kind, '"')]
}

// events are the lines of the steps.
func (r result) events() string {
	var out []string
	for _, line := range strings.Split(r.record, "\n") {
		if strings.HasPrefix(line, `{"t":"e"`) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func run(t *testing.T, name string, seed int, strategy string) result {
	t.Helper()
	record := t.TempDir() + "/record"
	cmd := exec.Command(os.Args[0])
	plan := fmt.Sprintf(`{"version":1,"seed":%d,"strategy":%s,"limits":{},"record":"full"}`, seed, strategy)
	cmd.Env = append(os.Environ(), "GORDIAN_PROGRAM="+name, "GORDIAN_PLAN="+plan, "GORDIAN_RECORD="+record)
	out, _ := cmd.Output()
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), `"t":"defect"`) {
		t.Errorf("%s: %s", name, text)
	}
	return result{string(out), string(text)}
}

func TestEnds(t *testing.T) {
	for _, want := range []struct{ name, stdout, end string }{
		{"rendezvous", "7", "passed"},
		{"virtual time", "1h3m0s", "passed"},
		{"deadline", "context deadline exceeded context deadline exceeded", "passed"},
		{"select", "1 x true -1", "passed"},
		{"unlock of unlocked", "", "fatal"},
		{"spin", "over", "passed"},
		{"cond", "ready", "passed"},
		{"panic", "", "panic"},
	} {
		for _, strategy := range []string{`{"kind":"first"}`, `{"kind":"random"}`, `{"kind":"pct","depth":3,"length":20}`, `{"kind":"pos"}`} {
			got := run(t, want.name, 5, strategy)
			if got.stdout != want.stdout || got.end() != want.end {
				t.Errorf("%s under %s: printed %q and ended %s, want %q and %s", want.name, strategy, got.stdout, got.end(), want.stdout, want.end)
			}
		}
	}
}

// Some schedules end well, some do not; those that do not end in a deadlock with both goroutines in it.
func TestDeadlocks(t *testing.T) {
	for name, states := range map[string][]string{
		"lock order":          {`"state":"sync.Mutex.Lock"`},
		"recursive read lock": {`"state":"sync.RWMutex.Lock"`, `"state":"sync.RWMutex.RLock"`},
	} {
		seen := map[string]int{}
		for seed := 1; seed <= 40; seed++ {
			got := run(t, name, seed, `{"kind":"random"}`)
			seen[got.end()]++
			if got.end() != "deadlock" {
				continue
			}
			for _, state := range states {
				// Before 1.20 the runtime does not tell locks apart.
				if !strings.Contains(got.record, state) && !strings.Contains(got.record, `"state":"semacquire"`) {
					t.Errorf("%s: no %s in %s", name, state, got.record)
				}
			}
		}
		if seen["deadlock"] == 0 || seen["passed"] == 0 || len(seen) != 2 {
			t.Errorf("%s: %v", name, seen)
		}
	}
}

func TestSameSeedSameRun(t *testing.T) {
	for name := range programs {
		first := run(t, name, 3, `{"kind":"random"}`)
		for i := 0; i < 5; i++ {
			if again := run(t, name, 3, `{"kind":"random"}`); again.events() != first.events() {
				t.Errorf("%s:\n%s\n%s", name, first.events(), again.events())
			}
		}
	}
}

// op of a chain: goroutine, site, and which of its steps there.
func chainOp(g string, site, nth int) string {
	return fmt.Sprintf(`{"g":%q,"site":%d,"nth":%d}`, g, site, nth)
}

func chainOf(ops ...string) string {
	return `{"kind":"chain","ops":[` + strings.Join(ops, ",") + `],"then":{"kind":"random"}}`
}

// effect gives how many operations of the chain came in their turn.
func (r result) effect() string {
	const field = `"effect":`
	text := r.record[strings.LastIndex(r.record, field)+len(field):]
	return text[:strings.IndexAny(text, ",}")]
}

// A chain lets its next operation happen and does not make it happen; those behind wait for it.
func TestChainHoldsBack(t *testing.T) {
	// The deadlock needs both outer locks before any inner one.
	for seed := 1; seed <= 20; seed++ {
		got := run(t, "lock order", seed, chainOf(chainOp("0", 5, 0), chainOp("0.0", 3, 0)))
		ends := got.end() == "deadlock" && got.effect() == "1" || got.end() == "passed" && got.effect() == "2"
		if !ends {
			t.Errorf("seed %d: %s, effect %s", seed, got.end(), got.effect())
		}
	}
	// What is behind an operation that cannot come first is let go once nothing else can run, and is then out of the chain.
	for seed := 1; seed <= 20; seed++ {
		got := run(t, "lock order", seed, chainOf(chainOp("0", 7, 0), chainOp("0.0", 2, 0), chainOp("0", 6, 0)))
		if got.end() == "passed" && got.effect() != "1" || got.end() == "deadlock" && got.effect() != "0" {
			t.Errorf("seed %d: %s, effect %s", seed, got.end(), got.effect())
		}
	}
}

// Which of the steps at a place is meant can be said: the writer comes between the third and the fourth round.
func TestChainCountsSteps(t *testing.T) {
	for seed := 1; seed <= 20; seed++ {
		got := run(t, "rounds", seed, chainOf(chainOp("0.0", 2, 3), chainOp("0", 4, 1), chainOp("0.0", 2, 4)))
		if got.stdout != "3" || got.effect() != "3" {
			t.Errorf("seed %d: printed %q, effect %s", seed, got.stdout, got.effect())
		}
	}
}

// A writer that has to wait for readers has come when it begins to wait, and is then not held back at its second half.
func TestChainWithWriterThatWaits(t *testing.T) {
	chain := chainOf(chainOp("0.0", 2, 1), chainOp("0", 7, 1), chainOp("0.0", 3, 1))
	for seed := 1; seed <= 20; seed++ {
		got := run(t, "recursive read lock", seed, chain)
		if got.end() != "deadlock" || got.effect() != "2" {
			t.Errorf("seed %d: %s, effect %s", seed, got.end(), got.effect())
		}
	}
}

func TestPrefixThatDoesNotFit(t *testing.T) {
	got := run(t, "rendezvous", 1, `{"kind":"prefix","strict":true,"choices":[{"g":"0.0","op":"recv","site":9,"arm":null,"with":""}],"then":{"kind":"first"}}`)
	if got.end() != "divergence" || !strings.Contains(got.record, "choice 0 does not fit") {
		t.Error(got.record)
	}
}

func TestTable(t *testing.T) {
	var table ptrTable[int]
	values := make([]int, 1000)
	for i := range values {
		values[i] = i
		table.put(uintptr(8*i+16), &values[i])
	}
	for i := range values {
		if i%3 == 0 {
			table.remove(uintptr(8*i + 16))
		}
	}
	for i := range values {
		got := table.get(uintptr(8*i + 16))
		if i%3 == 0 && got != nil || i%3 != 0 && (got == nil || *got != i) {
			t.Fatal(i, got)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a.b", "a.b", true},
		{"a.*", "a.(*T).run", true},
		{"*.run", "a.(*T).run", true},
		{"*worker*", "p.worker.func1", true},
		{"a.*.c", "a.b", false},
		{"b*", "a.b", false},
	} {
		if got := globMatch(c.pattern, c.name); got != c.want {
			t.Error(c, got)
		}
	}
}

// Which goroutine continues under the schedule without preemptions: none may be passed over forever.
func TestFirst(t *testing.T) {
	old := &G{id: 1, named: "0", since: 5}
	young := &G{id: 9, parent: old, nth: 3, since: 2}
	yields := &G{id: 4, parent: young, since: 1, p: pending{n: 1}}
	alts := []alt{{g: old, op: opLock}, {g: young, op: opLock}, {g: yields, op: opYield}}
	s := &sched{last: old}
	f := &firstStrategy{}
	expect := func(want *G, why string) {
		t.Helper()
		if got := alts[f.pick(s, alts)].g; got != want {
			t.Error(why+": got", got.path())
		}
	}
	expect(old, "the one that ran continues")
	f.yield(old)
	expect(yields, "the one that has stood for longest is next")
	s.last = yields
	expect(old, "the one that yields waits for others")
	alts = alts[2:]
	expect(yields, "unless there are none")
	alts = []alt{{g: old, op: opLock}, {g: young, op: opLock}}
	s.last = old
	f.returned(young)
	expect(young, "the one that comes back continues at once")
	expect(old, "but once only")
}

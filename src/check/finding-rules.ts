// The rules about concurrency: what each means, with an example that breaks it and one that does not.

import type { Rule } from '../base/rules.ts';
import { defaultProperties } from '../model/index.ts';

/** What passes need to know about a rule: they ask for these columns, and for no names. */
export interface RuleClasses {
  /** Whether it is about communication: all that is asked by default but panics, which data decides. */
  readonly communication: boolean;
  /** How much it says about a goroutine that stays blocked, 0 the most; null where it is about something else. */
  readonly blocked: number | null;
  /** About what one goroutine does to a lock by itself: each branch on the way is taken by some call. */
  readonly ownLock: boolean;
  /** Only says more about a leak. */
  readonly detailsLeak: boolean;
  /** What it is about panics, which a deferred call can recover from. */
  readonly panics: boolean;
}

export interface FindingRule extends Rule, RuleClasses {}

const none: RuleClasses = {
  communication: false,
  blocked: null,
  ownLock: false,
  detailsLeak: false,
  panics: false,
};

function rule(
  name: string,
  title: string,
  explanation: string,
  bad: string,
  good: string,
  classes: Partial<Omit<RuleClasses, 'communication'>> = {},
): FindingRule {
  const communication = name !== 'panic' && defaultProperties.some((property) => property === name);
  return { name, group: 'concurrency', title, explanation, bad, good, ...none, communication, ...classes };
}

/** Of the properties of the Godel paper. */
const paper =
  'Checked only when asked for with --property; docs/formulas.md has its formula. Main counts as any other goroutine.';

export const findingRules: readonly FindingRule[] = [
  rule(
    'goroutine-leak',
    'A goroutine can block forever.',
    'No continuation of the run wakes the goroutine: no other goroutine is left that could receive, send, close, unlock or ' +
      'signal. It keeps its stack and everything that it refers to until the process ends.',
    `func Fetch(get func() int) int {
	result := make(chan int)
	go func() { result <- get() }()
	select {
	case n := <-result:
		return n
	case <-time.After(time.Second):
		return 0
	}
}`,
    `func Fetch(get func() int) int {
	result := make(chan int, 1)
	go func() { result <- get() }()
	select {
	case n := <-result:
		return n
	case <-time.After(time.Second):
		return 0
	}
}`,
    // The end of everything and the end of one goroutine are the same news.
    { blocked: 3 },
  ),
  rule(
    'global-deadlock',
    'Every goroutine can end up blocked.',
    'A state is reachable in which no goroutine can move and the function that was entered first has not returned.',
    `func Ask() int {
	answer := make(chan int)
	answer <- 42
	return <-answer
}`,
    `func Ask() int {
	answer := make(chan int, 1)
	answer <- 42
	return <-answer
}`,
    { blocked: 3 },
  ),
  rule(
    'double-lock',
    'A goroutine can lock a mutex that it already holds, and block forever.',
    'Locks of package sync are not reentrant. Taking a read lock twice blocks too if a writer asks for the lock in between. ' +
      'A function that returns with a lock held is reported as missing-unlock.',
    `type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *Counter) Next() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = c.Get() + 1
	return c.n
}`,
    '',
    { blocked: 1, ownLock: true, detailsLeak: true },
  ),
  rule(
    'missing-unlock',
    'A function can return with a mutex locked, and its next caller blocks forever.',
    'It is reported at the return that skips the Unlock, or where the mutex is locked if nothing unlocks it. A defer right after Lock unlocks on every return, and after a panic.',
    `type Cache struct {
	mu     sync.Mutex
	values map[string]int
}

func (c *Cache) Get(key string) (int, bool) {
	c.mu.Lock()
	n, ok := c.values[key]
	if !ok {
		return 0, false
	}
	c.mu.Unlock()
	return n, true
}`,
    `type Cache struct {
	mu     sync.Mutex
	values map[string]int
}

func (c *Cache) Get(key string) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.values[key]
	return n, ok
}`,
    { blocked: 1, ownLock: true, detailsLeak: true },
  ),
  rule(
    'lock-order',
    'Goroutines lock mutexes in different orders, and can block each other forever.',
    'It is reported only if a run reaches the cycle.',
    `func Swap() {
	var first, second sync.Mutex
	done := make(chan bool)
	go func() {
		first.Lock()
		second.Lock()
		second.Unlock()
		first.Unlock()
		done <- true
	}()
	second.Lock()
	first.Lock()
	first.Unlock()
	second.Unlock()
	<-done
}`,
    '',
    { blocked: 2, detailsLeak: true },
  ),
  rule(
    'send-on-closed',
    'A value can be sent on a closed channel, which panics.',
    'A sender that is already blocked when the channel is closed panics as well.',
    `func Notify() {
	c := make(chan int, 1)
	close(c)
	c <- 1
}`,
    '',
    { panics: true },
  ),
  rule(
    'double-close',
    'A channel can be closed twice, which panics.',
    '',
    `func Stop() {
	done := make(chan bool)
	close(done)
	close(done)
}`,
    '',
    { panics: true },
  ),
  rule(
    'close-nil',
    'A nil channel can be closed, which panics.',
    '',
    `func Stop() {
	var done chan bool
	close(done)
}`,
    '',
    { panics: true },
  ),
  rule(
    'nil-channel',
    'A goroutine sends on or receives from a nil channel, which blocks forever.',
    'A nil channel in a select is fine: its case is never chosen.',
    `func Wait() {
	var done chan bool
	<-done
}`,
    '',
    { blocked: 0 },
  ),
  rule(
    'negative-capacity',
    'A channel can be made with a negative capacity, which panics.',
    '',
    `func Make() {
	n := -1
	c := make(chan int, n)
	close(c)
}`,
    '',
    { panics: true },
  ),
  rule(
    'negative-waitgroup',
    'The counter of a WaitGroup can become negative, which panics.',
    '',
    `func Twice() {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done()
}`,
    '',
    { panics: true },
  ),
  rule(
    'dead-case',
    'A case of a select can never be chosen.',
    'The channel is made, but no code that can run sends on it, closes it, or receives from it. A goroutine that waits for it, often to be ' +
      'told to stop, waits in vain.',
    `type Server struct{ stop chan bool }

func NewServer() *Server { return &Server{stop: make(chan bool)} }

func (s *Server) Run(work chan int) {
	for {
		select {
		case <-work:
		case <-s.stop:
			return
		}
	}
}`,
    `type Server struct{ stop chan bool }

func NewServer() *Server { return &Server{stop: make(chan bool)} }

func (s *Server) Stop() { close(s.stop) }

func (s *Server) Run(work chan int) {
	for {
		select {
		case <-work:
		case <-s.stop:
			return
		}
	}
}`,
  ),
  rule(
    'lost-signal',
    'signal.Notify is given an unbuffered channel, so signals can be lost.',
    'signal.Notify does not wait: a signal that arrives while nothing is receiving is dropped, and a later receive blocks forever.',
    `func Wait() {
	stop := make(chan os.Signal)
	signal.Notify(stop, os.Interrupt)
	<-stop
}`,
    `func Wait() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
}`,
  ),
  rule(
    'copied-lock',
    'A function uses a lock or a WaitGroup that it was given by value.',
    'The caller keeps another one: a Lock of the copy excludes no other goroutine, and a Done of the copy is none for the caller, who waits forever.',
    `func work(do func(), wg sync.WaitGroup) {
	defer wg.Done()
	do()
}`,
    `func work(do func(), wg *sync.WaitGroup) {
	defer wg.Done()
	do()
}`,
  ),
  rule(
    'lost-cancel',
    'Nothing calls the cancel function of a context.',
    'The context stays attached to its parent, and goroutines that wait for it wait until the parent is cancelled, if it ever is.',
    `func Watch(events chan int) {
	ctx, _ := context.WithCancel(context.Background())
	go func() {
		select {
		case <-events:
		case <-ctx.Done():
		}
	}()
}`,
    `func Watch(events chan int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-events:
		case <-ctx.Done():
		}
	}()
}`,
  ),
  rule(
    'late-add',
    'A goroutine raises the WaitGroup counter that it is counted by.',
    'Wait may run before the goroutine does: it then finds the counter at zero, and returns while the goroutine still works. Call Add before the go statement.',
    `func Each(items []int, do func(int)) {
	var wg sync.WaitGroup
	for _, item := range items {
		go func() {
			wg.Add(1)
			defer wg.Done()
			do(item)
		}()
	}
	wg.Wait()
}`,
    `func Each(items []int, do func(int)) {
	var wg sync.WaitGroup
	for _, item := range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			do(item)
		}()
	}
	wg.Wait()
}`,
  ),
  rule(
    'single-wait',
    'Cond.Wait is called once, behind an if.',
    'Another goroutine may have changed the condition before Wait has the lock again, and Broadcast wakes more than one. Ask again in a loop.',
    `type Queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func (q *Queue) Take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.items[0]
}`,
    `type Queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func (q *Queue) Take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.items[0]
}`,
  ),
  rule(
    'endless-spin',
    'A loop waits for an atomic variable that nothing sets.',
    '',
    `func Await(start func()) {
	var ready atomic.Bool
	go start()
	for !ready.Load() {
		runtime.Gosched()
	}
}`,
    `func Await(start func()) {
	var ready atomic.Bool
	go func() {
		start()
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
}`,
  ),
  rule(
    'unstopped-ticker',
    'A ticker is never stopped.',
    'Before Go 1.23 the runtime keeps a ticker until it is stopped, even if nothing refers to it; in such modules, by the go line of go.mod, tickers that a function drops are reported, and ' +
      'tickers in fields of values that have a method to end them.',
    '',
    '',
  ),
  rule(
    'unlock-unlocked',
    'Unlock can be called on a mutex that is not locked, which crashes the program.',
    '',
    `func Unlock() {
	var mu sync.Mutex
	mu.Unlock()
}`,
    '',
    { ownLock: true },
  ),
  rule(
    'deadlock-ignoring-main-exit',
    'Goroutines are still blocked when main returns.',
    'Checked only when asked for with --property: the tools of two papers count such programs as deadlocked.',
    '',
    '',
  ),
  rule(
    'not-live',
    'A goroutine can wait for a communication that no continuation of the run provides.',
    'Checked only when asked for with --property. Main counts as any other goroutine: its return does not end the program.',
    '',
    '',
  ),
  rule(
    'unreceived-message',
    'A value can stay in the buffer of a channel forever.',
    'Checked only when asked for with --property. No goroutine is blocked, but the value that was sent is lost.',
    '',
    '',
  ),
  rule('no-global-deadlock', 'A goroutine waits, and no step is possible.', paper, '', ''),
  rule('liveness', 'A communication that a goroutine waits for can become impossible.', paper, '', ''),
  rule('channel-safety', 'A goroutine can be about to send on a closed channel, or to close it again.', paper, '', ''),
  rule('eventual-reception', 'A value in a buffer may never be received.', paper, '', ''),
  rule('no-terminal', 'The program can reach a state without a next step.', paper, '', ''),
  rule('no-cycle', 'The program can run forever.', paper, '', ''),
  rule('formula', 'A formula given with --formula does not hold.', 'docs/formulas.md explains formulas.', '', ''),
  rule(
    'precondition',
    "The call violates the function's precondition.",
    'The function is proved to be free of such bugs under a condition on its arguments, or states one with `//gordian:requires`, and this ' +
      'call violates it whenever it is made. Calls that may violate it, because their own arguments come from outside, are not reported.',
    `func Run() {
	Spread(0)
}

func Spread(workers int) {
	work := make(chan int)
	for i := 0; i < workers; i++ {
		go func() { <-work }()
	}
	work <- 1
	for i := 1; i < workers; i++ {
		work <- 1
	}
}`,
    `func Run() {
	Spread(4)
}

func Spread(workers int) {
	work := make(chan int)
	for i := 0; i < workers; i++ {
		go func() { <-work }()
	}
	work <- 1
	for i := 1; i < workers; i++ {
		work <- 1
	}
}`,
  ),
  rule(
    'bad-requires',
    'The condition of a //gordian:requires directive cannot be used.',
    'It must be a Go condition over the parameters of the function below it, their lengths, and constants. Nothing is assumed because of it.',
    `//gordian:requires n > limit
func Send(n int) {
	c := make(chan int, n)
	c <- 1
}`,
    '',
  ),
  rule(
    'unchecked-requires',
    'Calls are not checked against conditions in //gordian:requires.',
    'That takes an SMT solver: a z3 on the PATH, or the npm package z3-solver. Functions are still checked under their conditions.',
    '',
    '',
  ),
  rule(
    'internal-error',
    'A part of the check failed because of a defect in Gordian.',
    'What the other parts found is reported all the same. Please report the defect with the code that shows it.',
    '',
    '',
  ),
  rule(
    'unused-ignore',
    'A gordian:ignore directive has no effect.',
    'The rule that it names does not exist, or reports nothing there. Remove the directive, or move it to the line of the finding or ' +
      'above the function. gordian test does not report directives that silence nothing: other schedules may need them.',
    '',
    '',
  ),
];

const byName: ReadonlyMap<string, FindingRule> = new Map(findingRules.map((row) => [row.name, row]));

/** The columns of a rule; those of no class for formulas and for what other engines find. */
export function classesOf(name: string): RuleClasses {
  return byName.get(name) ?? none;
}

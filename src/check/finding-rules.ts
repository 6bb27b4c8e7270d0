// The rules about concurrency: what each means, with an example that breaks it and one that does not.

import type { Rule } from '../base/rules.ts';

function rule(name: string, title: string, explanation: string, bad: string, good: string): Rule {
  return { name, group: 'concurrency', title, explanation, bad, good };
}

/** Of the properties of the Godel paper. */
const paper =
  'Only checked when asked for with --property; docs/formulas.md has its formula. Main counts as any other goroutine.';

export const findingRules: readonly Rule[] = [
  rule(
    'goroutine-leak',
    'A goroutine can reach an operation at which it stays blocked for ever.',
    'No run of the program from there on moves the goroutine again: nobody is left who could receive, send, close, unlock or ' +
      'signal. It keeps its stack and all that it refers to until the process ends.',
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
  ),
  rule(
    'global-deadlock',
    'All goroutines can come to wait for each other.',
    'A state can be reached in which no goroutine can move and the function that was entered first has not returned.',
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
  ),
  rule(
    'double-lock',
    'A goroutine waits for a lock that it holds itself.',
    'Locks of package sync are not reentrant. A read lock taken twice blocks too, if a writer comes in between.',
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
  ),
  rule(
    'lock-order',
    'Goroutines take locks in different orders, and can block each other for ever.',
    'It is reported only where a run leads into the cycle.',
    `func Swap(a, b *sync.Mutex) {
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
  ),
  rule(
    'send-on-closed',
    'A value can be sent on a channel that was closed: the program panics.',
    'A sender that was blocked when the channel was closed panics as well.',
    `func Notify() {
	c := make(chan int, 1)
	close(c)
	c <- 1
}`,
    '',
  ),
  rule(
    'double-close',
    'A channel can be closed twice: the program panics.',
    '',
    `func Stop() {
	done := make(chan bool)
	close(done)
	close(done)
}`,
    '',
  ),
  rule(
    'close-nil',
    'A nil channel can be closed: the program panics.',
    '',
    `func Stop() {
	var done chan bool
	close(done)
}`,
    '',
  ),
  rule(
    'nil-channel',
    'A goroutine communicates on a nil channel, which blocks for ever.',
    'A nil channel in a select is fine: its case is never chosen.',
    `func Wait() {
	var done chan bool
	<-done
}`,
    '',
  ),
  rule(
    'negative-capacity',
    'A channel can be made with a negative capacity: the program panics.',
    '',
    `func Make() {
	n := -1
	c := make(chan int, n)
	close(c)
}`,
    '',
  ),
  rule(
    'negative-waitgroup',
    'The counter of a WaitGroup can become negative: the program panics.',
    '',
    `func Twice() {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done()
}`,
    '',
  ),
  rule(
    'dead-case',
    'A case of a select can never be chosen.',
    'The channel is made, but nothing that can ever happen sends on it, closes it, or receives from it. What waits for it, often for the end of ' +
      'something, waits in vain.',
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
    'signal.Notify is given a channel without a buffer: signals can be lost.',
    'It sends without waiting: a signal that comes while nobody receives is dropped, and who receives later waits for ever.',
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
    'unlock-unlocked',
    'A lock can be unlocked that is not locked: the program ends at once.',
    '',
    `func Unlock() {
	var mu sync.Mutex
	mu.Unlock()
}`,
    '',
  ),
  rule(
    'deadlock-ignoring-main-exit',
    'If the end of main ended nothing, goroutines would be left that are stuck.',
    'Only checked when asked for with --property: the tools of two papers count such programs as deadlocked.',
    '',
    '',
  ),
  rule(
    'not-live',
    'A goroutine can wait for a communication that no run from there on brings.',
    'Only checked when asked for with --property. Main counts as any other goroutine: its end ends nothing.',
    '',
    '',
  ),
  rule(
    'unreceived-message',
    'A message can stay in a buffer for ever.',
    'Only checked when asked for with --property. Nobody is blocked; but what was sent is lost.',
    '',
    '',
  ),
  rule('no-global-deadlock', 'Some goroutine waits, and no step is possible.', paper, '', ''),
  rule('liveness', 'A communication that somebody waits for cannot come about any more.', paper, '', ''),
  rule(
    'channel-safety',
    'A goroutine can stand before a send on a closed channel, or before closing it again.',
    paper,
    '',
    '',
  ),
  rule('eventual-reception', 'A message in a buffer may never be received.', paper, '', ''),
  rule('no-terminal', 'The program can come to an end, or to a stop.', paper, '', ''),
  rule('no-cycle', 'The program can run for ever.', paper, '', ''),
  rule('formula', 'A formula that was asked for does not hold.', 'docs/formulas.md explains formulas.', '', ''),
  rule(
    'precondition',
    'A call does not give a function what it needs.',
    'The function is proved to be fine under a condition on its arguments, or has one stated by `//gordian:requires`, and this call ' +
      'breaks it whenever it is made. Calls that may break it, because their own arguments come from outside, are not reported.',
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
    'A condition in //gordian:requires cannot be used.',
    'It must be a Go condition over parameters of the function below it, their lengths, and constants. Nothing is assumed because of it.',
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
    'unused-ignore',
    'A gordian:ignore directive has no effect.',
    'The rule that it names does not exist, or reports nothing there. Remove the directive, or move it to the line of the finding or ' +
      'above the function. gordian test does not report directives that silence nothing: other schedules may need them.',
    '',
    '',
  ),
];

//go:build unix

package gordian

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A test program can be told to start others of its kind: it runs no test then, but starts itself once for each request
// that it reads, and sends back what came of it. That costs a fraction of what node takes to start a process.
// src/driver/explore/starter.ts is the other side.

// startRequest is one JSON document on standard input.
type startRequest struct {
	ID uint32 `json:"id"`
	// Command: usually the program itself.
	Command string   `json:"command"`
	Args    []string `json:"args"`
	Dir     string   `json:"dir"`
	Env     []string `json:"env"`
	// AtOnce: how many may be under way at a time.
	AtOnce int `json:"atOnce"`
	// WallMs: after so many milliseconds the process and all that it started are ended.
	WallMs int64 `json:"wallMs"`
	// Keep: bytes kept of each output; the rest is read and dropped.
	Keep int `json:"keep"`
	// KeepRecord: bytes kept of the record; a process that writes more is ended.
	KeepRecord int `json:"keepRecord"`
}

// startReply goes back, behind a header of numbers: see send.
type startReply struct {
	exit    int // -1: ended by a signal
	flags   uint32
	problem string
	outputs []*capture
}

const (
	replyTimedOut = 1 << iota
	replyFlooded
)

// lingerFor: how long pipes may stay open once the process itself has ended: others may have inherited them.
const lingerFor = 200 * time.Millisecond

type starter struct {
	null *os.File
	env  []string

	mu      sync.Mutex
	free    sync.Cond
	started int             // runs under way, those included that have no process yet
	running map[int]string  // runs by process, which leads a group
	active  map[string]bool // runs that have a process

	out     sync.Mutex
	replies *os.File
}

// serve does not return if the program was told to start others.
func serve() {
	if os.Getenv("GORDIAN_SERVE") == "" {
		return
	}
	os.Unsetenv("GORDIAN_SERVE")
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		os.Exit(1)
	}
	// Not standard output: packages that were initialised before may have written there.
	replies := os.NewFile(3, "replies")
	syscall.CloseOnExec(3)
	x := &starter{null: null, env: os.Environ(), running: map[int]string{}, active: map[string]bool{}, replies: replies}
	x.free.L = &x.mu
	adoptOrphans()
	go x.sweep()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	go func() {
		<-signals
		x.endAll()
	}()
	requests := make(chan *startRequest, 64)
	go x.read(requests)
	for r := range requests {
		x.mu.Lock()
		for x.started > 0 && x.started >= r.AtOnce {
			x.free.Wait()
		}
		x.started++
		x.mu.Unlock()
		go x.run(r)
	}
}

// read ends everything once the process that sends requests is gone: nothing waits for results then.
func (x *starter) read(requests chan<- *startRequest) {
	in := json.NewDecoder(os.Stdin)
	for {
		r := &startRequest{}
		if in.Decode(r) != nil {
			x.endAll()
		}
		requests <- r
	}
}

// endAll ends what was started, and then this program.
func (x *starter) endAll() {
	x.mu.Lock()
	for pid := range x.running {
		syscall.Kill(-pid, syscall.SIGKILL)
	}
	x.endOrphans(true)
	// The lock is kept: nothing more is started.
	os.Exit(0)
}

func (x *starter) run(r *startRequest) {
	reply := x.start(r)
	x.mu.Lock()
	x.started--
	x.free.Signal()
	x.mu.Unlock()
	x.send(r.ID, reply)
}

// send writes, as numbers of four bytes: the request, the exit code and 1 (0: a signal), flags, and the lengths of the
// problem and of the outputs; then these.
func (x *starter) send(id uint32, reply *startReply) {
	head := make([]byte, 0, 64)
	for _, n := range []uint32{id, uint32(reply.exit + 1), reply.flags, uint32(len(reply.problem))} {
		head = binary.BigEndian.AppendUint32(head, n)
	}
	size := len(reply.problem)
	for _, c := range reply.outputs {
		head = binary.BigEndian.AppendUint32(head, uint32(len(c.kept)))
		size += len(c.kept)
	}
	text := make([]byte, 0, len(head)+size)
	text = append(append(text, head...), reply.problem...)
	for _, c := range reply.outputs {
		text = append(text, c.kept...)
	}
	x.out.Lock()
	x.replies.Write(text)
	x.out.Unlock()
}

// start runs one process to its end.
func (x *starter) start(r *startRequest) *startReply {
	outputs := []*capture{{limit: r.Keep}, {limit: r.Keep}, {limit: r.KeepRecord}}
	reply := &startReply{exit: -1, outputs: outputs}
	defer func() {
		for _, c := range outputs {
			c.from.Close()
			c.to.Close()
		}
	}()
	attr := &os.ProcAttr{
		Dir:   r.Dir,
		Env:   environment(x.env, r.Env),
		Files: []*os.File{x.null},
		Sys:   &syscall.SysProcAttr{Setpgid: true},
	}
	endWithParent(attr.Sys)
	for _, c := range outputs {
		var err error
		if c.from, c.to, err = os.Pipe(); err != nil {
			reply.problem = err.Error()
			return reply
		}
		attr.Files = append(attr.Files, c.to)
	}
	x.mu.Lock()
	p, err := os.StartProcess(r.Command, append([]string{r.Command}, r.Args...), attr)
	if err != nil {
		x.mu.Unlock()
		reply.problem = err.Error()
		return reply
	}
	name := nameOfRun(r.Env)
	x.running[p.Pid] = name
	x.active[name] = true
	x.mu.Unlock()
	end := func() { syscall.Kill(-p.Pid, syscall.SIGKILL) }
	outputs[2].tooMuch = end
	var reading sync.WaitGroup
	for _, c := range outputs {
		c.to.Close()
		reading.Add(1)
		go c.read(&reading)
	}
	timer := time.AfterFunc(time.Duration(r.WallMs)*time.Millisecond, end)
	state, err := p.Wait()
	if !timer.Stop() {
		reply.flags |= replyTimedOut
	}
	linger := time.Now().Add(lingerFor)
	for _, c := range outputs {
		c.from.SetReadDeadline(linger)
	}
	reading.Wait()
	// Nothing that it started outlives it.
	end()
	x.mu.Lock()
	delete(x.running, p.Pid)
	delete(x.active, name)
	x.mu.Unlock()
	if err == nil {
		reply.exit = state.ExitCode()
	}
	if outputs[0].dropped || outputs[1].dropped {
		reply.flags |= replyFlooded
	}
	return reply
}

// runVariable begins the variable that differs from run to run, and that all processes of a run inherit.
const runVariable = "TMPDIR="

func nameOfRun(env []string) string {
	for _, v := range env {
		if strings.HasPrefix(v, runVariable) {
			return v
		}
	}
	return runVariable
}

// environment gives variables with others in place of those of the same names: programs disagree on which of two counts.
func environment(inherited, own []string) []string {
	names := map[string]bool{}
	for _, v := range own {
		name, _, _ := strings.Cut(v, "=")
		names[name] = true
	}
	env := append([]string{}, own...)
	for _, v := range inherited {
		if name, _, _ := strings.Cut(v, "="); !names[name] {
			env = append(env, v)
		}
	}
	return env
}

// capture reads what a process writes to one descriptor.
type capture struct {
	from, to *os.File
	limit    int
	tooMuch  func()
	kept     []byte
	dropped  bool
}

func (c *capture) read(done *sync.WaitGroup) {
	defer done.Done()
	buf := make([]byte, 16<<10)
	for {
		n, err := c.from.Read(buf)
		if room := c.limit - len(c.kept); n > room {
			n = room
			if !c.dropped && c.tooMuch != nil {
				c.tooMuch()
			}
			c.dropped = true
		}
		c.kept = append(c.kept, buf[:n]...)
		if err != nil {
			return
		}
	}
}

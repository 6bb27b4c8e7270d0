package gordian

import (
	"encoding/json"
	"os"
	"strings"
)

// plan as in src/explore/protocol.ts.
type plan struct {
	Version    int          `json:"version"`
	Seed       uint32       `json:"seed"`
	Strategy   strategySpec `json:"strategy"`
	Limits     limits       `json:"limits"`
	Record     string       `json:"record"`
	EarlyNs    int64        `json:"earlyNs"`
	Allow      []string     `json:"allow"`
	Processors int          `json:"processors"`
	EpochMs    int64        `json:"epochMs"`
}

type limits struct {
	Steps          int   `json:"steps"`
	VirtualMs      int64 `json:"virtualMs"`
	WallMs         int64 `json:"wallMs"`
	Ticks          int   `json:"ticks"`
	UncontrolledMs int64 `json:"uncontrolledMs"`
}

type strategySpec struct {
	Kind    string        `json:"kind"`
	Depth   int           `json:"depth"`
	Length  int           `json:"length"`
	Choices []choice      `json:"choices"`
	Strict  bool          `json:"strict"`
	Ops     []opPattern   `json:"ops"`
	Steps   []opPattern   `json:"steps"`
	Then    *strategySpec `json:"then"`
}

type choice struct {
	G    string `json:"g"`
	Op   string `json:"op"`
	Site int    `json:"site"`
	Arm  *int   `json:"arm"`
	With string `json:"with"`
	Warm *int   `json:"warm"`
}

type opPattern struct {
	Site   int     `json:"site"`
	Op     *string `json:"op"`
	G      *string `json:"g"`
	Object *string `json:"object"`
	Arm    *int    `json:"arm"`
	Nth    int     `json:"nth"` // 0: any

	seen int  // steps at its site so far
	out  bool // of the chain: it came before its turn
}

const protocolVersion = 1

// readPlan gives nil if there is none, and a message if there is one that cannot be followed.
func readPlan() (*plan, string) {
	text := os.Getenv("GORDIAN_PLAN")
	if text == "" {
		return nil, ""
	}
	// Programs that this one starts may be instrumented too; the plan is not for them.
	os.Unsetenv("GORDIAN_PLAN")
	if strings.HasPrefix(text, "@") {
		data, err := os.ReadFile(text[1:])
		if err != nil {
			return nil, err.Error()
		}
		text = string(data)
	}
	p := &plan{}
	if err := json.Unmarshal([]byte(text), p); err != nil {
		return nil, err.Error()
	}
	if p.Version != protocolVersion {
		return nil, "version " + itoa(p.Version) + " of the protocol; this program speaks " + itoa(protocolVersion)
	}
	l := &p.Limits
	orDefault(&l.Steps, 1000000)
	orDefault64(&l.VirtualMs, 100*365*24*3600*1000)
	orDefault64(&l.WallMs, 20000)
	orDefault(&l.Ticks, 1000)
	orDefault64(&l.UncontrolledMs, 200)
	orDefault(&p.Processors, 4)
	orDefault64(&p.EpochMs, 1767225600000)
	return p, ""
}

func orDefault(v *int, d int) {
	if *v <= 0 {
		*v = d
	}
}

func orDefault64(v *int64, d int64) {
	if *v <= 0 {
		*v = d
	}
}

func init() {
	serve()
	p, wrong := readPlan()
	record := os.Getenv("GORDIAN_RECORD")
	os.Unsetenv("GORDIAN_RECORD")
	if os.Getenv("GORDIAN_ALONE") != "" {
		// Meant for this program, not for those that it starts.
		os.Unsetenv("GORDIAN_ALONE")
		os.Unsetenv("GOMAXPROCS")
	}
	if wrong != "" {
		os.Stderr.WriteString("gordian: the plan cannot be followed: " + wrong + "\n")
		os.Exit(exitDivergence)
	}
	if p != nil {
		begin(p, record)
	}
}

// begin takes control; the calling goroutine is the only one under it.
func begin(p *plan, record string) {
	raceOff()
	s := &theSched
	s.plan = p
	s.rng = newRng(p.Seed)
	s.strategy = newStrategy(s, &p.Strategy)
	s.rec.open(record)
	s.writeHead()
	s.startWatch()
	s.main = s.newG(nil, 0, "m")
	s.bind(s.main)
	s.main.state = gRunning
	s.expect(s.main)
	active = true
	raceOn()
}

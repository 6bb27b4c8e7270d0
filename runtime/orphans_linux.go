package gordian

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// What a test starts in a session of its own is not ended with the test's group. On Linux such processes come to the
// starter once their parents have ended, and the variables they inherited say which run they were started in.

const prSetChildSubreaper = 36

// sweepEvery: how often leftovers are looked for while there are runs.
const sweepEvery = 200 * time.Millisecond

// adoptOrphans makes this program the parent of all orphans below it.
func adoptOrphans() {
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0)
}

// endWithParent: a test that ends the starter ends itself.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

func (x *starter) sweep() {
	for {
		time.Sleep(sweepEvery)
		x.mu.Lock()
		x.endOrphans(false)
		x.mu.Unlock()
	}
}

// endOrphans ends adopted processes of runs that are over, or all of them. The lock is held: nothing is started meanwhile.
func (x *starter) endOrphans(all bool) {
	// What an orphan started is an orphan once that has ended.
	for tries := 0; tries < 50; tries++ {
		found := false
		for _, pid := range childrenOf(os.Getpid()) {
			if x.running[pid] != "" {
				continue
			}
			run, known := x.runOf(pid)
			if !all && (known && x.active[run] || !known && len(x.active) > 0) {
				continue
			}
			found = true
			syscall.Kill(pid, syscall.SIGKILL)
			var status syscall.WaitStatus
			syscall.Wait4(pid, &status, syscall.WNOHANG, nil)
		}
		if !found {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// runOf is the run that a process was started in, by the variables it inherited; they may have been removed.
func (x *starter) runOf(pid int) (string, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return "", false
	}
	for _, v := range bytes.Split(text, []byte{0}) {
		if run := string(v); strings.HasPrefix(run, runVariable) {
			return run, true
		}
	}
	return "", false
}

func childrenOf(parent int) []int {
	var found []int
	threads, _ := os.ReadDir("/proc/" + strconv.Itoa(parent) + "/task")
	for _, thread := range threads {
		text, _ := os.ReadFile("/proc/" + strconv.Itoa(parent) + "/task/" + thread.Name() + "/children")
		for _, field := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(field); err == nil {
				found = append(found, pid)
			}
		}
	}
	return found
}

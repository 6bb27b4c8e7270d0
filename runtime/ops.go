package gordian

// Operations at scheduling points; names as in src/explore/protocol.ts.
type op uint8

const (
	opStart op = iota
	opSend
	opRecv
	opClose
	opSelect
	opLock
	opLockWait
	opUnlock
	opRLock
	opRUnlock
	opTryLock
	opTryRLock
	opWgAdd
	opWgDone
	opWgWait
	opCondWait
	opCondWake
	opCondSignal
	opCondBroadcast
	opOnce
	opAtomicLoad
	opAtomicStore
	opAtomicRmw
	opSleep
	opTimer
	opFire
	opYield
	opTest
	opReturn
	// opContinue is the rest of a rendezvous: taken at once, never chosen, never recorded.
	opContinue
	// opTestEnd waits until nothing else can move.
	opTestEnd
)

var opNames = [...]string{
	opStart:         "start",
	opSend:          "send",
	opRecv:          "recv",
	opClose:         "close",
	opSelect:        "select",
	opLock:          "lock",
	opLockWait:      "lock-wait",
	opUnlock:        "unlock",
	opRLock:         "rlock",
	opRUnlock:       "runlock",
	opTryLock:       "trylock",
	opTryRLock:      "tryrlock",
	opWgAdd:         "wg-add",
	opWgDone:        "wg-done",
	opWgWait:        "wg-wait",
	opCondWait:      "cond-wait",
	opCondWake:      "cond-wake",
	opCondSignal:    "cond-signal",
	opCondBroadcast: "cond-broadcast",
	opOnce:          "once",
	opAtomicLoad:    "atomic-load",
	opAtomicStore:   "atomic-store",
	opAtomicRmw:     "atomic-rmw",
	opSleep:         "sleep",
	opTimer:         "timer",
	opFire:          "fire",
	opYield:         "yield",
	opTest:          "test",
	opReturn:        "return",
	opContinue:      "continue",
	opTestEnd:       "test",
}

func (o op) String() string { return opNames[o] }

// waits says that an operation may have to wait for something.
func (o op) waits() bool {
	switch o {
	case opSend, opRecv, opSelect, opLock, opRLock, opWgWait, opCondWake, opOnce, opSleep:
		return true
	}
	return false
}

// idle says that an operation by itself changes nothing that others could wait for: a loop of such steps spins.
func (o op) idle() bool {
	switch o {
	case opAtomicLoad, opAtomicRmw, opYield, opTryLock, opTryRLock, opContinue:
		return true
	}
	return false
}

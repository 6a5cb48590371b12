package bench

import (
	"fmt"
	"runtime/metrics"
)

// outside is what comes to a thread from outside: how often the operating system took the processor
// from it, how many faults of pages it had, and how many cycles of garbage collection ended.
type outside struct {
	switches, faults int64
	cycles           uint64
}

// outsideNow returns what came so far to the thread to which the goroutine is locked.
func outsideNow() (o outside) {
	sample := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(sample)
	o.switches, o.faults = threadSwitches()
	o.cycles = sample[0].Value.Uint64()
	return o
}

// since returns what came after an earlier moment.
func (o outside) since(before outside) outside {
	return outside{o.switches - before.switches, o.faults - before.faults, o.cycles - before.cycles}
}

func (o outside) String() string {
	return fmt.Sprintf("%d times off the processor, %d page faults, %d cycles of garbage collection ended", o.switches,
		o.faults, o.cycles)
}

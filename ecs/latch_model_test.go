package ecs

import (
	"fmt"
	"strings"
	"testing"
)

// The model of how Workers share tasks: one caller and some workers' goroutines, each a little
// program whose steps are the atomic operations of latch and Workers. explore tries every order of
// the steps. A step that must wait has no successor.

const (
	modelRuns   = 2
	modelPieces = 3
)

// modelLatch is a latch, or with split the protocol that package ecs had before: the count and the
// waiter's flag in two words.
type modelLatch struct {
	word, signals int8
	waiting       bool // split only
}

// modelGoroutine is where a goroutine is: which step comes next, and the numbers that it remembers.
type modelGoroutine struct {
	step  modelStep
	latch int8 // which latch the step is about: 0 is finished, k the start of worker k
	piece int8 // the piece that it took
	next  int8 // caller: the worker to be started, woken or closed next
}

type modelStep int8

const (
	// caller
	callerWakes modelStep = iota
	callerWakeSwaps
	callerWakeSignals
	callerArms
	callerStarts
	callerStartSignals
	callerCloses
	callerCloseSignals
	// all
	takesPiece
	doesPiece
	waitSpins
	waitSetsBit
	waitClears
	waitReceives
	waitLeaves
	// workers
	workerArms
	workerFinishes
	workerSignals
	ended
)

type modelState struct {
	latches    [4]modelLatch
	goroutines [4]modelGoroutine // 0 is the caller
	run        int8
	nextPiece  int8
	done       [modelPieces]int8 // how often each piece of the present run was done
	closed     bool
}

type model struct {
	workers int // goroutines besides the caller
	split   bool
	seen    map[modelState]bool
	failure string
}

// fail keeps the first failure.
func (m *model) fail(format string, arguments ...any) {
	if m.failure == "" {
		m.failure = fmt.Sprintf(format, arguments...)
	}
}

// explore visits every state that can be reached, and returns their number and what went wrong in
// one of them, if anything.
func (m *model) explore() (states int, failure string) {
	start := modelState{}
	for w := 1; w <= m.workers; w++ {
		start.latches[w].word = 2
		start.goroutines[w] = modelGoroutine{step: waitSpins, latch: int8(w)}
	}
	start.goroutines[0] = modelGoroutine{step: callerWakes, next: 1}
	m.seen = map[modelState]bool{start: true}
	queue := []modelState{start}
	for len(queue) > 0 && m.failure == "" {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		stuck, over := true, true
		for g := 0; g <= m.workers; g++ {
			over = over && s.goroutines[g].step == ended
			if s.goroutines[g].step == ended {
				continue
			}
			next := s
			if m.step(&next, g) {
				stuck = false
				if !m.seen[next] {
					m.seen[next] = true
					queue = append(queue, next)
				}
			}
		}
		if stuck && !over {
			m.fail("nobody can go on: %+v", s)
		}
	}
	return len(m.seen), m.failure
}

// step takes the next step of a goroutine. It reports false where the goroutine has to wait.
func (m *model) step(s *modelState, g int) bool {
	p := &s.goroutines[g]
	l := &s.latches[p.latch]
	signal := func(next modelStep) bool {
		if l.signals == 1 { // its capacity
			return false
		}
		l.signals++
		p.step = next
		return true
	}
	switch p.step {
	case callerWakes: // wake: Load
		if int(p.next) > m.workers {
			p.step, p.latch, p.next = callerArms, 0, 1
			return true
		}
		p.latch = p.next
		p.next++
		if w := s.latches[p.latch].word; w > 1 && w&1 == 1 {
			p.step = callerWakeSwaps
		}
	case callerWakeSwaps: // wake: CompareAndSwap
		p.step = callerWakes
		if l.word == 3 {
			l.word--
			p.step = callerWakeSignals
		}
	case callerWakeSignals:
		return signal(callerWakes)
	case callerArms:
		if s.done != ([modelPieces]int8{}) || s.nextPiece != 0 {
			m.fail("run %d begins in the middle of another", s.run)
		}
		l.word = 2 * int8(m.workers)
		if m.split {
			l.word = int8(m.workers)
		}
		p.step = callerStarts
	case callerStarts, callerCloses: // done: Add
		if p.step == callerCloses {
			s.closed = true
		}
		if int(p.next) > m.workers {
			p.latch, p.step = 0, takesPiece
			if s.closed {
				p.step = ended
			}
			return true
		}
		p.latch = p.next
		p.next++
		l = &s.latches[p.latch]
		if l.word -= 2; l.word == 1 {
			p.step++ // the signal
		}
	case callerStartSignals:
		return signal(callerStarts)
	case callerCloseSignals:
		return signal(callerCloses)
	case takesPiece: // share.next.Add
		p.piece = s.nextPiece
		if s.nextPiece < modelPieces+int8(m.workers)+1 {
			s.nextPiece++
		}
		switch {
		case p.piece < modelPieces:
			p.step = doesPiece
		case g == 0:
			p.step = waitSpins
		default:
			p.step = workerArms
		}
		p.piece = min(p.piece, modelPieces) // fewer states
	case doesPiece:
		if s.done[p.piece]++; s.done[p.piece] > 1 {
			m.fail("piece %d of run %d is done twice", p.piece, s.run)
		}
		p.step, p.piece = takesPiece, 0
	case workerArms: // Store
		l.word = 2
		p.step, p.latch = workerFinishes, 0
	case workerFinishes: // done: Add, and in the split protocol the CompareAndSwap as a step of its own
		if m.split {
			p.step = waitSpins
			if l.word--; l.word == 0 {
				p.step = workerSignals
				return true
			}
		} else if l.word -= 2; l.word == 1 {
			p.step = workerSignals
			return true
		}
		p.step, p.latch = waitSpins, int8(g)
	case workerSignals:
		if m.split && !l.waiting {
			p.step, p.latch = waitSpins, int8(g)
			return true
		}
		l.waiting = false
		if !signal(waitSpins) {
			return false
		}
		p.latch = int8(g)
	case waitSpins: // wait: Load. It gives up spinning at any time while the count is above 0.
		if l.word == 0 {
			m.waited(s, g)
		} else {
			p.step = waitSetsBit
		}
	case waitSetsBit: // wait: Or
		if m.split && g == 0 {
			l.waiting = true
			p.step = waitReceives
			if l.word == 0 {
				p.step = waitClears
			}
			return true
		}
		p.step = waitReceives
		if l.word == 0 {
			p.step = waitClears
		}
		l.word |= 1
	case waitClears: // wait: Store after Or returned 0; in the split protocol the CompareAndSwap
		if m.split && g == 0 {
			if !l.waiting {
				p.step = waitReceives
				return true
			}
			l.waiting = false
		} else {
			l.word = 0
		}
		m.waited(s, g)
	case waitReceives:
		if l.signals == 0 {
			return false
		}
		l.signals--
		p.step = waitLeaves
		if m.split && g == 0 {
			m.waited(s, g)
		}
	case waitLeaves: // wait: CompareAndSwap
		p.step = waitSpins
		if l.word == 1 {
			l.word = 0
			m.waited(s, g)
		}
	}
	return true
}

// waited continues after wait has returned.
func (m *model) waited(s *modelState, g int) {
	p := &s.goroutines[g]
	if g > 0 {
		if p.step = takesPiece; s.closed {
			p.step = ended
		}
		return
	}
	for i, n := range s.done {
		if n != 1 {
			m.fail("run %d returns before piece %d is done", s.run, i)
		}
	}
	for w := 1; w <= m.workers; w++ {
		if step := s.goroutines[w].step; step == takesPiece || step == doesPiece {
			m.fail("run %d returns while worker %d is at its pieces", s.run, w)
		}
	}
	s.run++
	s.nextPiece, s.done = 0, [modelPieces]int8{}
	p.step, p.latch, p.next = callerWakes, 0, 1
	if s.run == modelRuns {
		p.step = callerCloses
	}
}

func TestLatchModel(t *testing.T) {
	for workers := 1; workers <= 3; workers++ { // besides the goroutine that calls Run
		m := model{workers: workers}
		states, failure := m.explore()
		if failure != "" {
			t.Fatalf("%d goroutines besides the caller: %s", workers, failure)
		}
		t.Logf("%d goroutines besides the caller, %d runs: %d states", workers, modelRuns, states)
	}
}

// The exploration finds the fault of a protocol whose count and flag are two words: the last worker
// may come late to the flag, and then wakes the waiter of the next run.
func TestLatchModelFindsEarlyReturns(t *testing.T) {
	m := model{workers: 2, split: true}
	if _, failure := m.explore(); !strings.Contains(failure, "returns") {
		t.Errorf("the exploration finds %q, not that a run returns early", failure)
	}
}

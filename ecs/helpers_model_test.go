package ecs

import (
	"fmt"
	"strings"
	"testing"
)

// The model of how several Workers share one helper: callers that claim it for a task and release
// it, and somebody who dismisses it. The steps are the atomic operations of helper; what latch does
// between is one step, because TestLatchModel explores it. A step that must wait has no successor.

const helperCallers, helperTasks = 2, 2

type helperStep int8

const (
	// callers, and who dismisses the helper
	looks     helperStep = iota // claim: Load
	swaps                       // claim: CompareAndSwap
	starts                      // done of start
	waits                       // wait of finished
	forgets                     // release: shared = nil
	frees                       // release: Store
	checks                      // release: Load of leaves
	endLooks                    // end: claim: Load
	endSwaps                    // end: claim: CompareAndSwap
	endStarts                   // end: done of start
	leaves                      // dismiss: Store
	over
)

type helperState struct {
	claimed, leaves bool
	shared          int8 // 0: nil, otherwise 1 + the number of the caller
	started         int8 // outstanding calls of done of start
	works           int8 // for whom the helper works, as shared
	ended           bool
	finished        [helperCallers]bool
	actors          [helperCallers + 1]helperStep // the last one dismisses
	tasks           [helperCallers]int8           // that are left
}

type helperModel struct {
	forgetful bool // release does not look whether the helper leaves
	failure   string
}

func (m *helperModel) fail(format string, arguments ...any) {
	if m.failure == "" {
		m.failure = fmt.Sprintf(format, arguments...)
	}
}

// explore visits every state that can be reached, and returns their number and what went wrong in
// one of them, if anything.
func (m *helperModel) explore() (states int, failure string) {
	start := helperState{tasks: [helperCallers]int8{helperTasks, helperTasks}}
	start.actors[helperCallers] = leaves
	seen, queue := map[helperState]bool{start: true}, []helperState{start}
	for len(queue) > 0 && m.failure == "" {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		stuck, done := true, s.ended
		for a := range len(s.actors) + 1 {
			next := s
			if a == len(s.actors) {
				if !m.help(&next) {
					continue
				}
			} else if done = done && s.actors[a] == over; s.actors[a] == over || !m.act(&next, a) {
				continue
			}
			if stuck = false; !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
		if stuck && !done {
			m.fail("nobody can go on: %+v", s)
		}
	}
	return len(seen), m.failure
}

// act takes the next step of an actor. It reports false where the actor has to wait.
func (m *helperModel) act(s *helperState, a int) bool {
	step := &s.actors[a]
	alone := func() { // the task is done without the helper, or with it
		if s.tasks[a]--; s.tasks[a] == 0 {
			*step = over
		} else {
			*step = looks
		}
	}
	ends := func() { // end returns
		if a == helperCallers {
			*step = over
		} else {
			alone()
		}
	}
	switch *step {
	case looks:
		if *step = swaps; s.claimed {
			alone()
		}
	case swaps:
		if s.claimed {
			alone()
			return true
		}
		s.claimed, s.shared = true, int8(a+1)
		*step = starts
	case starts, endStarts:
		if s.started++; s.started > 1 || s.ended {
			m.fail("the helper is started twice, or after its end: %+v", *s)
		}
		if *step == endStarts {
			ends()
		} else {
			*step = waits
		}
	case waits:
		if !s.finished[a] {
			return false
		}
		s.finished[a] = false
		*step = forgets
	case forgets:
		if s.works != 0 {
			m.fail("the helper is released while it works: %+v", *s)
		}
		s.shared, *step = 0, frees
	case frees:
		if s.claimed, *step = false, checks; m.forgetful {
			alone()
		}
	case checks:
		if *step = endLooks; !s.leaves {
			alone()
		}
	case leaves:
		s.leaves, *step = true, endLooks
	case endLooks:
		if *step = endSwaps; s.claimed {
			ends()
		}
	case endSwaps:
		if s.claimed {
			ends()
			return true
		}
		s.claimed, *step = true, endStarts
	}
	return true
}

// help takes the next step of the helper.
func (m *helperModel) help(s *helperState) bool {
	switch {
	case s.works != 0: // arm, and done of finished
		s.finished[s.works-1], s.works = true, 0
	case s.started == 0 || s.ended:
		return false
	case s.shared == 0:
		s.started, s.ended = 0, true
	default:
		s.started, s.works = 0, s.shared
	}
	return true
}

func TestHelperModel(t *testing.T) {
	var m helperModel
	states, failure := m.explore()
	if failure != "" {
		t.Fatal(failure)
	}
	t.Logf("%d callers with %d tasks each: %d states", helperCallers, helperTasks, states)
}

// The exploration finds that a helper which is dismissed while it works would never end.
func TestHelperModelFindsLostHelpers(t *testing.T) {
	m := helperModel{forgetful: true}
	if _, failure := m.explore(); !strings.Contains(failure, "nobody can go on") {
		t.Errorf("the exploration finds %q, not that a helper does not end", failure)
	}
}

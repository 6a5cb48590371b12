package solvers

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/springs"
)

// springTime is how the time of a frame is divided for a lane.
type springTime struct {
	input         timeInput
	seconds, left float64 // of the frame; since the last substep, before it
	after         float64 // since the last substep, after the frame
	full          int     // substeps that are kept
	part          float64 // of a substep from the last one to the frame
}

// timeInput is what the division of the time follows from.
type timeInput struct {
	seconds, left float32
	begins        bool
}

// SpringRate is how many substeps of springs there are in a second.
const SpringRate = 60

const substep = 1.0 / SpringRate

// divide divides the time of a frame into substeps.
func (s *springTime) divide(input timeInput) {
	s.input, s.seconds, s.left = input, float64(input.seconds), float64(input.left)
	if !(s.seconds > 0) || s.seconds > 1 {
		s.seconds = 0
	}
	if !(s.left > -substep && s.left < substep) {
		s.left = 0
	}
	if input.begins {
		s.seconds, s.left = 0, 0
	}
	sum := s.seconds + s.left
	// A little less than a substep counts as a full one: the seconds are rounded.
	s.full = max(int(math.Floor(float64(sum*SpringRate)+1e-3)), 0)
	s.after = sum - float64(float64(s.full)*substep)
	s.part = float64(s.after * SpringRate)
	if s.part < 2e-3 {
		s.part = 0
	}
}

// count returns the number of substeps, with the substep that is not kept.
func (s *springTime) count() int {
	if s.part > 0 || s.full == 0 {
		return s.full + 1
	}
	return s.full
}

// put writes substep i to a lane; it is below 0 before the lane begins.
func (s *springTime) put(step *springs.Step, l, i int) {
	var time, part, commit float32
	switch {
	case i < 0:
	case i == s.full: // only shown
		time, part = 1, float32(s.part)
	default:
		time, part, commit = 1, 1, 1
		if i < s.count()-1 {
			time = float32(max(min((float64(float64(i+1)*substep)-s.left)/s.seconds, 1), 0))
		}
	}
	step[layout.StepTime*Lanes+l], step[layout.StepPart*Lanes+l], step[layout.StepCommit*Lanes+l] = time, part, commit
}

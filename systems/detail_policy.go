package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/components"
)

// DetailPolicy selects how often and in how much detail characters are posed, by their apparent
// size.
type DetailPolicy struct {
	// Steps are the steps down from full detail, each for smaller characters than the one before,
	// at most 255. Without steps, all characters in view have full detail.
	Steps []DetailStep
	// Cull skips characters that are in no view.
	Cull bool
	// Hysteresis keeps characters near a threshold from changing back and forth. It is the fraction
	// by which their size must pass the threshold before they change steps, and the fraction of
	// their radius by which they must be out of view before they are culled. It is at least 0 and
	// less than 1; 0.1 is usual.
	Hysteresis float32
	// Margin is how far characters may extend beyond [assets.Model.Reach]: with objects they carry,
	// translations that layers add, and the movement in a frame of a character that is attached to
	// something. It is in meters of model space (MetersPerUnit of [assets.Skeleton]), so that a
	// Transform that scales the character scales it.
	Margin float32
}

// DetailStep is the detail of characters that look small.
type DetailStep struct {
	// Below is an apparent height as a fraction of the view's height; the step is for smaller
	// characters. It is the height of a sphere that contains all the character's motions, somewhat
	// more than the character's own.
	Below float32
	// Interval and Level are written to the [components.LevelOfDetail].
	Interval uint16
	Level    uint8
}

// DefaultDetail returns a policy for characters in a window. It poses characters smaller than 1/4
// of the window's height every second frame, those smaller than 1/8 every third at level 1, those
// smaller than 1/30 every sixth at level 2, and skips characters that are out of view.
func DefaultDetail() DetailPolicy {
	return DetailPolicy{
		Steps: []DetailStep{
			{Below: 1.0 / 4, Interval: 2},
			{Below: 1.0 / 8, Interval: 3, Level: 1},
			{Below: 1.0 / 30, Interval: 6, Level: 2},
		},
		Cull:       true,
		Hysteresis: 0.1,
		Margin:     0.1,
	}
}

// check returns an error if the policy is invalid.
func (p *DetailPolicy) check() error {
	if len(p.Steps) > 255 {
		return fmt.Errorf("detail: expected at most 255 steps, found %d", len(p.Steps))
	}
	for i, step := range p.Steps {
		if !(step.Below > 0) || step.Below-step.Below != 0 {
			return fmt.Errorf("detail: step %d: expected a finite Below above 0, found %v", i, step.Below)
		}
		if i > 0 && step.Below >= p.Steps[i-1].Below {
			return fmt.Errorf("detail: step %d: expected a Below of less than %v, that of the step before, found %v", i,
				p.Steps[i-1].Below, step.Below)
		}
	}
	if !(p.Hysteresis >= 0 && p.Hysteresis < 1) {
		return fmt.Errorf("detail: expected a Hysteresis of at least 0 and less than 1, found %v", p.Hysteresis)
	}
	if !(p.Margin >= 0) || p.Margin-p.Margin != 0 {
		return fmt.Errorf("detail: expected a finite Margin of at least 0, found %v", p.Margin)
	}
	return nil
}

// step returns the step for an apparent size. The current step of the character matters because of
// the hysteresis.
func (p *DetailPolicy) step(current uint8, size float64) uint8 {
	step, slack := min(int(current), len(p.Steps)), float64(p.Hysteresis)
	for step < len(p.Steps) && size < float64(float64(p.Steps[step].Below)*(1-slack)) {
		step++
	}
	for step > 0 && size >= float64(float64(p.Steps[step-1].Below)*(1+slack)) {
		step--
	}
	return uint8(step)
}

// apply writes the level of detail for a character of an apparent size. Seen reports whether it is
// in a view.
func (p *DetailPolicy) apply(detail *components.LevelOfDetail, seen bool, size float64) {
	if p.Cull && !seen {
		detail.Culled = true
		return
	}
	detail.Step = p.step(detail.Step, size)
	wasCulled := detail.Culled
	detail.Culled, detail.Interval, detail.Level = false, 1, 0
	if detail.Step > 0 {
		step := &p.Steps[detail.Step-1]
		detail.Level = step.Level
		if !wasCulled { // a character that comes into view is posed at once, because its last pose may be old
			detail.Interval = step.Interval
		}
	}
}

package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/components"
)

// DetailPolicy says how well characters are animated that are seen from afar, or not at all.
type DetailPolicy struct {
	// Steps are the steps down from full detail, each for smaller characters than the one before, 255 at most. Without any,
	// all that are seen have full detail.
	Steps []DetailStep
	// Cull does not pose characters that no view sees.
	Cull bool
	// Hysteresis keeps characters on a threshold from flickering: the part by which their size must be past it before they change
	// steps, and the part of their radius by which they must be out of sight before they are culled. 0 to less than 1; 0.1 is usual.
	Hysteresis float32
	// Margin in meters of the world is what characters may reach beyond [assets.Model.Reach]: what they carry, what layers add
	// to joints' places, and how far a character that is attached to something moves in a frame.
	Margin float32
}

// DetailStep is the detail of characters that look small.
type DetailStep struct {
	// Below is how high the character looks, as part of the view's height: the step is for those smaller than that. It is the
	// height of a ball that holds all its motions, somewhat more than the character's own.
	Below float32
	// Interval and Level go into their [components.LevelOfDetail].
	Interval uint16
	Level    uint8
}

// DefaultDetail returns a policy for characters in a window: every second frame for those less than a quarter of it high, every
// third at level 1 below an eighth, every sixth at level 2 below a thirtieth, and none that are out of sight.
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

// check says what is wrong with the policy.
func (p *DetailPolicy) check() error {
	if len(p.Steps) > 255 {
		return fmt.Errorf("detail: %d steps are more than 255", len(p.Steps))
	}
	for i, step := range p.Steps {
		if !(step.Below > 0) || step.Below-step.Below != 0 {
			return fmt.Errorf("detail: step %d is for characters below %v, which must be above 0 and finite", i, step.Below)
		}
		if i > 0 && step.Below >= p.Steps[i-1].Below {
			return fmt.Errorf("detail: step %d is for characters below %v, not less than the step before, %v", i, step.Below, p.Steps[i-1].Below)
		}
	}
	if !(p.Hysteresis >= 0 && p.Hysteresis < 1) {
		return fmt.Errorf("detail: the hysteresis must be 0 to less than 1, not %v", p.Hysteresis)
	}
	if !(p.Margin >= 0) || p.Margin-p.Margin != 0 {
		return fmt.Errorf("detail: the margin must be 0 or more and finite, not %v", p.Margin)
	}
	return nil
}

// step returns the step of a character of some size, which is on step now.
func (p *DetailPolicy) step(now uint8, size float64) uint8 {
	step, slack := min(int(now), len(p.Steps)), float64(p.Hysteresis)
	for step < len(p.Steps) && size < float64(float64(p.Steps[step].Below)*(1-slack)) {
		step++
	}
	for step > 0 && size >= float64(float64(p.Steps[step-1].Below)*(1+slack)) {
		step--
	}
	return uint8(step)
}

// set makes a component say what the policy has for a character that is seen, or not, and looks so large.
func (p *DetailPolicy) set(detail *components.LevelOfDetail, seen bool, size float64) {
	if p.Cull && !seen {
		detail.Culled = true
		return
	}
	detail.Step = p.step(detail.Step, size)
	appears := detail.Culled
	detail.Culled, detail.Interval, detail.Level = false, 1, 0
	if detail.Step > 0 {
		step := &p.Steps[detail.Step-1]
		detail.Level = step.Level
		if !appears { // else it is posed at once, however long its last pose is ago
			detail.Interval = step.Interval
		}
	}
}

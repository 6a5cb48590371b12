package workbench

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// The panel shows with bars what the frame costs that plays, by feature, and what others cost; a
// closed section costs nothing.
func TestMatchingCosts(t *testing.T) {
	p, s := open(t, stage.Matching, "", "")
	advance(t, s, 4)
	frames := control(t, p, "match frame")
	if len(frames.Options) != 1+moreCandidates || frames.Value != 0 {
		t.Fatalf("the frames are %q, number %v", frames.Options, frames.Value)
	}
	sum := func() (sum float64) {
		for _, section := range p.Sections() {
			for _, c := range section.Controls {
				if section.Title != "Matching" || c.Kind != Slider {
					continue
				}
				if !c.Fixed || c.Value > c.Max {
					t.Errorf("%q is no bar: %+v", c.Name, c)
				}
				if c.Label == "plays costs" {
					return sum
				}
				sum += c.Value
			}
		}
		t.Error("the costs are missing")
		return sum
	}
	if costs := control(t, p, "match plays costs").Value; math.Abs(sum()-costs) > 1e-3*(1+costs) {
		t.Errorf("the features cost %v, all of it %v", sum(), costs)
	}
	set(t, p, "match frame", 2, 0)
	if costs := control(t, p, "match number 2 costs").Value; math.Abs(sum()-costs) > 1e-3*(1+costs) {
		t.Errorf("the features of number 2 cost %v, all of it %v", sum(), costs)
	}
	p.Toggle("Matching")
	if _, ok := p.Find("match frame"); ok {
		t.Error("a closed section computes what it would show")
	}
	p, _ = open(t, stage.Locomotion, "", "")
	if _, ok := p.Find("match frame"); ok {
		t.Error("a character without a database has costs of matching")
	}
}

package mixer_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a space that is nil, or without samples, returns an error or nothing, and so does
// what makes one of nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []*mixer.Space{nil, {}} {
		probe.Methods(t, receiver, "LoopsPerCycle", "Phase", "PingPongDistance") // only tests have these
		probe.Calls(t, receiver, "LoopsPerCycle", "Phase", "PingPongDistance")
	}
	for method := mixer.Linear; method <= mixer.PolarGradientBands; method++ {
		if s, err := mixer.New(mixer.Parts{Method: method, Samples: make([]mixer.Sample, 1)}); s != nil || err == nil {
			t.Errorf("%v: expected an error for parts without a source, found %v, %v", method, s, err)
		}
	}
}

package clip_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of an asset or a builder that is nil, as a library returns it for an unknown ID, or
// a zero value, returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*clip.Clip)(nil),
		(*clip.Builder)(nil), &clip.Builder{},
		(*clip.Track)(nil), &clip.Track{},
		(*clip.Marker)(nil), &clip.Marker{},
		(*clip.Sampler)(nil), &clip.Sampler{},
	} {
		probe.Methods(t, receiver, "IsConstant")
		probe.Calls(t, receiver)
	}
	probe.Calls(t, &clip.Clip{})
	// A motion of nothing stands still, and a curve of nothing is straight.
	for _, receiver := range []any{(*clip.RootMotion)(nil), &clip.RootMotion{}, (*clip.Curve)(nil), &clip.Curve{}} {
		probe.Methods(t, receiver, "Times", "Motions", "At")
		probe.Calls(t, receiver)
	}
	if x := (*clip.Curve)(nil).At(0.25); x != 0.25 {
		t.Errorf("expected the straight line, found %v at 0.25", x)
	}
	var none *clip.Builder
	const want = "expected a builder from NewBuilder, found nil"
	if _, err := none.Translation(0, clip.Linear, nil, nil).Add(nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("expected the error %q, found %v", want, err)
	}
}

package modifier_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// A foot that is listed twice is an error: both would move the same leg.
func TestAFootTwiceIsAnError(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	left := modifier.Foot{Root: "left_thigh", Middle: "left_shin", End: "left_foot", Bend: mgl32.Vec3{0, 0, 1}}
	_, err = modifier.New("s", library.Skeleton(model.Skeleton)).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{left, left}}).Build()
	if err == nil || !strings.Contains(err.Error(), `expected each foot once, found "left_foot" twice`) {
		t.Errorf("error %v", err)
	}
}

// Every method of a stack, a builder or a pose that is nil or a zero value returns an error or
// nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*modifier.Stack)(nil), &modifier.Stack{},
		(*modifier.Builder)(nil), &modifier.Builder{},
		(*modifier.Pose)(nil), &modifier.Pose{},
	} {
		probe.Methods(t, receiver, "Model") // of no joint, the identity
		probe.Calls(t, receiver)
	}
	var none *modifier.Builder
	const want = "expected a builder from New, found nil"
	_, err := none.TwoBone("hand", modifier.TwoBone{}).Func("f", nil).Add(nil)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("expected the error %q, found %v", want, err)
	}
}

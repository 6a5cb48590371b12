package assets_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// All builders end with Add: it returns the ID of what was built. Without a library, and if
// something is wrong, it returns an error and adds nothing.
func TestBuildersAdd(t *testing.T) {
	library, skeleton := assets.NewLibrary(), handmade.ExampleArm()
	wave := library.AddClip(handmade.ExampleWave(skeleton))
	none, joint := library.Count(), skeleton.JointName(1)
	for name, add := range map[string]struct {
		good, bad, nowhere func() (name string, err error)
	}{
		"mask": {
			func() (string, error) {
				id, err := rig.NewMask("new", skeleton).Joints(0.5, skeleton.JointName(1)).Add(library)
				return nameOf(library.Mask(id)), err
			},
			func() (string, error) {
				id, err := rig.NewMask("new", skeleton).Joints(2, skeleton.JointName(1)).Add(library)
				return nameOf(library.Mask(id)), err
			},
			func() (string, error) {
				id, err := rig.NewMask("new", skeleton).Add(nil)
				return nameOf(library.Mask(id)), err
			},
		},
		"clip": {
			func() (string, error) {
				id, err := clip.NewBuilder("new", skeleton).Range(0, 1).Add(library)
				return nameOf(library.Clip(id)), err
			},
			func() (string, error) {
				id, err := clip.NewBuilder("new", skeleton).Range(1, 0).Add(library)
				return nameOf(library.Clip(id)), err
			},
			func() (string, error) {
				id, err := clip.NewBuilder("new", skeleton).Add(nil)
				return nameOf(library.Clip(id)), err
			},
		},
		"blend space": {
			func() (string, error) {
				id, err := blendspace.New1D("new").At(0, wave).Add(library)
				return nameOf(library.BlendSpace(id)), err
			},
			func() (string, error) {
				id, err := blendspace.SpeedLocomotion("new", blendspace.Gait{Speed: 1, Clip: 999}).Add(library)
				return nameOf(library.BlendSpace(id)), err
			},
			func() (string, error) {
				id, err := blendspace.DirectionalLocomotion("new", wave).Add(nil)
				return nameOf(library.BlendSpace(id)), err
			},
		},
		"graph": {
			func() (string, error) {
				id, err := graph.New("new").Layer("base", graph.State("wave").MotionByID(wave)).Add(library)
				return nameOf(library.Graph(id)), err
			},
			func() (string, error) {
				id, err := graph.New("new").Layer("base", graph.State("wave").MotionByID(999)).Add(library)
				return nameOf(library.Graph(id)), err
			},
			func() (string, error) {
				id, err := graph.New("new").Layer("base", graph.State("rest")).Add(nil)
				return nameOf(library.Graph(id)), err
			},
		},
		"modifier stack": {
			func() (string, error) {
				id, err := modifier.New("new", skeleton).Override("o", modifier.Override{Joint: joint, Position: true}).Add(library)
				return nameOf(library.ModifierStack(id)), err
			},
			func() (string, error) {
				id, err := modifier.New("new", skeleton).Override("o", modifier.Override{Joint: joint}).Add(library)
				return nameOf(library.ModifierStack(id)), err
			},
			func() (string, error) {
				id, err := modifier.New("new", skeleton).Override("o", modifier.Override{Joint: joint, Position: true}).Add(nil)
				return nameOf(library.ModifierStack(id)), err
			},
		},
	} {
		for failing, attempt := range map[string]func() (string, error){
			"a mistake": add.bad, "no library": add.nowhere,
		} {
			if found, err := attempt(); err == nil || found != "" || library.Count() != none {
				t.Errorf("%s with %s: %q, %v, the library has %+v", name, failing, found, err, library.Count())
			}
		}
		if found, err := add.good(); err != nil || found != "new" {
			t.Errorf("%s: %q, %v", name, found, err)
		}
		none = library.Count()
	}
	if want := (assets.Count{Clips: 2, Masks: 1, Motions: 1, Graphs: 1, ModifierStacks: 1}); none != want {
		t.Errorf("the library has %+v, want %+v", none, want)
	}
}

// nameOf returns the name of an asset, or "" for none.
func nameOf[T any, P interface {
	*T
	Name() string
}](asset P) string {
	if asset == nil {
		return ""
	}
	return asset.Name()
}

// fullLibrary has no room for a clip.
type fullLibrary struct{}

func (fullLibrary) AddClip(*clip.Clip) assets.ClipID { return 0 }

func TestClipBuilderReportsAFullLibrary(t *testing.T) {
	if id, err := clip.NewBuilder("late", handmade.ExampleArm()).Range(0, math.Pi).
		Add(fullLibrary{}); err == nil || id != 0 {
		t.Errorf("%v, %v", id, err)
	}
}

// A look-up in what an unknown ID names is an error, not a panic, as is its pose.
func TestLookUpsInNothing(t *testing.T) {
	library := assets.NewLibrary()
	pose := rig.NewPose(library.Skeleton(0))
	err := rig.Blend(rig.NewPose(handmade.ExampleArm()), rig.Mix(pose, 1))
	if !errors.Is(err, rig.ErrBlend) || !strings.Contains(err.Error(), "expected a pose of a skeleton, found none") {
		t.Errorf("the pose of no skeleton: %v", err)
	}
	g := library.Graph(0)
	_, float := g.FloatParameter("x")
	_, trigger := g.TriggerParameter("x")
	_, joint := library.Skeleton(0).FindJoint("x")
	for name, err := range map[string]error{"float": float, "trigger": trigger, "joint": joint} {
		if !errors.Is(err, rig.ErrNotFound) || !strings.Contains(err.Error(), `"x", found nil, which Library.`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

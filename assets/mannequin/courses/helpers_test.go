package courses

import (
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/rig"
)

// stored is a library with the mannequin and its companion.
type stored struct {
	lib              *assets.Library
	model, companion *assets.Model
}

var storeOnce = sync.OnceValues(func() (s stored, err error) {
	s.lib = assets.NewLibrary(assets.Exact())
	if s.model, err = mannequin.New(s.lib); err == nil {
		s.companion, err = mannequin.NewCompanion(s.lib)
	}
	return s, err
})

// companions returns the mannequin and its companion in a library that tests share.
func companions(t testing.TB) (lib *assets.Library, model, companion *assets.Model) {
	t.Helper()
	s, err := storeOnce()
	if err != nil {
		t.Fatal(err)
	}
	return s.lib, s.model, s.companion
}

// newModel returns a mannequin that tests share.
func newModel(t testing.TB) (*assets.Library, *assets.Model) {
	t.Helper()
	lib, model, _ := companions(t)
	return lib, model
}

// posed holds the joints in a pose of a clip: in model space, 3x4 row-major.
type posed struct{ matrices []float32 }

// poseAt returns the model at a time of a clip in seconds.
func poseAt(t testing.TB, lib *assets.Library, model *assets.Model, c *assets.Clip, time float64) posed {
	t.Helper()
	pose := rig.NewPose(lib.Skeleton(model.Skeleton))
	if err := c.Sample(time, pose); err != nil {
		t.Fatal(err)
	}
	return posed{pose.ModelMatrices(nil)}
}

func (p *posed) joint(j posing.Joint) mgl32.Vec3 {
	m := rig.MatrixAt(p.matrices, int(j))
	return mgl32.Vec3{m[3], m[7], m[11]}
}

// planted reports whether a foot of a gait stands flat, or on its toes with the ball on the ground,
// at a time in seconds.
func planted(a *posing.Animation, on posing.Side, seconds float64) bool {
	t := posing.FractionalPart(seconds * posing.KeyRate / float64(a.Frames))
	if posing.FractionalPart(t+posing.SidePhase(on)) > a.Gait.Duty {
		return false
	}
	l := a.Pose(t).Legs[on]
	return l.Pitch >= 0 && l.Pitch <= posing.MaxToeBend
}

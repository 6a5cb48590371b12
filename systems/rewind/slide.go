package rewind

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/footing"
	"github.com/sinew-go/sinew/internal/footing/biped"
	"github.com/sinew-go/sinew/systems"
)

// Slide is how many meters a foot has slid while it stands: how far it was, seen from above, from
// where it stood first, the frame before. Steps in which it comes down or goes up do not count, so
// that what a foot slides in a frame is known in the next one.
// [github.com/sinew-go/sinew/systems/animtest.FeetStand] measures takes in the same way.
//
// A foot stands while its joint is less than height meters above the character's origin. The ankle of
// a humanoid stands for the whole foot: its toes stand while they are as much less above the origin as
// in the rest pose, and whichever of both moves less counts. Of several feet the one counts that slid
// farthest.
func Slide(entity ecs.Entity, height float64, feet ...string) Measure {
	return Measure{
		text: fmt.Sprintf("slide of %s of entity %d", strings.Join(feet, ", "), entity.ID()), unit: " m",
		begin: func(a *systems.Animation) func(*moment) (float64, string, bool, error) {
			transforms := access.ComponentOf[components.Transform](a.World())
			list := make([]slidingFoot, len(feet))
			return func(m *moment) (farthest float64, of string, ok bool, err error) {
				if !isPosed(m.animation, entity) {
					clear(list)
					return 0, "", false, nil
				}
				placed, scale := mgl32.Ident4(), 1.0
				if t := transforms.Get(entity); t != nil {
					placed = t.Matrix
					rows := rig.MatrixFromMat4(placed)
					scale = float64(exact.LongestAxis(&rows))
				}
				for i, name := range feet {
					foot := &list[i]
					if err := foot.find(m.animation, entity, name); err != nil {
						return 0, "", false, err
					}
					isDown, err := foot.add(m.animation, entity, float64(placed[13]), height, scale)
					if err != nil {
						return 0, "", false, err
					}
					if ok = ok || isDown; isDown && (of == "" || foot.stance.Slide > farthest) {
						farthest, of = foot.stance.Slide, name
					}
				}
				return farthest, of, ok, nil
			}
		},
	}
}

// slidingFoot is a foot of a character.
type slidingFoot struct {
	skeleton *rig.Skeleton
	joints   []int
	below    []float64 // by how much each joint is below the first in the rest pose, in units of the skeleton
	stance   footing.Stance
	places   []mgl32.Vec3
	low      []bool
}

// find finds the joints of a foot by the name of one, unless they are known.
func (f *slidingFoot) find(a *systems.Animation, entity ecs.Entity, name string) error {
	pool, _ := a.Pool(entity)
	if f.skeleton == pool.Skeleton() {
		return nil
	}
	*f = slidingFoot{skeleton: pool.Skeleton()}
	joint, err := f.skeleton.FindJoint(name)
	if err != nil {
		return err
	}
	f.joints = []int{joint}
	for _, foot := range biped.BodyOf(f.skeleton).Feet {
		if foot[0] == joint {
			f.joints = foot
		}
	}
	rest := rig.NewPose(f.skeleton).ModelMatrices(nil)
	up := func(joint int) float64 { return float64(rig.MatrixAt(rest, joint)[7]) }
	for _, joint := range f.joints {
		f.below = append(f.below, up(f.joints[0])-up(joint))
	}
	f.places, f.low = make([]mgl32.Vec3, len(f.joints)), make([]bool, len(f.joints))
	return nil
}

// add adds a frame, and reports whether a joint of the foot is as low as one that stands: less than
// height above the ground. Scale is that of the character in the world.
func (f *slidingFoot) add(a *systems.Animation, entity ecs.Entity, ground, height, scale float64) (
	isDown bool, err error,
) {
	for k, joint := range f.joints {
		m, err := a.JointWorldAt(entity, joint)
		if err != nil {
			return false, err
		}
		f.places[k] = m.Col(3).Vec3()
		f.low[k] = float64(f.places[k][1])-ground < height-float64(f.below[k]*scale)
		isDown = isDown || f.low[k]
	}
	f.stance.Add(f.places, f.low, 0, 0)
	return isDown, nil
}

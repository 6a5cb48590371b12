package stage_test

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
)

// measureRest measures by how much bodies overlap in the rest pose. Those that meet at a joint are
// left out: they overlap there as they bend.
func (s *shape) measureRest() {
	s.overlaps = map[[2]int]float64{}
	for i := range s.bodies.Bodies {
		for k := range i {
			if !s.meet(i, k) {
				s.overlaps[[2]int{k, i}] = max(0, s.depth(s.rest, i, k))
			}
		}
	}
}

// meet reports whether one body hangs on the other one, or both on a third.
func (s *shape) meet(i, k int) bool {
	p, q := s.bodies.Parent(i), s.bodies.Parent(k)
	return p == k || q == i || p == q
}

// depth returns how deep two capsules are in each other, in meters; negative if they are apart.
func (s *shape) depth(matrices []rig.Matrix, i, k int) float64 {
	a1, b1, r1 := s.capsule(matrices, i)
	a2, b2, r2 := s.capsule(matrices, k)
	return float64(r1+r2) - segmentDistance(a1, b1, a2, b2)
}

// capsule returns a body's capsule in model space.
func (s *shape) capsule(matrices []rig.Matrix, i int) (a, b mgl32.Vec3, radius float32) {
	m := matrices[s.bodies.Bodies[i].Joint].Mat4()
	at, _ := ragdoll.Rigid(m)
	a, b, radius, _ = s.bodies.Capsule(i, m)
	return at.Point(a), at.Point(b), radius
}

// segmentDistance returns the distance between two line segments. It is convex in the place on the
// first one, so that a search by thirds finds it.
func segmentDistance(a1, b1, a2, b2 mgl32.Vec3) float64 {
	distance := func(t float32) float64 {
		p, along := a1.Add(b1.Sub(a1).Mul(t)), b2.Sub(a2)
		u := float32(0)
		if square := along.Dot(along); square > 0 {
			u = min(max(p.Sub(a2).Dot(along)/square, 0), 1)
		}
		return float64(p.Sub(a2.Add(along.Mul(u))).Len())
	}
	low, high := float32(0), float32(1)
	for range 20 {
		third := (high - low) / 3
		if distance(low+third) < distance(high-third) {
			high -= third
		} else {
			low += third
		}
	}
	return distance((low + high) / 2)
}

// measureCapsules measures how much deeper bodies are in each other than in the rest pose.
func (w *watcher) measureCapsules(b *watched) {
	s := w.shape
	for pair, rest := range s.overlaps {
		w.note(b, overlap, s.bodies.Name(pair[0])+" in "+s.bodies.Name(pair[1]),
			1000*(max(0, s.depth(b.matrices, pair[0], pair[1]))-rest))
	}
}

// foothold is what a foot stands on.
type foothold struct{ points [3]standing }

// standing is a point of a sole on the ground.
type standing struct {
	before mgl32.Mat4 // of the joint, in the world
	slid   mgl32.Vec3
	frames int // on the ground
}

// solePoint is a ball inside a foot, by which it rolls on the ground. It is in model space in the
// rest pose, from the joint's place on the ground.
type solePoint struct {
	joint  string
	ahead  float32
	height float32 // of the center, which is its radius
}

// solePoints are those of a heel, the ball of a foot and the tip of its toes, in meters.
var solePoints = [3]solePoint{{"foot", -0.040, 0.030}, {"toe", 0, 0.026}, {"toe", 0.072, 0.018}}

// onGround is the height above the ground, in meters, below which a sole stands, and standingFor how
// many frames it must have stood there to be no foot that only lands or leaves.
const (
	onGround    = 0.002
	standingFor = 3
)

// measureFeet measures how far soles on the flat ground slip, from when they came to stand. A ball
// that rolls does not slip.
func (w *watcher) measureFeet(b *watched) {
	s, place := w.shape, b.place.Get(b.entity).Matrix
	for side, prefix := range []string{"left_", "right_"} {
		for i, p := range solePoints {
			j, state := s.index[prefix+p.joint], &b.feet[side].points[i]
			rest := s.rest[j].Mat4()
			forward := rest.Mul4x1(mgl32.Vec4{0, 1, 0, 0}).Vec3()
			forward[1] = 0
			center := rest.Col(3).Vec3().Add(forward.Normalize().Mul(p.ahead))
			center[1] = p.height
			center = mgl32.TransformCoordinate(center, rest.Inv())
			now := place.Mul4(b.matrices[j].Mat4())
			at := mgl32.TransformCoordinate(center, now)
			was := state.before
			state.before = now
			if at[1]-p.height > onGround || at[1]-p.height < -onGround || was == (mgl32.Mat4{}) {
				state.frames, state.slid = 0, mgl32.Vec3{}
				continue
			}
			state.frames++
			if state.frames == 1 {
				continue
			}
			// where the point that touched the ground half way between the frames came from and goes
			middle := mgl32.TransformCoordinate(center, was).Add(at).Mul(0.5)
			bottom := middle.Sub(mgl32.Vec3{0, p.height, 0})
			step := mgl32.TransformCoordinate(mgl32.TransformCoordinate(bottom, now.Inv()), now).
				Sub(mgl32.TransformCoordinate(mgl32.TransformCoordinate(bottom, now.Inv()), was))
			step[1] = 0
			if step.Len() > 0.5 { // the character was put elsewhere
				state.frames, state.slid = 0, mgl32.Vec3{}
				continue
			}
			state.slid = state.slid.Add(step)
			if state.frames >= standingFor {
				w.note(b, slip, prefix+p.joint, 1000*math.Hypot(float64(state.slid[0]), float64(state.slid[2])))
			}
		}
	}
}

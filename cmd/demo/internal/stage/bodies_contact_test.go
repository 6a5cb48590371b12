package stage_test

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/soles"
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
type foothold struct{ points [3]soles.Contact }

// solePoints are the balls of a heel, the ball of a foot and the tip of its toes, in meters.
var solePoints = [3]struct {
	joint         string
	ahead, height float32
}{{"foot", -0.040, 0.030}, {"toe", 0, 0.026}, {"toe", 0.072, 0.018}}

// standingFor is how many frames a sole must have stood on the ground to be no foot that only lands or
// leaves.
const standingFor = 3

// measureFeet measures how far soles on the flat ground slip, from when they came to stand.
func (w *watcher) measureFeet(b *watched) {
	s, place := w.shape, b.place.Get(b.entity).Matrix
	for side, prefix := range []string{"left_", "right_"} {
		for i, p := range solePoints {
			j, contact := s.index[prefix+p.joint], &b.feet[side].points[i]
			slid := contact.Follow(soles.NewBall(s.rest[j].Mat4(), p.ahead, p.height), place.Mul4(b.matrices[j].Mat4()),
				mgl32.Vec3{0, 1, 0})
			if contact.Frames >= standingFor {
				w.note(b, slip, prefix+p.joint, 1000*slid)
			}
		}
	}
}

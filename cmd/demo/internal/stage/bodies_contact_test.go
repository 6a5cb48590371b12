package stage_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/soles"
	"github.com/sinew-go/sinew/systems"
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

// lowHips is the height of the hips, in meters, below which a body lies, sits or kneels, so that not all
// of its weight is on its feet.
const lowHips = 0.5

// mostLeaning is the angle in degrees between a sole and the ground, up to which a foot of such a body
// carries it. Others lie: on a heel, or on the tips of the toes.
const mostLeaning = 20

// measureFeet measures how far soles on the flat ground slip, from when they came to stand. The feet of a
// body that a physics engine moves stand on nothing.
func (w *watcher) measureFeet(b *watched, animation *systems.Animation) {
	if bodies := animation.Ragdoll(b.entity).Component(); bodies != nil && bodies.Weight > 0 {
		b.feet = [2]foothold{}
		return
	}
	w.measureFeetAt(b, b.place.Get(b.entity).Matrix)
}

// measureFeetAt measures the feet of a body that is at a place.
func (w *watcher) measureFeetAt(b *watched, place mgl32.Mat4) {
	s := w.shape
	low := place.Mul4(b.matrices[s.index["hips"]].Mat4()).Col(3)[1] < lowHips
	for side, prefix := range []string{"left_", "right_"} {
		foot := s.index[prefix+"foot"]
		up := place.Mul4(b.matrices[foot].Mat4()).Mul4(s.rest[foot].Mat4().Inv()).Mul4x1(mgl32.Vec4{0, 1, 0, 0})
		if low && degrees(math.Acos(float64(min(max(up[1]/up.Len(), -1), 1)))) > mostLeaning {
			b.feet[side] = foothold{}
			continue
		}
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

// TestFeetOfWhoLiesCount checks that the measure of slipping feet tells a sole that carries from a foot
// that lies: it counts flat soles that slide, of who stands and of who sits, and no heel of who lies.
func TestFeetOfWhoLiesCount(t *testing.T) {
	_, s := mannequinShape(t)
	for _, row := range []struct {
		name   string
		drop   float32 // of the hips, in meters
		leans  float32 // of the feet, in radians, about their heels
		slides bool
	}{
		{"stands", 0, 0, true},
		{"stands on the heels", 0, -0.5, true},
		{"sits with flat soles", 0.7, 0, true},
		{"lies on the heels", 0.7, -0.5, false},
	} {
		b := &watched{name: "body", matrices: slices.Clone(s.rest)}
		lowered := rig.MatrixFromMat4(mgl32.Translate3D(0, -row.drop, 0).Mul4(s.rest[s.index["hips"]].Mat4()))
		b.matrices[s.index["hips"]] = lowered
		for _, side := range []string{"left_", "right_"} {
			heel := s.rest[s.index[side+"foot"]].Point(mgl32.Vec3{}).Add(mgl32.Vec3{0, 0, solePoints[0].ahead})
			heel[1] = solePoints[0].height
			lean := mgl32.Translate3D(heel[0], heel[1], heel[2]).Mul4(mgl32.HomogRotate3DX(row.leans)).
				Mul4(mgl32.Translate3D(-heel[0], -heel[1], -heel[2]))
			for _, name := range []string{"foot", "toe"} {
				j := s.index[side+name]
				b.matrices[j] = rig.MatrixFromMat4(lean.Mul4(s.rest[j].Mat4()))
			}
		}
		w := watcher{shape: s, worst: map[string]finding{}}
		for frame := range 10 {
			w.measureFeetAt(b, mgl32.Translate3D(0, 0, 0.01*float32(frame)))
		}
		worst := w.worst[slip+" foot"].value
		if slides := worst > bodyLimits[slip]; slides != row.slides {
			t.Errorf("who %s and slides by 90 mm: the heels slip by %.1f mm, expected a slip: %v", row.name, worst, row.slides)
		}
	}
}

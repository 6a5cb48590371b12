package mannequin

import (
	"testing"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// maxDepth is how deep in meters an arm may reach into the rest of the body: skin yields a little.
const maxDepth = 0.012

func TestArmsDoNotIntersectTheBody(t *testing.T) {
	m := sculpted(t)
	var arms []int // vertices from the elbow to the fingers
	for v := range m.Points {
		if j := m.influences[v].list[0].joint; j >= posing.Forearm && j < posing.Thigh &&
			(j-posing.Clavicle)%posing.ArmJoints >= posing.Forearm-posing.Clavicle {
			arms = append(arms, v)
		}
	}
	if len(arms) < 4000 {
		t.Fatalf("the arms have %d vertices, want 4000 or more", len(arms))
	}
	for i := range animations {
		a := &animations[i]
		for k := 0; k < a.Frames; k += 5 {
			s := a.Solve(m.rest, k)
			points := m.skinned(s)
			for i := k / 5 % 3; i < len(arms); i += 3 { // of three neighbors each time another one
				v := arms[i]
				if depth, j := m.depth(s, points[v]); depth > maxDepth {
					t.Errorf("%s: key %d: a vertex of %s is %.0f mm deep in %s", a.Name, k,
						m.rest.Bones[m.influences[v].list[0].joint].Name, 1000*depth, m.rest.Bones[j].Name)
					break
				}
			}
		}
	}
}

// depth returns how deep in meters a point is inside the trunk, the head or the legs of a posed
// body, and the joint that moves the part it is in.
func (m *skinnedSurface) depth(s *posing.SolvedPose, p exact.Vec3) (deepest float64, in posing.Joint) {
	for _, j := range []posing.Joint{
		posing.Hips, posing.Spine1, posing.Spine2, posing.Spine3, posing.Spine4, posing.Head, posing.Thigh,
		posing.Thigh.On(posing.Right), posing.Shin,
		posing.Shin.On(posing.Right),
	} {
		rest := m.rest.ModelPoint(j, posing.Rotate(s.Rotation[j].Conjugate(), p.Sub(s.Position[j])))
		folded := isosurface.Fold(rest)
		for _, g := range m.body.field.Groups() {
			if g.Name != "trunk" && g.Name != "head" && g.Name != "leg" {
				continue
			}
			d, owner := g.Nearest(folded)
			first, _, weight := m.body.skin[owner].binding.jointsAt(folded)
			side := posing.Left
			if rest[0] < 0 {
				side = posing.Right
			}
			if -d > deepest && weight < 0.5 && first.On(side) == j {
				deepest, in = -d, j
			}
		}
	}
	return deepest, in
}

func TestFingersOfAFistDoNotIntersect(t *testing.T) {
	m := sculpted(t)
	s := m.rest.Solve(posing.Run.Pose(0))
	points := m.skinned(s)
	for v, p := range points {
		own := m.influences[v].list[0].joint
		for _, d := range posing.Digits {
			// Compare with the first phalanx of each other finger, which is beside this one along
			// its whole length.
			j := d.Joint + 1
			if own < posing.Index || own >= posing.Thumb || (own-posing.Index)%4 < 1 ||
				(own-posing.Index)/4 == (j-posing.Index)/4 {
				continue
			}
			a, b := s.Position[j], s.Position[j+1]
			along := b.Sub(a)
			at := posing.Clamp(p.Sub(a).Dot(along)/along.Dot(along), 0.3, 1)
			if distance := p.Sub(a.AddScaled(at, along)).Length(); distance < d.Radius-0.004 {
				t.Errorf("vertex %d of %s is %.1f mm from the axis of %s",
					v, m.rest.Bones[own].Name, 1000*distance, m.rest.Bones[j].Name)
			}
		}
	}
}

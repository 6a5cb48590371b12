package mannequin

import (
	"testing"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/internal/exact"
)

// maxDepth is how deep in meters an arm may reach into the rest of the body: skin yields a little.
const maxDepth = 0.012

func TestArmsDoNotIntersectTheBody(t *testing.T) {
	m := sculpted(t)
	var arms []int // vertices from the elbow to the fingers
	for v := range m.Points {
		if j := m.influences[v].list[0].joint; j >= forearm && j < thigh && (j-clavicle)%armJoints >= forearm-clavicle {
			arms = append(arms, v)
		}
	}
	if len(arms) < 4000 {
		t.Fatalf("the arms have %d vertices, want 4000 or more", len(arms))
	}
	for i := range animations {
		a := &animations[i]
		for k := 0; k < a.frames; k += 5 {
			s := a.solve(m.rest, k)
			points := m.skinned(s)
			for i := k / 5 % 3; i < len(arms); i += 3 { // of three neighbors each time another one
				v := arms[i]
				if depth, j := m.depth(s, points[v]); depth > maxDepth {
					t.Errorf("%s: key %d: a vertex of %s is %.0f mm deep in %s", a.name, k,
						m.rest.bones[m.influences[v].list[0].joint].name, 1000*depth, m.rest.bones[j].name)
					break
				}
			}
		}
	}
}

// depth returns how deep in meters a point is inside the trunk, the head or the legs of a posed
// body, and the joint that moves the part it is in.
func (m *skinnedSurface) depth(s *solvedPose, p exact.Vec3) (deepest float64, in joint) {
	for _, j := range []joint{
		hips, spine1, spine2, spine3, spine4, head, thigh, thigh.on(right), shin,
		shin.on(right),
	} {
		rest := m.rest.modelPoint(j, rotate(s.rotation[j].Conjugate(), p.Sub(s.position[j])))
		folded := isosurface.Fold(rest)
		for _, g := range m.body.field.Groups() {
			if g.Name != "trunk" && g.Name != "head" && g.Name != "leg" {
				continue
			}
			d, owner := g.Nearest(folded)
			first, _, weight := m.body.skin[owner].binding.jointsAt(folded)
			side := left
			if rest[0] < 0 {
				side = right
			}
			if -d > deepest && weight < 0.5 && first.on(side) == j {
				deepest, in = -d, j
			}
		}
	}
	return deepest, in
}

func TestFingersOfAFistDoNotIntersect(t *testing.T) {
	m := sculpted(t)
	s := m.rest.solve(runPose(0))
	points := m.skinned(s)
	for v, p := range points {
		own := m.influences[v].list[0].joint
		for _, d := range digits {
			// Compare with the first phalanx of each other finger, which is beside this one along
			// its whole length.
			j := d.joint + 1
			if own < index || own >= thumb || (own-index)%4 < 1 || (own-index)/4 == (j-index)/4 {
				continue
			}
			a, b := s.position[j], s.position[j+1]
			along := b.Sub(a)
			at := clamp(p.Sub(a).Dot(along)/along.Dot(along), 0.3, 1)
			if distance := p.Sub(a.AddScaled(at, along)).Length(); distance < d.radius-0.004 {
				t.Errorf("vertex %d of %s is %.1f mm from the axis of %s",
					v, m.rest.bones[own].name, 1000*distance, m.rest.bones[j].name)
			}
		}
	}
}

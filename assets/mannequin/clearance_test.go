package mannequin

import (
	"testing"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/internal/exact"
)

// clearance is how deep an arm may be in the rest of the body, in meters: skin gives way a little.
const clearance = 0.012

func TestArmsStayOutOfTheBody(t *testing.T) {
	m := sculpted(t)
	var arms []int // vertices from below the elbow on
	for v := range m.Points {
		if j := m.influences[v][0].joint; j >= forearm && j < thigh && (j-clavicle)%armJoints >= forearm-clavicle {
			arms = append(arms, v)
		}
	}
	if len(arms) < 4000 {
		t.Fatalf("%d vertices of arms", len(arms))
	}
	for i := range animations {
		animation := &animations[i]
		for k := 0; k < animation.frames; k += 5 {
			s := animation.solve(m.rest, k)
			points := m.skinned(s)
			for _, v := range arms {
				if depth, j := m.depth(s, points[v]); depth > clearance {
					t.Errorf("%s: key %d: a vertex of %s is %.0f mm deep in %s", animation.name, k,
						m.rest.bones[m.influences[v][0].joint].name, 1000*depth, m.rest.bones[j].name)
					break
				}
			}
		}
	}
}

// depth returns how deep a point of a posed figure is in trunk, head or legs, and in what moves with which joint.
func (m *skinnedSurface) depth(s *solvedPose, p exact.Vec3) (deepest float64, in joint) {
	for _, j := range []joint{hips, spine1, spine2, spine3, spine4, head, thigh, thigh.on(right), shin, shin.on(right)} {
		rest := m.rest.modelPoint(j, rotate(s.rotation[j].Conjugate(), p.Sub(s.position[j])))
		folded := isosurface.Fold(rest)
		for _, g := range m.body.field.Groups() {
			if g.Name != "trunk" && g.Name != "head" && g.Name != "leg" {
				continue
			}
			d, owner := g.Nearest(folded)
			first, _, influence := m.body.skin[owner].binding.jointsAt(folded)
			side := left
			if rest[0] < 0 {
				side = right
			}
			if -d > deepest && influence < 0.5 && first.on(side) == j {
				deepest, in = -d, j
			}
		}
	}
	return deepest, in
}

func TestTheFingersOfAFistStayOutOfEachOther(t *testing.T) {
	m := sculpted(t)
	s := m.rest.solve(runPose(0))
	points := m.skinned(s)
	for v, p := range points {
		own := m.influences[v][0].joint
		for _, d := range digits {
			// The first phalanx of a neighbor, which lies beside it all the way.
			j := d.joint + 1
			if own < index || own >= thumb || (own-index)%4 < 1 || (own-index)/4 == (j-index)/4 {
				continue
			}
			a, b := s.position[j], s.position[j+1]
			along := b.Sub(a)
			at := clamp(p.Sub(a).Dot(along)/along.Dot(along), 0.3, 1)
			if distance := p.Sub(a.AddScaled(at, along)).Length(); distance < d.radius-0.004 {
				t.Errorf("vertex %d of %s is %.1f mm from the middle of %s", v, m.rest.bones[own].name, 1000*distance, m.rest.bones[j].name)
			}
		}
	}
}

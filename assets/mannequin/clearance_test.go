package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "testing"

// clearance is how deep an arm may be in the rest of the body, in meters: skin gives way a little.
const clearance = 0.012

func TestArmsStayOutOfTheBody(t *testing.T) {
	m := newMade(t)
	var arms []int // vertices from below the elbow on
	for v := range m.points {
		if j := m.shares[v][0].joint; j >= forearm && j < thigh && (j-clavicle)%armJoints >= forearm-clavicle {
			arms = append(arms, v)
		}
	}
	if len(arms) < 4000 {
		t.Fatalf("%d vertices of arms", len(arms))
	}
	for i := range motions {
		motion := &motions[i]
		for k := 0; k < motion.frames; k += 5 {
			s := motion.solve(m.figure, k)
			points := m.skinned(s)
			for _, v := range arms {
				if depth, j := m.depth(s, points[v]); depth > clearance {
					t.Errorf("%s: key %d: a vertex of %s is %.0f mm deep in %s", motion.name, k,
						m.figure.bones[m.shares[v][0].joint].name, 1000*depth, m.figure.bones[j].name)
					break
				}
			}
		}
	}
}

// depth returns how deep a point of a posed figure is in trunk, head or legs, and in what moves with which joint.
func (m *made) depth(s *solved, p exact.Vec3) (deepest float64, in joint) {
	for _, j := range []joint{hips, spine1, spine2, spine3, spine4, head, thigh, thigh.on(right), shin, shin.on(right)} {
		rest := m.figure.point(j, rotate(s.rotation[j].Conjugate(), p.Sub(s.position[j])))
		folded := fold(rest)
		for _, g := range m.field.groups {
			if g.name != "trunk" && g.name != "head" && g.name != "leg" {
				continue
			}
			d, owner := g.nearest(folded)
			first, _, share := owner.bound.at(folded)
			side := left
			if rest[0] < 0 {
				side = right
			}
			if -d > deepest && share < 0.5 && first.on(side) == j {
				deepest, in = -d, j
			}
		}
	}
	return deepest, in
}

func TestTheFingersOfAFistStayOutOfEachOther(t *testing.T) {
	m := newMade(t)
	s := m.figure.solve(runPose(0))
	points := m.skinned(s)
	for v, p := range points {
		own := m.shares[v][0].joint
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
				t.Errorf("vertex %d of %s is %.1f mm from the middle of %s", v, m.figure.bones[own].name, 1000*distance, m.figure.bones[j].name)
			}
		}
	}
}

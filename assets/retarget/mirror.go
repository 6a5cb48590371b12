package retarget

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// MirrorOptions correct what [NewMirror] finds. The zero value leaves everything to it.
type MirrorOptions struct {
	// Pairs are the names of joints that are each other's mirror images, instead of what names and
	// positions say. A pair whose second name is empty puts a joint in the middle: it is its own
	// mirror image.
	Pairs [][2]string
	// Normal is the normal of the mirror plane in model space. The zero vector finds the plane from
	// the skeleton.
	Normal mgl32.Vec3
	// Pose is a symmetric pose of the skeleton, such as the pose that a skin was bound in
	// ([BindPose]). Nil is the rest pose.
	Pose *rig.Pose
}

// Mirror exchanges the left and the right side of the poses and clips of one skeleton. It does not
// change once it is made, and any number of goroutines may share it.
type Mirror struct {
	skeleton   *rig.Skeleton
	plane      anatomy.Plane
	partners   []int
	maps       []jointMirror
	children   [][]int
	size       float64 // of the skeleton
	abovePairs []bool  // joints above all that have a partner
	changed    []bool  // joints whose rest pose is not mirrored to the rest pose
	unpaired   []string
	crossed    []string
	symmetric  bool
}

// jointMirror turns the local transform of a joint's partner into the joint's.
type jointMirror struct {
	parent, own exact.Quat    // rotation: parent · partner's rotation · conjugate(own)
	linear      [3]exact.Vec3 // translation: rows of the matrix for the partner's translation,
	constant    exact.Vec3    // and the vector to add
	axes        [3]int        // scale: component of the partner's for each component
	factors     [3]float64    // and the factor of each
}

// NewMirror finds the mirror plane of a skeleton and each joint's partner on the other side: by
// their names, in any usual spelling, and where these say nothing by their
// positions in the rest pose. A joint in the middle is its own partner.
//
// The error reports a pair or a pose that does not fit the skeleton.
func NewMirror(skeleton *rig.Skeleton, options MirrorOptions) (*Mirror, error) {
	switch {
	case skeleton == nil:
		return nil, errors.New("mirror: expected a skeleton, found nil")
	case options.Pose != nil && options.Pose.Skeleton() != skeleton:
		return nil, fmt.Errorf("mirror: %w", anatomy.Unlike("a pose", skeleton, options.Pose.Skeleton()))
	case !exact.ToVec3(options.Normal).IsFinite():
		return nil, fmt.Errorf("mirror: skeleton %q: expected a finite normal, found %v", skeleton.Name(),
			options.Normal)
	}
	rest := anatomy.RestFrames(skeleton, options.Pose)
	p := anatomy.NewPairing(skeleton, rest)
	if err := p.SetByHand(options.Pairs); err != nil {
		return nil, err
	}
	p.FindPlane()
	if normal := exact.ToVec3(options.Normal); normal.Length() > 0 {
		p.Plane.Normal = anatomy.SnapToAxis(normal.Normalized())
		least, greatest := rest.Box()
		p.Plane.Offset = p.SnapOffset(0.5 * p.Plane.Normal.Dot(least.Add(greatest)))
	}
	p.FindPartners()
	m := &Mirror{
		skeleton: skeleton, plane: p.Plane, partners: p.Partners, symmetric: p.IsSymmetric(),
		children: p.Children, size: p.Size, abovePairs: p.AboveAll(),
	}
	for j, k := range m.partners {
		if k == j && !p.ByHand[j] && (p.Sides[j] != anatomy.Center || m.symmetric && p.IsOneSided(j)) {
			m.unpaired = append(m.unpaired, skeleton.JointName(j))
		}
		if a, b := skeleton.Parent(j), skeleton.Parent(k); k != j && (a < 0) != (b < 0) || a >= 0 && b >= 0 &&
			m.partners[a] != b && k != j {
			m.crossed = append(m.crossed, skeleton.JointName(j))
		}
	}
	m.setMaps(rest)
	return m, nil
}

// noMirror stands for a nil mirror.
var noMirror = &Mirror{}

// orNone returns the mirror, or one without joints for nil.
func (m *Mirror) orNone() *Mirror {
	if m == nil {
		return noMirror
	}
	return m
}

// check returns an error for a mirror that [NewMirror] did not make.
func (m *Mirror) check() error {
	if m.Skeleton() == nil {
		return errors.New("mirror: expected a mirror from NewMirror, found one without a skeleton")
	}
	return nil
}

// Skeleton returns the skeleton whose poses and clips are mirrored. Of a nil mirror, as [NewMirror]
// returns it with an error, methods return nothing, or an error.
func (m *Mirror) Skeleton() *rig.Skeleton { return m.orNone().skeleton }

// Partner returns the joint on the other side, or the joint itself if it is in the middle or has no
// partner. It is -1 for a joint that the skeleton does not have.
func (m *Mirror) Partner(joint int) int {
	if m = m.orNone(); joint < 0 || joint >= len(m.partners) {
		return -1
	}
	return m.partners[joint]
}

// Plane returns the mirror plane: its points p have normal·p = offset, in model space and meters.
func (m *Mirror) Plane() (normal mgl32.Vec3, offset float64) {
	m = m.orNone()
	return mgl32.Vec3(m.plane.Normal.Float32()), m.plane.Offset
}

// Unpaired returns the names of joints that belong to one side, by their names or positions, but
// have no partner. They stay on their side, and their own motion is mirrored in place.
func (m *Mirror) Unpaired() []string { return m.orNone().unpaired }

// Crossed returns the names of joints whose parent is not the partner of their partner's parent.
// They are mirrored relative to their parents, which may put them elsewhere in model space.
func (m *Mirror) Crossed() []string { return m.orNone().crossed }

// setMaps computes how each joint's local transform comes from its partner's. With the plane's
// mirroring S and the model matrices of the rest pose, model matrices relative to the rest pose are
// mirrored: M' · R'^-1 = S · M · R^-1 · S. For a joint and its parent that gives a constant map of
// the local rotation on either side.
func (m *Mirror) setMaps(rest *anatomy.Frames) {
	s := m.skeleton
	half := m.plane.Half()
	own := make([]exact.Quat, s.Len())
	for j, k := range m.partners {
		own[j] = rest.Turned(j).Conjugate().Mul(half).Mul(rest.Turned(k))
		if !m.symmetric {
			own[j] = m.convention(rest, j, own[j])
		}
		if k < j { // exactly the inverse of the partner's, so that mirroring twice changes nothing
			own[j] = own[k].Conjugate()
		}
	}
	m.maps = make([]jointMirror, s.Len())
	m.changed = make([]bool, s.Len())
	for j, k := range m.partners {
		a, b := s.Parent(j), s.Parent(k)
		parent := half
		switch {
		case a >= 0 && b >= 0 && m.partners[a] == b:
			// With the signs of the parents' scales, which turned leaves out.
			parent = anatomy.Flip(rest.Locals[a].Scale).Mul(own[a]).Mul(anatomy.Flip(rest.Locals[b].Scale))
		case a >= 0 || b >= 0:
			parent = rest.ParentRotation(j).Conjugate().Mul(half).Mul(rest.ParentRotation(k))
		}
		m.maps[j] = m.jointMap(rest, j, k, parent, own[j])
		t := m.maps[j].apply(anatomy.ToLocal(s.Rest(k)))
		m.changed[j] = !sameLocal(t, anatomy.ToLocal(s.Rest(j)), 1e-6*m.size)
	}
}

// jointMap returns the map from joint k to joint j.
func (m *Mirror) jointMap(rest *anatomy.Frames, j, k int, parent, own exact.Quat) jointMirror {
	t := jointMirror{parent: parent, own: own}
	// Translations relative to the rest pose: by the parents' rotations, and the ratio of their
	// scales.
	ratio := 1.0
	if a, b := m.skeleton.Parent(j), m.skeleton.Parent(k); a >= 0 && b >= 0 {
		ratio = scaleOf(&rest.Models[b]) / scaleOf(&rest.Models[a])
		if !(ratio > 1e-9 && ratio < 1e9) || math.Abs(ratio-1) < 1e-6 {
			ratio = 1
		}
	}
	for c := range 3 {
		var axis exact.Vec3
		axis[c] = -ratio // half a turn is the opposite of mirroring
		column := parent.Rotate(axis)
		for r := range 3 {
			t.linear[r][c] = column[r]
		}
	}
	t.constant = m.constant(rest, j, k, &t)
	t.axes = dominantAxes(own, j == k)
	if k < j { // the inverse of the partner's
		for c, axis := range m.maps[k].axes {
			t.axes[axis] = c
		}
	}
	for c := range 3 {
		t.factors[c] = 1
		if s := rest.Locals[k].Scale[t.axes[c]]; s != 0 && rest.Locals[j].Scale[c] != 0 {
			t.factors[c] = rest.Locals[j].Scale[c] / s
		}
	}
	return t
}

// constant returns the vector to add to mirrored translations, so that the rest pose becomes the
// rest pose. If that is not symmetric, the hips, and joints between them and the root, are mirrored
// by the plane itself, since their position is part of a motion.
func (m *Mirror) constant(rest *anatomy.Frames, j, k int, t *jointMirror) exact.Vec3 {
	if !m.symmetric && j == k && m.abovePairs[j] {
		model := rest.ParentModel(j)
		if inverse, ok := model.Inverse(); ok {
			p := rest.Position(j)
			middle := inverse.Point(p.Lerp(m.plane.Point(p), 0.5)) // stays where it is
			return middle.Sub(t.move(middle))
		}
	}
	return rest.Locals[j].Translation.Sub(t.move(rest.Locals[k].Translation))
}

// scaleOf returns the length of a matrix's first column.
func scaleOf(a *exact.Affine) float64 { return exact.Vec3{a[0], a[4], a[8]}.Length() }

// dominantAxes returns for each axis the one that a rotation takes nearest to it, each once. An
// involution exchanges two axes at most.
func dominantAxes(q exact.Quat, involution bool) [3]int {
	var matrix [3]exact.Vec3
	for c := range 3 {
		var axis exact.Vec3
		axis[c] = 1
		matrix[c] = q.Rotate(axis)
	}
	best, found := -1.0, [3]int{0, 1, 2}
	for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		if involution && p[p[0]] != 0 {
			continue
		}
		sum := 0.0
		for r, c := range p {
			sum += math.Abs(matrix[c][r])
		}
		if sum > best+1e-9 {
			best, found = sum, p
		}
	}
	return found
}

// move returns a translation of the partner, mirrored, without the constant.
func (t *jointMirror) move(v exact.Vec3) exact.Vec3 {
	return exact.Vec3{t.linear[0].Dot(v), t.linear[1].Dot(v), t.linear[2].Dot(v)}
}

// turn returns a rotation of the partner, mirrored. It is linear in q, so that it maps tangents as
// well.
func (t *jointMirror) turn(q exact.Quat) exact.Quat { return t.parent.Mul(q).Mul(t.own.Conjugate()) }

// stretch returns a scale of the partner, mirrored.
func (t *jointMirror) stretch(s exact.Vec3) (out exact.Vec3) {
	for c := range out {
		out[c] = s[t.axes[c]] * t.factors[c]
	}
	return out
}

// apply returns the local transform of the partner, mirrored.
func (t *jointMirror) apply(l anatomy.Local) anatomy.Local {
	return anatomy.Local{
		Translation: t.move(l.Translation).Add(t.constant), Rotation: t.turn(l.Rotation), Scale: t.stretch(l.Scale),
	}
}

// sameLocal reports whether two transforms are the same but for rounding.
func sameLocal(a, b anatomy.Local, distance float64) bool {
	d := a.Scale.Sub(b.Scale)
	return a.Translation.Sub(b.Translation).Length() <= distance+float64(1e-6*b.Translation.Length()) &&
		math.Abs(a.Rotation.Dot(b.Rotation)) > 1-1e-12 && d.Length() < 1e-6
}

package ragdoll

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
)

// Options correct what [Propose] proposes. The zero value leaves everything to it.
type Options struct {
	// Humanoid lists the bones of a humanoid. Nil finds them ([humanoid.Find]).
	Humanoid *humanoid.Map
	// Pose is the pose in which limits are measured, for files whose rest pose is a frame of a
	// clip, as in package retarget. Nil is the rest pose.
	Pose *rig.Pose
	// Scale is how many meters a unit of model space is, by which masses are computed. If it is 0
	// it is found from the size of the skeleton ([rig.Skeleton.MetersPerUnit]): 1 for one of 0.1 to
	// 10 units, 0.01 for a larger one in centimeters. For characters whose Transform makes them
	// larger or smaller than that, it is multiplied by that scale.
	Scale float64
	// Density is in kilograms per cubic meter; 0 is 985, as of a human.
	Density float64
	// Mass is the mass of all bodies, in kilograms, if it is above 0.
	Mass float64
	// MinSize is the size below which joints of no humanoid belong to the joint above, as a
	// fraction of the model's size. 0 is 0.06.
	MinSize float64
}

// minVertices is the least number of vertices of a body.
const minVertices = 4

// Propose proposes bodies for the characters of a model. The errors are [ErrModel] and
// [ErrNoBodies], and [ErrBody] if an option is negative or not finite.
func Propose(library *assets.Library, model *assets.Model, options Options) (*Definition, error) {
	switch {
	case library == nil:
		return nil, fmt.Errorf("%w: expected the library of the model, found nil", ErrModel)
	case model == nil:
		return nil, fmt.Errorf("%w: expected a model of the library, found nil", ErrModel)
	case !library.Owns(model):
		return nil, fmt.Errorf("%w: expected a model of the library, found model %q, which it does not own", ErrModel,
			model.Name)
	}
	skeleton := library.Skeleton(model.Skeleton)
	if skeleton == nil {
		return nil, fmt.Errorf("%w: model %q: %s", ErrModel, model.Name, library.Describe(model.Skeleton))
	}
	for name, v := range map[string]float64{
		"Scale": options.Scale, "Density": options.Density, "Mass": options.Mass,
		"MinSize": options.MinSize,
	} {
		if !(v >= 0) || !exact.IsFinite(v) {
			return nil, fmt.Errorf("%w: expected an option %s of at least 0, found %v", ErrBody, name, v)
		}
	}
	if pose := options.Pose; pose != nil && pose.Skeleton() != skeleton {
		return nil, fmt.Errorf("%w: expected a pose of skeleton %q, found one of another", ErrModel,
			skeleton.Name())
	}
	if h := options.Humanoid; h != nil && h.Skeleton() != skeleton {
		return nil, fmt.Errorf("%w: expected a humanoid of skeleton %q, found one of another", ErrModel,
			skeleton.Name())
	}
	p := &proposer{skeleton: skeleton, options: withDefaults(options, skeleton)}
	p.rest = bodies.ModelMatrices(skeleton.RestLocals(), skeleton)
	p.pose = p.rest
	if options.Pose != nil {
		p.pose = bodies.ModelMatrices(options.Pose.Locals, skeleton)
	}
	p.findHumanoid()
	p.collect(library, model)
	p.merge()
	return p.definition(model.Name)
}

func withDefaults(o Options, skeleton *rig.Skeleton) Options {
	set := func(v *float64, usual float64) {
		if *v == 0 {
			*v = usual
		}
	}
	set(&o.Scale, skeleton.MetersPerUnit())
	set(&o.Density, 985)
	set(&o.MinSize, 0.06)
	return o
}

// proposer makes a definition.
type proposer struct {
	skeleton   *rig.Skeleton
	options    Options
	rest, pose []exact.Affine // model matrices
	bones      map[int]string // by joint, of a humanoid
	joints     map[string]int // by bone
	points     [][]exact.Vec3 // by joint: the vertices that belong to it, in model space in the rest pose
	left, up   exact.Vec3
	front      exact.Vec3
	least      float64 // size below which joints of no humanoid are no bodies
}

// findHumanoid finds the bones of a humanoid and the directions of the character.
func (p *proposer) findHumanoid() {
	p.left, p.up, p.front = exact.Vec3{1, 0, 0}, exact.Vec3{0, 1, 0}, exact.Vec3{0, 0, 1}
	h := p.options.Humanoid
	if h == nil {
		var err error
		if p.options.Pose != nil {
			h, err = humanoid.FindInPose(p.skeleton, p.options.Pose)
		} else {
			h, err = humanoid.Find(p.skeleton)
		}
		if err != nil {
			return
		}
	}
	p.bones, p.joints = map[int]string{}, map[string]int{}
	for _, match := range h.Matches() {
		p.bones[match.Joint], p.joints[match.Bone] = match.Bone, match.Joint
	}
	l, hasLeft := p.joints["left upper leg"]
	r, hasRight := p.joints["right upper leg"]
	if !hasLeft || !hasRight {
		return
	}
	across := p.pose[l].Translation().Sub(p.pose[r].Translation())
	across = across.AddScaled(-across.Dot(p.up), p.up)
	if length := across.Length(); length > 0 {
		p.left = across.Scale(1 / length)
		p.front = p.left.Cross(p.up)
	}
}

// collect gives each vertex of the model to the joint that moves it most.
func (p *proposer) collect(library *assets.Library, model *assets.Model) {
	p.points = make([][]exact.Vec3, p.skeleton.Len())
	for i := range model.Parts {
		part := &model.Parts[i]
		m, skin := library.Mesh(part.Mesh), library.Skin(part.Skin)
		if m == nil || skin == nil || skin.Skeleton() != p.skeleton || part.Hidden {
			continue
		}
		matrices := make([]exact.Affine, skin.Len())
		for k, joint := range skin.Joints() {
			bind := [rig.MatrixSize]float32(rig.MatrixAt(skin.InverseBinds(), k))
			inverse := exact.ToAffine(&bind)
			matrices[k] = p.rest[joint].Mul(&inverse)
		}
		for k := range m.Primitives {
			p.collectPrimitive(&m.Primitives[k], part, skin, matrices)
		}
	}
}

func (p *proposer) collectPrimitive(primitive *mesh.Primitive, part *assets.Part, skin *rig.Skin,
	matrices []exact.Affine,
) {
	for v := range primitive.Positions {
		at := 0
		switch {
		case part.Rigid:
			at = part.PaletteIndex
		case primitive.Influences > 0: // the heaviest is the first
			at = int(primitive.Joints[v*primitive.Influences])
		}
		if at >= skin.Len() {
			continue
		}
		if point := matrices[at].Point(exact.ToVec3(primitive.Positions[v])); point.IsFinite() {
			joint := skin.Joints()[at]
			p.points[joint] = append(p.points[joint], point)
		}
	}
}

// limbs are the bones of a humanoid that are bodies, and torso the bones around which other joints
// may be bodies, too.
var (
	limbs = map[string]bool{
		"head": true, "left upper arm": true, "left lower arm": true, "left hand": true, "right upper arm": true,
		"right lower arm": true,
		"right hand":      true, "left upper leg": true, "left lower leg": true, "left foot": true,
		"right upper leg": true, "right lower leg": true,
		"right foot": true,
	}
	torso = map[string]bool{"hips": true, "spine": true, "chest": true, "upper chest": true}
)

// merge gives the vertices of joints that are no bodies to the joint above.
func (p *proposer) merge() {
	var all []exact.Vec3
	for _, points := range p.points {
		all = append(all, points...)
	}
	p.least = float64(p.options.MinSize * extent(all))
	for j := p.skeleton.Len() - 1; j >= 0; j-- {
		if p.isBody(j) {
			continue
		}
		if parent := p.skeleton.Parent(j); parent >= 0 {
			p.points[parent] = append(p.points[parent], p.points[j]...)
		}
		p.points[j] = nil
	}
}

// isBody reports whether a joint is one of a body.
func (p *proposer) isBody(joint int) bool {
	points := p.points[joint]
	if len(points) < minVertices {
		return false
	}
	if p.bones == nil {
		return extent(points) >= p.least
	}
	switch bone, mapped := p.bones[joint]; {
	case limbs[bone] || torso[bone]:
		return true
	case mapped: // shoulders, fingers, toes and the parts of the face
		return false
	}
	for j := p.skeleton.Parent(joint); j >= 0; j = p.skeleton.Parent(j) {
		if bone, mapped := p.bones[j]; mapped {
			return torso[bone] && extent(points) >= p.least
		}
	}
	return false
}

// extent returns the longest side of the box around points.
func extent(points []exact.Vec3) (longest float64) {
	for axis := range 3 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range points {
			low, high = min(low, p[axis]), max(high, p[axis])
		}
		longest = max(longest, high-low)
	}
	return longest
}

// definition makes a body of each joint that has vertices.
func (p *proposer) definition(name string) (*Definition, error) {
	d := &Definition{Skeleton: p.skeleton, Front: p.front.Float32(), Up: p.up.Float32()}
	volume := 0.0
	for j, points := range p.points {
		if len(points) == 0 {
			continue
		}
		d.Bodies = append(d.Bodies, Body{Joint: j})
	}
	if len(d.Bodies) == 0 {
		return nil, fmt.Errorf("%w: expected a joint that moves %d vertices of model %q, found none", ErrNoBodies,
			minVertices, name)
	}
	p.connect(d)
	for i := range d.Bodies {
		b := &d.Bodies[i]
		c := fit(p.points[b.Joint], p.boneAxis(d, i))
		inverse, ok := p.rest[b.Joint].Inverse()
		_, _, stretch, split := bodies.Split(&p.rest[b.Joint])
		if !ok || !split {
			return nil, fmt.Errorf("%w: expected a scale of joint %q in the rest pose that is not 0, found 0",
				ErrBody, d.Name(i))
		}
		b.A, b.B = inverse.Point(c.a).Float32(), inverse.Point(c.b).Float32()
		b.Radius = float32(c.radius / stretch.Largest())
		cube := float64(p.options.Scale * p.options.Scale * p.options.Scale)
		b.Mass = float32(c.volume() * cube * p.options.Density)
		volume += c.volume()
	}
	if p.options.Mass > 0 {
		for i := range d.Bodies {
			c := &d.Bodies[i]
			share := fit(p.points[c.Joint], p.boneAxis(d, i)).volume() / volume
			c.Mass = float32(p.options.Mass * share)
		}
	}
	for i := range d.Bodies {
		d.Bodies[i].Limit = p.limit(d, i)
	}
	return d, d.Check()
}

// boneAxis returns the direction in which the capsule of a body should lie, or 0: to the joint of
// the only body that hangs on it, but across the torso of a humanoid, and upright in its head.
func (p *proposer) boneAxis(d *Definition, i int) (axis exact.Vec3) {
	switch bone := p.bones[d.Bodies[i].Joint]; {
	case torso[bone]:
		return p.left
	case bone == "head":
		return p.up
	}
	children := 0
	for k := range d.Bodies {
		if d.Parent(k) == i {
			children++
			axis = p.rest[d.Bodies[k].Joint].Translation().Sub(p.rest[d.Bodies[i].Joint].Translation())
		}
	}
	if children != 1 {
		return exact.Vec3{}
	}
	return axis
}

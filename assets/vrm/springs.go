package vrm

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/internal/exact"
)

// SpringGoal is the name of the goal of an avatar's springs.
const SpringGoal = "springs"

// springsDocument is the extension VRMC_springBone.
type springsDocument struct {
	Colliders []colliderDocument      `json:"colliders"`
	Groups    []colliderGroupDocument `json:"colliderGroups"`
	Springs   []springDocument        `json:"springs"`

	shapes map[string][]modifier.Collider // by the groups of springs
}

type springDocument struct {
	Name   string          `json:"name"`
	Joints []jointDocument `json:"joints"`
	Groups []int           `json:"colliderGroups"`
	Center *int            `json:"center"`

	path     string // in the JSON
	settings modifier.SpringSettings
}

type jointDocument struct {
	Node         *int     `json:"node"`
	HitRadius    float32  `json:"hitRadius"`
	Stiffness    *float32 `json:"stiffness"`
	GravityPower float32  `json:"gravityPower"`
	GravityDir   vector   `json:"gravityDir"`
	DragForce    *float32 `json:"dragForce"`
}

type colliderDocument struct {
	Node       *int           `json:"node"`
	Shape      *shapeDocument `json:"shape"`
	Extensions struct {
		Extended *struct {
			Shape *shapeDocument `json:"shape"`
		} `json:"VRMC_springBone_extended_collider"`
	} `json:"extensions"`

	path string // in the JSON
}

type colliderGroupDocument struct {
	Colliders []int `json:"colliders"`

	path string // in the JSON
}

type shapeDocument struct {
	Sphere, Capsule *roundDocument
	Plane           *struct {
		Offset vector `json:"offset"`
		Normal vector `json:"normal"`
	} `json:"plane"`
}

type roundDocument struct {
	Offset vector  `json:"offset"`
	Tail   vector  `json:"tail"`
	Radius float32 `json:"radius"`
	Inside bool    `json:"inside"`
}

// place gives the parts of the extension VRMC_springBone their paths in the JSON.
func (d *springsDocument) place() {
	const at = "extensions.VRMC_springBone"
	for i := range d.Colliders {
		d.Colliders[i].path = fmt.Sprintf("%s.colliders[%d]", at, i)
	}
	for i := range d.Groups {
		d.Groups[i].path = fmt.Sprintf("%s.colliderGroups[%d]", at, i)
	}
	for i := range d.Springs {
		d.Springs[i].path = fmt.Sprintf("%s.springs[%d]", at, i)
	}
}

// expectIndex returns an error if what stands at a path of the JSON is no index of one of n things.
func expectIndex(path string, i, n int, things string) error {
	if i < 0 || i >= n {
		return fmt.Errorf("%s: expected the index of one of %d %s, found %d", path, n, things, i)
	}
	return nil
}

// check checks all indices and the lengths of all vectors.
func (d *springsDocument) check(nodes int) error {
	for _, c := range d.Colliders {
		if _, err := index(c.path+".node", c.Node, nodes, "nodes"); err != nil {
			return err
		}
		if err := c.Shape.check(c.path + ".shape"); err != nil {
			return err
		}
		if extended := c.Extensions.Extended; extended != nil {
			err := extended.Shape.check(c.path + ".extensions.VRMC_springBone_extended_collider.shape")
			if err != nil {
				return err
			}
		}
	}
	for _, g := range d.Groups {
		for k, c := range g.Colliders {
			at := fmt.Sprintf("%s.colliders[%d]", g.path, k)
			if err := expectIndex(at, c, len(d.Colliders), "colliders"); err != nil {
				return err
			}
		}
	}
	for i := range d.Springs {
		if err := d.Springs[i].check(nodes, len(d.Groups)); err != nil {
			return err
		}
	}
	return nil
}

// check checks the lengths of the vectors of a shape, which may be nil.
func (s *shapeDocument) check(path string) error {
	if s == nil {
		return nil
	}
	var errs []error
	for name, round := range map[string]*roundDocument{"sphere": s.Sphere, "capsule": s.Capsule} {
		if round != nil {
			errs = append(errs, round.Offset.check(path+"."+name+".offset"), round.Tail.check(path+"."+name+".tail"))
		}
	}
	if s.Plane != nil {
		errs = append(errs, s.Plane.Offset.check(path+".plane.offset"), s.Plane.Normal.check(path+".plane.normal"))
	}
	return errors.Join(errs...)
}

func (s *springDocument) check(nodes, groups int) error {
	for k, j := range s.Joints {
		at := fmt.Sprintf("%s.joints[%d]", s.path, k)
		if _, err := index(at+".node", j.Node, nodes, "nodes"); err != nil {
			return err
		}
		if err := j.GravityDir.check(at + ".gravityDir"); err != nil {
			return err
		}
	}
	for k, g := range s.Groups {
		at := fmt.Sprintf("%s.colliderGroups[%d]", s.path, k)
		if err := expectIndex(at, g, groups, "collider groups"); err != nil {
			return err
		}
	}
	if s.Center != nil {
		return expectIndex(s.path+".center", *s.Center, nodes, "nodes")
	}
	return nil
}

// joints returns the nodes that must be joints, after check.
func (d *springsDocument) joints() (nodes []int) {
	for _, c := range d.Colliders {
		nodes = append(nodes, *c.Node)
	}
	for _, s := range d.Springs {
		for _, j := range s.Joints {
			nodes = append(nodes, *j.Node)
		}
		if s.Center != nil {
			nodes = append(nodes, *s.Center)
		}
	}
	return nodes
}

// readSprings makes settings of the springs. A spring that cannot be simulated is left out with a
// warning.
func (a *Avatar) readSprings(d *springsDocument) error {
	for i := range d.Springs {
		s := &d.Springs[i]
		if err := a.readSpring(d, s); err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		if a.leaveShared(s) {
			continue
		}
		if s.settings.Tip == (mgl32.Vec3{}) && len(s.settings.Joints) < 2 {
			a.warn("%s: it has %d joints and moves nothing", s.path, len(s.settings.Joints))
			continue
		}
		if _, err := modifier.New(a.Model.Name, a.skeleton).Spring(SpringGoal, s.settings).Build(); err != nil {
			a.Warnings = append(a.Warnings, fmt.Sprintf("%s: it is left out: %v", s.path, err))
			continue
		}
		a.springs = append(a.springs, *s)
	}
	return nil
}

// The bytes that a spring takes in a stack, at most: for itself, for each joint of the skeleton
// while it is checked, and for each pair of a bone and a collider.
const (
	springBytes         = 4096
	springJointBytes    = 4
	springBoneBytes     = 512
	springColliderBytes = 512
	springLimitBytes    = 64
)

func (a *Avatar) readSpring(d *springsDocument, s *springDocument) error {
	bones, colliders := len(s.Joints), 0
	for _, g := range s.Groups {
		colliders += len(d.Groups[g].Colliders)
	}
	if err := a.memory.spend("pairs of a bone and a collider", bones*colliders, springLimitBytes); err != nil {
		return err
	}
	if err := a.memory.spend("bytes", springBytes+springJointBytes*a.skeleton.Len()+springBoneBytes*bones+
		springColliderBytes*colliders, 1); err != nil {
		return err
	}
	s.settings.Scale = 1 // VRM is in meters, whatever the size of the avatar
	for k, j := range s.Joints {
		joint, err := a.joint(*j.Node)
		if err != nil {
			return fmt.Errorf("joints[%d]: %w", k, err)
		}
		s.settings.Joints = append(s.settings.Joints, a.skeleton.JointName(joint))
		if k < len(s.Joints)-1 || s.settings.Tip != (mgl32.Vec3{}) {
			s.settings.Bones = append(s.settings.Bones, j.spring())
		}
	}
	if s.Center != nil {
		joint, err := a.joint(*s.Center)
		if err != nil {
			return fmt.Errorf("center: %w", err)
		}
		s.settings.Center, s.settings.CenterJoint = modifier.CenterAtJoint, a.skeleton.JointName(joint)
	}
	s.settings.PushOnce = true // as the specification has it
	shapes, err := a.colliders(d, s.Groups)
	s.settings.Colliders = shapes
	return err
}

// spring returns the forces on the bone that begins at a joint. The direction of gravity has a
// length, by which its power is multiplied.
func (j *jointDocument) spring() modifier.Spring {
	s := modifier.Spring{Stiffness: 1, Drag: 0.5, Gravity: j.GravityPower, HitRadius: j.HitRadius}
	if j.Stiffness != nil {
		s.Stiffness = *j.Stiffness
	}
	if j.DragForce != nil {
		s.Drag = *j.DragForce
	}
	if j.GravityDir != nil {
		direction := exact.ToVec3(j.GravityDir.vec3())
		s.GravityDirection = direction.Normalized().Float32()
		s.Gravity = float32(float64(s.Gravity) * direction.Length())
	}
	if s.Gravity < 0 {
		s.Gravity = -s.Gravity
		if s.GravityDirection == (mgl32.Vec3{}) {
			s.GravityDirection = mgl32.Vec3{0, -1, 0}
		}
		s.GravityDirection = s.GravityDirection.Mul(-1)
	}
	return s
}

// colliders returns the colliders of groups. Springs with the same groups share them.
func (a *Avatar) colliders(d *springsDocument, groups []int) (shapes []modifier.Collider, err error) {
	if len(groups) == 0 {
		return nil, nil
	}
	key := fmt.Sprint(groups)
	if shapes, known := d.shapes[key]; known {
		return shapes, nil
	}
	for _, g := range groups {
		for _, c := range d.Groups[g].Colliders {
			shape, err := a.collider(d, c)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.Colliders[c].path, err)
			}
			shapes = append(shapes, shape)
		}
	}
	if d.shapes == nil {
		d.shapes = map[string][]modifier.Collider{}
	}
	d.shapes[key] = shapes
	return shapes, nil
}

// collider returns a collider; its extended shape replaces the other one.
func (a *Avatar) collider(d *springsDocument, i int) (c modifier.Collider, err error) {
	from := &d.Colliders[i]
	joint, err := a.joint(*from.Node)
	if err != nil {
		return c, err
	}
	c.Joint = a.skeleton.JointName(joint)
	shape := from.Shape
	if extended := from.Extensions.Extended; extended != nil && extended.Shape != nil {
		shape = extended.Shape
	}
	switch {
	case shape == nil:
		return c, errors.New("expected a shape, found none")
	case shape.Sphere != nil:
		s := shape.Sphere
		c.Offset, c.Radius, c.Inside = s.Offset.vec3(), s.Radius, s.Inside
	case shape.Capsule != nil:
		s := shape.Capsule
		c.Shape, c.Offset, c.Tail = modifier.CapsuleCollider, s.Offset.vec3(), s.Tail.vec3()
		c.Radius, c.Inside = s.Radius, s.Inside
	case shape.Plane != nil:
		c.Shape, c.Offset, c.Normal = modifier.PlaneCollider, shape.Plane.Offset.vec3(), mgl32.Vec3{0, 0, 1}
		if shape.Plane.Normal != nil {
			c.Normal = shape.Plane.Normal.vec3()
		}
	default:
		return c, errors.New("expected a shape that is a sphere, a capsule or a plane, found none of them")
	}
	return c, nil
}

// Springs returns the settings of the avatar's springs, in the order of the file. They may be
// changed and given to [modifier.Builder.Spring].
func (a *Avatar) Springs() (springs []modifier.SpringSettings) {
	if a == nil {
		return nil
	}
	for i := range a.springs {
		springs = append(springs, a.springs[i].settings)
	}
	return springs
}

// AddSprings adds the avatar's springs to a stack, after the solvers that it has, with the goal
// [SpringGoal].
func (a *Avatar) AddSprings(b *modifier.Builder) *modifier.Builder {
	if a == nil {
		return b
	}
	for i := range a.springs {
		b.Spring(SpringGoal, a.springs[i].settings)
	}
	return b
}

// SpringStack adds a stack of the avatar's springs to the library that has the model, or returns 0
// if it has none.
func (a *Avatar) SpringStack(library modifier.Library) (id.ModifierStack, error) {
	if a.isNone() {
		return 0, errNoAvatar
	}
	if len(a.springs) == 0 {
		return 0, nil
	}
	return a.AddSprings(modifier.New(a.Model.Name, a.skeleton)).Add(library)
}

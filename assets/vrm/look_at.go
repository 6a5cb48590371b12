package vrm

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// LookAt is how the eyes of an avatar look at something: yaw is positive to the avatar's left, and
// pitch is positive down, both 0 straight ahead and in degrees.
type LookAt struct {
	// ByExpressions shows the expressions "lookLeft", "lookRight", "lookUp" and "lookDown".
	// Otherwise the bones of the eyes turn.
	ByExpressions bool
	// Offset is the point between the eyes, in meters in the space of the head.
	Offset mgl32.Vec3
	// Inner and Outer are how far an eye turns toward the nose and away from it, Down and Up how
	// far both do. Expressions turn by Outer.
	Inner, Outer, Down, Up RangeMap

	head   []int16 // and its ancestors, the root first; empty without a head
	rest   exact.Quat
	eyes   []eye
	byName [4]int // the indices of the expressions, or -1
}

// The expressions of a look, in the order of LookAt.byName.
const (
	lookLeft = iota
	lookRight
	lookUp
	lookDown
)

var lookNames = [4]string{"lookLeft", "lookRight", "lookUp", "lookDown"}

// RangeMap maps an angle to how far an eye turns, in degrees, or to the weight of an expression.
type RangeMap struct {
	// InputMax is the angle in degrees at which the largest output is reached.
	InputMax float32
	// Output is the largest output.
	Output float32
}

// Map returns the output for an angle in degrees, which is at least 0.
func (m RangeMap) Map(degrees float32) float32 {
	if !(degrees > 0) || !(m.InputMax > 0) {
		return 0
	}
	return float32(m.Output * min(degrees/m.InputMax, 1))
}

// eye is a bone of an eye.
type eye struct {
	joint  int
	isLeft bool
	parent exact.Quat // rotation of the joint's parent in model space, at rest
	rest   exact.Quat
}

// lookAtDocument is the member lookAt of VRMC_vrm.
type lookAtDocument struct {
	Type   string         `json:"type"`
	Offset vector         `json:"offsetFromHeadBone"`
	Inner  *rangeDocument `json:"rangeMapHorizontalInner"`
	Outer  *rangeDocument `json:"rangeMapHorizontalOuter"`
	Down   *rangeDocument `json:"rangeMapVerticalDown"`
	Up     *rangeDocument `json:"rangeMapVerticalUp"`
}

type rangeDocument struct {
	InputMax *float32 `json:"inputMaxValue"`
	Output   *float32 `json:"outputScale"`
}

// The defaults of a look: those of the applications that write VRM.
const (
	defaultInputMax = 90
	defaultTurn     = 10
	minInputMax     = 0.01 // files write 0 for an eye that turns all the way at once
)

func (a *Avatar) readLookAt(from *avatarDocument) error {
	d := from.LookAt
	if d == nil || a.joined != nil { // the eyes are the wearer's
		return nil
	}
	path := from.path + ".lookAt"
	l := &LookAt{Offset: mgl32.Vec3{0, 0.06, 0}, byName: [4]int{-1, -1, -1, -1}}
	switch d.Type {
	case "", "bone":
	case "expression":
		l.ByExpressions = true
	default:
		return fmt.Errorf("%s.type: expected bone or expression, found %q%s", path, d.Type,
			names.Meant(d.Type, []string{"bone", "expression"}))
	}
	if d.Offset != nil {
		if err := d.Offset.check(path + ".offsetFromHeadBone"); err != nil {
			return err
		}
		l.Offset = d.Offset.vec3()
	}
	for name, r := range map[string]*rangeDocument{
		"rangeMapHorizontalInner": d.Inner, "rangeMapHorizontalOuter": d.Outer, "rangeMapVerticalDown": d.Down,
		"rangeMapVerticalUp": d.Up,
	} {
		if r != nil && r.InputMax != nil && *r.InputMax < 0 {
			a.warn("%s.%s.inputMaxValue: expected at least 0 degrees, found %v, which is read as nearly 0", path, name,
				*r.InputMax)
		}
	}
	l.Inner, l.Outer = d.Inner.read(l.ByExpressions), d.Outer.read(l.ByExpressions)
	l.Down, l.Up = d.Down.read(l.ByExpressions), d.Up.read(l.ByExpressions)
	for i := range a.Expressions {
		for k, name := range lookNames {
			if e := &a.Expressions[i]; e.IsPreset && e.Name == name {
				l.byName[k] = i
			}
		}
	}
	if a.Bones != nil {
		if head, ok := a.Bones.Joint("head"); ok {
			for j := head; j >= 0; j = a.skeleton.Parent(j) {
				l.head = append([]int16{int16(j)}, l.head...)
			}
			l.rest = a.restRotation(head)
		}
		for _, name := range []string{"left eye", "right eye"} {
			joint, ok := a.Bones.Joint(name)
			if !ok {
				continue
			}
			e := eye{joint: joint, isLeft: name == "left eye", parent: exact.Quat{0, 0, 0, 1}}
			e.rest = exact.ToQuat(exact.XYZW(a.skeleton.Rest(joint).Rotation))
			if parent := a.skeleton.Parent(joint); parent >= 0 {
				e.parent = a.restRotation(parent)
			}
			l.eyes = append(l.eyes, e)
		}
	}
	switch {
	case !l.ByExpressions && len(l.eyes) == 0:
		a.warn("%s: the eyes turn by bones, but the humanoid has none", path)
	case len(l.head) == 0:
		a.warn("%s: the humanoid has no head, so the eyes cannot look at a point", path)
	}
	a.LookAt = l
	return nil
}

// read returns the map of a document, which may be nil.
func (d *rangeDocument) read(byExpressions bool) RangeMap {
	m := RangeMap{InputMax: defaultInputMax, Output: defaultTurn}
	if byExpressions {
		m.Output = 1
	}
	if d != nil && d.InputMax != nil {
		m.InputMax = max(*d.InputMax, minInputMax)
	}
	if d != nil && d.Output != nil {
		m.Output = *d.Output
	}
	return m
}

// restRotation returns the rotation of a joint in model space, at rest.
func (a *Avatar) restRotation(joint int) exact.Quat {
	q := exact.Quat{0, 0, 0, 1}
	for j := joint; j >= 0; j = a.skeleton.Parent(j) {
		q = exact.ToQuat(exact.XYZW(a.skeleton.Rest(j).Rotation)).Mul(q)
	}
	return q.Normalized()
}

// Angles returns the yaw and the pitch, in degrees, of the look at a point in model space from the
// head of a local pose.
func (l *LookAt) Angles(local []float32, target mgl32.Vec3) (yaw, pitch float32) {
	if l == nil || len(l.head) == 0 || !exact.ToVec3(target).IsFinite() {
		return 0, 0
	}
	var m rig.Matrix
	q := exact.Quat{0, 0, 0, 1}
	for i, j := range l.head {
		own := rig.JointAt(local, int(j))
		if q = q.Mul(exact.ToQuat(exact.XYZW(own.Rotation))); i == 0 {
			m = own.Matrix()
		} else {
			m = m.Mul(own.Matrix())
		}
	}
	between := exact.ToVec3(m.Point(l.Offset))
	way := l.rest.Rotate(q.Normalized().Conjugate().Rotate(exact.ToVec3(target).Sub(between)))
	if !way.IsFinite() || way.Length() == 0 {
		return 0, 0
	}
	return lookAngles(way)
}

// lookAngles returns the yaw and the pitch, in degrees, of a look along a vector.
func lookAngles(along exact.Vec3) (yaw, pitch float32) {
	flat := math.Sqrt(float64(along[0]*along[0]) + float64(along[2]*along[2]))
	return float32(exact.Atan2(along[0], along[2]) * degrees), float32(exact.Atan2(-along[1], flat) * degrees)
}

// degrees are in a radian.
const degrees = 180 / math.Pi

// turn turns the bones of the eyes in a local pose, whose rotations at rest it replaces.
func (l *LookAt) turn(local []float32, yaw, pitch float32) {
	if l.ByExpressions || yaw == 0 && pitch == 0 {
		return
	}
	x := l.Down.Map(pitch)
	if pitch < 0 {
		x = -l.Up.Map(-pitch)
	}
	for i := range l.eyes {
		e := &l.eyes[i]
		toLeft, toRight := l.Outer, l.Inner
		if !e.isLeft {
			toLeft, toRight = l.Inner, l.Outer
		}
		y := toLeft.Map(yaw)
		if yaw < 0 {
			y = -toRight.Map(-yaw)
		}
		turn := exact.AxisAngle(exact.Vec3{0, 1, 0}, float64(y)/degrees).
			Mul(exact.AxisAngle(exact.Vec3{1, 0, 0}, float64(x)/degrees))
		own := rig.JointAt(local, e.joint)
		q := e.parent.Conjugate().Mul(turn).Mul(e.parent).Mul(exact.ToQuat(exact.XYZW(own.Rotation)))
		own.Rotation = exact.QuatFromXYZW(q.Normalized().Float32())
		rig.PutJoint(local, e.joint, own)
	}
}

package stage_test

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// shape is the mannequin in its rest pose.
type shape struct {
	skeleton *assets.Skeleton
	rest     []rig.Matrix // in model space
	index    map[string]int
	bodies   *ragdoll.Definition
	overlaps map[[2]int]float64 // of the pairs of bodies that do not meet at a joint, in meters
	surfaces map[id.Mesh]*surface
}

func newShape(library *assets.Library, model *assets.Model) (*shape, error) {
	skeleton := library.Skeleton(model.Skeleton)
	s := &shape{skeleton: skeleton, index: map[string]int{}, surfaces: map[id.Mesh]*surface{}}
	matrices := rig.NewPose(skeleton).ModelMatrices(nil)
	for j := range skeleton.Len() {
		s.rest, s.index[skeleton.JointName(j)] = append(s.rest, rig.MatrixAt(matrices, j)), j
	}
	var err error
	if s.bodies, err = ragdoll.Propose(library, model, ragdoll.Options{}); err != nil {
		return nil, err
	}
	s.measureRest()
	for name := range jointRanges {
		if len(s.named(name)) == 0 {
			return nil, fmt.Errorf("expected a joint of the mannequin, found %q in the table of ranges", name)
		}
	}
	return s, nil
}

// find returns the joints of a skeleton that has those of the mannequin, with the same rest pose,
// by the mannequin's joints; nil for other skeletons.
func (s *shape) find(skeleton *assets.Skeleton) (joints []int) {
	for j := range s.skeleton.Len() {
		at, ok := skeleton.Find(s.skeleton.JointName(j))
		if !ok || skeleton.Rest(at) != s.skeleton.Rest(j) {
			return nil
		}
		joints = append(joints, at)
	}
	return joints
}

// resembles reports whether a skeleton has the mannequin's joints and no others.
func (s *shape) resembles(skeleton *assets.Skeleton) bool {
	for j := range s.skeleton.Len() {
		if _, ok := skeleton.Find(s.skeleton.JointName(j)); !ok {
			return false
		}
	}
	return skeleton.Len() == s.skeleton.Len()
}

// named returns the joints of that name, on both sides.
func (s *shape) named(name string) (joints []int) {
	for _, side := range []string{"", "left_", "right_"} {
		if j, ok := s.index[side+name]; ok {
			joints = append(joints, j)
		}
	}
	return joints
}

// jointRange is the range of a joint of a person, in degrees. The rotation is that from the joint
// above, or from a joint farther up.
type jointRange struct {
	from string // the joint above whose space counts; "" for the parent
	// hinge is how far the joint bends, against the straight limb, and off how far it turns in any
	// way but that and about the bone. Without a hinge, cone is how far the bone leaves its
	// direction in the rest pose. twist is how far the joint turns about the bone.
	hinge       [2]float64
	off         float64
	cone, twist float64
	// ahead, behind, out and across are how far the bone of a shoulder or a hip comes from hanging
	// straight down, toward the front, the back, its own side and the other one.
	ahead, behind, out, across float64
}

// jointRanges are the ranges of the joints of a person who is agile, but no contortionist.
var jointRanges = map[string]jointRange{
	"shin":      {hinge: [2]float64{-5, 155}, off: 12, twist: 15},
	"forearm":   {hinge: [2]float64{-5, 155}, off: 8, twist: 85},
	"hand":      {cone: 85, twist: 95},
	"spine_1":   {cone: 30, twist: 20},
	"spine_2":   {cone: 30, twist: 20},
	"spine_3":   {cone: 30, twist: 20},
	"spine_4":   {from: "hips", cone: 85, twist: 50},
	"neck_1":    {cone: 35, twist: 40},
	"neck_2":    {cone: 35, twist: 40},
	"head":      {from: "spine_4", cone: 70, twist: 85},
	"thigh":     {from: "hips", ahead: 135, behind: 35, out: 55, across: 35},
	"upper_arm": {from: "spine_4", ahead: 180, behind: 60, out: 180, across: 60},
	"foot":      {hinge: [2]float64{-60, 45}, off: 40, twist: 40},
}

// measureJoints measures the clavicles and how far joints are beyond their ranges.
func (w *watcher) measureJoints(b *watched) {
	s := w.shape
	for _, j := range s.named("clavicle") {
		turn := s.turn(b.matrices, j, s.skeleton.Parent(j))
		w.note(b, clavicles, s.skeleton.JointName(j), degrees(2*math.Atan2(length3(turn), math.Abs(turn[3]))))
	}
	for name, limits := range jointRanges {
		for _, j := range s.named(name) {
			above := s.skeleton.Parent(j)
			if limits.from != "" {
				above = s.index[limits.from]
			}
			for what, excess := range s.excess(b.matrices, j, above, &limits) {
				w.note(b, anatomy, s.skeleton.JointName(j)+" "+what, excess)
			}
		}
	}
}

// excess returns how far a joint is beyond its range, in degrees, by the kind of range.
func (s *shape) excess(matrices []rig.Matrix, joint, above int, r *jointRange) map[string]float64 {
	name := s.skeleton.JointName(joint)
	switch {
	case r.hinge != [2]float64{}:
		local := rotationOf(matrices[above]).Conjugate().Mul(rotationOf(matrices[joint]))
		switch {
		case strings.HasSuffix(name, "shin"): // bends backward
			local = local.Conjugate()
		case strings.HasSuffix(name, "foot"): // against standing: toes up are positive
			local = s.turn(matrices, joint, above)
		}
		bend := degrees(signed(2 * math.Atan2(local[0], local[3])))
		half := 0.5 * bend * math.Pi / 180
		rest := exact.Quat{-math.Sin(half), 0, 0, math.Cos(half)}.Mul(local)
		// What is left turns about the bone first, and then in any other way.
		twist := exact.Quat{0, rest[1], 0, rest[3]}.Normalized()
		rest = twist.Conjugate().Mul(rest)
		return map[string]float64{
			"twists":        math.Abs(degrees(signed(2*math.Atan2(twist[1], twist[3])))) - r.twist,
			"bends too far": bend - r.hinge[1], "bends back": r.hinge[0] - bend,
			"leaves its hinge": degrees(2*math.Atan2(length3(rest), math.Abs(rest[3]))) - r.off,
		}
	case r.cone > 0:
		turn := s.turn(matrices, joint, above)
		y := turn.Rotate(exact.Vec3{0, 1, 0})
		return map[string]float64{
			"leaves its cone": degrees(math.Acos(min(max(y[1], -1), 1))) - r.cone,
			"twists":          math.Abs(degrees(signed(2*math.Atan2(turn[1], turn[3])))) - r.twist,
		}
	}
	// The direction of the bone in the space of the body: x to its own side, y up, z ahead.
	side := float64(1)
	if strings.HasPrefix(name, "right_") {
		side = -1
	}
	body := rotationOf(matrices[above]).Mul(rotationOf(s.rest[above]).Conjugate())
	d := body.Conjugate().Rotate(rotationOf(matrices[joint]).Rotate(exact.Vec3{0, 1, 0}))
	out := map[string]float64{
		"goes too far back":   degrees(math.Asin(min(max(-d[2], -1), 1))) - r.behind,
		"goes too far across": degrees(math.Asin(min(max(-side*d[0], -1), 1))) - r.across,
		"goes too far out":    degrees(math.Asin(min(max(side*d[0], -1), 1))) - r.out,
	}
	if d[2] > 0 && r.ahead < 180 {
		out["goes too far ahead"] = degrees(math.Atan2(d[2], -d[1])) - r.ahead
	}
	return out
}

// turn returns the rotation of a joint from its rest pose, in its own space in the rest pose,
// against a joint above.
func (s *shape) turn(matrices []rig.Matrix, joint, above int) exact.Quat {
	rest := rotationOf(s.rest[above]).Conjugate().Mul(rotationOf(s.rest[joint]))
	return rest.Conjugate().Mul(rotationOf(matrices[above]).Conjugate()).Mul(rotationOf(matrices[joint]))
}

func rotationOf(m rig.Matrix) exact.Quat {
	return exact.ToQuat(exact.XYZW(mgl32.Mat4ToQuat(m.Mat4()))).Normalized()
}

func length3(q exact.Quat) float64 { return exact.Vec3{q[0], q[1], q[2]}.Length() }

// signed returns an angle in radians from -π to π.
func signed(angle float64) float64 { return math.Remainder(angle, 2*math.Pi) }

func degrees(radians float64) float64 { return radians * 180 / math.Pi }

package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
)

// boxSides are the lengths of half the sides of the box that is carried, in meters.
var boxSides = mgl32.Vec3{0.16, 0.1, 0.11}

// carryStack is a stack for a mannequin that carries something in both hands: the body follows the
// hands while the feet stand, the knees and elbows bend to their sides, the palms meet the grips,
// and the head looks at what it carries.
func carryStack(library *assets.Library, model *assets.Model) (id.ModifierStack, error) {
	body := modifier.FullBody{Root: "hips", RootReach: 0.2, Iterations: 12, Stretch: 0.8}
	for _, joint := range []string{"left_hand", "right_hand"} {
		body.Effectors = append(body.Effectors, modifier.Effector{Joint: joint, Goal: joint})
	}
	for _, joint := range []string{"left_foot", "right_foot"} {
		body.Effectors = append(body.Effectors,
			modifier.Effector{Joint: joint, Goal: joint, Pull: 3, KeepRotation: true})
	}
	for _, joint := range []string{"spine_1", "spine_2", "spine_3", "spine_4"} {
		body.Limits = append(body.Limits, modifier.JointLimit{Joint: joint, Cone: 0.16, Twist: [2]float32{-0.15, 0.15}})
	}
	for _, side := range []string{"left_", "right_"} {
		body.Limits = append(body.Limits,
			modifier.JointLimit{Joint: side + "clavicle", Cone: 0.22, Twist: [2]float32{-0.15, 0.15}},
			modifier.JointLimit{Joint: side + "upper_arm", Twist: [2]float32{-1, 1}},
			modifier.JointLimit{Joint: side + "forearm", Hinge: true, Axis: mgl32.Vec3{1, 0, 0}, Twist: [2]float32{-0.1, 2.4}},
			modifier.JointLimit{Joint: side + "thigh", Twist: [2]float32{-0.6, 0.6}},
			modifier.JointLimit{Joint: side + "shin", Hinge: true, Axis: mgl32.Vec3{1, 0, 0}, Twist: [2]float32{-2.5, 0.05}})
	}
	b := modifier.New("carry", library.Skeleton(model.Skeleton))
	legs := func() {
		for _, side := range []string{"left", "right"} {
			b.TwoBone(side+"_foot", modifier.TwoBone{
				Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Bend: mgl32.Vec3{0, 0, 1},
				KeepRotation: true,
			})
		}
	}
	legs() // so that the whole body begins with its feet on the ground
	b.FullBody("", body)
	legs()
	for _, side := range []string{"left", "right"} {
		b.Hand(side+"_hand", modifier.Hand{
			Helpers: []string{side + "_clavicle"}, MaxAngles: []float32{0.4}, Root: side + "_upper_arm",
			Middle: side + "_forearm", End: side + "_hand",
			Bend: mgl32.Vec3{0, 0, -1}, Palm: mgl32.Vec3{0, 0.08, 0},
		})
	}
	return b.LookAt("look", modifier.LookAt{
		Joints: []string{"neck_1", "neck_2", "head"}, Shares: []float32{0.25, 0.4, 1},
		Forward: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}, Eye: mgl32.Vec3{0, 0.08, 0.08},
		Limits: modifier.LookLimits{Yaw: [2]float32{-1.2, 1.2}, Pitch: [2]float32{-0.7, 0.7}},
	}).Add(library)
}

// carried is where the box is at a time: it is lifted from near the ground to above the head and
// put down on the other side.
func carried(seconds float64) mgl32.Mat4 {
	phase := 2 * math.Pi * seconds / Period
	height := 1.02 - 0.62*math.Cos(phase)
	side, ahead := 0.35*math.Sin(2*phase), 0.53+0.08*math.Cos(phase)-0.06*math.Cos(2*phase)
	at := mgl32.Translate3D(float32(side), float32(height), float32(ahead))
	return at.Mul4(mgl32.HomogRotate3DY(float32(0.8 * side))).
		Mul4(mgl32.HomogRotate3DZ(float32(-0.3 * math.Sin(2*phase))))
}

// bending returns how far the mannequin bends at a time, from 0 to 1: the lower the box, the
// farther.
func bending(seconds float64) float64 {
	u := min(max((1.15-float64(carried(seconds)[13]))/0.75, 0), 1)
	return u * u * (3 - 2*u)
}

// addLifting adds the motion from which inverse kinematics begins: the mannequin bends its knees
// and leans forward over its feet, as one lifts a load. The arms are those of another clip's first
// moment. Without it hands would pull the body down over its toes, the shortest way to the box.
func addLifting(library *assets.Library, model *assets.Model, arms id.Clip) (id.Clip, error) {
	const (
		keys  = 64
		drop  = 0.35 // meters by which the hips sink
		back  = 0.24 // and go back
		pitch = 0.62 // radians by which they tilt forward
		curve = 0.12 // and each joint of the spine
	)
	skeleton := library.Skeleton(model.Skeleton)
	pose := rig.NewPose(skeleton)
	if err := library.Clip(arms).Sample(0, pose); err != nil {
		return 0, err
	}
	var times []float32
	rotations, places := map[string][]mgl32.Quat{}, []mgl32.Vec3(nil)
	local := func(name string) rig.TRS {
		joint, _ := skeleton.Find(name)
		return rig.JointAt(pose.Locals, joint)
	}
	for k := range keys + 1 {
		seconds := Period * float64(k) / keys
		bent := float32(bending(seconds))
		times = append(times, float32(seconds))
		hips := local("hips")
		tilt := mgl32.QuatRotate(pitch*bent, mgl32.Vec3{1, 0, 0})
		places = append(places, hips.Translation.Add(mgl32.Vec3{0, -drop * bent, -back * bent}))
		rotations["hips"] = append(rotations["hips"], tilt.Mul(hips.Rotation))
		for _, name := range []string{"spine_1", "spine_2", "spine_3", "spine_4"} {
			rotations[name] = append(rotations[name],
				local(name).Rotation.Mul(mgl32.QuatRotate(curve*bent, mgl32.Vec3{1, 0, 0})))
		}
		for _, name := range []string{"left_thigh", "right_thigh"} { // as if the hips did not tilt
			upright := hips.Rotation.Mul(local(name).Rotation)
			rotations[name] = append(rotations[name], tilt.Mul(hips.Rotation).Inverse().Mul(upright))
		}
	}
	b := clip.NewBuilder("lift", skeleton)
	for joint := range skeleton.Len() {
		name := skeleton.JointName(joint)
		if moves := rotations[name]; moves != nil {
			b.Rotation(joint, clip.Linear, times, moves)
		} else {
			b.Rotation(joint, clip.Linear, times[:1], []mgl32.Quat{local(name).Rotation})
		}
		if name == "hips" {
			b.Translation(joint, clip.Linear, times, places)
		}
	}
	return b.Add(library)
}

// NewFullBody returns a scene of a mannequin that lifts a box with both hands, from the ground to
// above its head, while its feet stand.
func NewFullBody(library *assets.Library, mannequin *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, mannequin)
	if err != nil {
		return nil, err
	}
	if err := s.addHall(area{half: 3}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 38, 10, 0.8
	stack, err := carryStack(library, mannequin)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	boxModel, err := addBox(library, figure.MaterialNamed(library, models[0], "accent"))
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	box, err := s.add(boxModel, carried(0), 0, 0)
	if err != nil {
		return nil, err
	}
	box.path = carried
	for i := range 8 {
		s.bounds = union(s.bounds,
			transformed(assets.Box{Min: boxSides.Mul(-1), Max: boxSides}, carried(Period*float64(i)/8)))
	}
	lift, err := addLifting(library, mannequin, mannequin.Clip("idle"))
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	a, err := s.add(models[2], mgl32.Ident4(), lift, 0)
	if err != nil {
		return nil, err
	}
	s.bounds.Min[1] = 0 // the feet of the motion sink into the ground before inverse kinematics puts them on it
	if err := s.animation.Modify(a.entity, stack); err != nil {
		return nil, err
	}
	ahead := mgl32.Quat{W: 0, V: mgl32.Vec3{0, math.Sqrt2 / 2, math.Sqrt2 / 2}} // fingers ahead, thumbs up
	_, at := figure.ModelJoints(library.Skeleton(mannequin.Skeleton))
	for side, x := range map[string]float32{"left": boxSides[0], "right": -boxSides[0]} {
		hand, foot := s.animation.Modifier(a.entity, side+"_hand"), s.animation.Modifier(a.entity, side+"_foot")
		joint, err := library.Skeleton(mannequin.Skeleton).FindJoint(side + "_foot")
		if err != nil {
			return nil, err
		}
		if err := hand.Hold(box.entity, "", mgl32.Vec3{x + x/8, 0, 0}, ahead); err != nil {
			return nil, err
		}
		if err := hand.Pole(mgl32.Vec3{5 * x, 0.8, -0.3}); err != nil { // elbows out, beside the chest
			return nil, err
		}
		if err := foot.AimLocal(at[joint].Col(3).Vec3()); err != nil {
			return nil, err
		}
		for _, goal := range []interface{ Fade(float32, float64) error }{hand, foot} {
			if err := goal.Fade(1, 0); err != nil {
				return nil, err
			}
		}
	}
	look := s.animation.Modifier(a.entity, "look")
	if err := look.Follow(box.entity, ""); err != nil {
		return nil, err
	}
	return s, look.Fade(1, 0)
}

// addBox adds a model of a box.
func addBox(library *assets.Library, material id.Material) (*assets.Model, error) {
	skeleton, err := rig.NewSkeleton("box", []rig.Joint{{Name: "box", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		return nil, err
	}
	skin, err := rig.NewSkin("box", skeleton, []int{0}, nil)
	if err != nil {
		return nil, err
	}
	p := prop.Box(boxSides)
	p.Material = material
	id, err := library.AddMesh(&mesh.Mesh{Name: "box", Primitives: []mesh.Primitive{p}})
	if err != nil {
		return nil, err
	}
	out := &assets.Model{
		Name: "box", Skeleton: library.AddSkeleton(skeleton),
		Bounds: assets.Box{Min: boxSides.Mul(-1), Max: boxSides},
	}
	out.Skins = []assets.SkinID{library.AddSkin(skin)}
	out.Parts = []assets.Part{{Name: "box", Mesh: id, Skin: out.Skins[0], Rigid: true}}
	_, err = library.AddModel(out)
	return out, err
}

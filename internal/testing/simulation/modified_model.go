package simulation

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
)

// modifiedModel is a model with a stack of modifiers. The stacks of a model together have every
// kind of solver.
type modifiedModel struct {
	model *assets.Model
	stack id.ModifierStack
	chain []string // joints from one near the root to the deepest one
}

// makeModifiedModels makes two stacks for each model that has a chain of five joints or more: one
// of limbs, feet and constraints, and one in which several goals work on a whole body.
func (c *ModelSet) makeModifiedModels() error {
	c.modified = []modifiedModel{}
	for _, model := range c.Models {
		skeleton := c.Library.Skeleton(model.Skeleton)
		if skeleton == nil {
			continue
		}
		chain := deepestChain(skeleton, func(int) bool { return true })
		if len(chain) < 5 {
			continue
		}
		chain = chain[max(0, len(chain)-7):]
		for _, builder := range []*modifier.Builder{limbsStack(skeleton, chain), bodyStack(skeleton, chain)} {
			id, err := builder.Add(c.Library)
			if err != nil {
				return err
			}
			c.modified = append(c.modified, modifiedModel{model, id, chain})
		}
	}
	return nil
}

// deepestChain returns the names of the joints from a root to the deepest of the joints that a
// function accepts, the first of several.
func deepestChain(skeleton *rig.Skeleton, accepts func(joint int) bool) (chain []string) {
	for j := range skeleton.Len() {
		if !accepts(j) {
			continue
		}
		var names []string
		for k := j; k >= 0; k = skeleton.Parent(k) {
			names = append(names, skeleton.JointName(k))
		}
		if len(names) > len(chain) {
			chain = names
		}
	}
	slices.Reverse(chain)
	return chain
}

// otherEnd returns the deepest joint that hangs from the first joint of a chain and not from the
// second one. Without one it is a joint of the chain.
func otherEnd(skeleton *rig.Skeleton, chain []string) string {
	other := deepestChain(skeleton, func(joint int) bool {
		for ; joint >= 0; joint = skeleton.Parent(joint) {
			switch skeleton.JointName(joint) {
			case chain[1]:
				return false
			case chain[0]:
				return true
			}
		}
		return false
	})
	if end := other[len(other)-1]; end != chain[0] {
		return end
	}
	return chain[2]
}

func limbsStack(skeleton *rig.Skeleton, chain []string) *modifier.Builder {
	n := len(chain)
	forward, side := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{1, 0, 0}
	return modifier.New(skeleton.Name(), skeleton).
		TwoBone("reach", modifier.TwoBone{
			Root: chain[n-4], Middle: chain[n-3], End: chain[n-2], Bend: forward, Softness: 0.125, Twist: 0.25,
			KeepRotation: true, GoalRotation: true,
		}).
		LookAt("look", modifier.LookAt{
			Joints: chain[n-4 : n-1], Shares: []float32{0.25, 0.5, 1}, MaxAngles: []float32{0.5, 0, 0.75},
			Forward: forward, Up: mgl32.Vec3{0, 1, 0},
			Eye: mgl32.Vec3{0, 0.1, 0.1}, Limits: modifier.LookLimits{
				Yaw:   [2]float32{-1, 1.25},
				Pitch: [2]float32{-0.5, 0.75}, Cone: 1.2, Ignore: 2.5,
			}, Speed: 4,
			Eyes: []modifier.Aim{{Joint: chain[n-1], Forward: side, MaxAngle: 0.5}}, OffLevel: 1,
		}).
		Chain("chain", modifier.Chain{Root: chain[0], End: chain[n-1], Tolerance: 0.01, OffLevel: 2}).
		Chain("limited", modifier.Chain{
			Root: chain[1], End: chain[n-1], Method: modifier.CCD, Iterations: 2,
			Limits: []modifier.JointLimit{
				{Joint: chain[2], Axis: side, Hinge: true, Twist: [2]float32{-1, 0.5}},
				{Joint: chain[3], Cone: 0.5, Axis: side, Twist: [2]float32{-0.25, 0.25}},
			},
		}).
		Chain("limited", modifier.Chain{
			Root: chain[0], End: chain[3],
			Limits: []modifier.JointLimit{{Joint: chain[1], Axis: side, Cone: 0.7}},
		}).
		Override("set", modifier.Override{
			Joint: chain[n-1], Space: modifier.ModelSpace, Position: true,
			Rotation: true,
		}).
		Copy("", modifier.Copy{Joint: chain[n-2], From: chain[n-1], Rotation: 0.5, Axes: [3]bool{false, true, false}}).
		Twist("turn", modifier.Twist{
			From: chain[n-3], Axis: side, Joints: []string{chain[n-2]},
			Shares: []float32{0.25},
		}).
		LimitRotation("", modifier.JointLimit{Joint: chain[n-2], Cone: 2.5, Axis: side, Twist: [2]float32{-2, 2}}).
		Feet("feet", modifier.Feet{
			Pelvis: chain[0], LockSpeed: 0.5, OffLevel: 2, Feet: []modifier.Foot{{
				Root: chain[1], Middle: chain[2], End: chain[3], Toe: chain[4], Bend: forward, Height: 0.125,
				Down: mannequin.LeftFoot, Lift: mannequin.RightFoot,
			}},
		}).
		LimitDirection("", modifier.LimitDirection{
			Joint: chain[2], From: chain[0], Bone: forward,
			Limits: []modifier.DirectionLimit{{Toward: forward, Angle: 0.25}, {Toward: side, Angle: 0.5}},
		}).
		KeepOut("", modifier.KeepOut{
			Root: chain[n-3], Aside: side, End: chain[n-1], OtherEnd: chain[1], Heights: [2]float32{-2, 2},
			Limb: []modifier.Collider{{
				Joint: chain[n-2], Shape: modifier.CapsuleCollider, Tail: mgl32.Vec3{0, 0.25, 0}, Radius: 0.5,
			}},
			Body: []modifier.Collider{{Joint: chain[0], Radius: 0.5}, {Joint: chain[1], Radius: 0.25}},
		}).
		Parent("follow", modifier.Parent{Joint: chain[n-1], To: chain[n-3], Weight: 0.5})
}

func bodyStack(skeleton *rig.Skeleton, chain []string) *modifier.Builder {
	n, other := len(chain), otherEnd(skeleton, chain)
	forward, side, up := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	b := modifier.New(skeleton.Name()+" body", skeleton).
		FullBody("body", modifier.FullBody{
			Root: chain[0], RootReach: 0.25, Iterations: 5, Stretch: 0.9, Tolerance: 0.001,
			Effectors: []modifier.Effector{
				{Joint: chain[n-1], Goal: "near", Pull: 2, GoalRotation: true},
				{Joint: other, Goal: "far", KeepRotation: true},
			}, Limits: []modifier.JointLimit{{Joint: chain[1], Axis: side, Cone: 1, Twist: [2]float32{-0.5, 0.75}}},
			OffLevel: 2,
		}).
		Hand("near", modifier.Hand{
			Helpers: chain[n-5 : n-4], Shares: []float32{0.375}, MaxAngles: []float32{0.75}, Root: chain[n-4],
			Middle: chain[n-3], End: chain[n-2], Bend: forward,
			Softness: 0.125, Palm: mgl32.Vec3{0, 0.0625, 0}, Grip: [4]float32{0.6, 0, 0, 0.8},
		}).
		Hand("hold", modifier.Hand{
			Root: chain[n-3], Middle: chain[n-2], End: chain[n-1], Bend: side, Twist: 0.5,
			Holder: chain[0], OffLevel: 1,
		}).
		AimAt("", modifier.AimAt{Joint: chain[n-1], At: chain[0], Forward: forward, FromRest: true, Weight: 0.375}).
		AimAt("point", modifier.AimAt{Joint: chain[1], At: chain[0], Forward: up.Add(side), Weight: 0.75}).
		Copy("", modifier.Copy{Joint: chain[n-1], From: chain[n-2], Rotation: 0.375, FromRest: true}).
		Copy("roll", modifier.Copy{
			Joint: chain[n-2], From: chain[1], Rotation: 0.625,
			Axes: [3]bool{false, true, false}, FromRest: true,
		}).
		Copy("swing", modifier.Copy{
			Joint: chain[2], From: chain[n-1], Position: 0.25, Rotation: 0.5, Scale: 0.5,
			Axes: [3]bool{true, false, true}, FromRest: true,
		}).
		Copy("meet", modifier.Copy{
			Joint: chain[n-1], From: chain[2], Space: modifier.ModelSpace, Rotation: 0.5,
			FromRest: true,
		}).
		LimitPosition("", modifier.LimitPosition{
			Joint: chain[0], Space: modifier.ModelSpace,
			Low: mgl32.Vec3{-1, -0.5, 0}, High: mgl32.Vec3{1, 1.5, 0}, Axes: [3]bool{true, true, false},
		}).
		LimitPosition("near", modifier.LimitPosition{
			Joint: chain[n-1], Low: mgl32.Vec3{-0.25, -0.125, -0.25},
			High: mgl32.Vec3{0.25, 0.125, 0.25}, Radius: 0.25,
		}).
		Spring("swings", modifier.SpringSettings{
			Joints: chain[n-4:], Spring: modifier.Spring{Stiffness: 0.75, Drag: 0.375, Gravity: 0.5, HitRadius: 0.0625},
			Tip: mgl32.Vec3{0, 0.125, 0}, Scale: 1,
			Center: modifier.CenterAtJoint, CenterJoint: chain[0], OffLevel: 2, Colliders: []modifier.Collider{
				{Joint: chain[0], Shape: modifier.CapsuleCollider, Tail: up, Radius: 0.25},
				{Joint: chain[1], Shape: modifier.PlaneCollider, Normal: forward},
			},
		})
	return b.Func("own", func(p *modifier.Pose) {
		local := p.Local(0)
		local.Translation[1] += float32(p.Target()[0] / 64)
		p.SetLocal(0, local)
	}, skeleton.JointName(0))
}

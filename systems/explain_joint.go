package systems

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
	"github.com/sinew-go/sinew/systems/internal/garments"
	"github.com/sinew-go/sinew/systems/internal/givenposes"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
	"github.com/sinew-go/sinew/systems/internal/ragdolls"
	"github.com/sinew-go/sinew/systems/internal/sampling"
)

// ExplainJoint tells what made the rotation of a joint of a character when it was posed last: which
// clips were blended, in which layers, by which weights and masks, with the share of each, and by
// what angle inertialization, ragdoll, modifiers and the block systems of the program turned the
// joint after that. Like [Animation.Explain] it changes nothing. Systems that cannot run once more
// ([ecs.Repeatable]) are a finding.
func (a *Animation) ExplainJoint(entity ecs.Entity, joint string) explain.Joint {
	s := a.subject(entity)
	out := explain.Joint{
		Entity: entity.ID(), Joint: joint, Index: -1, Clips: []explain.Share{},
		Steps: []explain.Step{},
	}
	if s.Skeleton != nil {
		if j, err := s.Skeleton.FindJoint(joint); err != nil {
			s.Find("no-joint", "", err.Error(), "take a name of Skeleton.JointName")
		} else {
			out.Index = j
			a.explainJoint(&s, j, &out)
		}
	}
	out.Findings = s.Out.Findings
	return out
}

// explainJoint explains a joint.
func (a *Animation) explainJoint(s *explaining.Subject, joint int, out *explain.Joint) {
	if s.Pool == nil {
		out.Rotation = rotationOf(s.Skeleton.RestLocals(), joint)
		return
	}
	reader := a.poses.take()
	defer a.poses.give(reader)
	pose := reader.begin(&a.frame, &a.schedule, s.Pool, s.Slot)
	out.Clips = explainClips(s, reader, joint)

	reader.sample(s.Pool, s.Slot)
	before := rig.JointAt(pose, joint).Rotation
	note := func(system string, of ...explain.Cause) {
		after := rig.JointAt(pose, joint).Rotation
		if degrees := degreesBetween(before, after); degrees != 0 || len(of) > 0 {
			out.Steps = append(out.Steps, explain.Step{System: system, Degrees: explain.Number(degrees), Of: of})
		}
		before = after
	}
	repeat := func(systems []ecs.BlockSystem) bool {
		for i, system := range systems {
			if err := reader.repeat(systems[i : i+1]); err != nil {
				s.Find("not-repeatable", system.Name(), err.Error(),
					"implement ecs.Repeatable, so that poses can be read between "+
						"two frames")
				return false
			}
			note(system.Name(), causes(s, system, joint)...)
		}
		return true
	}
	givenposes.BlendShown(s.Pool, s.Slot, pose)
	note("SetLocalPose")
	if !repeat(reader.blended) {
		return
	}
	if shown := inertialization.ShownPose(s.Pool, s.Slot); shown != nil && reader.inertializes {
		copy(pose, shown)
		note(string(AtInertialize))
	}
	if repeat(reader.modifiers) {
		if kept := garments.Shown(s.Pool, s.Slot); kept != nil { // of a garment the wearer posed the joint
			copy(pose, kept)
			note("Wear")
		}
	}
	out.Rotation = rotationOf(pose, joint)
}

// causes returns what in a system works on a joint.
func causes(s *explaining.Subject, system ecs.BlockSystem, joint int) []explain.Cause {
	switch system.(type) {
	case blendRagdollsSystem:
		return ragdolls.Working(s, joint)
	case modifyPosesSystem:
		return modifiers.Working(s, joint)
	}
	return nil
}

// explainClips returns the shares of the blend inputs in the rotation of a joint.
func explainClips(s *explaining.Subject, reader *poseReader, joint int) []explain.Share {
	inputs, level := s.Pool.PosedInputs(s.Slot)
	if len(inputs) == 0 {
		inputs = []motion.BlendInput{{Weight: 1}} // the rest pose
	}
	shares := sampling.Shares(s.Library, inputs, joint)
	var sampler sampling.Sampler
	sampler.Begin(s.Library, &reader.block)
	morphs := make([]float32, s.Skeleton.MorphCount())
	pose := reader.block.Local(0)
	sampler.Show(level, pose, morphs)
	list := make([]explain.Share, len(inputs))
	for i := range inputs {
		input, out := &inputs[i], &list[i]
		*out = explain.Share{
			Layer: int(input.Layer), Time: explain.Number(input.Time), Weight: explaining.Number(input.Weight),
			MaskWeight: 1,
		}
		if mask := s.Library.Mask(input.Mask); mask != nil {
			out.Mask, out.MaskWeight = mask.Name(), explaining.Number(mask.Weight(joint))
		}
		if input.Mode == clip.Additive {
			out.Adds = explain.Number(shares[i])
		} else {
			out.Share = explain.Number(shares[i])
		}
		if c := sampler.SampleAlone(input, pose, morphs); c != nil {
			out.Clip = c.Name()
		}
		out.Rotation = rotationOf(pose, joint)
	}
	return list
}

// rotationOf returns the rotation of a joint of a local pose.
func rotationOf(locals []float32, joint int) [4]explain.Number {
	q := rig.JointAt(locals, joint).Rotation
	return [4]explain.Number{
		explaining.Number(q.V[0]), explaining.Number(q.V[1]), explaining.Number(q.V[2]), explaining.Number(q.W),
	}
}

// degreesBetween returns the angle between two rotations.
func degreesBetween(a, b mgl32.Quat) float64 {
	if a == b {
		return 0
	}
	// The angle between the quaternions, which is exact for small angles too.
	x, y := exact.XYZW(a), exact.XYZW(b)
	if exact.Dot32(x, y) < 0 {
		for i := range y {
			y[i] = -y[i]
		}
	}
	difference, sum := 0.0, 0.0
	for i := range x {
		d, s := float64(x[i])-float64(y[i]), float64(x[i])+float64(y[i])
		difference += float64(d * d)
		sum += float64(s * s)
	}
	return 4 * exact.Atan2(math.Sqrt(difference), math.Sqrt(sum)) * 180 / math.Pi
}

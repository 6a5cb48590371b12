package posing

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// SolvedPose holds the joint transforms of a pose.
type SolvedPose struct {
	*RestPose
	Position [JointCount]exact.Vec3 // in model space
	Rotation [JointCount]exact.Quat // in model space
	Local    [JointCount]exact.Quat // rotation relative to the parent
	// distance from hip to ankle target over the length of the leg; above 1 the leg is too short
	LegReach [2]float64
}

// Solve computes the joint transforms of a pose.
func (r *RestPose) Solve(in *BodyPose) *SolvedPose {
	s := &SolvedPose{RestPose: r}
	s.setModelRotation(Root, exact.IdentityQuat)
	s.Trunk(in)
	for _, on := range BothSides {
		s.arm(on, &in.Arms[on])
		s.Leg(on, &in.Legs[on], in.Pelvis)
	}
	return s
}

// setModelRotation sets the rotation of a joint in model space. The joint's parent must be set
// already.
func (s *SolvedPose) setModelRotation(j Joint, rotation exact.Quat) {
	b := &s.Bones[j]
	s.Rotation[j], s.Local[j] = rotation, rotation
	if b.Parent >= 0 {
		s.Position[j] = s.Position[b.Parent].Add(Rotate(s.Rotation[b.Parent], b.Offset))
		s.Local[j] = Compose(s.Rotation[b.Parent].Conjugate(), rotation)
	}
}

// setLocalRotation sets the rotation of a joint relative to its parent, which must be set already.
func (s *SolvedPose) setLocalRotation(j Joint, local exact.Quat) {
	s.setModelRotation(j, Compose(s.Rotation[s.Bones[j].Parent], local))
	s.Local[j] = local
}

// spineFractions holds the fraction of the chest's orientation that each joint of the spine takes
// on.
var spineFractions = [...]float64{Spine1: 0.15, Spine2: 0.42, Spine3: 0.72, Spine4: 1}

// Pelvis sets the hips and returns how the pelvis is turned.
func (s *SolvedPose) Pelvis(in *BodyPose) exact.Quat {
	pelvis := in.Pelvis.Rotation()
	s.setModelRotation(Hips, Compose(pelvis, s.RestPose.Rotation[Hips]))
	s.Position[Hips] = s.Position[Hips].Add(in.Hips)
	return pelvis
}

// Trunk sets the joints from the hips to the head.
func (s *SolvedPose) Trunk(in *BodyPose) {
	pelvis := s.Pelvis(in)
	for j := Spine1; j <= Spine4; j++ {
		spine := Compose(pelvis, in.Chest.Scale(spineFractions[j]).Rotation())
		s.setModelRotation(j, Compose(spine, s.RestPose.Rotation[j]))
	}
	chest := Compose(pelvis, in.Chest.Rotation())
	gaze := in.Gaze.Rotation()
	// of the way from chest to gaze, for the two neck joints and the head
	for i, fraction := range [3]float64{0.25, 0.60, 1} {
		j := Neck1 + Joint(i)
		s.setModelRotation(j, Compose(Slerp(chest, gaze, fraction), s.RestPose.Rotation[j]))
	}
}

// onSide returns a rotation given for the left side, mirrored for the right side.
func onSide(on Side, q exact.Quat) exact.Quat {
	if on == Right {
		return mirroredRotation(q)
	}
	return q
}

func (s *SolvedPose) arm(on Side, a *ArmPose) {
	s.UpperLimb(on, a)
	s.fingers(on, a)
}

// UpperLimb sets the joints of an arm, from the collar bone to the hand.
func (s *SolvedPose) UpperLimb(on Side, a *ArmPose) {
	// The collar bone rises and moves forward with the arm.
	lift := a.Shrug + float64(0.22*max(0, a.Abduct-0.6)) + float64(0.2*max(0, math.Abs(a.Swing)-0.9))
	chest := Compose(s.Rotation[Spine4], s.RestPose.Rotation[Spine4].Conjugate())
	collar := onSide(on, Compose(RotationY(-a.reach), RotationZ(lift)))
	s.setModelRotation(Clavicle.On(on), Compose(chest, collar, s.RestPose.Rotation[Clavicle.On(on)]))
	raised := Compose(RotationZ(a.Abduct), RotationX(-a.Swing), RotationY(a.Twist))
	s.setModelRotation(UpperArm.On(on), Compose(chest, onSide(on, raised), hanging))
	// The skin at the shoulder follows the swing of the arm, but only a part of its twist.
	twist := TwistAngle(Compose(s.Bones[UpperArm.On(on)].Rotation.Conjugate(), s.Local[UpperArm.On(on)]))
	s.setLocalRotation(UpperArmTwist.On(on), RotationY(float64(-0.75*twist)))
	s.setLocalRotation(Forearm.On(on), RotationX(a.Elbow))
	s.setLocalRotation(ForearmTwist.On(on), onSide(on, RotationY(float64(0.5*a.Pronate))))
	wrist := Compose(RotationY(a.Pronate), RotationX(a.Deviate), RotationZ(-a.Flex))
	s.setLocalRotation(Hand.On(on), onSide(on, wrist))
}

// fingers curls the fingers and the thumb. The middle joint of a finger bends most.
func (s *SolvedPose) fingers(on Side, a *ArmPose) {
	for i, d := range Digits {
		curl := a.Curl
		if d.Joint == Index {
			curl = Mix(curl, 0, a.Point)
		}
		curl = float64(curl * (0.92 + float64(0.07*float64(i)))) // relaxed fingers curl more toward the little finger
		metacarpal := d.Joint.On(on)
		s.setLocalRotation(metacarpal, s.Bones[metacarpal].Rotation)
		spread := RotationX(float64(a.Spread * (1.5 - float64(i))))
		for k, fraction := range [3]float64{0.75, 1, 0.7} {
			j := (d.Joint + 1 + Joint(k)).On(on)
			bend := RotationZ(float64(-curl * fraction))
			if k == 0 {
				bend = Compose(spread, bend)
			}
			s.setLocalRotation(j, Compose(s.Bones[j].Rotation, onSide(on, bend)))
		}
	}
	for k, fraction := range [3]float64{0.35, 0.5, 0.8} {
		j := (Thumb + Joint(k)).On(on)
		s.setLocalRotation(j, Compose(s.Bones[j].Rotation, onSide(on, RotationX(float64(-a.Thumb*fraction)))))
	}
}

// Leg bends hip and knee so that the ankle reaches its target. Thigh, shin and the line from hip to
// ankle form a triangle with known sides, which is solved by the law of cosines. The directions of
// pelvis, foot and knee choose its plane.
func (s *SolvedPose) Leg(on Side, l *LegPose, pelvis YawPitchRoll) {
	s.SetLeg(on, l, l.Ankle, pelvis)
	if l.Within != nil {
		l.Within(s, on, l, pelvis)
	}
}

// SetLeg sets a leg with its ankle at a place.
func (s *SolvedPose) SetLeg(on Side, l *LegPose, target exact.Vec3, pelvis YawPitchRoll) {
	j := Thigh.On(on)
	hip := s.Position[Hips].Add(Rotate(s.Rotation[Hips], s.Bones[j].Offset))
	toTarget := target.Sub(hip)
	full := float64(ThighLength + ShinLength)
	s.LegReach[on] = toTarget.Length() / full
	distance := min(toTarget.Length(), full*0.9999)
	down := toTarget.Normalized()
	along := (ThighLength*ThighLength - ShinLength*ShinLength + float64(distance*distance)) / float64(2*distance)
	off := math.Sqrt(max(0, ThighLength*ThighLength-float64(along*along)))

	heading := float64(0.5*pelvis.Yaw) + float64(on.Sign()*(float64(0.5*l.ToeOut)+l.KneeOut))
	axis := down.Cross(Rotate(RotationY(heading), exact.Vec3{0, 0, 1})).Normalized()
	front := axis.Cross(down)
	knee := hip.AddScaled(along, down).AddScaled(off, front)
	ankle := hip.AddScaled(distance, down)
	s.setModelRotation(j, hingeRotation(axis, knee.Sub(hip)))
	s.setModelRotation(Shin.On(on), hingeRotation(axis, ankle.Sub(knee)))

	s.SetFoot(on, l, s.FootRotation(on, l))
}

// FootRotation returns the rotation of a foot in model space.
func (s *SolvedPose) FootRotation(on Side, l *LegPose) exact.Quat {
	// In the rest pose the foot is flat with its toes out; undo that before rotating it.
	flat := Compose(RotationY(float64(-on.Sign()*Degrees(RestToeOut))), s.RestPose.Rotation[Foot.On(on)])
	return Compose(Compose(RotationY(float64(on.Sign()*l.ToeOut)), RotationX(l.Pitch)), flat)
}

// SetFoot sets a foot and its toes.
func (s *SolvedPose) SetFoot(on Side, l *LegPose, rotation exact.Quat) {
	s.setModelRotation(Foot.On(on), rotation)
	s.setLocalRotation(Toe.On(on), Compose(s.Bones[Toe.On(on)].Rotation, RotationX(l.ToeBend)))
}

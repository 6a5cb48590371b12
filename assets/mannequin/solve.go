package mannequin

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// solvedPose holds the joint transforms of a pose.
type solvedPose struct {
	*restPose
	position [jointCount]exact.Vec3 // in model space
	rotation [jointCount]exact.Quat // in model space
	local    [jointCount]exact.Quat // rotation relative to the parent
	// distance from hip to ankle target over the length of the leg; above 1 the leg is too short
	legReach [2]float64
}

// solve computes the joint transforms of a pose.
func (r *restPose) solve(in *bodyPose) *solvedPose {
	s := &solvedPose{restPose: r}
	s.setModelRotation(root, exact.IdentityQuat)
	s.trunk(in)
	for _, on := range bothSides {
		s.arm(on, &in.arms[on])
		s.leg(on, &in.legs[on], in.pelvis)
	}
	return s
}

// setModelRotation sets the rotation of a joint in model space. The joint's parent must be set
// already.
func (s *solvedPose) setModelRotation(j joint, rotation exact.Quat) {
	b := &s.bones[j]
	s.rotation[j], s.local[j] = rotation, rotation
	if b.parent >= 0 {
		s.position[j] = s.position[b.parent].Add(rotate(s.rotation[b.parent], b.offset))
		s.local[j] = compose(s.rotation[b.parent].Conjugate(), rotation)
	}
}

// setLocalRotation sets the rotation of a joint relative to its parent, which must be set already.
func (s *solvedPose) setLocalRotation(j joint, local exact.Quat) {
	s.setModelRotation(j, compose(s.rotation[s.bones[j].parent], local))
	s.local[j] = local
}

// spineFractions holds the fraction of the chest's orientation that each joint of the spine takes
// on.
var spineFractions = [...]float64{spine1: 0.15, spine2: 0.42, spine3: 0.72, spine4: 1}

// pelvis sets the hips and returns how the pelvis is turned.
func (s *solvedPose) pelvis(in *bodyPose) exact.Quat {
	pelvis := in.pelvis.rotation()
	s.setModelRotation(hips, compose(pelvis, s.restPose.rotation[hips]))
	s.position[hips] = s.position[hips].Add(in.hips)
	return pelvis
}

func (s *solvedPose) trunk(in *bodyPose) {
	pelvis := s.pelvis(in)
	for j := spine1; j <= spine4; j++ {
		spine := compose(pelvis, in.chest.scale(spineFractions[j]).rotation())
		s.setModelRotation(j, compose(spine, s.restPose.rotation[j]))
	}
	chest := compose(pelvis, in.chest.rotation())
	gaze := in.gaze.rotation()
	// of the way from chest to gaze, for the two neck joints and the head
	for i, fraction := range [3]float64{0.25, 0.60, 1} {
		j := neck1 + joint(i)
		s.setModelRotation(j, compose(slerp(chest, gaze, fraction), s.restPose.rotation[j]))
	}
}

// onSide returns a rotation given for the left side, mirrored for the right side.
func onSide(on side, q exact.Quat) exact.Quat {
	if on == right {
		return mirroredRotation(q)
	}
	return q
}

func (s *solvedPose) arm(on side, a *armPose) {
	s.upperLimb(on, a)
	s.fingers(on, a)
}

// upperLimb sets the joints of an arm, from the collar bone to the hand.
func (s *solvedPose) upperLimb(on side, a *armPose) {
	// The collar bone rises and moves forward with the arm.
	lift := a.shrug + float64(0.22*max(0, a.abduct-0.6)) + float64(0.2*max(0, math.Abs(a.swing)-0.9))
	chest := compose(s.rotation[spine4], s.restPose.rotation[spine4].Conjugate())
	collar := onSide(on, compose(rotationY(-a.reach), rotationZ(lift)))
	s.setModelRotation(clavicle.on(on), compose(chest, collar, s.restPose.rotation[clavicle.on(on)]))
	raised := compose(rotationZ(a.abduct), rotationX(-a.swing), rotationY(a.twist))
	s.setModelRotation(upperArm.on(on), compose(chest, onSide(on, raised), hanging))
	// The skin at the shoulder follows the swing of the arm, but only a part of its twist.
	twist := twistAngle(compose(s.bones[upperArm.on(on)].rotation.Conjugate(), s.local[upperArm.on(on)]))
	s.setLocalRotation(upperArmTwist.on(on), rotationY(float64(-0.75*twist)))
	s.setLocalRotation(forearm.on(on), rotationX(a.elbow))
	s.setLocalRotation(forearmTwist.on(on), onSide(on, rotationY(float64(0.5*a.pronate))))
	wrist := compose(rotationY(a.pronate), rotationX(a.deviate), rotationZ(-a.flex))
	s.setLocalRotation(hand.on(on), onSide(on, wrist))
}

// fingers curls the fingers and the thumb. The middle joint of a finger bends most.
func (s *solvedPose) fingers(on side, a *armPose) {
	for i, d := range digits {
		curl := a.curl
		if d.joint == index {
			curl = mix(curl, 0, a.point)
		}
		curl = float64(curl * (0.92 + float64(0.07*float64(i)))) // relaxed fingers curl more toward the little finger
		metacarpal := d.joint.on(on)
		s.setLocalRotation(metacarpal, s.bones[metacarpal].rotation)
		spread := rotationX(float64(a.spread * (1.5 - float64(i))))
		for k, fraction := range [3]float64{0.75, 1, 0.7} {
			j := (d.joint + 1 + joint(k)).on(on)
			bend := rotationZ(float64(-curl * fraction))
			if k == 0 {
				bend = compose(spread, bend)
			}
			s.setLocalRotation(j, compose(s.bones[j].rotation, onSide(on, bend)))
		}
	}
	for k, fraction := range [3]float64{0.35, 0.5, 0.8} {
		j := (thumb + joint(k)).on(on)
		s.setLocalRotation(j, compose(s.bones[j].rotation, onSide(on, rotationX(float64(-a.thumb*fraction)))))
	}
}

// hip returns where a hip is in a pose of the body.
func (r *restPose) hip(on side, body *bodyPose) exact.Vec3 {
	pelvis := compose(body.pelvis.rotation(), r.rotation[hips])
	return r.position[hips].Add(body.hips).Add(rotate(pelvis, r.bones[thigh.on(on)].offset))
}

// reach returns the distance from the hip to where a leg shall have its ankle, over the length of
// the leg.
func (r *restPose) reach(on side, body *bodyPose, l *legPose) float64 {
	return l.ankle.Sub(r.hip(on, body)).Length() / (thighLength + shinLength)
}

// leg bends hip and knee so that the ankle reaches its target. Thigh, shin and the line from hip to
// ankle form a triangle with known sides, which is solved by the law of cosines. The directions of
// pelvis, foot and knee choose its plane.
func (s *solvedPose) leg(on side, l *legPose, pelvis yawPitchRoll) {
	s.setLeg(on, l, l.ankle, pelvis)
	if l.within != nil {
		l.within(s, on, l, pelvis)
	}
}

// setLeg sets a leg with its ankle at a place.
func (s *solvedPose) setLeg(on side, l *legPose, target exact.Vec3, pelvis yawPitchRoll) {
	j := thigh.on(on)
	hip := s.position[hips].Add(rotate(s.rotation[hips], s.bones[j].offset))
	toTarget := target.Sub(hip)
	full := float64(thighLength + shinLength)
	s.legReach[on] = toTarget.Length() / full
	distance := min(toTarget.Length(), full*0.9999)
	down := toTarget.Normalized()
	along := (thighLength*thighLength - shinLength*shinLength + float64(distance*distance)) / float64(2*distance)
	off := math.Sqrt(max(0, thighLength*thighLength-float64(along*along)))

	heading := float64(0.5*pelvis.yaw) + float64(on.sign()*(float64(0.5*l.toeOut)+l.kneeOut))
	axis := down.Cross(rotate(rotationY(heading), exact.Vec3{0, 0, 1})).Normalized()
	front := axis.Cross(down)
	knee := hip.AddScaled(along, down).AddScaled(off, front)
	ankle := hip.AddScaled(distance, down)
	s.setModelRotation(j, hingeRotation(axis, knee.Sub(hip)))
	s.setModelRotation(shin.on(on), hingeRotation(axis, ankle.Sub(knee)))

	s.setFoot(on, l, s.footRotation(on, l))
}

// footRotation returns the rotation of a foot in model space.
func (s *solvedPose) footRotation(on side, l *legPose) exact.Quat {
	// In the rest pose the foot is flat with its toes out; undo that before rotating it.
	flat := compose(rotationY(float64(-on.sign()*degrees(restToeOut))), s.restPose.rotation[foot.on(on)])
	return compose(compose(rotationY(float64(on.sign()*l.toeOut)), rotationX(l.pitch)), flat)
}

// setFoot sets a foot and its toes.
func (s *solvedPose) setFoot(on side, l *legPose, rotation exact.Quat) {
	s.setModelRotation(foot.on(on), rotation)
	s.setLocalRotation(toe.on(on), compose(s.bones[toe.on(on)].rotation, rotationX(l.toeBend)))
}

package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "math"

// solved is the frames that a stance puts the joints into.
type solved struct {
	*figure
	position [jointCount]exact.Vec3 // in model space
	rotation [jointCount]exact.Quat // in model space
	local    [jointCount]exact.Quat // in the parent's frame
	reach    [2]float64             // of each leg, as a part of its length; the legs cannot follow beyond 1
}

// turnTo gives a joint its frame in model space. Joints must be given theirs parents first.
func (s *solved) turnTo(j joint, rotation exact.Quat) {
	b := &s.bones[j]
	s.rotation[j], s.local[j] = rotation, rotation
	if b.parent >= 0 {
		s.position[j] = s.position[b.parent].Add(rotate(s.rotation[b.parent], b.offset))
		s.local[j] = compose(s.rotation[b.parent].Conjugate(), rotation)
	}
}

// turnBy gives a joint its frame in that of its parent.
func (s *solved) turnBy(j joint, local exact.Quat) {
	s.turnTo(j, compose(s.rotation[s.bones[j].parent], local))
	s.local[j] = local
}

// solve poses the figure.
func (f *figure) solve(in *stance) *solved {
	s := &solved{figure: f}
	s.turnTo(root, exact.IdentityQuat)
	s.trunk(in)
	for _, on := range [2]side{left, right} {
		s.arm(on, &in.arms[on])
		s.leg(on, &in.legs[on], in.pelvis)
	}
	return s
}

// spineShares are the parts of the chest's attitude that the spine has reached at each of its joints.
var spineShares = [...]float64{spine1: 0.15, spine2: 0.42, spine3: 0.72, spine4: 1}

func (s *solved) trunk(in *stance) {
	pelvis := in.pelvis.rotation()
	s.turnTo(hips, compose(pelvis, s.figure.rotation[hips]))
	s.position[hips] = s.position[hips].Add(in.hips)
	for j := spine1; j <= spine4; j++ {
		lean := compose(pelvis, in.chest.scale(spineShares[j]).rotation())
		s.turnTo(j, compose(lean, s.figure.rotation[j]))
	}
	chest := compose(pelvis, in.chest.rotation())
	gaze := in.gaze.rotation()
	for j, part := range map3(0.25, 0.60, 1) {
		s.turnTo(neck1+joint(j), compose(slerp(chest, gaze, part), s.figure.rotation[neck1+joint(j)]))
	}
}

func map3(a, b, c float64) [3]float64 { return [3]float64{a, b, c} }

// onSide returns a rotation of the left side as that side makes it.
func onSide(on side, q exact.Quat) exact.Quat {
	if on == right {
		return mirroredRotation(q)
	}
	return q
}

func (s *solved) arm(on side, a *armStance) {
	// The collar bone lifts and comes forward with the arm.
	lift := a.shrug + float64(0.35*max(0, a.abduct-0.6)) + float64(0.25*max(0, math.Abs(a.swing)-0.9))
	chest := compose(s.rotation[spine4], s.figure.rotation[spine4].Conjugate())
	collar := onSide(on, compose(rotationY(-a.reach), rotationZ(lift)))
	s.turnTo(clavicle.on(on), compose(chest, collar, s.figure.rotation[clavicle.on(on)]))
	raised := compose(rotationZ(a.abduct), rotationX(-a.swing), rotationY(a.twist))
	s.turnTo(upperArm.on(on), compose(chest, onSide(on, raised), hanging))
	// The skin at the shoulder follows the arm's swing but only part of its twist.
	twist := twistAngle(compose(s.bones[upperArm.on(on)].turned.Conjugate(), s.local[upperArm.on(on)]))
	s.turnBy(upperArmTwist.on(on), rotationY(float64(-0.75*twist)))
	s.turnBy(forearm.on(on), rotationX(a.elbow))
	s.turnBy(forearmTwist.on(on), onSide(on, rotationY(float64(0.5*a.pronate))))
	wrist := compose(rotationY(a.pronate), rotationX(a.deviate), rotationZ(-a.flex))
	s.turnBy(hand.on(on), onSide(on, wrist))
	s.fingers(on, a)
}

// fingers curls the fingers, the joints beyond the knuckles more than those.
func (s *solved) fingers(on side, a *armStance) {
	for i, d := range digits {
		curl := a.curl
		if d.joint == index {
			curl = mix(curl, 0, a.point)
		}
		curl = float64(curl * (0.92 + float64(0.07*float64(i)))) // relaxed fingers curl more toward the little one
		s.rest(d.joint.on(on))
		spread := rotationX(float64(a.spread * (1.5 - float64(i))))
		for k, part := range map3(0.75, 1, 0.7) {
			j := (d.joint + 1 + joint(k)).on(on)
			bend := rotationZ(float64(-curl * part))
			if k == 0 {
				bend = compose(spread, bend)
			}
			s.turnBy(j, compose(s.bones[j].turned, onSide(on, bend)))
		}
	}
	for k, part := range map3(0.35, 0.5, 0.8) {
		j := (thumb + joint(k)).on(on)
		s.turnBy(j, compose(s.bones[j].turned, onSide(on, rotationX(float64(-a.thumb*part)))))
	}
}

// rest leaves a joint as it is at rest.
func (s *solved) rest(j joint) { s.turnBy(j, s.bones[j].turned) }

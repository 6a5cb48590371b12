package mannequin

import "math"

// solved is the frames that a stance puts the joints into.
type solved struct {
	*figure
	position [jointCount]vector     // in model space
	rotation [jointCount]quaternion // in model space
	local    [jointCount]quaternion // in the parent's frame
	reach    [2]float64             // of each leg, as a part of its length; the legs cannot follow beyond 1
}

// turnTo gives a joint its frame in model space. Joints must be given theirs parents first.
func (s *solved) turnTo(j joint, rotation quaternion) {
	b := &s.bones[j]
	s.rotation[j], s.local[j] = rotation, rotation
	if b.parent >= 0 {
		s.position[j] = s.position[b.parent].add(s.rotation[b.parent].apply(b.offset))
		s.local[j] = s.rotation[b.parent].inverse().mul(rotation)
	}
}

// turnBy gives a joint its frame in that of its parent.
func (s *solved) turnBy(j joint, local quaternion) {
	s.turnTo(j, s.rotation[s.bones[j].parent].mul(local))
	s.local[j] = local
}

// solve poses the figure.
func (f *figure) solve(in *stance) *solved {
	s := &solved{figure: f}
	s.turnTo(root, noTurn)
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
	s.turnTo(hips, pelvis.mul(s.figure.rotation[hips]))
	s.position[hips] = s.position[hips].add(in.hips)
	for j := spine1; j <= spine4; j++ {
		lean := pelvis.mul(in.chest.scale(spineShares[j]).rotation())
		s.turnTo(j, lean.mul(s.figure.rotation[j]))
	}
	chest := pelvis.mul(in.chest.rotation())
	gaze := in.gaze.rotation()
	for j, part := range map3(0.25, 0.60, 1) {
		s.turnTo(neck1+joint(j), chest.mix(gaze, part).mul(s.figure.rotation[neck1+joint(j)]))
	}
}

func map3(a, b, c float64) [3]float64 { return [3]float64{a, b, c} }

// onSide returns a rotation of the left side as that side makes it.
func onSide(on side, q quaternion) quaternion {
	if on == right {
		return q.mirrored()
	}
	return q
}

func (s *solved) arm(on side, a *armStance) {
	// The collar bone lifts and comes forward with the arm.
	lift := a.shrug + float64(0.35*max(0, a.abduct-0.6)) + float64(0.25*max(0, math.Abs(a.swing)-0.9))
	chest := s.rotation[spine4].mul(s.figure.rotation[spine4].inverse())
	collar := onSide(on, turnY(-a.reach).mul(turnZ(lift)))
	s.turnTo(clavicle.on(on), chest.mul(collar).mul(s.figure.rotation[clavicle.on(on)]))
	raised := turnZ(a.abduct).mul(turnX(-a.swing)).mul(turnY(a.twist))
	s.turnTo(upperArm.on(on), chest.mul(onSide(on, raised)).mul(hanging))
	// The skin at the shoulder follows the arm's swing but only part of its twist.
	twist := s.bones[upperArm.on(on)].turned.inverse().mul(s.local[upperArm.on(on)]).twist()
	s.turnBy(upperArmTwist.on(on), turnY(float64(-0.75*twist)))
	s.turnBy(forearm.on(on), turnX(a.elbow))
	s.turnBy(forearmTwist.on(on), onSide(on, turnY(float64(0.5*a.pronate))))
	wrist := turnY(a.pronate).mul(turnX(a.deviate)).mul(turnZ(-a.flex))
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
		spread := turnX(float64(a.spread * (1.5 - float64(i))))
		for k, part := range map3(0.75, 1, 0.7) {
			j := (d.joint + 1 + joint(k)).on(on)
			bend := turnZ(float64(-curl * part))
			if k == 0 {
				bend = spread.mul(bend)
			}
			s.turnBy(j, s.bones[j].turned.mul(onSide(on, bend)))
		}
	}
	for k, part := range map3(0.35, 0.5, 0.8) {
		j := (thumb + joint(k)).on(on)
		s.turnBy(j, s.bones[j].turned.mul(onSide(on, turnX(float64(-a.thumb*part)))))
	}
}

// rest leaves a joint as it is at rest.
func (s *solved) rest(j joint) { s.turnBy(j, s.bones[j].turned) }

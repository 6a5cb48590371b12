package mannequin

import "math"

// leg bends hip and knee so that the ankle is where the stance has it: the triangle of thigh, shin and the way from hip to
// ankle has known sides (the law of cosines), and the knee lies in the plane that it is turned to.
func (s *solved) leg(on side, l *legStance, pelvis attitude) {
	j := thigh.on(on)
	hip := s.position[hips].add(s.rotation[hips].apply(s.bones[j].offset))
	way := l.ankle.sub(hip)
	full := float64(thighLength + shinLength)
	s.reach[on] = way.length() / full
	distance := min(way.length(), full*0.9999)
	down := way.unit()
	along := (thighLength*thighLength - shinLength*shinLength + float64(distance*distance)) / float64(2*distance)
	off := math.Sqrt(max(0, thighLength*thighLength-float64(along*along)))

	ahead := turnY(float64(0.5*pelvis.turn) + float64(on.sign()*(float64(0.5*l.out)+l.opened))).apply(vector{z: 1})
	axis := down.cross(ahead).unit()
	front := axis.cross(down)
	knee := hip.plus(along, down).plus(off, front)
	ankle := hip.plus(distance, down)
	s.turnTo(j, boneFrame(axis, knee.sub(hip)))
	s.turnTo(shin.on(on), boneFrame(axis, ankle.sub(knee)))

	s.turnTo(foot.on(on), footTurn(on, l).mul(s.flat(on, foot)))
	s.turnBy(toe.on(on), s.bones[toe.on(on)].turned.mul(turnX(l.toes)))
}

// boneFrame returns the frame of a bone that bends about an axis at right angles to it.
func boneFrame(axis, bone vector) quaternion {
	y := bone.unit()
	return frame(axis, y, axis.cross(y))
}

// footTurn returns how a foot is turned from standing flat and straight ahead, in model space.
func footTurn(on side, l *legStance) quaternion {
	return turnY(float64(on.sign() * l.out)).mul(turnZ(float64(on.sign() * l.tilt))).mul(turnX(l.rise))
}

// flat returns the frame in model space of a joint of a foot that stands flat and straight ahead.
func (s *solved) flat(on side, j joint) quaternion {
	return turnY(float64(-on.sign() * degrees(restToeOut))).mul(s.figure.rotation[j.on(on)])
}

package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "math"

// leg bends hip and knee so that the ankle is where the stance has it: the triangle of thigh, shin and the way from hip to
// ankle has known sides (the law of cosines), and the knee lies in the plane that it is turned to.
func (s *solved) leg(on side, l *legStance, pelvis attitude) {
	j := thigh.on(on)
	hip := s.position[hips].Add(rotate(s.rotation[hips], s.bones[j].offset))
	way := l.ankle.Sub(hip)
	full := float64(thighLength + shinLength)
	s.reach[on] = way.Length() / full
	distance := min(way.Length(), full*0.9999)
	down := way.Normalized()
	along := (thighLength*thighLength - shinLength*shinLength + float64(distance*distance)) / float64(2*distance)
	off := math.Sqrt(max(0, thighLength*thighLength-float64(along*along)))

	ahead := rotate(rotationY(float64(0.5*pelvis.turn)+float64(on.sign()*(float64(0.5*l.out)+l.opened))), exact.Vec3{0, 0, 1})
	axis := down.Cross(ahead).Normalized()
	front := axis.Cross(down)
	knee := hip.AddScaled(along, down).AddScaled(off, front)
	ankle := hip.AddScaled(distance, down)
	s.turnTo(j, hingeRotation(axis, knee.Sub(hip)))
	s.turnTo(shin.on(on), hingeRotation(axis, ankle.Sub(knee)))

	s.turnTo(foot.on(on), compose(footTurn(on, l), s.flat(on, foot)))
	s.turnBy(toe.on(on), compose(s.bones[toe.on(on)].turned, rotationX(l.toes)))
}

// footTurn returns how a foot is turned from standing flat and straight ahead, in model space.
func footTurn(on side, l *legStance) exact.Quat {
	return compose(rotationY(float64(on.sign()*l.out)), rotationZ(float64(on.sign()*l.tilt)), rotationX(l.rise))
}

// flat returns the frame in model space of a joint of a foot that stands flat and straight ahead.
func (s *solved) flat(on side, j joint) exact.Quat {
	return compose(rotationY(float64(-on.sign()*degrees(restToeOut))), s.figure.rotation[j.on(on)])
}

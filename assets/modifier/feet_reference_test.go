package modifier_test

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// footReference is foot placement once more, in float64 and from its documentation, for one
// character. It shares no code with the solver. All lengths are in model space.
type footReference struct {
	up                               mgl64.Vec3
	floor, length                    float64
	maxDrop, maxStep                 float64
	maxPitch, maxRoll                float64 // angles
	maxToeUp, maxToeDown             float64
	pelvisHalfLife                   float64
	footSpeed, tiltSpeed             float64
	lockSpeed, releaseSpeed          float64
	releaseDistance, releaseHalfLife float64
	releaseAngle                     float64
	locks                            bool
	legs                             []legReference

	known            bool
	height, velocity float64 // of the pelvis
	// margin is how near a decision of the frame was to another one: a part of the leg, or an
	// angle.
	margin float64
}

type legReference struct {
	footHeight    float64
	tip           mgl64.Vec3 // from the toe joint, in model space while the toes are flat
	tipHeight     float64
	heel          mgl64.Vec3 // from the end joint, in its space
	heelHeight    float64
	flatToe       mgl64.Mat3 // of the toe joint, while its toes are flat
	forward, bend mgl64.Vec3 // in the spaces of the end and of the root joint

	known, locked               bool
	toe, contact, normal, slide mgl64.Vec3
	pointing                    mgl64.Vec3 // of the foot, along the floor in the world
	turned                      float64    // about up, from where the motions point it
	lift                        float64    // above where the motions have it
	above                       float64    // the floor, with what the motions lift it
	steps                       bool       // since it was released
	plane                       mgl64.Vec3 // the normal in model space
	target                      mgl64.Vec3 // the results
	turn, toeTurn               mgl64.Quat
	toeTarget                   mgl64.Vec3
	toeAngle                    float64
	isRaised                    bool    // its heel
	easy, cosine                float64 // cosine of the angle by which the hip turns
	reach, armHeight            float64
	offset, highest, changed    float64
	knee, ankle                 mgl64.Vec3
}

// lockedBelow is how far a foot may be lifted to be locked, in parts of a leg.
const lockedBelow = 0.02

// groundReference is the ground under a foot in a frame, in the world.
type groundReference struct {
	point, normal mgl64.Vec3
	has           bool
	marker        int
	changes       bool // a transition changes the motion
}

// poseReference are the model matrices of a leg. The toe is the end for a foot that rolls there;
// the ball is the toe joint nevertheless.
type poseReference struct{ root, middle, end, toe, ball mgl64.Mat4 }

func at(m mgl64.Mat4) mgl64.Vec3 { return m.Col(3).Vec3() }

func transformPoint(m mgl64.Mat4, v mgl64.Vec3) mgl64.Vec3 { return mgl64.TransformCoordinate(v, m) }

func turnDirection(m mgl64.Mat4, v mgl64.Vec3) mgl64.Vec3 { return m.Mat3().Mul3x1(v) }

// decide returns a < b, and notes how near that was.
func (r *footReference) decide(a, b, unit float64) bool {
	r.margin = min(r.margin, math.Abs(a-b)/unit)
	return a < b
}

func (r *footReference) level(v mgl64.Vec3) mgl64.Vec3 { return v.Sub(r.up.Mul(v.Dot(r.up))) }

// frame places the feet of a pose, and returns how far the pelvis moves.
func (r *footReference) frame(world mgl64.Mat4, poses []poseReference, grounds []groundReference,
	seconds float64,
) float64 {
	r.margin = math.Inf(1)
	rise, lowest, lowestLocked := math.Inf(1), math.Inf(1), math.Inf(1)
	for i := range r.legs {
		leg := &r.legs[i]
		r.place(leg, world, poses[i], grounds[i], seconds)
		rise, lowest = min(rise, leg.offset), min(lowest, leg.easy)
		if leg.locked {
			lowestLocked = min(lowestLocked, leg.highest)
		}
	}
	want := max(min(max(rise, 0), r.maxDrop, lowest), -r.maxDrop)
	if !r.known {
		r.height, r.velocity = want, 0
	} else {
		// The motion of a critically damped spring in closed form.
		omega := 2 * math.Ln2 / r.pelvisHalfLife
		c1 := r.height - want
		c2 := r.velocity + omega*c1
		fall := math.Exp(-omega * seconds)
		r.height = want + (c1+c2*seconds)*fall
		r.velocity = (c2 - omega*(c1+c2*seconds)) * fall
	}
	r.known = true
	if held := max(min(r.height, lowestLocked), -r.maxDrop); held < r.height {
		r.height, r.velocity = held, min(r.velocity, 0)
	} else {
		r.height = held
	}
	for i := range r.legs {
		r.bend(&r.legs[i], poses[i])
	}
	return r.height
}

// carry moves what the frame before left in the world with ground that moved by a matrix.
func (leg *legReference) carry(move mgl64.Mat4) {
	leg.toe, leg.contact = transformPoint(move, leg.toe), transformPoint(move, leg.contact)
	leg.normal = move.Mat3().Inv().Transpose().Mul3x1(leg.normal).Normalize()
	leg.pointing = move.Mat3().Mul3x1(leg.pointing).Normalize()
}

// roll returns how far the toe joint is ahead of where it would be if the toes rolled back until
// they are flat, and how far above the floor it is then.
func (r *footReference) roll(leg *legReference, toe mgl64.Mat3, lifted float64) (ahead mgl64.Vec3, above float64) {
	if leg.tip.Len() == 0 {
		return mgl64.Vec3{}, lifted
	}
	tip := toe.Mul3x1(leg.flatToe.Inv().Mul3x1(leg.tip))
	flat, now := r.level(leg.tip).Len(), r.level(tip).Len()
	// as atan2 measures them from level, upward
	angle := math.Atan2(leg.tip.Dot(r.up), flat) - math.Atan2(tip.Dot(r.up), now)
	if !r.decide(0, angle, 1) {
		return mgl64.Vec3{}, lifted
	}
	lifted += tip.Sub(leg.tip).Dot(r.up)
	// The center of a wheel goes by its radius times the angle.
	way := flat + leg.tipHeight*angle - now
	way *= max(min((0.06*r.length-lifted)/((0.06-lockedBelow)*r.length), 1), 0) / max(now, flat/4)
	return r.level(tip).Mul(way), lifted
}

// place finds where a foot stands.
func (r *footReference) place(leg *legReference, world mgl64.Mat4, pose poseReference, ground groundReference,
	seconds float64,
) {
	inverse := world.Inv()
	normals := world.Mat3().Transpose() // from the world to model space
	toe, ankle, hip, knee := at(pose.toe), at(pose.end), at(pose.root), at(pose.middle)
	lift := toe.Dot(r.up) - r.floor
	rolled, lifted := r.roll(leg, pose.toe.Mat3(), lift-leg.footHeight)
	sole := toe.Sub(rolled)
	foot := sole.Sub(r.up.Mul(lift))
	contact := transformPoint(inverse, leg.contact)
	lowest, sunk, mostLifted := lifted, 0.0, 0.06*r.length
	if ground.changes && ground.has && r.locks {
		if leg.heelHeight > 0 {
			lowest = min(lifted, transformPoint(pose.end, leg.heel).Dot(r.up)-r.floor-leg.heelHeight)
		}
		if sunk = max(-lowest, 0); sunk > 0 {
			mostLifted = lockedBelow * r.length // a foot on its heel does not stand on its toe
		}
	}

	speed := 0.0
	if leg.known && !r.decide(r.level(sole.Sub(transformPoint(inverse, leg.toe))).Len(), 2*r.length, r.length) {
		leg.known, leg.locked, leg.slide, leg.turned, leg.lift, leg.steps = false, false, mgl64.Vec3{}, 0, 0, false
	}
	if leg.known {
		speed = r.level(sole.Sub(transformPoint(inverse, leg.toe))).Len() / seconds
	}
	slide, turned := leg.slide, leg.turned
	if leg.locked {
		slide = r.level(contact.Sub(foot))
	}
	pointing := turnDirection(pose.end, leg.forward).Normalize()
	isClear := r.decide(math.Sqrt(0.05), r.level(pointing).Len(), 1)
	pointing = r.level(pointing).Normalize()
	if held := r.level(inverse.Mat3().Mul3x1(leg.pointing)); leg.locked && isClear {
		turned = math.Atan2(r.up.Dot(pointing.Cross(held)), pointing.Dot(held))
	}
	wasLocked := leg.locked
	if leg.locked {
		off := r.decide(r.releaseDistance, slide.Len(), r.length) || !ground.has || ground.marker < 0 ||
			r.decide(r.releaseAngle, math.Abs(turned), 1)
		if ground.marker == 0 &&
			(r.decide(r.releaseSpeed, speed, r.length) || r.decide(mostLifted, lifted+sunk, r.length)) {
			off = true
		}
		leg.locked = !off
	}
	slid, twisted := slide.Len(), math.Abs(turned)
	if !leg.locked {
		// The tangent of half the angle is halved, which differs little.
		half := math.Tan(max(min(turned, r.releaseAngle), -r.releaseAngle) / 2)
		turned = 2 * math.Atan(half*math.Pow(0.5, seconds/r.releaseHalfLife))
		if slid > 0 {
			slide = slide.Mul(min(slid, r.releaseDistance) / slid * math.Pow(0.5, seconds/r.releaseHalfLife))
		}
	}
	foot = foot.Add(slide)

	n := normals.Mul3x1(ground.normal)
	if size := n.Len(); size > 0 {
		n = n.Mul(1 / size)
	}
	if !r.decide(0.2, n.Dot(r.up), 1) {
		n = r.up
	}
	want := 0.0
	if ground.has {
		// The plane's height over the foot along up.
		want = transformPoint(inverse, ground.point).Sub(foot).Dot(n) / n.Dot(r.up)
		want = max(min(want, r.maxStep), -r.maxStep)
	}
	leg.offset = want
	if leg.known {
		before := contact.Dot(r.up) - r.floor
		if r.decide(math.Abs(want-before), 2*r.maxStep, r.length) {
			leg.offset = before + max(min(want-before, r.footSpeed*seconds), -r.footSpeed*seconds)
		}
	}
	settled := r.decide(math.Abs(leg.offset-want), 1e-4*r.length, r.length)

	yaw := mgl64.QuatRotate(turned, r.up)
	plane, normal := r.tilt(leg, n, yaw.Rotate(pointing), normals, ground.has, seconds)
	closeTo := r.releaseDistance / 2
	if ground.changes && ground.has && leg.steps {
		closeTo = 0.02 * r.length // it does not stop on its way
	}
	if !wasLocked && leg.known && ground.has && settled && r.locks && r.decide(slid, closeTo, r.length) &&
		r.decide(math.Tan(twisted/2), math.Tan(r.releaseAngle/2)/2, 1) {
		slow := r.decide(speed, r.lockSpeed, r.length) && r.decide(lifted+sunk, lockedBelow*r.length, r.length)
		leg.locked = ground.marker > 0 || ground.marker == 0 && slow
	}
	r.step(leg, wasLocked, speed, lowest, slide, turned, &ground, seconds)
	stands := foot.Add(r.up.Mul(leg.offset))
	leg.contact, leg.toe = transformPoint(world, stands), transformPoint(world, sole)
	leg.normal, leg.plane = inverse.Mat3().Transpose().Mul3x1(plane).Normalize(), plane
	leg.slide, leg.known, leg.turned = slide, true, turned
	leg.pointing = world.Mat3().Mul3x1(yaw.Rotate(pointing)).Normalize()

	leg.turn = mgl64.QuatBetweenVectors(r.up, normal).Mul(yaw)
	bottom := sole.Sub(r.up.Mul(leg.footHeight)) // moves with the foot
	moved := bottom.Add(slide).Add(r.up.Mul(leg.offset + leg.lift))
	leg.target = moved.Add(leg.turn.Rotate(r.up).Mul(leg.footHeight)).Add(leg.turn.Rotate(ankle.Sub(sole)))
	leg.changed = leg.target.Sub(ankle).Len() + r.length*(normal.Sub(r.up).Len()+2*math.Abs(math.Tan(turned/2)))

	leg.reach = max(0.995*(knee.Sub(hip).Len()+ankle.Sub(knee).Len()), ankle.Sub(hip).Len())
	// The highest point of the vertical line through the hip within spheres around ankle and toe.
	arm := ankle.Sub(toe)
	slack := min(3*max(arm.Dot(r.up)-leg.armHeight, 0), 0.6*arm.Len()) + 2*max(lifted, 0)
	easy := max(0.96*(knee.Sub(hip).Len()+ankle.Sub(knee).Len()), ankle.Sub(hip).Len())
	leg.toeTarget = leg.target.Sub(leg.turn.Rotate(arm))
	highest := func(from mgl64.Vec3, distance float64) float64 {
		return math.Sqrt(max(distance*distance-math.Pow(r.level(hip.Sub(from)).Len(), 2), 0)) - hip.Sub(from).Dot(r.up)
	}
	raised := func(reach float64) float64 {
		long := math.Sqrt(reach*reach + arm.LenSqr() + 1.28*reach*arm.Len())
		return max(highest(leg.target, reach), min(highest(leg.target, reach+slack), highest(leg.toeTarget, long)))
	}
	leg.highest, leg.easy = raised(leg.reach), raised(easy)
}

// step lifts a foot that was released, or that a transition drags along the ground, and is not on
// its place yet: a quarter of its way, 0.03 s of its speed and a fifth of a leg for the turn of its
// half angle, at most a twentieth of a leg above the floor, as the motions lift it or more. It
// rises and falls by at most a leg a second. While all others are higher, and a hundredth of a leg
// above the floor, that is the most. In a transition its heel counts too, and it is lifted out of
// the floor at once, and until it is locked a two hundredth of a leg above it.
func (r *footReference) step(leg *legReference, wasLocked bool, speed, lifted float64, slide mgl64.Vec3,
	turned float64, ground *groundReference, seconds float64,
) {
	changes := ground.changes && ground.has && r.locks
	drags := changes && leg.known && seconds > 0 && r.decide(r.lockSpeed, speed, r.length) &&
		r.decide(lifted, lockedBelow*r.length, r.length)
	leg.steps = (leg.steps || wasLocked || drags) && !leg.locked && ground.has && r.decide(lifted, 0.06*r.length, r.length)
	want := 0.0
	others := math.Inf(1)
	for k := range r.legs {
		if other := &r.legs[k]; other != leg {
			others = min(others, other.above)
		}
	}
	isLast := len(r.legs) > 1 && r.decide(max(leg.lift, 0.01*r.length), others, r.length)
	if leg.steps {
		want = slide.Len()/4 + 0.03*speed + 0.2*r.length*math.Abs(math.Tan(turned/2))
		want = max(min(want, 0.05*r.length)-max(lifted, 0), 0)
		if isLast {
			want = min(want, 0.01*r.length)
		}
	}
	sunk := 0.0
	if changes {
		sunk = max(-lifted, 0)
		if !leg.locked {
			want = max(want, 0.005*r.length-max(lifted, 0))
		}
	}
	leg.lift = min(max(want+sunk, leg.lift-r.length*seconds), max(leg.lift, sunk)+r.length*seconds)
	leg.above = leg.lift + max(lifted, -sunk)
}

// tilt returns the normal of the ground, and the normal with which a foot is tilted.
func (r *footReference) tilt(leg *legReference, n, forward mgl64.Vec3, normals mgl64.Mat3, has bool, seconds float64) (
	ground, normal mgl64.Vec3,
) {
	if !has {
		n = r.up
	}
	if before := normals.Mul3x1(leg.normal).Normalize(); leg.known {
		way := n.Sub(before)
		if far := way.Len(); far > r.tiltSpeed*seconds {
			n = before.Add(way.Mul(r.tiltSpeed * seconds / far)).Normalize()
		}
	}
	side := r.up.Cross(forward)
	pitch := math.Atan2(n.Dot(forward), n.Dot(r.up))
	roll := math.Atan2(n.Dot(side), n.Dot(r.up))
	pitch, roll = max(min(pitch, r.maxPitch), -r.maxPitch), max(min(roll, r.maxRoll), -r.maxRoll)
	return n, r.up.Add(forward.Mul(math.Tan(pitch))).Add(side.Mul(math.Tan(roll))).Normalize()
}

// bend finds the knee and the ankle of a leg whose hip was moved.
func (r *footReference) bend(leg *legReference, pose poseReference) {
	hip, knee, ankle := at(pose.root), at(pose.middle), at(pose.end)
	upper, lower := knee.Sub(hip), ankle.Sub(knee)
	u, l := upper.Len(), lower.Len()
	target, lowered := leg.target.Sub(r.up.Mul(r.height)), leg.toeTarget.Sub(r.up.Mul(r.height))
	arm := target.Sub(lowered)
	r.decide(target.Sub(hip).Len(), leg.reach, r.length)
	leg.isRaised = target.Sub(hip).Len() > leg.reach && arm.Len() > 0.01*leg.reach
	if leg.isRaised {
		// The ankle turns about the toe, in the plane of hip, toe and ankle, until it is near
		// enough; at most until it points to the hip.
		axis := arm.Cross(hip.Sub(lowered)).Normalize()
		low, high := 0.0, math.Acos(max(min(arm.Normalize().Dot(hip.Sub(lowered).Normalize()), 1), -1))
		for range 60 {
			middle := (low + high) / 2
			if lowered.Add(mgl64.QuatRotate(middle, axis).Rotate(arm)).Sub(hip).Len() > leg.reach {
				low = middle
			} else {
				high = middle
			}
		}
		raise := mgl64.QuatRotate(high, axis)
		target, leg.turn = lowered.Add(raise.Rotate(arm)), raise.Mul(leg.turn)
	}
	leg.toeTurn, leg.toeAngle = leg.turn, 0
	if forward := r.level(turnDirection(pose.end, leg.forward)); forward.Len() > 0 {
		// The toes turn about the side axis of the foot, from where the foot has its sole to the
		// ground.
		sole, ahead := leg.turn.Rotate(r.up), leg.turn.Rotate(forward.Normalize())
		angle := math.Atan2(leg.plane.Dot(ahead), leg.plane.Dot(sole))
		angle = max(min(angle, r.maxToeDown), -r.maxToeUp)
		leg.toeAngle = math.Abs(angle)
		leg.toeTurn = mgl64.QuatRotate(angle, sole.Cross(ahead)).Mul(leg.turn)
	}
	d := max(min(target.Sub(hip).Len(), u+l), math.Abs(u-l), 1e-3*(u+l))
	along := upper.Normalize()
	bend := turnDirection(pose.root, leg.bend)
	bend = bend.Sub(along.Mul(bend.Dot(along))).Normalize()
	side := lower.Mul(1 / l)
	side = side.Sub(along.Mul(side.Dot(along))).Sub(bend.Mul(0.05)).Normalize()
	angle := math.Pi - math.Acos(max(min((u*u+l*l-d*d)/(2*u*l), 1), -1)) // of the lower bone from the upper one
	bent := along.Mul(math.Cos(angle)).Add(side.Mul(math.Sin(angle)))
	way := upper.Add(bent.Mul(l))
	turn := mgl64.QuatBetweenVectors(way.Normalize(), target.Sub(hip).Normalize())
	leg.cosine = way.Normalize().Dot(target.Sub(hip).Normalize())
	lifted := r.up.Mul(r.height)
	leg.knee = hip.Add(turn.Rotate(upper)).Add(lifted)
	leg.ankle = hip.Add(turn.Rotate(way)).Add(lifted)
}

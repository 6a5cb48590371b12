package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Placement is where a character is in the world, for solvers that lock joints there.
type Placement struct {
	// ToWorld leads from model space to the world, and FromWorld back.
	ToWorld, FromWorld rig.Matrix
}

var identityPlacement = Placement{rig.IdentityMatrix(), rig.IdentityMatrix()}

// What [Feet] remembers: of the pelvis whether it has moved before, and how far; then of each foot the numbers from footPhase on.
const (
	pelvisState = 2
	footPhase   = 0  // a phase below
	footToe     = 1  // the toe in the world, as the motions posed it
	footContact = 4  // the point of the ground to which the foot keeps its height, in the world
	footNormal  = 7  // the normal with which it is tilted, in the world
	footSlide   = 10 // from where the motions move the toe to where it is, in model space and level
	footState   = 13
)

// Parts of a leg's length: how far above the floor a foot may be planted, and how far a planted foot may be from where the motions move
// it.
const (
	plantedHeight = 0.03
	maxSlide      = 0.25
)

// The phases of a foot.
const (
	footUnknown = iota // there was no frame before
	footFree
	footLocked
)

// footMemory is what the solvers of feet work with between the lanes and the rows.
type footMemory struct{ legs []legRows }

// legRows are a leg's target in model space, how the foot tilts, and the weight.
type legRows struct {
	target [3 * Lanes]float32
	tilt   [4 * Lanes]float32
	weight [Lanes]float32
	pose   legPose
}

// legPose is what is known of a leg of the character in the present lane.
type legPose struct {
	hip, ankle, target exact.Vec3
	reach              float64 // how long the leg may become
	offset             float64 // of the ground from the floor
	tilt               exact.Quat
	change             float64 // a length that tells how much the foot moves
	locked             bool
}

// place finds the pelvis and the targets of the feet for the character in a lane, and moves the pelvis.
func (t *feet) place(w *Work, lane int, weight float32, at int, legs []legRows) {
	var scratch [pelvisState]float32
	var footScratch [footState]float32
	state := w.State[lane]
	has := len(state) >= at+t.stateSize()
	space := w.Placements[lane]
	if space == nil {
		space = &identityPlacement
	}
	delta := float64(w.Delta[lane])
	if !(delta > 0) || delta-delta != 0 {
		delta = 0
	}
	lowest, lockedLow, rise := math.Inf(1), math.Inf(1), math.Inf(1)
	for i := range t.legs {
		memory := footScratch[:]
		if has {
			memory = state[at+pelvisState+footState*i:][:footState]
		} else {
			clear(memory)
		}
		pose := &legs[i].pose
		if !t.legs[i].place(t, w, lane, delta, space, memory, pose) {
			return // the pose is not finite
		}
		limit := pose.highest(t.up)
		lowest, rise = min(lowest, limit), min(rise, pose.offset)
		if pose.locked {
			lockedLow = min(lockedLow, limit)
		}
	}
	pelvis := scratch[:]
	if has {
		pelvis = state[at:][:pelvisState]
	}
	want := max(min(min(max(rise, 0), t.maxDrop), lowest), -t.maxDrop)
	height := want
	if pelvis[0] != 0 {
		height = approach(float64(pelvis[1]), want, float64(t.pelvisSpeed*delta))
		height = max(min(height, lockedLow), -t.maxDrop) // a locked foot shall not be torn off
	}
	if math.Abs(height) < 1e-6*t.length {
		height = 0
	}
	pelvis[0], pelvis[1] = 1, float32(height)
	t.movePelvis(w, lane, height*min(float64(weight), 1))
	for i := range legs {
		pose := &legs[i].pose
		change := pose.change + math.Abs(height)
		// A foot that hardly moves is hardly changed, so that a pose on a level floor keeps its bits and does not jump.
		fade := min(change/(2e-3*t.length), 1)
		if change < 2e-6*t.length {
			fade = 0
		}
		putVec(legs[i].target[:], 0, lane, pose.target.Float32())
		putQuat(legs[i].tilt[:], 0, lane, pose.tilt.Float32())
		legs[i].weight[lane] = weight * float32(fade)
	}
}

// movePelvis moves the pelvis and the model matrices of the legs along up.
func (t *feet) movePelvis(w *Work, lane int, height float64) {
	if height == 0 {
		return
	}
	move := t.up.Scale(height)
	parent := affineAt(w, t.pelvisParent, lane)
	inverse, ok := parent.Inverse()
	if !ok {
		return
	}
	local := inverse.Direction(move).Float32()
	rows := w.local(t.pelvis)
	for i, x := range local {
		rows[(4+i)*Lanes+lane] += x
	}
	for _, joint := range t.read {
		model := w.model(int(joint))
		for i, x := range move.Float32() {
			model[(4*i+3)*Lanes+lane] += x
		}
	}
}

// highest returns how far the hip may move along up until the leg is too short for its target.
func (p *legPose) highest(up exact.Vec3) float64 {
	v := p.hip.Sub(p.target)
	b, c := v.Dot(up), v.Dot(v)-float64(p.reach*p.reach)
	if c <= 0 {
		return max(-b+math.Sqrt(float64(b*b)-c), 0)
	}
	return -b + math.Sqrt(max(float64(b*b)-c, 0))
}

// place finds the target of a foot, and reports whether the numbers are finite.
func (leg *footLeg) place(t *feet, w *Work, lane int, delta float64, space *Placement, memory []float32, pose *legPose) bool {
	up := t.up
	hip, knee := originAt(w, leg.root, lane), originAt(w, leg.middle, lane)
	ankle, toe := originAt(w, leg.end, lane), originAt(w, leg.toe, lane)
	height := toe.Dot(up) - t.floor
	foot := toe.AddScaled(-height, up) // on the floor below the toe
	ground, normal, hasGround := t.groundOf(w.Goals[lane], leg.ground)

	phase, offsetBefore, normalBefore, speed := memory[footPhase], 0.0, up, math.Inf(1)
	slide := exact.ToVec3([3]float32(memory[footSlide:]))
	var contact exact.Vec3
	if phase != footUnknown {
		contact = pointOf(&space.FromWorld, exact.ToVec3([3]float32(memory[footContact:])))
		offsetBefore = contact.Dot(up) - t.floor
		normalBefore = normalOf(&space.ToWorld, exact.ToVec3([3]float32(memory[footNormal:])))
		moved := toe.Sub(pointOf(&space.FromWorld, exact.ToVec3([3]float32(memory[footToe:]))))
		moved = moved.AddScaled(-moved.Dot(up), up)
		speed = moved.Length() / delta // NaN or infinite without time
	}
	if phase == footLocked {
		slide = contact.Sub(foot)
		slide = slide.AddScaled(-slide.Dot(up), up)
		isOff := speed > 2*t.lockSpeed && delta > 0 || height-leg.height > 2*plantedHeight*t.length || slide.Length() > maxSlide*t.length
		if isOff || !hasGround {
			phase = footFree
		}
	}
	if phase == footFree {
		size := slide.Length()
		if left := min(size, maxSlide*t.length) - float64(t.releaseSpeed*delta); left > 0 {
			slide = slide.Scale(left / size)
		} else {
			slide = exact.Vec3{}
		}
	}
	foot = foot.Add(slide)

	offset := 0.0
	if hasGround {
		offset = ground.Sub(foot).Dot(normal) / normal.Dot(up)
		offset = min(max(offset, -t.maxStep), t.maxStep)
	}
	want := offset
	if phase != footUnknown && math.Abs(offset-offsetBefore) < 2*t.maxStep { // otherwise the character was moved elsewhere
		offset = approach(offsetBefore, offset, float64(t.footSpeed*delta))
	}
	if math.Abs(offset) < 1e-6*t.length {
		offset = 0
	}
	tiltNormal := up
	if hasGround {
		tiltNormal = leg.limit(t, w, lane, normal)
	}
	if phase != footUnknown {
		step := float64(t.tiltSpeed * delta)
		if far := tiltNormal.Sub(normalBefore).Length(); far > step {
			tiltNormal = normalBefore.Lerp(tiltNormal, step/far).Normalized()
		}
	}
	if tiltNormal.Sub(up).Length() < 1e-6 {
		tiltNormal = up
	}
	isPlanted := t.locks && hasGround && speed < t.lockSpeed && height-leg.height < plantedHeight*t.length
	if phase == footFree && isPlanted && math.Abs(offset-want) < 1e-4*t.length {
		phase = footLocked
	}
	if phase == footUnknown {
		phase = footFree
	}

	contact = foot.AddScaled(offset, up)
	change := slide.AddScaled(offset, up)
	pose.tilt = exact.Quat{0, 0, 0, 1}
	if tiltNormal != up {
		pose.tilt = tilted(up, tiltNormal)
		arm := ankle.Sub(toe)
		change = change.AddScaled(leg.height, tiltNormal.Sub(up)).Add(pose.tilt.Rotate(arm).Sub(arm))
	}
	pose.hip, pose.ankle, pose.target = hip, ankle, ankle.Add(change)
	straight := knee.Sub(hip).Length() + ankle.Sub(knee).Length()
	pose.reach = max(0.998*straight, ankle.Sub(hip).Length())
	pose.offset, pose.locked = offset, phase == footLocked
	pose.change = change.Length() + float64(t.length*tiltNormal.Sub(up).Length())

	inWorld, toeInWorld := pointOf(&space.ToWorld, contact).Float32(), pointOf(&space.ToWorld, toe).Float32()
	normalInWorld := normalOf(&space.FromWorld, tiltNormal).Float32()
	if !pose.target.IsFinite() || !hip.IsFinite() || !finite(inWorld) || !finite(toeInWorld) || !finite(normalInWorld) {
		clear(memory)
		return false
	}
	memory[footPhase] = phase
	copy(memory[footToe:], toeInWorld[:])
	copy(memory[footContact:], inWorld[:])
	copy(memory[footNormal:], normalInWorld[:])
	level := slide.Float32()
	copy(memory[footSlide:], level[:])
	return true
}

// groundOf returns the ground under a foot in model space, and reports whether there is any.
func (t *feet) groundOf(goals *[MaxGoals]Goal, goal int) (point, normal exact.Vec3, ok bool) {
	g := &goals[goal]
	if g.weight() == 0 {
		return point, t.up, false
	}
	point, normal = exact.ToVec3(g.Target), exact.ToVec3(g.PoleDirection)
	if length := normal.Length(); g.HasPole && length > 0 && normal.Dot(t.up) > 0.2*length {
		return point, normal.Scale(1 / length), true
	}
	return point, t.up, true
}

// limit returns a normal within the limits of pitch and roll of the foot.
func (leg *footLeg) limit(t *feet, w *Work, lane int, normal exact.Vec3) exact.Vec3 {
	end := affineAt(w, leg.end, lane)
	forward := end.Direction(leg.forward)
	forward = forward.AddScaled(-forward.Dot(t.up), t.up).Normalized()
	if forward.Length() == 0 {
		return t.up
	}
	side, along := t.up.Cross(forward), normal.Dot(t.up)
	pitch, roll := normal.Dot(forward)/along, normal.Dot(side)/along
	if math.Abs(pitch) <= t.maxPitch && math.Abs(roll) <= t.maxRoll {
		return normal
	}
	pitch = min(max(pitch, -t.maxPitch), t.maxPitch)
	roll = min(max(roll, -t.maxRoll), t.maxRoll)
	return t.up.AddScaled(pitch, forward).AddScaled(roll, side).Normalized()
}

// GroundProbe is a foot of a stack that asks for the ground below it.
type GroundProbe struct {
	// Goal is the index of the goal of the ground, Owner that of the goal of foot placement.
	Goal, Owner int

	state int
	rest  mgl32.Vec3
}

// GroundProbes returns the feet of the stack, in the order of its solvers. The slice is the stack's own: read only.
func (s *Stack) GroundProbes() []GroundProbe { return s.probes }

// Point returns the place in the world at which a foot asks for the ground: where the frame before left it, or where it is in the rest
// pose.
func (p *GroundProbe) Point(state []float32, space *Placement) mgl32.Vec3 {
	if len(state) >= p.state+footState && state[p.state+footPhase] != footUnknown {
		return mgl32.Vec3(state[p.state+footContact:][:3])
	}
	return space.ToWorld.Point(p.rest)
}

// groundProbes returns the feet of the stack, whose solvers are at their places.
func (s *Stack) groundProbes() (probes []GroundProbe) {
	for i := range s.solvers {
		p := &s.solvers[i]
		t, ok := p.solver.(*feet)
		if !ok {
			continue
		}
		for k := range t.legs {
			at := p.state + p.size() - p.stateSize() + pelvisState + footState*k
			probes = append(probes, GroundProbe{t.legs[k].ground, t.goalIndex, at, t.legs[k].rest.Float32()})
		}
	}
	return probes
}

// Ground returns the goal that stands for the ground at a point with a normal, both in the world.
func (s *Placement) Ground(point, normal mgl32.Vec3) Goal {
	return Goal{
		Target: s.FromWorld.Point(point), HasPole: true, Weight: 1,
		PoleDirection: normalOf(&s.ToWorld, exact.ToVec3(normal)).Float32(),
	}
}

// pointOf takes a point along with a matrix.
func pointOf(m *rig.Matrix, p exact.Vec3) (out exact.Vec3) {
	for i := range out {
		out[i] = float64(float64(m[4*i])*p[0]) + float64(float64(m[4*i+1])*p[1]) + float64(float64(m[4*i+2])*p[2]) + float64(m[4*i+3])
	}
	return out
}

// normalOf takes a normal from the space to which a matrix leads back to the one from which it leads, at length 1.
func normalOf(m *rig.Matrix, n exact.Vec3) (out exact.Vec3) {
	for i := range out {
		out[i] = float64(float64(m[i])*n[0]) + float64(float64(m[4+i])*n[1]) + float64(float64(m[8+i])*n[2])
	}
	return out.Normalized()
}

// affineAt returns the model matrix of a joint in a lane, or the identity for -1.
func affineAt(w *Work, joint, lane int) (out exact.Affine) {
	m := w.model(joint)
	for e := range out {
		out[e] = float64(m[e*Lanes+lane])
	}
	return out
}

// originAt returns where a joint is in model space, in a lane.
func originAt(w *Work, joint, lane int) exact.Vec3 {
	m := w.model(joint)
	return exact.Vec3{float64(m[3*Lanes+lane]), float64(m[7*Lanes+lane]), float64(m[11*Lanes+lane])}
}

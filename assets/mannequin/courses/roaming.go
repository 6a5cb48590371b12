package courses

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// Move is a part of the course of a clip of [Roaming]: for some seconds the character changes to a
// velocity and a direction, and then keeps them.
type Move struct {
	Seconds float64
	// X and Z are the velocity over the ground in meters a second: as the character faces at the
	// beginning of the clip +Z is ahead and +X to the left.
	X, Z float64
	// Heading is the direction in which the character faces, in radians to the left of +Z.
	Heading float64
	// SlopeX and SlopeZ are the meters by which the ground rises for each meter along X and Z, from
	// -0.5 to 0.5.
	SlopeX, SlopeZ float64
}

// steepest is the largest slope in the direction of an axis.
const steepest = 0.5

// Half of a change of the velocity, or of the direction, of a course is made within these seconds:
// the same critically damped springs as of a wish.
const (
	moveHalfLife = 0.18
	turnHalfLife = 0.15
)

// Roaming returns a clip of a character that stands, and then makes moves, one after the other:
// walks, runs, sidesteps, starts, stops, turns and pivots, at any speed up to about that of "run".
// As with [Stepping] the root moves over the ground and planted feet stay where they are, and the
// markers "left foot" and "right foot" tell where a foot comes down. It is a source of motion for
// databases of any size; package retarget makes the mirrored double of a clip.
//
// On a slope the root stays on the ground, and moves up and down with it. Feet tilt as the slope
// rises or falls ahead of them, not sideways.
//
// It returns an error without moves, for numbers that are not finite, negative seconds or slopes
// that are too steep, and for a skeleton of another character than the mannequin or its companion.
func Roaming(name string, skeleton *assets.Skeleton, moves ...Move) (*assets.Clip, error) {
	if err := checkSkeleton(name, skeleton); err != nil {
		return nil, err
	}
	total := 0.0
	for i, m := range moves {
		if !exact.AllFinite(m.X, m.Z, m.Heading, m.Seconds) || m.Seconds < 0 {
			return nil, fmt.Errorf("courses: clip %q: move %d: expected finite numbers and seconds from 0 on, found %+v",
				name, i, m)
		}
		if !(math.Abs(m.SlopeX) <= steepest && math.Abs(m.SlopeZ) <= steepest) {
			return nil, fmt.Errorf("courses: clip %q: move %d: expected slopes from %v to %v, found %v along X and "+
				"%v along Z", name, i, -steepest, steepest, m.SlopeX, m.SlopeZ)
		}
		total += m.Seconds
	}
	frames := int(float64(total*posing.KeyRate) + 0.5)
	if frames < 1 {
		return nil, fmt.Errorf("courses: clip %q: expected moves of at least 1/%d s, found %d moves of %v s", name,
			posing.KeyRate, len(moves), total)
	}
	rest := posing.NewRestPose()
	size := posing.SizeOf(skeleton, rest) // the course is that of the mannequin
	r := newRoamer(rest, resized(moves, 1/size), float64(frames)/posing.KeyRate)
	poses := make([]*posing.SolvedPose, frames+1)
	for k, p := range r.poses(frames) {
		poses[k] = rest.Solve(p)
	}
	steps, err := posing.Sampled(name, rest, skeleton, poses, nil)
	if err != nil {
		return nil, err
	}
	b := clip.NewBuilder(name, skeleton).Copy(steps)
	times := make([]float32, frames+1)
	translations, rotations := make([]mgl32.Vec3, frames+1), make([]mgl32.Quat, frames+1)
	for k := range times {
		seconds := float64(k) / posing.KeyRate
		p := r.at(seconds)
		times[k], translations[k] = float32(seconds), posing.Vec32(p.place.Scale(size))
		rotations[k] = posing.Quat32(posing.RotationY(p.heading))
	}
	for _, on := range posing.BothSides {
		for _, s := range r.steps[on] {
			if s.lift > 0 && s.land >= 0 && s.land <= float64(frames)/posing.KeyRate && s.stride > shortStride {
				b.Marker(clip.Marker{Name: [2]string{posing.LeftFoot, posing.RightFoot}[on], Time: s.land})
			}
		}
	}
	return b.Translation(int(posing.Root), clip.Linear, times, translations).
		Rotation(int(posing.Root), clip.Linear, times, rotations).Build()
}

// resized returns moves for a character of another size.
func resized(moves []Move, size float64) []Move {
	moves = slices.Clone(moves)
	for i := range moves {
		moves[i].X, moves[i].Z = float64(moves[i].X*size), float64(moves[i].Z*size)
	}
	return moves
}

// shortStride is the length in meters below which a foot that comes down has hardly moved.
const shortStride = 0.05

// checkSkeleton returns an error unless a clip can be made for a skeleton.
func checkSkeleton(name string, skeleton *assets.Skeleton) error {
	switch {
	case skeleton == nil:
		return fmt.Errorf("courses: clip %q: expected a skeleton, found nil", name)
	case skeleton.Len() != posing.JointCount:
		return fmt.Errorf(
			"courses: clip %q: expected the skeleton of the mannequin, with %d joints, found one with %d", name,
			posing.JointCount, skeleton.Len())
	}
	if height := skeleton.Rest(int(posing.Hips)).Translation[1]; !(height > 0) {
		return fmt.Errorf("courses: clip %q: expected a skeleton with hips above the ground, found them at %v m", name,
			height)
	}
	return nil
}

// roamer is a character that makes moves.
type roamer struct {
	rest  *posing.RestPose
	legs  []courseLeg
	phase []float64 // of the left foot, courseRate times a second, from -before on
	steps [2][]roamingStep
	// swings holds the ends of the swing of each leg that was asked for last.
	swings [2]swingEnds
}

// swingEnds is a leg where a swing begins and ends, against the ground there.
type swingEnds struct {
	step                                 int // to which it swings; 0 is none
	beforeLift, lift, land, afterLanding posing.LegPose
	halfway                              placed
}

// swingH is the time in seconds over which velocities at the ends of a swing are measured.
const swingH = 1e-3

// courseLeg is where the course is when a move begins. It holds until the next one begins.
type courseLeg struct {
	begin                   float64
	place, velocity, growth exact.Vec3 // and the acceleration
	heading, turning        float64
	wished                  exact.Vec3 // velocity
	facing                  float64
	slope, tilting          [2]float64 // along X and Z, and what it changes by in a second
	inclined                [2]float64 // the slope that the move leads to
}

// placed is where a course is.
type placed struct {
	place, velocity, growth exact.Vec3
	heading, turning        float64
	slope, tilting          [2]float64
}

// speed returns the speed over the ground, seen from above.
func (p *placed) speed() float64 { return exact.Vec3{p.velocity[0], 0, p.velocity[2]}.Length() }

// grade returns by how many meters the ground rises for each meter in the direction of a heading.
func (p *placed) grade(heading float64) float64 { return grade(p.slope, heading) }

// grade returns by how many meters ground with a slope along X and Z rises for each meter in the
// direction of a heading.
func grade(slope [2]float64, heading float64) float64 {
	ahead := posing.Rotate(posing.RotationY(heading), exact.Vec3{0, 0, 1})
	return float64(slope[0]*ahead[0]) + float64(slope[1]*ahead[2])
}

// mostTwist is how many radians the body turns over a foot that stands, to either side, and
// mostReach how far its leg reaches, as a fraction of its length.
const (
	mostTwist = 0.9
	mostReach = 1.004 // a foot that misses the ground by 3 mm
)

// turnCadence is by how much steps are more frequent for each radian a second of a turn.
const turnCadence = 0.1

const (
	courseRate = 240 // samples of the phase a second
	before     = 3.0 // seconds of steps before the clip, and after it
)

// roamingStep is the time of a foot on the ground, and where it stands.
type roamingStep struct {
	land, lift float64 // seconds
	place      exact.Vec3
	heading    float64
	slope      [2]float64 // of the ground, along X and Z
	tilt       float64    // of the ground ahead of the foot, upward in radians
	running    float64    // 0 is walking, 1 is running
	intensity  float64    // 0 is standing
	stride     float64    // meters from the place before
	// How much of the heel strikes, from 0, which is none, to 1, and how much of the toes pushes off.
	strike, push float64
}

// newRoamer plans the steps of a course that takes some seconds.
func newRoamer(rest *posing.RestPose, moves []Move, seconds float64) *roamer {
	r := &roamer{rest: rest, legs: []courseLeg{{begin: math.Inf(-1)}}}
	begin := 0.0
	for _, m := range moves {
		p := r.at(begin)
		r.legs = append(r.legs, courseLeg{
			begin: begin, place: p.place, velocity: p.velocity, growth: p.growth, heading: p.heading, turning: p.turning,
			wished: exact.Vec3{m.X, float64(m.SlopeX*m.X) + float64(m.SlopeZ*m.Z), m.Z},
			facing: p.heading + exact.Wrap(m.Heading-p.heading, -math.Pi, math.Pi),
			slope:  p.slope, tilting: p.tilting, inclined: [2]float64{m.SlopeX, m.SlopeZ},
		})
		begin += m.Seconds
	}
	r.walkOn(seconds)
	return r
}

// at returns where the course is at a time in seconds.
func (r *roamer) at(seconds float64) (p placed) {
	i := len(r.legs) - 1
	for r.legs[i].begin > seconds {
		i--
	}
	l := &r.legs[i]
	if i == 0 {
		return p
	}
	since := seconds - l.begin
	move, turn := exact.NewSpring(moveHalfLife, since), exact.NewSpring(turnHalfLife, since)
	for k := range 3 {
		away := l.velocity[k] - l.wished[k]
		p.place[k] = l.place[k] + float64(l.wished[k]*since) + move.Travel(away, l.growth[k])
		p.velocity[k], p.growth[k] = move.At(away, l.growth[k])
		p.velocity[k] += l.wished[k]
	}
	p.heading, p.turning = turn.At(l.heading-l.facing, l.turning)
	p.heading += l.facing
	for k, inclined := range l.inclined {
		p.slope[k], p.tilting[k] = move.At(l.slope[k]-inclined, l.tilting[k])
		p.slope[k] += inclined
	}
	return p
}

// running returns how far a speed in meters a second is from walking to running, 0 to 1.
func running(speed float64) float64 { return posing.Smoothstep(1.7, 2.9, speed) }

// intensity returns how far a speed is from standing to walking, 0 to 1. Turning takes steps too.
func (p *placed) intensity() float64 {
	return posing.Clamp(max(p.speed()/posing.WalkSpeed, math.Abs(p.turning)*0.25), 0, 1)
}

// phaseAt returns the phase of the left foot at a time in seconds.
func (r *roamer) phaseAt(seconds float64) float64 {
	x := posing.Clamp(float64((seconds+before)*courseRate), 0, float64(len(r.phase)-1))
	i := min(int(x), len(r.phase)-2)
	return posing.Mix(r.phase[i], r.phase[i+1], x-float64(i))
}

// walkOn finds when each foot is on the ground and where, from before the clip until after it.
func (r *roamer) walkOn(seconds float64) {
	n := int(float64((seconds+before+before)*courseRate)) + 2
	r.phase = make([]float64, n)
	for i := range n - 1 {
		p := r.at(float64(i)/courseRate - before)
		cycle := posing.Mix(posing.WalkGait.Seconds, posing.RunGait.Seconds, running(p.speed()))
		// Steps to the side and backward are shorter and faster.
		cycle *= posing.Mix(1, 0.8, posing.Clamp(1-p.ahead(), 0, 1))
		// So are those of a turn, which soon leave a foot that stands far from the body.
		cycle /= 1 + float64(turnCadence*math.Abs(p.turning))
		r.phase[i+1] = r.phase[i] + 1/float64(cycle*courseRate)
	}
	for _, on := range posing.BothSides {
		next, lifting := 1-posing.SidePhase(on), false
		for i := range n - 1 {
			for r.phase[i] <= next && next < r.phase[i+1] {
				u := (next - r.phase[i]) / (r.phase[i+1] - r.phase[i])
				at := (float64(i)+u)/courseRate - before
				steps := r.steps[on]
				if lifting {
					steps[len(steps)-1].lift = at
					next += 1 - posing.Mix(posing.WalkGait.Duty, posing.RunGait.Duty, steps[len(steps)-1].running)
				} else {
					p := r.at(at)
					speed := p.speed()
					r.steps[on] = append(steps, roamingStep{land: at, lift: at, running: running(speed)})
					next += posing.Mix(posing.WalkGait.Duty, posing.RunGait.Duty, running(speed))
				}
				lifting = !lifting
			}
		}
		if lifting { // it ends on the ground
			r.steps[on] = r.steps[on][:len(r.steps[on])-1]
		}
	}
	for k := [2]int{}; ; { // in the order in which they land
		on := posing.Left
		for _, side := range posing.BothSides {
			if k[side] < len(r.steps[side]) &&
				(k[on] == len(r.steps[on]) || r.steps[side][k[side]].land < r.steps[on][k[on]].land) {
				on = side
			}
		}
		if k[on] == len(r.steps[on]) {
			return
		}
		s := &r.steps[on][k[on]]
		r.stand(on, s)
		if i := k[1-on]; i > 0 {
			r.keepFeetApart(on, s, &r.steps[1-on][i-1])
		}
		if k[on] > 0 {
			s.stride = s.from(&r.steps[on][k[on]-1])
		}
		r.roll(s)
		r.liftEarly(on, s)
		r.roll(s)
		k[on]++
	}
}

// from returns how far a step leads from the one before, in meters.
func (s *roamingStep) from(before *roamingStep) float64 {
	return s.place.Sub(before.place).Length() + float64(0.2*math.Abs(s.heading-before.heading))
}

// liftEarly lets a foot lift before the leg would be too short to stand, or the body would have
// turned too far over it, and land after that. Longer than that it would be dragged along.
func (r *roamer) liftEarly(on posing.Side, s *roamingStep) {
	middle := float64((s.land + s.lift) / 2)
	stands := func(seconds float64) bool {
		p := r.at(seconds)
		if math.Abs(s.heading-p.heading) > mostTwist {
			return false
		}
		l := r.planted(on, s, seconds)
		return reachOf(r.rest, on, r.body(&p, seconds), &l) <= mostReach
	}
	const step = 1.0 / 120
	land, lift := middle-step, middle+step
	for land-step > s.land && stands(land-step) {
		land -= step
	}
	for lift+step < s.lift && stands(lift+step) {
		lift += step
	}
	if land-step > s.land {
		s.land = land
	}
	if lift+step < s.lift {
		s.lift = lift
	}
}

// roll finds how a foot rolls in a step. The heel strikes ahead of the body, and the toes push off
// at its back: who walks backward, aside or about a foot does neither, as no ankle bends that far.
func (r *roamer) roll(s *roamingStep) {
	ahead := func(seconds float64) float64 {
		p := r.at(seconds)
		return s.place.Sub(p.place).Dot(posing.Rotate(posing.RotationY(s.heading), exact.Vec3{0, 0, 1}))
	}
	s.strike = posing.Smoothstep(-0.05, 0.15, ahead(s.land))
	s.push = posing.Smoothstep(-0.1, 0.15, -ahead(s.lift))
}

// ahead returns how much of the velocity leads ahead: 1 is all, -1 is backward, and 1 while the
// character stands.
func (p *placed) ahead() float64 {
	speed := p.speed()
	if !(speed > 0.05) {
		return 1
	}
	return p.velocity.Dot(posing.Rotate(posing.RotationY(p.heading), exact.Vec3{0, 0, 1})) / speed
}

// stand finds where a foot stands in a step: beside the course in the middle of its time.
func (r *roamer) stand(on posing.Side, s *roamingStep) {
	p := r.at((s.land + s.lift) / 2)
	s.intensity = p.intensity()
	s.heading = p.heading
	aside := posing.Mix(0.115, posing.Mix(posing.WalkGait.Width, posing.RunGait.Width, s.running),
		posing.Clamp(s.intensity*p.ahead(), 0, 1))
	back := posing.Mix(float64(0.014*on.Sign())-0.012, 0, s.intensity)
	s.place = p.place.Add(posing.Rotate(posing.RotationY(p.heading), exact.Vec3{float64(on.Sign() * aside), 0, back}))
	s.place[1] += float64(p.slope[0]*(s.place[0]-p.place[0])) + float64(p.slope[1]*(s.place[2]-p.place[2]))
	s.slope, s.tilt = p.slope, exact.Atan2(p.grade(p.heading), 1)
	if speed := p.speed(); speed > 0 { // it passes under the hips before the middle
		s.place = s.place.AddScaled(-0.11*float64(s.intensity*posing.Clamp(p.ahead(), 0, 1))/speed, p.velocity)
	}
}

// planted returns the pose of a leg in a step at a time, relative to the root.
func (r *roamer) planted(on posing.Side, s *roamingStep, seconds float64) posing.LegPose {
	p := r.at(seconds)
	u := posing.Clamp((seconds-s.land)/(s.lift-s.land), 0, 1)
	pitch := posing.Mix(posing.WalkGait.Pitch.At(float64(u*posing.WalkGait.Duty)),
		posing.RunGait.Pitch.At(float64(u*posing.RunGait.Duty)), s.running)
	if pitch > 0 {
		pitch = float64(pitch * s.push)
	} else {
		pitch = float64(pitch * s.strike)
	}
	turn := posing.Clamp(s.heading-p.heading, -mostTwist, mostTwist)
	toeOut := posing.Mix(posing.Degrees(9), posing.Mix(posing.WalkGait.ToeOut, posing.RunGait.ToeOut, s.running),
		s.intensity)
	ground := posing.Rotate(posing.RotationY(-p.heading), s.place.Sub(p.place))
	l := posing.PlantFoot(on, ground, toeOut+float64(on.Sign()*turn), float64(pitch*s.intensity))
	if s.tilt != 0 {
		heading := posing.RotationY(float64(on.Sign() * l.ToeOut))
		l.Ankle = ground.Add(posing.Rotate(posing.Compose(heading, posing.RotationX(-s.tilt), heading.Conjugate()),
			l.Ankle.Sub(ground)))
		l.Pitch -= s.tilt
	}
	return l
}

// ground returns the height of the ground of a step under an ankle, which like it is relative to a
// root.
func (s *roamingStep) ground(root *placed, ankle exact.Vec3) float64 {
	at := root.place.Add(posing.Rotate(posing.RotationY(root.heading), ankle)).Sub(s.place)
	return s.place[1] - root.place[1] + float64(s.slope[0]*at[0]) + float64(s.slope[1]*at[2])
}

// level returns the pose of a leg in a step at a time, against the ground of the step.
func (r *roamer) level(on posing.Side, s *roamingStep, seconds float64) posing.LegPose {
	l, p := r.planted(on, s, seconds), r.at(seconds)
	l.Ankle[1] -= s.ground(&p, l.Ankle)
	l.Pitch += s.tilt
	return l
}

// leg returns the pose of a leg at a time, relative to the root.
func (r *roamer) leg(on posing.Side, seconds float64) inAir {
	steps := r.steps[on]
	k := 0
	for k+1 < len(steps) && steps[k+1].land <= seconds {
		k++
	}
	s := &steps[k]
	if seconds <= s.lift || k+1 == len(steps) {
		return inAir{pose: r.planted(on, s, seconds)}
	}
	next := &steps[k+1]
	flight := next.land - s.lift
	if r.swings[on].step != k+1 {
		r.swings[on] = swingEnds{
			step:       k + 1,
			beforeLift: r.level(on, s, s.lift-swingH), lift: r.level(on, s, s.lift),
			land: r.level(on, next, next.land), afterLanding: r.level(on, next, next.land+swingH),
			halfway: r.at((s.lift + next.land) / 2),
		}
	}
	ends := &r.swings[on]
	lift, land := &ends.lift, &ends.land
	u := (seconds - s.lift) / flight
	at := func(value func(*posing.LegPose) float64, between []posing.Knot) float64 {
		start, end := value(lift), value(land)
		c := make(posing.Curve, 0, 8)
		c = append(c, posing.Knot{
			Time: 0, Value: start,
			Slope: float64(flight*(start-value(&ends.beforeLift))) / swingH, HasSlope: true,
		})
		c = append(c, between...)
		c = append(c, posing.Knot{
			Time: 1, Value: end,
			Slope: float64(flight*(value(&ends.afterLanding)-end)) / swingH, HasSlope: true,
		})
		return c.At(u)
	}
	// The height of the swing of a short step is less, but enough to clear the ground.
	lifted := math.Sqrt(posing.Clamp(next.stride/0.4, 0, 1))
	run := posing.Mix(s.running, next.running, u)
	both := func(value func(*posing.LegPose) float64, walk, run_ []posing.Knot, change func(float64) float64) float64 {
		return posing.Mix(at(value, mapKnots(walk, change)), at(value, mapKnots(run_, change)), run)
	}
	// A foot that did not roll over its toes holds them up.
	rolled := float64(lifted * posing.Mix(s.intensity, next.intensity, u))
	damped := func(angle float64) float64 {
		if angle > 0 {
			return float64(float64(angle*rolled) * posing.Mix(s.push, 1, run))
		}
		return float64(float64(angle*rolled) * next.strike)
	}
	now := r.at(seconds)
	moving := posing.Rotate(posing.RotationY(-now.heading), ends.halfway.velocity).Scale(1 / posing.RunSpeed)
	walk, swing := &posing.WalkGait.Swing, &posing.RunGait.Swing
	l := posing.LegPose{
		Ankle: exact.Vec3{
			posing.Mix(at(func(l *posing.LegPose) float64 { return l.Ankle[0] }, nil),
				at(func(l *posing.LegPose) float64 { return l.Ankle[0] }, mapKnots(swing.Ahead, func(z float64) float64 {
					return float64(on.Sign()*posing.RunGait.Width) + float64(moving[0]*z)
				})), run),
			both(func(l *posing.LegPose) float64 { return l.Ankle[1] }, walk.Height, swing.Height,
				func(y float64) float64 { return posing.Mix(posing.AnkleHeight, y, lifted) }),
			posing.Mix(at(func(l *posing.LegPose) float64 { return l.Ankle[2] }, nil),
				at(func(l *posing.LegPose) float64 { return l.Ankle[2] }, mapKnots(swing.Ahead, func(z float64) float64 {
					return float64(moving[2] * z)
				})), run),
		},
		ToeOut: steer(lift.ToeOut, land.ToeOut, float64(flight*(lift.ToeOut-ends.beforeLift.ToeOut))/swingH,
			float64(flight*(ends.afterLanding.ToeOut-land.ToeOut))/swingH, u),
		Pitch:   both(func(l *posing.LegPose) float64 { return l.Pitch }, walk.Pitch, swing.Pitch, damped),
		ToeBend: both(func(l *posing.LegPose) float64 { return l.ToeBend }, walk.ToeBend, swing.ToeBend, damped),
	}
	l.Clear(u, lifted)
	onto := posing.Smoothstep(0, 1, u)
	l.Ankle[1] += posing.Mix(s.ground(&now, l.Ankle), next.ground(&now, l.Ankle), onto)
	// In the air the foot is tilted as the ground ahead of it, wherever it turns on its way.
	slope := [2]float64{posing.Mix(s.slope[0], next.slope[0], onto), posing.Mix(s.slope[1], next.slope[1], onto)}
	below := exact.Atan2(grade(slope, now.heading+float64(on.Sign()*l.ToeOut)), 1)
	l.Pitch -= posing.Mix(posing.Mix(s.tilt, next.tilt, onto), below, aloft(u))
	return inAir{
		pose: l, step: k + 1, u: u,
		slope: posing.Rotate(posing.RotationY(-now.heading), exact.Vec3{slope[0], 0, slope[1]}),
	}
}

// steer returns the yaw of a foot at the fraction u of its swing, which begins and ends with a yaw
// and a speed of turning. Unlike a cubic it does not swing far beyond: a foot in the air turns with
// the body.
func steer(start, end, startSpeed, endSpeed, u float64) float64 {
	const until = 0.3
	turned := func(x float64) float64 {
		if x >= until {
			return 0
		}
		return float64(x * float64((1-x/until)*(1-x/until)))
	}
	return posing.Mix(start, end, posing.Smoothstep(0, 1, u)) +
		float64(startSpeed*turned(u)) - float64(endSpeed*turned(1-u))
}

// ease bends a leg in the air, at the fraction u of its swing, that would stretch as far as one
// that stands: its knee would snap straight.
func ease(l *posing.LegPose, hip exact.Vec3, u float64) {
	reach := l.Ankle.Sub(hip).Length() / (posing.ThighLength + posing.ShinLength)
	if reach > easyReach {
		const room = fullReach - easyReach
		beyond := (reach - easyReach) / room
		eased := easyReach + float64(room*beyond)/(1+beyond)
		l.Ankle = hip.AddScaled(posing.Mix(1, eased/reach, aloft(u)), l.Ankle.Sub(hip))
	}
}

// aloft returns how free a leg is at the fraction u of its swing: 0 where the foot leaves the
// ground and where it comes down.
func aloft(u float64) float64 { return posing.Smoothstep(0, 0.2, min(u, 1-u)) }

// easyReach is the fraction of its length from which on a leg in the air bends more than it would
// to be where it shall, and fullReach what it never reaches.
const easyReach, fullReach = 0.94, 0.99

// poses returns the poses at the frames of a clip, of which there is one more than frames.
func (r *roamer) poses(frames int) []*posing.BodyPose {
	poses := make([]*posing.BodyPose, frames+1)
	legs := [2][]inAir{make([]inAir, frames+1), make([]inAir, frames+1)}
	for k := range poses {
		seconds := float64(k) / posing.KeyRate
		p := r.at(seconds)
		poses[k] = r.body(&p, seconds)
		for _, on := range posing.BothSides {
			l := r.leg(on, seconds)
			l.hip = hipOf(r.rest, on, poses[k])
			legs[on][k] = l
			if l.step > 0 {
				ease(&l.pose, l.hip, l.u)
				l.pose.Within, l.pose.Limited = keepAnkle, aloft(l.u)
			}
			poses[k].Legs[on] = l.pose
		}
	}
	r.keepKneesOut(poses, &legs)
	r.keepLegsApart(poses, &legs)
	r.keepArmsOff(poses)
	return poses
}

// body returns the pose at a time, where the course is at p, but for the legs.
func (r *roamer) body(p *placed, seconds float64) *posing.BodyPose {
	speed := p.speed()
	phase := posing.FractionalPart(r.phaseAt(seconds))
	stepping := posing.Clamp(speed/posing.WalkSpeed, 0, 1)
	body := posing.IdlePose(posing.FractionalPart(seconds / 5))
	if stepping > 0 {
		moving, run := posing.WalkBody(phase), running(speed)
		if run > 0 {
			blend(moving, posing.RunBody(phase), run)
		}
		blend(body, moving, stepping)
	}
	growth := posing.Rotate(posing.RotationY(-p.heading), p.growth)
	lean(body, posing.Clamp(growth[0]/(2*gravity), -0.2, 0.2), posing.Clamp(growth[2]/(2*gravity), -0.2, 0.2))
	look(body, p.turning)
	// Who turns or changes speed goes lower, so that the legs reach farther.
	body.Hips[1] -= posing.Clamp(float64(0.01*math.Abs(p.turning))+float64(0.004*growth.Length()), 0, 0.035)
	// So does who climbs or goes down, and leans uphill.
	grade := p.grade(p.heading)
	body.Hips[1] -= float64(0.08 * math.Abs(grade))
	body.Pelvis.Pitch += float64(0.3 * grade)
	return body
}

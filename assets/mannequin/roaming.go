package mannequin

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
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
}

// Half of a change of the velocity, or of the direction, of a course is made within these seconds:
// the same critically damped springs as of a wish.
const (
	moveHalfLife = 0.18
	turnHalfLife = 0.15
)

// Roaming returns a clip of a character that stands, and then makes moves, one after the other:
// walks, runs, sidesteps, starts, stops, turns and pivots, at any speed up to about [RunSpeed]. As
// with [Stepping] the root moves over the ground and planted feet stay where they are, and the
// markers [LeftFoot] and [RightFoot] tell where a foot comes down. It is a source of motion for
// databases of any size.
//
// It returns an error without moves, for numbers that are not finite or negative seconds, and for a
// skeleton of another character than the mannequin or its companion.
func Roaming(name string, skeleton *assets.Skeleton, moves ...Move) (*assets.Clip, error) {
	if err := checkSkeleton(name, skeleton); err != nil {
		return nil, err
	}
	total := 0.0
	for i, m := range moves {
		if !exact.AllFinite(m.X, m.Z, m.Heading, m.Seconds) || m.Seconds < 0 {
			return nil, fmt.Errorf("mannequin: clip %q: move %d: expected finite numbers and seconds from 0 on, found %+v",
				name, i, m)
		}
		total += m.Seconds
	}
	frames := int(float64(total*keyRate) + 0.5)
	if frames < 1 {
		return nil, fmt.Errorf("mannequin: clip %q: expected moves of at least 1/%d s, found %d moves of %v s", name,
			keyRate, len(moves), total)
	}
	rest := newRestPose()
	size := sizeOf(skeleton, rest) // the course is that of the mannequin
	r := newRoamer(resized(moves, 1/size), float64(frames)/keyRate)
	a := animation{name: name, frames: frames + 1, pose: func(t float64) *bodyPose {
		return r.pose(float64(t*float64(frames+1)) / keyRate)
	}}
	steps, err := a.sample(rest, skeleton, frames) // not to the frame that repeats the first one
	if err != nil {
		return nil, err
	}
	b := clip.NewBuilder(name, skeleton).Copy(steps)
	times := make([]float32, frames+1)
	translations, rotations := make([]mgl32.Vec3, frames+1), make([]mgl32.Quat, frames+1)
	for k := range times {
		seconds := float64(k) / keyRate
		p := r.at(seconds)
		times[k], translations[k], rotations[k] = float32(seconds), vec32(p.place.Scale(size)), quat32(rotationY(p.heading))
	}
	for _, on := range bothSides {
		for _, s := range r.steps[on] {
			if s.lift > 0 && s.land >= 0 && s.land <= float64(frames)/keyRate && s.stride > shortStride {
				b.Marker(clip.Marker{Name: [2]string{LeftFoot, RightFoot}[on], Time: s.land})
			}
		}
	}
	return b.Translation(int(root), clip.Linear, times, translations).
		Rotation(int(root), clip.Linear, times, rotations).Build()
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
		return fmt.Errorf("mannequin: clip %q: expected a skeleton, found nil", name)
	case skeleton.Len() != jointCount:
		return fmt.Errorf(
			"mannequin: clip %q: expected the skeleton of the mannequin, with %d joints, found one with %d", name,
			jointCount, skeleton.Len())
	}
	if height := skeleton.Rest(int(hips)).Translation[1]; !(height > 0) {
		return fmt.Errorf("mannequin: clip %q: expected a skeleton with hips above the ground, found them at %v m", name,
			height)
	}
	return nil
}

// roamer is a character that makes moves.
type roamer struct {
	legs  []courseLeg
	phase []float64 // of the left foot, courseRate times a second, from -before on
	steps [2][]roamingStep
}

// courseLeg is where the course is when a move begins. It holds until the next one begins.
type courseLeg struct {
	begin                   float64
	place, velocity, growth exact.Vec3 // and the acceleration
	heading, turning        float64
	wished                  exact.Vec3 // velocity
	facing                  float64
}

// placed is where a course is.
type placed struct {
	place, velocity, growth exact.Vec3
	heading, turning        float64
}

const (
	courseRate = 240 // samples of the phase a second
	before     = 3.0 // seconds of steps before the clip, and after it
)

// roamingStep is the time of a foot on the ground, and where it stands.
type roamingStep struct {
	land, lift float64 // seconds
	place      exact.Vec3
	heading    float64
	running    float64 // 0 is walking, 1 is running
	intensity  float64 // 0 is standing
	stride     float64 // meters from the place before
}

// newRoamer plans the steps of a course that takes some seconds.
func newRoamer(moves []Move, seconds float64) *roamer {
	r := &roamer{legs: []courseLeg{{begin: math.Inf(-1)}}}
	begin := 0.0
	for _, m := range moves {
		p := r.at(begin)
		r.legs = append(r.legs, courseLeg{
			begin: begin, place: p.place, velocity: p.velocity, growth: p.growth, heading: p.heading, turning: p.turning,
			wished: exact.Vec3{m.X, 0, m.Z}, facing: p.heading + exact.Wrap(m.Heading-p.heading, -math.Pi, math.Pi),
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
	return p
}

// running returns how far a speed in meters a second is from walking to running, 0 to 1.
func running(speed float64) float64 { return smoothstep(1.7, 2.9, speed) }

// intensity returns how far a speed is from standing to walking, 0 to 1. Turning takes steps too.
func (p *placed) intensity() float64 {
	return clamp(max(p.velocity.Length()/WalkSpeed, math.Abs(p.turning)*0.25), 0, 1)
}

// phaseAt returns the phase of the left foot at a time in seconds.
func (r *roamer) phaseAt(seconds float64) float64 {
	x := clamp(float64((seconds+before)*courseRate), 0, float64(len(r.phase)-1))
	i := min(int(x), len(r.phase)-2)
	return mix(r.phase[i], r.phase[i+1], x-float64(i))
}

// walkOn finds when each foot is on the ground and where, from before the clip until after it.
func (r *roamer) walkOn(seconds float64) {
	n := int(float64((seconds+before+before)*courseRate)) + 2
	r.phase = make([]float64, n)
	for i := range n - 1 {
		p := r.at(float64(i)/courseRate - before)
		cycle := mix(walkGait.seconds, runGait.seconds, running(p.velocity.Length()))
		// Steps to the side and backward are shorter and faster.
		cycle *= mix(1, 0.8, clamp(1-p.ahead(), 0, 1))
		r.phase[i+1] = r.phase[i] + 1/float64(cycle*courseRate)
	}
	for _, on := range bothSides {
		next, lifting := 1-sidePhase(on), false
		for i := range n - 1 {
			for r.phase[i] <= next && next < r.phase[i+1] {
				u := (next - r.phase[i]) / (r.phase[i+1] - r.phase[i])
				at := (float64(i)+u)/courseRate - before
				steps := r.steps[on]
				if lifting {
					steps[len(steps)-1].lift = at
					next += 1 - mix(walkGait.duty, runGait.duty, steps[len(steps)-1].running)
				} else {
					speed := r.at(at).velocity.Length()
					r.steps[on] = append(steps, roamingStep{land: at, lift: at, running: running(speed)})
					next += mix(walkGait.duty, runGait.duty, running(speed))
				}
				lifting = !lifting
			}
		}
		if lifting { // it ends on the ground
			r.steps[on] = r.steps[on][:len(r.steps[on])-1]
		}
		for k := range r.steps[on] {
			r.stand(on, k)
		}
	}
}

// ahead returns how much of the velocity leads ahead: 1 is all, -1 is backward, and 1 while the
// character stands.
func (p *placed) ahead() float64 {
	speed := p.velocity.Length()
	if !(speed > 0.05) {
		return 1
	}
	return p.velocity.Dot(rotate(rotationY(p.heading), exact.Vec3{0, 0, 1})) / speed
}

// stand finds where a foot stands in a step: beside the course in the middle of its time.
func (r *roamer) stand(on side, k int) {
	s := &r.steps[on][k]
	p := r.at((s.land + s.lift) / 2)
	s.intensity = p.intensity()
	s.heading = p.heading
	aside := mix(0.115, mix(walkGait.width, runGait.width, s.running), clamp(s.intensity*p.ahead(), 0, 1))
	back := mix(float64(0.014*on.sign())-0.012, 0, s.intensity)
	s.place = p.place.Add(rotate(rotationY(p.heading), exact.Vec3{float64(on.sign() * aside), 0, back}))
	if speed := p.velocity.Length(); speed > 0 { // it passes under the hips before the middle
		s.place = s.place.AddScaled(-0.11*float64(s.intensity*clamp(p.ahead(), 0, 1))/speed, p.velocity)
	}
	if k > 0 {
		s.stride = s.place.Sub(r.steps[on][k-1].place).Length() +
			float64(0.2*math.Abs(s.heading-r.steps[on][k-1].heading))
	}
}

// planted returns the pose of a leg in a step at a time, relative to the root.
func (r *roamer) planted(on side, s *roamingStep, seconds float64) legPose {
	p := r.at(seconds)
	u := clamp((seconds-s.land)/(s.lift-s.land), 0, 1)
	pitch := mix(walkGait.pitch.at(float64(u*walkGait.duty)), runGait.pitch.at(float64(u*runGait.duty)), s.running)
	turn := clamp(s.heading-p.heading, -1.1, 1.1) // more, and the foot pivots
	toeOut := mix(degrees(9), mix(walkGait.toeOut, runGait.toeOut, s.running), s.intensity)
	ground := rotate(rotationY(-p.heading), s.place.Sub(p.place))
	return plantFoot(on, ground, toeOut+float64(on.sign()*turn), float64(pitch*s.intensity))
}

// leg returns the pose of a leg at a time, relative to the root.
func (r *roamer) leg(on side, seconds float64) legPose {
	steps := r.steps[on]
	k := 0
	for k+1 < len(steps) && steps[k+1].land <= seconds {
		k++
	}
	s := &steps[k]
	if seconds <= s.lift || k+1 == len(steps) {
		return r.planted(on, s, seconds)
	}
	next := &steps[k+1]
	const h = 1e-3 // seconds over which velocities are measured
	inAir := next.land - s.lift
	beforeLift, lift := r.planted(on, s, s.lift-h), r.planted(on, s, s.lift)
	land, afterLanding := r.planted(on, next, next.land), r.planted(on, next, next.land+h)
	u := (seconds - s.lift) / inAir
	at := func(value func(*legPose) float64, between []knot) float64 {
		start, end := value(&lift), value(&land)
		c := make(curve, 0, 8)
		c = append(c, knot{time: 0, value: start, slope: float64(inAir*(start-value(&beforeLift))) / h, hasSlope: true})
		c = append(c, between...)
		c = append(c, knot{time: 1, value: end, slope: float64(inAir*(value(&afterLanding)-end)) / h, hasSlope: true})
		return c.at(u)
	}
	// The height of the swing of a short step is less.
	lifted := clamp(max(next.stride/0.4, 0), 0, 1)
	run := mix(s.running, next.running, u)
	both := func(value func(*legPose) float64, walk, run_ []knot, change func(float64) float64) float64 {
		return mix(at(value, mapKnots(walk, change)), at(value, mapKnots(run_, change)), run)
	}
	damped := func(angle float64) float64 { return float64(angle * lifted) }
	p := r.at((s.lift + next.land) / 2)
	now := r.at(seconds)
	moving := rotate(rotationY(-now.heading), p.velocity).Scale(1 / RunSpeed)
	walk, swing := &walkGait.swing, &runGait.swing
	return legPose{
		ankle: exact.Vec3{
			mix(at(func(l *legPose) float64 { return l.ankle[0] }, nil),
				at(func(l *legPose) float64 { return l.ankle[0] }, mapKnots(swing.ahead, func(z float64) float64 {
					return float64(on.sign()*runGait.width) + float64(moving[0]*z)
				})), run),
			both(func(l *legPose) float64 { return l.ankle[1] }, walk.height, swing.height,
				func(y float64) float64 { return mix(ankleHeight, y, lifted) }),
			mix(at(func(l *legPose) float64 { return l.ankle[2] }, nil),
				at(func(l *legPose) float64 { return l.ankle[2] }, mapKnots(swing.ahead, func(z float64) float64 {
					return float64(moving[2] * z)
				})), run),
		},
		toeOut:  at(func(l *legPose) float64 { return l.toeOut }, nil),
		pitch:   both(func(l *legPose) float64 { return l.pitch }, walk.pitch, swing.pitch, damped),
		toeBend: both(func(l *legPose) float64 { return l.toeBend }, walk.toeBend, swing.toeBend, damped),
	}
}

// pose returns the pose at a time in seconds.
func (r *roamer) pose(seconds float64) *bodyPose {
	p := r.at(seconds)
	speed := p.velocity.Length()
	phase := fractionalPart(r.phaseAt(seconds))
	stepping := clamp(speed/WalkSpeed, 0, 1)
	body := idlePose(fractionalPart(seconds / 5))
	body.mix(walkPose(phase).mix(runPose(phase), running(speed)), stepping)
	for _, on := range bothSides {
		body.legs[on] = r.leg(on, seconds)
	}
	growth := rotate(rotationY(-p.heading), p.growth)
	body.lean(clamp(growth[0]/(2*gravity), -0.2, 0.2), clamp(growth[2]/(2*gravity), -0.2, 0.2))
	body.look(p.turning)
	return body
}

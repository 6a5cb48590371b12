package systems_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// keyAngle is how many radians the keys of a clip are apart at most. Between two keys a clip goes
// straight.
const keyAngle = 0.03

// path is a motion at constant velocity in the character's own space: a straight line, a circle or
// a helix.
type path struct {
	ground complex128 // meters a second, along the two ground axes
	rise   float64    // meters a second, upward
	turn   float64    // radians a second
}

// at returns the place and the yaw after a number of seconds.
func (p path) at(seconds float64) (ground complex128, rise, yaw float64) {
	yaw = p.turn * seconds
	if p.turn == 0 {
		return p.ground * complex(seconds, 0), p.rise * seconds, 0
	}
	return p.ground * (cmplx.Exp(complex(0, yaw)) - 1) / complex(0, p.turn), p.rise * seconds, yaw
}

func (p path) scaled(f float64) path {
	return path{p.ground * complex(f, 0), p.rise * f, p.turn * f}
}

func (p path) plus(q path) path { return path{p.ground + q.ground, p.rise + q.rise, p.turn + q.turn} }

// speed returns the speed in meters a second.
func (p path) speed() float64 { return math.Hypot(cmplx.Abs(p.ground), p.rise) }

// matrix returns the motion after a number of seconds as a column-major matrix.
func (p path) matrix(seconds float64, up clip.UpAxis) (m [16]float64) {
	ground, rise, yaw := p.at(seconds)
	a, b, c := 2, 0, 1 // the ground axes and the up axis
	if up == clip.UpZ {
		a, b, c = 0, 1, 2
	}
	m[12+a], m[12+b], m[12+c], m[15] = real(ground), imag(ground), rise, 1
	m[4*a+a], m[4*a+b], m[4*b+a], m[4*b+b], m[4*c+c] = math.Cos(yaw), math.Sin(yaw), -math.Sin(yaw), math.Cos(yaw), 1
	return m
}

// pathWorld is a world with one character of a given size.
type pathWorld struct {
	world     ecs.World
	library   *assets.Library
	animation *systems.Animation
	skeleton  *assets.Skeleton
	model     *assets.Model
	up        clip.UpAxis
	size      float64 // in units of 1.8 m
}

func newPathWorld(t testing.TB, up clip.UpAxis, size float64) *pathWorld {
	t.Helper()
	w := &pathWorld{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact()), up: up, size: size}
	arm := rig.IdentityTRS()
	arm.Translation[0] = float32(0.9 * size)
	top := rig.IdentityTRS()
	top.Translation[0] = float32(-1.8 * size)
	var err error
	w.skeleton, err = rig.NewSkeleton("path", []rig.Joint{
		{Name: "root", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "left", Parent: 0, Rest: arm},
		{Name: "right", Parent: 1, Rest: top},
	}, nil)
	check(t, err)
	w.model = &assets.Model{Name: "path", Skeleton: w.library.AddSkeleton(w.skeleton)}
	_, err = w.library.AddModel(w.model)
	check(t, err)
	w.animation, err = systems.NewAnimation(&w.world, w.library, systems.WithWorkers(1))
	check(t, err)
	t.Cleanup(w.animation.Close)
	return w
}

// clip adds a clip that goes along a path.
func (w *pathWorld) clip(t testing.TB, p path, start, duration float64) assets.ClipID {
	t.Helper()
	keys := 2 + int(math.Abs(p.turn*duration)/keyAngle)
	var times []float32
	var translations []mgl32.Vec3
	var rotations []mgl32.Quat
	for k := range keys {
		times = append(times, float32(start+duration*float64(k)/float64(keys-1)))
		m := p.matrix(float64(times[k])-float64(times[0]), w.up)
		_, _, yaw := p.at(float64(times[k]) - float64(times[0]))
		translations = append(translations, mgl32.Vec3{float32(m[12]), float32(m[13]), float32(m[14])})
		q := mgl32.Quat{W: float32(math.Cos(yaw / 2))}
		q.V[1+int(w.up)] = float32(math.Sin(yaw / 2))
		rotations = append(rotations, q)
	}
	c, err := clip.NewBuilder("path", w.skeleton).
		Translation(0, clip.Linear, times, translations).Rotation(0, clip.Linear, times, rotations).Build()
	check(t, err)
	c, err = clip.ExtractRootMotion(c,
		clip.RootMotionOptions{Joint: "root", Up: w.up, Yaw: true, Translation: clip.AxisX | clip.AxisY | clip.AxisZ})
	check(t, err)
	return w.library.AddClip(c)
}

func (w *pathWorld) randomPath(random *rand.Rand) path {
	p := path{ground: cmplx.Rect(random.Float64()*3*w.size, random.Float64()*7)}
	if random.IntN(3) > 0 {
		p.turn = random.Float64()*4 - 2
	}
	if random.IntN(2) == 0 {
		p.rise = (random.Float64() - 0.5) * w.size
	}
	return p
}

// randomTransform returns a turned, scaled and moved transform.
func randomTransform(random *rand.Rand) (m mgl32.Mat4, scale float64) {
	scale = math.Pow(10, random.Float64()*4-2)
	number := func() float32 { return random.Float32()*2 - 1 }
	rotation := mgl32.Quat{W: number() + 0.01, V: mgl32.Vec3{number(), number(), number()}}.Normalize().Mat4()
	return mgl32.Translate3D(10*number(), 10*number(), 10*number()).Mul4(rotation).
		Mul4(mgl32.Scale3D(float32(scale), float32(scale), float32(scale))), scale
}

// TestRootMotionByFormula compares where characters get to with a closed formula: on lines, circles
// and helices, in loops, ping-pongs and backward, in blends of two, in uneven steps, for characters
// and transforms of any size.
func TestRootMotionByFormula(t *testing.T) {
	probe.Serial(t)
	probe.Seeds(t, 60, 5000, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 33))
		w := newPathWorld(t, clip.UpAxis(random.IntN(2)), math.Pow(10, random.Float64()*4-2))
		transform, scale := randomTransform(random)
		e := newCharacter(t, w.animation, w.model, transform)
		rootMotions := generic.NewMap1[components.RootMotion](w.animation.World())
		rootMotions.Add(e)
		player := w.animation.Player(e)
		one, two := w.randomPath(random), w.randomPath(random)
		starts, durations := [2]float64{random.Float64()*4 - 2, random.Float64()*4 - 2},
			[2]float64{0.3 + random.Float64()*2, 0.3 + random.Float64()*2}
		clips := [2]assets.ClipID{w.clip(t, one, starts[0], durations[0]), w.clip(t, two, starts[1], durations[1])}
		for i := range durations {
			durations[i] = w.library.Clip(clips[i]).Duration()
		}
		speed := float32(pick(random, []float64{1, 1, -1, 0.37, -2.5}))
		part, blended, kind := random.Float64(), true, random.IntN(6)
		var walked, difference path
		span := math.Inf(1) // of a ping-pong, how far time goes before it turns around
		switch check(t, player.SetSpeed(speed)); kind {
		case 0, 1:
			check(t, player.Play(clips[0]))
			walked, blended = one, false
			if kind == 1 {
				check(t, player.SetMode(assets.PingPong, 0))
				span = durations[0]
			}
		case 2: // a crossfade that never ends
			check(t, player.Play(clips[0]))
			check(t, player.CrossFade(clips[1], 1))
			player.Blend().Duration, player.Blend().Elapsed = 1e12, part*1e12
			walked, difference = one.scaled(1-part).plus(two.scaled(part)), path{
				one.ground - two.ground, 0,
				one.turn - two.turn,
			}
		case 3:
			check(t, player.Play(clips[0]))
			layer := player.Layer(1)
			check(t, layer.SetSpeed(speed))
			check(t, layer.Play(clips[1]))
			part = float64(float32(part))
			check(t, layer.FadeWeight(float32(part), 0))
			walked, difference = one.scaled(1-part).plus(two.scaled(part)), path{one.ground - two.ground, 0, one.turn - two.turn}
		default: // clips in phase: each is played faster or slower, so that both take equally long
			space, err := blendspace.New1D("space").At(0, clips[0]).At(1, clips[1]).Build(w.library)
			check(t, err)
			spaceID, err := w.library.AddMotion(space)
			check(t, err)
			check(t, player.Play(spaceID))
			part = float64(float32(part))
			check(t, player.SetPosition(float32(part), 0))
			cycle := (1-part)*durations[0] + part*durations[1]
			one, two = one.scaled(durations[0]/cycle), two.scaled(durations[1]/cycle)
			walked = one.scaled(1 - part).plus(two.scaled(part))
			difference = path{one.ground - two.ground, 0, one.turn - two.turn}
			if kind == 5 {
				check(t, player.SetMode(assets.PingPong, 0))
				span = cycle
			}
		}
		total, squares := 0.0, 0.0
		frames := 500
		for range frames {
			step := random.ExpFloat64() / 100
			if !blended && random.IntN(30) == 0 {
				step = random.Float64() * 5
			}
			total += step
			squares += step * step * float64(speed) * float64(speed)
			check(t, w.animation.Update(step))
		}
		elapsed := total * float64(speed)
		if !math.IsInf(span, 1) {
			if elapsed = math.Mod(math.Abs(elapsed), 2*span); elapsed > span {
				elapsed = 2*span - elapsed
			}
			elapsed = math.Copysign(elapsed, float64(speed))
		}
		// The errors: of the extraction, of keys rounded to float32, whose yaw adds up from loop to
		// loop, of straight lines between keys, and, in a blend, of the mean of two arcs, which is
		// no arc.
		loops := math.Abs(total*float64(speed))/min(durations[0], durations[1]) + 2
		way := walked.speed() * math.Abs(total*float64(speed))
		reach := way
		if walked.turn != 0 {
			reach = min(way, 2*walked.speed()/math.Abs(walked.turn)+math.Abs(walked.rise*total*float64(speed)))
		}
		yawBound := 5e-7 * loops
		bound := 2*0.00001*w.size + 1e-6*w.size*loops + yawBound*max(reach, w.size)
		for _, p := range []path{one, two} {
			if p.turn != 0 {
				// between an arc and its chord
				bound += cmplx.Abs(p.ground/complex(p.turn, 0)) * keyAngle * keyAngle / 8
			}
		}
		if blended {
			bound += 2e-4*way + squares*cmplx.Abs(difference.ground)*math.Abs(difference.turn)
		}
		want, got := walked.matrix(elapsed, w.up), generic.NewMap1[components.Transform](&w.world)
		compareTransform(t, fmt.Sprintf("kind %d, speed %v, part %v, paths %+v and %+v of %v s, size %v, %v s", kind,
			speed, part, one, two, durations, w.size, total),
			got.Get(e).Matrix, transform, want, bound*scale, yawBound+1e-6)
	})
}

// compareTransform compares a transform with before·motion. Places may differ by a distance, and
// the axes, relative to their lengths, by an angle.
func compareTransform(t *testing.T, text string, got, before mgl32.Mat4, motion [16]float64, distance, angle float64) {
	t.Helper()
	for column := range 4 {
		length, difference, size := 0.0, 0.0, 0.0
		for row := range 3 {
			want := 0.0
			for i := range 4 {
				want += float64(before[4*i+row]) * motion[4*column+i]
			}
			length += want * want
			difference += (float64(got[4*column+row]) - want) * (float64(got[4*column+row]) - want)
			size = max(size, math.Abs(want), math.Abs(float64(before[12+row])))
		}
		bound := distance + size/(1<<22)
		if column < 3 {
			bound = angle * math.Sqrt(length)
		}
		if !(math.Sqrt(difference) <= bound) {
			t.Errorf("%s: column %d differs by %v, more than %v", text, column, math.Sqrt(difference), bound)
		}
	}
}

package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// newSmoothFixture creates a world whose model is a chain of joints about 0.3 m long. Its three
// clips loop in 2 s and swing, move and scale every joint smoothly: sines sampled at 480 keys a
// second.
func newSmoothFixture(t testing.TB, joints int, settings ...systems.Option) *fixture {
	t.Helper()
	f := &fixture{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	list := make([]rig.Joint, joints)
	for j := range list {
		list[j] = rig.Joint{Name: "joint" + string(rune('a'+j)), Parent: j - 1, Rest: rig.IdentityTRS()}
	}
	skeleton, err := rig.NewSkeleton("chain", list, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.model = &assets.Model{Name: "chain", Skeleton: f.library.AddSkeleton(skeleton)}
	random := rand.New(rand.NewPCG(4, 2))
	var clips []assets.ClipID
	for c := range 3 {
		clips = append(clips, f.library.AddClip(newSmoothClip(t, random, skeleton, string(rune('a'+c)))))
	}
	f.model.SetClips(f.library, clips)
	if _, err := f.library.AddModel(f.model); err != nil {
		t.Fatal(err)
	}
	if f.animation, err = systems.NewAnimation(&f.world, f.library, settings...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.animation.Close)
	return f
}

func newSmoothClip(t testing.TB, random *rand.Rand, s *assets.Skeleton, name string) *assets.Clip {
	t.Helper()
	const seconds, keys = 2, 2*480 + 1
	times := make([]float32, keys)
	for k := range times {
		times[k] = float32(k) * seconds / (keys - 1)
	}
	b := clip.NewBuilder(name, s)
	for j := range s.Len() {
		turns, moves, scales := make([]mgl32.Quat, keys), make([]mgl32.Vec3, keys), make([]mgl32.Vec3, keys)
		number := func() float32 { return random.Float32()*2 - 1 }
		axis, about := mgl32.Vec3{number(), number(), number()}.Normalize(), number()
		center := mgl32.Vec3{number() / 10, 0.3, number() / 10}
		phase := random.Float64() * 7
		for k := range keys {
			wave := float32(math.Sin(2*math.Pi*float64(1+j%2)*float64(k%(keys-1))/(keys-1) + phase))
			turns[k] = mgl32.QuatRotate(about+0.4*wave, axis)
			moves[k] = center.Add(mgl32.Vec3{0.03 * wave, 0, 0.03 * wave})
			scales[k] = mgl32.Vec3{1, 1 + 0.05*wave, 1}
		}
		b.Rotation(j, clip.Linear, times, turns).Translation(j, clip.Linear, times, moves).
			Scale(j, clip.Linear, times, scales)
	}
	clip, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return clip
}

// jointMotion measures the speeds of a character's joints in model space.
type jointMotion struct {
	positions, velocities [][3]float64
	seconds               float64 // between the last two frames
	frames                int
	// speed is the greatest speed of any joint, change the greatest change of its velocity for each
	// second.
	speed, change float64
}

func (m *jointMotion) follow(matrices []float32, seconds float64) {
	n := len(matrices) / assets.MatrixSize
	if m.frames == 0 {
		m.positions, m.velocities = make([][3]float64, n), make([][3]float64, n)
	}
	for j := range n {
		at := rig.MatrixAt(matrices, j)
		position := [3]float64{float64(at[3]), float64(at[7]), float64(at[11])}
		var velocity, change [3]float64
		for i := range position {
			velocity[i] = (position[i] - m.positions[j][i]) / seconds
			change[i] = (velocity[i] - m.velocities[j][i]) / ((seconds + m.seconds) / 2)
		}
		if m.frames > 0 {
			m.speed = max(m.speed, length(velocity))
		}
		if m.frames > 1 {
			m.change = max(m.change, length(change))
		}
		m.positions[j], m.velocities[j] = position, velocity
	}
	m.seconds = seconds
	m.frames++
}

func length(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// clipMotion returns the largest speed and the largest change of velocity in a model's clips, and
// the largest distance between a joint's positions in two of their poses.
func clipMotion(f *fixture, step float64) (speed, change, apart float64) {
	s := f.library.Skeleton(f.model.Skeleton)
	var poses [][]float32
	for _, id := range f.model.Clips {
		clip, pose := f.library.Clip(id), rig.NewPose(s)
		var m jointMotion
		for at := 0.0; at < float64(clip.Duration()); at += step {
			clip.Sample(at, pose)
			m.follow(pose.ModelMatrices(nil), step)
			if m.frames%40 == 1 {
				poses = append(poses, pose.ModelMatrices(nil))
			}
		}
		speed, change = max(speed, m.speed), max(change, m.change)
	}
	for _, a := range poses {
		for _, b := range poses {
			for j := range s.Len() {
				p, q := rig.MatrixAt(a, j), rig.MatrixAt(b, j)
				apart = max(apart,
					length([3]float64{float64(p[3] - q[3]), float64(p[7] - q[7]), float64(p[11] - q[11])}))
			}
		}
	}
	return speed, change, apart
}

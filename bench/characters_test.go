package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// character returns a model with that number of joints in chains like limbs; four clips of 1 s at
// 30 keys per second that rotate and translate every joint, and scale it if asked; and a skin with
// all joints. Its mesh is a single triangle.
func character(b *testing.B, library *assets.Library, joints int, scaled bool) *assets.Model {
	b.Helper()
	random := rand.New(rand.NewPCG(uint64(joints), 1))
	list := make([]rig.Joint, joints)
	for j := range list {
		list[j] = rig.Joint{Name: fmt.Sprint("joint", j), Parent: j - 1, Rest: rig.IdentityTRS()}
		if j%5 == 0 && j > 0 {
			list[j].Parent = random.IntN(j)
		}
	}
	skeleton, err := rig.NewSkeleton("benchmark", list, nil)
	if err != nil {
		b.Fatal(err)
	}
	model := &assets.Model{Name: "benchmark", Skeleton: library.AddSkeleton(skeleton)}
	var clips []assets.ClipID
	for range 4 {
		clips = append(clips, movingClip(b, library, skeleton, random, scaled))
	}
	model.SetClips(library, clips)
	all := make([]int, joints)
	for j := range all {
		all[j] = j
	}
	skin, err := rig.NewSkin("benchmark", skeleton, all, nil)
	if err != nil {
		b.Fatal(err)
	}
	model.Skins = []assets.SkinID{library.AddSkin(skin)}
	mesh, err := library.AddMesh(&mesh.Mesh{Primitives: []mesh.Primitive{{
		Positions: make([]mgl32.Vec3, 3), Normals: make([]mgl32.Vec3, 3), Indices: []uint32{0, 1, 2},
		Influences: 4, Joints: make([]uint16, 12), Weights: []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
	}}})
	if err != nil {
		b.Fatal(err)
	}
	model.Parts = []assets.Part{{Mesh: mesh, Skin: model.Skins[0]}}
	if _, err := library.AddModel(model); err != nil {
		b.Fatal(err)
	}
	return model
}

// movingClip adds a clip of 1 s that moves every joint.
func movingClip(b *testing.B, library *assets.Library, s *assets.Skeleton, random *rand.Rand,
	scaled bool,
) assets.ClipID {
	b.Helper()
	const keys = 31
	times := make([]float32, keys)
	for k := range times {
		times[k] = float32(k) / (keys - 1)
	}
	builder := clip.NewBuilder("clip", s)
	for j := range s.Len() {
		turns, moves, scales := make([]mgl32.Quat, keys), make([]mgl32.Vec3, keys), make([]mgl32.Vec3, keys)
		axis := mgl32.Vec3{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5}.Normalize()
		for k := range keys {
			phase := 2*math.Pi*float64(k)/(keys-1) + float64(j)
			turns[k] = mgl32.QuatRotate(float32(0.5*math.Sin(phase)), axis)
			moves[k] = mgl32.Vec3{0, 0.1, float32(0.01 * math.Cos(phase))}
			scales[k] = mgl32.Vec3{1, float32(1 + 0.05*math.Sin(phase)), 1}
		}
		builder.Rotation(j, clip.Linear, times, turns).Translation(j, clip.Linear, times, moves)
		if scaled {
			builder.Scale(j, clip.Linear, times, scales)
		}
	}
	built, err := builder.Build()
	if err != nil {
		b.Fatal(err)
	}
	return library.AddClip(built)
}

// newMannequin returns the built-in character.
func newMannequin(b *testing.B, library *assets.Library) *assets.Model {
	b.Helper()
	model, err := mannequin.New(library)
	if err != nil {
		b.Fatal(err)
	}
	return model
}

// perCharacter reports the time per character, given the number of characters that an iteration
// works on. If things is above 0, it also reports the time per thing, such as joint or vertex, of a
// character.
func perCharacter(b *testing.B, characters, things int, unit string) {
	b.Helper()
	each := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(characters)
	b.ReportMetric(each, "ns/character")
	if things > 0 {
		b.ReportMetric(each/float64(things), "ns/"+unit)
	}
}

// leastTime finds the least time of a short run of iterations. On a machine with other work, where
// the mean of a benchmark is of little use, some short run is undisturbed.
type leastTime struct {
	characters int // that an iteration works on
	iterations int // of the current run
	start      time.Time
	least      time.Duration // for runLength characters
}

// runLength is the number of characters of a short run. Reading the clock is a small part of it.
const runLength = 1000

// next ends an iteration.
func (t *leastTime) next() {
	if t.iterations++; t.iterations*t.characters < runLength {
		return
	}
	now := time.Now()
	if !t.start.IsZero() {
		if took := now.Sub(t.start) * runLength / time.Duration(t.iterations*t.characters); t.least == 0 ||
			took < t.least {
			t.least = took
		}
	}
	t.start, t.iterations = now, 0
}

// report reports the least time per character, if there was a whole run.
func (t *leastTime) report(b *testing.B) {
	b.Helper()
	if t.least > 0 {
		b.ReportMetric(float64(t.least.Nanoseconds())/runLength, "least-ns/character")
	}
}

package bench

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// BenchmarkOutfits is a whole frame of 1,000 characters of one skeleton that wear one outfit, or
// fifty: as many models, each with a skin of its own. The skins are alike, as those of clothes that
// were made for the same body, or all different, for fifty bodies, or for as many bodies as there
// are characters.
//
// It runs frames of such a world and of another one of a single outfit in turn, on the clock of the
// thread, and reports
//   - times-one-outfit, by how many times those of the former take longer, the median of each, and
//     least-times-one-outfit, the least of each. The row of one outfit, which compares two equal
//     worlds, shows how exact that is;
//   - how many palette matrices a character costs, of the 67 that its own skin has, and how many
//     bytes of palettes a renderer uploads for it (BenchmarkPrepare in package render measures the
//     time of that).
//
// Twenty characters of a body are two and a half blocks. So in every fifth block two bodies meet.
// Its palettes are computed with the inverse bind matrices of each lane, which takes longer than
// with those that all lanes share.
func BenchmarkOutfits(b *testing.B) {
	for _, row := range []struct {
		name            string
		outfits, bodies int
	}{
		{"outfits=1", 1, 1},
		{"outfits=50", 50, 1},
		{"outfits=50/bodies=50", 50, 50},
		{"outfits=1000/bodies=1000", 1000, 1000},
	} {
		b.Run(row.name+kernels(), func(b *testing.B) {
			runtime.LockOSThread() // one worker works on the goroutine of the frame
			defer runtime.UnlockOSThread()
			one, dressed := dressedCrowd(b, 1, 1), dressedCrowd(b, row.outfits, row.bodies)
			frame := func(of *crowd) time.Duration {
				begin := threadTime()
				of.update(b, 1.0/60)
				return threadTime() - begin
			}
			for range 3 { // assign slots, grow buffers
				frame(one)
				frame(dressed)
			}
			var compared, own []time.Duration
			before := dressed.Counters()
			b.ReportAllocs()
			for b.Loop() {
				compared = append(compared, frame(one))
				own = append(own, frame(dressed))
			}
			characters := float64(len(dressed.entities))
			b.ReportMetric(float64(median(own))/characters, "ns/character")
			b.ReportMetric(float64(slices.Min(own))/characters, "least-ns/character")
			b.ReportMetric(float64(median(own))/float64(median(compared)), "times-one-outfit")
			b.ReportMetric(float64(slices.Min(own))/float64(slices.Min(compared)), "least-times-one-outfit")
			counted := dressed.Counters().Since(before)
			b.ReportMetric(float64(counted.Matrices)/float64(counted.Posed), "matrices/character")
			numbers := 0
			for _, pool := range dressed.Store().Pools() {
				for i := range pool.Skins() {
					id, _ := pool.Skin(i)
					palettes, _ := pool.Palettes(id)
					numbers += len(palettes)
				}
			}
			b.ReportMetric(float64(4*numbers)/characters, "bytes/character")
		})
	}
}

// dressedCrowd returns a world of 1,000 mannequins in some outfits, for some bodies.
func dressedCrowd(b *testing.B, outfits, bodies int) *crowd {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	bakeAll(b, library)
	var others []*assets.Model
	for i := 1; i < outfits; i++ {
		others = append(others, restyled(b, library, model, i%bodies))
	}
	c := frameCase{joints: library.Skeleton(model.Skeleton).Len(), clips: 1, characters: 1000, workers: 1}
	return newCrowd(b, library, model, c, others...)
}

// restyled returns a model with the skeleton, the clips and the mesh of another one, but with a
// skin of its own, for some body.
func restyled(b *testing.B, library *assets.Library, model *assets.Model, body int) *assets.Model {
	b.Helper()
	own := library.Skin(model.Skins[0])
	var joints []int
	var binds []mgl32.Mat4
	for i, joint := range own.Joints() {
		joints = append(joints, int(joint))
		bind := rig.MatrixAt(own.InverseBinds(), i)
		bind[3] += float32(body) / 100
		binds = append(binds, bind.Mat4())
	}
	skin, err := rig.NewSkin("outfit", library.Skeleton(model.Skeleton), joints, binds)
	if err != nil {
		b.Fatal(err)
	}
	other := &assets.Model{Name: "outfit", Skeleton: model.Skeleton, Bounds: model.Bounds}
	other.SetClips(library, model.Clips)
	other.Skins = []assets.SkinID{library.AddSkin(skin)}
	part := model.Parts[0]
	part.Skin = other.Skins[0]
	other.Parts = []assets.Part{part}
	if _, err := library.AddModel(other); err != nil {
		b.Fatal(err)
	}
	return other
}

// BenchmarkChangeOutfit is what it takes to change what a character wears: the call, and what the
// next frame does about it. In every frame a number of 1,000 characters change. It reports the time
// of a frame with changes less that of a frame without, by change, and what a change allocates.
func BenchmarkChangeOutfit(b *testing.B) {
	const characters, changes = 1000, 100
	for _, change := range []string{"SetModel", "HidePart", "Wear"} {
		b.Run("change="+change+kernels(), func(b *testing.B) {
			library := assets.NewLibrary(assets.Exact())
			model := newMannequin(b, library)
			bakeAll(b, library)
			c := frameCase{joints: library.Skeleton(model.Skeleton).Len(), clips: 1, characters: characters, workers: 1}
			dressed := []*assets.Model{restyled(b, library, model, 1), restyled(b, library, model, 2)}
			for _, m := range dressed { // a second skin, which is hidden and shown
				m.Parts[0].Name = "jacket"
				m.Parts = append(m.Parts, model.Parts[0])
				m.Parts[1].Name = "body"
			}
			crowd := newCrowd(b, library, dressed[0], c)
			jacket := restyled(b, library, model, 3)
			isChanged := make([]bool, characters)
			toggle := func(i int) {
				entity := crowd.entities[i]
				isChanged[i] = !isChanged[i]
				switch {
				case change == "SetModel" && isChanged[i]:
					must(crowd.SetModel(entity, dressed[1]))
				case change == "SetModel":
					must(crowd.SetModel(entity, dressed[0]))
				case change == "Wear" && isChanged[i]:
					must(crowd.Wear(entity, jacket))
				case change == "Wear":
					must(crowd.TakeOff(entity, jacket))
				case isChanged[i]:
					must(crowd.HidePart(entity, "jacket"))
				default:
					must(crowd.ShowPart(entity, "jacket"))
				}
			}
			for i := 0; i < characters; i += 2 {
				toggle(i) // so that as many put something on as take it off
			}
			turn := 0
			frame := func(changes int) time.Duration {
				start := time.Now()
				for range changes {
					toggle(turn)
					turn = (turn + 7) % characters
				}
				crowd.update(b, 1.0/60)
				return time.Since(start)
			}
			for range 40 {
				frame(changes)
			}
			plain, changed := time.Hour, time.Hour
			b.ReportAllocs()
			for b.Loop() {
				changed = min(changed, frame(changes))
				plain = min(plain, frame(0))
			}
			b.ReportMetric(float64((changed-plain).Nanoseconds())/changes, "ns/change")
		})
	}
}

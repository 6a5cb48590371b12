package bench

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
)

// BenchmarkLoad makes the built-in character once more, with the surface that the first call
// computed, writes it as a file and reads the file.
func BenchmarkLoad(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	var file bytes.Buffer
	if err := gltfio.Write(&file, library, model); err != nil {
		b.Fatal(err)
	}
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"make", func() error {
			_, err := mannequin.New(assets.NewLibrary(assets.Exact()))
			return err
		}},
		{"write", func() error {
			return gltfio.Write(&bytes.Buffer{}, library, model)
		}},
		{"read", func() error {
			_, err := gltfio.Parse(assets.NewLibrary(assets.Exact()), "mannequin.glb", file.Bytes())
			return err
		}},
	} {
		b.Run("model=mannequin/step="+step.name, func(b *testing.B) {
			for b.Loop() {
				if err := step.run(); err != nil {
					b.Fatal(err)
				}
			}
			perCharacter(b, 1, 0, "")
		})
	}
}

// medley returns a clip of 15 s, 451 keys of each joint, that goes through all clips of a model and
// fades from one to the next.
func medley(b *testing.B, library *assets.Library, model *assets.Model) *clip.Clip {
	const keys, part, fade = 451, 2.5, 0.5 // the others in seconds
	s := library.Skeleton(model.Skeleton)
	times, turns, moves := make([]float32, keys), make([][]mgl32.Quat, s.Len()), make([][]mgl32.Vec3, s.Len())
	from, to := rig.NewPose(s), rig.NewPose(s)
	for k := range keys {
		time := float64(k) / 30
		times[k] = float32(time)
		i := int(time / part)
		for c, pose := range []*rig.Pose{from, to} {
			played := library.Clip(model.Clips[(i+c)%len(model.Clips)])
			played.Sample(played.Start()+math.Mod(time, played.Duration()), pose)
		}
		weight := float32(max(0, math.Mod(time, part)-part+fade) / fade)
		for j := range s.Len() {
			a, b := from.Joint(j), to.Joint(j)
			if a.Rotation.Dot(b.Rotation) < 0 {
				b.Rotation = b.Rotation.Scale(-1)
			}
			turns[j] = append(turns[j], mgl32.QuatSlerp(a.Rotation, b.Rotation, weight).Normalize())
			moves[j] = append(moves[j], a.Translation.Mul(1-weight).Add(b.Translation.Mul(weight)))
		}
	}
	builder := clip.NewBuilder("medley", s)
	for j := range s.Len() {
		builder.Rotation(j, clip.Linear, times, turns[j]).Translation(j, clip.Linear, times, moves[j])
	}
	c, err := builder.Build()
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// BenchmarkBake bakes all clips of a model, and a long clip.
func BenchmarkBake(b *testing.B) {
	library, model := animatedModel(b, "mannequin")
	long := medley(b, library, model)
	b.Run("model=mannequin/clip=medley", func(b *testing.B) {
		for b.Loop() {
			bake.Bake(long, bake.Options{})
		}
		b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/clip")
		perCharacter(b, 1, 0, "")
	})
	for _, name := range animated[:5] {
		library, model := animatedModel(b, name)
		b.Run("model="+filepath.Base(name), func(b *testing.B) {
			for b.Loop() {
				for _, id := range model.Clips {
					bake.Bake(library.Clip(id), bake.Options{})
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N)/float64(len(model.Clips)), "ms/clip")
			perCharacter(b, 1, 0, "")
		})
	}
}

// BenchmarkLoadBaked reads 100 baked clips from a cache on disk.
func BenchmarkLoadBaked(b *testing.B) {
	folder := b.TempDir()
	from, model := animatedModel(b, "mannequin")
	skeleton := from.Skeleton(model.Skeleton)
	random := rand.New(rand.NewPCG(1, 1))
	library, clips := assets.NewLibrary(assets.Exact()), make([]*assets.Clip, 100)
	for i := range clips {
		clips[i] = from.Clip(movingClip(b, from, skeleton, random, false))
		library.AddClip(clips[i])
	}
	library.BakeCached(openCache(b, folder), bake.Options{}, nil)
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 100 {
		b.Fatal(len(files), err)
	}
	b.Run("clips=100", func(b *testing.B) {
		for b.Loop() {
			fresh := assets.NewLibrary(assets.Exact())
			for _, clip := range clips {
				fresh.AddClip(clip)
			}
			reports := fresh.BakeCached(openCache(b, folder), bake.Options{}, nil)
			if !reports[99].Cached {
				b.Fatal(reports[99])
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/library")
		perCharacter(b, 1, 0, "")
	})
}

package bench

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// BenchmarkLoad makes the built-in character, writes it as a file and reads the file.
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

// BenchmarkBake bakes all clips of a model.
func BenchmarkBake(b *testing.B) {
	for _, name := range animated[:5] {
		library, model := animatedModel(b, name)
		b.Run("model="+filepath.Base(name), func(b *testing.B) {
			for b.Loop() {
				for _, id := range model.Clips {
					bake.Bake(library.Clip(id), assets.BakeOptions{})
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
	if _, err := library.BakeCached(folder, assets.BakeOptions{}, nil); err != nil {
		b.Fatal(err)
	}
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
			reports, err := fresh.BakeCached(folder, assets.BakeOptions{}, nil)
			if err != nil || !reports[99].Cached {
				b.Fatal(err, reports[99])
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/library")
		perCharacter(b, 1, 0, "")
	})
}

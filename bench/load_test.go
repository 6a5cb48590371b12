package bench

import (
	"bytes"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
)

func BenchmarkLoad(b *testing.B) {
	library := assets.NewLibrary()
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
			_, err := mannequin.New(assets.NewLibrary())
			return err
		}},
		{"write", func() error {
			return gltfio.Write(&bytes.Buffer{}, library, model)
		}},
		{"read", func() error {
			_, err := gltfio.Parse(assets.NewLibrary(), "mannequin.glb", file.Bytes())
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

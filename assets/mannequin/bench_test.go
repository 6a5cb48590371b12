package mannequin

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
)

// BenchmarkSurface computes what the first call of New does and later ones share.
func BenchmarkSurface(b *testing.B) {
	rest := posing.NewRestPose()
	for b.Loop() {
		if _, err := newBody(rest).primitives(paintRegions(rest), paintCount); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNew makes the character with its clips, from a surface that is there.
func BenchmarkNew(b *testing.B) {
	if _, err := surface(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := New(assets.NewLibrary(assets.Exact())); err != nil {
			b.Fatal(err)
		}
	}
}

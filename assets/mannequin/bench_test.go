package mannequin

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// BenchmarkSurface computes what the first call of New does and later ones share.
func BenchmarkSurface(b *testing.B) {
	rest := newRestPose()
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

// BenchmarkRoaming makes a minute of a course.
func BenchmarkRoaming(b *testing.B) {
	lib, model := newModel(b)
	skeleton := lib.Skeleton(model.Skeleton)
	var minute []Move
	for len(minute) < 60 {
		minute = append(minute, turns...)
	}
	for b.Loop() {
		if _, err := Roaming("minute", skeleton, minute[:52]...); err != nil {
			b.Fatal(err)
		}
	}
}

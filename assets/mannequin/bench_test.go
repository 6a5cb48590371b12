package mannequin_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// BenchmarkNew makes the character with its clips.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := mannequin.New(assets.NewLibrary(assets.Exact())); err != nil {
			b.Fatal(err)
		}
	}
}

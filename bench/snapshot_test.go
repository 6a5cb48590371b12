package bench

import (
	"fmt"
	"testing"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/components"
)

// BenchmarkSnapshot saves and restores crowds: in a crossfade, and with what such a character rarely has besides.
func BenchmarkSnapshot(b *testing.B) {
	c := frameCase{joints: 64, clips: 2, characters: 1000, workers: 1}
	many := c
	many.characters = 10000
	library, model := shared(b, c)
	plain, plainMany := newCrowd(b, library, model, c), newCrowd(b, library, model, many)
	moving := newCrowd(b, library, model, c)
	detailed := newCrowd(b, library, model, c)
	details := generic.NewMap1[components.LevelOfDetail](detailed.World())
	for i := range moving.entities {
		moving.EnableRootMotion(moving.entities[i])
		details.Assign(detailed.entities[i], &components.LevelOfDetail{Interval: 2})
	}
	for _, row := range []struct {
		name  string
		crowd *crowd
	}{{"crossfade", plain}, {"crossfade", plainMany}, {"crossfade+root motion", moving}, {"crossfade+level of detail", detailed}} {
		characters := len(row.crowd.entities)
		row.crowd.update(b, 1.0/60)
		row.crowd.update(b, 1.0/60)
		snapshot := row.crowd.AppendSnapshot(nil)
		name := fmt.Sprintf("characters=%d/with=%s", characters, row.name)
		b.Run("save/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				snapshot = row.crowd.AppendSnapshot(snapshot[:0])
			}
			perCharacter(b, characters, 0, "")
			b.ReportMetric(float64(len(snapshot))/float64(characters), "B/character")
		})
		b.Run("restore/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := row.crowd.Restore(snapshot); err != nil {
					b.Fatal(err)
				}
			}
			perCharacter(b, characters, 0, "")
		})
	}
}

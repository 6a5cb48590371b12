package bench

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
)

// BenchmarkChurn removes a tenth of the characters before each frame and spawns as many new ones.
func BenchmarkChurn(b *testing.B) {
	for _, characters := range []int{1000, 10000} {
		c := frameCase{joints: 64, clips: 1, characters: characters, workers: 1}
		library, model := shared(b, c)
		replaced := characters / 10
		b.Run(fmt.Sprintf("joints=64/clips=1/characters=%d/replaced=%d/workers=1", characters, replaced),
			func(b *testing.B) {
				crowd := newCrowd(b, library, model, c)
				crowd.update(b, 0)
				next := 0
				b.ReportAllocs()
				for b.Loop() {
					for range replaced {
						crowd.World().RemoveEntity(crowd.entities[next])
						entity := mustSpawn(crowd.Spawn(model, mgl32.Ident4()))
						if err := crowd.Player(entity).Play(model.Clips[0]); err != nil {
							b.Fatal(err)
						}
						crowd.entities[next] = entity
						next = (next + 1) % characters
					}
					crowd.update(b, 1.0/60)
				}
				perCharacter(b, characters, 0, "")
			})
	}
}

// BenchmarkMemory spawns and poses a crowd. It reports the time, and the bytes in use afterward per
// character.
func BenchmarkMemory(b *testing.B) {
	for _, characters := range []int{1000, 10000} {
		for _, kept := range []bool{false, true} {
			c := frameCase{joints: 64, clips: 1, characters: characters, workers: 1}
			library, model := shared(b, c)
			matrices := "discarded"
			if kept {
				matrices = "kept"
			}
			b.Run(fmt.Sprintf("joints=64/clips=1/characters=%d/matrices=%s", characters, matrices), func(b *testing.B) {
				bytes := 0.0
				for b.Loop() {
					b.StopTimer()
					before := heap()
					b.StartTimer()
					crowd := newCrowd(b, library, model, c)
					if kept {
						for _, entity := range crowd.entities {
							must(crowd.EnableModelMatrices(entity))
						}
					}
					for range 2 {
						crowd.update(b, 1.0/60)
					}
					b.StopTimer()
					bytes += float64(heap()) - float64(before)
					crowd.Close()
					b.StartTimer()
				}
				b.ReportMetric(bytes/float64(b.N)/float64(characters), "bytes/character")
				perCharacter(b, characters, 0, "")
			})
		}
	}
}

// heap returns the number of bytes in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // a second time, for memory that finalizers kept alive
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// BenchmarkSnapshot saves and restores crowds in a crossfade, also with root motion or levels of
// detail.
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
		must(moving.EnableRootMotion(moving.entities[i]))
		details.Assign(detailed.entities[i], &components.LevelOfDetail{Interval: 2})
	}
	for _, row := range []struct {
		name  string
		crowd *crowd
	}{
		{"crossfade", plain},
		{"crossfade", plainMany},
		{"crossfade+root motion", moving},
		{"crossfade+level of detail", detailed},
	} {
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

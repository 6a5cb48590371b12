package bench

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// BenchmarkChurn removes a tenth of the characters before each frame and spawns as many new ones, which play a clip.
func BenchmarkChurn(b *testing.B) {
	for _, characters := range []int{1000, 10000} {
		c := frameCase{joints: 64, clips: 1, characters: characters, workers: 1}
		library, model := shared(b, c)
		replaced := characters / 10
		b.Run(fmt.Sprintf("joints=64/clips=1/characters=%d/replaced=%d/workers=1", characters, replaced), func(b *testing.B) {
			crowd := newCrowd(b, library, model, c)
			crowd.update(b, 0)
			next := 0
			b.ReportAllocs()
			for b.Loop() {
				for range replaced {
					crowd.World().RemoveEntity(crowd.entities[next])
					entity := crowd.Spawn(model, mgl32.Ident4())
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

package bench

import (
	"testing"
	"time"

	"github.com/sinew-go/sinew/systems"
)

// BenchmarkInertialization is a whole frame of characters that play one clip: without the component, with it while nothing decays, while the difference to
// what they played before decays, and when a decay begins in every frame.
func BenchmarkInertialization(b *testing.B) {
	c := frameCase{joints: 64, clips: 1, characters: 1000, workers: 1}
	for _, state := range []string{"none", "idle", "decaying", "beginning"} {
		b.Run("state="+state+"/"+c.name(), func(b *testing.B) {
			library, model := shared(b, c)
			crowd := newCrowd(b, library, model, c)
			if state != "none" {
				for _, entity := range crowd.entities {
					crowd.EnableInertialization(entity)
				}
			}
			for range 3 {
				crowd.update(b, 1.0/60)
			}
			begin := func() {
				for _, entity := range crowd.entities {
					crowd.Player(entity).Inertialize(100000 * time.Hour)
				}
			}
			if state == "decaying" {
				for _, entity := range crowd.entities {
					if err := crowd.Player(entity).CrossFade(model.Clips[1], 100000*time.Hour, systems.WithInertialization()); err != nil {
						b.Fatal(err)
					}
				}
			}
			for range 3 {
				crowd.update(b, 1.0/60)
			}
			b.ReportAllocs()
			for b.Loop() {
				if state == "beginning" {
					begin()
				}
				crowd.update(b, 1.0/60)
			}
			perCharacter(b, c.characters, c.joints, "joint")
		})
	}
}

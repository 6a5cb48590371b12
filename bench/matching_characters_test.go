package bench

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/roaming"
	"github.com/sinew-go/sinew/systems"
)

// BenchmarkMatchingCharacters is a frame of 1/60 s of characters that play a database of so many
// minutes and are steered along curves with changes of speed: wishes, 10 searches a second,
// inertialization, root motion, poses and palettes, on one core.
func BenchmarkMatchingCharacters(b *testing.B) {
	for _, minutes := range []int{1, 20, 60} {
		const characters = 200
		b.Run(fmt.Sprintf("minutes=%d/characters=%d", minutes, characters), func(b *testing.B) {
			library := assets.NewLibrary()
			model, err := mannequin.New(library)
			if err != nil {
				b.Fatal(err)
			}
			database, err := roaming.Add(library, model, float64(minutes*60))
			if err != nil {
				b.Fatal(err)
			}
			world := ecs.NewWorld()
			animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(1))
			if err != nil {
				b.Fatal(err)
			}
			defer animation.Close()
			var all []ecs.Entity
			for range characters {
				e, err := animation.Spawn(model, mgl32.Ident4())
				if err != nil {
					b.Fatal(err)
				}
				if err := animation.Player(e).Play(database); err != nil {
					b.Fatal(err)
				}
				all = append(all, e)
			}
			frame := 0
			step := func() {
				for i, e := range all {
					seconds := float64(frame)/60 + float64(i)
					speed := 1.35
					if int(seconds/3)%3 == i%3 {
						speed = 3.6
					}
					sin, cos := math.Sincos(seconds * 0.7)
					animation.Wish(e).Velocity = mgl32.Vec3{float32(speed * sin), 0, float32(speed * cos)}
				}
				if err := animation.Update(1.0 / 60); err != nil {
					b.Fatal(err)
				}
				frame++
			}
			for range 60 {
				step()
			}
			least := leastTime{characters: characters}
			for b.Loop() {
				step()
				least.next()
			}
			perCharacter(b, characters, 0, "")
			least.report(b)
		})
	}
}

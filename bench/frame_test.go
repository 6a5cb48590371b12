package bench

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/reference"
	"github.com/sinew-go/sinew/systems"
)

func BenchmarkFrame(b *testing.B) {
	for _, c := range []struct{ joints, clips, characters, workers int }{
		{64, 1, 1, 1},
		{64, 1, 8, 1},
		{64, 1, 1000, 1},
		{64, 2, 1000, 1},
		{64, 2, 1000, 0},
		{24, 2, 1000, 1},
		{128, 2, 1000, 1},
		{64, 1, 10000, 1},
	} {
		name := fmt.Sprintf("joints=%d/clips=%d/characters=%d/workers=%s", c.joints, c.clips, c.characters, count(c.workers))
		b.Run(name, func(b *testing.B) {
			library := assets.NewLibrary()
			animation := crowd(b, library, character(b, library, c.joints, false), c.characters, c.clips, c.workers)
			runFrames(b, animation, c.characters, c.joints)
		})
	}
	b.Run("mannequin/clips=1/characters=1000/workers=1", func(b *testing.B) {
		library := assets.NewLibrary()
		model := newMannequin(b, library)
		runFrames(b, crowd(b, library, model, 1000, 1, 1), 1000, library.Skeleton(model.Skeleton).Len())
	})
}

func count(workers int) string {
	if workers == 0 {
		return "all"
	}
	return fmt.Sprint(workers)
}

// crowd spawns characters that each play from a time of its own, with two clips in an endless crossfade between them.
func crowd(b *testing.B, library *assets.Library, model *assets.Model, characters, clips, workers int) *systems.Animation {
	b.Helper()
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.Workers(workers))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(animation.Close)
	for i := range characters {
		player := animation.Player(animation.Spawn(model, mgl32.Ident4()))
		for c := range clips {
			if err := player.CrossFade(model.Clips[c], time.Duration(c)*time.Hour); err != nil {
				b.Fatal(err)
			}
			if err := player.Seek(float64(i) * 0.0137); err != nil {
				b.Fatal(err)
			}
		}
	}
	return animation
}

func runFrames(b *testing.B, animation *systems.Animation, characters, joints int) {
	b.Helper()
	for range 3 { // give slots, make room
		if err := animation.Update(1.0 / 60); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := animation.Update(1.0 / 60); err != nil {
			b.Fatal(err)
		}
	}
	perCharacter(b, characters, joints, "joint")
}

func BenchmarkReference(b *testing.B) {
	for _, clips := range []int{1, 2} {
		b.Run(fmt.Sprintf("joints=64/clips=%d", clips), func(b *testing.B) {
			library := assets.NewLibrary()
			model := character(b, library, 64, false)
			skeleton, skin := library.Skeleton(model.Skeleton), library.Skin(model.Skins[0])
			time := 0.0
			for b.Loop() {
				time += 1.0 / 60
				pose := reference.Sample(library.Clip(model.Clips[0]), reference.Loop(time, 0, 1))
				if clips == 2 {
					other := reference.Sample(library.Clip(model.Clips[1]), reference.Loop(time, 0, 1))
					pose = reference.Blend([]reference.Pose{pose, other}, []float64{0.5, 0.5})
				}
				reference.Palette(skin, reference.Models(skeleton, pose))
			}
			perCharacter(b, 1, 64, "joint")
		})
	}
}

func BenchmarkChurn(b *testing.B) {
	library := assets.NewLibrary()
	model := character(b, library, 64, false)
	const characters, replaced = 1000, 100
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.Workers(1))
	if err != nil {
		b.Fatal(err)
	}
	var all []ecs.Entity
	for range characters {
		all = append(all, animation.Spawn(model, mgl32.Ident4()))
	}
	next := 0
	b.Run(fmt.Sprintf("characters=%d/replaced=%d", characters, replaced), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for range replaced {
				world.RemoveEntity(all[next])
				all[next] = animation.Spawn(model, mgl32.Ident4())
				next = (next + 1) % characters
			}
			if err := animation.Update(0); err != nil {
				b.Fatal(err)
			}
		}
		perCharacter(b, characters, 0, "")
	})
}

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
	cases := []frameCase{
		{joints: 64, clips: 2, characters: 1000, workers: 0},
		{joints: 64, clips: 1, characters: 1000, workers: 1, random: true},
		{joints: 64, clips: 1, characters: 1000, workers: 1, scaled: true},
		{joints: 64, clips: 2, characters: 1000, workers: 1, scaled: true},
		{joints: 24, clips: 2, characters: 1000, workers: 1},
		{joints: 128, clips: 2, characters: 1000, workers: 1},
		{joints: 64, clips: 1, characters: 1000, workers: 1, exact: true},
	}
	for _, characters := range []int{1, 8, 100, 1000, 10000} {
		for clips := 1; clips <= 2; clips++ {
			cases = append(cases, frameCase{joints: 64, clips: clips, characters: characters, workers: 1})
		}
	}
	for _, c := range cases {
		b.Run(c.name(), func(b *testing.B) {
			library := assets.NewLibrary()
			model := character(b, library, c.joints, c.scaled)
			if !c.exact {
				bake(b, library)
			}
			runFrames(b, crowd(b, library, model, c), c)
		})
	}
	b.Run("model=mannequin/clips=1/characters=1000/workers=1", func(b *testing.B) {
		library := assets.NewLibrary()
		model := newMannequin(b, library)
		bake(b, library)
		c := frameCase{joints: library.Skeleton(model.Skeleton).Len(), clips: 1, characters: 1000, workers: 1}
		runFrames(b, crowd(b, library, model, c), c)
	})
}

// frameCase is a crowd: characters of so many joints that play so many clips, forward or each frame at another time.
type frameCase struct {
	joints, clips, characters, workers int
	scaled, exact, random              bool
}

func (c frameCase) name() string {
	name := fmt.Sprintf("joints=%d/clips=%d/characters=%d/workers=%s", c.joints, c.clips, c.characters, count(c.workers))
	if c.scaled {
		name += "/scale=animated"
	}
	if c.exact {
		name += "/sampler=exact"
	}
	if c.random {
		name += "/time=random"
	}
	return name
}

// bake bakes all clips, none of which may need exact sampling.
func bake(b *testing.B, library *assets.Library) {
	b.Helper()
	for _, report := range library.Bake(assets.BakeOptions{}, nil) {
		if report.Exact {
			b.Fatal(report)
		}
	}
}

func count(workers int) string {
	if workers == 0 {
		return "all"
	}
	return fmt.Sprint(workers)
}

// crowd spawns characters that each play from a time of its own, with two clips in an endless crossfade between them.
func crowd(b *testing.B, library *assets.Library, model *assets.Model, c frameCase) *systems.Animation {
	b.Helper()
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.Workers(c.workers))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(animation.Close)
	for i := range c.characters {
		player := animation.Player(animation.Spawn(model, mgl32.Ident4()))
		for k := range c.clips {
			if err := player.CrossFade(model.Clips[k], time.Duration(k)*time.Hour); err != nil {
				b.Fatal(err)
			}
			if err := player.Seek(float64(i) * 0.0137); err != nil {
				b.Fatal(err)
			}
		}
	}
	return animation
}

func runFrames(b *testing.B, animation *systems.Animation, c frameCase) {
	b.Helper()
	for range 3 { // give slots, make room
		if err := animation.Update(1.0 / 60); err != nil {
			b.Fatal(err)
		}
	}
	step := 1.0 / 60
	if c.random {
		step = 0.61803 // of clips of 1 s: every frame far from the last
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := animation.Update(step); err != nil {
			b.Fatal(err)
		}
	}
	perCharacter(b, c.characters, c.joints, "joint")
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

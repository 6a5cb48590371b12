package bench

import (
	"os"
	"testing"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
)

// sizes returns the numbers of characters that the chart shows, with one more for BENCH_LONG.
func sizes() []int {
	sizes := []int{1, 8, 100, 1000, 10000}
	if os.Getenv("BENCH_LONG") != "" {
		sizes = append(sizes, 100000)
	}
	return sizes
}

// BenchmarkFrame is a whole frame of a world.
func BenchmarkFrame(b *testing.B) {
	var cases []frameCase
	for _, characters := range sizes() {
		for clips := 1; clips <= 2; clips++ {
			cases = append(cases, frameCase{joints: 64, clips: clips, characters: characters, workers: 1})
			if characters >= 1000 {
				cases = append(cases, frameCase{joints: 64, clips: clips, characters: characters, workers: 0})
			}
		}
	}
	thousand := func(joints, clips int) frameCase {
		return frameCase{joints: joints, clips: clips, characters: 1000, workers: 1}
	}
	for clips := 3; clips <= 4; clips++ {
		cases = append(cases, thousand(64, clips))
	}
	for clips := 1; clips <= 2; clips++ {
		random, scaled, exact := thousand(64, clips), thousand(64, clips), thousand(64, clips)
		random.random, scaled.scaled, exact.exact = true, true, true
		cases = append(cases, random, scaled, exact, thousand(24, clips), thousand(128, clips))
	}
	detailed := thousand(64, 1)
	detailed.detail = true
	cases = append(cases, detailed)
	for _, c := range cases {
		b.Run(c.name(), func(b *testing.B) {
			library, model := shared(b, c)
			if c.detail {
				addHalfLevel(b, library, model)
			}
			runFrames(b, newCrowd(b, library, model, c), c)
		})
	}
	b.Run("joints=64/clips=1/characters=64/skeletons=64/workers=1"+kernels(), func(b *testing.B) {
		library := assets.NewLibrary(assets.Exact())
		c := frameCase{joints: 64, clips: 1, characters: 64, workers: 1}
		var models []*assets.Model
		for range c.characters {
			models = append(models, character(b, library, c.joints, false))
		}
		bakeAll(b, library)
		runFrames(b, newCrowd(b, library, models[0], c, models[1:]...), c)
	})
	b.Run("model=mannequin/clips=1/characters=1000/workers=1"+kernels(), func(b *testing.B) {
		library := assets.NewLibrary(assets.Exact())
		model := newMannequin(b, library)
		bakeAll(b, library)
		c := frameCase{joints: library.Skeleton(model.Skeleton).Len(), clips: 1, characters: 1000, workers: 1}
		runFrames(b, newCrowd(b, library, model, c), c)
	})
}

// addHalfLevel adds a level of detail that animates the first half of a model's joints only.
func addHalfLevel(b *testing.B, library *assets.Library, model *assets.Model) {
	b.Helper()
	skeleton := library.Skeleton(model.Skeleton)
	half := rig.NewMask("half", skeleton)
	for j := range skeleton.Len() / 2 {
		half.Joints(1, skeleton.JointName(j))
	}
	mask, err := half.Build()
	if err != nil {
		b.Fatal(err)
	}
	if err := library.SetLevels(model.Skeleton, mask); err != nil {
		b.Fatal(err)
	}
}

// runFrames measures the frames of a crowd, and checks that each posed character sampled all its
// clips.
func runFrames(b *testing.B, crowd *crowd, c frameCase) {
	b.Helper()
	if c.detail { // half of the characters: every fourth frame at level 1; the others: culled
		details := generic.NewMap1[components.LevelOfDetail](crowd.World())
		for i, entity := range crowd.entities {
			details.Assign(entity, &components.LevelOfDetail{Interval: 4, Level: 1, Culled: i%2 == 1})
		}
	}
	for range 3 { // assign slots, grow buffers
		crowd.update(b, 1.0/60)
	}
	step := 1.0 / 60
	if c.random {
		step = 0.61803 // clips take 1 s: every frame is at an unrelated time
	}
	before := crowd.Counters()
	b.ReportAllocs()
	least := leastTime{characters: c.characters}
	for b.Loop() {
		crowd.update(b, step)
		least.next()
	}
	perCharacter(b, c.characters, c.joints, "joint")
	least.report(b)
	counted := crowd.Counters().Since(before)
	if sampled := counted.Baked + counted.Exact; sampled != 0 && sampled != counted.Posed*uint64(c.clips) {
		b.Fatalf("%d clips were sampled for %d characters, not %d each", sampled, counted.Posed, c.clips)
	}
}

// BenchmarkInertialization is a whole frame of characters that play one clip: without the
// component; with it, but idle; during an inertialized transition; and with a new transition in
// every frame.
func BenchmarkInertialization(b *testing.B) {
	c := frameCase{joints: 64, clips: 1, characters: 1000, workers: 1}
	for _, state := range []string{"none", "idle", "active", "begin"} {
		b.Run("state="+state+"/"+c.name(), func(b *testing.B) {
			library, model := shared(b, c)
			crowd := newCrowd(b, library, model, c)
			if state != "none" {
				for _, entity := range crowd.entities {
					must(crowd.EnableInertialization(entity))
				}
			}
			for range 3 {
				crowd.update(b, 1.0/60)
			}
			begin := func() {
				for _, entity := range crowd.entities {
					if err := crowd.Player(entity).Inertialize(100000 * 3600); err != nil {
						b.Fatal(err)
					}
				}
			}
			if state == "active" {
				for _, entity := range crowd.entities {
					if err := crowd.Player(entity).CrossFade(model.Clips[1], 100000*3600,
						systems.WithInertialization()); err != nil {
						b.Fatal(err)
					}
				}
			}
			for range 3 {
				crowd.update(b, 1.0/60)
			}
			b.ReportAllocs()
			least := leastTime{characters: c.characters}
			for b.Loop() {
				if state == "begin" {
					begin()
				}
				crowd.update(b, 1.0/60)
				least.next()
			}
			perCharacter(b, c.characters, c.joints, "joint")
			least.report(b)
		})
	}
}

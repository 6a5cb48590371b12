package bench

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// frameCase is a crowd: characters of so many joints that play so many clips, forward or each frame at another time, posed by
// so many workers, 0 being all.
type frameCase struct {
	joints, clips, characters, workers int
	scaled, exact, random, detail      bool
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
	if c.detail {
		name += "/interval=4/level=1/culled=half"
	}
	return name + kernels()
}

// kernels is what names tell of the kernels, where they are not the fastest that the machine has.
func kernels() string {
	if os.Getenv("SINEW_NOASM") != "" {
		return "/kernels=generic"
	}
	return ""
}

func count(workers int) string {
	if workers == 0 {
		return "all"
	}
	return fmt.Sprint(workers)
}

// made are the models that benchmarks share: baking takes longer than most of them.
var made = map[frameCase]struct {
	library *assets.Library
	model   *assets.Model
}{}

// shared returns the library and model of a case.
func shared(b *testing.B, c frameCase) (*assets.Library, *assets.Model) {
	b.Helper()
	key := frameCase{joints: c.joints, scaled: c.scaled, exact: c.exact}
	entry, ok := made[key]
	if !ok {
		entry.library = assets.NewLibrary()
		entry.model = character(b, entry.library, c.joints, c.scaled)
		if !c.exact {
			bakeAll(b, entry.library)
		}
		made[key] = entry
	}
	return entry.library, entry.model
}

// bakeAll bakes all clips, none of which may need exact sampling.
func bakeAll(b *testing.B, library *assets.Library) {
	b.Helper()
	for _, report := range library.Bake(assets.BakeOptions{}, nil) {
		if report.Exact {
			b.Fatal(report)
		}
	}
}

// crowd is an animated world of characters.
type crowd struct {
	*systems.Animation
	entities []ecs.Entity
}

// newCrowd spawns characters that each play from a time of its own, with several clips in a crossfade that takes longer than any
// benchmark: to the next clip while that to the one before is going on.
func newCrowd(b *testing.B, library *assets.Library, model *assets.Model, c frameCase) *crowd {
	b.Helper()
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(c.workers))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(animation.Close)
	made := &crowd{Animation: animation}
	for i := range c.characters {
		made.entities = append(made.entities, animation.Spawn(model, mgl32.Translate3D(float32(i%100), 0, float32(i/100))))
	}
	for k := range c.clips {
		for i, entity := range made.entities {
			player := animation.Player(entity)
			if err := player.CrossFade(model.Clips[k], time.Duration(k)*100000*time.Hour); err != nil {
				b.Fatal(err)
			}
			if err := player.Seek(float64(i) * 0.0137); err != nil {
				b.Fatal(err)
			}
		}
		if k > 0 {
			made.update(b, 5e7) // of 3.6e8 s, so that the clip shows when the next one comes
		}
	}
	return made
}

func (c *crowd) update(b *testing.B, seconds float64) {
	b.Helper()
	if err := c.Update(seconds); err != nil {
		b.Fatal(err)
	}
}

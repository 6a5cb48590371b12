package bench

import (
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// frameCase is a crowd to measure. With 0 workers, as many work as the machine has processors.
type frameCase struct {
	joints, clips, characters, workers int
	scaled, exact, random, detail      bool
}

func (c frameCase) name() string {
	name := fmt.Sprintf("joints=%d/clips=%d/characters=%d/workers=%s", c.joints, c.clips, c.characters,
		workerCount(c.workers))
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

// kernels returns the part of a benchmark's name for kernels in plain Go, or "" for the fastest
// ones.
func kernels() string {
	if os.Getenv("SINEW_NOASM") != "" {
		return "/kernels=generic"
	}
	return ""
}

// workerCount returns the number of workers as text.
func workerCount(workers int) string {
	if workers == 0 {
		return "all"
	}
	return fmt.Sprint(workers)
}

// cachedModels holds models that several benchmarks use: baking takes longer than most benchmarks.
var cachedModels = map[frameCase]struct {
	library *assets.Library
	model   *assets.Model
}{}

// shared returns the library and model of a case.
func shared(b *testing.B, c frameCase) (*assets.Library, *assets.Model) {
	b.Helper()
	key := frameCase{joints: c.joints, scaled: c.scaled, exact: c.exact}
	entry, ok := cachedModels[key]
	if !ok {
		entry.library = assets.NewLibrary(assets.Exact())
		entry.model = character(b, entry.library, c.joints, c.scaled)
		if !c.exact {
			bakeAll(b, entry.library)
		}
		cachedModels[key] = entry
	}
	return entry.library, entry.model
}

// bakeAll bakes all clips, or reads them from the cache in the folder SINEW_BENCH_CACHE. It fails
// if a clip stays exact.
func bakeAll(b *testing.B, library *assets.Library) {
	b.Helper()
	var reports []bake.Report
	if folder := os.Getenv("SINEW_BENCH_CACHE"); folder != "" {
		reports = library.BakeCached(openCache(b, folder), bake.Options{}, nil)
	} else {
		reports = library.Bake(bake.Options{}, nil)
	}
	for _, report := range reports {
		if report.Exact {
			b.Fatal(report)
		}
	}
}

// crowd is a world of animated characters.
type crowd struct {
	*systems.Animation
	entities []ecs.Entity
}

// newCrowd spawns characters of a model and others, in turn, that each play from a different time.
// Several clips play in crossfades that take longer than any benchmark, each of which interrupts
// the one before.
func newCrowd(b *testing.B, library *assets.Library, model *assets.Model, c frameCase, others ...*assets.Model) *crowd {
	b.Helper()
	models := append([]*assets.Model{model}, others...)
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(c.workers), systems.WithLongestFade(math.Inf(1)))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(animation.Close)
	animation.Clock().MaxSeconds = math.Inf(1)
	spawned := &crowd{Animation: animation}
	for i := range c.characters {
		model := models[i%len(models)]
		spawned.entities = append(spawned.entities,
			mustSpawn(animation.Spawn(model, mgl32.Translate3D(float32(i%100), 0, float32(i/100)))))
	}
	for k := range c.clips {
		for i, entity := range spawned.entities {
			player := animation.Player(entity)
			if err := player.CrossFade(models[i%len(models)].Clips[k], float64(k)*100000*3600); err != nil {
				b.Fatal(err)
			}
			if err := player.Seek(float64(i) * 0.0137); err != nil {
				b.Fatal(err)
			}
		}
		if k > 0 {
			spawned.update(b, 5e7) // of a fade of 3.6e8 s, so that each clip has weight
		}
	}
	return spawned
}

// update runs a frame. It is no helper of the test: marking it as one would take as long as many
// joints.
func (c *crowd) update(b *testing.B, seconds float64) {
	if err := c.Update(seconds); err != nil {
		b.Fatal(err)
	}
}

// must panics on an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// mustSpawn returns the entity of a call to Spawn, and panics on an error.
func mustSpawn(entity ecs.Entity, err error) ecs.Entity {
	if err != nil {
		panic(err)
	}
	return entity
}

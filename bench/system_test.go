package bench

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

var systemCase = frameCase{joints: 64, clips: 2, characters: 1000, workers: 1}

// BenchmarkSystem is each system alone. Systems that work entity by entity are timed within whole
// frames, block systems repeatedly on each block.
func BenchmarkSystem(b *testing.B) {
	for _, name := range []string{"SetDetail", "BindSlots", "Advance", "Attach"} {
		b.Run(systemName(name, systemCase), func(b *testing.B) {
			library, model := shared(b, systemCase)
			crowd := newCrowd(b, library, model, systemCase)
			switch name {
			case "SetDetail":
				withDetail(b, crowd)
			case "Attach":
				for _, entity := range crowd.entities {
					if _, err := crowd.Attach(entity, "joint7"); err != nil {
						b.Fatal(err)
					}
				}
			}
			runSystem(b, crowd, name, systemCase)
		})
	}
	for _, name := range []string{"ResolveGoals", "Attach"} { // few hang on others, and nobody else pays
		c := systemCase
		c.characters = 10000
		b.Run(systemName(name, c)+"/attached=10", func(b *testing.B) {
			library, model := shared(b, c)
			crowd := newCrowd(b, library, model, c)
			attachments := generic.NewMap1[components.Attachment](crowd.World())
			for i, entity := range crowd.entities[:10] {
				attachments.Assign(entity, components.NewAttachment(crowd.entities[5000+i], 7))
			}
			runSystem(b, crowd, name, c)
		})
	}
	b.Run("system=SkinVertices/model=mannequin/characters=100/workers=1", func(b *testing.B) {
		library := assets.NewLibrary(assets.Exact())
		model := newMannequin(b, library)
		bakeAll(b, library)
		c := frameCase{clips: 1, characters: 100, workers: 1}
		crowd := newCrowd(b, library, model, c)
		for _, entity := range crowd.entities {
			must(crowd.EnableVertices(entity))
		}
		runSystem(b, crowd, "SkinVertices", c)
	})
	library, model := shared(b, systemCase)
	schedule := newCrowd(b, library, model, systemCase).Schedule()
	var blockSystems []ecs.BlockSystem
	for _, system := range schedule.Systems() {
		if block, ok := ecs.BlockSystemOf(system); ok && slices.Contains([]string{
			systems.AtSampleClips.Name(), systems.AtLocalToModel.Name(), systems.AtBuildPalettes.Name(),
		}, block.Name()) {
			blockSystems = append(blockSystems, block)
		}
	}
	for i := range blockSystems {
		runBlockSystem(b, blockSystems, i, blockSystems[i].Name())
	}
	for i := range blockSystems[1:] {
		if both, name, ok := fuse(blockSystems[i], blockSystems[i+1]); ok {
			fused := append(append([]ecs.BlockSystem{}, blockSystems[:i]...), both)
			runBlockSystem(b, fused, i, name)
		}
	}
}

// fuse returns the fusion of two systems, if they can be fused.
func fuse(first, next ecs.BlockSystem) (both ecs.BlockSystem, name string, ok bool) {
	if fuser, can := first.(ecs.Fuser); can {
		both, ok = fuser.Fuse(next)
	}
	return both, first.Name() + "+" + next.Name(), ok
}

func systemName(system string, c frameCase) string { return "system=" + system + "/" + c.name() }

// withDetail sets levels of detail by a view of about half of the crowd.
func withDetail(b *testing.B, crowd *crowd) {
	b.Helper()
	if err := crowd.DetailByView(systems.DefaultDetail()); err != nil {
		b.Fatal(err)
	}
	view := systems.NewView(
		mgl32.Perspective(mgl32.DegToRad(60), 16.0/9, 0.1, 500),
		mgl32.LookAtV(mgl32.Vec3{50, 2, 5}, mgl32.Vec3{100, 1, 5}, mgl32.Vec3{0, 1, 0}))
	views := generic.NewMap1[components.View](crowd.World())
	views.NewWith(&view)
}

// runSystem runs frames and reports the time of one system.
func runSystem(b *testing.B, crowd *crowd, name string, c frameCase) {
	b.Helper()
	for range 3 {
		crowd.update(b, 1.0/60)
	}
	crowd.Schedule().ResetTimings()
	for b.Loop() {
		crowd.update(b, 1.0/60)
	}
	for _, timing := range crowd.Timings() {
		if timing.Name == name {
			reportSystem(b, timing.Total, timing.Frames, c)
			return
		}
	}
	b.Fatalf("the schedule has no %s", name)
}

func reportSystem(b *testing.B, total time.Duration, frames int, c frameCase) {
	b.Helper()
	each := float64(total.Nanoseconds()) / float64(frames)
	b.ReportMetric(each, "ns/op") // replaces the time of the whole frame
	b.ReportMetric(each/float64(c.characters), "ns/character")
	if c.joints > 0 {
		b.ReportMetric(each/float64(c.characters)/float64(c.joints), "ns/joint")
	}
}

// repeated runs a block system several times on each block, and adds up the time.
type repeated struct {
	ecs.BlockSystem
	times int
	total *time.Duration
}

func (r repeated) RunBlock(frame *ecs.Frame, block *ecs.Block) {
	start := time.Now()
	for range r.times {
		r.BlockSystem.RunBlock(frame, block)
	}
	*r.total += time.Since(start)
}

// runBlockSystem runs the systems up to the measured one, which finds the results of those before
// it.
func runBlockSystem(b *testing.B, pipeline []ecs.BlockSystem, measured int, name string) {
	b.Run(systemName(name, systemCase), func(b *testing.B) {
		library, model := shared(b, systemCase)
		crowd := newCrowd(b, library, model, systemCase)
		crowd.update(b, 1.0/60)
		const times = 16
		var total time.Duration
		var schedule ecs.Schedule
		for i, system := range pipeline[:measured+1] {
			if i == measured {
				system = repeated{system, times, &total}
			}
			if err := schedule.Add(ecs.EachBlock(system)); err != nil {
				b.Fatal(fmt.Errorf("%s: %w", name, err))
			}
		}
		workers := ecs.NewWorkers(1)
		defer workers.Close()
		frame := &ecs.Frame{
			World: crowd.World(), Library: library, Store: crowd.Store(), Workers: workers,
			Delta: 1.0 / 60,
		}
		for b.Loop() {
			schedule.Run(frame)
		}
		reportSystem(b, total, times*b.N, systemCase)
	})
}

package systems_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// mannequinFeet are the settings of foot placement for the mannequin.
func mannequinFeet() modifier.Feet {
	s := modifier.Feet{Pelvis: "hips"}
	for _, side := range []string{"left", "right"} {
		s.Feet = append(s.Feet, modifier.Foot{
			Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot",
			Toe: side + "_toe", Bend: mgl32.Vec3{0, 0, 1},
		})
	}
	return s
}

// feetStage is a world of mannequins that walk ahead, with foot placement and without.
type feetStage struct {
	t          *testing.T
	world      ecs.World
	library    *assets.Library
	model      *assets.Model
	animation  *systems.Animation
	stack      id.ModifierStack // of the walkers that are spawned
	free       id.ModifierStack // another one, without locks
	transforms generic.Map1[components.Transform]
}

// feetAssets returns a library with the mannequin and stacks of foot placement with locks and
// without.
func feetAssets() (*assets.Library, *assets.Model, [2]id.ModifierStack) {
	feetOnce.Do(func() {
		feetLibrary = assets.NewLibrary()
		var err error
		feetModel, err = mannequin.New(feetLibrary)
		must(err)
		settings := mannequinFeet()
		for i := range feetStacks {
			settings.NoLock = i == 1
			feetStacks[i], err = modifier.New(fmt.Sprintf("feet %d", i), feetLibrary.Skeleton(feetModel.Skeleton)).
				Feet("feet", settings).Add(feetLibrary)
			must(err)
		}
	})
	return feetLibrary, feetModel, feetStacks
}

var (
	feetOnce    sync.Once
	feetLibrary *assets.Library
	feetModel   *assets.Model
	feetStacks  [2]id.ModifierStack
)

func newFeetStage(t *testing.T, workers int) *feetStage {
	t.Helper()
	library, model, stacks := feetAssets()
	s := &feetStage{t: t, world: ecs.NewWorld(), library: library, model: model, stack: stacks[0], free: stacks[1]}
	var err error
	if s.animation, err = systems.NewAnimation(&s.world, s.library, systems.WithWorkers(workers)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.animation.Close)
	s.transforms = generic.NewMap1[components.Transform](&s.world)
	return s
}

func (s *feetStage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// walker spawns a mannequin that walks from a phase on, with foot placement if it is wanted.
func (s *feetStage) walker(clip string, phase float64, places bool) ecs.Entity {
	s.t.Helper()
	entity, err := s.animation.Spawn(s.model, mgl32.Ident4())
	s.must(err)
	for _, id := range s.model.Clips {
		if c := s.library.Clip(id); c.Name() == clip {
			s.must(s.animation.Player(entity).Play(id))
			s.must(s.animation.Player(entity).Seek(c.Start() + phase*c.Duration()))
		}
	}
	s.must(s.animation.EnableModelMatrices(entity))
	if places {
		s.must(s.animation.Modify(entity, s.stack))
		s.must(s.animation.Modifier(entity, "feet").Fade(1, 0))
	}
	return entity
}

func (s *feetStage) place(entity ecs.Entity, m mgl32.Mat4) { s.transforms.Get(entity).Matrix = m }

func (s *feetStage) jointWorld(entity ecs.Entity, joint string) mgl32.Vec3 {
	m, err := s.animation.JointWorld(entity, joint)
	s.must(err)
	return m.Col(3).Vec3()
}

// hills are a random terrain: smooth, with slopes up to about 25 degrees, or in level steps.
type hills struct {
	step  float64 // height of a step in meters; 0 for smooth hills
	waves [4]struct{ x, z, phase, height float64 }
	scale float64
}

func newHills(random *rand.Rand, scale float64) hills {
	h := hills{scale: scale}
	for i := range h.waves {
		w := &h.waves[i]
		direction, length := random.Float64()*2*math.Pi, 1.5+4*random.Float64() // meters
		k := 2 * math.Pi / length
		w.x, w.z, w.phase, w.height = k*math.Cos(direction), k*math.Sin(direction), random.Float64()*6,
			0.11*random.Float64()/k
	}
	return h
}

// ground returns the height and the normal.
func (h *hills) ground(x, z float32) (float32, mgl32.Vec3) {
	height, normal := h.smooth(x, z)
	if h.step > 0 {
		return float32(math.Floor(float64(height)/h.scale/h.step) * h.step * h.scale), mgl32.Vec3{0, 1, 0}
	}
	return height, normal
}

// smooth returns the height and the normal without steps.
func (h *hills) smooth(x, z float32) (float32, mgl32.Vec3) {
	height, dx, dz := 0.0, 0.0, 0.0
	for _, w := range h.waves {
		at := w.x*float64(x)/h.scale + w.z*float64(z)/h.scale + w.phase
		height += w.height * math.Sin(at)
		dx, dz = dx+w.height*w.x*math.Cos(at), dz+w.height*w.z*math.Cos(at)
	}
	return float32(height * h.scale), mgl32.Vec3{float32(-dx), 1, float32(-dz)}.Normalize()
}

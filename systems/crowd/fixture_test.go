package crowd_test

import (
	"math"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// fixture is a world with a crowd of mannequins.
type fixture struct {
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	crowd     *crowd.Crowd
	store     *crowdstore.Store
}

// newMannequin returns the mannequin and a library of its own.
func newMannequin() (*assets.Model, *assets.Library) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	return model, library
}

// sharedMannequin returns the mannequin, made once, and its library, which no test changes.
var sharedMannequin = sync.OnceValues(newMannequin)

func newFixture(t testing.TB) *fixture {
	model, library := sharedMannequin()
	return newFixtureOf(t, model, library)
}

func newFixtureOf(t testing.TB, model *assets.Model, library *assets.Library) *fixture {
	t.Helper()
	f := &fixture{world: ecs.NewWorld(), library: library, model: model}
	var err error
	if f.animation, err = systems.NewAnimation(&f.world, f.library, systems.WithWorkers(1)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.animation.Close)
	if f.crowd, err = crowd.New(f.animation); err != nil {
		t.Fatal(err)
	}
	resource := generic.NewResource[crowdstore.Store](&f.world)
	f.store = resource.Get()
	return f
}

func (f *fixture) spawn(t testing.TB, clip string) crowd.Member {
	t.Helper()
	member, err := f.crowd.Spawn(f.model, mgl32.Ident4(), f.model.Clip(clip))
	check(t, err)
	return member
}

// update lets time pass.
func (f *fixture) update(t testing.TB, seconds float64) {
	t.Helper()
	check(t, f.animation.Update(seconds))
}

// palette returns the palette that the pose pass computes for a member at a level of detail, by its
// reference in Go.
func (f *fixture) palette(t testing.TB, entity ecs.Entity, level int) []float32 {
	t.Helper()
	check(t, f.store.Sync())
	slot := f.store.Slot(entity)
	if slot < 0 {
		t.Fatalf("entity %d is not in the store", entity.ID())
	}
	r, identity := &f.store.KindOf(slot).Rigs[level], rig.IdentityMatrix()
	skin := f.model.Skins[0]
	locals := f.store.Locals(nil, r, f.store.Records(), slot, f.store.Now())
	var palette []float32
	for i := range f.library.Skin(skin).Len() {
		m := f.store.Pose(r, f.store.Records(), slot, f.store.Entry(r, skin, i), f.store.Now(), &identity, locals)
		palette = append(palette, m[:]...)
	}
	return palette
}

// palettesDiffer returns by how much two palettes move the vertices of the mannequin differently,
// at most, in meters: by the corners of its box.
func (f *fixture) palettesDiffer(a, b []float32) float64 {
	if len(a) != len(b) || len(a) == 0 {
		return math.Inf(1)
	}
	worst := 0.0
	box := f.model.Bounds
	for i := 0; i < len(a); i += rig.MatrixSize {
		for corner := range 8 {
			p := box.Min
			for axis := range 3 {
				if corner>>axis&1 == 1 {
					p[axis] = box.Max[axis]
				}
			}
			x, y := rig.MatrixAt(a, i/rig.MatrixSize), rig.MatrixAt(b, i/rig.MatrixSize)
			if d := float64(x.Point(p).Sub(y.Point(p)).Len()); !(d <= worst) {
				worst = d
			}
		}
	}
	return worst
}

// tolerance is how far a crowd may be from what characters show, in meters: 1e-4 of the mannequin's
// size.
const tolerance = 1e-4 * 1.8

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

package render

import (
	"math"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	crowds "github.com/sinew-go/sinew/systems/crowd"
)

// bakedMannequin returns the built-in mannequin with baked clips, made once, and its library.
var bakedMannequin = sync.OnceValues(func() (*assets.Model, *assets.Library) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	return model, library
})

// crowdFixture is a fixture with a crowd of mannequins. Without impostors, whose tests ask for them, all
// members in view have matrices to look at.
type crowdFixture struct {
	*fixture
	model  *assets.Model
	crowd  *crowds.Crowd
	camera Camera
}

func newCrowdFixture(t testing.TB, options Options) *crowdFixture {
	t.Helper()
	model, library := bakedMannequin()
	options.Debug = true
	s := &crowdFixture{fixture: newFixtureWith(t, library, options), model: model}
	s.renderer.crowd.impostorPixels = 0
	var err error
	if s.crowd, err = crowds.New(s.animation); err != nil {
		t.Fatal(err)
	}
	s.camera.Fit(assets.Box{Min: mgl32.Vec3{-6, 0, -6}, Max: mgl32.Vec3{6, 2, 6}}, 1)
	return s
}

func (s *crowdFixture) spawn(place mgl32.Mat4, clip string) crowds.Member {
	s.t.Helper()
	member, err := s.crowd.Spawn(s.model, place, s.model.Clip(clip))
	if err != nil {
		s.t.Fatal(err)
	}
	return member
}

// crowdEntries is what the pose pass wrote: by page, the rows of the matrices.
type crowdEntries struct {
	s     *crowdFixture
	pages [][3][]float32
}

// readEntries reads the textures of the pose pass back.
func (s *crowdFixture) readEntries() *crowdEntries {
	s.t.Helper()
	c := s.renderer.crowd
	e := &crowdEntries{s: s}
	for _, page := range c.pages {
		var rows [3][]float32
		page.bindFramebuffer(c.device, c.contexts)
		for i := range rows {
			rows[i] = readColor(i, page.width, page.height)
		}
		e.pages = append(e.pages, rows)
	}
	if err := glError(device(s.t), "reading poses"); err != nil {
		s.t.Fatal(err)
	}
	return e
}

// find returns the matrices of an entity's entries, and its level of detail. It returns nil for an
// entity that is not drawn.
func (e *crowdEntries) find(entity ecs.Entity) (entries []rig.Matrix, level int) {
	c := e.s.renderer.crowd
	slot := c.store.Slot(entity)
	for _, segment := range c.segments {
		for k := segment.first; k < segment.end; k++ {
			if slot < 0 || int(c.collected.Entries[2*k]) != slot {
				continue
			}
			list := segment.list
			n := list.Kind.Rigs[list.Level].Entries
			first := segment.base + (k-segment.first)*n
			for i := first; i < first+n; i++ {
				var m rig.Matrix
				for row := range 3 {
					copy(m[4*row:4*row+4], e.pages[segment.page][row][4*i:])
				}
				entries = append(entries, m)
			}
			return entries, list.Level
		}
	}
	return nil, 0
}

// palette returns the palette of an entity.
func (e *crowdEntries) palette(entity ecs.Entity) []float32 {
	entries, level := e.find(entity)
	if entries == nil {
		return nil
	}
	store := e.s.renderer.crowd.store
	r := &store.KindOf(store.Slot(entity)).Rigs[level]
	var palette []float32
	for i := range e.s.library.Skin(e.s.model.Skins[0]).Len() {
		m := entries[store.Entry(r, e.s.model.Skins[0], i)]
		palette = append(palette, m[:]...)
	}
	return palette
}

// palettesDiffer returns how far apart two palettes move the corners of the model's box at most, in
// meters.
func (s *crowdFixture) palettesDiffer(a, b []float32) float64 {
	if len(a) != len(b) || len(a) == 0 {
		return math.Inf(1)
	}
	worst := 0.0
	for i := range len(a) / rig.MatrixSize {
		for corner := range 8 {
			p := s.model.Bounds.Min
			for axis := range 3 {
				if corner>>axis&1 == 1 {
					p[axis] = s.model.Bounds.Max[axis]
				}
			}
			x, y := rig.MatrixAt(a, i), rig.MatrixAt(b, i)
			if d := float64(x.Point(p).Sub(y.Point(p)).Len()); !(d <= worst) {
				worst = d
			}
		}
	}
	return worst
}

// crowdTolerance is how far the poses of a crowd may differ from the poses of characters, in
// meters: 1e-4 of the mannequin's size.
const crowdTolerance = 1e-4 * 1.8

// crowdFilter selects the members of the crowd.
func (s *crowdFixture) crowdFilter() *generic.Filter1[components.CrowdPlayer] {
	return generic.NewFilter1[components.CrowdPlayer]()
}

// transform sets the place of an entity.
func (s *crowdFixture) transform(entity ecs.Entity, place mgl32.Mat4) {
	transforms := generic.NewMap1[components.Transform](s.world)
	transforms.Get(entity).Matrix = place
}

package locomotion

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

const (
	mostPrints   = 32
	printSeconds = 6    // until a print has faded
	leastWeight  = 0.35 // of the clip that fires; what hardly shows leaves no prints
	above        = 0.004
)

// Step is a foot that came down, or with the name of "landing" both.
type Step struct {
	Name   string
	Place  mgl32.Vec3
	Weight float32 // of the clip that said so
	Age    float64 // seconds
}

// footsteps reads the events of the feet, and keeps prints of them on the ground.
type footsteps struct {
	scene  *Scene
	reader ecs.EventReader
	kinds  map[string]footKind
	meshes generic.Map1[components.RigidMesh]
	prints [mostPrints]footprint // the latest at next-1, going round
	next   int
	count  int // all that there ever were
}

// footKind is what a marker's name stands for.
type footKind struct {
	ankle, toe int // joints; of a landing those of the left, and the root counts
	fading     [fadeLevels]assets.MeshID
}

type footprint struct {
	Step
	entity ecs.Entity
	matrix mgl32.Mat4
}

func newFootsteps(s *Scene) (*footsteps, error) {
	f := &footsteps{scene: s, kinds: map[string]footKind{}, meshes: generic.NewMap1[components.RigidMesh](s.World())}
	for _, kind := range []struct {
		name, side string
		shape      func() mesh.Primitive
		color     mgl32.Vec3
	}{
		{mannequin.LeftFoot, "left", sole(1), mgl32.Vec3{0.02, 0.18, 0.45}},
		{mannequin.RightFoot, "right", sole(-1), mgl32.Vec3{0.55, 0.10, 0.02}},
		{landing, "", ring, mgl32.Vec3{0.10, 0.10, 0.12}},
	} {
		k := footKind{}
		if kind.side != "" {
			k.ankle, _ = s.skeleton().Find(kind.side + "_foot")
			k.toe, _ = s.skeleton().Find(kind.side + "_toe")
		}
		var err error
		if k.fading, err = fadingMeshes(s.library, kind.name, kind.shape(), kind.color); err != nil {
			return nil, fmt.Errorf("locomotion: %w", err)
		}
		f.kinds[kind.name] = k
	}
	drawn := generic.NewMap2[components.RigidMesh, components.Transform](s.World())
	for i := range f.prints {
		f.prints[i].entity = drawn.NewWith(&components.RigidMesh{}, &components.Transform{Matrix: mgl32.Ident4()})
		f.prints[i].Age = math.Inf(1)
	}
	f.reader = s.Animation().Events().Reader()
	return f, nil
}

// advance lets the prints fade, and adds those of the events that came. Clips that move the arms alone have steps too, which leave none.
func (f *footsteps) advance(seconds float64) {
	for i := range f.prints {
		f.prints[i].Age += seconds
	}
	events, _ := f.scene.Animation().Events().Read(&f.reader)
	for i := range events {
		marker, ok := events[i].ClipMarker(f.scene.library)
		if kind, known := f.kinds[marker.Name]; ok && known && events[i].Layer == bodyLayer && events[i].Weight >= leastWeight {
			f.put(marker.Name, kind, events[i].Weight)
		}
	}
	f.redraw()
}

// redraw puts all prints where they are.
func (f *footsteps) redraw() {
	for i := range f.prints {
		f.draw(&f.prints[i])
	}
}

// put leaves a print where the foot of that kind is.
func (f *footsteps) put(name string, kind footKind, weight float32) {
	place := f.scene.Place()
	if kind.toe != kind.ankle {
		ankle, toe := f.scene.joint(kind.ankle), f.scene.joint(kind.toe)
		along := toe.Sub(ankle)
		place = mgl32.Translate3D(ankle[0], 0, ankle[2]).Mul4(mgl32.HomogRotate3DY(float32(math.Atan2(float64(along[0]), float64(along[2])))))
	}
	p := &f.prints[f.next]
	f.next = (f.next + 1) % mostPrints
	f.count++
	p.matrix = mgl32.Translate3D(0, above, 0).Mul4(place)
	p.Step = Step{Name: name, Place: place.Col(3).Vec3(), Weight: weight}
}

// draw puts the print in its place, with the mesh of its age.
func (f *footsteps) draw(p *footprint) {
	mesh := assets.MeshID(0)
	if p.Age < printSeconds {
		mesh = f.kinds[p.Name].fading[int(p.Age/printSeconds*fadeLevels)]
	}
	f.meshes.Get(p.entity).Mesh = mesh
	f.scene.places.Get(p.entity).Matrix = p.matrix
}

// Steps returns the steps that are still to be seen, the oldest first.
func (s *Scene) Steps() []Step {
	var list []Step
	for i := range mostPrints {
		if p := &s.steps.prints[(s.steps.next+i)%mostPrints]; p.Age < printSeconds {
			list = append(list, p.Step)
		}
	}
	return list
}

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
	maxFootprints    = 32
	footprintSeconds = 6    // until a print has faded
	minWeight        = 0.35 // of the clip that fires; what hardly shows leaves no prints
	footprintHeight  = 0.004
)

// Step is a foot that came down, or with the name of "landing" both.
type Step struct {
	Name     string
	Position mgl32.Vec3
	Weight   float32 // of the clip that said so
	Age      float64 // seconds
}

// footsteps reads the events of the feet, and keeps prints of them on the ground.
type footsteps struct {
	scene      *Scene
	reader     ecs.EventReader
	kinds      map[string]footKind
	meshes     generic.Map1[components.RigidMesh]
	footprints [maxFootprints]footprint // the latest at next-1, going round
	next       int
	count      int // all that there ever were
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
		color      mgl32.Vec3
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
	for i := range f.footprints {
		f.footprints[i].entity = drawn.NewWith(&components.RigidMesh{}, &components.Transform{Matrix: mgl32.Ident4()})
		f.footprints[i].Age = math.Inf(1)
	}
	f.reader = s.Animation().Events().Reader()
	return f, nil
}

// advance lets the prints fade, and adds those of the events that came. Clips that move the arms alone have steps too, which leave none.
func (f *footsteps) advance(seconds float64) {
	for i := range f.footprints {
		f.footprints[i].Age += seconds
	}
	events, _ := f.scene.Animation().Events().Read(&f.reader)
	for i := range events {
		marker, ok := events[i].ClipMarker(f.scene.library)
		if kind, known := f.kinds[marker.Name]; ok && known && events[i].Layer == bodyLayer && events[i].Weight >= minWeight {
			f.addFootprint(marker.Name, kind, events[i].Weight)
		}
	}
	f.placeAll()
}

// redraw puts all prints where they are.
func (f *footsteps) placeAll() {
	for i := range f.footprints {
		f.place(&f.footprints[i])
	}
}

// put leaves a print where the foot of that kind is.
func (f *footsteps) addFootprint(name string, kind footKind, weight float32) {
	place := f.scene.Transform()
	if kind.toe != kind.ankle {
		ankle, toe := f.scene.joint(kind.ankle), f.scene.joint(kind.toe)
		along := toe.Sub(ankle)
		place = mgl32.Translate3D(ankle[0], 0, ankle[2]).Mul4(mgl32.HomogRotate3DY(float32(math.Atan2(float64(along[0]), float64(along[2])))))
	}
	p := &f.footprints[f.next]
	f.next = (f.next + 1) % maxFootprints
	f.count++
	p.matrix = mgl32.Translate3D(0, footprintHeight, 0).Mul4(place)
	p.Step = Step{Name: name, Position: place.Col(3).Vec3(), Weight: weight}
}

// draw puts the print in its place, with the mesh of its age.
func (f *footsteps) place(p *footprint) {
	mesh := assets.MeshID(0)
	if p.Age < footprintSeconds {
		mesh = f.kinds[p.Name].fading[int(p.Age/footprintSeconds*fadeLevels)]
	}
	f.meshes.Get(p.entity).Mesh = mesh
	f.scene.transforms.Get(p.entity).Matrix = p.matrix
}

// Steps returns the steps that are still to be seen, the oldest first.
func (s *Scene) Steps() []Step {
	var list []Step
	for i := range maxFootprints {
		if p := &s.steps.footprints[(s.steps.next+i)%maxFootprints]; p.Age < footprintSeconds {
			list = append(list, p.Step)
		}
	}
	return list
}

// fadeLevels is how many meshes of falling opacity a print goes through.
const fadeLevels = 12

// fadingMeshes files a flat shape in a color, ever more transparent.
func fadingMeshes(library *assets.Library, name string, shape mesh.Primitive, color mgl32.Vec3) (list [fadeLevels]assets.MeshID, err error) {
	for i := range list {
		material := mesh.DefaultMaterial()
		material.Name = fmt.Sprintf("%s %d", name, i)
		material.Metallic, material.AlphaMode = 0, mesh.AlphaBlend
		material.BaseColor = color.Vec4(0.75 * float32(fadeLevels-i) / fadeLevels)
		shape.Material = library.AddMaterial(&material)
		if list[i], err = library.AddMesh(&assets.Mesh{Name: material.Name, Primitives: []mesh.Primitive{shape}}); err != nil {
			return list, err
		}
	}
	return list, nil
}

// sole returns the shape of a shoe's print around the ankle, ahead being +Z, bent inward: side is 1 for the left foot, -1 for the right.
func sole(side float64) func() mesh.Primitive {
	return func() mesh.Primitive {
		shape := mesh.Primitive{}
		ellipse(&shape, -0.006*side, 0.105, 0.044, 0.085, 0)
		ellipse(&shape, 0, -0.045, 0.032, 0.042, 0)
		return shape
	}
}

// ring returns a circle on the ground around the character.
func ring() mesh.Primitive {
	shape := mesh.Primitive{}
	ellipse(&shape, 0, 0, 0.42, 0.42, 0.38/0.42)
	return shape
}

// ellipse adds a flat ellipse, with a hole that is a part of its size.
func ellipse(shape *mesh.Primitive, x, z, halfWidth, halfLength, hole float64) {
	const corners = 32
	first := uint32(len(shape.Positions))
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		for _, size := range []float64{1, hole} {
			shape.Positions = append(shape.Positions, mgl32.Vec3{float32(x + size*halfWidth*sin), 0, float32(z + size*halfLength*cos)})
			shape.Normals = append(shape.Normals, mgl32.Vec3{0, 1, 0})
		}
	}
	for i := range uint32(corners) {
		outer, next := first+2*i, first+2*((i+1)%corners)
		shape.Indices = append(shape.Indices, outer, next, outer+1, next, next+1, outer+1)
	}
}

package locomotion

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

const (
	maxFootprints    = 32
	footprintSeconds = 6     // until a footprint has faded
	minWeight        = 0.35  // of the clip whose marker was passed; below it there is no footprint
	footprintHeight  = 0.004 // meters above the ground, so that footprints are visible
)

// Step is a footfall. A landing after a leap counts as one, too.
type Step struct {
	Name     string // of the marker
	Position mgl32.Vec3
	Weight   float32 // of the clip that has the marker
	Age      float64 // seconds
}

// footsteps reads the marker events of the feet and keeps footprints on the ground.
type footsteps struct {
	scene      *Scene
	reader     ecs.EventReader
	kinds      map[string]footKind
	meshes     generic.Map1[components.RigidMesh]
	footprints [maxFootprints]footprint // a ring buffer, the latest at next-1
	next       int
	count      int // steps since the beginning
}

// footKind is the kind of a footprint, one for each marker name.
type footKind struct {
	ankle, toe int // joints; equal for a landing, which takes the place of the character
	meshes     [fadeLevels]id.Mesh
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
		{mannequin.RightFoot, "right", sole(-1), mgl32.Vec3{0.50, 0.02, 0.03}},
		{landing, "", ring, mgl32.Vec3{0.10, 0.10, 0.12}},
	} {
		k := footKind{}
		if kind.side != "" {
			k.ankle, _ = s.skeleton().Find(kind.side + "_foot")
			k.toe, _ = s.skeleton().Find(kind.side + "_toe")
		}
		var err error
		if k.meshes, err = fadingMeshes(s.library, kind.name, kind.shape(), kind.color); err != nil {
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

// advance ages the footprints and adds one for each new marker event of the body layer. Clips of
// other layers have markers too, which leave no footprints.
func (f *footsteps) advance(seconds float64) {
	for i := range f.footprints {
		f.footprints[i].Age += seconds
	}
	events, _ := f.scene.Animation().Events().Read(&f.reader)
	for i := range events {
		marker, ok := events[i].ClipMarker(f.scene.library)
		if kind, known := f.kinds[marker.Name]; ok && known && events[i].Layer == bodyLayer &&
			events[i].Weight >= minWeight {
			f.addFootprint(marker.Name, kind, events[i].Weight)
		}
	}
	f.placeAll()
}

// placeAll updates the entities of all footprints.
func (f *footsteps) placeAll() {
	for i := range f.footprints {
		f.place(&f.footprints[i])
	}
}

// addFootprint adds a footprint below the foot of that kind.
func (f *footsteps) addFootprint(name string, kind footKind, weight float32) {
	transform := f.scene.Transform()
	if kind.toe != kind.ankle {
		ankle, toe := f.scene.joint(kind.ankle), f.scene.joint(kind.toe)
		along := toe.Sub(ankle)
		transform = mgl32.Translate3D(ankle[0], 0, ankle[2]).
			Mul4(mgl32.HomogRotate3DY(float32(math.Atan2(float64(along[0]), float64(along[2])))))
	}
	p := &f.footprints[f.next]
	f.next = (f.next + 1) % maxFootprints
	f.count++
	p.matrix = mgl32.Translate3D(0, footprintHeight, 0).Mul4(transform)
	p.Step = Step{Name: name, Position: transform.Col(3).Vec3(), Weight: weight}
}

// place updates a footprint's entity: its transform, and its mesh by the footprint's age.
func (f *footsteps) place(p *footprint) {
	mesh := id.Mesh(0)
	if p.Age < footprintSeconds {
		mesh = f.kinds[p.Name].meshes[int(p.Age/footprintSeconds*fadeLevels)]
	}
	f.meshes.Get(p.entity).Mesh = mesh
	f.scene.transforms.Get(p.entity).Matrix = p.matrix
}

// Steps returns the steps whose footprints are still visible, the oldest first.
func (s *Scene) Steps() []Step {
	var list []Step
	for i := range maxFootprints {
		if p := &s.steps.footprints[(s.steps.next+i)%maxFootprints]; p.Age < footprintSeconds {
			list = append(list, p.Step)
		}
	}
	return list
}

// fadeLevels is the number of meshes of falling opacity that a footprint shows in turn.
const fadeLevels = 12

// fadingMeshes adds meshes of a flat shape in a color (linear RGB) to the library, each more
// transparent than the one before.
func fadingMeshes(library *assets.Library, name string, shape mesh.Primitive,
	color mgl32.Vec3,
) (list [fadeLevels]id.Mesh, err error) {
	for i := range list {
		material := mesh.DefaultMaterial()
		material.Name = fmt.Sprintf("%s %d", name, i)
		material.Metallic, material.AlphaMode = 0, mesh.AlphaBlend
		material.BaseColor = color.Vec4(0.75 * float32(fadeLevels-i) / fadeLevels)
		shape.Material = library.AddMaterial(&material)
		if list[i], err = library.AddMesh(&mesh.Mesh{
			Name:       material.Name,
			Primitives: []mesh.Primitive{shape},
		}); err != nil {
			return list, err
		}
	}
	return list, nil
}

// sole returns the outline of a shoe around the ankle, with +Z ahead. The side is 1 for the left
// foot, -1 for the right one.
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

// ellipse adds a flat ellipse to the shape, with a hole. The hole is a fraction of the ellipse's
// size.
func ellipse(shape *mesh.Primitive, x, z, halfWidth, halfLength, hole float64) {
	const corners = 32
	first := uint32(len(shape.Positions))
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		for _, size := range []float64{1, hole} {
			shape.Positions = append(shape.Positions,
				mgl32.Vec3{float32(x + size*halfWidth*sin), 0, float32(z + size*halfLength*cos)})
			shape.Normals = append(shape.Normals, mgl32.Vec3{0, 1, 0})
		}
	}
	for i := range uint32(corners) {
		outer, next := first+2*i, first+2*((i+1)%corners)
		shape.Indices = append(shape.Indices, outer, next, outer+1, next, next+1, outer+1)
	}
}

package handmade

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// Tube adds a model to a library: a closed tube from 0 to 2 along y with a radius of 0.25, and two
// joints, of which the second one is at its middle. From y = 0.5 to y = 1.5 the vertices go over
// from the first joint to the second one. Its clip of a second turns the second joint steadily by
// an angle, below 180 degrees or just that, about an axis. The first joint's scale is given, for
// both.
func Tube(t testing.TB, library *assets.Library, scale mgl32.Vec3, angle float32, axis mgl32.Vec3) *assets.Model {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	lower, upper := Joint("lower", -1), Joint("upper", 0)
	lower.Rest.Scale, upper.Rest.Translation = scale, mgl32.Vec3{0, 1, 0}
	skeleton := Skeleton(t, lower, upper)
	skin, err := rig.NewSkin("tube", skeleton, []int{0, 1}, []mgl32.Mat4{mgl32.Ident4(), mgl32.Translate3D(0, -1, 0)})
	must(err)
	surface := TubeSurface(24, 40)
	id, err := library.AddMesh(&mesh.Mesh{Name: "tube", Primitives: []mesh.Primitive{surface}})
	must(err)
	model := &assets.Model{
		Name: "tube", Skeleton: library.AddSkeleton(skeleton),
		Bounds: assets.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 2, 1}},
		Parts:  []assets.Part{{Name: "tube", Mesh: id, Skin: library.AddSkin(skin)}},
	}
	half := mgl32.QuatRotate(angle/2, axis.Normalize())
	turn, err := clip.NewBuilder("turn", skeleton).
		Rotation(1, clip.Linear, []float32{0, 0.5, 1}, []mgl32.Quat{mgl32.QuatIdent(), half, half.Mul(half)}).
		Add(library)
	must(err)
	model.SetClips(library, []assets.ClipID{turn})
	_, err = library.AddModel(model)
	must(err)
	return model
}

// TubeSurface makes the surface of [Tube], with a number of sides and of rings, and with tangents
// along the tube.
func TubeSurface(sides, rings int) mesh.Primitive {
	p := mesh.Primitive{Influences: 4}
	add := func(at, normal mgl32.Vec3, tangent mgl32.Vec4) {
		second := min(max(at[1]-0.5, 0), 1)
		p.Positions, p.Normals, p.Tangents = append(p.Positions, at), append(p.Normals, normal),
			append(p.Tangents, tangent)
		joints, weights := [4]uint16{0, 1, mesh.NoInfluence, mesh.NoInfluence}, [4]float32{1 - second, second}
		if second > 0.5 {
			joints, weights = [4]uint16{1, 0, mesh.NoInfluence, mesh.NoInfluence}, [4]float32{second, 1 - second}
		}
		if weights[1] == 0 {
			joints[1] = mesh.NoInfluence
		}
		p.Joints, p.Weights = append(p.Joints, joints[:]...), append(p.Weights, weights[:]...)
	}
	for ring := range rings + 1 {
		for side := range sides {
			sin, cos := math.Sincos(2 * math.Pi * float64(side) / float64(sides))
			out := mgl32.Vec3{float32(cos), 0, float32(sin)}
			at := out.Mul(0.25)
			at[1] = 2 * float32(ring) / float32(rings)
			add(at, out, mgl32.Vec4{0, 1, 0, 1})
		}
	}
	add(mgl32.Vec3{}, mgl32.Vec3{0, -1, 0}, mgl32.Vec4{1, 0, 0, 1})
	add(mgl32.Vec3{0, 2, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec4{1, 0, 0, 1})
	at := func(ring, side int) uint32 { return uint32(ring*sides + side%sides) }
	end := uint32((rings + 1) * sides)
	for side := range sides {
		for ring := range rings {
			a, b, c, d := at(ring, side), at(ring, side+1), at(ring+1, side), at(ring+1, side+1)
			p.Indices = append(p.Indices, a, c, b, b, c, d)
		}
		p.Indices = append(p.Indices, end, at(0, side), at(0, side+1), end+1, at(rings, side+1), at(rings, side))
	}
	return p
}

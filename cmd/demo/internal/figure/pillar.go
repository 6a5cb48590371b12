package figure

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// The pillars, in meters.
const (
	pillarHeight  = 1.7
	pillarRadius  = 0.2
	pillarBlend   = 0.8 // length of the part over which the vertices go over from one joint to the other
	pillarSides   = 48
	pillarRings   = 64
	pillarStripes = 8
)

// Pillars adds a model of a tube with two joints for each method of skinning. Its clips are a twist
// and a bend of some seconds.
func Pillars(library *assets.Library, seconds float64) ([]*assets.Model, error) {
	joints := []rig.Joint{
		{Name: "lower", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "upper", Parent: 0, Rest: rig.IdentityTRS()},
	}
	joints[1].Rest.Translation[1] = pillarHeight / 2
	skeleton, err := rig.NewSkeleton("tube", joints, nil)
	if err != nil {
		return nil, err
	}
	skin, err := rig.NewSkin("tube", skeleton, []int{0, 1}, nil)
	if err != nil {
		return nil, err
	}
	skeletonID, skinID := library.AddSkeleton(skeleton), library.AddSkin(skin)
	var clips []assets.ClipID
	for _, motion := range []struct {
		name    string
		axis    mgl32.Vec3
		degrees float64
		back    float64 // how far it goes the other way, as a part
	}{{"twist", mgl32.Vec3{0, 1, 0}, 180, 1}, {"bend", mgl32.Vec3{0, 0, -1}, 125, 0.1}} {
		id, err := swingClip(skeleton, motion.name, seconds, motion.axis, motion.degrees*math.Pi/180, motion.back).
			Add(library)
		if err != nil {
			return nil, err
		}
		clips = append(clips, id)
	}
	var models []*assets.Model
	for i, method := range []mesh.Skinning{mesh.SkinLinear, mesh.SkinRigid, mesh.SkinDualQuaternion} {
		material := mesh.DefaultMaterial()
		material.BaseColor = []mgl32.Vec4{{0.75, 0.22, 0.08, 1}, {0.45, 0.45, 0.42, 1}, {0.07, 0.32, 0.62, 1}}[i]
		material.Metallic, material.Roughness = 0, 0.45
		surface := pillarSurface()
		surface.Material = library.AddMaterial(&material)
		id, err := library.AddMesh(&mesh.Mesh{Name: method.String(), Primitives: []mesh.Primitive{surface}})
		if err != nil {
			return nil, err
		}
		model := &assets.Model{
			Name: method.String(), Skeleton: skeletonID, Skins: []assets.SkinID{skinID},
			Parts: []assets.Part{{Name: method.String(), Mesh: id, Skin: skinID, Skinning: method}},
			Bounds: assets.Box{
				Min: mgl32.Vec3{-pillarRadius, 0, -pillarRadius},
				Max: mgl32.Vec3{pillarRadius, pillarHeight, pillarRadius},
			},
		}
		model.SetClips(library, clips)
		if _, err := library.AddModel(model); err != nil {
			return nil, err
		}
		models = append(models, model)
	}
	return models, nil
}

// swingClip begins a clip of some seconds in which the second joint turns to an angle, back, the
// other way by a part of the angle, and back.
func swingClip(skeleton *assets.Skeleton, name string, seconds float64, axis mgl32.Vec3, radians,
	other float64,
) *clip.Builder {
	const keys = 120
	var times []float32
	var turns []mgl32.Quat
	for i := range keys + 1 {
		// The angle rests a little at both ends.
		at := math.Sin(2 * math.Pi * float64(i) / keys)
		at = math.Copysign(1-math.Pow(1-math.Abs(at), 1.7), at)
		if at < 0 {
			at *= other
		}
		times = append(times, float32(seconds)*float32(i)/keys)
		turns = append(turns, mgl32.QuatRotate(float32(radians*at), axis))
	}
	return clip.NewBuilder(name, skeleton).Rotation(1, clip.Linear, times, turns)
}

// pillarSurface makes the surface of a tube along y, with stripes along it.
func pillarSurface() mesh.Primitive {
	p := mesh.Primitive{Influences: 4}
	add := func(at, normal mgl32.Vec3, color mgl32.Vec4) {
		second := min(max(0.5+(at[1]-pillarHeight/2)/pillarBlend, 0), 1)
		joints, weights := [4]uint16{0, 1, mesh.NoInfluence, mesh.NoInfluence}, [4]float32{1 - second, second}
		if second > 0.5 {
			joints[0], joints[1], weights[0], weights[1] = 1, 0, second, 1-second
		}
		p.Positions, p.Normals, p.Colors = append(p.Positions, at), append(p.Normals, normal), append(p.Colors, color)
		p.Joints, p.Weights = append(p.Joints, joints[:]...), append(p.Weights, weights[:]...)
	}
	for ring := range pillarRings + 1 {
		for side := range pillarSides {
			sin, cos := math.Sincos(2 * math.Pi * float64(side) / pillarSides)
			out := mgl32.Vec3{float32(cos), 0, float32(sin)}
			at := out.Mul(pillarRadius)
			at[1] = pillarHeight * float32(ring) / pillarRings
			color := mgl32.Vec4{1, 1, 1, 1}
			if side*pillarStripes/pillarSides%2 == 1 {
				color = mgl32.Vec4{0.45, 0.45, 0.45, 1}
			}
			add(at, out, color)
		}
	}
	end := uint32(len(p.Positions))
	for _, y := range []float32{0, pillarHeight} { // the flat ends have vertices and normals of their own
		up := mgl32.Vec3{0, 2*y/pillarHeight - 1, 0}
		add(mgl32.Vec3{0, y, 0}, up, mgl32.Vec4{1, 1, 1, 1})
		for side := range pillarSides {
			sin, cos := math.Sincos(2 * math.Pi * float64(side) / pillarSides)
			add(mgl32.Vec3{pillarRadius * float32(cos), y, pillarRadius * float32(sin)}, up, mgl32.Vec4{1, 1, 1, 1})
		}
	}
	at := func(ring, side uint32) uint32 { return ring*pillarSides + side%pillarSides }
	for side := range uint32(pillarSides) {
		for ring := range uint32(pillarRings) {
			a, b, c, d := at(ring, side), at(ring, side+1), at(ring+1, side), at(ring+1, side+1)
			p.Indices = append(p.Indices, a, c, b, b, c, d)
		}
		next := (side + 1) % pillarSides
		top := end + pillarSides + 1
		p.Indices = append(p.Indices, end, end+1+side, end+1+next, top, top+1+next, top+1+side)
	}
	return p
}

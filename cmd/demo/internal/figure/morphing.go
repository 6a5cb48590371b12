package figure

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// Shape is a morph target: how far it moves a vertex outward along its normal, in meters, by its
// place in the rest pose.
type Shape struct {
	Name string
	Move func(at mgl32.Vec3) float32
}

// bump is 1 in the middle and falls to 0 at a distance.
func bump(distance, width float32) float32 {
	t := max(0, 1-distance*distance/(width*width))
	return t * t
}

// Shapes are the morph targets of the demo: a big belly, strong shoulders and arms, a large head,
// and waves over the skin.
var Shapes = []Shape{
	{"belly", func(at mgl32.Vec3) float32 { return 0.2 * bump(at.Sub(mgl32.Vec3{0, 1.08, 0.12}).Len(), 0.34) }},
	{"strong", func(at mgl32.Vec3) float32 {
		beside := float32(math.Abs(float64(at[0])))
		return 0.07*bump(mgl32.Vec3{beside - 0.32, at[1] - 1.3, at[2]}.Len(),
			0.3) + 0.05*bump(at.Sub(mgl32.Vec3{0, 1.36, 0.08}).Len(), 0.28)
	}},
	{"head", func(at mgl32.Vec3) float32 { return 0.09 * bump(at.Sub(mgl32.Vec3{0, 1.72, 0}).Len(), 0.26) }},
	{"waves", func(at mgl32.Vec3) float32 { return 0.022 * float32(math.Sin(60*float64(at[1]))) }},
}

// Morphing adds a copy of a model to the library, with morph targets, whose first clip is the
// model's clip of that name while the weights of the targets rise and fall one after the other.
// Normals follow the surface.
func Morphing(library *assets.Library, model *assets.Model, shapes []Shape, name string) (*assets.Model, error) {
	old := library.Skeleton(model.Skeleton)
	joints, _ := ModelJoints(old)
	const carrier = 0 // the joint by which the clip names the weights
	joints[carrier].Morphs = make([]float32, len(shapes))
	skeleton, err := rig.NewSkeleton(model.Name+" with morph targets", joints, nil)
	if err != nil {
		return nil, err
	}
	out := &assets.Model{Name: "morph", Skeleton: library.AddSkeleton(skeleton), Bounds: model.Bounds}
	influences := make([]int, len(joints))
	for i := range influences {
		influences[i], _ = skeleton.FromSource(i)
	}
	skin, err := rig.NewSkin(out.Name, skeleton, influences, nil)
	if err != nil {
		return nil, err
	}
	out.Skins = []assets.SkinID{library.AddSkin(skin)}
	channel, _ := skeleton.MorphChannel(carrier)
	for _, part := range model.Parts {
		shaped := *library.Mesh(part.Mesh)
		shaped.Primitives = append([]mesh.Primitive(nil), shaped.Primitives...)
		shaped.Weights, shaped.TargetNames = make([]float32, len(shapes)), nil
		for i := range shaped.Primitives {
			shaped.Primitives[i].Targets = nil
		}
		for _, shape := range shapes {
			shaped.TargetNames = append(shaped.TargetNames, shape.Name)
			for i := range shaped.Primitives {
				p := &shaped.Primitives[i]
				p.Targets = append(p.Targets, shape.target(p))
			}
		}
		part.Skin, part.Morphs = out.Skins[0], channel
		if part.Mesh, err = library.AddMesh(&shaped); err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, part)
	}
	base, err := copyClip(library.Clip(model.Clip(name)), skeleton)
	if err != nil {
		return nil, err
	}
	times, weights := turns(len(shapes), base.Duration())
	c, err := clip.NewBuilder(name, skeleton).Copy(base).MorphWeights(carrier, clip.Linear, times, weights).Build()
	if err != nil {
		return nil, err
	}
	out.SetClips(library, []assets.ClipID{library.AddClip(c)})
	_, err = library.AddModel(out)
	return out, err
}

// turns returns keys by which weights rise from 0 to 1 and fall again, one after the other.
func turns(count int, seconds float64) (times, weights []float32) {
	for i := range 2*count + 1 {
		times = append(times, float32(seconds*float64(i)/float64(2*count)))
		row := make([]float32, count)
		if i%2 == 1 {
			row[i/2] = 1
		}
		weights = append(weights, row...)
	}
	return times, weights
}

// target returns the shape of a primitive.
func (s *Shape) target(p *mesh.Primitive) (out mesh.MorphTarget) {
	out.Positions, out.Normals = make([]mgl32.Vec3, len(p.Positions)), make([]mgl32.Vec3, len(p.Positions))
	const step = 1e-3 // meters, to measure how the movement changes from place to place
	for v, at := range p.Positions {
		normal, move := p.Normals[v], s.Move(at)
		out.Positions[v] = normal.Mul(move)
		var slope mgl32.Vec3
		for axis := range 3 {
			beside := at
			beside[axis] += step
			slope[axis] = (s.Move(beside) - move) / step
		}
		slope = slope.Sub(normal.Mul(slope.Dot(normal)))
		out.Normals[v] = normal.Sub(slope).Normalize().Sub(normal)
	}
	return out
}

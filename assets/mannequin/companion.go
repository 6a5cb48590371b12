package mannequin

import (
	"errors"
	"fmt"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// CompanionSize is the length of the companion's legs by those of the mannequin, and so its speed:
// it walks at CompanionSize times [WalkSpeed].
const CompanionSize = 0.84

// NewCompanion makes the companion and adds all that belongs to it to the library, as [New] does
// for the mannequin. Most of its surface is the mannequin's, which the first call of either
// computes.
func NewCompanion(lib *assets.Library) (*assets.Model, error) {
	if lib == nil {
		return nil, errors.New("mannequin: expected a library to add the companion to, found nil")
	}
	primitives, err := companionSurface()
	if err != nil {
		return nil, err
	}
	paints := companionMaterials()
	return add(lib, "companion", companionRest(posing.NewRestPose()), primitives, paints[:])
}

// The paints of the companion, which are the sources of its primitives.
const (
	cloth = iota // a tunic with sleeves
	trim         // a scarf, and the cuffs
	skin
	hair
	trousers
	leather // the belt and the boots
	companionPaints
)

// companionMaterials returns the material of each paint. Colors are linear.
func companionMaterials() [companionPaints]mesh.Material {
	return [companionPaints]mesh.Material{
		cloth:    companionMaterial("cloth", mgl32.Vec3{0.06, 0.2, 0.25}, 0.85),
		trim:     companionMaterial("trim", mgl32.Vec3{0.72, 0.3, 0.04}, 0.8),
		skin:     companionMaterial("skin", mgl32.Vec3{0.56, 0.27, 0.16}, 0.55),
		hair:     companionMaterial("hair", mgl32.Vec3{0.055, 0.022, 0.012}, 0.5),
		trousers: companionMaterial("trousers", mgl32.Vec3{0.1, 0.085, 0.075}, 0.9),
		leather:  companionMaterial("leather", mgl32.Vec3{0.15, 0.055, 0.022}, 0.45),
	}
}

func companionMaterial(name string, color mgl32.Vec3, roughness float32) mesh.Material {
	return mesh.Material{
		Name: name, BaseColor: color.Vec4(1), Roughness: roughness, NormalScale: 1, OcclusionStrength: 1,
		AlphaCutoff: 0.5,
	}
}

// shapedCompanion is the surface of the companion, which is computed once. It is no variable of
// [sync.OnceValues], which would link the companion into programs that have only the mannequin.
var shapedCompanion struct {
	once       sync.Once
	primitives []mesh.Primitive
	err        error
}

// companionSurface returns the primitives of the companion in its rest pose, without materials.
func companionSurface() ([]mesh.Primitive, error) {
	s := &shapedCompanion
	s.once.Do(func() { s.primitives, s.err = shapeCompanion() })
	return s.primitives, s.err
}

// shapeCompanion computes the surface of the companion.
func shapeCompanion() ([]mesh.Primitive, error) {
	base, err := surface()
	if err != nil {
		return nil, err
	}
	rest := posing.NewRestPose()
	out := make([]mesh.Primitive, companionPaints)
	for paint := range out {
		out[paint] = mesh.Primitive{Source: paint, Influences: maxInfluences}
	}
	for i := range base {
		dress(out, &base[i], rest)
	}
	for _, part := range []struct {
		body    *body
		regions []isosurface.Region
	}{{newFace(rest), faceRegions()}, {newHair(rest), []isosurface.Region{{Label: hair, Side: everywhere}}}} {
		primitives, err := part.body.primitives(part.regions, companionPaints)
		if err != nil {
			return nil, fmt.Errorf("companion: %w", err)
		}
		for i := range primitives {
			join(&out[primitives[i].Source], &primitives[i], func([3]uint32) bool { return true })
		}
	}
	wrapped := wraps()
	for i := range wrapped {
		join(&out[wrapped[i].Source], &wrapped[i], func([3]uint32) bool { return true })
	}
	other := companionRest(rest)
	for i := range out {
		reshape(&out[i], rest, other)
	}
	return out, nil
}

// everywhere is the region of all points.
func everywhere(exact.Vec3) float64 { return -1 }

// join adds the triangles of a primitive that are wanted, with their vertices, to another one.
func join(out, from *mesh.Primitive, wanted func(corners [3]uint32) bool) {
	index := map[uint32]uint32{}
	for t := 0; t < len(from.Indices); t += 3 {
		corners := [3]uint32(from.Indices[t : t+3])
		if !wanted(corners) {
			continue
		}
		for _, v := range corners {
			i, known := index[v]
			if !known {
				i = uint32(len(out.Positions))
				index[v] = i
				out.Positions = append(out.Positions, from.Positions[v])
				out.Normals = append(out.Normals, from.Normals[v])
				out.Colors = append(out.Colors, from.Colors[v])
				first := int(v) * maxInfluences
				out.Joints = append(out.Joints, from.Joints[first:first+maxInfluences]...)
				out.Weights = append(out.Weights, from.Weights[first:first+maxInfluences]...)
			}
			out.Indices = append(out.Indices, i)
		}
	}
}

// dress adds the triangles of a primitive of the mannequin in the paints of the companion. The head
// is left out.
func dress(out []mesh.Primitive, from *mesh.Primitive, rest *posing.RestPose) {
	for paint := range out {
		join(&out[paint], from, func(corners [3]uint32) bool {
			return dressed(from, corners, rest) == paint
		})
	}
}

// noPaint is what is left out.
const noPaint = -1

// dressed returns the paint of a triangle of the mannequin's surface on the companion.
func dressed(from *mesh.Primitive, corners [3]uint32, rest *posing.RestPose) int {
	// A triangle belongs to the joint that moves its first corner most.
	v := corners[0]
	j := posing.Joint(from.Joints[int(v)*maxInfluences]).OnLeft()
	p := isosurface.Fold(vec64(from.Positions[v]))
	switch {
	case j == posing.Head:
		return noPaint
	case j == posing.Neck1 || j == posing.Neck2:
		return skin
	case j <= posing.Clavicle || j == posing.Thigh && p[1] > 0.73: // what is below the skirt has its color
		return cloth
	case j == posing.Thigh || j == posing.Shin && p[1] > 0.17:
		return trousers
	case j >= posing.Thigh:
		return leather
	}
	wrist := p.Sub(rest.Position[posing.Hand]).Dot(posing.Rotate(rest.Rotation[posing.Forearm], exact.Vec3{0, 1, 0}))
	switch {
	case wrist < -0.06: // above the edge of the mannequin's glove
		return cloth
	case from.Source == accent:
		return trim
	case from.Source == core:
		return skin
	}
	return cloth
}

// companionScale returns the size of the body about a joint, along the axes of the joint, by that
// of the mannequin.
func companionScale(j posing.Joint) exact.Vec3 {
	const legs = CompanionSize
	switch j = j.OnLeft(); {
	case j == posing.Root:
		return exact.Vec3{1, 1, 1}
	case j == posing.Hips || j == posing.Foot || j == posing.Toe:
		return exact.Vec3{legs, legs, legs}
	case j == posing.Thigh || j == posing.Shin:
		return exact.Vec3{0.93, legs, 0.93}
	case j <= posing.Spine4:
		return exact.Vec3{0.9, 0.88, 0.92}
	case j == posing.Neck1 || j == posing.Neck2:
		return exact.Vec3{0.8, 0.85, 0.8}
	case j == posing.Head:
		return exact.Vec3{1.2, 1.2, 1.2}
	case j == posing.Clavicle:
		return exact.Vec3{0.9, 0.84, 0.9}
	case j <= posing.ForearmTwist:
		return exact.Vec3{0.88, 0.86, 0.88}
	default: // hand and fingers
		return exact.Vec3{0.9, 0.9, 0.9}
	}
}

// companionRest returns the rest pose of the companion: that of the mannequin with other lengths.
func companionRest(rest *posing.RestPose) *posing.RestPose {
	out := &posing.RestPose{Bones: make([]posing.Bone, posing.JointCount)}
	for j := posing.Root; int(j) < posing.JointCount; j++ {
		b := rest.Bones[j]
		if b.Parent >= 0 {
			b.Offset = b.Offset.Times(companionScale(b.Parent))
		}
		if j == posing.Hips {
			b.Offset = b.Offset.Scale(CompanionSize)
		}
		out.AddJoint(j, b)
	}
	return out
}

// vec64 returns a vector of an asset.
func vec64(v mgl32.Vec3) exact.Vec3 { return exact.Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }

// reshape moves the vertices of a primitive from one rest pose to the other: each joint takes the
// body about it along, at the size of the companion there.
func reshape(p *mesh.Primitive, from, to *posing.RestPose) {
	for v := range p.Positions {
		at, normal := vec64(p.Positions[v]), vec64(p.Normals[v])
		var place, slope exact.Vec3
		for k := v * maxInfluences; k < (v+1)*maxInfluences; k++ {
			if p.Joints[k] == mesh.NoInfluence {
				continue
			}
			j, weight := posing.Joint(p.Joints[k]), float64(p.Weights[k])
			size := companionScale(j)
			back := from.Rotation[j].Conjugate()
			local := posing.Rotate(back, at.Sub(from.Position[j])).Times(size)
			place = place.AddScaled(weight, to.ModelPoint(j, local))
			turned := posing.Rotate(back, normal)
			turned = exact.Vec3{turned[0] / size[0], turned[1] / size[1], turned[2] / size[2]}
			slope = slope.AddScaled(weight, posing.Rotate(to.Rotation[j], turned))
		}
		p.Positions[v], p.Normals[v] = posing.Vec32(place), posing.Vec32(slope.Normalized())
	}
}

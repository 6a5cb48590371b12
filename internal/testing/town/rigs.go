package town

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// The rigs of the town, by the names of their skeletons.
const (
	Adult  = "adult"  // the mannequin with joints for a ponytail
	Child  = "child"  // smaller, with a large head
	Porter = "porter" // broad above, and without joints of fingers
	Horse  = "horse"
	Bird   = "bird"
)

// Rigs lists the rigs.
var Rigs = []string{Adult, Child, Porter, Horse, Bird}

// people are the rigs of people, made of the mannequin.
var people = map[string]proportions{
	Adult:  {size: 1, hair: true},
	Child:  {size: 0.62, scales: map[string]float32{"neck_1": 1.4}},
	Porter: {size: 0.98, scales: map[string]float32{"spine_3": 1.18, "neck_1": 0.78}, fingerless: true},
}

// proportions are what a rig changes about the mannequin's.
type proportions struct {
	size       float32            // of the whole character
	scales     map[string]float32 // of joints, and what hangs from them
	fingerless bool
	hair       bool // adds the joints of a ponytail
}

// hairPoints are the joints of the ponytail, in the model space of the mannequin.
var hairPoints = []exact.Vec3{
	{0, 1.735, -0.105}, {0, 1.715, -0.19}, {0, 1.63, -0.235}, {0, 1.53, -0.25}, {0, 1.43, -0.255},
}

func hairJoint(i int) string { return fmt.Sprintf("hair_%d", i) }

// person is a rig made of the mannequin.
type person struct {
	proportions
	name  string
	from  *rig.Skeleton // of the mannequin
	base  *assets.Model // the mannequin
	joint map[string]int
	skin  *rig.Skin // with every joint of the skeleton, by its index
	*rig.Skeleton
}

// isFinger reports whether a joint of the mannequin is one of a finger.
func isFinger(name string) bool {
	for _, finger := range []string{"_index_", "_middle_", "_ring_", "_pinky_", "_thumb_"} {
		if strings.Contains(name, finger) {
			return true
		}
	}
	return false
}

// newPerson makes the skeleton and the skin of a rig.
func newPerson(name string, library *assets.Library, base *assets.Model) (*person, error) {
	p := &person{
		proportions: people[name], name: name, from: library.Skeleton(base.Skeleton), base: base,
		joint: map[string]int{},
	}
	var joints []rig.Joint
	index := map[string]int{}
	add := func(name, parent string, rest rig.TRS) {
		at := -1
		if parent != "" {
			at = index[parent]
		}
		index[name] = len(joints)
		joints = append(joints, rig.Joint{Name: name, Parent: at, Rest: rest})
	}
	for j := range p.from.Len() {
		joint, parent := p.from.JointName(j), ""
		if at := p.from.Parent(j); at >= 0 {
			parent = p.from.JointName(at)
		}
		if !p.fingerless || !isFinger(joint) {
			add(joint, parent, p.from.Rest(j))
		}
	}
	if p.hair {
		head, err := p.from.FindJoint("head")
		if err != nil {
			return nil, err
		}
		for i, point := range hairPoints {
			rest, parent := rig.IdentityTRS(), hairJoint(i-1)
			if i == 0 { // the axes of the other joints are those of the model
				toHead := modelTransform(p.from, head)
				inverse, _ := toHead.Inverse()
				rest.Translation, parent = inverse.Point(point).Float32(), "head"
				x, y := inverse.Direction(exact.Vec3{1, 0, 0}), inverse.Direction(exact.Vec3{0, 1, 0})
				z := inverse.Direction(exact.Vec3{0, 0, 1})
				rest.Rotation = exact.QuatFromXYZW(exact.QuatFromAxes(x, y, z).Float32())
			} else {
				rest.Translation = point.Sub(hairPoints[i-1]).Float32()
			}
			add(hairJoint(i), parent, rest)
		}
	}
	unscaled, err := rig.NewSkeleton(name, joints, nil)
	if err != nil {
		return nil, err
	}
	all := make([]int, len(joints))
	for i := range all {
		all[i] = i
	}
	bound, err := rig.NewSkin(name, unscaled, all, nil)
	if err != nil {
		return nil, err
	}
	var binds []mgl32.Mat4
	for i := range all {
		binds = append(binds, rig.MatrixAt(bound.InverseBinds(), i).Mat4())
	}
	for joint, i := range index {
		scale := p.scales[joint]
		if joint == "root" {
			scale = p.size
		}
		if scale != 0 {
			joints[i].Rest.Scale = mgl32.Vec3{scale, scale, scale}
		}
	}
	// Both skeletons sort the same joints in the same way.
	if p.Skeleton, err = rig.NewSkeleton(name, joints, nil); err != nil {
		return nil, err
	}
	for joint := range index {
		p.joint[joint], _ = p.Find(joint)
	}
	p.skin, err = rig.NewSkin(name, p.Skeleton, all, binds)
	return p, err
}

// modelTransform returns the transform from the space of a joint at rest to model space.
func modelTransform(s *rig.Skeleton, joint int) exact.Affine {
	rest := s.Rest(joint).Matrix()
	out := exact.ToAffine((*[12]float32)(&rest))
	if parent := s.Parent(joint); parent >= 0 {
		above := modelTransform(s, parent)
		out = above.Mul(&out)
	}
	return out
}

// palette returns the joint of the rig for each palette index of the mannequin; the hand for those
// of fingers that it lacks.
func (p *person) palette(skin *rig.Skin) (out []uint16) {
	for _, j := range skin.Joints() {
		joint := int(j)
		for {
			if to, ok := p.joint[p.from.JointName(joint)]; ok {
				out = append(out, uint16(to))
				break
			}
			joint = p.from.Parent(joint)
		}
	}
	return out
}

// body adds the model of the rig's bare body to a library.
func (p *person) body(to, from *assets.Library, color mgl32.Vec4) (*assets.Model, error) {
	skin := from.Skin(p.base.Skins[0])
	palette := p.palette(skin)
	out := &mesh.Mesh{Name: "body"}
	for _, primitive := range from.Mesh(p.base.Parts[0].Mesh).Primitives {
		material := *from.Material(primitive.Material)
		if material.Name == "shell" {
			material.BaseColor = color
		}
		primitive.Material = to.AddMaterial(&material)
		primitive.Joints = remapped(primitive.Joints, palette)
		if primitive.Influences == 4 {
			primitive.Joints, primitive.Weights = merged(primitive.Joints, primitive.Weights)
		}
		out.Primitives = append(out.Primitives, primitive)
	}
	return addBody(to, p.name, p.Skeleton, p.skin, out)
}

// remapped returns the palette indices after a change of the palette.
func remapped(joints, palette []uint16) []uint16 {
	out := make([]uint16, len(joints))
	for i, j := range joints {
		if out[i] = j; j != mesh.NoInfluence {
			out[i] = palette[j]
		}
	}
	return out
}

// merged returns the influences of vertices with equal joints of a vertex joined, four for each
// vertex.
func merged(joints []uint16, weights []float32) ([]uint16, []float32) {
	outJoints, outWeights := make([]uint16, 0, len(joints)), make([]float32, 0, len(weights))
	for v := 0; v < len(joints); v += 4 {
		var own [4]uint16
		var sums [4]float32
		count := 0
		for i := v; i < v+4; i++ {
			if joints[i] == mesh.NoInfluence {
				continue
			}
			k := 0
			for k < count && own[k] != joints[i] {
				k++
			}
			own[k] = joints[i]
			sums[k] += weights[i]
			count = max(count, k+1)
		}
		for i := range 4 { // heaviest first
			for k := i + 1; k < count; k++ {
				if sums[k] > sums[i] {
					own[i], own[k], sums[i], sums[k] = own[k], own[i], sums[k], sums[i]
				}
			}
			if i >= count {
				own[i], sums[i] = mesh.NoInfluence, 0
			}
		}
		outJoints, outWeights = append(outJoints, own[:]...), append(outWeights, sums[:]...)
	}
	return outJoints, outWeights
}

// part is a named mesh of a model.
type part struct {
	name string
	mesh *mesh.Mesh
}

// addBody adds a model whose skin has all joints of the skeleton, so that its file has them.
func addBody(
	to *assets.Library, name string, skeleton *rig.Skeleton, skin *rig.Skin, mesh *mesh.Mesh,
) (*assets.Model, error) {
	out := &assets.Model{Name: name, Skeleton: to.AddSkeleton(skeleton)}
	out.Skins = []assets.SkinID{to.AddSkin(skin)}
	id, err := to.AddMesh(mesh)
	if err != nil {
		return nil, err
	}
	out.Parts = []assets.Part{{Name: mesh.Name, Mesh: id, Skin: out.Skins[0]}}
	_, err = to.AddModel(out)
	return out, err
}

// addClothes adds a model of one skin to a library. The palette indices of the meshes are those of
// the skin's joints; the model's own skin has only those that move vertices.
func addClothes(
	to *assets.Library, name string, skeleton *rig.Skeleton, skin *rig.Skin, parts ...part,
) (*assets.Model, error) {
	used := make([]bool, skin.Len())
	for _, p := range parts {
		for _, primitive := range p.mesh.Primitives {
			for _, j := range primitive.Joints {
				if j != mesh.NoInfluence {
					used[j] = true
				}
			}
		}
	}
	palette := make([]uint16, len(used))
	var joints []int
	var binds []mgl32.Mat4
	for j := range used {
		if used[j] {
			palette[j] = uint16(len(joints))
			joints = append(joints, int(skin.Joints()[j]))
			binds = append(binds, rig.MatrixAt(skin.InverseBinds(), j).Mat4())
		}
	}
	own, err := rig.NewSkin(name, skeleton, joints, binds)
	if err != nil {
		return nil, err
	}
	out := &assets.Model{Name: name, Skeleton: to.AddSkeleton(skeleton)}
	out.Skins = []assets.SkinID{to.AddSkin(own)}
	for _, p := range parts {
		for i := range p.mesh.Primitives {
			p.mesh.Primitives[i].Joints = remapped(p.mesh.Primitives[i].Joints, palette)
		}
		id, err := to.AddMesh(p.mesh)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, assets.Part{Name: p.name, Mesh: id, Skin: out.Skins[0]})
	}
	_, err = to.AddModel(out)
	return out, err
}

// newMannequin makes the mannequin in a library of its own.
func newMannequin() (*assets.Library, *assets.Model, error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	return library, model, err
}

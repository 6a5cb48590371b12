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
	"github.com/sinew-go/sinew/assets/rig"
)

// New makes the mannequin and adds its skeleton, skin, mesh, materials, clips and model to the
// library, which bakes the clips unless it was made with assets.Exact. The first call computes the
// surface, which takes most of a second; the mannequins of all libraries share it. It returns an
// error if the library is nil or full.
func New(lib *assets.Library) (*assets.Model, error) {
	if lib == nil {
		return nil, errors.New("mannequin: expected a library to add it to, found nil")
	}
	primitives, err := surface()
	if err != nil {
		return nil, err
	}
	return add(lib, "mannequin", posing.NewRestPose(), primitives, materials[:])
}

// add adds a character to a library, with the clips of the mannequin. The source of a primitive is
// the index of its material.
func add(lib *assets.Library, name string, rest *posing.RestPose, primitives []mesh.Primitive,
	paints []mesh.Material,
) (*assets.Model, error) {
	skeleton, err := rest.Skeleton(name)
	if err != nil {
		return nil, err
	}
	joints := make([]int, posing.JointCount)
	for j := range joints {
		joints[j] = j
	}
	skin, err := rig.NewSkin(name, skeleton, joints, nil)
	if err != nil {
		return nil, err
	}
	model := &assets.Model{Name: name, Skeleton: lib.AddSkeleton(skeleton)}
	model.Bounds = boundingBox(primitives)
	mesh := &mesh.Mesh{Name: "body"}
	for _, p := range primitives {
		material := paints[p.Source]
		p.Material = lib.AddMaterial(&material)
		mesh.Primitives = append(mesh.Primitives, p)
	}
	skinID := lib.AddSkin(skin)
	model.Skins = []assets.SkinID{skinID}
	meshID, err := lib.AddMesh(mesh)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	model.Parts = []assets.Part{{Name: mesh.Name, Node: int(posing.Root), Mesh: meshID, Skin: skinID}}
	if err := errors.Join(skeleton.SetVertexDistances(model.VertexDistances(lib)),
		skeleton.SetOuterVertices(model.OuterVertices(lib))); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	poser := posing.NewRestPose() // clips are posed on the mannequin
	clips := make([]*assets.Clip, len(animations))
	for i, a := range animations {
		if clips[i], err = a.Clip(poser, skeleton); err != nil {
			return nil, err
		}
	}
	ids, err := lib.AddClips(clips, assets.Baking{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	model.SetClips(lib, ids)
	addNodes(model, skeleton)
	if _, err := lib.AddModel(model); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return model, nil
}

// addNodes adds a node for each joint, as a file would have, and a scene with the root.
func addNodes(m *assets.Model, s *assets.Skeleton) {
	for j := range s.Len() {
		m.Nodes = append(m.Nodes, assets.Node{
			Name: s.JointName(j), Parent: s.Parent(j), Rest: s.Rest(j), Joint: j, IsJoint: true, Offset: mgl32.Ident4(),
		})
	}
	m.Scenes = []assets.Scene{{Name: m.Name, Roots: []int{int(posing.Root)}}}
}

// surface returns the primitives of the body, without materials. They are computed once: nothing
// changes the vertices of a mesh.
var surface = sync.OnceValues(func() ([]mesh.Primitive, error) {
	rest := posing.NewRestPose()
	return newBody(rest).primitives(paintRegions(rest), paintCount)
})

// primitives returns the skinned surface of the body, one primitive for each of a number of paints,
// which is its source. Regions that are painted have the paints as labels.
func (b *body) primitives(regions []isosurface.Region, count int) ([]mesh.Primitive, error) {
	s, err := isosurface.Mesh(b.field)
	if err != nil {
		return nil, fmt.Errorf("mannequin: %w", err)
	}
	paints := s.CutRegions(b.field, regions)
	influences := b.bindSkin(s)
	normals, colors := make([]mgl32.Vec3, len(s.Points)), make([]mgl32.Vec4, len(s.Points))
	for v, p := range s.Points {
		n := b.field.Normal(p)
		normals[v] = posing.Vec32(n)
		open := float32(b.field.Openness(p, n))
		colors[v] = mgl32.Vec4{open, open, open, 1}
	}
	var primitives []mesh.Primitive
	for paint := range count {
		p := mesh.Primitive{Source: paint, Influences: maxInfluences}
		var kept [][]influence
		index := map[int32]uint32{} // of the surface's vertices in the primitive
		for t, corners := range s.Triangles {
			if paints[t] != paint {
				continue
			}
			for _, v := range corners {
				i, known := index[v]
				if !known {
					i = uint32(len(p.Positions))
					index[v] = i
					p.Positions = append(p.Positions, posing.Vec32(s.Points[v]))
					p.Normals = append(p.Normals, normals[v])
					p.Colors = append(p.Colors, colors[v])
					kept = append(kept, influences[v].list)
				}
				p.Indices = append(p.Indices, i)
			}
		}
		p.Joints, p.Weights = influenceStreams(kept)
		if len(p.Indices) > 0 {
			primitives = append(primitives, p)
		}
	}
	return primitives, nil
}

// boundingBox returns the bounding box of all vertices.
func boundingBox(primitives []mesh.Primitive) assets.Box {
	first := primitives[0].Positions[0]
	box := assets.Box{Min: first, Max: first}
	for _, p := range primitives {
		for _, v := range p.Positions {
			for i := range v {
				box.Min[i], box.Max[i] = min(box.Min[i], v[i]), max(box.Max[i], v[i])
			}
		}
	}
	return box
}

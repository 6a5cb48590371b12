package mannequin

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// New makes the mannequin and files it, with all that belongs to it, in the library. It takes a few hundred milliseconds:
// make it once and spawn it often. The error is that of a library that is full.
func New(lib *assets.Library) (*assets.Model, error) {
	f := newFigure()
	skeleton, err := f.skeleton()
	if err != nil {
		return nil, err
	}
	joints := make([]int, jointCount)
	for j := range joints {
		joints[j] = j
	}
	skin, err := rig.NewSkin("mannequin", skeleton, joints, nil)
	if err != nil {
		return nil, err
	}
	body, err := newBody(f, newField(f))
	if err != nil {
		return nil, err
	}
	model := &assets.Model{Name: "mannequin", Skeleton: lib.AddSkeleton(skeleton)}
	mesh := &assets.Mesh{Name: "body"}
	for i, p := range body {
		material := materials[i]
		p.Material = lib.AddMaterial(&material)
		mesh.Primitives = append(mesh.Primitives, p)
		for _, v := range p.Positions {
			grow(&model.Bounds, v, len(mesh.Primitives) == 1 && v == p.Positions[0])
		}
	}
	skinned := lib.AddSkin(skin)
	model.Skins = []assets.SkinID{skinned}
	drawn, err := lib.AddMesh(mesh)
	if err != nil {
		return nil, fmt.Errorf("mannequin: %w", err)
	}
	model.Parts = []assets.Part{{Name: mesh.Name, Node: int(root), Mesh: drawn, Skin: skinned}}
	var clips []assets.ClipID
	for _, m := range motions {
		clip, err := m.clip(f, skeleton)
		if err != nil {
			return nil, err
		}
		clips = append(clips, lib.AddClip(clip))
	}
	model.SetClips(lib, clips)
	nodes(model, skeleton)
	if _, err := lib.AddModel(model); err != nil {
		return nil, fmt.Errorf("mannequin: %w", err)
	}
	return model, nil
}

func grow(b *assets.Box, p mgl32.Vec3, first bool) {
	for i := range 3 {
		if first {
			b.Min[i], b.Max[i] = p[i], p[i]
			continue
		}
		b.Min[i], b.Max[i] = min(b.Min[i], p[i]), max(b.Max[i], p[i])
	}
}

// nodes describes the model as a file would: a node for each joint. The root's carries the mesh.
func nodes(m *assets.Model, s *assets.Skeleton) {
	for j := range s.Len() {
		m.Nodes = append(m.Nodes, assets.Node{
			Name: s.Joint(j), Parent: s.Parent(j), Rest: s.Rest(j), Joint: j, IsJoint: true, Offset: mgl32.Ident4(),
		})
	}
	m.Scenes = []assets.Scene{{Name: "mannequin", Roots: []int{int(root)}}}
}

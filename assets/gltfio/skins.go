package gltfio

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
)

// buildSkins makes all skins of the file, whether a node uses them or not.
func (l *loader) buildSkins() error {
	for i, s := range l.doc.Skins {
		path := fmt.Sprintf("skins[%d]", i)
		if err := l.memory.spend(path, len(s.Joints), 128); err != nil {
			return err
		}
		joints := make([]int, len(s.Joints))
		for k, node := range s.Joints {
			joints[k], _ = l.skeleton.FromSource(node)
		}
		matrices, err := l.inverseBinds(path+".inverseBindMatrices", s.InverseBindMatrices, len(joints))
		if err != nil {
			return err
		}
		name := s.Name
		if name == "" {
			name = fmt.Sprintf("skin_%d", i)
		}
		skin, err := rig.NewSkin(name, l.skeleton, joints, matrices)
		if err != nil {
			return &Error{Path: path, Err: err}
		}
		l.skins = append(l.skins, skin)
	}
	return nil
}

// inverseBinds reads the inverse bind matrices of a skin. Without an accessor they are the identity, as glTF 2.0
// section 5.28 requires.
func (l *loader) inverseBinds(path string, index *int, joints int) ([]mgl32.Mat4, error) {
	matrices := make([]mgl32.Mat4, joints)
	if index == nil {
		for i := range matrices {
			matrices[i] = mgl32.Ident4()
		}
		return matrices, nil
	}
	flat, err := l.readFloatsAs(path, *index, inverseBindRule)
	if err != nil {
		return nil, err
	}
	if n := l.accessors[*index].count; n < joints {
		return nil, errorAt(path, "accessors[%d] has %d matrices, but the skin has %d joints", *index, n, joints)
	}
	copy(matrices, vectors[mgl32.Mat4](flat))
	for i := range matrices {
		m := &matrices[i]
		if !hasAffineRow(*m) {
			return nil, errorAt(path, "accessors[%d]: the last row of matrix %d is %v, want 0 0 0 1", *index, i, m.Row(3))
		}
		m[3], m[7], m[11], m[15] = 0, 0, 0, 1
	}
	return matrices, nil
}

// buildRigidSkins makes the skins of the rigid parts. For each part there is one palette index, which has the nearest
// joint of the part's node, and the transform from the part to that joint as inverse bind matrix. A skin holds at most
// [rig.MaxJoints] palette indices, so there may be several skins.
func (l *loader) buildRigidSkins() error {
	var rigid []*part
	for i := range l.parts {
		if l.parts[i].rigid {
			rigid = append(rigid, &l.parts[i])
		}
	}
	for chunk := range slices.Chunk(rigid, rig.MaxJoints) {
		joints, matrices := make([]int, len(chunk)), make([]mgl32.Mat4, len(chunk))
		for k, p := range chunk {
			n := &l.nodes[p.node]
			joints[k], _ = l.skeleton.FromSource(n.nearestJoint)
			offset := n.offset
			if p.instance != rig.IdentityMatrix() {
				offset = offset.Mul(p.instance)
			}
			matrices[k] = offset.Mat4()
		}
		skin, err := rig.NewSkin("rigid", l.skeleton, joints, matrices)
		if err != nil {
			return &Error{Path: "nodes", Err: err}
		}
		l.rigidSkins = append(l.rigidSkins, skin)
		for k, p := range chunk {
			p.skin, p.paletteIndex = skin, k
		}
	}
	return nil
}

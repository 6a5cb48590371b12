package rig

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// Skin binds meshes to a skeleton. It has one entry for each influence joint, which is what the joint indices of vertices
// count; a palette has one matrix for each entry: model(joint) · inverse bind.
//
// A rigid mesh that hangs from a joint is the case of one influence: its entry's 'inverse bind' is where the mesh sits in
// the joint's space.
type Skin struct {
	name           string
	skeleton       *Skeleton
	joints         []int16
	inverseBinds   []float32
	paletteIndices []int16 // of each joint of the skeleton, -1 for none; nil where a joint has two
}

// NewSkin makes a skin of the skeleton's joints and one inverse bind matrix for each, whose last rows must be 0 0 0 1. With
// inverseBind nil the matrices come from the rest pose, see [Skeleton.InverseBind], for a mesh placed at the origin.
func NewSkin(name string, skeleton *Skeleton, joints []int, inverseBind []mgl32.Mat4) (*Skin, error) {
	if len(joints) == 0 {
		return nil, fmt.Errorf("skin %q: it has no joints", name)
	}
	if len(joints) > MaxJoints {
		return nil, fmt.Errorf("skin %q: %d joints are more than the %d that fit", name, len(joints), MaxJoints)
	}
	for i, j := range joints {
		if j < 0 || j >= skeleton.Len() {
			return nil, fmt.Errorf("skin %q: joints[%d]: %d is not below the skeleton's %d joints", name, i, j, skeleton.Len())
		}
	}
	if inverseBind == nil {
		var err error
		if inverseBind, err = skeleton.InverseBind(joints, mgl32.Ident4()); err != nil {
			return nil, fmt.Errorf("skin %q: %w", name, err)
		}
	}
	if len(inverseBind) != len(joints) {
		return nil, fmt.Errorf("skin %q: %d inverse bind matrices for %d joints", name, len(inverseBind), len(joints))
	}
	s := &Skin{name: name, skeleton: skeleton}
	for i, m := range inverseBind {
		for _, v := range m {
			if v-v != 0 {
				return nil, fmt.Errorf("skin %q: inverse bind matrix %d: %w", name, i, ErrNotFinite)
			}
		}
		if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
			return nil, fmt.Errorf("skin %q: inverse bind matrix %d: its last row is %v, not 0 0 0 1", name, i, m.Row(3))
		}
		rows := MatrixFromMat4(m)
		s.inverseBinds = append(s.inverseBinds, rows[:]...)
		s.joints = append(s.joints, int16(joints[i]))
	}
	s.paletteIndices = paletteIndicesOf(s.joints, skeleton.Len())
	return s, nil
}

// entriesOf turns the joints of entries into the entries of joints.
func paletteIndicesOf(joints []int16, count int) []int16 {
	entries := make([]int16, count)
	for j := range entries {
		entries[j] = -1
	}
	for i, j := range joints {
		if entries[j] >= 0 {
			return nil
		}
		entries[j] = int16(i)
	}
	return entries
}

// Name returns the skin's name.
func (s *Skin) Name() string { return s.name }

// Skeleton returns the skeleton whose joints the skin names.
func (s *Skin) Skeleton() *Skeleton { return s.skeleton }

// Len returns the number of entries.
func (s *Skin) Len() int { return len(s.joints) }

// Joints returns the skeleton's joint of each entry. The slice is the skin's own: read only.
func (s *Skin) Joints() []int16 { return s.joints }

// Entries returns the entry of each of the skeleton's joints, -1 where it has none. It is nil where a joint has several. The slice
// is the skin's own: read only.
func (s *Skin) PaletteIndices() []int16 { return s.paletteIndices }

// InverseBinds returns the inverse bind matrices, [MatrixSize] numbers an entry. The slice is the skin's own: read only.
func (s *Skin) InverseBinds() []float32 { return s.inverseBinds }

// Palette writes the matrix of each entry to dst, given every joint's model matrix, and returns it; a nil or short dst is
// replaced by a new slice. A vertex is skinned as Σ weight · palette[joint] · position.
func (s *Skin) Palette(dst, model []float32) []float32 {
	n := s.Len() * MatrixSize
	if len(dst) < n {
		dst = make([]float32, n)
	}
	for i, j := range s.joints {
		m := MatrixAt(model, int(j)).Mul(MatrixAt(s.inverseBinds, i))
		copy(dst[i*MatrixSize:], m[:])
	}
	return dst[:n]
}

package rig

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// Skin binds meshes to a skeleton. It lists the influence joints: the joints that move vertices of
// those meshes. A palette has one matrix for each, model(joint) · inverse bind matrix. The joint
// indices of vertices are palette indices: they count influence joints, not joints of the skeleton.
//
// A rigid mesh that hangs from a joint has a skin of one influence joint, whose inverse bind matrix
// is the mesh's place in the joint's space.
type Skin struct {
	name           string
	skeleton       *Skeleton
	joints         []int16
	inverseBinds   []float32
	paletteIndices []int16 // by joint of the skeleton, -1 for none; nil if a joint has several
}

// NewSkin makes a skin from the influence joints and an inverse bind matrix for each, whose last
// row must be 0 0 0 1. If inverseBinds is nil, the matrices come from the rest pose, for a mesh
// modeled around it with its origin at the model's: the inverse of each joint's model matrix. For a
// mesh elsewhere, multiply them by the matrix that takes the mesh to model space.
func NewSkin(name string, skeleton *Skeleton, joints []int, inverseBinds []mgl32.Mat4) (*Skin, error) {
	if len(joints) == 0 {
		return nil, fmt.Errorf("skin %q: expected joints, found none", name)
	}
	if len(joints) > MaxJoints {
		return nil, fmt.Errorf("skin %q: expected at most %d joints, found %d", name, MaxJoints, len(joints))
	}
	for i, j := range joints {
		if j < 0 || j >= skeleton.Len() {
			return nil, fmt.Errorf(
				"skin %q: joints[%d]: expected a joint below %d, those of the skeleton, found %d", name, i,
				skeleton.Len(), j)
		}
	}
	if inverseBinds == nil {
		var err error
		if inverseBinds, err = skeleton.inverseBinds(joints); err != nil {
			return nil, fmt.Errorf("skin %q: %w", name, err)
		}
	}
	if len(inverseBinds) != len(joints) {
		return nil, fmt.Errorf("skin %q: expected an inverse bind matrix for each of %d joints, found %d", name,
			len(joints), len(inverseBinds))
	}
	s := &Skin{name: name, skeleton: skeleton}
	for i, m := range inverseBinds {
		for _, v := range m {
			if !exact.IsFinite(v) {
				return nil, fmt.Errorf("skin %q: inverse bind matrix %d: %w", name, i, ErrNotFinite)
			}
		}
		if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
			return nil, fmt.Errorf("skin %q: inverse bind matrix %d: expected the last row 0 0 0 1, found %v", name, i,
				m.Row(3))
		}
		rows := MatrixFromMat4(m)
		s.inverseBinds = append(s.inverseBinds, rows[:]...)
		s.joints = append(s.joints, int16(joints[i]))
	}
	s.paletteIndices = paletteIndicesOf(s.joints, skeleton.Len())
	return s, nil
}

// paletteIndicesOf returns the palette index of each of count joints, -1 for none, or nil if a
// joint has several.
func paletteIndicesOf(joints []int16, count int) []int16 {
	indices := make([]int16, count)
	for j := range indices {
		indices[j] = -1
	}
	for i, j := range joints {
		if indices[j] >= 0 {
			return nil
		}
		indices[j] = int16(i)
	}
	return indices
}

// noSkin is what a nil skin holds.
var noSkin Skin

func (s *Skin) orNone() *Skin {
	if s == nil {
		return &noSkin
	}
	return s
}

// Name returns the skin's name.
func (s *Skin) Name() string { return s.orNone().name }

// Skeleton returns the skeleton whose joints the skin lists.
func (s *Skin) Skeleton() *Skeleton { return s.orNone().skeleton }

// Len returns the number of influence joints, which is the number of matrices of a palette.
func (s *Skin) Len() int { return len(s.orNone().joints) }

// Joints returns the skeleton's joint of each palette index. The slice is the skin's own: read
// only.
func (s *Skin) Joints() []int16 { return s.orNone().joints }

// PaletteIndices returns the palette index of each joint of the skeleton, -1 for a joint that is no
// influence joint. It returns nil if a joint has several palette indices. The slice is the skin's
// own: read only.
func (s *Skin) PaletteIndices() []int16 { return s.orNone().paletteIndices }

// InverseBinds returns the inverse bind matrices by palette index, [MatrixSize] numbers for each.
// The slice is the skin's own: read only.
func (s *Skin) InverseBinds() []float32 { return s.orNone().inverseBinds }

// Palette writes the skinning matrices to dst, given every joint's model matrix, and returns it. It
// allocates a new slice if dst is too short. A skinned vertex is the sum over its influences of
// weight · palette[palette index] · position.
func (s *Skin) Palette(dst, model []float32) []float32 {
	n := s.Len() * MatrixSize
	if len(dst) < n {
		dst = make([]float32, n)
	}
	for i, j := range s.Joints() {
		m := MatrixAt(model, int(j)).Mul(MatrixAt(s.inverseBinds, i))
		copy(dst[i*MatrixSize:], m[:])
	}
	return dst[:n]
}

package rig

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// VertexInfluence is the share of a joint in the position of a vertex, which is the sum over its
// influences of the weight times the position, moved by the joint's model matrix.
type VertexInfluence struct {
	Joint    int
	Position [3]float32 // of the vertex in the joint's own space
	Weight   float32
}

// OuterVertices returns vertices that the joints move, each by its influences: those that lie
// outermost around each joint, or nil if they are not known. Baking keeps the tolerance of a clip
// at these vertices. The slices are the skeleton's own: read only.
func (s *Skeleton) OuterVertices() [][]VertexInfluence { return s.orNone().vertices }

// SetOuterVertices sets what [Skeleton.OuterVertices] returns, of which it makes a copy. It must be
// called before clips of the skeleton are baked, with the same vertices wherever poses must have
// the same bits. It returns an error for a joint that the skeleton does not have, and for a number
// that is not finite; then nothing changes.
func (s *Skeleton) SetOuterVertices(vertices [][]VertexInfluence) error {
	if s.Len() == 0 {
		return errNoJoints
	}
	copied := make([][]VertexInfluence, len(vertices))
	for i, influences := range vertices {
		for _, v := range influences {
			if v.Joint < 0 || v.Joint >= s.Len() {
				return fmt.Errorf("skeleton %q: outer vertex %d: expected a joint from 0 to %d, found %d", s.name, i,
					s.Len()-1, v.Joint)
			}
			for _, x := range [4]float32{v.Position[0], v.Position[1], v.Position[2], v.Weight} {
				if !exact.IsFinite(x) {
					return fmt.Errorf("skeleton %q: outer vertex %d: expected finite numbers, found %v", s.name, i, x)
				}
			}
		}
		copied[i] = slices.Clone(influences)
	}
	s.vertices = copied
	return nil
}

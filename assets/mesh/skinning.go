package mesh

import (
	"errors"
	"fmt"
)

// Skinning selects how the joints that influence a vertex move it together. All methods read the
// same palettes.
type Skinning uint8

// The methods of skinning.
const (
	// SkinLinear moves a vertex by the weighted sum of its influences' matrices (N.
	// Magnenat-Thalmann et al., "Joint-dependent local deformations for hand animation and object
	// grasping", 1988). It is the fastest method with smooth joints, and what glTF prescribes.
	// Where influences turn far apart, as in a twisted forearm, the mesh loses volume.
	SkinLinear Skinning = iota
	// SkinRigid moves a vertex by its heaviest influence alone.
	SkinRigid
	// SkinDualQuaternion blends in two phases (L. Kavan et al., "Geometric skinning with
	// approximate dual quaternion blending", 2008): each matrix is split into its rotation and
	// translation, and the scale and shear that come before them; scales are summed up by weight as
	// matrices, rotations and translations as dual quaternions. A twisted mesh keeps its volume; a
	// bent one may bulge. Of the two dual quaternions of a rotation, each influence takes the one
	// on the side of the heaviest influence, the pivot; of equal weights the first one is the
	// pivot.
	//
	// The rotation is the one nearest to the matrix (its polar factor). That of a mirroring matrix
	// is the rotation of the opposite matrix, and that of a matrix that maps all of space to a line
	// or a point is none.
	SkinDualQuaternion
)

var skinningNames = [...]string{"linear", "rigid", "dual"}

// String returns the name that [ParseSkinning] takes.
func (s Skinning) String() string {
	if s > SkinDualQuaternion {
		return fmt.Sprintf("Skinning(%d)", uint8(s))
	}
	return skinningNames[s]
}

// ParseSkinning returns the method with the name "linear", "rigid" or "dual".
func ParseSkinning(name string) (Skinning, error) {
	for i, known := range skinningNames {
		if known == name {
			return Skinning(i), nil
		}
	}
	return 0, fmt.Errorf("expected a skinning method of %q, found %q", skinningNames, name)
}

// CheckSkinning returns an error if a skin with a number of joints cannot move the primitive by a
// method: if a vertex uses a palette index that the skin does not have, or if the method goes by
// the heaviest influence of a vertex and that is not the first.
func (p *Primitive) CheckSkinning(method Skinning, joints int) error {
	switch {
	case p == nil:
		return errors.New("expected a primitive, found nil")
	case len(p.Joints) > 0 && (p.Influences <= 0 || len(p.Weights) < len(p.Joints)):
		return fmt.Errorf("expected weights of 4 or 8 influences of each vertex, found %d joints and %d weights of %d",
			len(p.Joints), len(p.Weights), p.Influences)
	}
	for i, joint := range p.Joints {
		// Skinning always reads the first joint, and the others while their weight is not 0.
		if int(joint) >= joints && (i%p.Influences == 0 || p.Weights[i] != 0) {
			return fmt.Errorf("vertex %d: expected a palette index below %d, the joints of the skin, found %d",
				i/p.Influences, joints, joint)
		}
	}
	if method > SkinDualQuaternion {
		return fmt.Errorf("expected a skinning method up to %d, found %d", SkinDualQuaternion, method)
	}
	if method == SkinLinear || p.Influences == 0 {
		return nil
	}
	for i := 1; i < len(p.Weights); i++ {
		if i%p.Influences != 0 && p.Weights[i] > p.Weights[i-1] {
			return fmt.Errorf("vertex %d: expected the heaviest influence first for %s skinning, found weight %v after %v",
				i/p.Influences, method, p.Weights[i], p.Weights[i-1])
		}
	}
	return nil
}

package mesh

import "fmt"

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

// CheckSkinning returns an error if a method does not exist, or cannot skin the primitive: rigid
// skinning and dual quaternions need the influences of each vertex sorted heaviest first.
func (p *Primitive) CheckSkinning(s Skinning) error {
	if s > SkinDualQuaternion {
		return fmt.Errorf("there is no skinning method %d", s)
	}
	if s == SkinLinear || p.Influences == 0 {
		return nil
	}
	for i := 1; i < len(p.Weights); i++ {
		if i%p.Influences != 0 && p.Weights[i] > p.Weights[i-1] {
			return fmt.Errorf("vertex %d: %s skinning needs the heaviest influence first, but weight %v follows %v",
				i/p.Influences, s, p.Weights[i], p.Weights[i-1])
		}
	}
	return nil
}

package retarget

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
)

// skeletonOf returns the skeleton of a pose, clip or map, or nil for nil.
func skeletonOf[T any, P interface {
	*T
	Skeleton() *rig.Skeleton
}](of P) *rig.Skeleton {
	if of == nil {
		return nil
	}
	return of.Skeleton()
}

// unlike reports a pose, clip or map that is not of the skeleton that it must be of. The skeleton
// that was found is nil if there is no pose, clip or map.
func unlike(what string, expected, found *rig.Skeleton) error {
	switch {
	case found == nil:
		return fmt.Errorf("expected %s of skeleton %q, found nil", what, expected.Name())
	case found.Name() == expected.Name():
		return fmt.Errorf("expected %s of skeleton %q with %d joints, found one of another skeleton of this "+
			"name with %d joints", what, expected.Name(), expected.Len(), found.Len())
	}
	return fmt.Errorf("expected %s of skeleton %q, found one of skeleton %q", what, expected.Name(), found.Name())
}

package anatomy

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
)

// Unlike reports a pose, clip or map that is not of the skeleton that it must be of. The skeleton
// that was found is nil if there is no pose, clip or map.
func Unlike(what string, expected, found *rig.Skeleton) error {
	switch {
	case found == nil:
		return fmt.Errorf("expected %s of skeleton %q, found nil", what, expected.Name())
	case found.Name() == expected.Name():
		return fmt.Errorf("expected %s of skeleton %q with %d joints, found one of another skeleton of this "+
			"name with %d joints", what, expected.Name(), expected.Len(), found.Len())
	}
	return fmt.Errorf("expected %s of skeleton %q, found one of skeleton %q", what, expected.Name(), found.Name())
}

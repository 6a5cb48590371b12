package retarget

import "github.com/sinew-go/sinew/assets/rig"

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

package solve

import "github.com/sinew-go/sinew/internal/kernel/layout"

// GoalRows are a goal in 8 lanes.
type GoalRows [layout.GoalRows * Lanes]float32

// GoalWeight writes [layout.GoalWeightOut].
func GoalWeight(goal *GoalRows) {
	if assembly {
		goalWeightAsm(&goal[0])
		return
	}
	goalWeightGeneric((*[19 * Lanes]float32)(goal))
}

// InverseAxes writes the inverse of a matrix without its translation. It is not finite where there
// is none.
func InverseAxes(inverse, matrix *Matrix) {
	if assembly {
		inverseAxesAsm(&inverse[0], &matrix[0])
		return
	}
	inverseAxesGeneric(inverse, matrix)
}

// Placed tells what of a goal is to be taken to model space.
type Placed [layout.PlacedRows * Lanes]float32

// PlacePoints writes the target, the pole, its direction and GoalHasPole in model space. The
// matrices lead there from the space of the target and from the space of the pole. The direction
// gets the length 1.
func PlacePoints(out, goal *GoalRows, placed *Placed, target, pole *Matrix) {
	if assembly {
		placePointsAsm(&out[0], &goal[0], &placed[0], &target[0], &pole[0])
		return
	}
	placePointsGeneric((*[17 * Lanes]float32)(out[:]), (*[17 * Lanes]float32)(goal[:]), (*[2 * Lanes]float32)(placed),
		target, pole)
}

// PlaceRotation writes the rotation and GoalHasRotation in model space. A matrix with shear has no
// rotation.
func PlaceRotation(out, goal *GoalRows, placed *Placed, target *Matrix) {
	if assembly {
		placeRotationAsm(&out[0], &goal[0], &placed[0], &target[0])
		return
	}
	placeRotationGeneric((*[18 * Lanes]float32)(out[:]), (*[18 * Lanes]float32)(goal[:]),
		(*[Lanes]float32)(placed[:]), target)
}

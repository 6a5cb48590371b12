package kernel

import "math"

const (
	// BoundsSize is the number of float32 in the boxes around a block's characters: the least x, y,
	// z and the greatest x, y, z, each for 8 lanes.
	BoundsSize = 6 * Lanes
	// JointBoxSize is the number of float32 in a box in a joint's space: its center x, y, z and
	// half its extents x, y, z.
	JointBoxSize = 6
)

// boundsMargin is the fraction of a joint's distance from the origin by which its box grows,
// because rounding moves a vertex there by a few units in the last place.
const boundsMargin = 1.0 / (1 << 18)

// EmptyBounds makes a block's boxes empty, so that [Bounds] can grow them.
func EmptyBounds(bounds *[BoundsSize]float32) {
	inf := float32(math.Inf(1))
	for i := range bounds {
		if bounds[i] = inf; i >= BoundsSize/2 {
			bounds[i] = -inf
		}
	}
}

// Bounds grows the boxes around a block's 8 characters, in model space, by boxes that move with
// joints ([JointBoxSize] numbers for each of the joints): by the box around each joint's box
// transformed by the joint's model matrix. With a = |m|:
//
//	center[r] = ((m[r][0]·c[0] + m[r][1]·c[1]) + m[r][2]·c[2]) + m[r][3]
//	half[r]   = ((a[r][0]·h[0] + a[r][1]·h[1]) + a[r][2]·h[2]) + a[r][3]·2^-18
//	least[r]    becomes center[r] - half[r] where that is less
//	greatest[r] becomes center[r] + half[r] where that is greater
//
// A NaN changes nothing. If each joint's box holds the vertices that the joint moves, in its space
// and with a margin for rounding, then the bounds hold the skinned vertices, because each is a
// weighted mean of points in the boxes.
func Bounds(bounds *[BoundsSize]float32, model []float32, joints []int16, boxes []float32) {
	if assembly && len(joints) > 0 {
		boundsAsm(&bounds[0], &model[0], &joints[0], len(joints), &boxes[0])
		return
	}
	boundsGeneric(bounds, model, joints, boxes)
}

func boundsGeneric(bounds *[BoundsSize]float32, model []float32, joints []int16, boxes []float32) {
	for _, joint := range joints {
		m := (*[BlockMatrixSize]float32)(model[int(joint)*BlockMatrixSize:])
		box := (*[JointBoxSize]float32)(boxes)
		boxes = boxes[JointBoxSize:]
		for r := range 3 {
			row := (*[4 * Lanes]float32)(m[r*4*Lanes:])
			least, greatest := (*[Lanes]float32)(bounds[r*Lanes:]), (*[Lanes]float32)(bounds[(3+r)*Lanes:])
			for l := range Lanes {
				x, y, z, w := row[l], row[8+l], row[16+l], row[24+l]
				center := float32(x*box[0]) + float32(y*box[1]) + float32(z*box[2]) + w
				half := float32(absolute(x)*box[3]) + float32(absolute(y)*box[4]) + float32(absolute(z)*box[5]) +
					float32(absolute(w)*boundsMargin)
				if low := center - half; low < least[l] {
					least[l] = low
				}
				if high := center + half; high > greatest[l] {
					greatest[l] = high
				}
			}
		}
	}
}

// absolute clears the sign.
func absolute(v float32) float32 {
	return math.Float32frombits(math.Float32bits(v) &^ (1 << 31))
}

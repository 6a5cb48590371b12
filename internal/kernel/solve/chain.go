package solve

import "github.com/sinew-go/sinew/internal/kernel/layout"

// Point is a point in 8 lanes: 3 rows.
type Point = [3 * Lanes]float32

// Reach writes the point at a distance from an end point, in the direction of the old point: one
// step of FABRIK (A. Aristidou and J. Lasenby, "FABRIK: A fast, iterative solver for the Inverse
// Kinematics problem", Graphical Models 73, 2011). Where both points are the same, the direction is
// +Y.
func Reach(point, end, old *Point, length *[Lanes]float32) {
	if assembly {
		reachAsm(&point[0], &end[0], &old[0], &length[0])
		return
	}
	reachGeneric(point, end, old, (*[1 * Lanes]float32)(length))
}

// OrientRows are the numbers of [Orient].
type OrientRows [layout.OrientRows * Lanes]float32

// Orient turns a joint by the shortest rotation that takes the direction of its child to a new one.
func Orient(rows *OrientRows, parent, joint, child *Matrix, local *Local) {
	if assembly {
		orientAsm(&rows[0], &parent[0], &joint[0], &child[0], &local[0])
		return
	}
	orientGeneric((*[20 * Lanes]float32)(rows), parent, joint, child, local)
}

// Distance writes the distance between two points.
func Distance(length *[Lanes]float32, a, b *Point) {
	if assembly {
		distanceAsm(&length[0], &a[0], &b[0])
		return
	}
	distanceGeneric((*[1 * Lanes]float32)(length), a, b)
}

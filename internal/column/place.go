package column

// Placed is what [Rows] implement that keep places in the world.
type Placed interface {
	// ShiftOrigin makes the places in the world that a row keeps relative to a new origin: it takes
	// by, in world space, from each of them.
	ShiftOrigin(row int32, by [3]float64)
}

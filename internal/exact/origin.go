package exact

// ShiftPoint makes a point of the world relative to a new origin: it takes by from it.
func ShiftPoint(point *[3]float32, by [3]float64) {
	for i := range point {
		point[i] = float32(float64(point[i]) - by[i])
	}
}

// ShiftMatrix makes a matrix to world space, 3x4 and row-major, one to a world with a new origin:
// it takes by from its place.
func ShiftMatrix(m *[12]float32, by [3]float64) {
	for i := range by {
		m[4*i+3] = float32(float64(m[4*i+3]) - by[i])
	}
}

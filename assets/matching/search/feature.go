package search

// Feature is a group of numbers of a frame, which are compared with those of a query.
type Feature struct {
	// Name tells what it is, such as "position of LeftFoot".
	Name string
	// First is the index of its first number in a query, and Width how many it has.
	First, Width int
	// Weight is how much it counts.
	Weight float32
	// Spread is the standard deviation of its numbers over all frames, by which they are divided.
	// A feature whose numbers never change has the spread 0 and does not count.
	Spread float64
}

// Point is a point of a trajectory: where the character is at a time, and where it faces, on the
// ground, as it sees it now. X is to its left and Z forward, in meters. The direction has length 1.
type Point struct {
	X, Z                   float32
	DirectionX, DirectionZ float32
}

package nearest

// Boxes is how many boxes or points on a grid a call works on.
const Boxes = 64

// Points is how many points [Distances] works on.
const Points = 8

// step is after how many numbers sums are compared with the limit.
const step = 8

// Distances writes the weighted square distances of a query to 8 points. rows has 8 numbers for
// each number of the query: that of every point. For each point, from the first number to the last,
//
//	e = point - query
//	distance = distance + (e·e)·weight
//
// beginning with 0. Query and weights have the same length, rows that times 8.
//
// It reports whether all distances are above a limit. Then they may be too small, as it stops where
// all sums are above the limit: it looks after each 8 numbers, and after the last.
func Distances(distances *[Points]float32, query, weights, rows []float32, limit float32) (above bool) {
	if assembly && len(query) > 0 {
		return distancesAsm(&distances[0], &query[0], &weights[0], &rows[0], len(query), limit)
	}
	return distancesGeneric(distances, query, weights, rows, limit)
}

// Most is the largest coordinate on a grid.
const Most = 1<<13 - 1

// MostPairs is how many pairs of coordinates there are at most. Sums of squares of so many fit into an
// int32.
const MostPairs = 6

// Query is a query on a grid: coordinates from 0 to [Most], and a limit of square distances. The
// zero value has no coordinates.
type Query struct {
	pairs  int
	rows   [MostPairs][2 * Points]int16 // each pair 8 times
	limits [Points]int32                // the limit 8 times
}

// SetCoordinates sets the coordinates, at most 2·MostPairs.
func (q *Query) SetCoordinates(coordinates []int16) {
	q.pairs = (len(coordinates) + 1) / 2
	for k, x := range coordinates {
		for l := range Points {
			q.rows[k/2][2*l+k%2] = x
		}
	}
}

// SetLimit sets the limit.
func (q *Query) SetLimit(limit int32) {
	for l := range q.limits {
		q.limits[l] = limit
	}
}

// Limit returns the limit.
func (q *Query) Limit() int32 { return q.limits[0] }

// Squares are the square distances of 64 things from a query on a grid.
type Squares struct {
	Of [Boxes]int32
	// Above tells which are above the limit: bit r of number l whether Of[8r+l] is.
	Above [Points]int32
}

// Within returns which things are not above the limit: bit 8l+r whether thing 8r+l is not.
func (s *Squares) Within() (bits uint64) {
	for l, above := range s.Above {
		bits |= uint64(uint8(^above)) << (8 * l)
	}
	return bits
}

// Thing returns which thing a bit of [Squares.Within] is of.
func Thing(bit int) int { return bit%Points*Points + bit/Points }

// ToBoxes writes the square distances of a query to 64 boxes. rows has 256 numbers for each pair of
// coordinates: the least ones of every box, then the largest ones, of a box both of the pair beside
// each other. The square of a coordinate is that of max(least - query, query - largest, 0).
func ToBoxes(squares *Squares, query *Query, rows []int16) {
	if assembly && query.pairs > 0 {
		boxesAsm(&squares.Of[0], &query.rows[0][0], &rows[0], query.pairs, &query.limits[0])
		return
	}
	toBoxesGeneric(squares, query, rows)
}

// ToPoints writes the square distances of a query to 64 points. rows has 128 numbers for each pair
// of coordinates, of a point both beside each other.
func ToPoints(squares *Squares, query *Query, rows []int16) {
	if assembly && query.pairs > 0 {
		pointsAsm(&squares.Of[0], &query.rows[0][0], &rows[0], query.pairs, &query.limits[0])
		return
	}
	toPointsGeneric(squares, query, rows)
}

func distancesGeneric(distances *[Points]float32, query, weights, rows []float32, limit float32) bool {
	*distances = [Points]float32{}
	for i, q := range query {
		row, weight := (*[Points]float32)(rows[i*Points:]), weights[i]
		for l, x := range row {
			e := x - q
			distances[l] += float32(float32(e*e) * weight)
		}
		if i%step == step-1 && allAbove(distances[:], limit) {
			return true
		}
	}
	return allAbove(distances[:], limit)
}

func toBoxesGeneric(squares *Squares, query *Query, rows []int16) {
	squares.Of = [Boxes]int32{}
	for k := range query.pairs {
		least := (*[2 * Boxes]int16)(rows[4*k*Boxes:])
		largest := (*[2 * Boxes]int16)(rows[(4*k+2)*Boxes:])
		for i := range least {
			q := query.rows[k][i%2]
			e := int32(max(least[i]-q, q-largest[i], 0))
			squares.Of[i/2] += e * e
		}
	}
	squares.compare(query)
}

func toPointsGeneric(squares *Squares, query *Query, rows []int16) {
	squares.Of = [Boxes]int32{}
	for k := range query.pairs {
		for i, x := range (*[2 * Boxes]int16)(rows[2*k*Boxes:]) {
			e := int32(x - query.rows[k][i%2])
			squares.Of[i/2] += e * e
		}
	}
	squares.compare(query)
}

func (s *Squares) compare(query *Query) {
	s.Above = [Points]int32{}
	for i, square := range s.Of {
		if square > query.Limit() {
			s.Above[i%Points] |= 1 << (i / Points)
		}
	}
}

// allAbove reports whether all sums are above a limit; NaN is not.
func allAbove(sums []float32, limit float32) bool {
	for _, sum := range sums {
		if !(sum > limit) {
			return false
		}
	}
	return true
}

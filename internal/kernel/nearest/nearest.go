package nearest

// Boxes is the number of boxes that a call works on.
const Boxes = 64

// Points is the number of points that a call works on.
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

// Bounds writes lower bounds of [Distances] for all points of 64 boxes. rows has 128 numbers for
// each number of the query: the least one of every box, then the largest ones. For each box, from
// the first number to the last,
//
//	e = max(least - query, query - largest, 0), where max(a, b) is b > a ? b : a
//	bound = bound + (e·e)·weight
//
// Rounding is monotonic, so that the bound of a box is at most the distance of each point in it to
// the last bit, whatever the query. It reports whether all bounds are above a limit, as Distances
// does.
func Bounds(bounds *[Boxes]float32, query, weights, rows []float32, limit float32) (above bool) {
	if assembly && len(query) > 0 {
		return boundsAsm(&bounds[0], &query[0], &weights[0], &rows[0], len(query), limit)
	}
	return boundsGeneric(bounds, query, weights, rows, limit)
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

func boundsGeneric(bounds *[Boxes]float32, query, weights, rows []float32, limit float32) bool {
	*bounds = [Boxes]float32{}
	for i, q := range query {
		least, largest := (*[Boxes]float32)(rows[2*i*Boxes:]), (*[Boxes]float32)(rows[(2*i+1)*Boxes:])
		weight := weights[i]
		for l := range bounds {
			e := least[l] - q
			if above := q - largest[l]; above > e {
				e = above
			}
			if !(e > 0) {
				e = 0
			}
			bounds[l] += float32(float32(e*e) * weight)
		}
		if i%step == step-1 && allAbove(bounds[:], limit) {
			return true
		}
	}
	return allAbove(bounds[:], limit)
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

package nearest

// Width is the number of rows or of boxes that a call works on.
const Width = 64

// Distances writes the weighted square distances of a query to 64 points. rows has 64 numbers for
// each number of the query: that of every point. For each point, from the first number to the last,
//
//	e = point - query
//	distance = distance + (e·e)·weight
//
// beginning with 0. Query and weights have the same length, rows that times 64.
func Distances(distances *[Width]float32, query, weights, rows []float32) {
	if assembly && len(query) > 0 {
		distancesAsm(&distances[0], &query[0], &weights[0], &rows[0], len(query))
		return
	}
	distancesGeneric(distances, query, weights, rows)
}

// Bounds writes lower bounds of [Distances] for all points of 64 boxes. rows has 128 numbers for
// each number of the query: the least one of every box, then the largest ones. For each box, from
// the first number to the last,
//
//	e = max(least - query, query - largest, 0), where max(a, b) is b > a ? b : a
//	bound = bound + (e·e)·weight
//
// Rounding is monotonic, so that the bound of a box is at most the distance of each point in it to
// the last bit, whatever the query.
func Bounds(bounds *[Width]float32, query, weights, rows []float32) {
	if assembly && len(query) > 0 {
		boundsAsm(&bounds[0], &query[0], &weights[0], &rows[0], len(query))
		return
	}
	boundsGeneric(bounds, query, weights, rows)
}

func distancesGeneric(distances *[Width]float32, query, weights, rows []float32) {
	*distances = [Width]float32{}
	for i, q := range query {
		row, weight := (*[Width]float32)(rows[i*Width:]), weights[i]
		for l, x := range row {
			e := x - q
			distances[l] += float32(float32(e*e) * weight)
		}
	}
}

func boundsGeneric(bounds *[Width]float32, query, weights, rows []float32) {
	*bounds = [Width]float32{}
	for i, q := range query {
		least, largest := (*[Width]float32)(rows[2*i*Width:]), (*[Width]float32)(rows[(2*i+1)*Width:])
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
	}
}

package tuning

import (
	"cmp"
	"slices"
)

// place places the states of a machine, which lead to others by number, in a unit square: in columns
// by how many transitions they are from the entry, which is the first, and in each column in the
// order of the middle of those that lead there.
func place(leads [][]int) []point {
	const unreached = -1
	column := make([]int, len(leads))
	for i := range column {
		column[i] = unreached
	}
	columns, queue := 0, []int{}
	for next := range leads { // from the entry, and then from what is not reached from it
		if column[next] != unreached {
			continue
		}
		column[next] = 0
		for queue = append(queue, next); len(queue) > 0; queue = queue[1:] {
			columns = max(columns, column[queue[0]]+1)
			for _, to := range leads[queue[0]] {
				if column[to] == unreached {
					column[to] = column[queue[0]] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	out := make([]point, len(leads))
	middle := make([]float64, len(leads))
	for c := range columns {
		var members []int
		for i := range leads {
			if column[i] == c {
				members = append(members, i)
				sum, n := 0.0, 0
				for from := range leads {
					if column[from] < c && slices.Contains(leads[from], i) {
						sum, n = sum+out[from].y, n+1
					}
				}
				middle[i] = sum / float64(max(n, 1))
			}
		}
		slices.SortStableFunc(members, func(a, b int) int { return cmp.Compare(middle[a], middle[b]) })
		for row, i := range members {
			out[i] = point{(float64(c) + 0.5) / float64(columns), (float64(row) + 0.5) / float64(len(members))}
		}
	}
	return out
}

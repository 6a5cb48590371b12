package assets

import (
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// What a layout costs: bytes of tables, of which each frame bears its share, and about how many cycles it takes to sample.
const (
	wholeTable, wholeTime         = 17 * 4, 5.0 // a whole row: its ranges and its target
	stillTable, stillTime         = 9 * 4, 1.0  // one that stands still
	scatteredTable, scatteredTime = 3 * 4, 2.0  // a scattered number
	turnTime, normaliseTime       = 6.0, 10.0   // bringing a group's rotations to unit length: in a turn, and by itself
)

// timeWeight is how many bytes a frame may grow by to save a cycle.
const timeWeight = 0.3

// frameCost returns what a part of a layout costs, in bytes a frame.
func frameCost(m *motion, bytes float64, table int, cycles float64) float64 {
	return bytes + float64(table)/float64(m.frames) + float64(timeWeight*cycles)
}

// rowLayout is how to store a row of a pose: the first so many numbers in order scattered, and the rest as a whole row.
type rowLayout struct {
	bits   [kernel.Lanes]int
	order  [kernel.Lanes]int // of numbers, the widest first
	widest int
	alone  int
	whole  int  // the width of the whole row, 0 where what is left stands still
	rest   bool // what stands still is as it is in the rest pose
	cost   float64
	turned bool // it is stored with the other rotations of its group
}

// layOut finds the best layout of a row, and notes where its numbers are if they stand still.
func (p *plan) layOut(still []float32, m *motion, row int, share float64) rowLayout {
	l := rowLayout{rest: true, order: [kernel.Lanes]int{0, 1, 2, 3, 4, 5, 6, 7}}
	for k := range l.bits {
		i := row + k
		l.bits[k] = m.bits(i, share)
		p.still[i] = float32((float64(m.low[i]) + float64(m.high[i])) / 2)
		if at := still[i]; float64(float64(max(at-m.low[i], m.high[i]-at))*m.sensitivity[i]) <= share {
			p.still[i] = at
		} else if l.bits[k] == 0 {
			l.rest = false
		}
	}
	slices.SortStableFunc(l.order[:], func(a, b int) int { return l.bits[b] - l.bits[a] })
	l.widest = l.bits[l.order[0]]
	scattered := 0.0
	for n := range kernel.Lanes + 1 {
		left := 0
		if n < kernel.Lanes {
			left = l.bits[l.order[n]]
		}
		cost := scattered
		switch {
		case left > 0:
			cost += frameCost(m, float64(left), wholeTable, wholeTime)
		case l.rest:
			cost += frameCost(m, 0, 4, stillTime)
		default:
			cost += frameCost(m, 0, stillTable, stillTime)
		}
		if n == 0 || cost < l.cost {
			l.alone, l.whole, l.cost = n, left, cost
		}
		if left == 0 {
			break
		}
		scattered += frameCost(m, float64(float64(left)/kernel.Lanes), scatteredTable, scatteredTime)
	}
	return l
}

package bake

import (
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// What a layout costs: bytes of tables, of which each frame bears its share, and about how many cycles it takes to sample.
const (
	wholeTable, wholeTime         = 17 * 4, 5.0 // a whole row: its ranges and its target
	stillTable, stillTime         = 9 * 4, 1.0  // one that stands still
	scatteredTable, scatteredTime = 3 * 4, 2.0  // a scattered number
	turnTime, normalizeTime       = 6.0, 10.0   // bringing a group's rotations to unit length: in a turn, and by itself
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

// plan says how the numbers of a local pose are stored.
type plan struct {
	rest      []int32    // rows that are those of the rest pose
	constants []int32    // rows that stand still but for scattered numbers
	turns     []int32    // groups whose rotations need normalizing and are four whole rows
	rotations []int32    // the other groups whose rotations need normalizing
	rows      []bakedRow // those that move: of turns, then other whole ones, then scattered ones
	still     []float32  // the values of what stands still, in the layout of a pose
}

// bakedRow is a row of integers.
type bakedRow struct {
	scattered bool
	bits      int
	targets   [kernel.Lanes]int32
}

// scattered is a number that is to be stored alone.
type scattered struct {
	bits   int
	target int32
}

// newPlan stores every number so exactly that its own share of the error is at most that many meters. Numbers whose motion is
// less than that stand still, where the clip is still if they are as near to that.
func newPlan(still []float32, m *motion, share float64) *plan {
	p := &plan{still: make([]float32, len(m.low))}
	layouts := make([]rowLayout, len(m.low)/kernel.Lanes)
	for i := range layouts {
		layouts[i] = p.layOut(still, m, i*kernel.Lanes, share)
	}
	var alone []scattered
	for group := 0; group < len(m.low); group += rig.GroupSize {
		if !p.turning(m, group) {
			continue
		}
		rotation := layouts[group/kernel.Lanes:][:rig.RowTranslation]
		turn, apart := frameCost(m, 0, 0, turnTime), frameCost(m, 0, 0, normalizeTime)
		for _, l := range rotation {
			turn += frameCost(m, float64(l.widest), wholeTable, wholeTime)
			apart += l.cost
		}
		if turn > apart {
			p.rotations = append(p.rotations, int32(group))
			continue
		}
		p.turns = append(p.turns, int32(group))
		for r := range rotation {
			p.rows = append(p.rows, wholeRow(group+r*kernel.Lanes, rotation[r].widest))
			rotation[r].turned = true
		}
	}
	for i, l := range layouts {
		row := i * kernel.Lanes
		if l.turned {
			continue
		}
		for _, k := range l.order[:l.alone] {
			alone = append(alone, scattered{l.bits[k], int32(row + k)})
		}
		switch {
		case l.whole > 0:
			p.rows = append(p.rows, wholeRow(row, l.whole))
		case l.rest:
			p.rest = append(p.rest, int32(row))
		default:
			p.constants = append(p.constants, int32(row))
		}
	}
	p.gather(alone)
	return p
}

// wholeRow returns a row of a pose stored as it is.
func wholeRow(target, bits int) bakedRow {
	row := bakedRow{bits: bits}
	for k := range row.targets {
		row.targets[k] = int32(target + k)
	}
	return row
}

// turning says whether a group has rotations that may come out at another length than 1: those that move, or stand still
// elsewhere than the source has them.
func (p *plan) turning(m *motion, group int) bool {
	for i := group; i < group+rig.RowTranslation*rig.GroupJoints; i++ {
		if m.low[i] != m.high[i] || p.still[i] != m.low[i] {
			return true
		}
	}
	return false
}

// bits returns how many bits keep the error of number i within a share: 0 where it may stand still.
func (m *motion) bits(i int, share float64) int {
	half := float64((float64(m.high[i])-float64(m.low[i]))/2) * m.sensitivity[i]
	bits := 0
	for ; bits < kernel.MaxBits && !(half <= float64(share*max(1, float64(int(1)<<bits-1)))); bits++ {
	}
	return bits
}

// gather makes rows of numbers of like width.
func (p *plan) gather(alone []scattered) {
	slices.SortStableFunc(alone, func(a, b scattered) int { return b.bits - a.bits })
	for len(alone) > 0 {
		row := bakedRow{scattered: true, bits: alone[0].bits}
		n := min(len(alone), kernel.Lanes)
		for k := range row.targets {
			row.targets[k] = alone[min(k, n-1)].target
		}
		alone = alone[n:]
		p.rows = append(p.rows, row)
	}
}

package assets

import (
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// plan says how the numbers of a local pose are stored.
type plan struct {
	rest      []int32    // rows that are those of the rest pose
	constants []int32    // rows that stand still but for scattered numbers
	turns     []int32    // groups whose rotations need normalising and are four whole rows
	rotations []int32    // the other groups whose rotations need normalising
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

// newPlan stores every number so exactly that its own share of the error is at most that many metres. Numbers whose motion is
// less than that stand still, where the clip is still if they are as near to that.
func newPlan(still []float32, m *motion, share float64) *plan {
	p := &plan{still: make([]float32, len(m.low))}
	layouts := make([]rowLayout, len(m.low)/kernel.Lanes)
	for i := range layouts {
		layouts[i] = p.layOut(still, m, i*kernel.Lanes, share)
	}
	var alone []scattered
	for group := 0; group < len(m.low); group += GroupSize {
		if !p.turning(m, group) {
			continue
		}
		rotation := layouts[group/kernel.Lanes:][:RowTranslation]
		turn, apart := frameCost(m, 0, 0, turnTime), frameCost(m, 0, 0, normaliseTime)
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
	for i := group; i < group+RowTranslation*GroupJoints; i++ {
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

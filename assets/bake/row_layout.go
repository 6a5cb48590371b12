package bake

import (
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/order"
)

// rowLayout decides how each value of a local pose is stored. Rows are identified by their offset
// in the pose, groups by the offset of their first row. See docs/baking.md for whole and scattered
// rows.
type rowLayout struct {
	restRows       []int32 // rows that stay as in the base pose
	constantRows   []int32 // other rows that are constant but for scattered values
	wholeRotations []int32 // groups whose rotations need normalizing and are stored as four whole rows
	otherRotations []int32 // other groups whose rotations need normalizing
	// the rows of integers: the rows of wholeRotations, then other whole rows, then scattered rows
	rows       []valueRow
	constants  []float32 // the value of each constant, in the layout of a pose
	valueLimit float64   // meters: the error that each value may cause
}

// valueRow is a row of 8 integers of equal width.
type valueRow struct {
	scattered bool
	bits      int
	targets   [kernel.Lanes]int32 // the index of each value in the pose
}

// scatteredValue is a value to be stored in a scattered row.
type scatteredValue struct {
	bits   int
	target int32
}

// newRowLayout stores each value with as few bits as keep the error that it causes within
// valueLimit meters. A value that moves less is constant: as in the base pose if that is near
// enough, and otherwise the middle of its range.
func newRowLayout(base []float32, v *valueRanges, valueLimit float64) *rowLayout {
	l := &rowLayout{constants: make([]float32, len(v.low)), valueLimit: valueLimit}
	plans := make([]rowPlan, len(v.low)/kernel.Lanes)
	for i := range plans {
		plans[i] = l.planRow(base, v, i*kernel.Lanes, valueLimit)
	}
	for group := 0; group < len(v.low); group += kernel.GroupSize {
		if l.needsNormalizing(v, group) {
			l.addRotations(plans[group/kernel.Lanes:][:kernel.RowTranslation], v, group)
		}
	}
	var scattered []scatteredValue
	for i, p := range plans {
		row := i * kernel.Lanes
		if p.stored {
			continue
		}
		for _, k := range p.order[:p.scattered] {
			scattered = append(scattered, scatteredValue{p.bits[k], int32(row + k)})
		}
		switch {
		case p.wholeBits > 0:
			l.rows = append(l.rows, wholeRow(row, p.wholeBits))
		case p.atRest:
			l.restRows = append(l.restRows, int32(row))
		default:
			l.constantRows = append(l.constantRows, int32(row))
		}
	}
	l.addScattered(scattered)
	return l
}

// frameBytes returns the size of a frame.
func (l *rowLayout) frameBytes() (bytes int) {
	for _, row := range l.rows {
		bytes += row.bits
	}
	return bytes
}

// wholeRow returns a row that stores a whole row of a pose.
func wholeRow(target, bits int) valueRow {
	row := valueRow{bits: bits}
	for k := range row.targets {
		row.targets[k] = int32(target + k)
	}
	return row
}

// addRotations stores a group's rotations as four whole rows if that costs less than to store each
// row as planned.
func (l *rowLayout) addRotations(plans []rowPlan, v *valueRanges, group int) {
	together, apart := frameCost(v, 0, 0, groupNormalizeCycles), frameCost(v, 0, 0, separateNormalizeCycles)
	for _, p := range plans {
		together += frameCost(v, float64(p.widest), wholeRowTable, wholeRowCycles)
		apart += p.cost
	}
	if together > apart {
		l.otherRotations = append(l.otherRotations, int32(group))
		return
	}
	l.wholeRotations = append(l.wholeRotations, int32(group))
	for r := range plans {
		l.rows = append(l.rows, wholeRow(group+r*kernel.Lanes, plans[r].widest))
		plans[r].stored = true
	}
}

// needsNormalizing reports whether a group has rotations whose length may differ from 1 after
// sampling: moving ones, and constant ones that differ from the source.
func (l *rowLayout) needsNormalizing(v *valueRanges, group int) bool {
	for i := group; i < group+kernel.RowTranslation*kernel.Lanes; i++ {
		if v.low[i] != v.high[i] || l.constants[i] != v.low[i] {
			return true
		}
	}
	return false
}

// addScattered puts values of similar width together in rows. Each row is as wide as its widest
// value.
func (l *rowLayout) addScattered(values []scatteredValue) {
	order.Stable(values, func(a, b scatteredValue) int { return b.bits - a.bits })
	for len(values) > 0 {
		row := valueRow{scattered: true, bits: values[0].bits}
		n := min(len(values), kernel.Lanes)
		for k := range row.targets {
			row.targets[k] = values[min(k, n-1)].target
		}
		values = values[n:]
		l.rows = append(l.rows, row)
	}
}

// The cost of each way to store a row: the bytes of its tables, which all frames share, and about
// how many cycles sampling takes.
const (
	wholeRowTable, wholeRowCycles       = 17 * 4, 5.0 // ranges and target
	constantRowTable, constantRowCycles = 9 * 4, 1.0
	restRowTable                        = 4
	scatteredTable, scatteredCycles     = 3 * 4, 2.0 // one value
	// to normalize the rotations of a group right after reading its four whole rows
	groupNormalizeCycles    = 6.0
	separateNormalizeCycles = 10.0 // to normalize the rotations of a group at the end
)

// bytesPerCycle is how many bytes a frame may grow to save a cycle.
const bytesPerCycle = 0.3

// frameCost returns a cost in bytes per frame.
func frameCost(v *valueRanges, bytes float64, table int, cycles float64) float64 {
	return bytes + float64(table)/float64(v.frames) + float64(bytesPerCycle*cycles)
}

// rowPlan is the cheapest way to store one row of a pose by itself: the first values in order
// scattered, the others as a whole row or constant.
type rowPlan struct {
	bits      [kernel.Lanes]int // the width that each value needs
	order     [kernel.Lanes]int // the values, widest first
	widest    int
	scattered int  // how many values are scattered
	wholeBits int  // the width of the whole row; 0 if the other values are constant
	atRest    bool // all constant values are as in the base pose
	cost      float64
	stored    bool // stored already, with the other rotations of its group
}

// planRow finds the cheapest way to store a row, and sets the row's values for the case that they
// are constant.
func (l *rowLayout) planRow(base []float32, v *valueRanges, row int, valueLimit float64) rowPlan {
	p := rowPlan{atRest: true, order: [kernel.Lanes]int{0, 1, 2, 3, 4, 5, 6, 7}}
	for k := range p.bits {
		i := row + k
		p.bits[k] = v.bitWidth(i, valueLimit)
		l.constants[i] = float32((float64(v.low[i]) + float64(v.high[i])) / 2)
		if x := base[i]; float64(float64(max(x-v.low[i], v.high[i]-x))*v.sensitivity[i]) <= valueLimit {
			l.constants[i] = x
		} else if p.bits[k] == 0 {
			p.atRest = false
		}
	}
	for i := 1; i < kernel.Lanes; i++ { // the widest first, equal ones as they were
		for j := i; j > 0 && p.bits[p.order[j]] > p.bits[p.order[j-1]]; j-- {
			p.order[j], p.order[j-1] = p.order[j-1], p.order[j]
		}
	}
	p.widest = p.bits[p.order[0]]
	scatteredCost := 0.0
	for n := range kernel.Lanes + 1 {
		left := 0 // the width of the widest value that is not scattered
		if n < kernel.Lanes {
			left = p.bits[p.order[n]]
		}
		cost := scatteredCost
		switch {
		case left > 0:
			cost += frameCost(v, float64(left), wholeRowTable, wholeRowCycles)
		case p.atRest:
			cost += frameCost(v, 0, restRowTable, constantRowCycles)
		default:
			cost += frameCost(v, 0, constantRowTable, constantRowCycles)
		}
		if n == 0 || cost < p.cost {
			p.scattered, p.wholeBits, p.cost = n, left, cost
		}
		if left == 0 {
			break
		}
		scatteredCost += frameCost(v, float64(float64(left)/kernel.Lanes), scatteredTable, scatteredCycles)
	}
	return p
}

package bake

import (
	"slices"

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
	links      []valueLink
	linked     []bool  // by index in a pose: the value follows from another one by a link
	leads      []bool  // by index in a pose: another value follows from this one
	valueLimit float64 // meters: the error that each value may cause
	// flips holds, by frame, the integers that are rounded to the second nearest
	flips map[int][]int32
}

// valueRow is a row of 8 integers of equal width.
type valueRow struct {
	scattered bool
	bits      int
	targets   [kernel.Lanes]int32 // the index of each value in the pose
	links     []valueLink         // of values that follow from them, in a derived row
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
	l := &rowLayout{
		constants: make([]float32, len(v.low)), linked: make([]bool, len(v.low)), leads: make([]bool, len(v.low)),
		valueLimit: valueLimit,
	}
	for _, link := range v.links {
		if v.bitWidth(int(link.from), valueLimit) > 0 { // else both values are constant
			l.links = append(l.links, link)
			l.linked[link.to], l.leads[link.from] = true, true
		}
	}
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
	if together > apart || slices.Contains(l.linked[group:group+kernel.RowTranslation*kernel.Lanes], true) {
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
// value. Values from which others follow are together too, in the first rows.
func (l *rowLayout) addScattered(values []scatteredValue) {
	order.Stable(values, func(a, b scatteredValue) int { return b.bits - a.bits })
	values = l.addLinked(values)
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

// leastLinked is how many bits a value from which others follow may be narrower than the widest one
// of its row: a derived row takes time, but needs few of them.
const leastLinked = 2

// addLinked adds the rows of values from which others follow, filled up with other values, and
// returns those that are left. The values are sorted by width.
func (l *rowLayout) addLinked(values []scatteredValue) []scatteredValue {
	links := map[int32][]valueLink{}
	for _, link := range l.links {
		links[link.from] = append(links[link.from], link)
	}
	const half = kernel.Lanes / 2
	for {
		first := slices.IndexFunc(values, func(v scatteredValue) bool { return links[v.target] != nil })
		if first < 0 {
			return values
		}
		row := valueRow{scattered: true, bits: values[first].bits}
		var halves [2][]int32 // their values
		var derived [2]int    // and how many values follow from them
		left := make([]scatteredValue, 0, len(values))
		for _, v := range values {
			n, h := len(links[v.target]), 0
			if len(halves[0]) == half || derived[0]+n > half {
				h = 1
			}
			if n == 0 || v.bits > row.bits || v.bits < row.bits-leastLinked || len(halves[h]) == half || derived[h]+n > half {
				left = append(left, v)
				continue
			}
			halves[h], derived[h] = append(halves[h], v.target), derived[h]+n
			row.links = append(row.links, links[v.target]...)
		}
		values = left[:0]
		for _, v := range left {
			h := number(len(halves[0]) == half)
			if links[v.target] != nil || v.bits > row.bits || len(halves[h]) == half {
				values = append(values, v)
				continue
			}
			halves[h] = append(halves[h], v.target)
		}
		for h, targets := range halves {
			for k := range half {
				target := row.targets[max(0, h*half-1)] // of an empty half
				if len(targets) > 0 {
					target = targets[min(k, len(targets)-1)]
				}
				row.targets[h*half+k] = target
			}
		}
		l.rows = append(l.rows, row)
	}
}

// number returns 1 for true and 0 for false.
func number(is bool) int {
	if is {
		return 1
	}
	return 0
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
		if l.linked[i] {
			l.constants[i] = base[i]
			continue
		}
		p.bits[k] = v.bitWidth(i, valueLimit)
		l.constants[i] = float32((float64(v.low[i]) + float64(v.high[i])) / 2)
		if x := base[i]; float64(float64(max(x-v.low[i], v.high[i]-x))*v.sensitivity[i]) <= valueLimit {
			l.constants[i] = x
		} else if p.bits[k] == 0 {
			p.atRest = false
		}
	}
	key := func(k int) int { return p.bits[k] + (kernel.MaxBits+1)*number(l.leads[row+k]) }
	for i := 1; i < kernel.Lanes; i++ { // those that must be scattered and the widest first, equal ones as they were
		for j := i; j > 0 && key(p.order[j]) > key(p.order[j-1]); j-- {
			p.order[j], p.order[j-1] = p.order[j-1], p.order[j]
		}
	}
	p.widest = slices.Max(p.bits[:])
	scatteredCost, least := 0.0, 0
	for _, leads := range l.leads[row : row+kernel.Lanes] {
		least += number(leads)
	}
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
		if n == least || n > least && cost < p.cost {
			p.scattered, p.wholeBits, p.cost = n, left, cost
		}
		if left == 0 && n >= least {
			break
		}
		scatteredCost += frameCost(v, float64(float64(left)/kernel.Lanes), scatteredTable, scatteredCycles)
	}
	return p
}

package assets

import (
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// plan says how the numbers of a local pose are stored.
type plan struct {
	rest      []int32    // rows that are those of the rest pose
	constants []int32    // rows that stand still but for scattered numbers
	rotations []int32    // groups whose rotations need normalising
	rows      []bakedRow // those that move
	still     []float32  // the values of what stands still, in the layout of a pose
}

// bakedRow is a row of integers.
type bakedRow struct {
	scattered bool
	bits      int
	targets   [kernel.Lanes]int32
}

// scatterCost is how many bytes a frame a number must save to be scattered rather than take part in a whole row, since it takes
// longer to write and needs a target of its own.
const scatterCost = 0.25

// scattered is a number that is to be stored alone.
type scattered struct {
	bits   int
	target int32
}

// newPlan stores every number so exactly that its own share of the error is at most that many metres. Numbers whose motion is
// less than that stand still, where the clip is still if they are as near to that.
func newPlan(still []float32, m *motion, share float64) *plan {
	p := &plan{still: make([]float32, len(m.low))}
	var alone []scattered
	for row := 0; row < len(m.low); row += kernel.Lanes {
		var bits [kernel.Lanes]int
		rest := true
		for k := range bits {
			i := row + k
			bits[k] = m.bits(i, share)
			p.still[i] = float32((float64(m.low[i]) + float64(m.high[i])) / 2)
			if at := still[i]; float64(float64(max(at-m.low[i], m.high[i]-at))*m.sensitivity[i]) <= share {
				p.still[i] = at
			} else if bits[k] == 0 {
				rest = false
			}
		}
		out := outliers(bits)
		whole := bakedRow{}
		for k, need := range bits {
			target := int32(row + k)
			whole.targets[k] = target
			if out[k] {
				alone = append(alone, scattered{need, target})
			} else {
				whole.bits = max(whole.bits, need)
			}
		}
		switch {
		case whole.bits > 0:
			p.rows = append(p.rows, whole)
		case rest:
			p.rest = append(p.rest, int32(row))
		default:
			p.constants = append(p.constants, int32(row))
		}
	}
	p.rotations = p.turning(m)
	p.gather(alone)
	return p
}

// turning returns the groups that have rotations which may come out at another length than 1: all that move, or stand still
// elsewhere than the source has them.
func (p *plan) turning(m *motion) []int32 {
	var groups []int32
	for group := 0; group < len(p.still); group += GroupSize {
		for i := group; i < group+RowTranslation*GroupJoints; i++ {
			if m.low[i] != m.high[i] || p.still[i] != m.low[i] {
				groups = append(groups, int32(group))
				break
			}
		}
	}
	return groups
}

// bits returns how many bits keep the error of number i within a share: 0 where it may stand still.
func (m *motion) bits(i int, share float64) int {
	half := float64((float64(m.high[i])-float64(m.low[i]))/2) * m.sensitivity[i]
	bits := 0
	for ; bits < kernel.MaxBits && !(half <= float64(share*max(1, float64(int(1)<<bits-1)))); bits++ {
	}
	return bits
}

// outliers says which numbers of a row are better stored alone: a whole row is as wide as its widest number.
func outliers(bits [kernel.Lanes]int) (out [kernel.Lanes]bool) {
	order := [kernel.Lanes]int{0, 1, 2, 3, 4, 5, 6, 7}
	slices.SortStableFunc(order[:], func(a, b int) int { return bits[b] - bits[a] })
	best, most := float64(bits[order[0]]), 0
	alone := 0.0
	for n, k := range order {
		if bits[k] == 0 {
			break
		}
		alone += float64(float64(bits[k])/kernel.Lanes) + scatterCost
		rest := 0.0
		if n+1 < kernel.Lanes {
			rest = float64(bits[order[n+1]])
		}
		if alone+rest < best {
			best, most = alone+rest, n+1
		}
	}
	for _, k := range order[:most] {
		out[k] = true
	}
	return out
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

package sorted

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// maxSlots is the largest number of matrices that a group of vertices with different joints is made for.
const maxSlots = 8

// nearby is the number of vertices among which the next one for such a group is looked for.
const nearby = 64

// window is the number of vertices of the mesh whose groups follow each other, whatever their matrices: what one window writes is fetched into
// the cache while the window before it is written, because within a window the processor cannot foresee where the next vertex is written.
const window = 512

// group is up to [Lanes] vertices that are moved together, and the palette indices of the matrices that move them, in an order in which the
// influences of each vertex come in their own order.
type group struct {
	vertices []int
	slots    []uint16
	rigid    bool // one matrix moves the vertices, at weight 1
}

// weightRows returns the number of rows of weights.
func (g *group) weightRows() int {
	if g.rigid {
		return 0
	}
	return len(g.slots)
}

// compareGroups orders groups by the code that moves them, and then by their matrices.
func compareGroups(a, b *group) int {
	return cmp.Or(cmp.Compare(a.weightRows(), b.weightRows()), slices.Compare(a.slots, b.slots))
}

// makeGroups distributes the vertices of a job over groups with as few matrices as it finds. Within a window
// groups with the same matrices follow each other.
func makeGroups(job *kernel.SkinJob) []group {
	single := make([]group, len(job.Positions)/3)
	for v := range single {
		single[v] = groupOf(job, v)
	}
	slices.SortStableFunc(single, func(a, b group) int { return compareGroups(&a, &b) })
	var groups, rest []group
	for len(single) > 0 {
		same := 1
		for same < len(single) && compareGroups(&single[0], &single[same]) == 0 {
			same++
		}
		whole := same / Lanes * Lanes
		for at := 0; at < whole; at += Lanes {
			made := single[at]
			for _, s := range single[at+1 : at+Lanes] {
				made.vertices = append(made.vertices, s.vertices[0])
			}
			groups = append(groups, made)
		}
		rest = append(rest, single[whole:same]...)
		single = single[same:]
	}
	groups = append(groups, mix(rest)...)
	for i := range groups {
		if len(groups[i].slots) == 0 {
			groups[i].slots = []uint16{0} // at weight 0
		}
	}
	slices.SortStableFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.vertices[0]/window, b.vertices[0]/window), compareGroups(&a, &b))
	})
	return groups
}

// groupOf returns a group of one vertex. The joints of its first two influences are in order of their indices, because a sum of two numbers is
// the same either way. A vertex without weights has no matrices.
func groupOf(job *kernel.SkinJob, v int) group {
	n := job.Influences
	g := group{vertices: []int{v}, rigid: true}
	for i, w := range job.Weights[v*n:][:n] {
		if w != 0 {
			g.slots = append(g.slots, job.Joints[v*n+i])
			g.rigid = g.rigid && w == 1
		}
	}
	g.rigid = g.rigid && len(g.slots) == min(n, 1)
	if len(g.slots) > 1 && g.slots[0] > g.slots[1] {
		g.slots[0], g.slots[1] = g.slots[1], g.slots[0]
	}
	if n == 0 {
		g.slots = []uint16{0}
	}
	return g
}

// mix makes groups of vertices with different joints: it begins with the first vertex that is left and adds those that need the fewest further
// matrices.
func mix(rest []group) (groups []group) {
	for len(rest) > 0 {
		made := rest[0]
		rest = rest[1:]
		for len(made.vertices) < Lanes && len(rest) > 0 {
			best, fewest := 0, math.MaxInt
			for i := range rest[:min(len(rest), nearby)] {
				if n, _ := further(made.slots, rest[i].slots); n < fewest {
					best, fewest = i, n
				}
			}
			if len(made.slots)+fewest > max(maxSlots, len(made.slots)) {
				break
			}
			made.slots, made.rigid = merge(made.slots, rest[best].slots), made.rigid && rest[best].rigid && fewest == 0
			made.vertices = append(made.vertices, rest[best].vertices[0])
			rest = slices.Delete(rest, best, best+1)
		}
		groups = append(groups, made)
	}
	return groups
}

// further returns how many slots are missing for joints in their order, of which the first two may change places, and whether they should.
func further(slots, joints []uint16) (missing int, swap bool) {
	missing = missingInOrder(slots, joints, 0)
	if missing == 0 || len(joints) < 2 {
		return missing, false
	}
	if swapped := missingInOrder(slots, joints, 1); swapped < missing {
		return swapped, true
	}
	return missing, false
}

// missingInOrder returns how many slots are missing for joints, whose number i is at i^swap while i is below 2.
func missingInOrder(slots, joints []uint16, swap int) (missing int) {
	for i, joint := range joints {
		if i < 2 {
			joint = joints[i^min(swap, len(joints)-1)]
		}
		if at := slices.Index(slots, joint); at >= 0 {
			slots = slots[at+1:]
		} else {
			missing++
		}
	}
	return missing
}

// merge returns slots with those that are missing for joints.
func merge(slots, joints []uint16) []uint16 {
	if _, swap := further(slots, joints); swap {
		joints = slices.Clone(joints)
		joints[0], joints[1] = joints[1], joints[0]
	}
	merged := make([]uint16, 0, len(slots)+len(joints))
	for _, joint := range joints {
		end := slices.Index(slots, joint) + 1
		merged, slots = append(merged, slots[:end]...), slots[end:]
		if end == 0 {
			merged = append(merged, joint)
		}
	}
	return append(merged, slots...)
}

// spread writes the weights of a vertex's influences to their slots, each with a stride of [Lanes].
func spread(weights []float32, slots, joints []uint16, of []float32) {
	var used [8]int // the influences with a weight
	n := 0
	for i, w := range of {
		if w != 0 {
			used[n] = i
			n++
		}
	}
	fits := func() bool {
		at := 0
		for _, i := range used[:n] {
			for at < len(slots) && slots[at] != joints[i] {
				at++
			}
			if at++; at > len(slots) {
				return false
			}
		}
		return true
	}
	if !fits() {
		used[0], used[1] = used[1], used[0]
	}
	at := 0
	for _, i := range used[:n] {
		at += slices.Index(slots[at:], joints[i]) + 1
		weights[(at-1)*Lanes] = of[i]
	}
}

// help reports whether groups take less time than the vertices do in the order of the job. The unit is about 13 cycles: a group takes 4, and 1 for
// each matrix that is blended; 8 vertices in the order of the job take 6, and 1 for each influence.
func help(groups []group, job *kernel.SkinJob) bool {
	sorted, inOrder := 0, 6*len(job.Positions)/3
	for i := range groups {
		sorted += Lanes * (4 + groups[i].weightRows())
	}
	for _, w := range job.Weights {
		if w != 0 {
			inOrder++
		}
	}
	return sorted < inOrder
}

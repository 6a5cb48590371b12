package sorted

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// maxSlots is the largest number of matrices of a group: as many as the influences of a vertex can
// be.
const maxSlots = 8

// nearby is the number of vertices among which the next one for a group with different joints is
// looked for.
const nearby = 64

// window is the number of vertices of the mesh whose groups follow each other, whatever their
// matrices: what one window writes is fetched into the cache while the window before it is written,
// because within a window the processor cannot foresee where the next vertex is written.
const window = 512

// matrices are those that move a vertex, or all vertices of a group.
type matrices struct {
	// slots holds palette indices, in an order in which the influences of each vertex come in their
	// own order. The rest is 0.
	slots [maxSlots]uint16
	count uint8
	rigid bool // there is one, and its weight is 1
}

// used returns the slots without the rest.
func (m *matrices) used() []uint16 { return m.slots[:m.count] }

// weightRows returns the number of rows of weights.
func (m *matrices) weightRows() int {
	if m.rigid {
		return 0
	}
	return int(m.count)
}

// group is up to [Lanes] vertices that are moved together.
type group struct {
	matrices
	vertices [Lanes]int32
	size     int
}

// makeGroups distributes the vertices of a job over groups with as few matrices as it finds. Within
// a window groups with the same matrices follow each other.
func makeGroups(job *kernel.SkinJob) []group {
	vertices := make([]matrices, len(job.Positions)/3)
	for v := range vertices {
		vertices[v] = matricesOf(job, v)
	}
	var s stableSort
	s.byMatrices(vertices)
	groups := make([]group, 0, len(vertices)/Lanes+1)
	rest := make([]candidate, 0, len(vertices)/Lanes)
	for order := s.order; len(order) > 0; {
		same, first := 1, vertices[order[0]]
		for same < len(order) && vertices[order[same]] == first {
			same++
		}
		whole := same / Lanes * Lanes
		for at := 0; at < whole; at += Lanes {
			groups = append(groups, group{first, [Lanes]int32(order[at:]), Lanes})
		}
		for _, v := range order[whole:same] {
			rest = append(rest, candidate{first, v, bitsOf(first.used())})
		}
		order = order[same:]
	}
	groups = mix(groups, rest)
	for i := range groups {
		groups[i].count = max(groups[i].count, 1) // at weight 0
	}
	return inWindows(groups, &s)
}

// inWindows returns the groups in the order of their windows, and then of their matrices.
func inWindows(groups []group, s *stableSort) []group {
	moved, windows := make([]matrices, len(groups)), make([]uint32, len(groups))
	for i := range groups {
		moved[i], windows[i] = groups[i].matrices, uint32(groups[i].vertices[0]/window)
	}
	s.byMatrices(moved)
	s.by(windows)
	sorted := make([]group, len(groups))
	for i, g := range s.order {
		sorted[i] = groups[g]
	}
	return sorted
}

// matricesOf returns the matrices of a vertex. The joints of its first two influences are in order
// of their indices, because a sum of two numbers is the same either way. A vertex without weights
// has no matrices.
func matricesOf(job *kernel.SkinJob, v int) matrices {
	n := job.Influences
	m := matrices{rigid: true}
	joints, weights := job.Joints[v*n:][:n], job.Weights[v*n:][:n]
	for i, w := range weights {
		if w != 0 {
			m.slots[m.count] = joints[i]
			m.count++
			m.rigid = m.rigid && w == 1
		}
	}
	m.rigid = m.rigid && int(m.count) == min(n, 1)
	if m.count > 1 && m.slots[0] > m.slots[1] {
		m.slots[0], m.slots[1] = m.slots[1], m.slots[0]
	}
	if n == 0 {
		m.count = 1
	}
	return m
}

// candidate is a vertex that is left for a group with different joints.
type candidate struct {
	matrices
	vertex int32
	bits   uint64 // of its joints
}

// bitsOf returns a bit for each joint. Several joints may have the same bit.
func bitsOf(joints []uint16) (set uint64) {
	for _, joint := range joints {
		set |= 1 << (joint % 64)
	}
	return set
}

// mix adds groups of vertices with different joints: it begins with the first vertex that is left
// and adds those that need the fewest further matrices.
func mix(groups []group, rest []candidate) []group {
	for len(rest) > 0 {
		made := group{rest[0].matrices, [Lanes]int32{rest[0].vertex}, 1}
		have := rest[0].bits
		rest = rest[1:]
		for made.size < Lanes && len(rest) > 0 {
			best, fewest := 0, math.MaxInt
			for i := range rest[:min(len(rest), nearby)] {
				c := &rest[i]
				if bits.OnesCount64(c.bits&^have) >= fewest { // as many are missing at least
					continue
				}
				if n, _ := further(made.used(), c.used()); n < fewest {
					if best, fewest = i, n; n == 0 {
						break
					}
				}
			}
			if int(made.count)+fewest > maxSlots {
				break
			}
			c := rest[best]
			made.merge(c.used())
			made.rigid = made.rigid && c.rigid && fewest == 0
			made.vertices[made.size] = c.vertex
			made.size++
			have |= c.bits
			copy(rest[1:best+1], rest[:best])
			rest = rest[1:]
		}
		groups = append(groups, made)
	}
	return groups
}

// further returns how many slots are missing for joints in their order, of which the first two may
// change places, and whether they should.
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

// missingInOrder returns how many slots are missing for joints, whose number i is at i^swap while i
// is below 2.
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

// merge adds the slots that are missing for joints. There must be room for them.
func (m *matrices) merge(joints []uint16) {
	missing, swap := further(m.used(), joints)
	if missing == 0 {
		return
	}
	slots := m.slots
	rest := slots[:m.count]
	m.count = 0
	add := func(joints ...uint16) { m.count += uint8(copy(m.slots[m.count:], joints)) }
	for i := range joints {
		joint := joints[i]
		if swap && i < 2 {
			joint = joints[i^1]
		}
		end := slices.Index(rest, joint) + 1
		add(rest[:end]...)
		rest = rest[end:]
		if end == 0 {
			add(joint)
		}
	}
	add(rest...)
}

// help reports whether groups take less time than the vertices do in the order of the job. The unit
// is about 13 cycles: a group takes 4, and 1 for each matrix that is blended; 8 vertices in the
// order of the job take 6, and 1 for each influence.
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

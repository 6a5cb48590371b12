package sorted

import (
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// Lanes is the number of vertices that are moved together.
const Lanes = kernel.Lanes

// Vertices are the vertices of a mesh in the order in which they are skinned. They take 28 bytes
// for each vertex, 44 with tangents, and 4 for each matrix that moves the vertex's group, unless it
// is one at weight 1.
type Vertices struct {
	// rows holds for each group of 8 vertices, in rows of 8 numbers: the weights of each matrix of
	// the run, unless there is one at weight 1; the positions x, y, z; the tangents x, y, z, w if
	// there are any. A group of fewer vertices repeats its last one.
	rows []float32
	// normals holds the normals x, y, z of each group in rows.
	normals []float32
	// places holds for each vertex in rows where it is in a stream of 3 numbers per vertex, in
	// bytes.
	places []uint32
	// runs holds for each run of groups with the same matrices the numbers from [layout.RunGroups]
	// on.
	runs  []uint32
	count int    // of runs
	last  uint16 // the highest palette index that is used

	vertices int
	tangents bool
}

// Available reports whether this machine has a kernel for sorted vertices.
func Available() bool { return assembly }

// New sorts the vertices of a job, whose outputs and palette it does not read. It returns nil where
// this machine has no kernel for sorted vertices, where there are no normals, or where the joints
// of the vertices are so different that sorting does not help.
func New(job *kernel.SkinJob) *Vertices {
	n := len(job.Positions) / 3
	if !assembly || n == 0 || len(job.Normals) != len(job.Positions) {
		return nil
	}
	groups := makeGroups(job)
	if !help(groups, job) {
		return nil
	}
	return arrange(job, groups)
}

// arrange writes the streams of groups.
func arrange(job *kernel.SkinJob, groups []group) *Vertices {
	s := &Vertices{vertices: len(job.Positions) / 3, tangents: len(job.Tangents) > 0}
	rows := 0
	for i := range groups {
		rows += 3 + groups[i].weightRows()
	}
	if s.tangents {
		rows += 4 * len(groups)
	}
	s.rows, s.normals = make([]float32, rows*Lanes), make([]float32, 3*Lanes*len(groups))
	s.places = make([]uint32, Lanes*len(groups))
	to := streams{s.rows, s.normals, s.places}
	for len(groups) > 0 {
		same, first := 1, groups[0].matrices
		for same < len(groups) && groups[same].matrices == first {
			same++
		}
		s.count++
		run := [layout.RunFirst]uint32{layout.RunGroups: uint32(same), layout.RunMatrices: uint32(first.weightRows())}
		s.runs = append(s.runs, run[:]...)
		for _, joint := range first.used() {
			s.runs = append(s.runs, uint32(joint)*4*kernel.MatrixSize)
			s.last = max(s.last, joint)
		}
		for i := range groups[:same] {
			to.add(job, &groups[i])
		}
		groups = groups[same:]
	}
	return s
}

// streams are the parts of the streams of [Vertices] that are not written yet.
type streams struct {
	rows, normals []float32
	places        []uint32
}

// add writes a group.
func (s *streams) add(job *kernel.SkinJob, g *group) {
	vertices := g.vertices
	for l := g.size; l < Lanes; l++ {
		vertices[l] = vertices[g.size-1]
	}
	if !g.rigid {
		n := job.Influences
		for l, v := range vertices {
			spread(s.rows[l:], g.used(), job.Joints[int(v)*n:][:n], job.Weights[int(v)*n:][:n])
		}
		s.rows = s.rows[g.weightRows()*Lanes:]
	}
	s.rows = gather(s.rows, &vertices, job.Positions, 3)
	if len(job.Tangents) > 0 {
		s.rows = gather(s.rows, &vertices, job.Tangents, 4)
	}
	s.normals = gather(s.normals, &vertices, job.Normals, 3)
	for l, v := range vertices {
		s.places[l] = uint32(v) * 3 * 4
	}
	s.places = s.places[Lanes:]
}

// gather writes a group's part of a stream with a size for each vertex, in rows, and returns what
// follows it.
func gather(rows []float32, vertices *[Lanes]int32, stream []float32, size int) []float32 {
	for l, v := range vertices {
		for c, number := range stream[size*int(v):][:size] {
			rows[c*Lanes+l] = number
		}
	}
	return rows[size*Lanes:]
}

// spread writes the weights of a vertex's influences to their slots, each with a stride of [Lanes].
func spread(weights []float32, slots, joints []uint16, of []float32) {
	var used [maxSlots]int // the influences with a weight
	n := 0
	for i, w := range of {
		if w != 0 {
			used[n] = i
			n++
		}
	}
	var at [maxSlots]int // their slots
	if !place(&at, slots, joints, used[:n]) {
		used[0], used[1] = used[1], used[0]
		place(&at, slots, joints, used[:n])
	}
	for k, i := range used[:n] {
		weights[at[k]*Lanes] = of[i]
	}
}

// place finds the slots of influences in their order, and reports whether there are.
func place(at *[maxSlots]int, slots, joints []uint16, used []int) bool {
	slot := 0
	for k, i := range used {
		for slot < len(slots) && slots[slot] != joints[i] {
			slot++
		}
		if slot == len(slots) {
			return false
		}
		at[k] = slot
		slot++
	}
	return true
}

// Skin does what [kernel.Skin] would do for the job of which the vertices were made, but with the
// palette and the outputs of this job. It reports whether it did: it does not if a matrix is
// missing or not finite.
func (s *Vertices) Skin(job *kernel.SkinJob) bool {
	if int(s.last) >= len(job.Palette)/kernel.MatrixSize || !job.Finite() {
		return false
	}
	var tangents *float32
	_, _ = job.OutPositions[3*s.vertices-1], job.OutNormals[3*s.vertices-1]
	if s.tangents {
		_ = job.OutTangents[4*s.vertices-1]
		tangents = &job.OutTangents[0]
	}
	sortedAsm(&s.rows[0], &s.normals[0], &s.places[0], &s.runs[0], s.count, window*3*4, 0, &job.Palette[0],
		&job.OutPositions[0], &job.OutNormals[0], tangents)
	return true
}

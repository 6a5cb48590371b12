package sorted

import (
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// Lanes is the number of vertices that are moved together.
const Lanes = kernel.Lanes

// Vertices are the vertices of a mesh in the order in which they are skinned. They take 28 bytes for each vertex, 44 with tangents, and 4 for
// each matrix that moves the vertex's group, unless it is one at weight 1.
type Vertices struct {
	// rows holds for each group of 8 vertices, in rows of 8 numbers: the weights of each matrix of the run, unless there is one at weight 1;
	// the positions x, y, z; the tangents x, y, z, w if there are any. A group of fewer vertices repeats its last one.
	rows []float32
	// normals holds the normals x, y, z of each group in rows.
	normals []float32
	// places holds for each vertex in rows where it is in a stream of 3 numbers per vertex, in bytes.
	places []uint32
	// runs holds for each run of groups with the same matrices: the number of groups; the number of matrices, or 0 for one at weight 1; where
	// each of the matrices is in the palette, in bytes.
	runs  []uint32
	count int    // of runs
	last  uint16 // the highest palette index that is used

	vertices int
	tangents bool
}

// New sorts the vertices of a job, whose outputs and palette it does not read. It returns nil where this machine has no kernel for sorted vertices,
// where there are no normals, or where the joints of the vertices are so different that sorting does not help.
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
	s.rows, s.normals = make([]float32, 0, rows*Lanes), make([]float32, 0, 3*Lanes*len(groups))
	s.places = make([]uint32, 0, Lanes*len(groups))
	for len(groups) > 0 {
		same := 1
		for same < len(groups) && compareGroups(&groups[same], &groups[0]) == 0 {
			same++
		}
		s.count++
		s.runs = append(s.runs, uint32(same), uint32(groups[0].weightRows()))
		for _, joint := range groups[0].slots {
			s.runs = append(s.runs, uint32(joint)*4*kernel.MatrixSize)
			s.last = max(s.last, joint)
		}
		for i := range groups[:same] {
			s.add(job, &groups[i])
		}
		groups = groups[same:]
	}
	return s
}

// add appends a group.
func (s *Vertices) add(job *kernel.SkinJob, g *group) {
	vertices := slices.Clone(g.vertices)
	for len(vertices) < Lanes {
		vertices = append(vertices, vertices[len(vertices)-1])
	}
	weights := len(s.rows)
	s.rows = s.rows[:weights+g.weightRows()*Lanes]
	if !g.rigid {
		for l, v := range vertices {
			spread(s.rows[weights+l:], g.slots, job.Joints[v*job.Influences:][:job.Influences], job.Weights[v*job.Influences:][:job.Influences])
		}
	}
	s.rows = appendStream(s.rows, vertices, job.Positions, 3)
	if s.tangents {
		s.rows = appendStream(s.rows, vertices, job.Tangents, 4)
	}
	s.normals = appendStream(s.normals, vertices, job.Normals, 3)
	for _, v := range vertices {
		s.places = append(s.places, uint32(v*3*4))
	}
}

// appendStream appends a group's part of a stream with a size for each vertex, in rows.
func appendStream(rows []float32, vertices []int, stream []float32, size int) []float32 {
	for c := range size {
		for _, v := range vertices {
			rows = append(rows, stream[size*v+c])
		}
	}
	return rows
}

// Skin does what [kernel.Skin] would do for the job of which the vertices were made, but with the palette and the outputs of this job. It
// reports whether it did: it does not if a matrix is missing or not finite.
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
	sortedAsm(&s.rows[0], &s.normals[0], &s.places[0], &s.runs[0], s.count, window*3*4, 0, &job.Palette[0], &job.OutPositions[0], &job.OutNormals[0], tangents)
	return true
}

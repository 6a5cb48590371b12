package decimate

import (
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// Level is a mesh with fewer triangles.
type Level struct {
	// Error is the largest distance of a vertex of the mesh from the level's surface, in the mesh's
	// units.
	Error float32
	// Indices holds the vertices of the triangles, by primitive.
	Indices [][]uint32
}

const (
	// fewest is the number of triangles below which there are no further levels.
	fewest = 24
	// coarsest is the largest error of a level, in sizes of the mesh.
	coarsest = 0.25
	// step is the part of the triangles of the level before that a level may have.
	step = 0.7
)

// FullDetail returns the level that is the mesh itself.
func FullDetail(m *mesh.Mesh) Level {
	full := Level{Indices: make([][]uint32, len(m.Primitives))}
	for i := range m.Primitives {
		full.Indices[i] = m.Primitives[i].Indices
	}
	return full
}

// Levels returns the levels of a mesh, the mesh itself first, with errors that do not fall. A mesh
// with positions that are not finite has one level. The mesh is read only; it must have no errors
// that [mesh.Mesh.Check] reports.
func Levels(m *mesh.Mesh) []Level {
	return LevelsWhile(m, func() bool { return true })
}

// LevelsWhile is Levels for as long as goOn returns true, which is called every few microseconds;
// after that it returns nil.
func LevelsWhile(m *mesh.Mesh, goOn func() bool) []Level {
	levels := []Level{FullDetail(m)}
	triangles := 0
	for i := range m.Primitives {
		if m.Primitives[i].Topology == mesh.Triangles {
			triangles += len(m.Primitives[i].Indices) / 3
		}
		for _, at := range m.Primitives[i].Positions {
			if !exact.AllFinite(at[:]...) {
				return levels
			}
		}
	}
	if triangles < fewest {
		return levels
	}
	s := newSurface(m, goOn)
	largest := coarsest * s.size
	e := 1e-7 * s.size // float32 holds no less of a position
	for {
		target := int(step * float64(s.alive))
		if target < fewest/2 {
			return levels
		}
		before := s.alive
		more := s.collapse(target, largest)
		if s.stopped {
			return nil
		}
		if s.alive > before*5/6 {
			return levels
		}
		e = s.measure(e)
		if s.stopped {
			return nil
		}
		if e > largest {
			return levels
		}
		coarser := s.indices()
		for i := range coarser {
			if m.Primitives[i].Topology != mesh.Triangles { // lines and points stay as they are
				coarser[i] = m.Primitives[i].Indices
			}
		}
		levels = append(levels, Level{float32(e), coarser})
		if !more {
			return levels
		}
	}
}

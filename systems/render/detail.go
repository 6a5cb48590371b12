package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// Limits of the levels of detail.
const (
	// minTriangles is the number of triangles below which a mesh has full detail only.
	minTriangles = 2000
	maxLevels    = 6
	// firstCellSize is the cell size of the first coarser level, in mean edge lengths. The size
	// doubles with each level.
	firstCellSize = 1.6
)

// detail is the levels of detail of a mesh. All levels use the mesh's own vertices.
type detail struct {
	// cellSizes holds each level's cell size, in the mesh's units: vertices closer than that may be
	// merged. It is 0 for level 0, which is the full mesh.
	cellSizes []float32
	// indices holds the triangle indices, by level and primitive.
	indices [][][]uint32
}

// simplify makes coarser levels of a mesh by merging the vertices in each cell of a grid. Method:
// J. Rossignac and P. Borrel, "Multi-resolution 3D approximations for rendering complex scenes",
// 1993.
func simplify(mesh *mesh.Mesh) detail {
	d := detail{cellSizes: []float32{0}}
	full := make([][]uint32, len(mesh.Primitives))
	triangles := 0
	for i := range mesh.Primitives {
		full[i] = mesh.Primitives[i].Indices
		triangles += len(full[i]) / 3
	}
	d.indices = [][][]uint32{full}
	edge := meanEdge(mesh)
	if triangles < minTriangles || !(edge > 0 && exact.IsFinite(edge)) {
		return d
	}
	borders := make([][]bool, len(mesh.Primitives))
	for i := range mesh.Primitives {
		borders[i] = borderVertices(&mesh.Primitives[i])
	}
	for cell := firstCellSize * edge; len(d.cellSizes) <= maxLevels; cell *= 2 {
		level, left := make([][]uint32, len(mesh.Primitives)), 0
		for i := range mesh.Primitives {
			level[i] = clusterVertices(&mesh.Primitives[i], borders[i], cell)
			left += len(level[i]) / 3
		}
		if left < minTriangles/20 || left > triangles*3/4 {
			break
		}
		triangles = left
		d.cellSizes, d.indices = append(d.cellSizes, cell), append(d.indices, level)
	}
	return d
}

// level returns the coarsest level whose cells are no larger than the tolerance.
func (d *detail) level(tolerance float32) int {
	level := 0
	for level+1 < len(d.cellSizes) && d.cellSizes[level+1] <= tolerance {
		level++
	}
	return level
}

func meanEdge(mesh *mesh.Mesh) float32 {
	var sum float64
	edges := 0
	for i := range mesh.Primitives {
		p := &mesh.Primitives[i]
		for c := 0; c+2 < len(p.Indices); c += 3 {
			sum += float64(p.Positions[p.Indices[c]].Sub(p.Positions[p.Indices[c+1]]).Len())
			edges++
		}
	}
	return float32(sum / math.Max(float64(edges), 1))
}

// borderVertices reports which vertices are on the border of the surface: on an edge that belongs
// to one triangle only. Vertices at the same position count as one.
func borderVertices(p *mesh.Primitive) []bool {
	firstAt := make(map[mgl32.Vec3]uint32, len(p.Positions))
	merged := make([]uint32, len(p.Positions))
	for v, at := range p.Positions {
		first, known := firstAt[at]
		if !known {
			first = uint32(v)
			firstAt[at] = first
		}
		merged[v] = first
	}
	users := make(map[[2]uint32]int, len(p.Indices))
	each := func(visit func(edge [2]uint32)) {
		for c := 0; c+2 < len(p.Indices); c += 3 {
			for k := range 3 {
				a, b := merged[p.Indices[c+k]], merged[p.Indices[c+(k+1)%3]]
				visit([2]uint32{min(a, b), max(a, b)})
			}
		}
	}
	each(func(edge [2]uint32) { users[edge]++ })
	outer := make(map[uint32]bool)
	each(func(edge [2]uint32) {
		if users[edge] == 1 {
			outer[edge[0]], outer[edge[1]] = true, true
		}
	})
	found := make([]bool, len(p.Positions))
	for v := range found {
		found[v] = outer[merged[v]]
	}
	return found
}

// clusterVertices returns the triangles that remain if each cell's vertices become the one nearest
// to the cell's center. Border vertices take precedence, so that primitives that share a border
// choose the same vertex and no gap opens.
func clusterVertices(p *mesh.Primitive, border []bool, cell float32) []uint32 {
	type choice struct {
		vertex uint32
		score  float32 // squared distance to the center in cell sizes, less 1 for border vertices; the least wins
	}
	best := make(map[[3]int32]choice)
	cells := make([][3]int32, len(p.Positions))
	for v, at := range p.Positions {
		var key [3]int32
		var score float32
		for axis, x := range at {
			whole := float32(math.Floor(float64(x / cell)))
			key[axis] = int32(whole)
			score += (x/cell - whole - 0.5) * (x/cell - whole - 0.5)
		}
		cells[v] = key
		if border[v] {
			score--
		}
		if known, ok := best[key]; !ok || score < known.score {
			best[key] = choice{uint32(v), score}
		}
	}
	var indices []uint32
	for c := 0; c+2 < len(p.Indices); c += 3 {
		a, b, d := best[cells[p.Indices[c]]].vertex, best[cells[p.Indices[c+1]]].vertex,
			best[cells[p.Indices[c+2]]].vertex
		if a != b && b != d && d != a {
			indices = append(indices, a, b, d)
		}
	}
	return indices
}

// viewer selects levels of detail by distance. The zero viewer selects full detail.
type viewer struct {
	position         mgl32.Vec3
	errorPerDistance float32 // tolerance per unit of distance
}

// newViewer returns the viewer for images of that height in pixels, with a tolerance in pixels.
func newViewer(camera *Camera, height int, pixels float32) viewer {
	if !(pixels > 0) || height < 1 {
		return viewer{}
	}
	return viewer{camera.Position, pixels * 2 * float32(math.Tan(float64(camera.fieldOfView())/2)) / float32(height)}
}

// tolerance returns the allowed error, in world units, for the nearest point of a sphere.
func (v viewer) tolerance(s sphere) float32 {
	return v.errorPerDistance * max(v.position.Sub(s.center).Len()-s.radius, 0)
}

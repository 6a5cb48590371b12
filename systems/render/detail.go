package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

const (
	// fewTriangles is how many a mesh must have to be worth drawing with less detail.
	minTriangles = 2000
	maxLevels    = 6
	// firstCell is the cell of the first coarser level in mean lengths of an edge; each level doubles it.
	firstCellSize = 1.6
)

// detail is a mesh's triangles with less and less detail. All levels use the mesh's own vertices.
type detail struct {
	// cells is how far apart, in the mesh's own units, vertices may be that a level has made one; 0 for level 0, the mesh as it is.
	cellSizes []float32
	// indices are those of each level, of each primitive.
	indices [][][]uint32
}

// simplify makes coarser levels of a mesh by merging the vertices in each cell of a grid. Method: J. Rossignac and P. Borrel,
// "Multi-resolution 3D approximations for rendering complex scenes", 1993.
func simplify(mesh *assets.Mesh) detail {
	d := detail{cellSizes: []float32{0}}
	full := make([][]uint32, len(mesh.Primitives))
	triangles := 0
	for i := range mesh.Primitives {
		full[i] = mesh.Primitives[i].Indices
		triangles += len(full[i]) / 3
	}
	d.indices = [][][]uint32{full}
	edge := meanEdge(mesh)
	if triangles < minTriangles || !(edge > 0) || math.IsInf(float64(edge), 0) {
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

// level returns the coarsest level that merges nothing farther apart than the tolerance.
func (d *detail) level(tolerance float32) int {
	level := 0
	for level+1 < len(d.cellSizes) && d.cellSizes[level+1] <= tolerance {
		level++
	}
	return level
}

func meanEdge(mesh *assets.Mesh) float32 {
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

// border finds the vertices on the edges of a surface: those of edges that only one triangle has. Vertices in one place count
// as one.
func borderVertices(p *mesh.Primitive) []bool {
	places := make(map[mgl32.Vec3]uint32, len(p.Positions))
	place := make([]uint32, len(p.Positions))
	for v, at := range p.Positions {
		first, known := places[at]
		if !known {
			first = uint32(v)
			places[at] = first
		}
		place[v] = first
	}
	users := make(map[[2]uint32]int, len(p.Indices))
	each := func(visit func(edge [2]uint32)) {
		for c := 0; c+2 < len(p.Indices); c += 3 {
			for k := range 3 {
				a, b := place[p.Indices[c+k]], place[p.Indices[c+(k+1)%3]]
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
		found[v] = outer[place[v]]
	}
	return found
}

// cluster returns the triangles that are left when the vertices in each cell become the one nearest to its middle. Those on
// a border go first, and the same one in each primitive that has them, so that no gap opens between primitives.
func clusterVertices(p *mesh.Primitive, border []bool, cell float32) []uint32 {
	type choice struct {
		vertex uint32
		worth  float32
	}
	best := make(map[[3]int32]choice)
	cells := make([][3]int32, len(p.Positions))
	for v, at := range p.Positions {
		var key [3]int32
		var off float32
		for axis, x := range at {
			whole := float32(math.Floor(float64(x / cell)))
			key[axis] = int32(whole)
			off += (x/cell - whole - 0.5) * (x/cell - whole - 0.5)
		}
		cells[v] = key
		if border[v] {
			off--
		}
		if known, ok := best[key]; !ok || off < known.worth {
			best[key] = choice{uint32(v), off}
		}
	}
	var indices []uint32
	for c := 0; c+2 < len(p.Indices); c += 3 {
		a, b, d := best[cells[p.Indices[c]]].vertex, best[cells[p.Indices[c+1]]].vertex, best[cells[p.Indices[c+2]]].vertex
		if a != b && b != d && d != a {
			indices = append(indices, a, b, d)
		}
	}
	return indices
}

// eye tells how much detail shows from where a picture is taken. The zero eye sees everything.
type viewer struct {
	position         mgl32.Vec3
	errorPerDistance float32 // world units that may be merged, for each unit of distance
}

// newEye returns the eye for pictures of that height in pixels, in which that many pixels may be merged.
func newViewer(camera *Camera, height int, pixels float32) viewer {
	if !(pixels > 0) || height < 1 {
		return viewer{}
	}
	return viewer{camera.Position, pixels * 2 * float32(math.Tan(float64(camera.fieldOfView())/2)) / float32(height)}
}

// coarseness returns how far apart, in world units, points of a ball may be that look like one.
func (e viewer) tolerance(b sphere) float32 {
	return e.errorPerDistance * max(e.position.Sub(b.center).Len()-b.radius, 0)
}

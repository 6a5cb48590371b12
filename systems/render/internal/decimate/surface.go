package decimate

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// A surface is the triangles of a mesh while edges collapse. A corner is a vertex of a primitive; a
// point is a position, which all corners there share: in different primitives, and along seams.
type surface struct {
	mesh    *mesh.Mesh
	size    float64 // the longest side of a box around the points
	first   []int32 // the first corner of each primitive
	corners []corner
	points  []point
	faces   []face
	alive   int // faces that are not gone
	queue   queue
	// density is the mean length of an edge in texture space, in lengths of the edge in the mesh.
	density float64

	goOn    func() bool
	stopped bool // goOn returned false

	around, changed, partners []int32 // scratch memory
	marks                     []int32
	mark                      int32
}

type corner struct {
	primitive, vertex, point int32
	// bend is the largest part, from 0 to 1, of a neighbor in the mesh that other joints move.
	bend float32
}

type point struct {
	at      vector
	quadric quadric
	faces   []int32 // that have a corner here, and some that are gone
	into    int32   // the point it collapsed into, or what that became; itself before
	target  int32   // the point it would best collapse into, or -1
	cost    float64 // of that
	version int32   // of target and cost
	fixed   bool    // where more than two faces share an edge
}

type face struct {
	corners [3]int32
	gone    bool
}

func newSurface(m *mesh.Mesh, goOn func() bool) *surface {
	s := &surface{mesh: m, goOn: goOn}
	known := map[mgl32.Vec3]int32{}
	low, high := vector{math.MaxFloat64, math.MaxFloat64, math.MaxFloat64},
		vector{-math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64}
	for i := range m.Primitives {
		p := &m.Primitives[i]
		s.first = append(s.first, int32(len(s.corners)))
		for v, at := range p.Positions {
			at = at.Add(mgl32.Vec3{}) // -0 becomes 0
			index, ok := known[at]
			if !ok {
				index = int32(len(s.points))
				known[at] = index
				s.points = append(s.points, point{
					at: vector{float64(at[0]), float64(at[1]), float64(at[2])}, into: index,
				})
				for axis := range 3 {
					low[axis] = min(low[axis], float64(at[axis]))
					high[axis] = max(high[axis], float64(at[axis]))
				}
			}
			s.corners = append(s.corners, corner{primitive: int32(i), vertex: int32(v), point: index})
		}
	}
	s.size = max(high[0]-low[0], high[1]-low[1], high[2]-low[2])
	s.marks = make([]int32, len(s.points))
	s.addFaces()
	s.addQuadrics()
	for i := range s.points {
		if s.stops() {
			break
		}
		s.choose(int32(i))
	}
	return s
}

// addFaces collects the triangles whose corners are at three points.
func (s *surface) addFaces() {
	for i := range s.mesh.Primitives {
		if s.mesh.Primitives[i].Topology != mesh.Triangles {
			continue
		}
		indices := s.mesh.Primitives[i].Indices
		for k := 0; k+2 < len(indices); k += 3 {
			f := face{}
			for c := range 3 {
				f.corners[c] = s.first[i] + int32(indices[k+c])
			}
			p := s.pointsOf(&f)
			if p[0] == p[1] || p[1] == p[2] || p[2] == p[0] {
				continue
			}
			for _, at := range p {
				s.points[at].faces = append(s.points[at].faces, int32(len(s.faces)))
			}
			s.faces = append(s.faces, f)
		}
	}
	s.alive = len(s.faces)
}

func (s *surface) pointsOf(f *face) [3]int32 {
	return [3]int32{s.corners[f.corners[0]].point, s.corners[f.corners[1]].point, s.corners[f.corners[2]].point}
}

// edge is two points, the lower first.
type edge [2]int32

// addQuadrics adds to each point the planes of its faces, and planes that stand on borders and
// seams. It finds the points that stay where they are.
func (s *surface) addQuadrics() {
	type use struct {
		count   int
		corners [2]int32 // of the first face, at the edge's points
		seam    bool
	}
	uses := make(map[edge]use, 2*len(s.faces))
	each := func(visit func(f *face, e edge, corners [2]int32)) {
		for i := range s.faces {
			f := &s.faces[i]
			p := s.pointsOf(f)
			for k := range 3 {
				a, b, ca, cb := p[k], p[(k+1)%3], f.corners[k], f.corners[(k+1)%3]
				if a > b {
					a, b, ca, cb = b, a, cb, ca
				}
				visit(f, edge{a, b}, [2]int32{ca, cb})
			}
		}
	}
	var lengths, textured float64
	each(func(_ *face, e edge, corners [2]int32) {
		u := uses[e]
		if u.count == 0 {
			u.corners = corners
		} else if u.corners != corners {
			u.seam = true
		}
		u.count++
		uses[e] = u
		if a, b := &s.corners[corners[0]], &s.corners[corners[1]]; s.mesh.Primitives[a.primitive].Influences > 0 {
			differ := float32(weightsDiffer(&s.mesh.Primitives[a.primitive], int(a.vertex), int(b.vertex)))
			a.bend, b.bend = max(a.bend, differ), max(b.bend, differ)
		}
		if uv := s.texCoords(corners[0]); uv != nil {
			lengths += s.points[e[0]].at.sub(s.points[e[1]].at).length()
			textured += float64(uv.Sub(*s.texCoords(corners[1])).Len())
		}
	})
	if lengths > 0 {
		s.density = textured / lengths
	}
	for i := range s.faces {
		p := s.pointsOf(&s.faces[i])
		normal := s.normal(p)
		area := normal.length()
		if !(area > 0) {
			continue
		}
		for _, at := range p {
			s.points[at].quadric.addPlane(normal.scale(1/area), s.points[p[0]].at, area/2)
		}
	}
	each(func(f *face, e edge, _ [2]int32) {
		u := uses[e]
		if u.count > 2 {
			s.points[e[0]].fixed, s.points[e[1]].fixed = true, true
		}
		if u.count != 1 && !u.seam {
			return
		}
		weight := float64(seamWeight)
		if u.count == 1 {
			weight = borderWeight
		}
		along := s.points[e[1]].at.sub(s.points[e[0]].at)
		across := along.cross(s.normal(s.pointsOf(f)))
		length := across.length()
		if !(length > 0) {
			return
		}
		for _, at := range e {
			s.points[at].quadric.addPlane(across.scale(1/length), s.points[e[0]].at, weight*along.dot(along))
		}
	})
}

// normal returns the normal of a triangle, as long as twice its area.
func (s *surface) normal(p [3]int32) vector {
	a := s.points[p[0]].at
	return s.points[p[1]].at.sub(a).cross(s.points[p[2]].at.sub(a))
}

// texCoords returns the first texture coordinates of a corner, or nil.
func (s *surface) texCoords(c int32) *mgl32.Vec2 {
	at := &s.corners[c]
	if uv := s.mesh.Primitives[at.primitive].TexCoords[0]; len(uv) > 0 {
		return &uv[at.vertex]
	}
	return nil
}

// isGone reports whether a face is gone.
func (s *surface) isGone(f int32) bool { return s.faces[f].gone }

// findNeighbors puts the points that share a face with a point into around.
func (s *surface) findNeighbors(i int32) {
	s.around = s.around[:0]
	p := &s.points[i]
	p.faces = slices.DeleteFunc(p.faces, s.isGone)
	for _, f := range p.faces {
		for _, k := range s.pointsOf(&s.faces[f]) {
			if k != i && !slices.Contains(s.around, k) {
				s.around = append(s.around, k)
			}
		}
	}
}

// cornerAt returns the corner of a face at a point.
func (s *surface) cornerAt(f, i int32) int32 {
	for _, c := range s.faces[f].corners {
		if s.corners[c].point == i {
			return c
		}
	}
	return -1
}

// indices returns the triangles that are left, by primitive.
func (s *surface) indices() [][]uint32 {
	lists := make([][]uint32, len(s.mesh.Primitives))
	for i := range s.faces {
		f := &s.faces[i]
		if f.gone {
			continue
		}
		primitive := s.corners[f.corners[0]].primitive
		for _, c := range f.corners {
			lists[primitive] = append(lists[primitive], uint32(s.corners[c].vertex))
		}
	}
	return lists
}

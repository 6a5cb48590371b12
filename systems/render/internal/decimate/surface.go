package decimate

import (
	"math"

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
	at      []vector // the positions of the points
	faces   []face
	alive   int // faces that are not gone
	queue   queue
	// density is the mean length of an edge in texture space, in lengths of the edge in the mesh.
	density float64

	goOn    func() bool
	stopped bool // goOn returned false

	// around has the neighbors of the point for which findNeighbors was called last. Their marks are
	// at least neighbors, all others less.
	around          []int32
	marks           []int32
	mark, neighbors int32

	changed, partners, known []int32 // scratch memory
	offers                   []offer
}

type corner struct {
	primitive, vertex, point int32
	// bend is the largest part, from 0 to 1, of a neighbor in the mesh that other joints move.
	bend float32
}

type point struct {
	quadric quadric
	faces   []int32 // that have a corner here, and some that are gone
	into    int32   // the point it collapsed into, or what that became; itself before
	target  int32   // the point it would best collapse into, or -1
	cost    float64 // of that
	version int32   // of target and cost
	fixed   bool    // where more than two faces share an edge
	nearest int32   // the face that was near enough when it was measured last, or -1
}

type face struct {
	corners [3]int32
	points  [3]int32 // of the corners
	normal  vector   // as long as twice the area
	gone    bool
}

// cornerAt returns the corner of a face at a point, or -1.
func (f *face) cornerAt(i int32) int32 {
	switch i {
	case f.points[0]:
		return f.corners[0]
	case f.points[1]:
		return f.corners[1]
	case f.points[2]:
		return f.corners[2]
	}
	return -1
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
				s.points = append(s.points, point{into: index, nearest: -1})
				s.at = append(s.at, vector{float64(at[0]), float64(at[1]), float64(at[2])})
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
				f.points[c] = s.corners[f.corners[c]].point
			}
			p := f.points
			if p[0] == p[1] || p[1] == p[2] || p[2] == p[0] {
				continue
			}
			f.normal = s.normal(p)
			s.faces = append(s.faces, f)
		}
	}
	s.alive = len(s.faces)
	s.listFaces()
}

// listFaces gives each point the list of its faces.
func (s *surface) listFaces() {
	counts := make([]int32, len(s.points))
	for i := range s.faces {
		for _, at := range s.faces[i].points {
			counts[at]++
		}
	}
	all := make([]int32, 3*len(s.faces))
	for i, n := range counts {
		s.points[i].faces, all = all[:0:n], all[n:]
	}
	for i := range s.faces {
		for _, at := range s.faces[i].points {
			s.points[at].faces = append(s.points[at].faces, int32(i))
		}
	}
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
	uses := make([]use, 0, 2*len(s.faces))
	index := make(map[edge]int32, 2*len(s.faces))
	edges := make([]int32, 0, 3*len(s.faces)) // the indices of their edges
	each := func(visit func(f *face, e edge, corners [2]int32)) {
		for i := range s.faces {
			f := &s.faces[i]
			p := f.points
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
		n, ok := index[e]
		if !ok {
			n = int32(len(uses))
			index[e] = n
			uses = append(uses, use{corners: corners})
		}
		edges = append(edges, n)
		u := &uses[n]
		u.seam = u.seam || u.corners != corners
		u.count++
		if a, b := &s.corners[corners[0]], &s.corners[corners[1]]; s.mesh.Primitives[a.primitive].Influences > 0 {
			differ := float32(weightsDiffer(&s.mesh.Primitives[a.primitive], int(a.vertex), int(b.vertex)))
			a.bend, b.bend = max(a.bend, differ), max(b.bend, differ)
		}
		if uv := s.texCoords(corners[0]); uv != nil {
			lengths += s.at[e[0]].sub(s.at[e[1]]).length()
			textured += float64(uv.Sub(*s.texCoords(corners[1])).Len())
		}
	})
	if lengths > 0 {
		s.density = textured / lengths
	}
	for i := range s.faces {
		p := s.faces[i].points
		normal := s.faces[i].normal
		area := normal.length()
		if !(area > 0) {
			continue
		}
		for _, at := range p {
			s.points[at].quadric.addPlane(normal.scale(1/area), s.at[p[0]], area/2)
		}
	}
	each(func(f *face, e edge, _ [2]int32) {
		u := uses[edges[0]]
		edges = edges[1:]
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
		along := s.at[e[1]].sub(s.at[e[0]])
		across := along.cross(f.normal)
		length := across.length()
		if !(length > 0) {
			return
		}
		for _, at := range e {
			s.points[at].quadric.addPlane(across.scale(1/length), s.at[e[0]], weight*along.dot(along))
		}
	})
}

// normal returns the normal of a triangle, as long as twice its area.
func (s *surface) normal(p [3]int32) vector {
	a := s.at[p[0]]
	return s.at[p[1]].sub(a).cross(s.at[p[2]].sub(a))
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
	s.mark++
	s.neighbors = s.mark
	p := &s.points[i]
	kept := p.faces[:0]
	for _, f := range p.faces {
		face := &s.faces[f]
		if face.gone {
			continue
		}
		kept = append(kept, f)
		for _, k := range face.points {
			if k != i && s.marks[k] != s.mark {
				s.marks[k] = s.mark
				s.around = append(s.around, k)
			}
		}
	}
	p.faces = kept
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

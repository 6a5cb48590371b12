package decimate

import (
	"container/heap"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// What an edge costs besides the distance of planes, all in units of length.
const (
	normalCost = 0.1  // of a normal that turns by 90 degrees, in lengths of the edge
	weightCost = 0.25 // of a vertex that other joints move, or half of a neighbor, in lengths of the edge
	colorCost  = 0.25 // of a color that changes by 1, in lengths of the edge
	morphCost  = 0.5  // of a difference of morph targets
	// borderWeight is the weight of planes through borders, and seamWeight of those through seams,
	// in squares of their edges; the planes of triangles weigh their areas.
	borderWeight = 10
	seamWeight   = 1
	// lengthCost is that of a long edge: among equal ones the shortest goes first, so that the
	// triangles of a flat surface do not all meet in one point.
	lengthCost = 1e-3
	// mostFaces is the number of faces that may meet in a point.
	mostFaces = 48
	// leastTurn is the least cosine between the normals of a triangle before and after a collapse.
	leastTurn = 0.2
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

func newSurface(m *mesh.Mesh) *surface {
	s := &surface{mesh: m}
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
		s.choose(int32(i))
	}
	heap.Init(&s.queue)
	return s
}

// addFaces collects the triangles whose corners are at three points.
func (s *surface) addFaces() {
	for i := range s.mesh.Primitives {
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

// candidate is a point and what it costs to collapse it.
type candidate struct {
	cost    float64
	point   int32
	version int32
}

// queue is a heap of candidates, of which those of old versions are left out when they come up.
type queue []candidate

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, k int) bool {
	return q[i].cost < q[k].cost || q[i].cost == q[k].cost && q[i].point < q[k].point
}

func (q queue) Swap(i, k int) { q[i], q[k] = q[k], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(candidate)) }

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// choose finds the point that another one would best collapse into, and queues it.
func (s *surface) choose(i int32) {
	p := &s.points[i]
	p.version++
	p.target, p.cost = -1, math.Inf(1)
	if p.fixed || p.into != i {
		return
	}
	s.findNeighbors(i)
	if len(p.faces) > mostFaces {
		return // until some of them are gone
	}
	for _, k := range s.around {
		if cost := s.costOf(i, k, p.cost); cost < p.cost || cost == p.cost && k < p.target {
			p.target, p.cost = k, cost
		}
	}
	if p.target >= 0 {
		heap.Push(&s.queue, candidate{p.cost, i, p.version})
	}
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

// costOf returns what it costs to collapse a point into a neighbor: infinity if it cannot be done,
// or costs more than most.
func (s *surface) costOf(i, k int32, most float64) float64 {
	never := math.Inf(1)
	p, q := &s.points[i], &s.points[k]
	sum := p.quadric
	sum.add(&q.quadric)
	length := p.at.sub(q.at).length()
	cost := sum.distance(q.at) + lengthCost*length
	if cost > most {
		return never
	}
	// The two faces that they share go.
	if len(p.faces)+len(q.faces)-4 > mostFaces {
		if q.faces = slices.DeleteFunc(q.faces, s.isGone); len(p.faces)+len(q.faces)-4 > mostFaces {
			return never
		}
	}
	shared := 0
	for n, f := range p.faces {
		c, other := s.cornerAt(f, i), s.cornerAt(f, k)
		if other >= 0 {
			shared++
		}
		known := false // the corner of a face before
		for _, before := range p.faces[:n] {
			known = known || s.cornerAt(before, i) == c
		}
		if known {
			continue
		}
		partner, natural := other, true
		if other < 0 {
			partner, natural = s.partner(i, c, k)
		}
		if partner < 0 {
			return never
		}
		if cost += s.changes(c, partner, length, natural); cost > most {
			return never
		}
	}
	if shared > 2 || shared != 1 && s.onBorder(i) || s.sharedNeighbors(i, k) != shared || s.turnsOver(i, k) {
		return never
	}
	return cost
}

// turnsOver reports whether a triangle would turn over if a point collapsed into a neighbor.
func (s *surface) turnsOver(i, k int32) bool {
	for _, f := range s.points[i].faces {
		at := s.pointsOf(&s.faces[f])
		if at[0] == k || at[1] == k || at[2] == k {
			continue
		}
		before := s.normal(at)
		at[slices.Index(at[:], i)] = k
		after := s.normal(at)
		along := before.dot(after)
		squares := before.dot(before) * after.dot(after)
		if !(along > 0 && along*along > leastTurn*leastTurn*squares) && before != (vector{}) {
			return true
		}
	}
	return false
}

// onBorder reports whether a point is on an edge of only one face.
func (s *surface) onBorder(i int32) bool {
	// A point within the surface has as many neighbors as faces.
	s.mark++
	neighbors := 0
	for _, f := range s.points[i].faces {
		for _, k := range s.pointsOf(&s.faces[f]) {
			if k != i && s.marks[k] != s.mark {
				s.marks[k] = s.mark
				neighbors++
			}
		}
	}
	return neighbors > len(s.points[i].faces)
}

// sharedNeighbors counts the points that share a face with each of two points.
func (s *surface) sharedNeighbors(i, k int32) (n int) {
	s.mark += 2
	for _, f := range s.points[i].faces {
		for _, at := range s.pointsOf(&s.faces[f]) {
			s.marks[at] = s.mark - 1
		}
	}
	s.marks[i], s.marks[k] = 0, 0
	for _, f := range s.points[k].faces {
		if s.faces[f].gone {
			continue
		}
		for _, at := range s.pointsOf(&s.faces[f]) {
			if s.marks[at] == s.mark-1 {
				s.marks[at] = s.mark
				n++
			}
		}
	}
	return n
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

// partner returns the corner at point k that a corner at point i becomes: one that shares an edge
// with it, which is natural; else the nearest one of the same primitive; -1 without any.
func (s *surface) partner(i, c, k int32) (partner int32, natural bool) {
	for _, f := range s.points[i].faces {
		if s.cornerAt(f, i) == c {
			if other := s.cornerAt(f, k); other >= 0 {
				return other, true
			}
		}
	}
	partner = -1
	best := math.Inf(1)
	for _, f := range s.points[k].faces {
		other := s.cornerAt(f, k)
		if s.faces[f].gone || s.corners[other].primitive != s.corners[c].primitive {
			continue
		}
		if d := s.changes(c, other, 1, false); d < best {
			partner, best = other, d
		}
	}
	return partner, false
}

// changes returns what else than the position changes if one corner becomes another, over an edge
// of a length, as a length of at least 0.
func (s *surface) changes(c, other int32, length float64, natural bool) (cost float64) {
	p := &s.mesh.Primitives[s.corners[c].primitive]
	a, b := int(s.corners[c].vertex), int(s.corners[other].vertex)
	cost += normalCost * length * max(0, float64(1-p.Normals[a].Dot(p.Normals[b])))
	if p.Influences > 0 { // also if only what remains around it bends
		cost += weightCost * length * max(weightsDiffer(p, a, b), float64(s.corners[c].bend)/2)
	}
	if p.Colors != nil {
		cost += colorCost * length * float64(p.Colors[a].Sub(p.Colors[b]).Len())
	}
	if uv := p.TexCoords[0]; !natural && len(uv) > 0 && s.density > 0 {
		cost += max(0, float64(uv[a].Sub(uv[b]).Len())/s.density-length)
	}
	for t := range p.Targets {
		if deltas := p.Targets[t].Positions; deltas != nil {
			cost += morphCost * float64(deltas[a].Sub(deltas[b]).Len())
		}
	}
	return cost
}

// weightsDiffer returns the part of a vertex, from 0 to 1, that other joints move than another one.
func weightsDiffer(p *mesh.Primitive, a, b int) (differ float64) {
	same := float32(0)
	n := p.Influences
	for x := range n {
		for y := range n {
			if joint := p.Joints[a*n+x]; joint != mesh.NoInfluence && joint == p.Joints[b*n+y] {
				same += min(p.Weights[a*n+x], p.Weights[b*n+y])
			}
		}
	}
	return float64(max(0, 1-same))
}

// collapse collapses edges until so many faces are left. It stops at edges that cost more than
// largest, and reports whether there are others left.
func (s *surface) collapse(target int, largest float64) bool {
	for s.alive > target {
		if len(s.queue) == 0 {
			return false
		}
		next := heap.Pop(&s.queue).(candidate)
		i := next.point
		if p := &s.points[i]; p.into != i || p.version != next.version {
			continue
		}
		if next.cost > largest {
			return false
		}
		// What is around the point may have changed since.
		k := s.points[i].target
		s.findNeighbors(i)
		if cost := s.costOf(i, k, next.cost); cost > next.cost {
			s.choose(i)
			continue
		}
		s.join(i, k)
	}
	return true
}

// join collapses a point into a neighbor.
func (s *surface) join(i, k int32) {
	p, q := &s.points[i], &s.points[k]
	s.partners = s.partners[:0]
	for _, f := range p.faces {
		partner, _ := s.partner(i, s.cornerAt(f, i), k)
		s.partners = append(s.partners, partner)
	}
	for n, f := range p.faces {
		if s.cornerAt(f, k) >= 0 {
			s.faces[f].gone = true
			s.alive--
			continue
		}
		corners := &s.faces[f].corners
		corners[slices.Index(corners[:], s.cornerAt(f, i))] = s.partners[n]
		q.faces = append(q.faces, f)
	}
	q.quadric.add(&p.quadric)
	p.into, p.faces = k, nil
	s.findNeighbors(k)
	s.changed = append(s.changed[:0], s.around...)
	s.choose(k)
	for _, n := range s.changed {
		if at := s.points[n].target; at < 0 || at == i || at == k {
			s.choose(n)
		} else {
			s.consider(n, k)
		}
	}
}

// consider makes a neighbor the target of a point, and queues it, if that costs less than the
// present one.
func (s *surface) consider(n, k int32) {
	p := &s.points[n]
	if p.fixed {
		return
	}
	p.faces = slices.DeleteFunc(p.faces, s.isGone)
	if cost := s.costOf(n, k, p.cost); cost < p.cost || cost == p.cost && k < p.target {
		p.version++
		p.target, p.cost = k, cost
		heap.Push(&s.queue, candidate{cost, n, p.version})
	}
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

// measure returns the largest distance of a point of the mesh from the surface: from the faces
// around the point that it became, or around the neighbors of that one.
func (s *surface) measure() float64 {
	largest := 1e-7 * s.size // float32 holds no less of a position
	for i := range s.points {
		at := s.points[i].at
		k := s.became(int32(i))
		if k == int32(i) {
			continue
		}
		nearest := s.distanceAround(k, at, largest)
		if nearest <= largest {
			continue
		}
		s.findNeighbors(k)
		for _, n := range s.around {
			if nearest = min(nearest, s.distanceAround(n, at, largest)); nearest <= largest {
				break
			}
		}
		largest = max(largest, nearest)
	}
	return largest
}

// became returns the point that a point has become.
func (s *surface) became(i int32) int32 {
	k := i
	for s.points[k].into != k {
		k = s.points[k].into
	}
	for s.points[i].into != k { // shorter the next time
		s.points[i].into, i = k, s.points[i].into
	}
	return k
}

// distanceAround returns the distance of a position from the nearest face around a point, or from
// the point if it has none; or one of at most enough, once it finds one.
func (s *surface) distanceAround(k int32, at vector, enough float64) float64 {
	nearest := at.sub(s.points[k].at).length()
	for _, f := range s.points[k].faces {
		if nearest <= enough {
			break
		}
		if !s.faces[f].gone {
			p := s.pointsOf(&s.faces[f])
			nearest = min(nearest, distanceToTriangle(at, s.points[p[0]].at, s.points[p[1]].at, s.points[p[2]].at))
		}
	}
	return nearest
}

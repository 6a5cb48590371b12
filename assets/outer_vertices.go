package assets

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// OuterVertices returns the vertices that lie outermost around each joint of the model's skeleton:
// what [rig.Skeleton.SetOuterVertices] takes, so that the tolerance of baked clips holds on the
// mesh. They are the farthest in each of many directions of the joint's own space, where a vertex
// that follows the joint by less than half counts as nearer. A vertex with morph targets counts as
// the corners of the box in which it lies for all weights from 0 to 1. The result is nil if the
// model's skeleton is not in the library.
func (m *Model) OuterVertices(l *Library) [][]rig.VertexInfluence {
	m = m.orNone()
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return nil
	}
	o := outerVertices{farthest: make([]farthestVertices, skeleton.Len()), corners: map[*mesh.Primitive][]exact.Vec3{}}
	m.eachPrimitive(l, o.add)
	return o.list()
}

// outerDirections are half of the directions in which the outermost vertices are the farthest; the
// others are opposite to them. They go through the points of a grid on the surface of a cube.
// Integers keep the comparison free of rounding that depends on the direction.
var outerDirections = gridDirections(2)

// gridDirections returns the vectors of integers whose largest component is n or -n, without those
// that are opposite to an earlier one.
func gridDirections(n int) (directions [][3]float32) {
	for x := -n; x <= n; x++ {
		for y := -n; y <= n; y++ {
			for z := -n; z <= n; z++ {
				isFirst := x < 0 || x == 0 && (y < 0 || y == 0 && z < 0)
				if isFirst && max(x, -x, y, -y, z, -z) == n {
					directions = append(directions, [3]float32{float32(x), float32(y), float32(z)})
				}
			}
		}
	}
	return directions
}

// outerVertices collects the outermost vertices of a model.
type outerVertices struct {
	farthest []farthestVertices               // by joint
	vertices [][]rig.VertexInfluence          // all that were ever farthest
	corners  map[*mesh.Primitive][]exact.Vec3 // the outermost points of primitives of rigid parts
	scratch  []rig.VertexInfluence
}

// farthestVertices holds for each direction, and after them for their opposites, the index of the
// farthest vertex, and how far it is; both are nil before the first vertex.
type farthestVertices struct {
	vertices  []int32
	distances []float32
}

// maxOuter is the largest coordinate of an outer vertex: squares of distances are finite. No
// tolerance holds for vertices beyond, which are left out.
const maxOuter = 1e18

// isOuter reports whether a position is near enough for an outer vertex.
func isOuter(position [3]float32) bool {
	for _, x := range position {
		if !(x >= -maxOuter && x <= maxOuter) {
			return false
		}
	}
	return true
}

// extend makes a vertex with an index the farthest at a position in the directions in which it is,
// and reports whether there is one.
func (f *farthestVertices) extend(index int, position [3]float32) bool {
	if !isOuter(position) {
		return false
	}
	n := len(outerDirections)
	if f.vertices == nil {
		f.vertices, f.distances = make([]int32, 2*n), make([]float32, 2*n)
		for i := range f.distances {
			f.distances[i] = -math.MaxFloat32
		}
	}
	isFarthest := false
	along, opposite := f.distances[:n], f.distances[n:2*n]
	for i := range outerDirections {
		distance := distanceAlong(&outerDirections[i], &position)
		if distance > along[i] {
			f.vertices[i], along[i], isFarthest = int32(index), distance, true
		}
		if -distance > opposite[i] {
			f.vertices[n+i], opposite[i], isFarthest = int32(index), -distance, true
		}
	}
	return isFarthest
}

// add adds the vertices of a primitive.
func (o *outerVertices) add(p *mesh.Primitive, part *Part, skin *rig.Skin) {
	if part.Rigid {
		if part.PaletteIndex >= skin.Len() {
			return
		}
		for _, position := range o.cornersOf(p) {
			o.scratch = o.scratch[:0]
			o.influence(skin, part.PaletteIndex, 1, position)
			o.addScratch()
		}
		return
	}
	for v := range p.Positions {
		low, high := morphRange(p, v)
		for corner := range boxCorners(low, high) {
			o.scratch = o.scratch[:0]
			eachInfluence(p, part, skin, v, func(paletteIndex int, weight float32) {
				o.influence(skin, paletteIndex, weight, corner)
			})
			o.addScratch()
		}
	}
}

// boxCorners yields the corners of a box, a point once.
func boxCorners(low, high exact.Vec3) func(yield func(exact.Vec3) bool) {
	return func(yield func(exact.Vec3) bool) {
		if low == high {
			yield(low)
			return
		}
		for corner := range 8 {
			point := low
			for c := range point {
				if corner>>c&1 == 1 {
					point[c] = high[c]
				}
			}
			if !yield(point) {
				return
			}
		}
	}
}

// influence adds an influence to the vertex in scratch.
func (o *outerVertices) influence(skin *rig.Skin, paletteIndex int, weight float32, position exact.Vec3) {
	v := rig.VertexInfluence{Joint: int(skin.Joints()[paletteIndex]), Weight: weight}
	m := rig.MatrixAt(skin.InverseBinds(), paletteIndex)
	for r := range v.Position {
		x := float64(m[4*r+3])
		for c := range 3 {
			x += float64(float64(m[4*r+c]) * position[c])
		}
		v.Position[r] = float32(x)
	}
	o.scratch = append(o.scratch, v)
}

// addScratch adds the vertex in scratch to the joints around which it is outermost.
func (o *outerVertices) addScratch() {
	for i := range o.scratch {
		if !isOuter(o.scratch[i].Position) {
			return
		}
	}
	isFarthest := false
	for _, v := range o.scratch {
		if o.farthest[v.Joint].extend(len(o.vertices), nearer(v)) {
			isFarthest = true
		}
	}
	if isFarthest {
		o.vertices = append(o.vertices, slices.Clone(o.scratch))
	}
}

// cornersOf returns the outermost points of a primitive in its own space. Those of a primitive that
// many parts show are found once.
func (o *outerVertices) cornersOf(p *mesh.Primitive) []exact.Vec3 {
	points, known := o.corners[p]
	if known {
		return points
	}
	var farthest farthestVertices
	var all []exact.Vec3
	for v := range p.Positions {
		low, high := morphRange(p, v)
		for corner := range boxCorners(low, high) {
			if farthest.extend(len(all), [3]float32{float32(corner[0]), float32(corner[1]), float32(corner[2])}) {
				all = append(all, corner)
			}
		}
	}
	for _, index := range distinct(farthest.vertices) {
		points = append(points, all[index])
	}
	o.corners[p] = points
	return points
}

// distinct returns indices in ascending order, each once.
func distinct(indices []int32) []int32 {
	ascending := slices.Clone(indices)
	order.Stable(ascending, cmp.Compare[int32])
	return slices.Compact(ascending)
}

// outerSlack is how much nearer than the farthest vertex in a direction, as a fraction of the
// distance of the joint's farthest vertex, another one may be to stand for it.
const outerSlack = 0.02

// list returns the outermost vertices of all joints. A vertex that is listed for one direction
// stands for those in other directions that are hardly farther.
func (o *outerVertices) list() [][]rig.VertexInfluence {
	var all []int32
	for joint := range o.farthest {
		all = append(all, o.spread(joint)...)
	}
	list := [][]rig.VertexInfluence{}
	for _, index := range distinct(all) {
		list = append(list, o.vertices[index])
	}
	return list
}

// spread returns the indices of the outermost vertices of a joint.
func (o *outerVertices) spread(joint int) (chosen []int32) {
	f := &o.farthest[joint]
	radius := float32(0)
	for _, index := range f.vertices {
		p := o.near(index, joint)
		radius = max(radius, float32(math.Sqrt(float64(float32(p[0]*p[0])+float32(p[1]*p[1])+float32(p[2]*p[2])))))
	}
	for i, index := range f.vertices {
		d := outerDirections[i%len(outerDirections)]
		if i >= len(outerDirections) {
			d = [3]float32{-d[0], -d[1], -d[2]}
		}
		length := float32(math.Sqrt(float64(float32(d[0]*d[0]) + float32(d[1]*d[1]) + float32(d[2]*d[2]))))
		enough := f.distances[i] - float32(float32(outerSlack*radius)*length)
		if !slices.ContainsFunc(chosen, func(other int32) bool {
			p := o.near(other, joint)
			return distanceAlong(&d, &p) >= enough
		}) {
			chosen = append(chosen, index)
		}
	}
	return chosen
}

// near returns where a vertex lies around a joint, nearer if it follows the joint by less than
// half.
func (o *outerVertices) near(vertex int32, joint int) (position [3]float32) {
	for _, v := range o.vertices[vertex] {
		if v.Joint == joint {
			position = nearer(v)
		}
	}
	return position
}

// nearer returns the position of a vertex around a joint, nearer if it follows the joint by less
// than half.
func nearer(v rig.VertexInfluence) [3]float32 {
	share := min(1, 2*v.Weight)
	return [3]float32{
		float32(v.Position[0] * share), float32(v.Position[1] * share), float32(v.Position[2] * share),
	}
}

// distanceAlong returns how far a position is along a direction, in units of the direction's
// length.
func distanceAlong(d, p *[3]float32) float32 {
	return float32(d[0]*p[0]) + float32(d[1]*p[1]) + float32(d[2]*p[2])
}

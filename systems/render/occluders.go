package render

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// occluder is a capsule around the vertices that one matrix of a palette moves most, in the mesh's
// bind space.
type occluder struct {
	paletteIndex int
	ends         [2]mgl32.Vec3
	radius       float32
}

// mostOccluders is the largest number of capsules of a part: the largest ones.
const mostOccluders = 24

// newOccluders returns capsules that stand for the opaque surfaces of a part: of others nobody knows
// how much is there.
func newOccluders(library *assets.Library, source *mesh.Mesh, part *gpuPart) []occluder {
	var moved [][]mgl32.Vec3 // vertices by palette index
	for i := range source.Primitives {
		p := &source.Primitives[i]
		if m := library.Material(p.Material); p.Topology != mesh.Triangles || m != nil && m.AlphaMode != mesh.AlphaOpaque {
			continue
		}
		for v, position := range p.Positions {
			index := part.paletteIndex
			if !part.rigid && p.Influences > 0 {
				joint := p.Joints[v*p.Influences]
				if joint == mesh.NoInfluence {
					continue
				}
				index = int(joint)
			}
			for len(moved) <= index {
				moved = append(moved, nil)
			}
			moved[index] = append(moved[index], position)
		}
	}
	list := []occluder{} // not nil, so that it is not made again
	for index, points := range moved {
		if o := capsuleAround(points); o.radius > 0 {
			o.paletteIndex = index
			list = append(list, o)
		}
	}
	slices.SortStableFunc(list, func(x, y occluder) int { return cmp.Compare(y.area(), x.area()) })
	return list[:min(len(list), mostOccluders)]
}

// occludersIn returns the capsules of a part, which are made once.
func (p *gpuPart) occludersIn(library *assets.Library) []occluder {
	if p.occluders == nil {
		p.occluders = newOccluders(library, p.mesh.source, p)
	}
	return p.occluders
}

// area is proportional to the surface of a capsule.
func (o *occluder) area() float32 { return o.radius * (o.ends[1].Sub(o.ends[0]).Len() + 2*o.radius) }

// capsuleAround returns the capsule along the direction in which points spread most. Its radius is
// their mean distance from its axis, so that it is about where they are, not around all.
func capsuleAround(points []mgl32.Vec3) (o occluder) {
	if len(points) < 4 {
		return o
	}
	var middle mgl32.Vec3
	for _, p := range points {
		middle = middle.Add(p)
	}
	middle = middle.Mul(1 / float32(len(points)))
	var spread mgl32.Mat3
	for _, p := range points {
		d := p.Sub(middle)
		spread = spread.Add(d.OuterProd3(d))
	}
	axis := mgl32.Vec3{1, 1.1, 1.2}
	for range 24 { // converges to the eigenvector of the largest eigenvalue
		next := spread.Mul3x1(axis)
		size := next.Len()
		if !(size > 0) || math.IsInf(float64(size), 0) {
			return o
		}
		axis = next.Mul(1 / size)
	}
	low, high, away := float32(0), float32(0), float32(0)
	for _, p := range points {
		d := p.Sub(middle)
		along := d.Dot(axis)
		low, high = min(low, along), max(high, along)
		away += d.Sub(axis.Mul(along)).Len()
	}
	o.radius = min(away/float32(len(points)), (high-low)/2)
	o.ends = [2]mgl32.Vec3{middle.Add(axis.Mul(low + o.radius)), middle.Add(axis.Mul(high - o.radius))}
	return o
}

// capsule is an occluder in world space, in the shaders' layout of two texels.
type capsule struct {
	from   mgl32.Vec3
	radius float32
	to     mgl32.Vec3
	reach  float32 // how far from its axis it occludes
}

// occluderReach is how far from its axis a capsule occludes, in its radii: there a sphere hides a
// sixteenth of what a surface that faces it receives.
const occluderReach = 4

// leastOccluder is the height of a character, as a fraction of the image's, below which it does not
// occlude.
const leastOccluder = 1.0 / 20

// addOccluders adds the capsules of a character in the image.
func (r *Renderer) addOccluders(c *candidate) {
	o := r.occlusion
	if o.strength == 0 || c.mesh != nil ||
		c.rest.radius < leastOccluder*c.rest.center.Sub(r.camera.Position).Len()*r.camera.halfHeight() {
		return
	}
	for _, shown := range c.models {
		weights := c.pool.Morphs()[c.slot*c.pool.Skeleton().MorphCount():]
		for i := range shown.model.parts {
			part := &shown.model.parts[i]
			palette := c.pool.Palette(part.skin, c.slot)
			if palette == nil || part.hidden&shown.hidden != 0 || part.source != nil && !part.source.Shown(weights) {
				continue
			}
			occluders := part.occludersIn(r.cache.library)
			for k := range occluders {
				one := &occluders[k]
				if matrix := matrixAt(palette, one.paletteIndex); matrix != nil {
					o.add(one, &c.world, matrix, c.scale, 1)
				}
			}
		}
	}
}

// halfHeight returns half the height of what the camera sees at distance 1.
func (c *Camera) halfHeight() float32 { return float32(math.Tan(float64(c.fieldOfView()) / 2)) }

// leastRadius is a radius of capsules that no picture shows; smaller ones are left out.
const leastRadius = 1e-18

// add adds a capsule that a matrix takes from bind space to model space, and that occludes as far as
// a part of its reach. One that is not finite, or of which squares would not be, is left out.
func (o *occlusion) add(one *occluder, world, matrix *rig.Matrix, scale, part float32) {
	var from, to mgl32.Vec3
	placePoint(&from, matrix, &one.ends[0])
	placePoint(&from, world, &from)
	placePoint(&to, matrix, &one.ends[1])
	placePoint(&to, world, &to)
	axis := mgl32.Vec3{matrix[0], matrix[4], matrix[8]}
	radius := one.radius * axis.Len() * scale
	reach := part * occluderReach * radius
	if sum := from.Len() + to.Len() + reach; !(min(radius, reach) > leastRadius) || !(sum*sum <= math.MaxFloat32) {
		return
	}
	// Field by field, as a copy of what has just been written has to wait for it.
	o.capsules = append(o.capsules, capsule{})
	c := &o.capsules[len(o.capsules)-1]
	c.from[0], c.from[1], c.from[2], c.radius = from[0], from[1], from[2], radius
	c.to[0], c.to[1], c.to[2], c.reach = to[0], to[1], to[2], reach
}

// placePoint is [rig.Matrix.Point] without copies of the matrix.
func placePoint(to *mgl32.Vec3, m *rig.Matrix, p *mgl32.Vec3) {
	x, y, z := p[0], p[1], p[2]
	to[0] = float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z) + m[3]
	to[1] = float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z) + m[7]
	to[2] = float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z) + m[11]
}

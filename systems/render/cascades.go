package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// maxCascades is the largest number of shadow maps of a frame, as in frame.glsl.
const maxCascades = crowdstore.MaxCascades

// cascade is the part of the area with shadows that a shadow map shows.
type cascade struct {
	center mgl32.Vec3 // in world space; its place in light space is a whole number of texels
	radius float32
	// place takes coordinates in the widest map to those in this one: x and y are added to what z
	// multiplies.
	place  mgl32.Vec3
	volume volume // what may cast a shadow into the area
	inner  volume // what casts shadows nowhere but where this map alone is looked at, or a finer one
}

// cascades are the shadow maps of a frame, the widest first. Each shows a smaller area nearer to
// the camera than the one before, at the same depths.
type cascades struct {
	count     int
	list      [maxCascades]cascade
	fromWorld mgl32.Mat4 // to the widest map, whose x, y and depth range from 0 to 1
}

// casts has a bit for each shadow map that shows an instance: bit 0 for the widest.
type casts uint8

func (c casts) into(cascade int) bool { return c>>cascade&1 != 0 }

// castsInto returns which shadow maps may show a candidate.
func (r *Renderer) castsInto(c *candidate) casts {
	found := casts(0)
	for i := range r.cascades.list[:r.cascades.count] {
		if !r.sees(&r.cascades.list[i].volume, c) {
			if i == 0 {
				return 0 // the others show a part of it
			}
			continue
		}
		found |= 1 << i
	}
	return found
}

// placeCascades chooses the shadow maps of a frame, given the box around everything that may cast a
// shadow.
func (r *Renderer) placeCascades() {
	r.cascades.place(&r.camera, &r.lens, r.frame.lightDirection.Vec3(), r.bounds, r.shadows.most(&r.Style), r.shadows.size)
	if r.Style.NoCulling {
		for i := range r.cascades.list {
			r.cascades.list[i].volume, r.cascades.list[i].inner = everywhere, nowhere
		}
	}
	r.frame.setShadows(&r.Style, &r.camera, &r.cascades, r.shadows.size)
}

// leastStep is by which part the area of a cascade is at most as large as that of the one before;
// a larger one is not worth a map of its own.
const leastStep = 0.7

// nearestSlice is the least distance at which the finest cascade begins, as a part of the distance
// at which shadows end.
const nearestSlice = 1.0 / 200

// innerPart returns in which part of a map's width, around its middle, a caster casts its shadow
// where the next wider map is not looked at, whose texels are larger by a factor. As light.glsl has
// it, that map takes over at 0.15 and 12 texels before the edge, from 0 at the middle to 1, and blur
// and lift reach less than 12 of its own texels.
func innerPart(texels int, factor float32) float32 {
	const most = 12
	texel := 2 / float32(texels)
	return max(1-0.15-most*texel-most*texel*factor, 0)
}

// place chooses at most so many cascades, with maps of that width and height in texels. The widest
// is around everything that casts shadows. The others are around what the camera sees up to
// distances between where shadows begin and end: the means of those that divide the range into
// equal steps and into equal factors (F. Zhang et al., "Parallel-split shadow maps for large-scale
// virtual environments", 2006). All have a radius rounded up to steps and move by whole texels, so
// that shadows do not crawl when the camera moves or turns.
func (c *cascades) place(camera *Camera, lens *lens, light mgl32.Vec3, bounds assets.Box, most, texels int) {
	center, radius := shadowArea(camera.Target, camera.Distance(), bounds)
	turn := lightSpace(light)
	widest := &c.list[0]
	at := snapped(turn, center, radius, texels)
	*widest = cascade{mgl32.TransformCoordinate(at, turn.Transpose()), radius, mgl32.Vec3{0, 0, 1}, volume{}, volume{}}
	c.count, c.fromWorld = 1, shadowMatrix(turn, at, radius)

	away := center.Sub(camera.Position).Len()
	end := float64(away + radius)
	begin := max(float64(away-radius), nearestSlice*end)
	forward := camera.Target.Sub(camera.Position)
	if length := forward.Len(); length > 0 {
		forward = forward.Mul(1 / length)
	}
	for i := most - 1; i > 0; i-- {
		part := float64(i) / float64(most)
		split := (begin*math.Pow(end/begin, part) + begin + (end-begin)*part) / 2
		ahead, size := lens.slice(float32(begin), float32(split))
		if size = stepped(size); !(size <= leastStep*c.list[c.count-1].radius) {
			continue
		}
		near := snapped(turn, camera.Position.Add(forward.Mul(ahead)), size, texels)
		corner := at.Sub(near).Sub(mgl32.Vec3{radius - size, radius - size, 0}).Mul(1 / (2 * size))
		c.list[c.count] = cascade{
			center: mgl32.TransformCoordinate(near, turn.Transpose()), radius: size,
			place: mgl32.Vec3{corner[0], corner[1], radius / size},
		}
		c.count++
	}
	for i := range c.list[:c.count] {
		p := c.list[i].place
		inMap := mgl32.Translate3D(p[0], p[1], 0).Mul4(mgl32.Scale3D(p[2], p[2], 1))
		c.list[i].volume = newVolume(shadowClip.Mul4(inMap).Mul4(c.fromWorld))
		c.list[i].inner = nowhere
		if i == 0 {
			continue
		}
		if inner := innerPart(texels, c.list[i-1].radius/c.list[i].radius); inner > 0 {
			shrunk := mgl32.Scale3D(1/inner, 1/inner, 1).Mul4(shadowClip)
			c.list[i].inner = newVolume(shrunk.Mul4(inMap).Mul4(c.fromWorld))
		}
	}
}

// shadowClip takes a shadow map's x, y and depth from 0 to 1, to clip space.
var shadowClip = mgl32.Translate3D(-1, -1, -1).Mul4(mgl32.Scale3D(2, 2, 2))

// lightSpace returns the rotation from world space to one in which the light comes from +z.
func lightSpace(light mgl32.Vec3) mgl32.Mat4 {
	up := mgl32.Vec3{0, 1, 0}
	if math.Abs(float64(light[1])) > 0.99 {
		up = mgl32.Vec3{0, 0, 1}
	}
	return mgl32.LookAtV(mgl32.Vec3{}, light.Mul(-1), up)
}

// snapped returns a center in light space, rounded to a whole texel of the map of a radius, so that
// the map's texels do not move in the world.
func snapped(turn mgl32.Mat4, center mgl32.Vec3, radius float32, texels int) mgl32.Vec3 {
	at := mgl32.TransformCoordinate(center, turn)
	texel := 2 * radius / float32(texels)
	for axis := range 2 {
		at[axis] = texel * float32(math.Floor(float64(at[axis]/texel)))
	}
	return at
}

// shadowMatrix returns the matrix from world space to a shadow map around a center in light space.
func shadowMatrix(turn mgl32.Mat4, at mgl32.Vec3, radius float32) mgl32.Mat4 {
	// Objects cast shadows into the area from up to three radii outside of it, toward the light.
	box := mgl32.Ortho(at[0]-radius, at[0]+radius, at[1]-radius, at[1]+radius, -at[2]-4*radius, -at[2]+2*radius)
	half := mgl32.Translate3D(0.5, 0.5, 0.5).Mul4(mgl32.Scale3D(0.5, 0.5, 0.5))
	return half.Mul4(box).Mul4(turn)
}

// shadowDistances is the largest radius of the area with shadows, in distances of the camera.
const shadowDistances = 3

func maxShadowRadius(camera *Camera) float32 { return shadowDistances * max(camera.Distance(), 1e-6) }

// shadowArea returns the sphere, in world space, within which shadows are drawn: around everything
// that is drawn, but at most about three times the camera's distance. The radius is rounded up to
// steps, so that shadows do not flicker while characters or the camera move.
func shadowArea(target mgl32.Vec3, distance float32, bounds assets.Box) (center mgl32.Vec3, radius float32) {
	maxRadius := stepped(shadowDistances * max(distance, 1e-6))
	size := bounds.Max.Sub(bounds.Min)
	if !(size[0] >= 0) {
		return target, maxRadius
	}
	center, radius = bounds.Min.Add(size.Mul(0.5)), max(1.15*size.Len()/2, 1e-6)
	if radius > maxRadius {
		return target, maxRadius
	}
	return center, stepped(radius)
}

// stepped returns a radius rounded up to a power of the fourth root of two.
func stepped(radius float32) float32 {
	steps := math.Ceil(4 * math.Log2(float64(radius)))
	return float32(math.Exp2(steps / 4))
}

// lens is how wide the camera sees.
type lens struct {
	corner   float32 // from the line of sight to a corner of the image, at distance 1 or at every distance
	parallel bool    // at every distance
}

// newLens returns the lens of a matrix from camera space to clip space.
func newLens(projection mgl32.Mat4) lens {
	parallel := projection.At(3, 2) == 0
	column := 2 // which moves the middle of the image sideways
	if parallel {
		column = 3
	}
	var corner mgl32.Vec2
	for axis := range corner {
		corner[axis] = (1 + abs(projection.At(axis, column))) / abs(projection.At(axis, axis))
	}
	return lens{corner.Len(), parallel}
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// slice returns a sphere around what the camera sees between two distances along its line of sight:
// how far ahead its center is, and its radius.
func (l *lens) slice(from, to float32) (ahead, radius float32) {
	if l.parallel {
		return (from + to) / 2, mgl32.Vec2{(to - from) / 2, l.corner}.Len()
	}
	ahead = min(to, (from+to)/2*(1+l.corner*l.corner))
	return ahead, mgl32.Vec2{to - ahead, to * l.corner}.Len()
}

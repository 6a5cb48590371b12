package crowdstore

import (
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/kernel/spheres"
)

// worldSpheres returns the spheres around the members of a block in world space.
func (s *Store) worldSpheres(c *Collected, block int) []spheres.Group {
	b := &s.blocks[block]
	first, n := block*blockGroups, (int(b.count)+spheres.Lanes-1)/spheres.Lanes
	of := s.spheres[first : first+n]
	if b.carrier == 0 {
		return of
	}
	if missing := len(s.spheres) - len(c.carried); missing > 0 {
		c.carried = append(c.carried, make([]spheres.Group, missing)...)
	}
	carried := c.carried[first : first+n]
	if !c.isCarried[block] {
		c.isCarried[block] = true
		spheres.Carry(carried, of, &s.carried[b.carrier].lanes)
	}
	return carried
}

// blockGroups is the number of groups of the spheres of a block.
const blockGroups = BlockLanes / spheres.Lanes

// sphereOf returns a sphere of a block, or one around a block.
func sphereOf(of []spheres.Group, lane int) mgl32.Vec4 {
	g, l := &of[lane/spheres.Lanes], lane%spheres.Lanes
	return mgl32.Vec4{g.Center[0][l], g.Center[1][l], g.Center[2][l], g.Radius[l]}
}

// radiusOf returns the radius of a sphere of a block.
func radiusOf(of []spheres.Group, lane int) float32 {
	return of[lane/spheres.Lanes].Radius[lane%spheres.Lanes]
}

// setSphere sets a sphere of a block, or one around a block.
func setSphere(of []spheres.Group, lane int, x *mgl32.Vec4) {
	g, l := &of[lane/spheres.Lanes], lane%spheres.Lanes
	g.Center[0][l], g.Center[1][l], g.Center[2][l], g.Radius[l] = x[0], x[1], x[2], x[3]
}

// squaredDistance returns the squared distance of a sphere's center from a point, in the
// steps of package spheres.
func squaredDistance(sphere *mgl32.Vec4, from *mgl32.Vec3) float32 {
	x, y, z := sphere[0]-from[0], sphere[1]-from[1], sphere[2]-from[2]
	return float32(x*x) + float32(y*y) + float32(z*z)
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// planes are some of the planes of a volume, a bit for each, or outside.
type planes uint8

// outside stands for a sphere that is outside of a volume.
const outside planes = 1 << 7

// height returns how far the center of a sphere is above a plane, in the steps of package spheres.
func height(p, sphere *mgl32.Vec4) float32 {
	return float32(p[0]*sphere[0]) + float32(p[1]*sphere[1]) + float32(p[2]*sphere[2]) + p[3]
}

// dot returns the product of a plane's normal and a vector.
func dot(p *mgl32.Vec4, v *mgl32.Vec3) float32 {
	return float32(p[0]*v[0]) + float32(p[1]*v[1]) + float32(p[2]*v[2])
}

// crossing returns the planes of a volume that a sphere crosses: none if it is inside.
func crossing(volume *[6]mgl32.Vec4, s *mgl32.Vec4) (crossed planes) {
	isOutside := planes(0)
	for i := range volume {
		d := height(&volume[i], s)
		isOutside |= planes(flags(d < -s[3], 1))
		crossed |= planes(flags(!(d >= s[3]), 1)) << i
	}
	if isOutside != 0 {
		return outside
	}
	return crossed
}

// within returns which of some spheres are in a volume, at least partly: a bit for each of those
// asked for. A larger sphere around all crosses only the planes given.
func (crossed planes) within(volume *[6]mgl32.Vec4, of []spheres.Group, asked lanes) lanes {
	return crossed.above(volume, of, asked, 1)
}

// inside returns which of some spheres are wholly in a volume: as within.
func (crossed planes) inside(volume *[6]mgl32.Vec4, of []spheres.Group, asked lanes) lanes {
	return crossed.above(volume, of, asked, -1)
}

// tests are those of which all say no for spheres that are in a volume, at least partly.
func tests(of *[6]spheres.Plane, volume *[6]mgl32.Vec4) {
	for i := range volume {
		p := &volume[i]
		of[i] = spheres.Plane{Normal: p.Vec3(), Distance: p[3], Side: 1}
	}
}

// above returns which of some spheres have a point above all planes given: the highest one if side
// is 1, the lowest one if it is -1.
func (crossed planes) above(volume *[6]mgl32.Vec4, of []spheres.Group, asked lanes, side float32) lanes {
	if crossed == outside {
		return 0
	}
	if crossed == 0 || asked == 0 {
		return asked
	}
	var tests [len(volume)]spheres.Plane
	n := 0
	for ; crossed != 0; crossed &= crossed - 1 {
		p := &volume[bits.TrailingZeros8(uint8(crossed))]
		tests[n] = spheres.Plane{Normal: p.Vec3(), Distance: p[3], Side: side}
		n++
	}
	return asked &^ lanes(spheres.Below(of, tests[:n], nil))
}

// maxShadowLength is the length of the longest shadow, in radii of what casts it.
const maxShadowLength = 100

// showsShadow reports whether the shadow of a sphere may be in the image.
func (v *View) showsShadow(s *mgl32.Vec4) bool {
	length := v.shadowLength(s)
	for i := range v.Image {
		p := &v.Image[i]
		d := height(p, s)
		end := d - float32(length*dot(p, &v.Light))
		if max(d, end) < -s[3] {
			return false
		}
	}
	return true
}

// shadowLength returns the length of the shadow of a sphere.
func (v *View) shadowLength(s *mgl32.Vec4) float32 {
	length, above := maxShadowLength*s[3], max(0, s[1]+s[3]-v.Floor)
	if float32(v.Light[1]*length) > above {
		length = above / v.Light[1]
	}
	return length
}

// shading returns which of some spheres, which the image does not show, are so near and such that
// their shadows may be in the image. All are in the sphere around a block.
func (c *Collected) shading(v *View, around *mgl32.Vec4, of []spheres.Group, asked lanes) lanes {
	near := [1]uint64{}
	spheres.Nearer(near[:], of, (*[3]float32)(&v.Eye), []float32{c.casting})
	if asked &= lanes(near[0]); asked == 0 {
		return 0
	}
	var tests [len(v.Image)]spheres.Plane
	var shadows [][spheres.Lanes]float32
	n := 0
	for i := range v.Image {
		p := &v.Image[i]
		if height(p, around) >= around[3] {
			continue // all are inside
		}
		test := &tests[n]
		*test = spheres.Plane{Normal: p.Vec3(), Distance: p[3], Side: 1}
		n++
		if along := dot(p, &v.Light); along < 0 { // else the shadows lead farther out
			test.Along = along
			if shadows == nil {
				shadows = c.shadows[:len(of)]
				spheres.Shadows(shadows, of, &c.light)
			}
		}
	}
	return asked &^ lanes(spheres.Below(of, tests[:n], shadows))
}

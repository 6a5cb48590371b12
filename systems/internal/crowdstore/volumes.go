package crowdstore

import (
	"math"
	"math/bits"
	"slices"

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

// shading returns which of some spheres, which the image does not show, are so near and such that
// their shadows may be in the image. All are in the sphere around a block.
func (c *Collected) shading(v *View, around *mgl32.Vec4, of []spheres.Group, asked lanes) lanes {
	near := [1]uint64{}
	spheres.Nearer(near[:], of, (*[3]float32)(&v.Eye), []float32{c.casting})
	if asked &= lanes(near[0]); asked == 0 {
		return 0
	}
	var tests [len(v.Image)]spheres.Plane
	n := 0
	for i := range v.Image {
		if p := &v.Image[i]; !(height(p, around) >= around[3]) { // else all are inside
			tests[n] = v.shadowTest(p)
			n++
		}
	}
	return asked &^ c.castNothing(of, tests[:n])
}

// shadowTest is the test that says yes for spheres that are below a plane of the image, as are
// their shadows.
func (v *View) shadowTest(p *mgl32.Vec4) spheres.Plane {
	test := spheres.Plane{Normal: p.Vec3(), Distance: p[3], Side: 1}
	if along := dot(p, &v.Light); along < 0 { // else the shadows lead farther out
		test.Along = along
	}
	return test
}

// castNothing returns for which spheres one of some tests of shadows says yes.
func (c *Collected) castNothing(of []spheres.Group, tests []spheres.Plane) lanes {
	if !slices.ContainsFunc(tests, func(p spheres.Plane) bool { return p.Along != 0 }) {
		return lanes(spheres.Below(of, tests, nil))
	}
	shadows := c.shadows[:len(of)]
	spheres.Shadows(shadows, of, &c.light)
	return lanes(spheres.Below(of, tests, shadows))
}

// findBlocks finds the blocks that the image shows, and those that it does not show, but perhaps
// the shadows of their members.
func (c *Collected) findBlocks(v *View) {
	var image, shadow, casting [len(v.Image)]spheres.Plane
	tests(&image, &v.Image)
	tests(&shadow, &v.Shadow)
	for i := range casting {
		casting[i] = v.shadowTest(&v.Image[i])
	}
	// Members cast shadows from outside of the image up to a distance from their surface, in radii.
	// None must be missed by rounding.
	const hardly = 1.0001
	reach := hardly * 2 / (v.CasterHeight * v.Height)
	c.inView = slices.Grow(c.inView[:0], len(c.drawn))[:len(c.drawn)]
	for i, drawn := range c.drawn {
		first := i * spheres.MostGroups
		around := c.around[first:min(first+spheres.MostGroups, len(c.around))]
		in := drawn &^ lanes(spheres.Below(around, image[:], nil))
		if others := drawn &^ in; v.Casting && others != 0 {
			others &^= lanes(spheres.Below(around, shadow[:], nil))
			others &= c.nearBlocks(v, around, c.largest[first:], reach)
			if others != 0 {
				in |= others &^ c.castNothing(around, casting[:])
			}
		}
		c.inView[i] = in
	}
}

// nearBlocks returns the blocks whose surface, or that of a member, is at most a distance away, in
// radii of the largest member. The distance of a block is that of its nearest point.
func (c *Collected) nearBlocks(v *View, around []spheres.Group, largest [][spheres.Lanes]float32, reach float32) lanes {
	var wider [spheres.MostGroups]spheres.Group
	for g := range around {
		wider[g].Center = around[g].Center
		for l, radius := range &around[g].Radius {
			wider[g].Radius[l] = radius + float32(reach*largest[g][l])
		}
	}
	var near [1]uint64
	spheres.Nearer(near[:], wider[:len(around)], (*[3]float32)(&v.Eye), []float32{1})
	return lanes(near[0])
}

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

// volume is a volume of a view, and which of its planes the blocks cross that are looked at anew.
type volume struct {
	tests  [6]spheres.Plane // say yes for spheres that are not in it, or not wholly
	lanes  spheres.Volume
	blocks []spheres.Crossed
}

// set sets the planes. The tests are those of the highest point of a sphere if side is 1, and of
// the lowest one if it is -1.
func (o *volume) set(planes *[6]mgl32.Vec4, side float32) {
	var rows [len(planes)][4]float32
	for i := range planes {
		p := &planes[i]
		o.tests[i] = spheres.Plane{Normal: p.Vec3(), Distance: p[3], Side: side}
		rows[i] = *p
	}
	o.lanes.Set(&rows)
}

// cross finds which planes blocks cross.
func (o *volume) cross(around []spheres.Group) {
	o.blocks = slices.Grow(o.blocks[:0], len(around))[:len(around)]
	spheres.Cross(o.blocks, around, &o.lanes)
}

// crossed returns the planes that a block crosses, by its number among those that are looked at
// anew.
func (o *volume) crossed(at int) planes {
	return planes(o.blocks[at/spheres.Lanes].Of(at % spheres.Lanes))
}

// above returns which of some spheres, asked for, have that point above all planes given: those
// that a larger sphere around all of them crosses.
func (o *volume) above(crossed planes, of []spheres.Group, asked lanes) lanes {
	if crossed&outside != 0 {
		return 0
	}
	if crossed == 0 || asked == 0 {
		return asked
	}
	return asked &^ lanes(spheres.Below(of, crossed.tests(&o.tests, new([6]spheres.Plane)), nil))
}

// tests returns the tests of some planes.
func (crossed planes) tests(all, some *[6]spheres.Plane) []spheres.Plane {
	n := 0
	for rest := uint8(crossed &^ outside); rest != 0; rest &= rest - 1 {
		some[n] = all[bits.TrailingZeros8(rest)]
		n++
	}
	return some[:n]
}

// volumes are those of a view.
type volumes struct {
	image, shadow volume
	casting       [6]spheres.Plane // say yes for what neither is in the image nor its shadow
	cascades      [MaxCascades]struct{ shown, without volume }
}

// set sets the volumes.
func (o *volumes) set(v *View) {
	o.image.set(&v.Image, 1)
	for i := range o.casting {
		o.casting[i] = v.shadowTest(&v.Image[i])
	}
	if !v.Casting {
		return
	}
	o.shadow.set(&v.Shadow, 1)
	if len(v.Cascades) > 1 {
		for i := range v.Cascades {
			o.cascades[i].shown.set(&v.Cascades[i].Shown, 1)
			o.cascades[i].without.set(&v.Cascades[i].Without, -1)
		}
	}
}

// cross finds which planes of the volumes blocks cross.
func (o *volumes) cross(v *View, around []spheres.Group) {
	o.image.cross(around)
	if !v.Casting {
		return
	}
	o.shadow.cross(around)
	if len(v.Cascades) > 1 {
		for i := range v.Cascades {
			if i > 0 {
				o.cascades[i].shown.cross(around)
			}
			o.cascades[i].without.cross(around)
		}
	}
}

// anew are the blocks in view that are looked at anew, in order.
type anew struct {
	blocks []int32
	around []spheres.Group
	sizes  []spheres.Sizes
	ranges []spheres.Range
	eye    spheres.Eye
}

// findNew finds which of the blocks in view must be looked at anew, what they cross and how far
// away they are.
func (s *Store) findNew(c *Collected, v *View) {
	a := &c.anew
	a.blocks = a.blocks[:0]
	for i, some := range c.inView {
		for ; some != 0; some &= some - 1 {
			index := BlockLanes*i + some.first()
			kind := s.blocks[index].kind
			l := &c.ladders[kind]
			if !l.known {
				s.buildLadder(l, v, s.kinds[kind])
			}
			if !c.isSame || !l.isSame || !s.repeats(c, index) {
				a.blocks = append(a.blocks, int32(index))
			}
		}
	}
	groups := (len(a.blocks) + spheres.Lanes - 1) / spheres.Lanes
	a.around = slices.Grow(a.around[:0], groups)[:groups]
	a.sizes = slices.Grow(a.sizes[:0], groups)[:groups]
	a.ranges = slices.Grow(a.ranges[:0], groups)[:groups]
	for i, index := range a.blocks {
		setSphere(a.around, i, &c.Spheres[index])
		from, to := &c.sizes[index/spheres.Lanes], &a.sizes[i/spheres.Lanes]
		to.Most[i%spheres.Lanes] = from.Most[index%spheres.Lanes]
		to.Least[i%spheres.Lanes] = from.Least[index%spheres.Lanes]
	}
	a.eye.Set((*[3]float32)(&v.Eye))
	spheres.Ranges(a.ranges, a.around, a.sizes, &a.eye)
	c.volumes.cross(v, a.around)
}

// maxShadowLength is the length of the longest shadow, in radii of what casts it.
const maxShadowLength = 100

// shading returns which of some spheres, which the image does not show, are so near and such that
// their shadows may be in the image. All are in the sphere around a block, which crosses planes of
// it or is outside.
func (c *Collected) shading(v *View, image planes, of []spheres.Group, asked lanes) lanes {
	near := [1]uint64{}
	spheres.Nearer(near[:], of, (*[3]float32)(&v.Eye), []float32{c.casting})
	if asked &= lanes(near[0]); asked == 0 {
		return 0
	}
	return asked &^ c.castNothing(of, image.tests(&c.volumes.casting, new([6]spheres.Plane)))
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
	// Members cast shadows from outside of the image up to a distance from their surface, in radii.
	// None must be missed by rounding.
	const hardly = 1.0001
	reach := hardly * 2 / (v.CasterHeight * v.Height)
	c.inView = slices.Grow(c.inView[:0], len(c.drawn))[:len(c.drawn)]
	for i, drawn := range c.drawn {
		first := i * spheres.MostGroups
		around := c.around[first:min(first+spheres.MostGroups, len(c.around))]
		in := drawn &^ lanes(spheres.Below(around, c.volumes.image.tests[:], nil))
		if others := drawn &^ in; v.Casting && others != 0 {
			others &^= lanes(spheres.Below(around, c.volumes.shadow.tests[:], nil))
			others &= c.nearBlocks(v, around, c.sizes[first:], reach)
			if others != 0 {
				in |= others &^ c.castNothing(around, c.volumes.casting[:])
			}
		}
		c.inView[i] = in
	}
}

// nearBlocks returns the blocks whose surface, or that of a member, is at most a distance away, in
// radii of the largest member. The distance of a block is that of its nearest point.
func (c *Collected) nearBlocks(v *View, around []spheres.Group, sizes []spheres.Sizes, reach float32) lanes {
	var wider [spheres.MostGroups]spheres.Group
	for g := range around {
		wider[g].Center = around[g].Center
		for l, radius := range &around[g].Radius {
			wider[g].Radius[l] = radius + float32(reach*sizes[g].Most[l])
		}
	}
	var near [1]uint64
	spheres.Nearer(near[:], wider[:len(around)], (*[3]float32)(&v.Eye), []float32{1})
	return lanes(near[0])
}

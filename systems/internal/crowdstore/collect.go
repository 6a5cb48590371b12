package crowdstore

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// View is what a frame shows.
type View struct {
	Image, Shadow [6]mgl32.Vec4 // planes whose inner sides are visible: unit normal and distance
	Casting       bool          // there is a shadow map
	Eye           mgl32.Vec3
	// Tolerance is the error in world units that may be seen, per unit of distance, and Height the
	// height of what the image shows.
	Tolerance, Height float32
}

// Steps of a list's tolerance.
const (
	steps         = 40
	stepsPerTwice = 2
	finestStep    = 1.0 / 1024 // of the size of a member
)

// List is members that are drawn alike: blocks of one kind at one level of detail.
type List struct {
	Kind      *Kind
	Level     int
	Mirrored  bool
	Tolerance float32 // in units of model space
	Scale     float32 // the largest
	// The list's blocks in Entries. Those before FirstCaster are in the image only, those from
	// Shown on in the shadow map only.
	First, FirstCaster, Shown, End int

	only [3][]int32 // blocks that the image shows, both, the shadow map
}

// Collected is what a frame draws.
type Collected struct {
	Lists []*List
	// Entries holds a texel of four words for each block: the block; its members; the texel of its
	// carrier's matrix; the texel of its kind's reach. After them come the rows of the carriers'
	// matrices and the kinds' reaches, as the bits of float32.
	Entries []uint32
	Blocks  int // in Entries
	// Culled and CulledCasters count the members that the image and the shadow map do not show, by
	// blocks; Instances those that the image shows.
	Culled, CulledCasters, Instances int
	// Spheres around the blocks near the camera's target, for the shadow map: center and radius.
	Spheres []mgl32.Vec4

	lists []*List // by kind, mirroring, level and step; nil for those without members
}

// Members returns the number of members in the blocks from first to before end of Entries.
func (c *Collected) Members(first, end int) (n int) {
	for i := first; i < end; i++ {
		n += int(c.Entries[4*i+1])
	}
	return n
}

// Begin finds the spheres around all blocks, in world space. Collect needs them.
func (s *Store) Begin(c *Collected) {
	c.Spheres = c.Spheres[:0]
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.count == 0 || s.kinds[b.kind].Rigs == nil {
			c.Spheres = append(c.Spheres, mgl32.Vec4{0, 0, 0, -1})
			continue
		}
		if b.stale {
			s.measure(i)
		}
		if b.carrier == 0 {
			c.Spheres = append(c.Spheres, mgl32.Vec4{b.center[0], b.center[1], b.center[2], b.radius})
			continue
		}
		by := &s.carried[b.carrier]
		at := by.matrix.Point(b.center)
		c.Spheres = append(c.Spheres, mgl32.Vec4{at[0], at[1], at[2], b.radius * by.scale})
	}
}

// Collect finds the blocks that a view shows, and lists them. It takes a few nanoseconds for each
// block and none for their members.
func (s *Store) Collect(c *Collected, v *View) {
	for _, list := range c.Lists {
		for i := range list.only {
			list.only[i] = list.only[i][:0]
		}
		list.Scale = 0
	}
	c.Lists, c.Culled, c.CulledCasters, c.Instances, c.Blocks = c.Lists[:0], 0, 0, 0, 0
	for i := range c.Spheres {
		sphere := &c.Spheres[i]
		if sphere[3] < 0 {
			continue
		}
		b := &s.blocks[i]
		shown, casts := sees(&v.Image, sphere), v.Casting && sees(&v.Shadow, sphere)
		if !shown {
			c.Culled += int(b.count)
		} else {
			c.Instances += int(b.count)
		}
		if v.Casting && !casts {
			c.CulledCasters += int(b.count)
		}
		switch {
		case shown && casts:
			s.list(c, v, b, sphere, int32(i), 1)
		case shown:
			s.list(c, v, b, sphere, int32(i), 0)
		case casts:
			s.list(c, v, b, sphere, int32(i), 2)
		}
	}
	s.writeEntries(c)
}

// sees reports whether a sphere is in a volume, at least partly.
func sees(planes *[6]mgl32.Vec4, s *mgl32.Vec4) bool {
	for i := range planes {
		p := &planes[i]
		if p[0]*s[0]+p[1]*s[1]+p[2]*s[2]+p[3] < -s[3] {
			return false
		}
	}
	return true
}

// list adds a block to the list for its kind, level and step.
func (s *Store) list(c *Collected, v *View, b *block, sphere *mgl32.Vec4, index int32, shows int) {
	by := &s.carried[b.carrier]
	scale := b.scale * by.scale
	distance := max(0, sphere.Vec3().Sub(v.Eye).Len()-sphere[3])
	level, kind := 0, s.kinds[b.kind]
	size := 2 * kind.Reach.Radius * scale
	for level < len(kind.Rigs)-1 && level < len(s.below) && size < s.below[level]*v.Height*distance {
		level++
	}
	step := 0
	if tolerance := v.Tolerance * distance / size; tolerance > finestStep {
		step = min(1+int(stepsPerTwice*float32(log2(tolerance/finestStep))), steps-1)
	}
	mirrored := b.mirrored != by.mirrored
	at := ((int(b.kind)*2+int(flags(mirrored, 1)))*(1+len(s.below))+level)*steps + step
	for at >= len(c.lists) {
		c.lists = append(c.lists, nil)
	}
	list := c.lists[at]
	if list == nil {
		list = &List{}
		c.lists[at] = list
	}
	if len(list.only[0])+len(list.only[1])+len(list.only[2]) == 0 {
		list.Kind, list.Level, list.Mirrored, list.Tolerance = kind, level, mirrored, 0
		if step > 0 {
			list.Tolerance = finestStep * float32(math.Exp2(float64(step-1)/stepsPerTwice)) * 2 * kind.Reach.Radius
		}
		c.Lists = append(c.Lists, list)
	}
	list.Scale = max(list.Scale, scale)
	list.only[shows] = append(list.only[shows], index)
}

// log2 returns the binary logarithm of a number of at least 1, linear between powers of two: at
// most the true one.
func log2(x float32) float32 {
	b := math.Float32bits(min(x, math.MaxFloat32))
	return float32(int(b>>23)-127) + float32(b&(1<<23-1))*(1.0/(1<<23))
}

// writeEntries writes the entries of all lists, and the carriers.
func (s *Store) writeEntries(c *Collected) {
	for _, list := range c.Lists {
		c.Blocks += len(list.only[0]) + len(list.only[1]) + len(list.only[2])
	}
	c.Entries = c.Entries[:0]
	for _, list := range c.Lists {
		list.First = len(c.Entries) / 4
		for shows, blocks := range list.only {
			switch shows {
			case 1:
				list.FirstCaster = len(c.Entries) / 4
			case 2:
				list.Shown = len(c.Entries) / 4
			}
			for _, i := range blocks {
				b := &s.blocks[i]
				c.Entries = append(c.Entries, uint32(i), uint32(b.count), uint32(c.Blocks+3*int(b.carrier)),
					uint32(c.Blocks+3*len(s.carried)+int(b.kind)))
			}
		}
		list.End = len(c.Entries) / 4
	}
	for i := range s.carried {
		m := &s.carried[i].matrix
		for _, x := range m {
			c.Entries = append(c.Entries, math.Float32bits(x))
		}
	}
	for _, k := range s.kinds {
		for _, x := range [4]float32{k.Reach.Center[0], k.Reach.Center[1], k.Reach.Center[2], k.Reach.Radius} {
			c.Entries = append(c.Entries, math.Float32bits(x))
		}
	}
}

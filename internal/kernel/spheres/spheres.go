package spheres

import (
	"math"
	"unsafe"

	"github.com/sinew-go/sinew/internal/kernel/layout"
)

const (
	// Lanes is how many spheres are in a group.
	Lanes = layout.Lanes
	// MostGroups is how many groups functions work on at most, whose results are bits.
	MostGroups = 8
)

// Group is spheres: their centers, axis by axis, and their radii.
type Group struct {
	Center [3][Lanes]float32
	Radius [Lanes]float32
}

func (g *Group) rows() *[layout.SphereRows * Lanes]float32 {
	return (*[layout.SphereRows * Lanes]float32)(unsafe.Pointer(g))
}

// Plane is what [Below] compares with the points of spheres.
type Plane struct {
	Normal   [3]float32
	Distance float32
	Side     float32 // by which the radius counts: 1 for the highest point of a sphere, -1 for the lowest
	Along    float32 // by which the shadow counts
}

// noShadows are the shadows of spheres that cast none.
var noShadows [MostGroups][Lanes]float32

// Below returns which spheres are below one of some planes: bit 8g+l for lane l of group g. With
// the sphere (x, y, z) and its radius, it is below where, in this order,
//
//	Normal·(x, y, z) + Distance - Along·shadow + Side·radius < 0
//
// Without shadows, which may be nil, they are 0.
func Below(groups []Group, planes []Plane, shadows [][Lanes]float32) (bits uint64) {
	if shadows == nil {
		shadows = noShadows[:]
	}
	if assembly && len(groups) > 0 && len(planes) > 0 {
		belowAsm(&bits, &groups[0].Center[0][0], len(groups), &planes[0].Normal[0], len(planes), &shadows[0][0])
		return bits
	}
	return belowGeneric(groups, planes, shadows)
}

// Nearer finds which spheres are nearer to an eye than some distances, which are given as squares,
// in squares of the radius of a sphere: bit 8g+l of number k for lane l of group g and square k.
func Nearer(bits []uint64, groups []Group, eye *[3]float32, squares []float32) {
	bits = bits[:len(squares)]
	clear(bits)
	if assembly && len(groups) > 0 && len(squares) > 0 {
		nearerAsm(&bits[0], &groups[0].Center[0][0], len(groups), &eye[0], &squares[0], len(squares))
		return
	}
	nearerGeneric(bits, groups, eye, squares)
}

// Light is the light that casts shadows, in lanes.
type Light [layout.LightRows * Lanes]float32

// Set sets how high the light is, as the sine of its angle, the height of the floor that shadows
// fall on, and the length of the longest shadow, in radii of a sphere.
func (l *Light) Set(height, floor, longest float32) {
	for i := range Lanes {
		l[layout.LightHeight*Lanes+i], l[layout.LightFloor*Lanes+i] = height, floor
		l[layout.LightLongest*Lanes+i] = longest
	}
}

// Shadows writes how long the shadows of spheres are, to the floor.
func Shadows(lengths [][Lanes]float32, groups []Group, light *Light) {
	lengths = lengths[:len(groups)]
	for i := range groups {
		rows := groups[i].rows()
		if assembly {
			shadowsAsm(&lengths[i][0], &rows[0], &light[0])
		} else {
			shadowsGeneric(&lengths[i], rows, (*[layout.LightRows * Lanes]float32)(light))
		}
	}
}

// Volume is what is above planes, in lanes.
type Volume [layout.VolumeRows * Lanes]float32

// Set sets the planes: unit normals and distances.
func (v *Volume) Set(planes *[layout.VolumePlanes][layout.VolumePlaneRows]float32) {
	for i := range planes {
		for k, x := range planes[i] {
			row := v[(layout.VolumePlaneRows*i+k)*Lanes:][:Lanes]
			for l := range row {
				row[l] = x
			}
		}
	}
}

// Crossed is which planes of a volume spheres cross, by lane.
type Crossed [Lanes]float32

// Outside is the bit of a sphere that is outside of a volume, among those of the planes.
const Outside = layout.CrossedOutside

// Of returns the bits of a sphere: those of planes that it is not wholly above, and [Outside] where
// it is wholly below one.
func (c *Crossed) Of(lane int) uint8 { return uint8(math.Float32bits(c[lane])) }

// Cross finds which planes of a volume spheres cross. One that touches a plane from above crosses
// it.
func Cross(crossed []Crossed, groups []Group, volume *Volume) {
	crossed = crossed[:len(groups)]
	for i := range groups {
		rows := groups[i].rows()
		if assembly {
			crossAsm(&crossed[i][0], &rows[0], &volume[0])
		} else {
			crossGeneric((*[Lanes]float32)(&crossed[i]), rows, (*[layout.VolumeRows * Lanes]float32)(volume))
		}
	}
}

// Sizes is the largest and the least radius of the spheres in others.
type Sizes struct{ Most, Least [Lanes]float32 }

// Range is how far from an eye the spheres in others are: the distance of the outer sphere, and the
// least and the largest squared distance of a center, in squares of its radius.
type Range struct{ Away, Near, Far [Lanes]float32 }

// Eye is a point in lanes.
type Eye [3 * Lanes]float32

// Set sets the point.
func (e *Eye) Set(point *[3]float32) {
	for i := range e {
		e[i] = point[i/Lanes]
	}
}

// Ranges finds how far from an eye the spheres in others are.
func Ranges(ranges []Range, groups []Group, sizes []Sizes, eye *Eye) {
	ranges, sizes = ranges[:len(groups)], sizes[:len(groups)]
	for i := range groups {
		to, size := &ranges[i].Away[0], &sizes[i].Most[0]
		rows := groups[i].rows()
		if assembly {
			rangeAsm(to, &rows[0], size, &eye[0])
		} else {
			rangeGeneric((*[layout.RangeRows * Lanes]float32)(unsafe.Pointer(to)), rows,
				(*[layout.SizeRows * Lanes]float32)(unsafe.Pointer(size)), (*[3 * Lanes]float32)(eye))
		}
	}
}

// Carrier is a matrix in lanes, and its scale.
type Carrier [layout.CarrierRows * Lanes]float32

// Set sets the rows of the matrix, and by how much it stretches radii.
func (c *Carrier) Set(matrix *[12]float32, scale float32) {
	for i := range Lanes {
		for k, x := range matrix {
			c[k*Lanes+i] = x
		}
		c[layout.CarrierScale*Lanes+i] = scale
	}
}

// Carry takes spheres to another space.
func Carry(to, from []Group, by *Carrier) {
	to = to[:len(from)]
	for i := range from {
		if assembly {
			carryAsm(&to[i].Center[0][0], &from[i].Center[0][0], &by[0])
		} else {
			carryGeneric(to[i].rows(), from[i].rows(), (*[layout.CarrierRows * Lanes]float32)(by))
		}
	}
}

func belowGeneric(groups []Group, planes []Plane, shadows [][Lanes]float32) (bits uint64) {
	for g := range groups {
		group := &groups[g]
		for i := range planes {
			p := &planes[i]
			for l, shadow := range &shadows[g] {
				d := float32(p.Normal[0] * group.Center[0][l])
				d += float32(p.Normal[1] * group.Center[1][l])
				d += float32(p.Normal[2] * group.Center[2][l])
				d += p.Distance
				d -= float32(p.Along * shadow)
				d += float32(p.Side * group.Radius[l])
				if d < 0 {
					bits |= 1 << (g*Lanes + l)
				}
			}
		}
	}
	return bits
}

func nearerGeneric(bits []uint64, groups []Group, eye *[3]float32, squares []float32) {
	for g := range groups {
		group := &groups[g]
		for l := range Lanes {
			away := float32(0)
			for i := range eye {
				d := group.Center[i][l] - eye[i]
				away += float32(d * d)
			}
			size := float32(group.Radius[l] * group.Radius[l])
			for k, square := range squares {
				if away < float32(size*square) {
					bits[k] |= 1 << (g*Lanes + l)
				}
			}
		}
	}
}

package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
)

// Set is the light and the ground of a place that several scenes share. What stands there is in the
// scene's world.
type Set struct {
	Light  mgl32.Vec3 // direction toward the sun
	Ground mgl32.Vec3 // color of the ground around the place, in linear RGB
	Height float32    // of that ground, in meters
}

// Set returns the place of the scene, or nil for a bare ground.
func (s *Scene) Set() *Set { return s.set }

// step is how far the floor of a place lies above the ground around it, in meters.
const step = 0.14

// colored is a box with its middle at a place, in a color.
func colored(color, half, at mgl32.Vec3) mesh.Primitive { return prop.Colored(boxAt(half, at), color) }

// shaded returns a color that is a little lighter or darker, by a number that is different for each
// stone of a floor.
func shaded(color mgl32.Vec3, number int, most float64) mgl32.Vec3 {
	part := math.Mod(float64(number)*0.6180339887, 1)
	return color.Mul(float32(1 + most*(2*part-1)))
}

// tile is a stone of a floor, seen from above.
func tile(color mgl32.Vec3, wide, deep, x, z float32) mesh.Primitive {
	up := mgl32.Vec3{0, 1, 0}
	return prop.Colored(mesh.Primitive{
		Positions: []mgl32.Vec3{
			{x - wide/2, 0, z + deep/2},
			{x + wide/2, 0, z + deep/2},
			{x + wide/2, 0, z - deep/2},
			{x - wide/2, 0, z - deep/2},
		},
		Normals: []mgl32.Vec3{up, up, up, up}, Indices: []uint32{0, 1, 2, 0, 2, 3},
	}, color)
}

// putAll places surfaces that have colors of their own, as one thing.
func (s *Scene) putAll(name string, surfaces ...mesh.Primitive) error {
	_, err := s.put(name, mgl32.Vec3{1, 1, 1}, mgl32.Ident4(), prop.Join(surfaces...))
	return err
}

// area is what the characters of a scene need of a place: half its width, and how far behind the x
// axis its back wall is, 0 for a distance that suits a row. In meters.
type area struct{ half, back float32 }

// aroundPlace returns the usual sun and color of the ground around a place in the open. The ground
// lies at a height in meters.
func aroundPlace(height float32) *Set {
	return &Set{Light: mgl32.Vec3{-0.62, 0.8, 0.5}, Ground: mgl32.Vec3{0.2, 0.23, 0.1}, Height: height}
}

func (a area) orUsual() area {
	if a.back == 0 {
		a.back = 4.6
	}
	return a
}

// placeFront is how far places reach toward the camera, in meters.
const placeFront = 11.0

// floor returns stones in rows from the back of a place to its front, with joints between them, and
// the sides of the step below.
func floor(of area, front float32, side, joint float64, colors func(column, row int) mgl32.Vec3) []mesh.Primitive {
	var out []mesh.Primitive
	columns := 2 * int(math.Ceil(float64(of.half)/side))
	rows := int(math.Ceil(float64(of.back+front) / side))
	wide, deep := float32(side)*float32(columns), float32(side)*float32(rows)
	dark := colors(0, 0).Mul(0.42)
	middle := deep/2 - of.back
	out = append(out, colored(dark, mgl32.Vec3{wide / 2, step / 2, deep / 2}, mgl32.Vec3{0, -step/2 - 0.006, middle}))
	stone := float32(side - joint)
	for row := range rows {
		for column := range columns {
			out = append(out, tile(shaded(colors(column, row), 31*row+column, 0.1), stone, stone,
				float32(side)*(float32(column)+0.5)-wide/2, float32(side)*(float32(row)+0.5)-of.back))
		}
	}
	return out
}

// Colors of the court, in linear RGB.
var (
	sandstone  = mgl32.Vec3{0.27, 0.21, 0.15}
	terracotta = mgl32.Vec3{0.3, 0.105, 0.055}
	lime       = mgl32.Vec3{0.68, 0.6, 0.48}
	cypress    = mgl32.Vec3{0.025, 0.085, 0.035}
	olive      = mgl32.Vec3{0.09, 0.15, 0.05}
	haze       = mgl32.Vec3{0.2, 0.3, 0.36}
)

// addCourt makes the scene's place a court in the open: stones, a colonnade before a low wall,
// trees and hills.
func (s *Scene) addCourt(of area) error {
	of = of.orUsual()
	s.set = aroundPlace(-step)
	of.half += 2.5
	half := of.half
	stones := floor(of, placeFront, 1.1, 0.018, func(column, row int) mgl32.Vec3 {
		if row%7 == 3 {
			return terracotta
		}
		return sandstone
	})
	back := 0.35 - of.back
	wall := []mesh.Primitive{
		colored(lime, mgl32.Vec3{half, 0.4, 0.14}, mgl32.Vec3{0, 0.4, back - 0.35}),
		colored(sandstone, mgl32.Vec3{half + 0.06, 0.05, 0.2}, mgl32.Vec3{0, 0.84, back - 0.35}),
	}
	const high = 3.0
	spans := max(4, 2*int(math.Round(float64(half)/2.6)))
	for i := range spans + 1 {
		x := half * (2*float32(i)/float32(spans) - 1)
		wall = append(wall, pillar(mgl32.Vec3{x, 0, back}, high),
			colored(timberLight, mgl32.Vec3{0.05, 0.08, 0.75}, mgl32.Vec3{x, high + 0.3, back}))
		if i < spans {
			for k := range 3 {
				between := x + half*2/float32(spans)*float32(k+1)/4
				wall = append(wall, colored(timberLight, mgl32.Vec3{0.035, 0.06, 0.7},
					mgl32.Vec3{between, high + 0.28, back}))
			}
		}
	}
	wall = append(wall, colored(lime, mgl32.Vec3{half + 0.3, 0.1, 0.16}, mgl32.Vec3{0, high + 0.12, back}))
	for _, side := range []float32{-1, 1} {
		for i := range 3 {
			wall = append(wall, planter(mgl32.Vec3{side * (half - 0.5), 0, 0.4 + 2.6*float32(i) - 2.2})...)
		}
	}
	if err := s.putAll("stones", stones...); err != nil {
		return err
	}
	if err := s.putAll("colonnade", wall...); err != nil {
		return err
	}
	return s.addGarden(of)
}

var (
	bark        = mgl32.Vec3{0.1, 0.06, 0.035}
	timberLight = mgl32.Vec3{0.2, 0.11, 0.055}
)

// pillar is a round pillar with its base at a place.
func pillar(at mgl32.Vec3, high float32) mesh.Primitive {
	const r = 0.17
	shaft := prop.Turned(16, mgl32.Vec2{1.45 * r, 0}, mgl32.Vec2{1.45 * r, 0.1}, mgl32.Vec2{1.15 * r, 0.16},
		mgl32.Vec2{r, 0.22}, mgl32.Vec2{0.86 * r, high - 0.2}, mgl32.Vec2{1.3 * r, high - 0.08},
		mgl32.Vec2{1.3 * r, high + 0.02})
	return prop.Moved(prop.Colored(shaft, lime), mgl32.Translate3D(at[0], at[1], at[2]))
}

// planter is a pot of clay with a bush, at a place.
func planter(at mgl32.Vec3) []mesh.Primitive {
	move := mgl32.Translate3D(at[0], at[1], at[2])
	pot := prop.Turned(14, mgl32.Vec2{0.19, 0}, mgl32.Vec2{0.29, 0.42}, mgl32.Vec2{0.33, 0.43},
		mgl32.Vec2{0.33, 0.5}, mgl32.Vec2{0.27, 0.5}, mgl32.Vec2{0, 0.46})
	return []mesh.Primitive{
		prop.Moved(prop.Colored(pot, terracotta), move),
		prop.Moved(crown(0.36, 0.34, olive), move.Mul4(mgl32.Translate3D(0, 0.78, 0))),
		prop.Moved(crown(0.22, 0.24, olive.Mul(1.25)), move.Mul4(mgl32.Translate3D(0.12, 0.98, 0.1))),
	}
}

// crown is leaves in the shape of an egg around the origin, given half its width and height.
func crown(wide, high float32, color mgl32.Vec3) mesh.Primitive {
	const rings = 7
	var outline []mgl32.Vec2
	for i := range rings + 1 {
		sin, cos := math.Sincos(math.Pi * float64(i) / rings)
		ripple := 1 + 0.06*math.Sin(float64(7*i))
		outline = append(outline, mgl32.Vec2{wide * float32(sin*ripple), -high * float32(cos)})
	}
	outline[0][0], outline[rings][0] = 0, 0
	return prop.Colored(prop.Turned(11, outline...), color)
}

// hill is a round hill on the ground, given half its width and its height.
func hill(wide, high float32, color mgl32.Vec3) mesh.Primitive {
	const rings = 6
	var outline []mgl32.Vec2
	for i := range rings + 1 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(i) / rings)
		outline = append(outline, mgl32.Vec2{wide * float32(cos), high * float32(sin)})
	}
	outline[rings][0] = 0
	return prop.Colored(prop.Turned(20, outline...), color)
}

// addGarden adds trees and hills behind the court.
func (s *Scene) addGarden(of area) error {
	var trees, hills []mesh.Primitive
	for i := -4; i <= 4; i++ {
		x, z := 2.3*float32(i)*max(1, of.half/8), -of.back-3.4-1.7*float32((i+8)*5%4)
		trees = append(trees, tree(i, mgl32.Vec3{x, -step, z})...)
	}
	for i := range 7 {
		x, z := 26*float32(i-3)+7*float32(i*5%3), -70-9*float32(i*3%4)
		hills = append(hills, farHill(i, mgl32.Vec3{x, -step, z}))
	}
	if err := s.putAll("trees", trees...); err != nil {
		return err
	}
	return s.putAll("hills", hills...)
}

// tree returns a tree with its foot at a place: a cypress for even numbers, else one with a crown
// of several parts. Each number gives another size and color.
func tree(number int, foot mgl32.Vec3) []mesh.Primitive {
	at := func(surface mesh.Primitive, x, y, z float32) mesh.Primitive {
		return prop.Moved(surface, mgl32.Translate3D(foot[0]+x, foot[1]+y, foot[2]+z))
	}
	if number%2 == 0 {
		high := 3 + 0.5*float32((number+8)*7%4)
		return []mesh.Primitive{at(crown(0.62, high, shaded(cypress, number+9, 0.2)), 0, high, 0)}
	}
	trunk := prop.Colored(prop.Turned(8, mgl32.Vec2{0.2, 0}, mgl32.Vec2{0.13, 1.8}), bark)
	out := []mesh.Primitive{at(trunk, 0, 0, 0)}
	for k, leaves := range []mgl32.Vec3{{0, 2.84, 0}, {0.8, 2.44, 0.3}, {-0.75, 2.54, 0.2}, {0.1, 2.34, 0.7}} {
		color := shaded(olive, 3*number+k+20, 0.25)
		out = append(out, at(crown(1.05-0.12*float32(k), 0.85-0.08*float32(k), color), leaves[0], leaves[1], leaves[2]))
	}
	return out
}

// farHill returns one of the hills at the horizon.
func farHill(number int, foot mgl32.Vec3) mesh.Primitive {
	out := hill(24+4*float32(number*7%3), 6+2.5*float32(number*5%4), shaded(haze, number, 0.12))
	return prop.Moved(out, mgl32.Translate3D(foot[0], foot[1], foot[2]))
}

// belowStones is how far the ground around lies below stones without a step, and what is between
// these, in meters.
const belowStones = 0.02

// AddSquare makes the scene's place a square in the open for those who roam: stones on all sides,
// given half the side's length in meters, and around them grass a little lower, trees and hills.
func (s *Scene) AddSquare(half float32) error {
	s.set = aroundPlace(-belowStones)
	stones := floor(area{half, half}, half, 1.6, 0.02, func(column, row int) mgl32.Vec3 {
		if column%8 == 4 || row%8 == 4 {
			return terracotta
		}
		return sandstone
	})
	if err := s.putAll("stones", stones...); err != nil {
		return err
	}
	var trees []mesh.Primitive
	for side := range 4 {
		turn := mgl32.HomogRotate3DY(math.Pi / 2 * float32(side))
		for i := -4; i <= 4; i++ {
			foot := mgl32.Vec3{half * 0.25 * float32(i), -belowStones, -half*1.12 - 1.7*float32((i+8)*5%4)}
			trees = append(trees, tree(i+3*side, mgl32.TransformCoordinate(foot, turn))...)
		}
	}
	if err := s.putAll("trees", trees...); err != nil {
		return err
	}
	return s.putAll("hills", hillsAround(half, -belowStones)...)
}

// hillsAround returns the hills at the horizon on all sides of a square, given half its side's
// length in meters, with their feet at a height.
func hillsAround(half, height float32) []mesh.Primitive {
	var out []mesh.Primitive
	for side := range 4 {
		turn := mgl32.HomogRotate3DY(math.Pi / 2 * float32(side))
		for i := range 5 {
			foot := mgl32.Vec3{34 * float32(i-2), height, -half - 75 - 9*float32(i*3%4)}
			out = append(out, farHill(i+5*side, mgl32.TransformCoordinate(foot, turn)))
		}
	}
	return out
}

// Colors of the hall, in linear RGB.
var (
	slab      = mgl32.Vec3{0.2, 0.125, 0.07}
	plaster   = mgl32.Vec3{0.5, 0.47, 0.42}
	panel     = mgl32.Vec3{0.11, 0.06, 0.035}
	petrol    = mgl32.Vec3{0.02, 0.14, 0.17}
	steel     = mgl32.Vec3{0.09, 0.1, 0.11}
	hallPaint = mgl32.Vec3{0.75, 0.32, 0.04}
)

// addHall makes the scene's place a hall: slabs, walls with tall openings, and beams below a roof
// of light.
func (s *Scene) addHall(of area) error {
	of = of.orUsual()
	s.set = &Set{Light: mgl32.Vec3{-0.36, 1, 0.5}, Ground: mgl32.Vec3{0.2, 0.23, 0.1}, Height: -step}
	of.half += 2.2
	half := of.half
	stones := floor(of, placeFront, 1.5, 0.012, func(column, row int) mgl32.Vec3 {
		if (column+row)%2 == 0 {
			return slab
		}
		return slab.Mul(1.25)
	})
	const high = 4.6
	bays := max(3, int(math.Round(float64(half)/1.5)))
	var walls []mesh.Primitive
	back := mgl32.Translate3D(0, 0, -of.back)
	for _, part := range openWall(half, high, bays) {
		walls = append(walls, prop.Moved(part, back))
	}
	deep := (of.back + placeFront) / 2
	for _, side := range []float32{-1, 1} {
		turn := mgl32.Translate3D(side*(half+0.2), 0, placeFront-deep).
			Mul4(mgl32.HomogRotate3DY(-side * math.Pi / 2))
		for _, part := range openWall(deep, high, 6) {
			walls = append(walls, prop.Moved(part, turn))
		}
	}
	for i := range 6 { // beams below the roof
		z := 2.4*float32(i) + 0.6 - of.back
		walls = append(walls, colored(steel, mgl32.Vec3{half + 0.2, 0.14, 0.07}, mgl32.Vec3{0, high + 0.05, z}))
	}
	if err := s.putAll("slabs", stones...); err != nil {
		return err
	}
	return s.putAll("hall", walls...)
}

// openWall returns a wall along the x axis with tall openings, to be seen from +Z.
func openWall(half, high float32, bays int) (out []mesh.Primitive) {
	const sill, top, deep = 0.9, 3.5, 0.18
	bay := 2 * half / float32(bays)
	pier := 0.2 * bay // half the width of the wall between two openings
	out = append(out,
		colored(panel, mgl32.Vec3{half, sill / 2, deep}, mgl32.Vec3{0, sill / 2, 0}),
		colored(hallPaint, mgl32.Vec3{half, 0.025, deep + 0.03}, mgl32.Vec3{0, sill + 0.02, 0}),
		colored(plaster, mgl32.Vec3{half, (high - top) / 2, deep}, mgl32.Vec3{0, (high + top) / 2, 0}),
		colored(steel, mgl32.Vec3{half, 0.06, deep + 0.05}, mgl32.Vec3{0, high, 0}))
	for i := range bays + 1 {
		x := -half + bay*float32(i)
		out = append(out, colored(plaster, mgl32.Vec3{pier, (top - sill) / 2, deep},
			mgl32.Vec3{max(-half+pier, min(half-pier, x)), (top + sill) / 2, 0}))
		if i == bays {
			break
		}
		middle := x + bay/2
		out = append(out, colored(steel, mgl32.Vec3{0.025, (top - sill) / 2, 0.03},
			mgl32.Vec3{middle, (top + sill) / 2, 0}))
		for k := range 2 {
			y := sill + (top-sill)*float32(k+1)/3
			out = append(out, colored(steel, mgl32.Vec3{bay/2 - pier, 0.02, 0.03}, mgl32.Vec3{middle, y, 0}))
		}
		if i > 0 { // a banner on the pier
			out = append(out, colored(petrol, mgl32.Vec3{pier * 0.62, 0.75, 0.01}, mgl32.Vec3{x, 2.75, deep + 0.03}),
				colored(hallPaint, mgl32.Vec3{pier * 0.62, 0.05, 0.012}, mgl32.Vec3{x, 2.12, deep + 0.03}))
		}
	}
	return out
}

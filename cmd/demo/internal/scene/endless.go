package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/ecs"
)

// Endless is a place in the open that repeats itself, so that somebody may walk away for good: what
// is around the walker looks the same after each step from one repetition to the next.
type Endless struct {
	scene                *Scene
	along, across        mgl32.Vec2 // from one repetition to the next, x and z in meters
	stones, trees, hills ecs.Entity
}

// EndlessStone is the length of a side of an [Endless] place's stones, in meters.
const EndlessStone = 1.25

// treesAcross is how many repetitions of the stones lie between repetitions of the trees, across:
// so many that nothing stands between a walker and a camera at the other side.
const treesAcross = 3

// AddEndless makes the scene's place one that repeats after a number of stones along the x axis and
// along the z axis, and as far at right angles to that. Trees stand to the right of that direction.
func (s *Scene) AddEndless(x, z int) (Endless, error) {
	s.set = aroundPlace(-belowStones)
	s.set.Ground = sandstone
	e := Endless{
		scene:  s,
		along:  mgl32.Vec2{float32(x), float32(z)}.Mul(EndlessStone),
		across: mgl32.Vec2{float32(-z), float32(x)}.Mul(EndlessStone),
	}
	add := func(thing *ecs.Entity, name string, surfaces []mesh.Primitive) (err error) {
		*thing, err = s.put(name, mgl32.Vec3{1, 1, 1}, mgl32.Ident4(), prop.Join(surfaces...))
		return err
	}
	if err := add(&e.stones, "stones", endlessStones(x, z)); err != nil {
		return e, err
	}
	if err := add(&e.trees, "trees", e.rows()); err != nil {
		return e, err
	}
	return e, add(&e.hills, "hills", hillsAround(0, -belowStones))
}

// endlessStones returns a square of stones around the origin, whose colors repeat, and around it
// ground that is too far away to tell its stones apart.
func endlessStones(x, z int) (out []mesh.Primitive) {
	const (
		half  = 28                   // stones
		width = EndlessStone - 0.018 // meters: the rest is the joint
	)
	// What is seen in the joints.
	below := tile(sandstone.Mul(0.42), 2*half*EndlessStone, 2*half*EndlessStone, 0, 0)
	out = append(out, prop.Moved(below, mgl32.Translate3D(0, -0.006, 0)))
	const far = 100 // meters
	for side := range 4 {
		inner := float32(half * EndlessStone)
		plate := tile(sandstone, far+inner, far-inner, -(far-inner)/2, (far+inner)/2)
		out = append(out, prop.Moved(plate, mgl32.HomogRotate3DY(math.Pi/2*float32(side))))
	}
	period := x*x + z*z
	for row := -half; row < half; row++ {
		for column := -half; column < half; column++ {
			// The number is the same for stones that are a repetition apart.
			number := ((z*column-x*row)%period + period) % period
			out = append(out, tile(shaded(sandstone, number*(number+7), 0.22), width, width,
				EndlessStone*(float32(column)+0.5), EndlessStone*(float32(row)+0.5)))
		}
	}
	return out
}

// rows returns the trees and bushes of some repetitions around the origin.
func (e *Endless) rows() []mesh.Primitive {
	const each = 2 // repetitions in each direction along
	var out []mesh.Primitive
	for i := -each; i <= each; i++ {
		for j := range 2 {
			at := func(along, across float32) mgl32.Vec3 {
				p := e.along.Mul(float32(i) + along).Add(e.across.Mul(across + float32(j*treesAcross)))
				return mgl32.Vec3{p[0], 0, p[1]}
			}
			if j == 0 { // bushes are too small to be seen from farther away
				out = append(out, planter(at(0.15, 0.42))...)
			}
			out = append(out, tree(1, at(0.42, 0.75))...)
			out = append(out, tree(2, at(0.9, 0.6))...)
		}
	}
	return out
}

// GoTo moves the place so that its middle is near somebody on the ground, by whole repetitions, and
// the hills at the horizon along with them.
func (e *Endless) GoTo(at mgl32.Vec3) {
	e.scene.move(e.stones, e.repetition(at, e.across))
	e.scene.move(e.trees, e.repetition(at, e.across.Mul(treesAcross)))
	e.scene.move(e.hills, mgl32.Translate3D(at[0], 0, at[2]))
}

// repetition returns the move to the repetition that is nearest to a place.
func (e *Endless) repetition(at mgl32.Vec3, across mgl32.Vec2) mgl32.Mat4 {
	nearest := func(step mgl32.Vec2) mgl32.Vec2 {
		n := math.Round(float64((at[0]*step[0] + at[2]*step[1]) / step.LenSqr()))
		return step.Mul(float32(n))
	}
	to := nearest(e.along).Add(nearest(across))
	return mgl32.Translate3D(to[0], 0, to[1])
}

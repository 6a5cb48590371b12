package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// paint numbers the materials.
type paint int

// The paints, in the order of the mesh's primitives.
const (
	shell  paint = iota // the hard outer parts
	core                // joints, hands and soles
	accent              // rings and marks
	visor               // the face
	paintCount
)

// materials are the paints' looks. Colors are linear.
var materials = [paintCount]assets.Material{
	shell:  {Name: "shell", BaseColor: mgl32.Vec4{0.78, 0.76, 0.72, 1}, Roughness: 0.45, AlphaCutoff: 0.5},
	core:   {Name: "core", BaseColor: mgl32.Vec4{0.045, 0.050, 0.060, 1}, Roughness: 0.6, AlphaCutoff: 0.5},
	accent: {Name: "accent", BaseColor: mgl32.Vec4{0.90, 0.20, 0.02, 1}, Roughness: 0.5, AlphaCutoff: 0.5},
	visor:  {Name: "visor", BaseColor: mgl32.Vec4{0.012, 0.016, 0.026, 1}, Roughness: 0.12, AlphaCutoff: 0.5},
}

// region is a part of the surface in one paint: where side is negative. Side is close to a distance in meters near its
// zero, along which the surface is cut. It is given points of the left half.
type region struct {
	paint paint
	side  func(p exact.Vec3) float64
}

// band is what lies between two planes at right angles to a unit axis, from low to high along it, within a ball.
func band(center, axis exact.Vec3, low, high, within float64) func(exact.Vec3) float64 {
	return func(p exact.Vec3) float64 {
		v := p.Sub(center)
		along := v.Dot(axis)
		return max(low-along, along-high, v.Length()-within)
	}
}

// oval is what lies within an ellipsoid.
func oval(center, radii exact.Vec3) func(exact.Vec3) float64 {
	s := &solid{a: center, radii: radii, turned: exact.IdentityQuat}
	return s.ellipsoid
}

// beyond is what lies on the far side of a plane, within a ball.
func beyond(point, axis exact.Vec3, within float64) func(exact.Vec3) float64 {
	return func(p exact.Vec3) float64 {
		v := p.Sub(point)
		return max(-v.Dot(axis), v.Length()-within)
	}
}

// grown is a region made wider on all sides. What is painted in it before the region itself becomes a ring.
func grown(side func(exact.Vec3) float64, width float64) func(exact.Vec3) float64 {
	return func(p exact.Vec3) float64 { return side(p) - width }
}

// regions returns what is painted over the shell, in this order.
func regions(f *figure) []region {
	list := armRegions(f)
	list = append(list, trunkRegions(f)...)
	list = append(list, legRegions(f)...)
	return append(list, headRegions()...)
}

const (
	ringWidth = 0.0055
	seamWidth = 0.0028
	capRadius = 0.095
)

package assets

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Sphere is a ball in space; one whose radius is below 0 is empty.
type Sphere struct {
	Centre mgl32.Vec3
	Radius float32
}

// ball is a sphere while it is being worked out.
type ball struct {
	centre [3]float64
	radius float64
}

func emptyBall() ball { return ball{radius: -1} }

func (b ball) empty() bool { return b.radius < 0 }

// around returns how far from the origin the ball goes.
func (b ball) around() float64 { return length(b.centre) + b.radius }

// join returns the smallest ball that holds both.
func (b ball) join(other ball) ball {
	if b.empty() {
		return other
	}
	if other.empty() {
		return b
	}
	var way [3]float64
	for i := range way {
		way[i] = other.centre[i] - b.centre[i]
	}
	distance := length(way)
	if distance+other.radius <= b.radius {
		return b
	}
	if distance+b.radius <= other.radius {
		return other
	}
	joined := ball{radius: float64((distance + b.radius + other.radius) / 2)}
	part := (joined.radius - b.radius) / distance
	for i := range way {
		joined.centre[i] = b.centre[i] + float64(way[i]*part)
	}
	return joined
}

// ballMargin is the part of its reach that a ball has more for rounding, and for what baking changes.
const ballMargin = 1.0 / 256

// sphere returns the ball in float32, a little larger.
func (b ball) sphere() Sphere {
	if b.empty() {
		return Sphere{Radius: -1}
	}
	s := Sphere{Radius: float32(b.radius + float64(b.around()*ballMargin))}
	for i, c := range b.centre {
		s.Centre[i] = float32(c)
	}
	return s
}

func length(v [3]float64) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(v[2]*v[2]))
}

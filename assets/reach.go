package assets

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Reach returns a sphere in model space that holds the skinned model whatever the library's clips of its skeleton make of it:
// at every time of them, at rest, and blended. It counts with no more than where clips put joints and how they scale them, and
// with every rotation of a joint that any clip turns, so that it also holds where a system of the user's turns joints
// that clips turn. It is empty for a model without vertices.
//
// Additive clips are taken to be added one at a time, by weights from 0 to 1, and morph weights to be from 0 to 1. Where a
// user's system moves a joint to, it does not know.
func (m *Model) Reach(l *Library) Sphere {
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return Sphere{Radius: -1}
	}
	ranges := newJointRanges(skeleton)
	for clip := range l.Clips {
		if clip.Skeleton() == skeleton {
			ranges.add(clip)
		}
	}
	own := make([]ball, skeleton.Len())
	for j := range own {
		own[j] = emptyBall()
	}
	boxes := m.JointBounds(l)
	for i, joint := range boxes.Joints {
		b := boxes.Boxes[6*i:]
		half := [3]float64{float64(b[3]), float64(b[4]), float64(b[5])}
		own[joint] = ball{[3]float64{float64(b[0]), float64(b[1]), float64(b[2])}, length(half)}
	}
	around := make([]float64, len(own)) // how far from the joint anything below it goes; 0 for nothing
	for j, b := range own {
		if !b.empty() {
			around[j] = b.around()
		}
	}
	whole := emptyBall()
	for j := len(own) - 1; j >= 0; j-- { // children before their parents
		if own[j].empty() {
			continue
		}
		lifted := ranges[j].lift(own[j], around[j])
		parent := skeleton.Parents()[j]
		if parent < 0 {
			whole = whole.join(lifted)
			continue
		}
		own[parent] = own[parent].join(lifted)
		around[parent] = max(around[parent], lifted.around())
	}
	return whole.sphere()
}

// Clips calls yield for each clip of the library, in the order of their places in it, until it returns false: for use with range.
func (l *Library) Clips(yield func(*Clip) bool) {
	for _, e := range l.clips.entries {
		if e.asset != nil && !yield(e.asset) {
			return
		}
	}
}

// Sphere is a ball in space; one whose radius is below 0 is empty.
type Sphere struct {
	Center mgl32.Vec3
	Radius float32
}

// ball is a sphere while it is being worked out.
type ball struct {
	center [3]float64
	radius float64
}

func emptyBall() ball { return ball{radius: -1} }

func (b ball) empty() bool { return b.radius < 0 }

// around returns how far from the origin the ball goes.
func (b ball) around() float64 { return length(b.center) + b.radius }

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
		way[i] = other.center[i] - b.center[i]
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
		joined.center[i] = b.center[i] + float64(way[i]*part)
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
	for i, c := range b.center {
		s.Center[i] = float32(c)
	}
	return s
}

func length(v [3]float64) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(v[2]*v[2]))
}

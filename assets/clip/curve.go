package clip

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/id"
)

// The curves that every library has. A [id.Curve] besides these names a [Curve].
const (
	// StraightLine is the straight line. It is what the ID of a removed curve stands for, too.
	StraightLine id.Curve = 0
	// SmoothStep is 3x² - 2x³: it begins and ends gently.
	SmoothStep id.Curve = 1 << id.IndexBits // an index of 0 below a generation: no table ever hands it out
)

// curveIntervals is how many pieces a curve's table has.
const curveIntervals = 256

// Curve says how far a fade is, from 0 to 1, by how much of its duration is over, from 0 to 1. It is a table of values at
// equal distances with straight lines between them, so that every machine computes the same bits.
type Curve struct {
	name   string
	values [curveIntervals + 1]float32
}

// NewCurve makes a curve from a function, which is asked at the 257 multiples of 1/256 from 0 to 1. It must be 0 at 0 and 1
// at 1, and in [0, 1] between; it may fall. The error says where it is not.
func NewCurve(name string, value func(x float32) float32) (*Curve, error) {
	if err := checkCurveName(name); err != nil {
		return nil, err
	}
	c := &Curve{name: name}
	for i := range c.values {
		x := float32(i) / curveIntervals
		v := value(x)
		if !(v >= 0 && v <= 1) {
			return nil, fmt.Errorf("curve %q: the value at %v is %v, not in [0, 1]", name, x, v)
		}
		c.values[i] = v
	}
	if first, last := c.values[0], c.values[curveIntervals]; first != 0 || last != 1 {
		return nil, fmt.Errorf("curve %q: it goes from %v to %v, not from 0 to 1", name, first, last)
	}
	return c, nil
}

// NewCurvePoints makes a curve of straight lines through points (x, value). They must be in rising order of x, from (0, 0)
// to (1, 1). Corners that are no multiples of 1/256 are cut to the straight line between those next to them.
func NewCurvePoints(name string, points ...mgl32.Vec2) (*Curve, error) {
	if len(points) < 2 || points[0] != (mgl32.Vec2{0, 0}) || points[len(points)-1] != (mgl32.Vec2{1, 1}) {
		return nil, fmt.Errorf("curve %q: its points do not go from (0, 0) to (1, 1)", name)
	}
	for i := 1; i < len(points); i++ {
		if !(points[i][0] > points[i-1][0]) {
			return nil, fmt.Errorf("curve %q: the x of point %d, %v, is not above the one before it, %v", name, i, points[i][0], points[i-1][0])
		}
	}
	next := 1 // the values are asked for in rising order
	return NewCurve(name, func(x float32) float32 {
		for x > points[next][0] {
			next++
		}
		a, b := points[next-1], points[next]
		return lerp(a[1], b[1], (x-a[0])/(b[0]-a[0]))
	})
}

func checkCurveName(name string) error {
	switch name {
	case "":
		return fmt.Errorf("curve: it has no name")
	case NameStraightLine, NameSmoothStep:
		return fmt.Errorf("curve %q: the name is that of a curve that is always there", name)
	}
	return nil
}

// The names of the curves that are always there.
const (
	NameStraightLine = "linear"
	NameSmoothStep   = "smoothstep"
)

// Name returns the curve's name.
func (c *Curve) Name() string { return c.name }

// At returns the curve's value: 0 below 0 and for NaN, 1 from 1 on.
func (c *Curve) At(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	if x >= 1 {
		return 1
	}
	x = float32(x * curveIntervals) // exact: a power of two
	i := int(x)
	return lerp(c.values[i], c.values[i+1], x-float32(i))
}

// lerpExact returns a at t = 0 and b at t = 1, never outside them.
func lerp(a, b, t float32) float32 {
	if t >= 1 {
		return b
	}
	return a + float32(t*(b-a))
}

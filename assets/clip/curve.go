package clip

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/names"
)

// The built-in curves, which every library has. Every other [id.Curve] names a [Curve].
const (
	// StraightLine is the identity x, by the name "linear". The ID of a removed curve selects it
	// too.
	StraightLine id.Curve = 0
	// SmoothStep is 3x² - 2x³, whose slope is 0 at both ends, by the name "smoothstep".
	SmoothStep id.Curve = 1 << id.IndexBits // index 0 with generation 1, which no table hands out
)

// curveIntervals is the number of intervals of a curve's table.
const curveIntervals = 256

// Curve is the easing of a fade: it maps the elapsed fraction of the fade's duration, 0 to 1, to
// the fade's progress, 0 to 1. It is a table of values at equal distances with straight lines
// between them, so that every machine computes the same bits.
type Curve struct {
	name   string
	values [curveIntervals + 1]float32
}

// NewCurve makes a curve from the values of a function at the 257 multiples of 1/256 from 0 to 1,
// in rising order. They must be 0 at 0, 1 at 1 and in [0, 1] between; they may fall. The error
// reports the first value that is not.
func NewCurve(name string, value func(x float32) float32) (*Curve, error) {
	if err := checkCurveName(name); err != nil {
		return nil, err
	}
	if value == nil {
		return nil, fmt.Errorf("curve %q: expected a function from 0 to 1, found nil", name)
	}
	c := &Curve{name: name}
	for i := range c.values {
		x := float32(i) / curveIntervals
		v := value(x)
		if !(v >= 0 && v <= 1) {
			return nil, fmt.Errorf("curve %q: expected a number from 0 to 1 at %v, found %v", name, x, v)
		}
		c.values[i] = v
	}
	if first, last := c.values[0], c.values[curveIntervals]; first != 0 || last != 1 {
		return nil, fmt.Errorf("curve %q: expected values from 0 to 1, found %v to %v", name, first, last)
	}
	return c, nil
}

// NewCurvePoints makes a curve of straight lines through points (x, value), in rising order of x
// from (0, 0) to (1, 1). The curve follows the lines exactly at multiples of 1/256 and cuts off
// corners between two of them.
func NewCurvePoints(name string, points ...mgl32.Vec2) (*Curve, error) {
	if len(points) < 2 || points[0] != (mgl32.Vec2{0, 0}) || points[len(points)-1] != (mgl32.Vec2{1, 1}) {
		found := fmt.Sprintf("%d points", len(points))
		if len(points) > 1 {
			first, last := points[0], points[len(points)-1]
			found = fmt.Sprintf("from (%v, %v) to (%v, %v)", first[0], first[1], last[0], last[1])
		}
		return nil, fmt.Errorf("curve %q: expected points from (0, 0) to (1, 1), found %s", name, found)
	}
	for i := 1; i < len(points); i++ {
		if !(points[i][0] > points[i-1][0]) {
			return nil, fmt.Errorf("curve %q: point %d: expected an x above %v, that of the point before, found %v",
				name, i, points[i-1][0], points[i][0])
		}
	}
	next := 1 // NewCurve calls the function in rising order of x
	return NewCurve(name, func(x float32) float32 {
		for x > points[next][0] {
			next++
		}
		a, b := points[next-1], points[next]
		return lerp(a[1], b[1], (x-a[0])/(b[0]-a[0]))
	})
}

// checkCurveName reports a name that is empty or belongs to a built-in curve.
func checkCurveName(name string) error {
	switch name {
	case "":
		return fmt.Errorf("curve %q: expected a name to find it by, found none", name)
	case names.StraightLine, names.SmoothStep:
		return fmt.Errorf("curve %q: expected another name than that of a built-in curve", name)
	}
	return nil
}

// Name returns the curve's name.
func (c *Curve) Name() string {
	if c == nil {
		return ""
	}
	return c.name
}

// At returns the curve's value at x. It is 0 for NaN and x <= 0, and 1 for x >= 1. A nil
// curve is the straight line.
func (c *Curve) At(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	if x >= 1 {
		return 1
	}
	if c == nil {
		return x
	}
	x = float32(x * curveIntervals) // exact: a power of two
	i := int(x)
	return lerp(c.values[i], c.values[i+1], x-float32(i))
}

// lerp returns a at t = 0, exactly b at t >= 1, and the straight line between.
func lerp(a, b, t float32) float32 {
	if t >= 1 {
		return b
	}
	return a + float32(t*(b-a))
}

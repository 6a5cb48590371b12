package blendspace

import (
	"math"

	"github.com/sinew-go/sinew/assets/blendspace/internal/form"
	"github.com/sinew-go/sinew/internal/exact"
)

// newCartesianBands returns what gradient bands need of points.
func newCartesianBands(x, y []float64) *form.Bands {
	b := &form.Bands{X: x, Y: y}
	for i := range b.Indices {
		b.Indices[i] = int32(i)
	}
	for i := range x {
		for j := i + 1; j < len(x); j++ {
			dx, dy := x[j]-x[i], y[j]-y[i]
			square := float64(dx*dx) + float64(dy*dy)
			b.Pairs = append(b.Pairs, form.Factors{U: dx / square, V: dy / square})
		}
	}
	return b
}

// angleFactor is the weight of a radian relative to a difference of radii that equals their mean.
const angleFactor = 2

// newPolarBands returns the polar form, for points of which one is the origin. The squared distance
// between points of radii r and s is ((r-s)/m)² + (angleFactor·angle)², where m is the mean radius
// of the pair of samples and the angle is that between the points, from 0 to pi. For a pair with
// the origin only the radius counts.
func newPolarBands(x, y []float64) *form.Bands {
	b := newCartesianBands(x, y)
	for i := range x {
		b.Radius = append(b.Radius, math.Sqrt(float64(x[i]*x[i])+float64(y[i]*y[i])))
		b.Angle = append(b.Angle, exact.Atan2(y[i], x[i]))
	}
	for i := range x {
		for j := i + 1; j < len(x); j++ {
			r, s := b.Radius[i], b.Radius[j]
			mean := (r + s) / 2
			radial, angular := (s-r)/mean, 0.0
			if r != 0 && s != 0 {
				angular = angleFactor * form.AngleBetween(b.Angle[i], b.Angle[j])
			}
			twice := 2 * (float64(radial*radial) + float64(angular*angular))
			p := form.Factors{U: radial / mean / twice}
			if r != 0 && s != 0 {
				p.V = angleFactor * angleFactor / twice
			}
			b.PolarPairs = append(b.PolarPairs, p)
		}
	}
	return b
}

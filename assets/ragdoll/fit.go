package ragdoll

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// capsule is a capsule in model space.
type capsule struct {
	a, b   exact.Vec3
	radius float64
}

// volume returns the volume.
func (c capsule) volume() float64 {
	square := float64(c.radius * c.radius)
	return math.Pi * square * (c.b.Sub(c.a).Length() + c.radius*4/3)
}

// trim is the fraction of points at either end that do not count for the extent of a body.
const trim = 0.03

// fit returns a capsule around points, of which there is at least one. It lies along the bone,
// unless the points reach much farther along their principal axis, or bone is 0.
func fit(points []exact.Vec3, bone exact.Vec3) capsule {
	axis := principalAxis(points)
	if length := bone.Length(); length > 0 {
		along := bone.Scale(1 / length)
		if low, high := span(points, along); axis == (exact.Vec3{}) || high-low >= 0.8*width(points, axis) {
			axis = along
		}
	}
	if axis == (exact.Vec3{}) {
		axis = exact.Vec3{0, 1, 0}
	}
	side := exact.Vec3{1, 0, 0}
	if math.Abs(axis[0]) > 0.7 {
		side = exact.Vec3{0, 1, 0}
	}
	side = side.AddScaled(-side.Dot(axis), axis).Normalized()
	third := axis.Cross(side)
	var center exact.Vec3 // of the cross section
	for _, direction := range [...]exact.Vec3{side, third} {
		low, high := span(points, direction)
		center = center.AddScaled((low+high)/2, direction)
	}
	sum := 0.0
	for _, p := range points {
		off := p.Sub(center)
		sum += off.AddScaled(-off.Dot(axis), axis).Length()
	}
	low, high := span(points, axis)
	radius := sum / float64(len(points))
	if radius == 0 {
		radius = max((high-low)/8, 1e-6)
	}
	if high-low < 2*radius { // a ball
		radius = max(radius+float64((high-low)/2), 1e-6) / 2
		low, high = (low+high)/2, (low+high)/2
	} else {
		low, high = low+radius, high-radius
	}
	return capsule{center.AddScaled(low, axis), center.AddScaled(high, axis), radius}
}

// span returns from where to where points reach along a direction, but for the outermost.
func span(points []exact.Vec3, direction exact.Vec3) (low, high float64) {
	at := make([]float64, len(points))
	for i, p := range points {
		at[i] = p.Dot(direction)
	}
	order.Floats(at)
	skip := int(float64(trim * float64(len(at))))
	return at[skip], at[len(at)-1-skip]
}

// width returns how far points reach along a direction.
func width(points []exact.Vec3, direction exact.Vec3) float64 {
	low, high := span(points, direction)
	return high - low
}

// principalAxis returns the direction in which points vary most, of length 1, or 0 if they do not
// vary. It is the eigenvector of their covariance, found by squaring the matrix again and again,
// which leaves the largest eigenvalue.
func principalAxis(points []exact.Vec3) exact.Vec3 {
	var mean exact.Vec3
	for _, p := range points {
		mean = mean.Add(p)
	}
	mean = mean.Scale(1 / float64(len(points)))
	var m [3]exact.Vec3
	for _, p := range points {
		d := p.Sub(mean)
		for r := range m {
			m[r] = m[r].AddScaled(d[r], d)
		}
	}
	for range 12 {
		trace := m[0][0] + m[1][1] + m[2][2]
		if !(trace > 0) || !exact.IsFinite(trace) {
			return exact.Vec3{}
		}
		for r := range m {
			m[r] = m[r].Scale(1 / trace)
		}
		var square [3]exact.Vec3
		for r := range m {
			for c := range m {
				square[r] = square[r].AddScaled(m[r][c], m[c])
			}
		}
		m = square
	}
	longest := m[0]
	for _, row := range m[1:] {
		if row.Length() > longest.Length() {
			longest = row
		}
	}
	return longest.Normalized()
}

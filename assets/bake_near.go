package assets

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
)

// near says whether all rotations that are brought to unit length are near it before, at any time; see [kernel.Baked]. Between
// two frames the square of the length is a parabola, whose least value is at one end or at the vertex.
func (b *BakedClip) near() bool {
	const limit = kernel.NearUnit - 1e-5 // float32 may round towards either side
	before, after := make([]float32, PoseSize(b.joints)), make([]float32, PoseSize(b.joints))
	pairs := b.frames - 1
	if b.closed || b.frames == 1 {
		pairs = b.frames
	}
	for frame := range pairs {
		next := (frame + 1) % b.frames
		kernel.InterpolateBaked(before, &b.data, frame, frame, 0)
		kernel.InterpolateBaked(after, &b.data, next, next, 0)
		for _, groups := range [][]int32{b.data.Turns, b.data.Rotations} {
			for _, group := range groups {
				for l := range int32(GroupJoints) {
					var p, d [4]float64
					for r := range p {
						i := group + int32(r*GroupJoints) + l
						p[r] = float64(before[i])
						d[r] = float64(after[i]) - p[r]
					}
					// |p + d·u|² = pp + 2·pd·u + dd·u²
					pp, pd, dd := dot4of64(p, p), dot4of64(p, d), dot4of64(d, d)
					least, most := pp, max(pp, pp+float64(2*pd)+dd)
					if u := -pd / dd; u > 0 {
						u = min(u, 1)
						least = pp + float64(u*(float64(2*pd)+float64(dd*u)))
					}
					if !(math.Abs(1-least) <= limit && math.Abs(1-most) <= limit) {
						return false
					}
				}
			}
		}
	}
	return true
}

func dot4of64(a, b [4]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2]) + float64(a[3]*b[3])
}

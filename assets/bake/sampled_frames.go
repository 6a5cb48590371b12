package bake

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// baker bakes one clip. It keeps what all grids share.
type baker struct {
	clip        *clip.Clip
	tolerance   float64 // meters
	errorMetric *errorMetric
}

func newBaker(clip *clip.Clip, options Options) *baker {
	options = options.WithDefaults()
	factor := options.factor(clip.Skeleton())
	return &baker{
		clip: clip, tolerance: float64(options.Tolerance * factor), errorMetric: newErrorMetric(clip, float64(options.VertexDistance*factor)),
	}
}

// film is a clip sampled exactly at the frames of a grid that was cut, rotations each in the hemisphere of the one before.
type sampledFrames struct {
	grid
	spans  []span
	frames [][]float32
	closed bool // the last frame is left out, since the first serves for it
}

// shoot samples the clip.
func (b *baker) sample(g grid, spans []span) *sampledFrames {
	f := &sampledFrames{grid: g, spans: spans}
	before := b.clip.BaseLocals()
	add := func(time float64) {
		before = b.frame(time, before)
		f.frames = append(f.frames, before)
	}
	for _, s := range spans {
		for part := range s.parts {
			add(s.time(g, float64(part)/float64(s.parts)))
		}
	}
	add(g.time(float64(g.intervals)))
	last := len(f.frames) - 1
	if last > 1 && math.Abs(float64((g.time(float64(g.intervals))-b.clip.End())*g.rate)) < onGrid && b.sameEnds(f) {
		f.frames, f.closed = f.frames[:last], true
	}
	return f
}

// frame returns the exact pose at a time, rotations in the hemispheres of another one.
func (b *baker) frame(time float64, before []float32) []float32 {
	b.errorMetric.exact(time)
	locals := append([]float32(nil), b.errorMetric.pose.Locals...)
	alignHemispheres(locals, before)
	return locals
}

// sameEnds says whether the first frame may stand for the last.
func (b *baker) sameEnds(f *sampledFrames) bool {
	first, last := f.frames[0], f.frames[len(f.frames)-1]
	turned := append([]float32(nil), last...)
	alignHemispheres(turned, first)
	for i := range turned {
		if turned[i] != last[i] {
			return false // a whole turn came back as the opposite quaternion
		}
	}
	b.errorMetric.expect([]float64{f.time(0)})
	return b.errorMetric.error(b.tolerance/8, func(_ float64, locals []float32) { copy(locals, last) }) < b.tolerance/8
}

// alignHemispheres negates the rotations that point away from those of another pose.
func alignHemispheres(locals, other []float32) {
	for at := 0; at+rig.GroupSize <= len(locals); at += rig.GroupSize {
		p, o := (*[32]float32)(locals[at:]), (*[32]float32)(other[at:])
		for l := range rig.GroupJoints {
			if exact.Dot32([4]float32{p[l], p[8+l], p[16+l], p[24+l]}, [4]float32{o[l], o[8+l], o[16+l], o[24+l]}) < 0 {
				p[l], p[8+l], p[16+l], p[24+l] = -p[l], -p[8+l], -p[16+l], -p[24+l]
			}
		}
	}
}

// blank returns a baked clip without data, which serves to find frames.
func (b *baker) blank(f *sampledFrames) *BakedClip {
	return &BakedClip{
		source: b.clip, joints: b.clip.Skeleton().Len(), start: b.clip.Start(), end: b.clip.End(),
		first: f.first, rate: f.rate, steps: f.intervals, frames: len(f.frames), closed: f.closed, additive: b.clip.Additive(),
		table: frameTable(f.grid, f.spans),
	}
}

// interpolate does with frames of float32 what [kernel.SampleBaked] does with baked ones.
func interpolate(dst, from, to []float32, u float32) {
	for i := range dst {
		dst[i] = from[i] + float32((to[i]-from[i])*u)
	}
	kernel.Normalize(dst)
}

// maxPoints bounds moments times joints in a search; what is found is checked at all of them.
const maxPoints = 1 << 20

// moments returns when to compare a film; see [baker.spanMoments].
func (b *baker) moments(f *sampledFrames, density int) []float64 {
	times := []float64{b.clip.Start(), b.clip.End()}
	keys := keyTimes(b.clip)
	for _, s := range f.spans {
		times = b.spanMoments(times, f.grid, s, keys, density)
	}
	return times
}

// thin keeps every n-th, so that no more than that many are left.
func thin(times []float64, most int) []float64 {
	n := (len(times) + most - 1) / max(1, most)
	if n <= 1 {
		return times
	}
	var kept []float64
	for i := 0; i < len(times); i += n {
		kept = append(kept, times[i])
	}
	return kept
}

// near says whether all rotations that are brought to unit length are near it before, at any time; see [kernel.Baked]. Between
// two frames the square of the length is a parabola, whose least value is at one end or at the vertex.
func (b *BakedClip) near() bool {
	const limit = kernel.NearUnitLimit - 1e-5 // float32 may round toward either side
	before, after := make([]float32, rig.PoseSize(b.joints)), make([]float32, rig.PoseSize(b.joints))
	pairs := b.frames - 1
	if b.closed || b.frames == 1 {
		pairs = b.frames
	}
	for frame := range pairs {
		next := (frame + 1) % b.frames
		kernel.InterpolateBaked(before, &b.data, frame, frame, 0)
		kernel.InterpolateBaked(after, &b.data, next, next, 0)
		for _, groups := range [][]int32{b.data.RotationGroups, b.data.NormalizedGroups} {
			for _, group := range groups {
				for l := range int32(rig.GroupJoints) {
					var p, d [4]float64
					for r := range p {
						i := group + int32(r*rig.GroupJoints) + l
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

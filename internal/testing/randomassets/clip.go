package randomassets

import (
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

func exp2(x float64) float32 { return float32(math.Exp2(x)) }

// must returns what was made; random assets are valid, or the generator is wrong.
func must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}

// Keys makes n times in seconds, strictly increasing: on a grid of 30 a second, on one that begins late, or scattered.
func Keys(r *rand.Rand, n int) []float32 {
	times := make([]float32, n)
	start := 0.0
	if r.IntN(2) == 0 {
		start = r.Float64() * 3
	}
	scattered := r.IntN(2) == 0
	t := start
	for k := range times {
		if times[k] = float32(t); k > 0 && times[k] <= times[k-1] {
			times[k] = math.Nextafter32(times[k-1], 1e9)
		}
		if scattered {
			t += r.ExpFloat64() * 0.1
		} else {
			t = start + float64(k+1)/30
		}
	}
	return times
}

// Clip makes a clip of up to that many keys a track. Of the properties of each joint two thirds have a track, of a random
// interpolation.
func Clip(r *rand.Rand, s *assets.Skeleton, shape Shape, keys int) *assets.Clip {
	b := clip.NewBuilder("random", s)
	shared := Keys(r, 1+r.IntN(keys))
	times := func() []float32 {
		if r.IntN(3) == 0 {
			return Keys(r, 1+r.IntN(keys))
		}
		return shared
	}
	for joint := range s.Len() {
		if r.IntN(3) > 0 {
			interpolation, t := clip.Interpolation(r.IntN(4)), times()
			b.Translation(joint, interpolation, t, vectors(r, interpolation, len(t), func() float32 { return (2*r.Float32() - 1) * shape.Bone }))
		}
		if r.IntN(3) > 0 {
			interpolation, t := clip.Interpolation(r.IntN(4)), times()
			b.Rotation(joint, interpolation, t, Rotations(r, interpolation, len(t)))
		}
		if r.IntN(3) > 0 {
			interpolation, t := clip.Interpolation(r.IntN(4)), times()
			b.Scale(joint, interpolation, t, vectors(r, interpolation, len(t), func() float32 { return scale(r, shape) }))
		}
		if channel, ok := s.MorphChannel(joint); ok && r.IntN(3) > 0 {
			interpolation, t := clip.Interpolation(r.IntN(4)), times()
			values := make([]float32, len(t)*channel.Count*perKey(interpolation))
			for i := range values {
				values[i] = r.Float32()
			}
			b.MorphWeights(joint, interpolation, t, values)
		}
	}
	return must(b.Build())
}

func perKey(i clip.Interpolation) int {
	if i >= clip.CubicHermite {
		return 3
	}
	return 1
}

func vectors(r *rand.Rand, interpolation clip.Interpolation, keys int, number func() float32) []mgl32.Vec3 {
	values := make([]mgl32.Vec3, keys*perKey(interpolation))
	for i := range values {
		values[i] = mgl32.Vec3{number(), number(), number()}
		if interpolation == clip.CubicHermite && i%3 != 1 { // a slope, in either direction
			values[i] = values[i].Mul(4 * (r.Float32() - 0.5))
		}
	}
	return values
}

// Rotations makes the values of a rotation track: keys near and far from one another, in either hemisphere and of any
// length for step and linear keys; tangents small enough, and control points near enough, that no cubic comes near zero.
func Rotations(r *rand.Rand, interpolation clip.Interpolation, keys int) []mgl32.Quat {
	var values []mgl32.Quat
	q := Rotation(r)
	for range keys {
		switch {
		case interpolation >= clip.CubicHermite:
			q = perturbed(r, q, 0.2).Normalize()
			in, out := perturbed(r, mgl32.Quat{}, 0.5), perturbed(r, mgl32.Quat{}, 0.5)
			if interpolation == clip.CubicBezier {
				in, out = perturbed(r, q, 0.1), perturbed(r, q, 0.1)
			}
			values = append(values, in, q.Scale(0.9+0.2*r.Float32()), out)
		case r.IntN(2) == 0:
			q = Rotation(r)
			values = append(values, q.Scale(exp2(4*r.Float64()-2)))
		default:
			q = perturbed(r, q, exp2(-12*r.Float64()-2)).Normalize()
			values = append(values, q)
		}
	}
	return values
}

// near returns the quaternion with each number moved by up to d.
func perturbed(r *rand.Rand, q mgl32.Quat, d float32) mgl32.Quat {
	q.W += (2*r.Float32() - 1) * d
	for i := range q.V {
		q.V[i] += (2*r.Float32() - 1) * d
	}
	return q
}

// Time picks a time in seconds: before the first key of the clip, behind the last, at a key of some track, a float64's
// breadth beside one, or anywhere.
func Time(r *rand.Rand, c *assets.Clip) float64 {
	switch r.IntN(6) {
	case 0:
		return c.Start() - r.Float64()
	case 1:
		return c.End() + r.Float64()
	case 2, 3:
		if tracks := c.Tracks(); len(tracks) > 0 {
			times := tracks[r.IntN(len(tracks))].Track.Times()
			t := float64(times[r.IntN(len(times))])
			return [...]float64{t, math.Nextafter(t, -1e9), math.Nextafter(t, 1e9)}[r.IntN(3)]
		}
	}
	return c.Start() + r.Float64()*c.Duration()
}

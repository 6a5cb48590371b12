package randomassets

import (
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

func exp2(x float64) float32 { return float32(math.Exp2(x)) }

// must returns its first argument. An error is a mistake in this package, since random assets are
// valid.
func must[T any](asset T, err error) T {
	if err != nil {
		panic(err)
	}
	return asset
}

// Keys makes n strictly increasing times in seconds: on a grid of 30 per second that begins at 0 or
// later, or irregular.
func Keys(r *rand.Rand, n int) []float32 {
	times := make([]float32, n)
	start := 0.0
	if r.IntN(2) == 0 {
		start = r.Float64() * 3
	}
	irregular := r.IntN(2) == 0
	t := start
	for k := range times {
		if times[k] = float32(t); k > 0 && times[k] <= times[k-1] {
			times[k] = math.Nextafter32(times[k-1], 1e9)
		}
		if irregular {
			t += r.ExpFloat64() * 0.1
		} else {
			t = start + float64(k+1)/30
		}
	}
	return times
}

// Clip makes a clip with up to the given number of keys per track. Each property of each joint has
// a track with a probability of 2/3, of a random interpolation.
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
			b.Translation(joint, interpolation, t, vectors(r, interpolation, len(t), func() float32 {
				return (2*r.Float32() - 1) * shape.Bone
			}))
		}
		if r.IntN(3) > 0 {
			interpolation, t := clip.Interpolation(r.IntN(4)), times()
			b.Rotation(joint, interpolation, t, Rotations(r, interpolation, len(t)))
		}
		if r.IntN(3) > 0 {
			interpolation, t := clip.Interpolation(r.IntN(4)), times()
			b.Scale(joint, interpolation, t, vectors(r, interpolation, len(t), func() float32 {
				return scale(r, shape)
			}))
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

// perKey returns the number of values per key.
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

// Rotations makes the values of a rotation track. Consecutive keys are near or far apart. Step and
// linear keys are in either hemisphere and of any length. Tangents and control points of cubic keys
// are such that no interpolated quaternion is near zero.
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

// perturbed returns the quaternion with each component changed by up to d.
func perturbed(r *rand.Rand, q mgl32.Quat, d float32) mgl32.Quat {
	q.W += (2*r.Float32() - 1) * d
	for i := range q.V {
		q.V[i] += (2*r.Float32() - 1) * d
	}
	return q
}

// Time picks a time in seconds: before the clip, after it, at a key of some track, at the float64
// next to a key, or anywhere in the clip.
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

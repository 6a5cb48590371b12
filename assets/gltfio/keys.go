package gltfio

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/clip"
)

// readTimes reads the times of keys, in seconds: not negative, and strictly increasing.
func (l *loader) readTimes(path string, index int) ([]float32, error) {
	times, err := l.floatsFor(path, index, timeRule)
	if err != nil {
		return nil, err
	}
	if times[0] < 0 {
		return nil, fault(path, "accessors[%d]: key 0 is at the negative time %v s", index, times[0])
	}
	for i := 1; i < len(times); i++ {
		if times[i] <= times[i-1] {
			return nil, fault(path, "accessors[%d]: key %d is at %v s, which is not after %v s, the time of the key before", index, i, times[i], times[i-1])
		}
	}
	return times, nil
}

// readKeys reads the values of keys: width numbers for each, thrice that for cubic ones.
func (l *loader) readKeys(path string, index int, r rule, times []float32, width int, interpolation clip.Interpolation) ([]float32, error) {
	if err := l.obey(path, index, r); err != nil {
		return nil, err
	}
	perKey := width
	if interpolation == clip.CubicHermite {
		perKey *= 3
	}
	a := &l.accessors[index]
	if n := a.count * a.components; n/perKey != len(times) || n%perKey != 0 {
		return nil, fault(path, "accessors[%d] has %d numbers; %d %s keys need %d", index, n, len(times), interpolation, len(times)*perKey)
	}
	// The track is a copy, with its times.
	if err := l.memory.spend(path, len(times), 4*(perKey+1)*2); err != nil {
		return nil, err
	}
	values, err := l.readFloats(index)
	if err != nil {
		return nil, err
	}
	if interpolation == clip.CubicHermite {
		err = checkCurve(path, times, values, width)
	}
	return values, err
}

// checkCurve refuses a cubic that may swing beyond float32 between two keys. With the weights of the cubic at their largest, a
// value is at most the two keys' and 4/27 of the tangents over the time between them.
func checkCurve(path string, times, values []float32, width int) error {
	for k := 0; k+1 < len(times); k++ {
		seconds := float64(times[k+1]) - float64(times[k])
		a, b := values[k*3*width:][:3*width], values[(k+1)*3*width:][:3*width]
		for c := range width {
			tangents := math.Abs(float64(a[2*width+c])) + math.Abs(float64(b[c]))
			bound := math.Abs(float64(a[width+c])) + math.Abs(float64(b[width+c])) + float64(float64(seconds*tangents)*(4.0/27))
			if bound > math.MaxFloat32 {
				return fault(path, "the curve behind key %d swings beyond float32", k)
			}
		}
	}
	return nil
}

// rotations makes quaternions of flat numbers x, y, z, w. A key of length 0 is an error.
func (l *loader) rotations(path string, index int, flat []float32, interpolation clip.Interpolation) ([]mgl32.Quat, error) {
	keys := make([]mgl32.Quat, len(flat)/4)
	odd, stride, first := 0, 1, 0
	if interpolation == clip.CubicHermite {
		stride, first = 3, 1 // between the tangents
	}
	for i := range keys {
		q := [4]float32(flat[4*i:])
		keys[i] = mgl32.Quat{W: q[3], V: mgl32.Vec3{q[0], q[1], q[2]}}
		if i%stride != first {
			continue
		}
		length := quaternionLength(q)
		if length == 0 {
			return nil, fault(path, "accessors[%d]: element %d is the zero quaternion, which is no rotation", index, i)
		}
		if math.Abs(length-1) > unitTolerance {
			odd++
		}
	}
	if odd > 0 {
		l.warn(path, "%d rotations are not of length 1; what they yield is made so", odd)
	}
	return keys, nil
}

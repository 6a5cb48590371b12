package clip

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Interpolation says how a track's value runs from one key to the next.
type Interpolation uint8

// The interpolations. Between keys a and b, at the fraction u of the time between them:
const (
	// Step holds a until the very time of b.
	Step Interpolation = iota
	// Linear runs straight from a to b; rotations run along the shorter arc at constant speed (slerp).
	Linear
	// CubicHermite takes three values a key: in-tangent, value, out-tangent, the tangents per second
	// (glTF 2.0 appendix C.5, CUBICSPLINE).
	CubicHermite
	// CubicBezier takes three values a key: the control point before, the value, the control point behind. u is the curve's
	// parameter.
	CubicBezier
)

func (i Interpolation) String() string {
	if i > CubicBezier {
		return fmt.Sprintf("Interpolation(%d)", uint8(i))
	}
	return [...]string{"step", "linear", "cubic Hermite", "cubic Bezier"}[i]
}

// valuesPerKey returns how many values a key has: 3 for the cubic interpolations.
func (i Interpolation) valuesPerKey() int {
	if i >= CubicHermite {
		return 3
	}
	return 1
}

// Track is a value that changes over time: a scalar, a vector, a quaternion or a run of morph weights.
type Track struct {
	interpolation Interpolation
	quaternion    bool
	width         int
	times         []float32 // seconds, strictly increasing
	values        []float32 // width numbers a value
}

// NewScalarTrack makes a track of one number. Times are in seconds and strictly increasing; values has one element a key, or
// three for the cubic interpolations. Like every track it keeps the slices.
func NewScalarTrack(interpolation Interpolation, times, values []float32) (*Track, error) {
	return newTrack(interpolation, false, 1, times, values)
}

// NewWeightsTrack makes a track of the weights of that many morph targets; values runs over the targets first, then over
// in-tangents, values and out-tangents where there are such, then over the keys.
func NewWeightsTrack(interpolation Interpolation, targets int, times, values []float32) (*Track, error) {
	return newTrack(interpolation, false, targets, times, values)
}

// NewVec3Track makes a track of vectors: translations or scales. See [NewScalarTrack].
func NewVec3Track(interpolation Interpolation, times []float32, values []mgl32.Vec3) (*Track, error) {
	flat := make([]float32, 0, 3*len(values))
	for _, v := range values {
		flat = append(flat, v[:]...)
	}
	return newTrack(interpolation, false, 3, times, flat)
}

// NewQuaternionTrack makes a track of rotations. See [NewScalarTrack]. The keys of step and linear tracks are normalized, and
// negated where that makes the arc from the key before the shorter one. Those of cubic tracks stand as they are, since
// their tangents belong to them; what comes out is normalized.
func NewQuaternionTrack(interpolation Interpolation, times []float32, values []mgl32.Quat) (*Track, error) {
	flat := make([]float32, 0, 4*len(values))
	for _, v := range values {
		flat = append(flat, v.V[0], v.V[1], v.V[2], v.W)
	}
	t, err := newTrack(interpolation, true, 4, times, flat)
	if err != nil {
		return nil, err
	}
	stride := 4 * interpolation.valuesPerKey()
	for k := range times {
		at := k * stride
		if interpolation >= CubicHermite {
			at += 4
		}
		q := [4]float32(flat[at:])
		if q == [4]float32{} {
			return nil, fmt.Errorf("key %d is the zero quaternion, which is no rotation", k)
		}
		if interpolation >= CubicHermite {
			continue
		}
		q = exact.Normalized32(q)
		if k > 0 && exact.Dot32(q, [4]float32(flat[at-4:])) < 0 {
			q = [4]float32{-q[0], -q[1], -q[2], -q[3]}
		}
		copy(flat[at:], q[:])
	}
	return t, nil
}

func newTrack(interpolation Interpolation, quaternion bool, width int, times, values []float32) (*Track, error) {
	if interpolation > CubicBezier {
		return nil, fmt.Errorf("%v is no interpolation", interpolation)
	}
	if width < 1 {
		return nil, fmt.Errorf("a track needs at least one number a key, not %d", width)
	}
	if len(times) == 0 {
		return nil, fmt.Errorf("the track has no keys")
	}
	perKey := width * interpolation.valuesPerKey()
	if len(values)/perKey != len(times) || len(values)%perKey != 0 {
		return nil, fmt.Errorf("%d keys of %s interpolation need %d numbers, not %d", len(times), interpolation, len(times)*perKey, len(values))
	}
	for k, t := range times {
		if t-t != 0 {
			return nil, fmt.Errorf("key %d: its time: %w", k, rig.ErrNotFinite)
		}
		if k > 0 && t <= times[k-1] {
			return nil, fmt.Errorf("key %d: its time %v s is not after %v s, that of the key before", k, t, times[k-1])
		}
	}
	for i, v := range values {
		if v-v != 0 {
			return nil, fmt.Errorf("key %d: its value: %w", i/perKey, rig.ErrNotFinite)
		}
	}
	return &Track{interpolation, quaternion, width, times, values}, nil
}

// Interpolation returns how the track's value runs between keys.
func (t *Track) Interpolation() Interpolation { return t.interpolation }

// Width returns how many numbers a value has.
func (t *Track) Width() int { return t.width }

// IsQuaternion says whether the values are rotations.
func (t *Track) IsQuaternion() bool { return t.quaternion }

// Times returns the keys' times in seconds. The slice is the track's own: read only.
func (t *Track) Times() []float32 { return t.times }

// Values returns the keys' numbers: [Track.Width] for each value, quaternions x, y, z, w; three values a key for the cubic
// interpolations. The slice is the track's own: read only.
func (t *Track) Values() []float32 { return t.values }

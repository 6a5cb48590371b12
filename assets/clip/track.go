package clip

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Interpolation selects how a track's value changes between two keys.
type Interpolation uint8

// The interpolations between keys a and b, at the fraction u of the time between them.
const (
	// Step keeps the value of a until the time of b.
	Step Interpolation = iota
	// Linear changes at constant speed from a to b, rotations along the shorter arc (slerp).
	Linear
	// CubicHermite has three values for each key: in-tangent, value, out-tangent. Tangents are per
	// second (glTF 2.0 appendix C.5, CUBICSPLINE).
	CubicHermite
	// CubicBezier has three values for each key: the control point before it, the value, the
	// control point after it. u is the parameter of the curve.
	CubicBezier
)

func (i Interpolation) String() string {
	if i > CubicBezier {
		return fmt.Sprintf("Interpolation(%d)", uint8(i))
	}
	return [...]string{"step", "linear", "cubic Hermite", "cubic Bezier"}[i]
}

// valuesPerKey returns the number of values of a key: 3 for the cubic interpolations, 1 for the
// others.
func (i Interpolation) valuesPerKey() int {
	if i >= CubicHermite {
		return 3
	}
	return 1
}

// Track is a value that changes over time: a scalar, a vector, a quaternion or the morph weights of
// a mesh.
type Track struct {
	interpolation Interpolation
	quaternion    bool
	width         int
	times         []float32 // seconds, strictly increasing
	values        []float32 // width numbers for each value
}

// NewScalarTrack makes a track of one number. Times are in seconds and strictly increasing. There
// is one value for each key, or three for the cubic interpolations. The track keeps both slices.
func NewScalarTrack(interpolation Interpolation, times, values []float32) (*Track, error) {
	return newTrack(interpolation, false, 1, times, values)
}

// NewWeightsTrack makes a track of the weights of a number of morph targets. Each value is one
// weight for every target, in turn. See [NewScalarTrack] for the order of values.
func NewWeightsTrack(interpolation Interpolation, targets int, times, values []float32) (*Track, error) {
	return newTrack(interpolation, false, targets, times, values)
}

// NewVec3Track makes a track of vectors: translations or scales. See [NewScalarTrack]. It copies
// the values.
func NewVec3Track(interpolation Interpolation, times []float32, values []mgl32.Vec3) (*Track, error) {
	flat := make([]float32, 0, 3*len(values))
	for _, v := range values {
		flat = append(flat, v[:]...)
	}
	return newTrack(interpolation, false, 3, times, flat)
}

// NewQuaternionTrack makes a track of rotations. See [NewScalarTrack]. It copies the values. Keys
// of step and linear tracks are normalized, and negated if that gives the shorter arc from the key
// before. Keys of cubic tracks stay as they are, because their tangents or control points belong to
// them; sampling normalizes the result.
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
			return nil, fmt.Errorf("key %d: expected a rotation, found one of length 0", k)
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

// NewTrack makes a track from numbers as [Track.Values] returns them, for a reader of files: it
// changes none of them. Rotations must be near length 1, but for the keys of cubic tracks, which
// must not be 0. The track keeps both slices.
func NewTrack(interpolation Interpolation, isQuaternion bool, width int, times, values []float32) (*Track, error) {
	t, err := newTrack(interpolation, isQuaternion, width, times, values)
	if err != nil || !isQuaternion {
		return t, err
	}
	if width != 4 {
		return nil, fmt.Errorf("expected rotations of 4 numbers, found %d", width)
	}
	per := interpolation.valuesPerKey()
	for k := range times {
		q := [4]float32(values[4*(k*per+per/2):])
		square := exact.Dot32(q, q)
		if near := square > 0.999 && square < 1.001; !near && (per == 1 || !(square > 0)) {
			return nil, fmt.Errorf("key %d: expected a rotation of length 1, found %v", k, q)
		}
	}
	return t, nil
}

func newTrack(interpolation Interpolation, quaternion bool, width int, times, values []float32) (*Track, error) {
	if interpolation > CubicBezier {
		return nil, fmt.Errorf("expected a known interpolation, found %v", interpolation)
	}
	if width < 1 {
		return nil, fmt.Errorf("expected values of at least 1 number, found %d", width)
	}
	if len(times) == 0 {
		return nil, fmt.Errorf("expected keys, found none")
	}
	perKey := width * interpolation.valuesPerKey()
	if len(values)/perKey != len(times) || len(values)%perKey != 0 {
		return nil, fmt.Errorf("expected %[3]d numbers for %[1]d keys with %[2]s interpolation, found %[4]d",
			len(times), interpolation, len(times)*perKey, len(values))
	}
	for k, t := range times {
		if !exact.IsFinite(t) {
			return nil, fmt.Errorf("key %d: its time: %w", k, rig.ErrNotFinite)
		}
		if k > 0 && t <= times[k-1] {
			return nil, fmt.Errorf("key %d: expected a time after %v s, that of the key before, found %v s", k,
				times[k-1], t)
		}
	}
	for i, v := range values {
		if !exact.IsFinite(v) {
			return nil, fmt.Errorf("key %d: its value: %w", i/perKey, rig.ErrNotFinite)
		}
	}
	return &Track{interpolation, quaternion, width, times, values}, nil
}

// noTrack is what a nil track holds.
var noTrack Track

func (t *Track) orNone() *Track {
	if t == nil {
		return &noTrack
	}
	return t
}

// Interpolation returns how the track's value changes between keys.
func (t *Track) Interpolation() Interpolation { return t.orNone().interpolation }

// Width returns the number of numbers in a value.
func (t *Track) Width() int { return t.orNone().width }

// IsQuaternion reports whether the values are rotations.
func (t *Track) IsQuaternion() bool { return t.orNone().quaternion }

// Times returns the keys' times in seconds. The slice is the track's own: read only.
func (t *Track) Times() []float32 { return t.orNone().times }

// Values returns the values of the keys, [Track.Width] numbers for each, quaternions as x, y, z, w.
// A key of a cubic interpolation has three values; see [CubicHermite] and [CubicBezier]. The slice
// is the track's own: read only.
func (t *Track) Values() []float32 { return t.orNone().values }

// IsConstant reports whether all keys of the track are equal.
func (t *Track) IsConstant() bool {
	t = t.orNone()
	for at := t.width; at < len(t.values); at += t.width {
		if !slices.Equal(t.values[at:at+t.width], t.values[:t.width]) {
			return false
		}
	}
	return true
}

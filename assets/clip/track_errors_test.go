package clip_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

func TestTrackErrors(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	scalar := func(i clip.Interpolation, times, values []float32) func() error {
		return func() error { _, err := clip.NewScalarTrack(i, times, values); return err }
	}
	quaternion := func(i clip.Interpolation, values ...mgl32.Quat) func() error {
		return func() error { _, err := clip.NewQuaternionTrack(i, []float32{0, 1}, values); return err }
	}
	one, zero := mgl32.QuatIdent(), mgl32.Quat{}
	for _, row := range []struct {
		name string
		make func() error
		want string
	}{
		{"interpolation", scalar(4, []float32{0}, []float32{1}), "expected a known interpolation, found Interpolation(4)"},
		{"no keys", scalar(clip.Linear, nil, nil), "expected keys, found none"},
		{
			"too few values", scalar(clip.Linear, []float32{0, 1}, []float32{1}),
			"expected 2 numbers for 2 keys with linear interpolation, found 1",
		},
		{
			"too many values", scalar(clip.Step, []float32{0, 1}, []float32{1, 2, 3}),
			"expected 2 numbers for 2 keys with step interpolation, found 3",
		},
		{
			"no tangents", scalar(clip.CubicHermite, []float32{0, 1}, []float32{1, 2}),
			"expected 6 numbers for 2 keys with cubic Hermite interpolation, found 2",
		},
		{
			"no control points", scalar(clip.CubicBezier, []float32{0}, []float32{1}),
			"expected 3 numbers for 1 keys with cubic Bezier interpolation, found 1",
		},
		{
			"time not after", scalar(clip.Linear, []float32{0, 1, 1}, []float32{1, 2, 3}),
			"key 2: expected a time after 1 s, that of the key before, found 1 s",
		},
		{
			"time before", scalar(clip.Linear, []float32{0, -1}, []float32{1, 2}),
			"key 1: expected a time after 0 s, that of the key before, found -1 s",
		},
		{
			"time NaN", scalar(clip.Linear, []float32{0, nan}, []float32{1, 2}),
			"key 1: its time: a number is infinite or NaN",
		},
		{
			"time infinite", scalar(clip.Linear, []float32{-inf, 0}, []float32{1, 2}),
			"key 0: its time: a number is infinite or NaN",
		},
		{
			"value NaN", scalar(clip.Linear, []float32{0, 1}, []float32{1, nan}),
			"key 1: its value: a number is infinite or NaN",
		},
		{
			"tangent infinite", scalar(clip.CubicHermite, []float32{0, 1}, []float32{1, 2, 3, inf, 5, 6}),
			"key 1: its value: a number is infinite or NaN",
		},
		{"no targets", func() error {
			_, err := clip.NewWeightsTrack(clip.Linear, 0, []float32{0}, nil)
			return err
		}, "expected values of at least 1 number, found 0"},
		{"negative targets", func() error {
			_, err := clip.NewWeightsTrack(clip.Linear, -2, []float32{0}, nil)
			return err
		}, "expected values of at least 1 number, found -2"},
		{"weights", func() error {
			_, err := clip.NewWeightsTrack(clip.Linear, 3, []float32{0, 1}, make([]float32, 5))
			return err
		}, "expected 6 numbers for 2 keys with linear interpolation, found 5"},
		{"vectors", func() error {
			_, err := clip.NewVec3Track(clip.Linear, []float32{0, 1}, make([]mgl32.Vec3, 3))
			return err
		}, "expected 6 numbers for 2 keys with linear interpolation, found 9"},
		{"zero quaternion", quaternion(clip.Linear, one, zero), "key 1: expected a rotation, found one of length 0"},
		{
			"zero cubic quaternion", quaternion(clip.CubicBezier, one, one, one, one, zero, one),
			"key 1: expected a rotation, found one of length 0",
		},
		{"quaternion NaN", quaternion(clip.Step, one, mgl32.Quat{W: nan}), "key 1: its value"},
		{"quaternion interpolation", quaternion(200, one, one), "expected a known interpolation"},
		{
			"quaternion count", quaternion(clip.CubicHermite, one, one),
			"expected 24 numbers for 2 keys with cubic Hermite interpolation, found 8",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			err := row.make()
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Fatalf("error %v does not contain %q", err, row.want)
			}
			if strings.Contains(row.want, "infinite or NaN") && !errors.Is(err, rig.ErrNotFinite) {
				t.Errorf("%v does not wrap ErrNotFinite", err)
			}
		})
	}
	// Tangents of a rotation may be 0.
	if err := quaternion(clip.CubicHermite, zero, one, zero, zero, one, zero)(); err != nil {
		t.Error(err)
	}
}

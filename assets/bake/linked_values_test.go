package bake_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// hinges returns a clip of a chain of joints that each turn about an axis of their own, recorded 30
// times a second, up to an angle in radians from the rest pose. Two of three, or with wobble all of
// them, turn a little about another axis too.
func hinges(t *testing.T, joints, keys int, angle float64, wobble bool) *clip.Clip {
	t.Helper()
	var list []rig.Joint
	for i := range joints {
		rest := rig.IdentityTRS()
		rest.Translation[1] = 0.1
		list = append(list, rig.Joint{Name: fmt.Sprint("joint", i), Parent: i - 1, Rest: rest})
	}
	b := clip.NewBuilder("hinges", handmade.Skeleton(t, list...))
	for joint := range joints {
		axis := mgl32.Vec3{1, float32(joint%3) - 1, 0.5}.Normalize()
		var times []float32
		var rotations []mgl32.Quat
		for k := range keys {
			time := float64(k) / 30
			turn := mgl32.QuatRotate(float32(angle*math.Sin(0.7*time+float64(joint))), axis)
			other := mgl32.QuatRotate(float32(0.2*math.Cos(0.9*time+2*float64(joint))), mgl32.Vec3{0, 0, 1})
			if joint%3 == 0 && !wobble {
				other = mgl32.QuatIdent()
			}
			times, rotations = append(times, float32(time)), append(rotations, turn.Mul(other).Normalize())
		}
		b.Rotation(joint, clip.Linear, times, rotations)
	}
	c, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// bytesOf returns the bytes of the baked form of a clip, which it checks to be within the
// tolerance.
func bytesOf(t *testing.T, c *clip.Clip, tolerance float64) int {
	t.Helper()
	baked, report := bake.Bake(c, bake.Options{Tolerance: tolerance, Unscaled: true, AllowLarger: true})
	if baked == nil {
		t.Fatalf("expected a baked clip, found %s", report.Reason)
	}
	if report.MaxError > tolerance {
		t.Errorf("expected an error of at most %v m, found %v m", tolerance, report.MaxError)
	}
	return baked.Bytes()
}

// A joint that turns about one axis stores one number, or two where it turns fast, and not three or
// four.
func TestHingesTakeFewNumbers(t *testing.T) {
	for name, angle := range map[string]float64{"slow": 0.4, "fast": 4} {
		hinged, free := bytesOf(t, hinges(t, 12, 1500, angle, false), 0.001), bytesOf(t, hinges(t, 12, 1500, angle, true), 0.001)
		if float64(hinged) > 0.99*float64(free) {
			t.Errorf("%s: expected at most 0.99 of the %d bytes of joints that turn about two axes, found %d", name, free,
				hinged)
		}
	}
}

// A joint that is scaled evenly stores one number for all three axes.
func TestEvenScalesTakeOneNumber(t *testing.T) {
	scaled := func(axes mgl32.Vec3) *clip.Clip {
		b := clip.NewBuilder("scaled", handmade.Skeleton(t, handmade.Joint("root", -1), handmade.Joint("a", 0),
			handmade.Joint("b", 0), handmade.Joint("c", 0)))
		var times []float32
		var scales []mgl32.Vec3
		for k := range 2000 {
			s := func(phase float32) float32 { return float32(1.5 + math.Sin(float64(k)/5+float64(phase))) }
			times = append(times, float32(k)/30)
			scales = append(scales, mgl32.Vec3{s(axes[0]), s(axes[1]), s(axes[2])})
		}
		for joint := 1; joint <= 3; joint++ {
			b.Scale(joint, clip.Linear, times, scales)
		}
		c, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	even, uneven := bytesOf(t, scaled(mgl32.Vec3{}), 0.0001), bytesOf(t, scaled(mgl32.Vec3{0, 1, 2}), 0.0001)
	if float64(even) > 0.8*float64(uneven) {
		t.Errorf("expected at most 0.8 of the %d bytes of uneven scales, found %d", uneven, even)
	}
}

// A level of detail keeps what follows from other values of the joints that move, and its samples
// have the bits of the clip's.
func TestReducedClipsKeepDerivedRows(t *testing.T) {
	source := hinges(t, 12, 1500, 4, false)
	baked, report := bake.Bake(source, bake.Options{Tolerance: 0.001, Unscaled: true})
	if baked == nil {
		t.Fatal(report.Reason)
	}
	s := source.Skeleton()
	mask, err := rig.NewMask("first", s).Joints(1, "joint0", "joint1", "joint2", "joint3", "joint4").Build()
	if err != nil {
		t.Fatal(err)
	}
	reduced := baked.Reduced(mask)
	whole, part := rig.NewPose(s), rig.NewPose(s)
	for i := range 50 {
		time := source.Duration() * float64(i) / 49
		baked.Sample(time, whole.Locals, nil)
		reduced.Sample(time, part.Locals, nil)
		for joint := range s.Len() {
			want := s.Rest(joint)
			if joint < 5 {
				want = whole.Joint(joint)
			}
			if got := part.Joint(joint); got != want {
				t.Fatalf("joint %d at %v s: expected %v, found %v", joint, time, want, got)
			}
		}
	}
}

// Derived rows that lead out of a pose, have no scattered row or reach too far are refused.
func TestForgedDerivedRowsAreRefused(t *testing.T) {
	baked, report := bake.Bake(hinges(t, 12, 1500, 4, false), bake.Options{Tolerance: 0.001, Unscaled: true})
	if baked == nil {
		t.Fatal(report.Reason)
	}
	good, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	const counts, lists = 16 + 32 + 17 + 41, 13
	count := func(i int) int { return int(binary.LittleEndian.Uint32(good[counts+4*i:])) }
	before := 0
	for i := range 6 {
		before += count(2 + i)
	}
	derived, rows, stretches, blocks := count(8), count(9), count(11), count(12)
	if derived == 0 {
		t.Fatal("expected derived rows to forge, found none")
	}
	targets := counts + 4*lists + 4*before
	ranges := targets + 4*(derived+stretches) + 8*blocks + rows + derived/4 + 4*(8*count(3)+16*rows)
	put := func(at int, v uint32) func(data []byte) []byte {
		return func(data []byte) []byte { binary.LittleEndian.PutUint32(data[at:], v); return data }
	}
	for name, change := range map[string]func(data []byte) []byte{
		"a row of 7 values": put(counts+4*8, uint32(derived-1)),
		"more derived than scattered rows": func(data []byte) []byte {
			more := make([]byte, 4*8)
			data = slices.Insert(data, targets, slices.Repeat(more, 8)...)
			return put(counts+4*8, uint32(derived+64))(data)
		},
		"a target beyond the pose": put(targets, 2*80),
		"a target below the pose":  put(targets, 0xffffffff),
		"a base beyond rotations":  put(ranges, math.Float32bits(3)),
		"a step beyond rotations":  put(ranges+4*8, math.Float32bits(1e9)),
		"an infinite base":         put(ranges, math.Float32bits(float32(math.Inf(1)))),
		"a step that is NaN":       put(ranges+4*8, math.Float32bits(float32(math.NaN()))),
	} {
		data := change(slices.Clone(good))
		if err := new(bake.BakedClip).UnmarshalBinary(fixChecksum(data)); !errors.Is(err, bake.ErrDamaged) {
			t.Errorf("%s: error %v, want %v", name, err, bake.ErrDamaged)
		}
	}
	if err := new(bake.BakedClip).UnmarshalBinary(fixChecksum(slices.Clone(good))); err != nil {
		t.Errorf("no change: %v", err)
	}
}

package bake_test

import (
	"encoding"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

var (
	_ encoding.BinaryAppender    = (*bake.BakedClip)(nil)
	_ encoding.BinaryMarshaler   = (*bake.BakedClip)(nil)
	_ encoding.BinaryUnmarshaler = (*bake.BakedClip)(nil)
)

func TestABakedClipSurvivesEncoding(t *testing.T) {
	clip, baked := handmade.Swaying(t)
	data, err := baked.AppendBinary([]byte("before"))
	if err != nil || string(data[:6]) != "before" {
		t.Fatal(err)
	}
	decoded := &bake.BakedClip{}
	if err := decoded.UnmarshalBinary(data[6:]); err != nil {
		t.Fatal(err)
	}
	if err := decoded.Bind(clip); err != nil {
		t.Fatal(err)
	}
	got, want := rig.NewPose(clip.Skeleton()), rig.NewPose(clip.Skeleton())
	for time := -0.1; time < 0.8; time += 0.01 {
		decoded.Sample(time, got.Locals, got.Morphs)
		baked.Sample(time, want.Locals, want.Morphs)
		if !slices.Equal(got.Locals, want.Locals) || !slices.Equal(got.Morphs, want.Morphs) {
			t.Fatalf("decoded it differs at %v s", time)
		}
	}
	if decoded.Options() != (bake.Options{Tolerance: 0.0001, VertexDistance: 0.03}) {
		t.Errorf("options %+v", decoded.Options())
	}
	again, err := decoded.MarshalBinary()
	if err != nil || string(again) != string(data[6:]) {
		t.Error("encoded again it differs", err)
	}
	if extra := len(again) - baked.Bytes(); extra > 200 {
		t.Errorf("%d bytes encoded, %d in memory", len(again), baked.Bytes())
	}
}

func TestMorphWeightsAreThoseOfTheSource(t *testing.T) {
	clip, baked := handmade.Swaying(t)
	got, want := rig.NewPose(clip.Skeleton()), rig.NewPose(clip.Skeleton())
	for _, time := range []float64{-1, 0, 0.2, 0.3333, 0.5, 9} {
		baked.Sample(time, got.Locals, got.Morphs)
		clip.Sample(clip.Clamp(time), want)
		if !slices.Equal(got.Morphs, want.Morphs) {
			t.Errorf("at %v s: %v, want %v", time, got.Morphs, want.Morphs)
		}
	}
}

func TestSamplingABakedClipAllocatesNothing(t *testing.T) {
	clip, baked := handmade.Swaying(t)
	pose := rig.NewPose(clip.Skeleton())
	time := 0.0
	if n := testing.AllocsPerRun(100, func() { baked.Sample(time, pose.Locals, pose.Morphs); time += 0.01 }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestADecodedClipSamplesNothingUntilItIsBound(t *testing.T) {
	c, baked := handmade.Swaying(t)
	data, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	decoded := &bake.BakedClip{}
	if err := decoded.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	decoded.Sample(0, nil, nil)
	other, _ := handmade.Swaying(t)
	longer := handmade.Build(t, clip.NewBuilder("longer", c.Skeleton()).Range(0, 9))
	for name, clip := range map[string]*clip.Clip{"none": nil, "of another length": longer, "of another skeleton": handmade.Ranged(t, 0, 1)} {
		if err := decoded.Bind(clip); !errors.Is(err, bake.ErrMismatch) {
			t.Errorf("bound to a clip %s: %v", name, err)
		}
	}
	if err := decoded.Bind(other); err != nil { // the same bits, made anew
		t.Error(err)
	}
}

// seal mends the length and the checksum of an encoding that a test has changed.
func seal(data []byte) []byte {
	binary.LittleEndian.PutUint32(data[12:], uint32(len(data)-20))
	body := data[:len(data)-4]
	binary.LittleEndian.PutUint32(data[len(body):], crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
	return data
}

func TestDecodingErrors(t *testing.T) {
	_, baked := handmade.Swaying(t)
	good, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	const lists = 16 + 32 + 17 + 41 // where frames, joints and the lengths of lists are
	set := func(at int, value uint32) func([]byte) []byte {
		return func(data []byte) []byte {
			binary.LittleEndian.PutUint32(data[at:], value)
			return seal(data)
		}
	}
	for _, row := range []struct {
		name   string
		change func([]byte) []byte
		is     error
		text   string
	}{
		{"empty", func([]byte) []byte { return nil }, bake.ErrDamaged, "does not begin"},
		{"another magic", func(d []byte) []byte { d[0] = 'x'; return d }, bake.ErrDamaged, "does not begin"},
		{"another version", func(d []byte) []byte { d[8]++; return d }, bake.ErrBakedVersion, "3, not 2"},
		{"cut", func(d []byte) []byte { return d[:len(d)-1] }, bake.ErrDamaged, "announced"},
		{"too long", func(d []byte) []byte { return append(d, 0) }, bake.ErrDamaged, "announced"},
		{"a bit", func(d []byte) []byte { d[len(d)/2] ^= 4; return d }, bake.ErrDamaged, "checksum"},
		{"no body", func(d []byte) []byte { return seal(d[:20]) }, bake.ErrDamaged, "do not fit"},
		{"cut and sealed", func(d []byte) []byte { return seal(d[:len(d)-9]) }, bake.ErrDamaged, "do not fit"},
		{"no frames", set(lists, 0), bake.ErrDamaged, "do not fit"},
		{"many frames", set(lists, 1<<31-1), bake.ErrDamaged, "do not fit"},
		{"no joints", set(lists+4, 0), bake.ErrDamaged, "0 joints"},
		{"many joints", set(lists+4, 1<<30), bake.ErrDamaged, "joints are not between"},
		{"more joints", set(lists+4, 9), bake.ErrDamaged, "do not make a pose"},
		{"a long list", set(lists+8, 1<<31-1), bake.ErrDamaged, "do not fit"},
		{"a longer list", set(lists+8, 1<<32-1), bake.ErrDamaged, "do not fit"},
		{"many widths", set(lists+32, 1<<30), bake.ErrDamaged, "do not fit"},
		{"many steps", set(lists+36, 1<<20), bake.ErrDamaged, "steps have"},
		{"a long table", set(lists+40, 1<<20), bake.ErrDamaged, "do not fit"},
		{"a negative target", set(lists+44, 1<<32-8), bake.ErrDamaged, "no row can go"},
		{"a far target", set(lists+44, 1<<20), bake.ErrDamaged, "no row can go"},
		{"an odd target", set(lists+44, 3), bake.ErrDamaged, "no row can go"},
		{"not finite", set(16+32+17+4, 0x7ff00000), bake.ErrDamaged, "infinite"},
		{"backward", set(16+32+17+4, 0x7fe00000), bake.ErrDamaged, "it runs from"},
	} {
		decoded := bake.BakedClip{}
		err := decoded.UnmarshalBinary(row.change(slices.Clone(good)))
		if !errors.Is(err, row.is) || !strings.Contains(err.Error(), row.text) {
			t.Errorf("%s: %v, want one that says %q", row.name, err, row.text)
		}
		if !reflect.DeepEqual(decoded, bake.BakedClip{}) {
			t.Errorf("%s: the clip is half decoded", row.name)
		}
	}
}

// FuzzBakedClipUnmarshal decodes any bytes behind a valid header. What is taken for a clip must be encoded to the same bytes.
func FuzzBakedClipUnmarshal(f *testing.F) {
	clip, baked := handmade.Swaying(f)
	good, err := baked.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	for i := range good {
		damaged := slices.Clone(good)
		damaged[i] ^= byte(1 << (i % 8))
		f.Add(damaged)
	}
	pose := rig.NewPose(clip.Skeleton())
	f.Fuzz(func(t *testing.T, data []byte) {
		decoded := &bake.BakedClip{}
		if decoded.UnmarshalBinary(data) == nil && string(data) != string(good) {
			t.Error("it took a checksum that does not match")
		}
		if len(data) < 20 {
			return
		}
		data = slices.Clone(data)
		copy(data, good[:12])
		if decoded.UnmarshalBinary(seal(data)) != nil {
			return
		}
		again, err := decoded.MarshalBinary()
		if err != nil || len(again) != len(data) {
			t.Errorf("%d bytes decoded, %d encoded: %v", len(data), len(again), err)
		}
		if decoded.Bind(clip) == nil {
			for _, time := range []float64{-1e300, 0, 0.1, 0.6, 1e300} {
				decoded.Sample(time, pose.Locals, pose.Morphs)
			}
		}
	})
}

// Between frames far apart a rotation comes out much shorter than 1, between near ones a little. Both are brought to unit length.
func TestBakedRotationsHaveUnitLength(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	s := randomassets.Skeleton(random, randomassets.Shapes()[2])
	clip := handmade.Swing(t, random, s, clip.Linear, handmade.Grid(0, 5, 20))
	pose := rig.NewPose(s)
	for name, options := range map[string]bake.Options{"near": {}, "far": {Tolerance: 1}} {
		baked, report := bake.Bake(clip, options)
		if baked == nil {
			t.Fatal(report)
		}
		for range 500 {
			baked.Sample(clip.Start()+random.Float64()*clip.Duration(), pose.Locals, pose.Morphs)
			for joint := range s.Len() {
				at := joint/rig.GroupJoints*rig.GroupSize + joint%rig.GroupJoints
				length := 0.0
				for r := range 4 {
					length += math.Pow(float64(pose.Locals[at+r*rig.GroupJoints]), 2)
				}
				if math.Abs(math.Sqrt(length)-1) > 2e-7 {
					t.Fatalf("%s: joint %d has a rotation of length %v", name, joint, math.Sqrt(length))
				}
			}
		}
		t.Log(report)
	}
}

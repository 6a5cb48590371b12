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
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

var (
	_ encoding.BinaryAppender    = (*bake.BakedClip)(nil)
	_ encoding.BinaryMarshaler   = (*bake.BakedClip)(nil)
	_ encoding.BinaryUnmarshaler = (*bake.BakedClip)(nil)
)

func TestEncodeAndDecode(t *testing.T) {
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
			t.Fatalf("the decoded clip differs at %v s", time)
		}
	}
	if decoded.Options() != (bake.Options{}.WithDefaults()) {
		t.Errorf("options %+v", decoded.Options())
	}
	again, err := decoded.MarshalBinary()
	if err != nil || string(again) != string(data[6:]) {
		t.Error("the second encoding differs from the first:", err)
	}
	if extra := len(again) - baked.Bytes(); extra > 200 {
		t.Errorf("%d bytes encoded, %d bytes in memory: want a header of at most 200 bytes", len(again), baked.Bytes())
	}
}

func TestMorphWeightsAreExact(t *testing.T) {
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

func TestSampleAllocatesNothing(t *testing.T) {
	clip, baked := handmade.Swaying(t)
	pose := rig.NewPose(clip.Skeleton())
	time := 0.0
	if n := testing.AllocsPerRun(100, func() { baked.Sample(time, pose.Locals, pose.Morphs); time += 0.01 }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestDecodedClipNeedsBind(t *testing.T) {
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
	for name, clip := range map[string]*clip.Clip{
		"nil": nil, "another length": longer,
		"another skeleton": handmade.EmptyClip(t, 0, 1),
	} {
		if err := decoded.Bind(clip); !errors.Is(err, bake.ErrMismatch) {
			t.Errorf("Bind to a clip with %s: error %v", name, err)
		}
	}
	const want = `found other keys in clip "longer", for skeleton `
	if err := decoded.Bind(longer); err == nil ||
		!strings.Contains(err.Error(), want+strconv.Quote(c.Skeleton().Name())) {
		t.Errorf("error %v, want %q", err, want)
	}
	if err := decoded.Bind(other); err != nil { // another clip with the same bits
		t.Error(err)
	}
}

// fixChecksum corrects the length and the checksum of an encoding that a test has changed.
func fixChecksum(data []byte) []byte {
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
	const counts = 16 + 32 + 17 + 41 // the offset of the numbers of frames and joints and of the lengths of the lists
	set := func(at int, value uint32) func([]byte) []byte {
		return func(data []byte) []byte {
			binary.LittleEndian.PutUint32(data[at:], value)
			return fixChecksum(data)
		}
	}
	for _, row := range []struct {
		name   string
		change func([]byte) []byte
		is     error
		text   string
	}{
		{"empty", func([]byte) []byte { return nil }, bake.ErrDamaged, "expected bytes that begin with"},
		{"another magic", func(d []byte) []byte { d[0] = 'x'; return d }, bake.ErrDamaged, "expected bytes that begin with"},
		{"another version", func(d []byte) []byte {
			d[8]++
			return d
		}, bake.ErrVersion, "expected version 9, found 10"},
		{"truncated", func(d []byte) []byte {
			return d[:len(d)-1]
		}, bake.ErrDamaged, "bytes after the header, found"},
		{"too long", func(d []byte) []byte {
			return append(d, 0)
		}, bake.ErrDamaged, "bytes after the header, found"},
		{"a flipped bit", func(d []byte) []byte { d[len(d)/2] ^= 4; return d }, bake.ErrDamaged, "checksum"},
		{"no body", func(d []byte) []byte { return fixChecksum(d[:20]) }, bake.ErrDamaged, "expected lists that fit into"},
		{"truncated, valid checksum", func(d []byte) []byte {
			return fixChecksum(d[:len(d)-9])
		}, bake.ErrDamaged, "expected lists that fit into"},
		{"no frames", set(counts, 0), bake.ErrDamaged, "expected lists that fit into"},
		{"many frames", set(counts, 1<<31-1), bake.ErrDamaged, "expected lists that fit into"},
		{"no joints", set(counts+4, 0), bake.ErrDamaged, "joints, found 0"},
		{"many joints", set(counts+4, 1<<30), bake.ErrDamaged, "expected 1 to 32767 joints, found"},
		{"more joints", set(counts+4, 9), bake.ErrDamaged, "rows for a pose of"},
		{"a long list", set(counts+8, 1<<31-1), bake.ErrDamaged, "expected lists that fit into"},
		{"a longer list", set(counts+8, 1<<32-1), bake.ErrDamaged, "expected lists that fit into"},
		{"many bit widths", set(counts+36, 1<<30), bake.ErrDamaged, "expected lists that fit into"},
		{"many grid cells", set(counts+40, 1<<20), bake.ErrDamaged, "expected a grid cell for each of 19 intervals"},
		{"many stretches", set(counts+44, 1<<20), bake.ErrDamaged, "expected lists that fit into"},
		{"many blocks", set(counts+48, 1<<29), bake.ErrDamaged, "expected lists that fit into"},
		{"a negative target", set(counts+52, 1<<32-8), bake.ErrDamaged, "expected the begin of a row"},
		{"a far target", set(counts+52, 1<<20), bake.ErrDamaged, "expected the begin of a row"},
		{"an odd target", set(counts+52, 3), bake.ErrDamaged, "expected the begin of a row"},
		{"infinite start", set(16+32+17+4, 0x7ff00000), bake.ErrDamaged, "infinite"},
		{"start after end", set(16+32+17+4, 0x7fe00000), bake.ErrDamaged, "expected an end after the start"},
	} {
		decoded := bake.BakedClip{}
		err := decoded.UnmarshalBinary(row.change(slices.Clone(good)))
		if !errors.Is(err, row.is) || !strings.Contains(err.Error(), row.text) {
			t.Errorf("%s: error %v, want one with %q", row.name, err, row.text)
		}
		if !reflect.DeepEqual(decoded, bake.BakedClip{}) {
			t.Errorf("%s: the clip has changed", row.name)
		}
	}
}

// A clip that stays in its bytes samples what it samples elsewhere. Fewer bytes than its padding
// are an error, which counts them.
func TestViewNeedsPadding(t *testing.T) {
	c, baked := handmade.Swaying(t)
	data, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, slices.Repeat([]byte{0xff}, bake.ViewPadding)...)
	view, err := bake.View(data, nil)
	if err == nil {
		err = view.Bind(c)
	}
	if err != nil {
		t.Fatal(err)
	}
	want, got := rig.NewPose(c.Skeleton()), rig.NewPose(c.Skeleton())
	for k := range 21 {
		at := c.Start() + c.Duration()*float64(k)/20
		baked.Sample(at, want.Locals, want.Morphs)
		view.Sample(at, got.Locals, got.Morphs)
		if !slices.Equal(want.Locals, got.Locals) || !slices.Equal(want.Morphs, got.Morphs) {
			t.Errorf("expected the same pose at %v s, found another", at)
		}
	}
	for n := range data {
		_, err := bake.View(data[:n:n], nil)
		if !errors.Is(err, bake.ErrDamaged) || strings.Contains(err.Error(), "found -") {
			t.Errorf("%d of %d bytes: expected an error that counts them, found %v", n, len(data), err)
		}
	}
}

// FuzzBakedClipUnmarshal decodes any bytes after a valid header. A clip decoded without an error
// must be encoded to as many bytes.
func FuzzBakedClipUnmarshal(f *testing.F) {
	clip, baked := handmade.Swaying(f)
	good, err := baked.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	seeds.Add(f, good)
	for i := range good {
		damaged := slices.Clone(good)
		damaged[i] ^= byte(1 << (i % 8))
		seeds.Add(f, damaged)
	}
	pose := rig.NewPose(clip.Skeleton())
	f.Fuzz(func(t *testing.T, data []byte) {
		decoded := &bake.BakedClip{}
		if decoded.UnmarshalBinary(data) == nil && string(data) != string(good) {
			t.Error("decoded without an error in spite of a wrong checksum")
		}
		if len(data) < 20 {
			return
		}
		data = slices.Clone(data)
		copy(data, good[:12])
		if decoded.UnmarshalBinary(fixChecksum(data)) != nil {
			return
		}
		again, err := decoded.MarshalBinary()
		if err != nil || len(again) != len(data) {
			t.Errorf("%d bytes decoded, %d bytes encoded: %v", len(data), len(again), err)
		}
		if decoded.Bind(clip) == nil {
			for _, time := range []float64{-1e300, 0, 0.1, 0.6, 1e300} {
				decoded.Sample(time, pose.Locals, pose.Morphs)
				if i := firstNotFinite(pose.Locals); i >= 0 {
					t.Fatalf("value %d of the pose at %v s is %v", i, time, pose.Locals[i])
				}
			}
		}
	})
}

// Interpolation between distant rotations gives a length far below 1, between near ones a length
// close to 1. Sampling must normalize both.
func TestRotationsHaveUnitLength(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	s := randomassets.Skeleton(random, randomassets.Shapes()[2])
	clip := handmade.Swing(t, random, s, clip.Linear, handmade.Grid(0, 5, 20))
	pose := rig.NewPose(s)
	for _, tolerance := range []float64{0, 1} { // frames near each other, and far apart
		baked, report := bake.Bake(clip, bake.Options{Tolerance: tolerance})
		if baked == nil {
			t.Fatal(report)
		}
		for range 500 {
			baked.Sample(clip.Start()+random.Float64()*clip.Duration(), pose.Locals, pose.Morphs)
			for joint := range s.Len() {
				i := kernel.JointOffset(joint)
				length := 0.0
				for r := range 4 {
					length += math.Pow(float64(pose.Locals[i+r*kernel.Lanes]), 2)
				}
				if math.Abs(math.Sqrt(length)-1) > 2e-7 {
					t.Fatalf("tolerance %v: joint %d: rotation of length %v", tolerance, joint, math.Sqrt(length))
				}
			}
		}
		t.Log(report)
	}
}

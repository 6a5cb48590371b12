package assets_test

import (
	"encoding"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/generate"
)

var (
	_ encoding.BinaryAppender    = (*assets.BakedClip)(nil)
	_ encoding.BinaryMarshaler   = (*assets.BakedClip)(nil)
	_ encoding.BinaryUnmarshaler = (*assets.BakedClip)(nil)
)

// swaying returns a clip of a skeleton with morph targets, and its baked form.
func swaying(t testing.TB) (*assets.Clip, *assets.BakedClip) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 9))
	s := generate.Skeleton(r, generate.Shapes()[2])
	clip := swing(t, r, s, assets.Linear, grid(0, 30, 20))
	channel := s.MorphChannels()[0]
	b := assets.NewClipBuilder("morphing", s).MorphWeights(channel.Joint, assets.Linear, []float32{0, 0.5}, make([]float32, 2*channel.Count))
	for _, track := range clip.Tracks() {
		if track.Property == assets.Rotation {
			b.Rotation(track.Joint, assets.Linear, track.Track.Times(), quaternions(track.Track.Values()))
		}
	}
	clip = build(t, b)
	baked, report := assets.Bake(clip, assets.BakeOptions{})
	if baked == nil {
		t.Fatal(report)
	}
	return clip, baked
}

func TestABakedClipSurvivesEncoding(t *testing.T) {
	clip, baked := swaying(t)
	data, err := baked.AppendBinary([]byte("before"))
	if err != nil || string(data[:6]) != "before" {
		t.Fatal(err)
	}
	decoded := &assets.BakedClip{}
	if err := decoded.UnmarshalBinary(data[6:]); err != nil {
		t.Fatal(err)
	}
	if err := decoded.Bind(clip); err != nil {
		t.Fatal(err)
	}
	got, want := assets.NewPose(clip.Skeleton()), assets.NewPose(clip.Skeleton())
	for time := -0.1; time < 0.8; time += 0.01 {
		decoded.Sample(time, got.Locals, got.Morphs)
		baked.Sample(time, want.Locals, want.Morphs)
		if !slices.Equal(got.Locals, want.Locals) || !slices.Equal(got.Morphs, want.Morphs) {
			t.Fatalf("decoded it differs at %v s", time)
		}
	}
	if decoded.Options() != (assets.BakeOptions{Tolerance: 0.0001, VertexDistance: 0.03}) {
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
	clip, baked := swaying(t)
	got, want := assets.NewPose(clip.Skeleton()), assets.NewPose(clip.Skeleton())
	for _, time := range []float64{-1, 0, 0.2, 0.3333, 0.5, 9} {
		baked.Sample(time, got.Locals, got.Morphs)
		clip.Sample(clip.Clamp(time), want)
		if !slices.Equal(got.Morphs, want.Morphs) {
			t.Errorf("at %v s: %v, want %v", time, got.Morphs, want.Morphs)
		}
	}
}

func TestSamplingABakedClipAllocatesNothing(t *testing.T) {
	clip, baked := swaying(t)
	pose := assets.NewPose(clip.Skeleton())
	time := 0.0
	if n := testing.AllocsPerRun(100, func() { baked.Sample(time, pose.Locals, pose.Morphs); time += 0.01 }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestADecodedClipSamplesNothingUntilItIsBound(t *testing.T) {
	clip, baked := swaying(t)
	data, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	decoded := &assets.BakedClip{}
	if err := decoded.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	decoded.Sample(0, nil, nil)
	other, _ := swaying(t)
	longer := build(t, assets.NewClipBuilder("longer", clip.Skeleton()).Range(0, 9))
	for name, clip := range map[string]*assets.Clip{"none": nil, "of another length": longer, "of another skeleton": ranged(t, 0, 1)} {
		if err := decoded.Bind(clip); !errors.Is(err, assets.ErrBakedMismatch) {
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
	_, baked := swaying(t)
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
		{"empty", func([]byte) []byte { return nil }, assets.ErrBakedDamaged, "does not begin"},
		{"another magic", func(d []byte) []byte { d[0] = 'x'; return d }, assets.ErrBakedDamaged, "does not begin"},
		{"another version", func(d []byte) []byte { d[8]++; return d }, assets.ErrBakedVersion, "3, not 2"},
		{"cut", func(d []byte) []byte { return d[:len(d)-1] }, assets.ErrBakedDamaged, "announced"},
		{"too long", func(d []byte) []byte { return append(d, 0) }, assets.ErrBakedDamaged, "announced"},
		{"a bit", func(d []byte) []byte { d[len(d)/2] ^= 4; return d }, assets.ErrBakedDamaged, "checksum"},
		{"no body", func(d []byte) []byte { return seal(d[:20]) }, assets.ErrBakedDamaged, "do not fit"},
		{"cut and sealed", func(d []byte) []byte { return seal(d[:len(d)-9]) }, assets.ErrBakedDamaged, "do not fit"},
		{"no frames", set(lists, 0), assets.ErrBakedDamaged, "do not fit"},
		{"many frames", set(lists, 1<<31-1), assets.ErrBakedDamaged, "do not fit"},
		{"no joints", set(lists+4, 0), assets.ErrBakedDamaged, "0 joints"},
		{"many joints", set(lists+4, 1<<30), assets.ErrBakedDamaged, "joints are not between"},
		{"more joints", set(lists+4, 9), assets.ErrBakedDamaged, "do not make a pose"},
		{"a long list", set(lists+8, 1<<31-1), assets.ErrBakedDamaged, "do not fit"},
		{"a longer list", set(lists+8, 1<<32-1), assets.ErrBakedDamaged, "do not fit"},
		{"many widths", set(lists+32, 1<<30), assets.ErrBakedDamaged, "do not fit"},
		{"many steps", set(lists+36, 1<<20), assets.ErrBakedDamaged, "steps have"},
		{"a long table", set(lists+40, 1<<20), assets.ErrBakedDamaged, "do not fit"},
		{"a negative target", set(lists+44, 1<<32-8), assets.ErrBakedDamaged, "no row can go"},
		{"a far target", set(lists+44, 1<<20), assets.ErrBakedDamaged, "no row can go"},
		{"an odd target", set(lists+44, 3), assets.ErrBakedDamaged, "no row can go"},
		{"not finite", set(16+32+17+4, 0x7ff00000), assets.ErrBakedDamaged, "infinite"},
		{"backwards", set(16+32+17+4, 0x7fe00000), assets.ErrBakedDamaged, "it runs from"},
	} {
		decoded := assets.BakedClip{}
		err := decoded.UnmarshalBinary(row.change(slices.Clone(good)))
		if !errors.Is(err, row.is) || !strings.Contains(err.Error(), row.text) {
			t.Errorf("%s: %v, want one that says %q", row.name, err, row.text)
		}
		if !reflect.DeepEqual(decoded, assets.BakedClip{}) {
			t.Errorf("%s: the clip is half decoded", row.name)
		}
	}
}

// FuzzBakedClipUnmarshal decodes any bytes behind a valid header. What is taken for a clip must be encoded to the same bytes.
func FuzzBakedClipUnmarshal(f *testing.F) {
	clip, baked := swaying(f)
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
	pose := assets.NewPose(clip.Skeleton())
	f.Fuzz(func(t *testing.T, data []byte) {
		decoded := &assets.BakedClip{}
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

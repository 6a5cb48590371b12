package bake_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// firstNotFinite returns the index of the first number that is infinite or NaN, or -1.
func firstNotFinite(list []float32) int {
	return slices.IndexFunc(list, func(v float32) bool { return v-v != 0 })
}

// Whatever the constants, ranges and bit widths of an encoding are, it is either refused or all
// samples are finite. With SINEW_LONG in the environment it tries many more encodings.
func TestDecodedClipsSampleFiniteValues(t *testing.T) {
	probe.Serial(t)
	source, baked := handmade.Swaying(t)
	good, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	rounds := 20_000
	if os.Getenv("SINEW_LONG") != "" {
		rounds = 2_000_000
	}
	// Constants, ranges and frames are the last part of the encoding.
	const counts = 16 + 32 + 17 + 41
	count := func(i int) int { return int(binary.LittleEndian.Uint32(good[counts+4*i:])) }
	lists := 0
	for i := range 7 {
		lists += count(2 + i)
	}
	rows, entries := count(9), count(11)
	bits := counts + 52 + 4*(lists+entries) + 8*count(12)
	values := bits + rows + count(8)/4
	floats := 8*count(3) + 16*rows + 2*count(8)
	r := rand.New(rand.NewPCG(6, 6))
	extremes := []float32{
		math.MaxFloat32, -math.MaxFloat32, 3e38, 1e30, -1e30, 1e20, -1e20, 1e10, 3, -3, 0, 1e-45,
		float32(math.NaN()), float32(math.Inf(1)),
	}
	pose := rig.NewPose(source.Skeleton())
	decodedCount := 0
	for range rounds {
		data := slices.Clone(good)
		for range 1 + r.IntN(3) {
			at := values + 4*r.IntN(floats)
			switch r.IntN(4) {
			case 0:
				data[at+r.IntN(4)] ^= 1 << r.IntN(8)
			case 1:
				binary.LittleEndian.PutUint32(data[at:], math.Float32bits(extremes[r.IntN(len(extremes))]))
			case 2:
				binary.LittleEndian.PutUint32(data[at:], r.Uint32())
			default: // two rows exchange their widths, so that the frames keep their size
				i, j := bits+r.IntN(rows), bits+r.IntN(rows)
				data[i], data[j] = data[j], data[i]
			}
		}
		decoded := &bake.BakedClip{}
		if decoded.UnmarshalBinary(fixChecksum(data)) != nil {
			continue
		}
		if err := decoded.Bind(source); errors.Is(err, bake.ErrDamaged) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		decodedCount++
		for range 8 {
			time := r.Float64() * 0.7
			decoded.Sample(time, pose.Locals, pose.Morphs)
			if i := firstNotFinite(pose.Locals); i >= 0 {
				t.Fatalf("value %d of the pose at %v s is %v", i, time, pose.Locals[i])
			}
		}
	}
	if decodedCount < rounds/100 {
		t.Errorf("only %d of %d damaged encodings were decoded, so that this test shows little", decodedCount, rounds)
	}
}

// An encoding with a right checksum may say that rotations are near unit length though they are
// not, or leave out groups of joints whose rotations must be normalized. Blending would make
// infinite numbers of such poses.
func TestForgedLengthsOfRotationsAreRefused(t *testing.T) {
	source := handmade.Turning(t, clip.Linear, handmade.Grid(0, 4, 12), 0, 2.5, 0, 2, 0, 2.5, 0, 2.5, 0, 2, 0, 2.5)
	baked, report := bake.Bake(source, bake.Options{Tolerance: 0.02, AllowLarger: true})
	if baked == nil {
		t.Fatal(report)
	}
	good, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	const flags, counts = 16 + 32 + 17 + 40, 16 + 32 + 17 + 41
	bind := func(data []byte) error {
		decoded := &bake.BakedClip{}
		if err := decoded.UnmarshalBinary(fixChecksum(data)); err != nil {
			return err
		}
		return decoded.Bind(source)
	}
	const nearUnit, additive = 4, 2
	for name, row := range map[string]struct {
		change func(data []byte) []byte
		want   error
	}{
		"no change":        {func(data []byte) []byte { return data }, nil},
		"near unit length": {func(data []byte) []byte { data[flags] |= nearUnit; return data }, bake.ErrDamaged},
		"additive":         {func(data []byte) []byte { data[flags] |= additive; return data }, bake.ErrMismatch},
		"no normalized groups": {func(data []byte) []byte {
			at, before := counts+4*(2+3), 0
			for i := range 3 {
				before += int(binary.LittleEndian.Uint32(data[counts+4*(2+i):]))
			}
			groups := int(binary.LittleEndian.Uint32(data[at:]))
			if groups == 0 {
				t.Fatal("the clip has no groups of scattered rotations, so that this test shows nothing")
			}
			binary.LittleEndian.PutUint32(data[at:], 0)
			list := counts + 4*13 + 4*before
			return append(data[:list:list], data[list+4*groups:]...)
		}, bake.ErrDamaged},
	} {
		if err := bind(row.change(slices.Clone(good))); !errors.Is(err, row.want) {
			t.Errorf("%s: error %v, want %v", name, err, row.want)
		}
	}
}

// The quick way to find out whether rotations are near unit length gives the same answer as the
// slow one: for slow and fast turns, and for rotations that are too long or too short by about as
// much as is allowed.
func TestLengthsOfRotations(t *testing.T) {
	counts := map[bool]int{}
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 77))
		joints := []rig.Joint{handmade.Joint("root", -1)}
		for i := range 2 + random.IntN(14) {
			joints = append(joints, handmade.Joint(fmt.Sprint(i), i/2))
		}
		source := handmade.Swing(t, random, handmade.Skeleton(t, joints...), clip.Linear,
			handmade.Grid(0, []float64{30, 8, 3}[seed%3], 12))
		baked, report := bake.Bake(source, bake.Options{Tolerance: 0.003, AllowLarger: true})
		if baked == nil {
			t.Fatal(report)
		}
		for range 50 {
			factor := float32(1 + 0.02*(random.Float64()-0.5))
			found, expected := bake.NearUnit(baked, func(ranges []float32) {
				if len(ranges) == 0 {
					return // of a clip that hardly moves
				}
				for row := 16 * random.IntN(len(ranges)/16); row < len(ranges); row += 16 * (1 + random.IntN(20)) {
					for i := range 16 {
						ranges[row+i] *= factor
					}
				}
			})
			if found != expected {
				t.Fatalf("seed %d: expected near unit length: %v, found %v", seed, expected, found)
			}
			counts[found]++
		}
	}
	if counts[false] < 100 || counts[true] < 100 {
		t.Errorf("expected at least 100 answers of both kinds, found %v", counts)
	}
}

package bake

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// spanned bakes a clip with whole frames, and stores it in spans too.
func spanned(t testing.TB, source *clip.Clip, closed bool) (whole, spans *BakedClip) {
	t.Helper()
	whole, report := Bake(source, Options{Tolerance: 0.002, Unscaled: true, AllowLarger: true})
	if whole == nil {
		t.Fatal(report)
	}
	if closed { // so that the first frame follows the last
		whole.closed = true
		whole.cells, whole.cellTable = whole.frames, cellTable{}
		whole.data.NearUnit = false
	}
	inSpans := *whole
	if inSpans.data = whole.inSpans(); inSpans.data.Spans == 0 {
		t.Fatal("expected frames in spans, found none")
	}
	inSpans.gather()
	return whole, &inSpans
}

// A clip in spans has the samples of the clip with whole frames, whose frames it gives back.
func TestSpansKeepAllBits(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 5))
	for n := range 6 {
		source := branching(t, r, n%2 == 0)
		whole, spans := spanned(t, source, n >= 4)
		skeleton := source.Skeleton()
		encoded, err := spans.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		decoded := &BakedClip{}
		if err := errors.Join(decoded.UnmarshalBinary(encoded), decoded.Bind(source)); err != nil {
			t.Fatal(err)
		}
		if again, _ := decoded.MarshalBinary(); !bytes.Equal(again, encoded) {
			t.Error("expected the same encoding of a decoded clip, found another")
		}
		mask, err := rig.NewMask("one", skeleton).Joints(1, "9").Build()
		if err != nil {
			t.Fatal(err)
		}
		var part Part
		part.Set(spans, mask)
		want, got := make([]float32, len(source.BaseLocals())), make([]float32, len(source.BaseLocals()))
		reducedWhole, reduced := whole.Reduced(mask), spans.Reduced(mask)
		for i := range 400 {
			time := source.Start() + source.Duration()*(1.1*r.Float64()-0.05)
			if i < whole.frames {
				time = whole.origin + float64(i)/whole.rate
			}
			whole.Sample(time, want, nil)
			for _, row := range []struct {
				name   string
				sample func()
			}{
				{"in spans", func() { spans.Sample(time, got, nil) }},
				{"decoded", func() { decoded.Sample(time, got, nil) }},
				{"part", func() { // of the second group of joints, after a sample of the whole clip
					part.Resample(time, got, nil)
					copy(got[:kernel.GroupSize], want)
				}},
			} {
				if row.sample(); !slices.Equal(got, want) {
					t.Fatalf("clip %d at %v s, %s: expected the pose of whole frames, found another", n, time, row.name)
				}
			}
			reducedWhole.Sample(time, want, nil)
			if reduced.Sample(time, got, nil); !slices.Equal(got, want) {
				t.Fatalf("clip %d at %v s, reduced: expected the pose of whole frames, found another", n, time)
			}
		}
		for i := range whole.frames {
			whole.Frame(i, want)
			if spans.Frame(i, got); !slices.Equal(got, want) {
				t.Fatalf("clip %d: frame %d is another one", n, i)
			}
		}
		if back := spans.wholeFrames(); !bytes.Equal(back.Frames, whole.data.Frames[:len(back.Frames)]) ||
			!slices.Equal(back.Ranges, whole.data.Ranges) {
			t.Errorf("clip %d: expected the whole frames back, found others", n)
		}
	}
}

// A small clip is in spans where that takes less, and else as without the option.
func TestSmallClipsTakeFewerBytes(t *testing.T) {
	source := branching(t, rand.New(rand.NewPCG(26, 6)), true)
	options := Options{Unscaled: true, AllowLarger: true}
	whole, _ := Bake(source, options)
	options.Small = true
	small, report := Bake(source, options)
	if small.Bytes() > whole.Bytes() || report.Bytes != small.Bytes() || !small.Options().Small {
		t.Errorf("expected at most %d bytes with the option, found %d, report %+v", whole.Bytes(), small.Bytes(), report)
	}
	if isShare := float64(small.Bytes()) <= spanShare*float64(whole.Bytes()); (small.data.Spans > 0) != isShare {
		t.Errorf("expected spans at %v of the bytes or less, found %d spans, %d bytes of %d", spanShare, small.data.Spans,
			small.Bytes(), whole.Bytes())
	}
}

// Bytes of spans that were changed are refused, or give integers within the widths of their rows.
func TestDamagedSpansAreSafe(t *testing.T) {
	probe.Serial(t)
	r := rand.New(rand.NewPCG(26, 7))
	source := branching(t, r, true)
	_, spans := spanned(t, source, false)
	good, err := spans.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	begin := len(good) - 4 - (len(spans.data.Frames) - kernel.BakedPadding)
	locals := make([]float32, len(source.BaseLocals()))
	accepted := 0
	for range 3000 {
		data := slices.Clone(good)
		for range 1 + r.IntN(3) {
			at := begin + r.IntN(len(good)-4-begin)
			if r.IntN(3) == 0 { // a width
				block := int(spans.data.Blocks[r.IntN(len(spans.data.Blocks))].At)
				at = begin + block + r.IntN(len(spans.data.Bits))
			}
			data[at] ^= 1 << r.IntN(8)
		}
		if r.IntN(4) == 0 { // another length
			cut := begin + r.IntN(len(data)-4-begin)
			data = append(data[:cut], data[len(data)-4:]...)
			binary.LittleEndian.PutUint32(data[bakedHeader-4:], uint32(len(data)-4-bakedHeader))
		}
		binary.LittleEndian.PutUint32(data[len(data)-4:], record.Checksum(data[:len(data)-4]))
		decoded := &BakedClip{}
		if err := decoded.UnmarshalBinary(data); err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			continue
		}
		accepted++
		decoded.eachFrame(func(frame int, integers []int32) {
			for i, integer := range integers {
				if width := decoded.data.Bits[i/kernel.Lanes]; integer < 0 || integer >= 1<<width {
					t.Fatalf("frame %d: integer %d does not fit into %d bits", frame, integer, width)
				}
			}
		})
		if decoded.Bind(source) == nil {
			for range 5 {
				decoded.Sample(source.Start()+source.Duration()*r.Float64(), locals, nil)
			}
		}
	}
	if accepted == 0 || accepted == 3000 {
		t.Errorf("expected some of the changed encodings to be refused, found %d of 3000 accepted", accepted)
	}
}

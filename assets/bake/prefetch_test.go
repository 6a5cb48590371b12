package bake

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Asking for the memory of a sample changes no bits of it, and fails at no time: within the clip and
// outside, for frames in spans too, and for a clip that is decoded but not bound yet.
func TestAskingAheadChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 7))
	source := branching(t, r, false)
	whole, spans := spanned(t, source, false)
	encoded, err := spans.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	unbound := &BakedClip{}
	if err := unbound.UnmarshalBinary(encoded); err != nil {
		t.Fatal(err)
	}
	times := []float64{math.NaN(), math.Inf(-1), math.Inf(1), source.Start(), source.End()}
	for range 200 {
		times = append(times, source.Start()+source.Duration()*(1.2*r.Float64()-0.1))
	}
	for _, b := range []*BakedClip{whole, spans} {
		want, got := make([]float32, len(source.BaseLocals())), make([]float32, len(source.BaseLocals()))
		for _, time := range times {
			b.Sample(time, want, nil)
			b.Prefetch()
			b.PrefetchSample(time)
			unbound.PrefetchSample(time)
			if b.Sample(time, got, nil); !slices.Equal(want, got) {
				t.Fatalf("expected the same sample at %v s, found another", time)
			}
		}
		frame, next, _ := b.locate(source.Start() + 0.7*source.Duration())
		places, count := b.data.PlacesOf(frame, next)
		for _, at := range places[:count] {
			if at < 0 || at+b.data.FrameSize > len(b.data.Frames) {
				t.Errorf("expected what a sample reads within the %d bytes of the frames, found %d bytes at %d",
					len(b.data.Frames), b.data.FrameSize, at)
			}
		}
	}
}

package playback_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/playback"
)

// The legs of a ping-pong together cross the markers that the whole step crosses, and their sum
// needs no iteration.
func TestLegsCrossWhatTheStepCrosses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	span := playback.Span{Start: 1, End: 3}
	// none at an end, where a leg alone does not know whether it turns
	markers := markersAt(span, []int{5, 40, 41, 41, 90, 127})
	for range 5000 {
		left := playback.Endless
		if r.IntN(3) == 0 {
			left = uint64(1 + r.IntN(9))
		}
		distance := math.Exp2(9*r.Float64() - 3)
		s := playback.PingPong(span, 1+2*float64(r.IntN(129))/128, distance, r.IntN(2) == 0, left)
		whole := playback.Cross(s, markers, span)
		want := whole.Remaining()
		var counts []uint64
		count := func(leg playback.Step) uint64 {
			c := playback.Cross(leg, markers, span)
			return c.Remaining()
		}
		total := uint64(0)
		for k := range playback.Legs(s) {
			leg := playback.Leg(s, k, span)
			if k > 0 && leg.From != playback.Leg(s, k-1, span).To {
				t.Fatalf("%+v: leg %d begins at %v", s, k, leg.From)
			}
			counts = append(counts, count(leg))
			total += counts[k]
		}
		if last := playback.Leg(s, playback.Legs(s)-1, span); last.To != s.To ||
			playback.Leg(s, 0, span).From != s.From || last.Backward != s.EndsBackward() {
			t.Fatalf("%+v: the last leg is %+v", s, last)
		}
		if total != want {
			t.Fatalf("%+v: the legs cross %v markers, the step %d", s, counts, want)
		}
		for first := range playback.Legs(s) + 2 {
			sum, calls := uint64(0), 0
			for k := first; k < playback.Legs(s); k++ {
				sum += counts[k]
			}
			got := uint64(0)
			playback.LegsFrom(s, first, span, func(leg playback.Step, times uint64) {
				calls, got = calls+1, got+times*count(leg)
			})
			if got != sum || calls > 4 {
				t.Fatalf("%+v: from leg %d the sum is %d by %d calls, want %d", s, first, got, calls, sum)
			}
		}
	}
	s := playback.PingPong(span, 1.5, 1e18, false, playback.Endless)
	whole := playback.Cross(s, markers, span)
	got := uint64(0)
	playback.LegsFrom(s, 0, span, func(leg playback.Step, times uint64) {
		c := playback.Cross(leg, markers, span)
		got += times * c.Remaining()
	})
	if got != whole.Remaining() {
		t.Errorf("%d markers in %d legs, want %d", got, playback.Legs(s), whole.Remaining())
	}
}

// Onto is within a few roundings of the exact result, keeps times inside the span inside, and keeps
// their order.
func TestOntoIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	pick := func(span playback.Span) float64 {
		switch r.IntN(4) {
		case 0:
			return math.Nextafter(span.Start, span.End)
		case 1:
			return math.Nextafter(span.End, span.Start)
		}
		return min(span.End, span.Start+r.Float64()*span.Duration())
	}
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	for range 100000 {
		start := float64(r.IntN(5)) * r.Float64()
		own := playback.Span{Start: start, End: start + math.Exp2(6*r.Float64()-3)}
		start = float64(r.IntN(5)) * r.Float64()
		other := playback.Span{Start: start, End: start + math.Exp2(6*r.Float64()-3)}
		if r.IntN(3) == 0 {
			own = playback.Span{End: 1}
		}
		s := playback.Step{From: pick(own), To: pick(own), LoopsDone: 1, PingPong: true}
		mapped := s.Onto(own, other)
		for _, pair := range [][2]float64{{s.From, mapped.From}, {s.To, mapped.To}} {
			time, got := pair[0], pair[1]
			inside := time > own.Start && time < own.End
			if inside != (got > other.Start && got < other.End) || !inside && got != other.Start && got != other.End {
				t.Fatalf("%v in %v becomes %v in %v", time, own, got, other)
			}
			want := new(big.Rat).Sub(rat(time), rat(own.Start))
			want.Quo(want, new(big.Rat).Sub(rat(own.End), rat(own.Start)))
			want.Mul(want, new(big.Rat).Sub(rat(other.End), rat(other.Start)))
			exact, _ := want.Add(want, rat(other.Start)).Float64()
			if math.Abs(got-exact) > 1e-15*(math.Abs(other.Start)+other.End) {
				t.Fatalf("%v in %v becomes %v in %v, want %v", time, own, got, other, exact)
			}
		}
		if (s.From < s.To) && mapped.From > mapped.To || s.From > s.To && mapped.From < mapped.To {
			t.Fatalf("%+v becomes %+v", s, mapped)
		}
	}
}

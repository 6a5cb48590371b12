package clip_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

func TestLoopAndClamp(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, row := range []struct{ start, end, time, loop, clamp float64 }{
		{0, 2, 0, 0, 0},
		{0, 2, 1.5, 1.5, 1.5},
		{0, 2, 2, 0, 2},
		{0, 2, 5, 1, 2},
		{0, 2, -0.5, 1.5, 0},
		{0, 2, -2, 0, 0},
		{0, 2, -4.5, 1.5, 0},
		{1, 3, 0, 2, 1},
		{1, 3, 3, 1, 3},
		{1, 3, 6.5, 2.5, 3},
		{-3, -1, 0, -2, -1},
		{-3, -1, -7.5, -1.5, -3},
		{0, 2, nan, 0, 0},
		{0, 2, inf, 0, 2},
		{0, 2, -inf, 0, 0},
		{1, 3, nan, 1, 1},
		{2, 2, 2, 2, 2},
		{2, 2, 7, 2, 2},
		{2, 2, -7, 2, 2},
		{2, 2, nan, 2, 2},
		{0, 1, -1e-300, 0, 0}, // just before the start rounds to the end, which is the start
		{-1e308, 1e308, 1.5e308, -1e308, 1e308},
		{-1e308, 1e308, 5, 5, 5},
	} {
		c := handmade.EmptyClip(t, row.start, row.end)
		if got := c.Loop(row.time); got != row.loop {
			t.Errorf("[%v, %v].Loop(%v) = %v, want %v", row.start, row.end, row.time, got, row.loop)
		}
		if got := c.Clamp(row.time); got != row.clamp {
			t.Errorf("[%v, %v].Clamp(%v) = %v, want %v", row.start, row.end, row.time, got, row.clamp)
		}
	}
}

func TestLoopOfRandomTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		start := r.NormFloat64() * math.Exp2(float64(r.IntN(20)-10))
		c := handmade.EmptyClip(t, start, start+math.Abs(r.NormFloat64())*math.Exp2(float64(r.IntN(30)-15)))
		for range 200 {
			time := c.Start() + r.NormFloat64()*c.Duration()*math.Exp2(float64(r.IntN(20)-10))
			looped := c.Loop(time)
			if looped < c.Start() || looped >= c.End() && c.Duration() > 0 {
				t.Fatalf("[%v, %v].Loop(%v) = %v", c.Start(), c.End(), time, looped)
			}
			if c.Loop(looped) != looped {
				t.Fatalf("[%v, %v].Loop(%v) = %v, whose Loop is %v", c.Start(), c.End(), time, looped, c.Loop(looped))
			}
			if time >= c.Start() && time < c.End() && looped != time {
				t.Fatalf("[%v, %v].Loop(%v) = %v, want no change inside the clip", c.Start(), c.End(), time, looped)
			}
			// A whole number of durations later the result is the same, up to rounding.
			loops := float64(r.IntN(50) - 25)
			later := c.Loop(time + loops*c.Duration())
			apart := math.Abs(later - looped)
			apart = min(apart, math.Abs(apart-c.Duration()))
			if bound := 1e-14 * (math.Abs(time) + math.Abs(c.Start()) + 30*c.Duration()); apart > bound {
				t.Fatalf("[%v, %v].Loop(%v) = %v, and %v durations later %v", c.Start(), c.End(), time, looped,
					loops, later)
			}
			clamped := c.Clamp(time)
			if clamped < c.Start() || clamped > c.End() || c.Clamp(clamped) != clamped {
				t.Fatalf("[%v, %v].Clamp(%v) = %v", c.Start(), c.End(), time, clamped)
			}
		}
	}
}

func FuzzLoop(f *testing.F) {
	seeds.Add(f, 0.0, 1.0, -1e-300)
	seeds.Add(f, -1e308, 1e308, 1.7e308)
	f.Fuzz(func(t *testing.T, start, end, time float64) {
		s := handmade.Skeleton(t, handmade.Joint("a", -1))
		c, err := clip.NewBuilder("fuzz", s).Range(start, end).Build()
		if err != nil {
			return
		}
		if got := c.Loop(time); !(got >= start && (got < end || start == end && got == start)) {
			t.Errorf("[%v, %v].Loop(%v) = %v", start, end, time, got)
		}
		if got := c.Clamp(time); !(got >= start && got <= end) {
			t.Errorf("[%v, %v].Clamp(%v) = %v", start, end, time, got)
		}
	})
}

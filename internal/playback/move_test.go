package playback_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/playback"
)

func TestTryMoveAgreesWithOnceAndLoop(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	numbers := []float64{
		0, 1, 2, 0.5, -1, 3, math.Nextafter(1, 0), math.Nextafter(2, 3), math.NaN(),
		math.Inf(1), 1e-300,
	}
	pick := func() float64 {
		if random.IntN(2) == 0 {
			return numbers[random.IntN(len(numbers))]
		}
		return random.Float64()*4 - 1
	}
	simple := 0
	for range 200000 {
		span := playback.Span{Start: float64(random.IntN(2)), End: 2}
		from, change := pick(), pick()
		if random.IntN(2) == 0 {
			change = -change
		}
		to, ok := playback.TryMove(&span, from, change)
		if !ok {
			continue
		}
		distance, backward := math.Abs(change), change < 0
		simple++
		want := playback.Step{From: from, To: to, Backward: backward}
		if got := playback.Once(span, from, distance, backward); got != want {
			t.Fatalf("Once(%v, %v, %v, %v) = %+v, want %+v", span, from, distance, backward, got, want)
		}
		if got := playback.Loop(span, from, distance, backward, 1); got != want {
			t.Fatalf("Loop(%v, %v, %v, %v) = %+v, want %+v", span, from, distance, backward, got, want)
		}
	}
	if simple < 10000 {
		t.Errorf("only %d moves were simple", simple)
	}
}

// second is a span from 0 to 1 s.
var second = playback.Span{Start: 0, End: 1}

func TestOnceLoopAndPingPong(t *testing.T) {
	const endless = playback.Endless
	const once, loop, pingPong = assets.Once, assets.Loop, assets.PingPong
	for _, row := range []struct {
		name     string
		mode     assets.PlayMode
		left     uint64
		backward bool
		from     float64
		distance float64
		want     playback.Step
	}{
		{"once inside", once, 0, false, 0.25, 0.5, playback.Step{From: 0.25, To: 0.75}},
		{"once to the end", once, 0, false, 0.25, 0.75, playback.Step{From: 0.25, To: 1, LoopsDone: 1, Finished: true}},
		{
			"once backward beyond", once, 0, true, 0.25, 9,
			playback.Step{From: 0.25, LoopsDone: 1, Backward: true, Finished: true},
		},
		{"once standing at the end", once, 0, false, 1, 0, playback.Step{From: 1, To: 1}},
		{"once from before the clip", once, 0, false, -0.25, 0.5, playback.Step{To: 0.5}},
		{"loop wraps", loop, endless, false, 0.75, 0.5, playback.Step{From: 0.75, To: 0.25, LoopsDone: 1}},
		{"loop to the very end", loop, endless, false, 0.75, 0.25, playback.Step{From: 0.75, LoopsDone: 1}},
		{
			"loop backward to the very start", loop, endless, true, 0.75, 0.75,
			playback.Step{From: 0.75, To: 1, LoopsDone: 1, Backward: true},
		},
		{"loop many times", loop, endless, false, 0.5, 10.25, playback.Step{From: 0.5, To: 0.75, LoopsDone: 10}},
		{"loop from its end", loop, endless, false, 1, 0.25, playback.Step{To: 0.25}},
		{
			"loop backward from its start", loop, endless, true, 0, 0.25,
			playback.Step{From: 1, To: 0.75, Backward: true},
		},
		{"loop from beyond", loop, endless, false, 3.25, 0, playback.Step{From: 0.25, To: 0.25}},
		{"loop from before", loop, endless, false, -0.25, 0, playback.Step{From: 0.75, To: 0.75}},
		{"loop ends", loop, 2, false, 0.5, 7, playback.Step{From: 0.5, To: 1, LoopsDone: 2, Finished: true}},
		{"loop with no loops left", loop, 0, true, 0.5, 7, playback.Step{Backward: true, Finished: true}},
		{
			"ping-pong turns", pingPong, endless, false, 0.75, 0.5,
			playback.Step{From: 0.75, To: 0.75, LoopsDone: 1, PingPong: true},
		},
		{
			"ping-pong to the very turn", pingPong, endless, false, 0.75, 0.25,
			playback.Step{From: 0.75, To: 1, LoopsDone: 1, PingPong: true},
		},
		{
			"ping-pong there and back", pingPong, endless, false, 0, 2.25,
			playback.Step{To: 0.25, LoopsDone: 2, PingPong: true},
		},
		{
			"ping-pong from beyond", pingPong, endless, false, 1.25, 0.25,
			playback.Step{From: 0.75, To: 0.5, Backward: true, PingPong: true},
		},
		{
			"ping-pong ends", pingPong, 3, true, 0.5, 50,
			playback.Step{From: 0.5, LoopsDone: 3, Backward: true, PingPong: true, Finished: true},
		},
		{
			"ping-pong with no loops left", pingPong, 0, false, 0.5, 50,
			playback.Step{From: 0.5, To: 0.5, PingPong: true, Finished: true},
		},
		{"not a number", loop, endless, false, math.NaN(), 0.25, playback.Step{To: 0.25}},
		{"NaN distance", loop, endless, false, 0.5, math.NaN(), playback.Step{From: 0.5, To: 0.5}},
		{
			"infinite distance", pingPong, endless, false, 0.5, math.Inf(1),
			playback.Step{From: 0.5, To: 0.5, PingPong: true},
		},
		{"negative distance", once, 0, false, 0.5, -1, playback.Step{From: 0.5, To: 0.5}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got playback.Step
			switch row.mode {
			case loop:
				got = playback.Loop(second, row.from, row.distance, row.backward, row.left)
			case pingPong:
				got = playback.PingPong(second, row.from, row.distance, row.backward, row.left)
			default:
				got = playback.Once(second, row.from, row.distance, row.backward)
			}
			if got != row.want {
				t.Errorf("%+v, want %+v", got, row.want)
			}
		})
	}
}

func TestASpanOfNoDurationDoesNotMove(t *testing.T) {
	moment := playback.Span{Start: 2, End: 2}
	markers := []clip.Marker{{Name: "m", Time: 2}}
	for _, s := range []playback.Step{
		playback.Loop(moment, 1, 5, false, playback.Endless), playback.Loop(moment, 2, 5, true, 1),
		playback.PingPong(moment, 2, 5, false, 3),
	} {
		if s.From != 2 || s.To != 2 || s.LoopsDone != 0 || s.Finished || crossedBy(s, markers, moment) != nil {
			t.Errorf("%+v crosses %v", s, crossedBy(s, markers, moment))
		}
	}
	if s := playback.Once(moment, 2, 5, false); !s.Finished || !slices.Equal(crossedBy(s, markers, moment), []int{0}) {
		t.Errorf("once: %+v crosses %v", s, crossedBy(s, markers, moment))
	}
}

func TestCrossingsOfHugeDistancesAreCounted(t *testing.T) {
	markers := markersAt(second, []int{0, ticks / 2, ticks})
	short := playback.Span{End: 1e-300} // contains the first marker only
	for _, row := range []struct {
		span playback.Span
		step playback.Step
		want uint64
	}{
		{second, playback.Loop(second, 0, 1e9, false, playback.Endless), 3e9},
		{second, playback.PingPong(second, 0, 1e9, false, playback.Endless), 2e9},
		{second, playback.Loop(second, 0, 1e300, false, playback.Endless), 3 << 62},
		{short, playback.Loop(short, 0, 1e300, false, playback.Endless), 1 << 62},
	} {
		crossings := playback.Cross(row.step, markers, row.span)
		if n := crossings.Remaining(); n < row.want || n > row.want+3 { // the last loop may cross some
			t.Errorf("%+v: Remaining() = %d, want %d", row.step, n, row.want)
		}
	}
}

func TestMarkersOutsideTheSpanAreNotCrossed(t *testing.T) {
	markers := []clip.Marker{{Time: math.Inf(-1)}, {Time: -1}, {Time: 0.5}, {Time: 2}, {Time: math.NaN()}}
	s := playback.PingPong(second, 0.25, 3, false, playback.Endless)
	if got := crossedBy(s, markers, second); !slices.Equal(got, []int{2, 2, 2}) {
		t.Errorf("crossed %v", got)
	}
	s = playback.Loop(second, 0.25, 1e15, false, playback.Endless)
	if got := crossedBy(s, markers[:2], second); got != nil { // and loops without markers take no time
		t.Errorf("crossed %v", got)
	}
}

func TestOntoMapsEndsExactly(t *testing.T) {
	clip := playback.Span{Start: 0.1, End: 0.7}
	s := playback.Loop(second, 0.75, 0.25, true, playback.Endless).Onto(second, clip)
	if math.Abs(s.From-0.55) > 1e-15 || math.Abs(s.To-0.4) > 1e-15 || !s.Backward {
		t.Errorf("%+v, want 0.55 to 0.4, backward", s)
	}
	s = playback.Loop(second, 0.75, 0.75, true, playback.Endless).Onto(second, clip)
	if s.To != clip.End || s.LoopsDone != 1 {
		t.Errorf("%+v does not end at the end %v", s, clip.End)
	}
	s = playback.Once(second, 0, 2, false).Onto(second, clip)
	if s.From != clip.Start || s.To != clip.End {
		t.Errorf("%+v does not move from end to end", s)
	}
	// Steps of a phase, mapped onto a clip, cross the clip's markers in order.
	markers := markersAt(clip, []int{0, 7, 20})
	var crossed []int
	for phase, k := 0.0, 0; k < 100; k++ {
		s := playback.Loop(second, phase, 0.0731, false, playback.Endless)
		crossed = append(crossed, crossedBy(s.Onto(second, clip), markers, clip)...)
		phase = s.To
	}
	for k, i := range crossed {
		if i != k%3 {
			t.Fatalf("crossed %v", crossed)
		}
	}
	if len(crossed) < 21 {
		t.Errorf("only %d were crossed", len(crossed))
	}
}

func TestCrossingAllocatesNothing(t *testing.T) {
	markers, n := markersAt(second, []int{0, 7, 20, ticks}), 0
	if allocations := testing.AllocsPerRun(100, func() {
		crossings := playback.Cross(playback.Loop(second, 0.25, 3.5, false, playback.Endless), markers, second)
		for _, ok := crossings.Next(); ok; _, ok = crossings.Next() {
			n++
		}
	}); allocations != 0 || n == 0 {
		t.Errorf("%v allocations, %d crossed", allocations, n)
	}
}

package playback_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/playback"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// testCase is a clip with markers, and how it is played.
type testCase struct {
	mode      assets.PlayMode
	start     int // ticks
	duration  int
	from      int // ticks after the start
	backward  bool
	loopsLeft uint64
	markers   []int
	total     int // ticks played
}

func randomCase(random *rand.Rand) testCase {
	s := testCase{
		mode:      []assets.PlayMode{assets.Once, assets.Loop, assets.PingPong, assets.Hold}[random.IntN(4)],
		start:     random.IntN(100) - 50,
		duration:  1 + random.IntN(40),
		backward:  random.IntN(2) == 0,
		loopsLeft: playback.Endless,
		total:     random.IntN(400),
	}
	s.from = random.IntN(s.duration + 1)
	if random.IntN(2) == 0 {
		s.loopsLeft = 1 + random.Uint64N(6)
	}
	for range random.IntN([]int{6, 40}[random.IntN(2)]) { // few and many are looked for in two ways
		position := random.IntN(s.duration + 1)
		switch random.IntN(4) { // often at an end
		case 0:
			position = 0
		case 1:
			position = s.duration
		}
		s.markers = append(s.markers, position)
	}
	slices.Sort(s.markers)
	return s
}

func (s *testCase) model() *tickModel {
	m := &tickModel{
		mode: s.mode, duration: s.duration, backward: s.backward, loopsLeft: s.loopsLeft, position: s.from,
		markers: s.markers,
	}
	if m.mode == assets.Loop && m.position == m.far() {
		m.position = m.near()
	}
	for range s.total {
		m.tick()
	}
	return m
}

func (s *testCase) player() *player {
	start := float64(s.start) / ticks
	span := playback.Span{Start: start, End: start + float64(s.duration)/ticks}
	return &player{
		mode: s.mode, span: span, time: start + float64(s.from)/ticks, backward: s.backward, loopsLeft: s.loopsLeft,
		markers: markersAt(span, s.markers),
	}
}

// One step, and any number of steps of the same total distance, cross the same markers as a model
// that plays tick by tick.
func TestStepsOfAnySizeCrossTheSameMarkers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	crossedAll := 0
	for range 30000 {
		s := randomCase(random)
		want := s.model()
		whole := s.player()
		step := whole.move(float64(s.total) / ticks)
		check(t, &s, "one step", want, whole)
		crossings := playback.Cross(step, whole.markers, whole.span)
		if n := crossings.Remaining(); n != uint64(len(want.crossed)) {
			t.Errorf("%+v: Remaining() = %d, want %d", s, n, len(want.crossed))
		}
		parts := s.player()
		parts.move(0)
		const fine = 16 // parts of a tick
		for left := s.total * fine; left > 0; {
			n := 1 + random.IntN(left)
			if random.IntN(2) == 0 {
				n = min(left, fine*(1+random.IntN(8))) // whole ticks often end exactly at a marker
			}
			if random.IntN(8) == 0 {
				n = 0
			}
			parts.move(float64(n) / (ticks * fine))
			left -= n
		}
		check(t, &s, "many steps", want, parts)
		crossedAll += len(want.crossed)
		if t.Failed() {
			return
		}
	}
	if crossedAll < 100000 {
		t.Errorf("only %d markers were crossed", crossedAll)
	}
}

func check(t *testing.T, s *testCase, name string, want *tickModel, got *player) {
	t.Helper()
	if !slices.Equal(want.crossed, got.crossed) {
		t.Errorf("%+v: %s crossed %v, want %v", *s, name, got.crossed, want.crossed)
	}
	time := got.span.Start + float64(want.position)/ticks
	if got.time != time || got.finished != want.finished || got.loopsDone != want.loopsDone ||
		!got.finished && got.backward != want.backward {
		t.Errorf("%+v: %s: at %v, finished %v, %d loops, backward %v; want %v, %v, %d, %v",
			*s, name, got.time, got.finished, got.loopsDone, got.backward, time, want.finished, want.loopsDone,
			want.backward)
	}
}

func TestRemainingAgreesWithNext(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		s := randomCase(random)
		p := s.player()
		crossings := playback.Cross(p.move(float64(s.total)/ticks), p.markers, p.span)
		for left := crossings.Remaining(); ; left-- {
			if n := crossings.Remaining(); n != left {
				t.Fatalf("%+v: Remaining() = %d, want %d", s, n, left)
			}
			if _, ok := crossings.Next(); !ok {
				if left != 0 {
					t.Fatalf("%+v: Next found no marker, but %d remain", s, left)
				}
				break
			}
		}
	}
}

// Even with steps whose times are rounded, each loop must cross every marker once, in order.
func FuzzEveryMarkerIsCrossedOncePerLoop(f *testing.F) {
	seeds.Add(f, uint64(1), 0.0, 1.0666667, 1.0/60, uint8(0))
	seeds.Add(f, uint64(2), -0.3, 0.7, 0.1, uint8(1))
	seeds.Add(f, uint64(3), 1e6, 0.1, 0.033, uint8(2))
	seeds.Add(f, uint64(4), 1e-3, 1e-9, 5.0, uint8(3))
	seeds.Add(f, uint64(5), 17.3, 1e-12, 1e-13, uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, start, duration, mean float64, kind uint8) {
		span := playback.Span{Start: start, End: start + duration}
		if !(span.Duration() > 0) || math.IsInf(span.Duration(), 0) || !(mean >= 0) || math.IsInf(mean, 0) ||
			mean/duration > 50 {
			return // no playback
		}
		random := rand.New(rand.NewPCG(seed, 0))
		p := &player{mode: assets.Loop, span: span, backward: kind&1 != 0, loopsLeft: playback.Endless}
		if kind&2 != 0 {
			p.mode = assets.PingPong
		}
		for range 3 { // at different times inside the span
			time := start + random.Float64()*duration
			if time > span.Start && time < span.End {
				p.markers = append(p.markers, clip.Marker{Time: time})
			}
		}
		slices.SortFunc(p.markers, func(x, y clip.Marker) int { return int(math.Copysign(1, x.Time-y.Time)) })
		p.markers = slices.CompactFunc(p.markers, func(x, y clip.Marker) bool { return x.Time == y.Time })
		p.time = span.Start
		if p.backward {
			p.time = span.End
		}
		first := p.backward
		for range 300 {
			before := p.time
			s := p.move(mean * random.ExpFloat64())
			if s.From != before && s.LoopsDone == 0 && before != span.Start && before != span.End {
				t.Fatalf("a step begins at %v, want %v", s.From, before)
			}
			if !(p.time >= span.Start && p.time <= span.End) {
				t.Fatalf("at %v, outside %v", p.time, span)
			}
		}
		n := len(p.markers)
		if n == 0 {
			return
		}
		for k, got := range p.crossed {
			loop := k / n
			backward := first != (p.mode == assets.PingPong && loop%2 == 1)
			want := k % n
			if backward {
				want = n - 1 - want
			}
			if got != want {
				t.Fatalf("crossing %d is of marker %d, want %d, of %d markers in %v", k, got, want, n, span)
			}
		}
		if done := uint64(len(p.crossed) / n); done < p.loopsDone || done > p.loopsDone+1 {
			t.Errorf("all markers were crossed %d times in %d loops", done, p.loopsDone)
		}
	})
}

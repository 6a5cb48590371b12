package systems_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// eventLog is a system that reads the events of every frame, also of those within one update.
type eventLog struct {
	events *ecs.Events
	reader ecs.EventReader
	all    []ecs.Event
	missed uint64
}

func (l *eventLog) Name() string { return "eventLog" }

func (l *eventLog) Run(*ecs.Frame) {
	events, missed := l.events.Read(&l.reader)
	l.all = append(l.all, events...)
	l.missed += missed
}

// tickWorld is a world with characters that the event model follows.
type tickWorld struct {
	*fixture
	clips  []*tickClip
	scales generic.Map1[components.TimeScale]
	log    eventLog
}

// tickCharacter is a character and its twin in the model.
type tickCharacter struct {
	entity      ecs.Entity
	scaleHalves int
	layers      [3]tickLayer
}

func newTickWorld(t testing.TB, random *rand.Rand) *tickWorld {
	t.Helper()
	w := &tickWorld{fixture: newFixture(t, 3, systems.WithWorkers(1+random.IntN(2)))}
	w.scales = generic.NewMap1[components.TimeScale](&w.world)
	skeleton := w.library.Skeleton(w.model.Skeleton)
	for range 5 {
		c := &tickClip{start: 4 * (random.IntN(400) - 200), duration: 8 + random.IntN(480)}
		markers := random.IntN(7)
		if random.IntN(5) == 0 { // short, but in the longest frame it fires fewer events than the limit for a playback
			c.duration, markers = 8+random.IntN(6), random.IntN(3)
		}
		for range markers {
			m := tickMarker{at: pick(random,
				[]int{0, c.duration, random.IntN(c.duration + 1), random.IntN(c.duration + 1)})}
			if random.IntN(4) == 0 {
				m.minWeight = float64(float32(0.50317))
			}
			c.markers = append(c.markers, m)
		}
		slices.SortStableFunc(c.markers, func(a, b tickMarker) int { return a.at - b.at })
		first, last := float32(float64(c.start)*tick), float32(float64(c.start+c.duration)*tick)
		b := clip.NewBuilder("ticks", skeleton).Translation(0, clip.Linear, []float32{first, last},
			[]mgl32.Vec3{{}, {1, 0, 0}})
		for _, m := range c.markers {
			b.Marker(clip.Marker{Name: "m", Time: float64(c.start+m.at) * tick, MinWeight: float32(m.minWeight)})
		}
		built, err := b.Build()
		check(t, err)
		c.id = w.library.AddClip(built)
		w.clips = append(w.clips, c)
	}
	w.log = eventLog{events: w.animation.Events()}
	check(t, w.animation.Schedule().Add(&w.log))
	return w
}

func (w *tickWorld) newCharacter(t testing.TB, random *rand.Rand) *tickCharacter {
	t.Helper()
	c := &tickCharacter{
		entity:      newCharacter(t, w.animation, w.model, mgl32.Ident4()),
		scaleHalves: pick(random, []int{1, 2, 2, 4}),
	}
	if c.scaleHalves != 2 {
		w.scales.Assign(c.entity, &components.TimeScale{Scale: float32(c.scaleHalves) / 2})
	}
	for i := range c.layers {
		c.layers[i] = tickLayer{
			tickPlayback: tickPlayback{halves: 2, mode: assets.Loop}, number: i,
			scaleHalves: 2, weight: 1,
		}
		if i > 0 {
			l := &c.layers[i]
			l.weight, l.scaleHalves = pick(random, []float64{1, 0.75, 0.25}), pick(random, []int{1, 2, 4, 0})
			check(t, w.animation.Player(c.entity).Layer(i).FadeWeight(float32(l.weight), 0))
			check(t, w.animation.Player(c.entity).Layer(i).SetTimeScale(float32(l.scaleHalves)/2))
		}
	}
	return c
}

// command gives a character and its twin the same random command. It returns the events that it
// fires at once.
func (w *tickWorld) command(t testing.TB, random *rand.Rand, c *tickCharacter) (fired []tickEvent) {
	t.Helper()
	i := random.IntN(len(c.layers))
	l, p := &c.layers[i], w.animation.Player(c.entity).Layer(i)
	switch random.IntN(10) {
	case 0, 1, 2:
		next, ticks, frozen := pick(random, w.clips), pick(random, []int{0, 0, 8, 40, 136}), random.IntN(3) == 0
		if len(l.fades) >= components.MaxFading-1 {
			ticks = 0
		}
		if random.IntN(6) == 0 {
			next = nil
		}
		if next == l.clip {
			break
		}
		options := []systems.FadeOption{systems.WithFadeOut(0)}
		if frozen {
			options = append(options, systems.WithFrozenSource())
		}
		duration := float64(ticks) / 256
		if next == nil {
			check(t, fadeToNothing(p, duration, options...))
		} else {
			check(t, p.CrossFade(next.id, duration, options...))
		}
		l.crossfade(next, ticks, frozen)
	case 3, 4:
		l.halves = pick(random, []int{2, 2, -2, 1, -1, 4, 6, -5, 0, 12})
		check(t, p.SetSpeed(float32(l.halves)/2))
		l.finished = l.finished && l.isAtEnd()
	case 5, 6:
		l.mode, l.limit = pick(random, []assets.PlayMode{assets.Once, assets.Loop, assets.PingPong, assets.Hold}),
			random.IntN(4)
		check(t, p.SetMode(l.mode, uint32(l.limit)))
		l.finished = l.finished && l.isAtEnd()
	case 7, 8:
		if l.clip == nil {
			break
		}
		place := pick(random, []int{
			0, l.clip.duration, random.IntN(l.clip.duration + 1),
			random.IntN(4*l.clip.duration) - 2*l.clip.duration,
		})
		seconds := float64(l.clip.start+place) * tick
		if place < 0 || place > l.clip.duration || random.IntN(2) == 0 {
			check(t, p.Seek(seconds))
			l.seek(place)
			break
		}
		check(t, p.SeekFiring(seconds))
		from := max(0, min(l.place, l.clip.duration))
		fire := l.firing(&fired, l.clip, l.fadedIn())
		for k := range l.clip.markers {
			if place < from {
				k = len(l.clip.markers) - 1 - k
			}
			if at := l.clip.markers[k].at; at >= from && at < place || at <= from && at > place {
				fire(k)
			}
		}
		l.seek(place)
	default:
		if l.paused = !l.paused; l.paused {
			check(t, p.Pause())
		} else {
			check(t, p.Resume())
		}
	}
	return fired
}

// TestEventsMatchIntegerModel plays random clips with loops, ping-pongs, seeks, changes of speed
// and crossfades in three layers, often with several steps in an update, and compares the events
// with a model that counts in integers.
func TestEventsMatchIntegerModel(t *testing.T) {
	probe.Serial(t)
	probe.Seeds(t, 100, 10000, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 21))
		w := newTickWorld(t, random)
		var characters []*tickCharacter
		for range 3 {
			characters = append(characters, w.newCharacter(t, random))
		}
		step, left := 0, 0 // ticks; step 0 is one frame for each update
		if random.IntN(2) == 0 {
			step = 8 * (1 + random.IntN(6))
			*w.animation.Clock() = ecs.Clock{Scale: 1, Step: float64(step) * tick, MaxSteps: 100}
		}
		w.update(t, 0) // all slots exist
		for frame := range 80 {
			want := map[ecs.Entity][]tickEvent{}
			for range random.IntN(5) {
				c := pick(random, characters)
				want[c.entity] = append(want[c.entity], w.command(t, random, c)...)
			}
			ticks := pick(random, []int{0, 8, 8, 16, 24, 8 * random.IntN(60)})
			frames := []int{ticks}
			if step > 0 {
				left, frames = left+ticks, nil
				for ; left >= step; left -= step {
					frames = append(frames, step)
				}
			}
			for _, ticks := range frames {
				for _, c := range characters {
					for i := range c.layers {
						want[c.entity] = append(want[c.entity], c.layers[i].advance(ticks*c.scaleHalves/2)...)
					}
				}
			}
			w.log.all = w.log.all[:0]
			w.update(t, float64(ticks)*tick)
			w.log.Run(nil) // of an update without a step
			if w.log.missed > 0 {
				t.Fatalf("frame %d: %d events missed", frame, w.log.missed)
			}
			for n, c := range characters {
				w.compare(t, fmt.Sprintf("frame %d of %d ticks, character %d", frame, ticks, n), c, want[c.entity])
			}
			if t.Failed() {
				return
			}
		}
	})
}

// compare compares the events of a character, and the state of its playbacks.
func (w *tickWorld) compare(t *testing.T, text string, c *tickCharacter, want []tickEvent) {
	t.Helper()
	var got []tickEvent
	same := true
	for i := range w.log.all {
		e := &w.log.all[i]
		if e.Entity != c.entity {
			continue
		}
		event := tickEvent{layer: int(e.Layer), marker: int(e.Marker), weight: float64(e.Weight)}
		if e.Kind == ecs.PlaybackFinished {
			event.marker = -1
		}
		for _, known := range w.clips {
			if known.id == e.Motion && (e.Kind == ecs.PlaybackFinished && e.Clip == 0 || known.id == e.Clip) {
				event.clip = known
			}
		}
		if n := len(got); n < len(want) {
			near := math.Abs(event.weight-want[n].weight) < 1e-5
			expected := want[n]
			expected.weight = event.weight
			same = same && near && event == expected
			if event.marker >= 0 && e.Time != float64(event.clip.start+event.clip.markers[event.marker].at)*tick {
				t.Errorf("%s: marker %d is reported at %v s", text, event.marker, e.Time)
			}
		}
		got = append(got, event)
	}
	if !same || len(got) != len(want) {
		t.Errorf("%s: events\n%v, want\n%v", text, got, want)
	}
	for i := range c.layers {
		l, p := &c.layers[i], w.animation.Player(c.entity).Layer(i).Playback()
		if l.clip == nil {
			continue
		}
		if p.Time != float64(l.clip.start+l.place)*tick || p.Finished != l.finished || p.Backward != l.backward ||
			int(p.LoopsDone) != l.done {
			t.Errorf("%s: layer %d plays %+v, want place %d of a clip from %d to %d ticks: %+v", text, i, *p, l.place,
				l.clip.start, l.clip.start+l.clip.duration, l.tickPlayback)
		}
	}
}

package systems_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

func TestInvalidTimesMoveNothing(t *testing.T) {
	k := newRichFixture(t, 1)
	var entities []ecs.Entity
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		d := k.newMirrored(t)
		for range 20 {
			k.randomCommand(t, random, d)
		}
		entities = append(entities, d.entity)
	}
	k.update(t, 0.1)
	layers := generic.NewMap1[components.Layers](&k.world)
	state := func() string {
		var all string
		for _, e := range entities {
			p := k.animation.Player(e)
			all += fmt.Sprintf("%#v%#v%#v%#v%#v%v", *p.Component(), *p.Blend(), *layers.Get(e), *k.roots.Get(e),
				*k.transforms.Get(e), k.animation.ModelMatrices(e))
		}
		return all + fmt.Sprintf("%+v %d", *k.animation.Clock(), k.animation.Events().Len())
	}
	before := state()
	for _, seconds := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1e-300, -1} {
		if err := k.animation.Update(seconds); !errors.Is(err, systems.ErrDelta) {
			t.Errorf("%v s: %v", seconds, err)
		}
		if state() != before {
			t.Errorf("%v s: the state changed", seconds)
		}
	}
	for _, row := range []struct{ most, seconds float64 }{
		{0, 10.000001}, {0, 16.7}, {0, 1e300}, {-1, 11}, {math.NaN(), 11}, {math.Inf(-1), 11}, {20, 20.5}, {0.25, 0.3},
	} {
		k.animation.Clock().MaxSeconds = row.most
		before := state()
		err := k.animation.Update(row.seconds)
		if !errors.Is(err, systems.ErrLongUpdate) || !strings.Contains(err.Error(), "takes seconds, not milliseconds") {
			t.Errorf("%v s with MaxSeconds %v: %v", row.seconds, row.most, err)
		}
		if state() != before {
			t.Errorf("%v s with MaxSeconds %v: the state changed", row.seconds, row.most)
		}
	}
	for _, row := range []struct{ most, seconds float64 }{{0, 10}, {20, 20}, {math.Inf(1), 1e6}, {0.25, 0.25}} {
		k.animation.Clock().MaxSeconds = row.most
		if err := k.animation.Update(row.seconds); err != nil {
			t.Errorf("%v s with MaxSeconds %v: %v", row.seconds, row.most, err)
		}
	}
}

func TestClockStepsAndScales(t *testing.T) {
	for _, row := range []struct {
		name    string
		clock   ecs.Clock
		updates []float64
		want    float64 // seconds of the clip, which lasts longer
		left    float64
		skipped float64
	}{
		{"variable frames", ecs.Clock{Scale: 1}, []float64{0.1, 0.2}, 0.1 + 0.2, 0, 0},
		{"twice as fast", ecs.Clock{Scale: 2}, []float64{0.125, 0.25}, 0.75, 0, 0},
		{"scale 0", ecs.Clock{}, []float64{0.125, 0.25}, 0, 0, 0},
		{"scale NaN", ecs.Clock{Scale: math.NaN()}, []float64{0.125}, 0, 0, 0},
		{"negative scale", ecs.Clock{Scale: -1}, []float64{0.125}, 0, 0, 0},
		{"steps", ecs.Clock{Scale: 1, Step: 0.25}, []float64{0.125, 0.25, 0.5}, 0.75, 0.125, 0},
		{"steps of scaled time", ecs.Clock{Scale: 0.5, Step: 0.25}, []float64{0.5, 0.25}, 0.25, 0.125, 0},
		{"a long wait", ecs.Clock{Scale: 1, Step: 0.125, MaxSteps: 2}, []float64{1.0625}, 0.25, 0.0625, 0.75},
		{"default limit of steps", ecs.Clock{Scale: 1, Step: 0.125}, []float64{1.25}, 1, 0, 0.25},
		{"infinite step", ecs.Clock{Scale: 1, Step: math.Inf(1)}, []float64{0.125}, 0.125, 0, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			k := newRichFixture(t, 1)
			e := k.character(t)
			check(t, k.animation.Player(e).Play(k.clips[2]))
			*k.animation.Clock() = row.clock
			for _, seconds := range row.updates {
				k.update(t, seconds)
			}
			start := k.library.Clip(k.clips[2]).Start()
			if got := k.animation.Player(e).Playback().Time; math.Abs(got-start-row.want) > 1e-15 {
				t.Errorf("%v s passed, want %v", got-start, row.want)
			}
			if c := k.animation.Clock(); c.Left != row.left || c.Skipped != row.skipped {
				t.Errorf("%v s are left and %v skipped, want %v and %v", c.Left, c.Skipped, row.left, row.skipped)
			}
		})
	}
}

// The scales of the world, the character, the layer and the playback multiply.
func TestScalesMultiply(t *testing.T) {
	for _, row := range []struct {
		world        float64
		entity       float32
		layer, speed float32
		want         float64
	}{
		{1, 1, 1, 1, 0.125},
		{2, 1, 1, 1, 0.25},
		{2, 0.5, 2, 2, 0.5},
		{1, 0, 1, 1, 0},
		{1, -1, 1, 1, 0},
		{1, float32(math.NaN()), 1, 1, 0},
		{1, float32(math.Inf(1)), 1, 1, 0},
	} {
		k := newRichFixture(t, 1)
		e := k.character(t)
		k.scales.Assign(e, &components.TimeScale{Scale: row.entity})
		k.animation.Clock().Scale = row.world
		player := k.animation.Player(e).Layer(1)
		check(t, player.Play(k.clips[2]))
		check(t, player.SetTimeScale(row.layer))
		check(t, player.SetSpeed(row.speed))
		k.update(t, 0.125)
		start := k.library.Clip(k.clips[2]).Start()
		if got := player.Playback().Time - start; math.Abs(got-row.want) > 1e-15 {
			t.Errorf("%+v: %v s", row, got)
		}
	}
}

// names returns the names of the markers in the events.
func (k *richFixture) names(reader *ecs.EventReader) []string {
	list := []string{}
	events, _ := k.animation.Events().Read(reader)
	for i := range events {
		if marker, ok := events[i].ClipMarker(k.library); ok {
			list = append(list, marker.Name)
		} else {
			list = append(list, "("+events[i].Kind.String()+")")
		}
	}
	return list
}

func TestSeekFiring(t *testing.T) {
	for _, row := range []struct {
		name  string
		mode  assets.PlayMode
		from  float64 // fractions of the clip
		to    float64
		want  string
		after string // the next frame, of 0.3 s
	}{
		{"forward", assets.Loop, 0, 0.9, "[start left loud right]", "[end start left]"},
		{"backward", assets.Loop, 0.9, 0.3, "[right loud]", "[loud]"},
		{"up to the end", assets.Hold, 0.5, 1, "[right]", "[end (playback finished)]"},
		{"beyond the end", assets.Hold, 0.5, 7, "[right]", "[end (playback finished)]"},
		{"around the end", assets.Loop, 0.5, 1.3, "[right end start left]", "[loud]"},
		{"back around the start", assets.Loop, 0.3, -0.58, "[left start end right]", "[right]"},
		{"to the turn and back", assets.PingPong, 0.5, 1.1, "[right end]", "[right]"},
		{"no distance", assets.Loop, 0.4, 0.4, "[]", "[loud right]"},
	} {
		t.Run(row.name, func(t *testing.T) {
			k := newRichFixture(t, 1)
			clip := k.library.Clip(k.clips[1])
			at := func(part float64) float64 { return clip.Start() + part*clip.Duration() }
			player := k.animation.Player(k.character(t))
			check(t, player.Play(k.clips[1]))
			check(t, player.SetMode(row.mode, 0))
			check(t, player.Seek(at(row.from)))
			reader := k.animation.Events().Reader()
			check(t, player.SeekFiring(at(row.to)))
			if got := fmt.Sprint(k.names(&reader)); got != row.want {
				t.Errorf("fired %s, want %s", got, row.want)
			}
			passes := player.Playback().LoopsDone
			k.update(t, 0.3)
			if got := fmt.Sprint(k.names(&reader)); got != row.after || passes != 0 {
				t.Errorf("then fired %s, want %s; %d loops", got, row.after, passes)
			}
		})
	}
	k := newRichFixture(t, 1)
	player := k.animation.Player(k.character(t))
	check(t, player.Play(k.spaces[0]))
	reader := k.animation.Events().Reader()
	check(t, player.SeekFiring(0.95))
	if got := fmt.Sprint(k.names(&reader)); got != "[start left loud right]" || player.Playback().Time != 0.95 {
		t.Errorf("a blend space fires %s at %v", got, player.Playback().Time)
	}
	check(t, player.Seek(0.1))
	if got := k.names(&reader); len(got) != 0 {
		t.Errorf("Seek fires %v", got)
	}
	layer := player.Layer(1)
	check(t, layer.Play(k.clips[1]))
	check(t, layer.FadeWeight(0.4, 0))
	check(t, layer.SeekFiring(k.library.Clip(k.clips[1]).End()))
	if got := fmt.Sprint(k.names(&reader)); got != "[start left right]" {
		t.Errorf("a layer with weight 0.4 fires %s", got)
	}
	for _, seconds := range []float64{math.NaN(), math.Inf(1)} {
		if layer.SeekFiring(seconds) == nil {
			t.Errorf("no error for a seek to %v s", seconds)
		}
	}
	if err := (systems.Player{}).SeekFiring(1); !errors.Is(err, systems.ErrNoCharacter) {
		t.Error(err)
	}
}

// The finished event and the marker at the end fire once, whatever is set afterward. A seek starts
// the last loop again.
func TestFinishedFiresOnce(t *testing.T) {
	for _, mode := range []assets.PlayMode{assets.Once, assets.Hold, assets.Loop, assets.PingPong} {
		k := newRichFixture(t, 1)
		player := k.animation.Player(k.character(t))
		check(t, player.Play(k.clips[1]))
		repeats := uint32(0)
		if mode == assets.Loop || mode == assets.PingPong {
			repeats = 2
		}
		check(t, player.SetMode(mode, repeats))
		reader := k.animation.Events().Reader()
		count := func() (ends, finished int) {
			for _, name := range k.names(&reader) {
				switch name {
				case "end":
					ends++
				case "(playback finished)":
					finished++
				}
			}
			return ends, finished
		}
		k.update(t, 5)
		if _, finished := count(); finished != 1 {
			t.Errorf("%v: finished %d times", mode, finished)
		}
		for range 3 {
			check(t, player.SetSpeed(1.5))
			check(t, player.SetMode(mode, repeats))
			k.update(t, 0.1)
		}
		if ends, finished := count(); ends+finished != 0 {
			t.Errorf("%v: after the end the marker fired %d times, finished %d times", mode, ends, finished)
		}
		check(t, player.SeekFraction(0.5))
		k.update(t, 0.1)
		if p := player.Playback(); p.Finished {
			t.Errorf("%v: it does not continue after a seek: %+v", mode, *p)
		}
		k.update(t, 5)
		if _, finished := count(); finished != 1 {
			t.Errorf("%v: finished %d times after a seek", mode, finished)
		}
	}
}

// However the time is split into frames, all playbacks fire the same markers the same number of
// times.
func TestMarkersDoNotDependOnFrameTimes(t *testing.T) {
	total := func(seed uint64, seconds float64, fade bool) (map[string]int, *richFixture) {
		k := newRichFixture(t, 1, systems.WithWorkers(1+int(seed%4)))
		random := rand.New(rand.NewPCG(seed, 3))
		var entities []ecs.Entity
		for i := range 12 {
			e := k.character(t)
			entities = append(entities, e)
			player := k.animation.Player(e)
			check(t, player.SetMode([]assets.PlayMode{assets.Loop, assets.PingPong, assets.Loop}[i%3],
				uint32([]int{0, 0, 7}[i%3])))
			check(t, player.SetSpeed([]float32{1, -1, 3.3, 0.4}[i%4]))
			check(t, player.SetSync(1))
			switch {
			case i < 4:
				check(t, player.Play(k.clips[i%4]))
			case i < 8:
				check(t, player.Play(k.spaces[i%2]))
				check(t, player.SetPosition(0.7, 0.2))
			default:
				// a ping-pong would turn at slightly other times than a loop wraps
				check(t, player.SetMode(assets.Loop, uint32(i%2)*9))
				check(t, player.Play(k.stepped))
				check(t, player.SetPosition(1.2, 0))
			}
			layer := player.Layer(1)
			check(t, layer.SetSync(uint8(i%2)))
			check(t, layer.Play(k.clips[(i+1)%4]))
			check(t, layer.FadeWeight(0.3, 0))
		}
		k.update(t, 0) // followers move to their leader's time
		reader := k.animation.Events().Reader()
		fired := map[string]int{}
		if fade {
			for i, e := range entities {
				check(t, k.animation.Player(e).CrossFade(k.clips[(i+2)%4], 60))
			}
		}
		const all = 10.123
		for passed := 0.0; passed < all; {
			step := min(seconds*(0.5+random.Float64()), all-passed)
			passed += step
			k.update(t, step)
			events, missed := k.animation.Events().Read(&reader)
			if missed > 0 {
				t.Fatalf("%d events missed", missed)
			}
			for _, e := range events {
				fired[fmt.Sprint(e.Entity, e.Layer, e.Clip, e.Marker, e.Kind)]++
			}
		}
		return fired, k
	}
	for _, fade := range []bool{false, true} {
		want, _ := total(1, 50, fade)
		if len(want) < 80 {
			t.Errorf("only %d kinds of markers", len(want))
		}
		for seed, seconds := range []float64{1.0 / 60, 0.2, 1.7, 0.011} {
			got, _ := total(uint64(seed), seconds, fade)
			for key, n := range want {
				if got[key] != n {
					t.Errorf("fading %v, in steps of about %v s: %s fires %d times, want %d", fade, seconds, key,
						got[key], n)
				}
			}
			if len(got) != len(want) {
				t.Errorf("fading %v: %d markers, want %d", fade, len(got), len(want))
			}
		}
	}
}

// The clips of a blend space that is synchronized by markers play as authored at full weight, and
// each footstep fires once.
func TestSyncedBlendSpacePlaysClipsAsAuthored(t *testing.T) {
	k := newRichFixture(t, 1)
	for i := range 3 {
		e := k.character(t)
		player := k.animation.Player(e)
		check(t, player.Play(k.stepped))
		check(t, player.SetPosition(float32(i), 0))
		clip := k.library.Clip(k.clips[i])
		space := k.library.BlendSpace(k.stepped)
		at := space.Time(i, 0)
		reader := k.animation.Events().Reader()
		steps := 0
		for frame := range 400 {
			k.update(t, 0.0173)
			at = clip.Loop(at + 0.0173)
			pool, slot := k.animation.Pool(e)
			if got := pool.BlendInputs(slot)[0].Time; math.Abs(got-at) > 1e-9 &&
				math.Abs(math.Abs(got-at)-clip.Duration()) > 1e-9 {
				t.Fatalf("clip %d, frame %d: at %v s, want %v", i, frame, got, at)
			}
			events, _ := k.animation.Events().Read(&reader)
			for n := range events {
				if marker, ok := events[n].ClipMarker(k.library); ok && events[n].Entity == e && marker.Name == "left" {
					steps++
				}
			}
		}
		if want := 400 * 0.0173 / clip.Duration(); math.Abs(float64(steps)-want) > 1 {
			t.Errorf("clip %d: %d footsteps, want %v", i, steps, want)
		}
		k.world.RemoveEntity(e)
	}
}

package systems_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// aloneTest is two characters. The arms of the first one follow its legs. The second one plays the
// clip of the arms alone, as fast as the legs take them along, and is paused, sought and turned
// around with the legs. All times are exact in binary.
type aloneTest struct {
	*richFixture
	t      *testing.T
	random *rand.Rand

	follows           ecs.Entity
	legs, arms, alone systems.Player
	one, two          systems.Controller
	ratio             float32 // the duration of the arms' clip, in loops of the legs
	pace, shown       float32 // of the legs, now and in the last frame
	bySpeed           bool    // the program turns them by SetSpeed, not by a parameter
	hasHeld           bool    // the arms were paused or let go since the last frame
	held              bool    // the arms are paused, and so is the clip that plays alone
	reader            ecs.EventReader
	log               []string
}

// newAloneTest makes the characters for random clips, modes, limits and exit times.
func newAloneTest(t *testing.T, random *rand.Rand) *aloneTest {
	a := &aloneTest{
		richFixture: newRichFixture(t, 1), t: t, random: random, pace: 1, bySpeed: random.IntN(2) == 0,
		ratio: []float32{0.5, 1, 2, 4}[random.IntN(4)],
	}
	b := clip.NewBuilder("arms", a.skeleton).Rotation(0, clip.Linear, []float32{0, a.ratio}, quats(2))
	for i := range random.IntN(5) {
		b.Marker(clip.Marker{Name: fmt.Sprint(i), Time: float64(a.ratio) * float64(random.IntN(17)) / 16})
	}
	built, err := b.Build()
	check(t, err)
	arms, second := a.library.AddClip(built), a.library.AddClip(a.oneSecondClip(t))
	leads := []assets.PlayMode{assets.Loop, assets.Loop, assets.PingPong}[random.IntN(3)]
	follows := []assets.PlayMode{assets.Loop, assets.Loop, assets.PingPong, assets.Hold}[random.IntN(4)]
	limit := uint32(0)
	if random.IntN(3) == 0 {
		limit = 1 + random.Uint32N(5)
	}
	mode, most := leads, limit // of the clip that plays alone
	if follows == assets.Hold {
		if limit, most = 0, 0; leads == assets.PingPong {
			most = 1
		} else {
			mode = assets.Hold
		}
	}
	exit := float64(random.IntN(40)) / 8
	switch {
	case follows == assets.Hold:
		exit = min(exit, 1)
	case limit > 0:
		exit = min(exit, float64(limit))
	}
	state := func(name string, id assets.ClipID, mode assets.PlayMode, limit uint32, speed float32) *graph.StateBuilder {
		s := graph.State(name).MotionByID(id).PlayMode(mode).Speed(speed)
		if limit > 0 {
			s.LoopLimit(limit)
		}
		return s
	}
	driven := func(s *graph.StateBuilder) *graph.StateBuilder {
		if !a.bySpeed {
			s.SpeedParameter("pace")
		}
		return s
	}
	leaving := func(s *graph.StateBuilder) graph.Member {
		return s.To("rest").WhenTrue("may").ExitTime(exit)
	}
	own := []float32{1, -1, 0.25, -3}[random.IntN(4)]
	e, one := a.controlled(t, graph.New("follows").Float("pace", 1).Bool("may", false).
		Layer("legs", driven(state("legs", second, leads, 0, 1)).SyncGroup(2)).
		Layer("arms", leaving(state("arms", arms, follows, limit, own).SyncGroup(2)), graph.State("rest")))
	other, two := a.controlled(t, graph.New("alone").Float("pace", 1).Bool("may", false).
		Layer("arms", leaving(driven(state("arms", arms, mode, most, a.ratio))), graph.State("rest")))
	a.follows, a.one, a.two = e, one, two
	a.legs, a.arms, a.alone = a.animation.Player(e), a.animation.Player(e).Layer(1), a.animation.Player(other)
	a.reader = a.animation.Events().Reader()
	a.note("legs %v, arms %v of %v s, limit %d, speed %v, exit %v, by speed %v; alone %v, limit %d",
		leads, follows, a.ratio, limit, own, exit, a.bySpeed, mode, most)
	return a
}

func (a *aloneTest) note(format string, arguments ...any) {
	a.log = append(a.log, fmt.Sprintf(format, arguments...))
}

// act does something to both characters.
func (a *aloneTest) act() {
	random := a.random
	switch random.IntN(7) {
	case 0, 1:
		a.setPace([]float32{1, -1, 0, 0.5, -2, 1.5, -0.25}[random.IntN(7)])
	case 2, 3:
		to := float64(random.IntN(33)) / 32
		if a.arms.Playback().Mode == assets.Hold { // at an end a loop is at its other end too
			to = float64(1+random.IntN(31)) / 32
		}
		a.note("seek %v", to)
		check(a.t, a.legs.SeekFraction(to))
		if !a.held {
			check(a.t, a.alone.SeekFraction(to))
		}
	case 4:
		if a.legs.Component().Paused {
			a.note("resume")
			check(a.t, a.legs.Resume())
			if !a.held {
				check(a.t, a.alone.Resume())
			}
		} else {
			a.note("pause")
			check(a.t, a.legs.Pause())
			check(a.t, a.alone.Pause())
		}
	case 5:
		a.hold()
	case 6:
		may := random.IntN(2) == 0
		a.note("may %v", may)
		check(a.t, a.one.SetBool("may", may))
		check(a.t, a.two.SetBool("may", may))
	}
}

// setPace changes how fast, and in which direction, the legs move.
func (a *aloneTest) setPace(pace float32) {
	if a.isAtEnd() {
		return
	}
	a.note("pace %v", pace)
	a.pace = pace
	if a.bySpeed {
		check(a.t, a.legs.SetSpeed(pace))
	} else {
		check(a.t, a.one.SetFloat("pace", pace))
	}
	a.followPace()
}

// isAtEnd reports whether the legs are where a loop is at its other end too, and arms that play
// once are not.
func (a *aloneTest) isAtEnd() bool {
	at := a.fraction(a.legs)
	return a.arms.Playback().Mode == assets.Hold && (at == 0 || at == 1)
}

// followPace gives the clip that plays alone the pace of the legs.
func (a *aloneTest) followPace() {
	switch {
	case a.held:
	case a.bySpeed:
		check(a.t, a.alone.SetSpeed(a.pace*a.ratio))
	default:
		check(a.t, a.two.SetFloat("pace", a.pace))
	}
}

// hold pauses the arms, or lets them go on where the legs are. A ping-pong turns meanwhile, which
// the clip that plays alone cannot do.
func (a *aloneTest) hold() {
	if a.legs.Playback().Mode == assets.PingPong || a.arms.Playback().Mode == assets.PingPong || a.hasHeld {
		return
	}
	if a.isAtEnd() {
		return
	}
	if a.held && a.bySpeed && (a.pace < 0) != (a.alone.Playback().Speed < 0) {
		return // SetSpeed would turn the clip that plays alone before the frame that turns the arms
	}
	a.hasHeld = true
	if a.held = !a.held; a.held {
		a.note("hold")
		check(a.t, a.arms.Pause())
		check(a.t, a.alone.Pause())
		// What no frame has seen does not move the arms any more.
		check(a.t, a.alone.SeekFraction(a.fraction(a.arms)))
		if !a.bySpeed {
			check(a.t, a.two.SetFloat("pace", a.shown))
		}
		return
	}
	a.note("let go")
	check(a.t, a.arms.Resume())
	if !a.legs.Component().Paused {
		check(a.t, a.alone.Resume())
	}
	check(a.t, a.alone.SeekFraction(a.fraction(a.legs)))
	a.followPace()
}

// compare compares what the arms and the clip that plays alone did in a frame, and reports whether
// both still play.
func (a *aloneTest) compare() bool {
	a.t.Helper()
	events, missed := a.animation.Events().Read(&a.reader)
	var fired [2][]string
	for _, e := range events {
		if e.Kind == ecs.StateEntered || e.Kind == ecs.StateExited || e.Entity == a.follows && e.Layer == 0 {
			continue
		}
		i := 0
		if e.Entity != a.follows {
			i = 1
		}
		fired[i] = append(fired[i], fmt.Sprintf("%v %d of %d", e.Kind, e.Marker, e.Clip))
	}
	if states := [2]string{a.one.State(1), a.two.State(0)}; states[0] != states[1] {
		a.fail("expected the state %q, found %q", states[1], states[0])
	} else if states[0] == "rest" {
		return false
	}
	if !slices.Equal(fired[0], fired[1]) || missed > 0 {
		a.fail("expected the events %v, found %v; %d missed", fired[1], fired[0], missed)
	}
	p, q := a.arms.Playback(), a.alone.Playback()
	if p.Time != q.Time || p.LoopsDone != q.LoopsDone && p.Mode != assets.Hold || p.Finished != q.Finished ||
		!p.Finished && (p.Backward != (p.Speed < 0)) != (q.Backward != (q.Speed < 0)) {
		a.fail("expected %+v, found %+v", *q, *p)
	}
	return !p.Finished
}

func (a *aloneTest) fail(format string, arguments ...any) {
	a.t.Helper()
	a.t.Fatalf(format+"\nreached %v, alone %v\n%q", append(arguments, a.one.Component().Layers[1].Reached,
		a.two.Component().Layers[0].Reached, a.log)...)
}

// A clip that follows the leader of a sync group does what it does alone over the same phase: it
// counts the same loops, fires the same markers, finishes and reaches its exit times in the same
// frames, whatever its own speed is, when the leader turns, is sought and paused, and when it is
// paused itself.
func TestFollowersArePlayedAsAlone(t *testing.T) {
	probe.Serial(t)
	probe.Seeds(t, 200, 4000, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 8))
		a := newAloneTest(t, random)
		for range 60 {
			seconds := float64(random.IntN(65)) / 64
			a.note("frame of %v s", seconds)
			a.update(t, seconds)
			a.shown, a.hasHeld = a.pace, false
			if !a.compare() {
				return
			}
			for n := random.IntN(4); n > 0 && !(a.hasHeld && !a.held); n-- {
				a.act() // arms that were let go follow from the next frame on
			}
		}
	})
}

package systems_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
)

// duet is a world of characters with a hand, and of motions for several of them. Lengths are in
// units of its size.
type duet struct {
	world     ecs.World
	library   *assets.Library
	animation *systems.Animation
	skeleton  *assets.Skeleton
	model     *assets.Model
	reader    ecs.EventReader

	idle, reach, give, walk, fall, still id.Motion
	shake                                motion.Paired // as "host" and "guest", who face each other
	ride                                 motion.Paired // of a "horse" that walks and a "rider"
	kill                                 motion.Paired // of an "attacker" who walks and a "victim" who falls
	transforms                           generic.Map1[components.Transform]
	partners                             generic.Map1[components.Partner]
}

// reachAt is how far the hand is in front of the character at a time of the motion reach, which
// lasts a second.
func reachAt(time float64) float64 { return 0.1 + 0.5*time }

func newDuet(t testing.TB, size float32, settings ...systems.Option) *duet {
	t.Helper()
	d := &duet{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	root, hand := handmade.Joint("root", -1), handmade.Joint("hand", 0)
	hand.Rest.Translation = mgl32.Vec3{0, size, 0}
	var err error
	d.skeleton, err = rig.NewSkeleton("duet", []rig.Joint{root, hand}, nil)
	check(t, err)
	d.model = &assets.Model{Name: "duet", Skeleton: d.library.AddSkeleton(d.skeleton)}
	_, err = d.library.AddModel(d.model)
	check(t, err)
	hands := func(name string, to ...mgl32.Vec3) id.Motion {
		times := make([]float32, len(to))
		for k := range to {
			times[k], to[k] = float32(k)/float32(len(to)-1), to[k].Mul(size)
		}
		c, err := clip.NewBuilder(name, d.skeleton).Translation(1, clip.Linear, times, to).
			Marker(clip.Marker{Name: "middle", Time: 0.5}).Build()
		check(t, err)
		return d.library.AddClip(c)
	}
	goes := func(name string, to mgl32.Vec3, turn float32) id.Motion {
		const keys = 41
		var times []float32
		var at []mgl32.Vec3
		var turns []mgl32.Quat
		for k := range keys {
			u := float32(k) / (keys - 1)
			times, at = append(times, u), append(at, to.Mul(size*u))
			turns = append(turns, mgl32.QuatRotate(turn*u, mgl32.Vec3{0, 1, 0}))
		}
		c, err := clip.NewBuilder(name, d.skeleton).Translation(0, clip.Linear, times, at).
			Rotation(0, clip.Linear, times, turns).Build()
		check(t, err)
		c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{Joint: "root"})
		check(t, err)
		return d.library.AddClip(c)
	}
	d.idle = hands("idle", mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1.1, 0}, mgl32.Vec3{0, 1, 0})
	d.reach = hands("reach", mgl32.Vec3{0, 1, 0.1}, mgl32.Vec3{0, 1, 0.6})
	d.give = hands("give", mgl32.Vec3{0, 1, 0.1}, mgl32.Vec3{0, 1, 0.6})
	d.still = hands("still", mgl32.Vec3{0, 1, 0.3}, mgl32.Vec3{0, 1, 0.3})
	d.walk = goes("walk", mgl32.Vec3{0.2, 0, 2}, 0.3)
	d.fall = goes("fall", mgl32.Vec3{0.3, 0, -0.7}, -0.4)
	facing := mgl32.HomogRotate3DY(math.Pi)
	d.shake = motion.Paired{Name: "shake", Roles: []motion.Role{
		{Name: "host", Motion: d.reach, Place: mgl32.Translate3D(0, 0, -size)},
		{Name: "guest", Motion: d.give, Place: mgl32.Translate3D(0, 0, size).Mul4(facing)},
	}}
	d.ride = motion.Paired{Name: "ride", Roles: []motion.Role{
		{Name: "horse", Motion: d.walk, Place: mgl32.Ident4()},
		{Name: "rider", Motion: d.still, Place: mgl32.Translate3D(0, 1.5*size, -0.25*size)},
	}}
	d.kill = motion.Paired{Name: "kill", Roles: []motion.Role{
		{Name: "attacker", Motion: d.walk, Place: mgl32.Ident4()},
		{Name: "victim", Motion: d.fall, Place: mgl32.Translate3D(0.1*size, 0, 1.2*size).Mul4(facing)},
	}}
	d.animation, err = systems.NewAnimation(&d.world, d.library, settings...)
	check(t, err)
	t.Cleanup(d.animation.Close)
	d.transforms = generic.NewMap1[components.Transform](&d.world)
	d.partners = generic.NewMap1[components.Partner](&d.world)
	return d
}

// spawn creates a character that idles.
func (d *duet) spawn(t testing.TB, at mgl32.Mat4) ecs.Entity {
	t.Helper()
	e, err := d.animation.Spawn(d.model, at)
	check(t, err)
	check(t, d.animation.Player(e).Play(d.idle))
	return e
}

func (d *duet) update(t testing.TB, seconds float64) {
	t.Helper()
	check(t, d.animation.Update(seconds))
}

// hand returns where a character's hand is in the world.
func (d *duet) hand(t testing.TB, e ecs.Entity) mgl32.Vec3 {
	t.Helper()
	m, err := d.animation.JointWorld(e, "hand")
	check(t, err)
	return m.Col(3).Vec3()
}

// playback returns what a character plays in its pair.
func (d *duet) playback(e ecs.Entity) *components.Playback {
	return d.animation.Player(e).Layer(int(d.partners.Get(e).Layer)).Playback()
}

// pairEvents returns the events of pairs since the last call, in words.
func (d *duet) pairEvents() (list []string) {
	events, _ := d.animation.Events().Read(&d.reader)
	for _, e := range events {
		if e.Kind >= ecs.PairBegan {
			list = append(list, fmt.Sprintf("%d: %v", e.Entity.ID(), e.Kind))
		}
	}
	return list
}

func expect(t testing.TB, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// apart returns the largest difference of two matrices.
func apart(a, b mgl32.Mat4) (most float64) {
	for i := range a {
		most = max(most, math.Abs(float64(a[i]-b[i])))
	}
	return most
}

// Two characters shake hands: they move to their places without a jump, then their hands are as far
// apart as the motion says, at any scale of the world and of the file.
func TestHandsMeetAsTheMotionSays(t *testing.T) {
	for _, scale := range []float64{0.5, 1, 2, 0.01} {
		size := 1.0
		if scale == 0.01 { // a file in centimeters
			size = 100
		}
		d := newDuet(t, float32(size), systems.WithWorkers(1))
		s, world := float32(scale), scale*size
		sized := func(x, z, turn float32) mgl32.Mat4 {
			return mgl32.Translate3D(x*float32(world), 0, z*float32(world)).Mul4(mgl32.HomogRotate3DY(turn)).
				Mul4(mgl32.Scale3D(s, s, s))
		}
		host, guest := d.spawn(t, sized(3, 4, 1)), d.spawn(t, sized(5, 3, -2.5))
		d.update(t, 0.1)
		before := d.transforms.Get(guest).Matrix
		_, err := d.animation.PlayTogether(&d.shake, map[string]ecs.Entity{"host": host, "guest": guest},
			systems.PairOptions{Fade: 0.1, Move: 0.4, Mode: clip.Hold})
		check(t, err)
		last := before
		for k := range 100 {
			d.update(t, 0.01)
			at := d.transforms.Get(guest).Matrix
			// Smoothstep is at most 1.5 times as fast as the mean; the way is below 5 m.
			if step := apart(at, last); step > 5*world*1.5*0.01/0.4*1.01 {
				t.Fatalf("scale %v, frame %d: the guest jumps by %v", scale, k, step)
			}
			if last = at; k < 45 {
				continue
			}
			a, b := d.hand(t, host), d.hand(t, guest)
			want := world * math.Abs(2-2*reachAt(d.playback(host).Time))
			if got := float64(a.Sub(b).Len()); math.Abs(got-want) > 1e-4*world {
				t.Errorf("scale %v, frame %d: the hands are %v apart, want %v", scale, k, got, want)
			}
			middle := d.transforms.Get(host).Matrix.Mul4(mgl32.Translate3D(0, 0, float32(size))).Col(3).Vec3()
			if off := math.Abs(float64(a.Sub(middle).Len() - b.Sub(middle).Len())); off > 1e-4*world {
				t.Errorf("scale %v, frame %d: the hands are not opposite each other, by %v", scale, k, off)
			}
		}
		expect(t, "the host moves by", apart(d.transforms.Get(host).Matrix, sized(3, 4, 1)), 0.0)
	}
}

// Each step of the way begins and ends where smoothstep says, and the first frame of 0 seconds
// changes nothing.
func TestCharactersMoveToTheirPlaces(t *testing.T) {
	d := newDuet(t, 1)
	host, guest := d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Translate3D(4, 0, 2))
	anchor := mgl32.Translate3D(1, 0, 5).Mul4(mgl32.HomogRotate3DY(0.5))
	_, err := d.animation.PlayTogether(&d.shake, map[string]ecs.Entity{"host": host, "guest": guest},
		systems.PairOptions{Move: 0.5, Mode: clip.Hold, Anchor: &anchor})
	check(t, err)
	d.update(t, 0)
	if off := max(apart(d.transforms.Get(host).Matrix, mgl32.Ident4()),
		apart(d.transforms.Get(guest).Matrix, mgl32.Translate3D(4, 0, 2))); off > 1e-6 {
		t.Errorf("a frame of 0 seconds moves a character by %v", off)
	}
	for k := 1; k <= 12; k++ {
		d.update(t, 0.05)
		u := min(1, float64(k)*0.05/0.5)
		u = u * u * (3 - 2*u)
		for i, e := range []ecs.Entity{host, guest} {
			from := []mgl32.Vec3{{}, {4, 0, 2}}[i]
			to := anchor.Mul4(d.shake.Roles[i].Place).Col(3).Vec3()
			want := from.Add(to.Sub(from).Mul(float32(u)))
			if got := d.transforms.Get(e).Matrix.Col(3).Vec3(); got.Sub(want).Len() > 1e-5 {
				t.Errorf("step %d: character %d is at %v, want %v", k, i, got, want)
			}
		}
	}
	for i, e := range []ecs.Entity{host, guest} {
		if off := apart(d.transforms.Get(e).Matrix, anchor.Mul4(d.shake.Roles[i].Place)); off > 1e-5 {
			t.Errorf("character %d ends %v away from its place", i, off)
		}
	}
}

// A rider goes along with a horse that goes by root motion for 10 s, to the place of the motion in
// every frame.
func TestARiderStaysOnTheHorse(t *testing.T) {
	for _, scale := range []float32{0.5, 1, 2} {
		d := newDuet(t, 1)
		horse := d.spawn(t, mgl32.Translate3D(1, 2, 3).Mul4(mgl32.Scale3D(scale, scale, scale)))
		rider := d.spawn(t, mgl32.Translate3D(2, 0, 3).Mul4(mgl32.Scale3D(scale, scale, scale)))
		check(t, d.animation.EnableRootMotion(horse))
		_, err := d.animation.PlayTogether(&d.ride, map[string]ecs.Entity{"horse": horse, "rider": rider},
			systems.PairOptions{Move: 0.3, Mode: clip.Loop})
		check(t, err)
		for k := range 600 {
			d.update(t, 1.0/60)
			if k < 20 {
				continue
			}
			want := d.transforms.Get(horse).Matrix.Mul4(d.ride.Roles[1].Place)
			if off := apart(d.transforms.Get(rider).Matrix, want); off > 1e-5 {
				t.Fatalf("scale %v, frame %d: the rider is %v off", scale, k, off)
			}
		}
		// Each loop turns the horse by 0.3, so that it goes in a circle.
		at := mgl32.Ident4()
		for range 10 {
			at = at.Mul4(mgl32.Translate3D(0.2, 0, 2)).Mul4(mgl32.HomogRotate3DY(0.3))
		}
		want := mgl32.Translate3D(1, 2, 3).Mul4(mgl32.Scale3D(scale, scale, scale)).Mul4(at)
		if off := apart(d.transforms.Get(horse).Matrix, want); off > 1e-3 {
			t.Errorf("scale %v: the horse is %v off", scale, off)
		}
	}
}

// Where both have root motion, each moves by its own relative to the anchor, also over loops and
// in centimeters.
func TestBothMoveRelativeToTheAnchor(t *testing.T) {
	for _, size := range []float32{1, 100} {
		d := newDuet(t, size)
		scaled := mgl32.Scale3D(1/size, 1/size, 1/size)
		attacker, victim := d.spawn(t, mgl32.Translate3D(4, 0, 0).Mul4(scaled)), d.spawn(t, scaled)
		check(t, d.animation.EnableRootMotion(attacker))
		_, err := d.animation.PlayTogether(&d.kill, map[string]ecs.Entity{"attacker": attacker, "victim": victim},
			systems.PairOptions{Mode: clip.Loop})
		check(t, err)
		for k := range 90 {
			d.update(t, 1.0/30)
			p := d.playback(attacker)
			at := func(m id.Motion, place mgl32.Mat4) mgl32.Mat4 {
				root := d.library.Clip(m).RootMotion()
				whole := root.Total().Repeat(int(p.LoopsDone), clip.UpY).Compose(root.At(p.Time), clip.UpY).Matrix(clip.UpY)
				var step mgl32.Mat4
				for i, v := range whole {
					step[i] = float32(v)
				}
				return mgl32.Translate3D(4, 0, 0).Mul4(scaled).Mul4(place).Mul4(step)
			}
			if off := apart(d.transforms.Get(attacker).Matrix, at(d.walk, mgl32.Ident4())); off > 1e-4 {
				t.Fatalf("size %v, frame %d: the attacker is %v off", size, k, off)
			}
			if off := apart(d.transforms.Get(victim).Matrix, at(d.fall, d.kill.Roles[1].Place)); off > 2e-4 {
				t.Fatalf("size %v, frame %d: the victim is %v off", size, k, off)
			}
		}
	}
}

// The times of all members have the same bits, whatever their time scales, levels of detail and
// pauses, and so do those of members that are advanced before the leader.
func TestMembersHaveTheTimeOfTheLeader(t *testing.T) {
	for workers := 1; workers <= 4; workers += 3 {
		d := newDuet(t, 1, systems.WithWorkers(workers))
		var crowd []ecs.Entity
		for range 150 {
			crowd = append(crowd, d.spawn(t, mgl32.Ident4()))
		}
		trio := motion.Paired{Name: "trio", Roles: []motion.Role{
			{Name: "a", Motion: d.reach, Place: mgl32.Ident4()},
			{Name: "b", Motion: d.give, Place: mgl32.Ident4()},
			{Name: "c", Motion: d.reach, Place: mgl32.Translate3D(1, 0, 0)},
		}}
		members := []ecs.Entity{crowd[100], crowd[3], crowd[149]} // the leader is in another chunk than the others
		for i, e := range members {
			scales := generic.NewMap1[components.TimeScale](&d.world)
			scales.Assign(e, &components.TimeScale{Scale: []float32{0.7, 3, 0}[i]})
			details := generic.NewMap1[components.LevelOfDetail](&d.world)
			details.Assign(e, &components.LevelOfDetail{Interval: uint16(i + 2), Culled: i == 1})
		}
		pair, err := d.animation.PlayTogether(&trio,
			map[string]ecs.Entity{"a": members[0], "b": members[1], "c": members[2]},
			systems.PairOptions{Fade: 0.2, Mode: clip.Loop})
		check(t, err)
		expect(t, "members", pair.Members(), members)
		check(t, pair.Player().SetSpeed(1.3))
		for k := range 60 {
			switch k {
			case 20:
				check(t, pair.Player().Pause())
			case 25:
				check(t, pair.Player().Resume())
			case 30:
				check(t, d.animation.Player(members[1]).Layer(1).Pause())
			case 40:
				check(t, pair.Player().Seek(0.9))
			}
			before := d.playback(members[0]).Time
			d.update(t, 0.013)
			if after := d.playback(members[0]).Time; (after == before) != (k >= 20 && k < 25) {
				t.Fatalf("frame %d: the leader moves from %v to %v", k, before, after)
			}
			for _, e := range members[1:] {
				want, got := d.playback(members[0]), d.playback(e)
				if math.Float64bits(got.Time) != math.Float64bits(want.Time) || got.LoopsDone != want.LoopsDone {
					t.Fatalf("%d workers, frame %d: a member is at %v after %d loops, the leader at %v after %d",
						workers, k, got.Time, got.LoopsDone, want.Time, want.LoopsDone)
				}
			}
		}
		if d.playback(members[0]).LoopsDone == 0 {
			t.Error("the motion did not loop")
		}
	}
}

// Roles of unequal length have the common time of the longest, whoever leads: shorter ones show their
// last pose until it is over, fade out with the others, and fire their markers once each time.
func TestRolesOfUnequalLength(t *testing.T) {
	for _, hostLeads := range []bool{true, false} {
		d := newDuet(t, 1, systems.WithWorkers(2))
		c, err := clip.NewBuilder("long", d.skeleton).
			Translation(1, clip.Linear, []float32{0, 3}, []mgl32.Vec3{{0, 1, 0.3}, {0, 1, 0.3}}).Build()
		check(t, err)
		pose, err := clip.NewBuilder("pose", d.skeleton).
			Translation(1, clip.Step, []float32{0}, []mgl32.Vec3{{0, 1, 0.2}}).Build()
		check(t, err)
		roles := []motion.Role{
			{Name: "host", Motion: d.reach, Place: mgl32.Ident4()},
			{Name: "guest", Motion: d.library.AddClip(c), Place: mgl32.Translate3D(0, 0, 2)},
			{Name: "statue", Motion: d.library.AddClip(pose), Place: mgl32.Translate3D(0, 0, 4)},
		}
		if !hostLeads {
			roles[0], roles[1] = roles[1], roles[0]
		}
		wait := motion.Paired{Name: "wait", Roles: roles}
		host, guest, statue := d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Ident4())
		all := map[string]ecs.Entity{"host": host, "guest": guest, "statue": statue}
		begin := func(options systems.PairOptions) systems.Pair {
			t.Helper()
			pair, err := d.animation.PlayTogether(&wait, all, options)
			check(t, err)
			return pair
		}
		at := func(what string, hostTime, guestTime float64) {
			t.Helper()
			h, g := d.playback(host).Time, d.playback(guest).Time
			if math.Abs(h-hostTime) > 1e-9 || math.Abs(g-guestTime) > 1e-9 || d.playback(statue).Finished {
				t.Errorf("%s: the host is at %v s and the guest at %v s, expected %v and %v", what, h, g, hostTime, guestTime)
			}
		}
		marks := func() (n int) {
			events, _ := d.animation.Events().Read(&d.reader)
			for _, e := range events {
				if e.Kind == ecs.MarkerPassed && e.Entity == host && e.Motion == d.reach {
					n++
				}
			}
			return n
		}
		reaches := func(what string, e ecs.Entity, z float64) {
			t.Helper()
			own := d.transforms.Get(e).Matrix
			local := own.Inv().Mul4x1(d.hand(t, e).Vec4(1))
			if math.Abs(float64(local[2])-z) > 1e-5 {
				t.Errorf("%s: the hand of entity %d is %v in front, expected %v", what, e.ID(), local[2], z)
			}
		}
		pair := begin(systems.PairOptions{Fade: 0.2})
		d.update(t, 0.5)
		at("on the way", 0.5, 0.5)
		d.update(t, 1.5)
		at("after the end of the short one", 1, 2)
		reaches("held", host, reachAt(1))
		reaches("posed", statue, 0.2)
		expect(t, "markers", marks(), 1)
		d.update(t, 0.9)
		reaches("fading", host, reachAt(1)/2) // over a hand at 0
		reaches("fading", guest, 0.3/2)
		reaches("fading", statue, 0.2/2)
		d.pairEvents()
		d.update(t, 0.2)
		expect(t, "events at the end", len(d.pairEvents()), 3)
		expect(t, "members after the end", len(pair.Members()), 0)

		pair = begin(systems.PairOptions{Mode: clip.Loop})
		check(t, pair.Player().Seek(2.5))
		d.update(t, 0.125)
		at("after a seek", 1, 2.625)
		marks()
		passed := 0
		for range 4 * 6 { // two rounds
			d.update(t, 0.25)
			passed += marks()
		}
		at("after two loops", 1, 2.625)
		expect(t, "markers in two loops", passed, 2)
		check(t, pair.Player().SetSpeed(-1))
		d.update(t, 2)
		at("backward", 0.625, 0.625)
		marks()
		d.update(t, 0.75)
		at("backward over the start", 1, 2.875)
		expect(t, "markers backward", marks(), 1)

		// The others have the longest that is left.
		begin(systems.PairOptions{GoesOn: true, Mode: clip.Hold})
		d.update(t, 0.25)
		check(t, d.animation.Player(guest).Layer(int(d.partners.Get(guest).Layer)).Stop(0))
		d.update(t, 0.25)
		expect(t, "time of those that are left", d.playback(host).Time, 0.5)
		expect(t, "it is held", d.playback(statue).Finished, false)
		d.update(t, 1)
		expect(t, "the end of those that are left", d.playback(host).Finished, true)
	}
}

// Who walks in a shorter clip stands until the common time is over, and walks on in the next loop.
func TestAShorterWalkStands(t *testing.T) {
	d := newDuet(t, 1)
	c, err := clip.NewBuilder("long", d.skeleton).
		Translation(1, clip.Linear, []float32{0, 3}, []mgl32.Vec3{{0, 1, 0}, {0, 1, 0}}).Build()
	check(t, err)
	for _, leads := range []string{"walker", "watcher"} {
		roles := []motion.Role{
			{Name: "walker", Motion: d.walk, Place: mgl32.Ident4()},
			{Name: "watcher", Motion: d.library.AddClip(c), Place: mgl32.Translate3D(1, 0, 0)},
		}
		if leads == "watcher" {
			roles[0], roles[1] = roles[1], roles[0]
		}
		walker, watcher := d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Translate3D(1, 0, 0))
		check(t, d.animation.EnableRootMotion(walker))
		_, err = d.animation.PlayTogether(&motion.Paired{Name: "walk", Roles: roles},
			map[string]ecs.Entity{"walker": walker, "watcher": watcher}, systems.PairOptions{Mode: clip.Loop})
		check(t, err)
		root := d.library.Clip(d.walk).RootMotion()
		for _, row := range []struct {
			seconds float64
			want    clip.Motion
		}{
			{0.5, root.At(0.5)},
			{0.75, root.Total()},
			{1.5, root.Total()},
			{0.75, root.Total().Compose(root.At(0.5), root.Up())},
		} {
			d.update(t, row.seconds)
			p := d.transforms.Get(walker).Matrix.Col(3)
			if math.Hypot(float64(p[0])-row.want.X, float64(p[2])-row.want.Z) > 1e-5 {
				t.Errorf("%s leads, after %v s more: the walker is at %v, expected %v", leads, row.seconds, p, row.want)
			}
		}
	}
}

// A victim that a graph drives shows its graph again after the end, and both get events in order.
func TestTheGraphGoesOnAfterAPair(t *testing.T) {
	d := newDuet(t, 1)
	g, err := graph.New("guard").Bool("alarmed", false).Layer("base",
		graph.State("idle").MotionByID(d.idle).To("still").WhenTrue("alarmed"),
		graph.State("still").MotionByID(d.still)).Add(d.library)
	check(t, err)
	attacker, victim := d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Translate3D(0, 0, 3))
	controller, err := d.animation.Control(victim, g)
	check(t, err)
	check(t, d.animation.EnableRootMotion(attacker))
	d.update(t, 0.01)
	d.pairEvents()
	_, err = d.animation.PlayTogether(&d.kill, map[string]ecs.Entity{"attacker": attacker, "victim": victim},
		systems.PairOptions{Fade: 0.1, Move: 0.2})
	check(t, err)
	expect(t, "events", d.pairEvents(), []string{"1: pair began", "2: pair began"})
	d.update(t, 0.5)
	check(t, controller.SetBool("alarmed", true))
	d.update(t, 0.49)
	expect(t, "events", len(d.pairEvents()), 0)
	d.update(t, 0.02)
	expect(t, "events", d.pairEvents(), []string{"1: pair ended", "2: pair ended"})
	at := d.transforms.Get(victim).Matrix
	d.update(t, 0.1)
	expect(t, "components", []bool{
		d.world.Has(attacker, arche.ComponentID[components.Partner](&d.world)),
		d.world.Has(victim, arche.ComponentID[components.Partner](&d.world)),
	}, []bool{false, false})
	expect(t, "state", controller.State(0), "still")
	expect(t, "the victim moves by", apart(d.transforms.Get(victim).Matrix, at), 0.0)
	if got := d.hand(t, victim).Sub(at.Mul4x1(mgl32.Vec4{0, 1, 0.3, 1}).Vec3()).Len(); got > 1e-5 {
		t.Errorf("the hand is %v away from where the graph puts it", got)
	}
}

// A pair ends for all when one is interrupted, in whatever way, or the others go on and the next
// role leads.
func TestPairsAreInterrupted(t *testing.T) {
	for name, interrupt := range map[string]func(d *duet, e ecs.Entity){
		"plays something else": func(d *duet, e ecs.Entity) { check(t, d.animation.Player(e).Layer(1).Play(d.idle)) },
		"stops":                func(d *duet, e ecs.Entity) { check(t, d.animation.Player(e).Layer(1).Stop(0.1)) },
		"dies":                 func(d *duet, e ecs.Entity) { d.world.RemoveEntity(e) },
		"loses its skeleton": func(d *duet, e ecs.Entity) {
			d.world.Remove(e, arche.ComponentID[components.Skeleton](&d.world))
		},
		"loses the component": func(d *duet, e ecs.Entity) { d.partners.Remove(e) },
		"begins another pair": func(d *duet, e ecs.Entity) {
			other := d.spawn(t, mgl32.Ident4())
			d.partners.Assign(other, &components.Partner{Leader: other})
			d.partners.Get(e).Leader = other
		},
	} {
		for leaver := range 3 {
			for _, goesOn := range []bool{false, true} {
				d := newDuet(t, 1)
				var members []ecs.Entity
				for i := range 3 {
					members = append(members, d.spawn(t, mgl32.Translate3D(float32(i), 0, 0)))
				}
				trio := motion.Paired{Name: "trio", Roles: []motion.Role{
					{Name: "a", Motion: d.reach, Place: mgl32.Ident4()},
					{Name: "b", Motion: d.give, Place: mgl32.Translate3D(0, 0, 1)},
					{Name: "c", Motion: d.reach, Place: mgl32.Translate3D(0, 0, 2)},
				}}
				_, err := d.animation.PlayTogether(&trio,
					map[string]ecs.Entity{"a": members[0], "b": members[1], "c": members[2]},
					systems.PairOptions{Fade: 0.1, Move: 0.5, GoesOn: goesOn})
				check(t, err)
				d.update(t, 0.2)
				d.pairEvents()
				left := append(append([]ecs.Entity{}, members[:leaver]...), members[leaver+1:]...)
				interrupt(d, members[leaver])
				before := d.transforms.Get(left[1]).Matrix
				d.update(t, 0.01)
				label := fmt.Sprintf("%s, %d, goes on: %v", name, leaver, goesOn)
				broken := 0
				for _, event := range d.pairEvents() {
					if strings.HasSuffix(event, "pair broken") {
						broken++
					} else {
						t.Errorf("%s: %s", label, event)
					}
				}
				if off := apart(before, d.transforms.Get(left[1]).Matrix); off > 0.2 {
					t.Errorf("%s: a character jumps by %v", label, off)
				}
				if goesOn {
					if broken > 1 {
						t.Errorf("%s: %d characters left the pair", label, broken)
					}
					expect(t, label+": members", d.animation.Pair(left[1]).Members(), left)
					d.update(t, 0.1)
					a, b := d.playback(left[0]), d.playback(left[1])
					if a.Time != b.Time || math.Abs(a.Time-0.31) > 1e-9 {
						t.Errorf("%s: the others are at %v and %v, want 0.31", label, a.Time, b.Time)
					}
					d.update(t, 0.8)
					expect(t, label+": events", d.pairEvents(), []string{
						fmt.Sprintf("%d: pair ended", left[0].ID()), fmt.Sprintf("%d: pair ended", left[1].ID()),
					})
					continue
				}
				if broken < 2 {
					t.Errorf("%s: %d characters were interrupted", label, broken)
				}
				expect(t, label+": members", len(d.animation.Pair(left[1]).Members()), 0)
				d.update(t, 0.2)
				hand := d.transforms.Get(left[1]).Matrix.Mul4x1(mgl32.Vec4{0, 1 + float32(0.1*0.41/0.5), 0, 1}).Vec3()
				if off := d.hand(t, left[1]).Sub(hand).Len(); off > 1e-5 {
					t.Errorf("%s: the hand is %v away from where it idles", label, off)
				}
			}
		}
	}
}

// Three dancers with motions of other lengths keep in step with one, in layers of their own; when
// it dies the next one leads, and one that jumps comes back.
func TestDancersKeepInStep(t *testing.T) {
	d := newDuet(t, 1, systems.WithWorkers(2))
	slow, err := clip.NewBuilder("slow", d.skeleton).
		Translation(1, clip.Linear, []float32{0.5, 3}, []mgl32.Vec3{{}, {0, 1, 0}}).Build()
	check(t, err)
	slowly := d.library.AddClip(slow)
	var dancers []systems.Player
	var entities []ecs.Entity
	for i := range 4 {
		e := d.spawn(t, mgl32.Translate3D(float32(i), 0, 0))
		entities = append(entities, e)
		dancers = append(dancers, d.animation.Player(e))
	}
	check(t, dancers[1].Play(slowly))
	check(t, dancers[2].Layer(2).Play(slowly))
	dancers[2] = dancers[2].Layer(2)
	check(t, dancers[1].SyncWith(dancers[3]))
	check(t, dancers[2].SyncWith(dancers[1])) // in step with one that is in step
	check(t, dancers[0].SyncWith(dancers[3]))
	fraction := func(p systems.Player) float64 {
		span := d.library.Motion(p.Playback().Motion).Span
		return (p.Playback().Time - span.Start) / span.Duration()
	}
	inStep := func(what string, with int, list ...int) {
		t.Helper()
		for range 50 {
			before := d.transforms.Get(entities[0]).Matrix
			d.update(t, 0.037)
			want := fraction(dancers[with])
			for _, i := range list {
				if got := fraction(dancers[i]); math.Abs(got-want) > 1e-12 {
					t.Fatalf("%s: dancer %d is at %v, the leader at %v", what, i, got, want)
				}
			}
			expect(t, what+": a dancer moves by", apart(before, d.transforms.Get(entities[0]).Matrix), 0.0)
		}
	}
	inStep("four", 3, 0, 1, 2)
	if dancers[0].Playback().Time != dancers[3].Playback().Time {
		t.Error("dancers of the same motion have other times")
	}
	check(t, dancers[3].SetSpeed(-0.7))
	inStep("backward", 3, 0, 1, 2)
	d.world.RemoveEntity(entities[3])
	inStep("without the first", 0, 1, 2)
	check(t, dancers[1].SetMode(clip.Once, 0)) // it leaves the step, and comes back
	d.update(t, 0.1)
	if math.Abs(fraction(dancers[1])-fraction(dancers[0])) < 1e-6 {
		t.Error("a motion that is played once keeps in step")
	}
	check(t, dancers[1].SetMode(clip.Loop, 0))
	inStep("again", 0, 1, 2)
	check(t, dancers[1].SyncWith(systems.Player{}))
	check(t, dancers[2].SyncWith(systems.Player{}))
	d.update(t, 0.1)
	d.update(t, 0.1)
	if math.Abs(fraction(dancers[1])-fraction(dancers[0])) < 1e-6 {
		t.Error("a dancer that left keeps in step")
	}
	filter := generic.NewFilter1[components.Partner]()
	query := filter.Query(&d.world)
	expect(t, "partners that are left", query.Count(), 0)
	query.Close()
}

// Without Advance no pair goes on: the frames after one that ended a pair end it no more, and move
// nobody.
func TestPairsWithoutAdvance(t *testing.T) {
	d := newDuet(t, 1)
	host, guest := d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Translate3D(4, 0, 2))
	_, err := d.animation.PlayTogether(&d.shake, map[string]ecs.Entity{"host": host, "guest": guest},
		systems.PairOptions{})
	check(t, err)
	d.update(t, 1.1)
	expect(t, "events", len(d.pairEvents()), 4)
	check(t, d.animation.Schedule().Remove(systems.AtAdvance))
	d.transforms.Get(host).Matrix = mgl32.Translate3D(7, 0, 0)
	at := d.transforms.Get(guest).Matrix
	d.update(t, 0.1)
	expect(t, "events without Advance", d.pairEvents(), []string{})
	expect(t, "the guest moves by", apart(at, d.transforms.Get(guest).Matrix), 0.0)
}

// A dancer that others are in step with brings them along: to a stranger, to one that is in step
// with others already, and to one that followed it so far.
func TestThoseInStepComeAlong(t *testing.T) {
	for name, with := range map[string]int{"a stranger": 4, "one in step": 3, "a follower": 1} {
		d := newDuet(t, 1)
		var dancers []systems.Player
		for i := range 6 {
			p := d.animation.Player(d.spawn(t, mgl32.Ident4()))
			check(t, p.SeekFraction(float64(i)/7))
			dancers = append(dancers, p)
		}
		check(t, dancers[1].SyncWith(dancers[0]))
		check(t, dancers[2].SyncWith(dancers[0]))
		check(t, dancers[3].SyncWith(dancers[5]))
		d.update(t, 0.1)
		check(t, dancers[0].SyncWith(dancers[with]))
		for range 3 {
			d.update(t, 0.1)
		}
		list := []int{0, 1, 2, with}
		if with == 3 {
			list = append(list, 5)
		}
		for _, i := range list {
			if got, want := dancers[i].Playback().Time, dancers[with].Playback().Time; got != want {
				t.Errorf("in step with %s: dancer %d is at %v, want %v", name, i, got, want)
			}
		}
	}
}

// What cannot be played together is refused, with the reason, and changes nothing.
func TestPairsThatCannotBe(t *testing.T) {
	d := newDuet(t, 1)
	host, guest := d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Translate3D(4, 0, 2))
	both := map[string]ecs.Entity{"host": host, "guest": guest}
	changed := func(change func(p *motion.Paired)) *motion.Paired {
		p := motion.Paired{Name: "shake", Roles: append([]motion.Role{}, d.shake.Roles...)}
		change(&p)
		return &p
	}
	prop := d.world.NewEntity()
	d.update(t, 0.1)
	snapshot := d.animation.AppendSnapshot(nil)
	for _, c := range []struct {
		paired  *motion.Paired
		members map[string]ecs.Entity
		options systems.PairOptions
		kind    error
		text    string
	}{
		{nil, both, systems.PairOptions{}, systems.ErrNil, "expected a paired motion, found nil"},
		{
			&d.shake,
			map[string]ecs.Entity{"host": host},
			systems.PairOptions{},
			systems.ErrPair,
			`the role "guest", found none`,
		},
		{
			&d.shake,
			map[string]ecs.Entity{"host": host, "guest": guest, "gest": guest},
			systems.PairOptions{},
			systems.ErrPair, `no role "gest"; did you mean "guest"`,
		},
		{
			&d.shake,
			map[string]ecs.Entity{"host": host, "guest": host},
			systems.PairOptions{},
			systems.ErrPair,
			`as "host" and "guest"`,
		},
		{
			&d.shake,
			map[string]ecs.Entity{"host": host, "guest": prop},
			systems.PairOptions{},
			systems.ErrNoCharacter,
			`role "guest"`,
		},
		{
			changed(func(p *motion.Paired) { p.Roles[1].Motion = 0 }), both,
			systems.PairOptions{},
			systems.ErrNoMotion,
			`role "guest"`,
		},
		{
			changed(func(p *motion.Paired) { p.Roles[1].Place = mgl32.Mat4{} }), both,
			systems.PairOptions{},
			systems.ErrPair,
			"found zeros",
		},
		{
			changed(func(p *motion.Paired) { p.Roles[1].Place = mgl32.Scale3D(2, 2, 2) }), both,
			systems.PairOptions{},
			systems.ErrPair, "axes of length 1",
		},
		{
			changed(func(p *motion.Paired) { p.Roles[1].Name = "host" }), both,
			systems.PairOptions{},
			systems.ErrPair,
			`found "host" twice`,
		},
		{
			changed(func(p *motion.Paired) { p.Roles = p.Roles[:1] }), both,
			systems.PairOptions{},
			systems.ErrPair,
			"2 to 64 roles, found 1",
		},
		{&d.shake, both, systems.PairOptions{Fade: -1}, systems.ErrSeconds, "the fade"},
		{&d.shake, both, systems.PairOptions{Move: math.NaN()}, systems.ErrSeconds, "the move"},
		{&d.shake, both, systems.PairOptions{Scale: -1}, systems.ErrNotFinite, "scale"},
		{&d.shake, both, systems.PairOptions{Anchor: &mgl32.Mat4{}}, systems.ErrTransform, "the anchor"},
		{&d.shake, both, systems.PairOptions{Mode: 9}, systems.ErrPair, "found 9"},
	} {
		_, err := d.animation.PlayTogether(c.paired, c.members, c.options)
		if !errors.Is(err, c.kind) || !strings.Contains(fmt.Sprint(err), c.text) {
			t.Errorf("got the error %v, want one of %q with %q", err, c.kind, c.text)
		}
	}
	for name, err := range map[string]error{
		"a pair of nobody":  d.animation.Pair(host).Stop(0.1),
		"the zero pair":     systems.Pair{}.Stop(0.1),
		"in step with self": d.animation.Player(host).SyncWith(d.animation.Player(host)),
		"nothing played":    d.animation.Player(host).SyncWith(d.animation.Player(guest).Layer(3)),
	} {
		if !errors.Is(err, systems.ErrPair) {
			t.Errorf("%s: got the error %v", name, err)
		}
	}
	if got := d.animation.AppendSnapshot(nil); string(got) != string(snapshot) {
		t.Error("an error changed the world")
	}
	_, err := d.animation.PlayTogether(&d.shake, both, systems.PairOptions{})
	check(t, err)
	if err := d.animation.Player(host).SyncWith(d.animation.Player(guest)); !errors.Is(err, systems.ErrPair) {
		t.Errorf("a character in a pair: got the error %v", err)
	}
}

// A snapshot in the middle of the way to the places, taken over by a world with another past and
// another number of workers, goes on to the same bits.
func TestPairsContinueAfterASnapshot(t *testing.T) {
	begin := func(workers int) (d *duet, members []ecs.Entity) {
		d = newDuet(t, 1, systems.WithWorkers(workers))
		for i := range 4 {
			members = append(members, d.spawn(t, mgl32.Translate3D(float32(3*i), 0, float32(i)).
				Mul4(mgl32.HomogRotate3DY(float32(i)))))
		}
		check(t, d.animation.EnableRootMotion(members[0]))
		return d, members
	}
	d, members := begin(1)
	anchor := mgl32.Translate3D(1, 0, 2)
	_, err := d.animation.PlayTogether(&d.kill, map[string]ecs.Entity{"attacker": members[0], "victim": members[1]},
		systems.PairOptions{Fade: 0.3, Move: 0.5, Mode: clip.Loop, Anchor: &anchor, GoesOn: true})
	check(t, err)
	check(t, d.animation.Player(members[2]).SyncWith(d.animation.Player(members[3])))
	for range 7 {
		d.update(t, 0.031)
	}
	snapshot := d.animation.AppendSnapshot(nil)
	twin, others := begin(4)
	if fmt.Sprint(others) != fmt.Sprint(members) {
		t.Fatalf("the entities are %v and %v", members, others)
	}
	twin.update(t, 0.4)
	for round := range 3 {
		check(t, twin.animation.Restore(snapshot))
		again := twin.animation.AppendSnapshot(nil)
		if string(again) != string(snapshot) {
			t.Fatalf("round %d: the snapshot of what was restored differs", round)
		}
		check(t, d.animation.Restore(snapshot))
		for k := range 60 {
			if k == 30 {
				check(t, twin.animation.Player(members[1]).Layer(1).Stop(0.2))
				check(t, d.animation.Player(members[1]).Layer(1).Stop(0.2))
			}
			d.update(t, 0.031)
			twin.update(t, 0.031)
			if string(d.animation.AppendSnapshot(nil)) != string(twin.animation.AppendSnapshot(nil)) {
				t.Fatalf("round %d, frame %d: the worlds differ", round, k)
			}
		}
	}
}

// Components that a program writes have a harmless result, whatever they say.
func TestPartnersOfAllKindsDoNoHarm(t *testing.T) {
	d := newDuet(t, 1, systems.WithWorkers(2))
	nan := float32(math.NaN())
	var all []ecs.Entity
	for range 6 {
		all = append(all, d.spawn(t, mgl32.Ident4()))
	}
	prop := d.world.NewEntity()
	for k, p := range []components.Partner{
		{},
		{Leader: prop},
		{Leader: all[0], Layer: 200},
		{Leader: all[0], Motion: d.idle},
		{Leader: all[1], Motion: d.idle},
		{Leader: all[1], Motion: d.idle, Members: 255, Role: 7},
		{Leader: all[0], Motion: d.idle, Scale: nan, Duration: math.NaN(), Elapsed: math.Inf(1)},
		{Leader: all[0], Motion: d.idle, Away: mgl32.Vec3{nan}, AwayTurn: mgl32.Vec3{nan}, Duration: 1, GoesOn: true},
		{Leader: all[0], Motion: d.idle, Rotation: [4]float32{nan}, Shape: [6]float32{nan}, GoesOn: true},
		{
			Leader: all[0], Motion: d.idle, Rotation: [4]float32{1e30, 1e38}, Shape: [6]float32{1e38, 1e38},
			FadeOut: math.NaN(),
		},
	} {
		for i, e := range all {
			one := p
			if i == 1 && k%2 == 1 {
				one.Leader = e // one that leads, with garbage
			}
			if d.partners.Get(e) == nil {
				d.partners.Assign(e, &components.Partner{})
			}
			*d.partners.Get(e) = one
		}
		*d.partners.Get(all[0]) = components.Partner{Leader: all[0], Motion: p.Motion, Scale: 1, Duration: p.Duration}
		for range 3 {
			d.update(t, 0.1)
		}
		for _, e := range all {
			for _, v := range d.transforms.Get(e).Matrix {
				if v-v != 0 {
					t.Fatalf("%+v: a Transform is not finite", p)
				}
			}
		}
	}
	d.transforms.Get(all[0]).Matrix[0] = nan
	_, err := d.animation.PlayTogether(&d.shake, map[string]ecs.Entity{"host": all[0], "guest": all[1]},
		systems.PairOptions{})
	if !errors.Is(err, systems.ErrTransform) {
		t.Errorf("got the error %v", err)
	}
}

// A frame with pairs allocates nothing.
func TestPairsAllocateNothing(t *testing.T) {
	d := newDuet(t, 1, systems.WithWorkers(1))
	for range 20 {
		a, b := d.spawn(t, mgl32.Ident4()), d.spawn(t, mgl32.Translate3D(1, 0, 0))
		_, err := d.animation.PlayTogether(&d.ride, map[string]ecs.Entity{"horse": a, "rider": b},
			systems.PairOptions{Mode: clip.Loop, Fade: 0.1})
		check(t, err)
	}
	for range 300 {
		d.update(t, 0.1)
	}
	if n := testing.AllocsPerRun(50, func() { _ = d.animation.Update(0.013) }); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// Characters begin another pair while others are with them: with GoesOn these play on, and those in
// step with a leader get another one.
func TestLeadersBeginAnotherPair(t *testing.T) {
	d := newDuet(t, 1)
	var all []ecs.Entity
	for i := range 6 {
		all = append(all, d.spawn(t, mgl32.Translate3D(float32(i), 0, 0)))
	}
	begin := func(a, b ecs.Entity, goesOn bool) systems.Pair {
		t.Helper()
		pair, err := d.animation.PlayTogether(&d.shake, map[string]ecs.Entity{"host": a, "guest": b},
			systems.PairOptions{Fade: 0.1, GoesOn: goesOn})
		check(t, err)
		return pair
	}
	check(t, d.animation.Player(all[4]).SyncWith(d.animation.Player(all[0])))
	check(t, d.animation.Player(all[5]).SyncWith(d.animation.Player(all[0])))
	d.update(t, 0.1)
	begin(all[0], all[1], true) // leaves those in step
	d.update(t, 0.3)
	expect(t, "leader in step", d.partners.Get(all[5]).Leader, all[4])
	begin(all[0], all[2], false)
	d.pairEvents()
	d.update(t, 0.2)
	expect(t, "members of the first pair", d.animation.Pair(all[1]).Members(), []ecs.Entity{all[1]})
	expect(t, "members of the second pair", d.animation.Pair(all[2]).Members(), []ecs.Entity{all[0], all[2]})
	if at := d.playback(all[1]).Time; math.Abs(at-0.5) > 1e-9 {
		t.Errorf("the one that was left is at %v, want 0.5", at)
	}
	begin(all[2], all[3], false) // ends the second pair for the other one, too
	expect(t, "events", d.pairEvents(), []string{"1: pair broken", "3: pair broken", "3: pair began", "4: pair began"})
	expect(t, "layers", []uint8{d.partners.Get(all[2]).Layer, d.partners.Get(all[3]).Layer}, []uint8{2, 1})
	d.update(t, 0.2)
	expect(t, "members of the third pair", d.animation.Pair(all[3]).Members(), []ecs.Entity{all[2], all[3]})
	expect(t, "in step", d.animation.Player(all[4]).Playback().Time, d.animation.Player(all[5]).Playback().Time)
}

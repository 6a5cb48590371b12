package rollback_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// historyGame returns a game with recorded ticks, and the same ticks by the reference, from index 1
// on.
func historyGame(t testing.TB, capsules []rollback.Capsule, ticks, kept int) (*game, *rollback.History, []past) {
	t.Helper()
	g := newGame(t, 1)
	history, err := rollback.NewHistory(g.animation, kept, capsules...)
	check(t, err)
	all := []past{nil}
	for range ticks {
		for _, e := range g.characters() {
			check(t, g.animation.EnableModelMatrices(e))
			if random := e.ID() % 3; random == 0 {
				g.transform.Get(e).Matrix[0] = 1.5 // a scaled character
			}
		}
		g.step(t)
		all = append(all, recordPast(g))
		if tick := history.Record(); tick != len(all)-1 {
			t.Fatalf("the tick is %d, not %d", tick, len(all)-1)
		}
	}
	return g, history, all
}

// Rays, spheres and capsules hit what a search in float64 finds, at any moment, over births and
// deaths.
func TestHistoryAgainstReference(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	g := newGame(t, 1)
	joints := g.library.Skeleton(g.model.Skeleton).Len()
	vector := func(size float64) mgl32.Vec3 {
		return mgl32.Vec3{
			float32(random.NormFloat64() * size), float32(random.NormFloat64() * size),
			float32(random.NormFloat64() * size),
		}
	}
	var capsules []rollback.Capsule
	for i := range 20 {
		c := rollback.Capsule{
			Skeleton: g.model.Skeleton, Joint: int32(random.IntN(joints)), A: vector(0.1),
			Radius: 0.02 + 0.1*random.Float32(),
		}
		if c.B = c.A; i%5 > 0 {
			c.B = vector(0.1)
		}
		capsules = append(capsules, c)
	}
	const ticks, kept = 40, 16
	_, history, all := historyGame(t, capsules, ticks, kept)
	if oldest, newest := history.Ticks(); oldest != ticks-kept+1 || newest != ticks {
		t.Fatalf("the ticks are %d to %d", oldest, newest)
	}
	rounds := 400
	if os.Getenv("SINEW_LONG") != "" {
		rounds = 50_000
	}
	hits := [2]int{}
	for round := range rounds {
		tick := float64(ticks-kept+1) + random.Float64()*(kept-1)
		if round%4 == 0 {
			tick = math.Floor(tick)
		}
		axes := axesAt(all, capsules, tick)
		aim := axes[random.IntN(len(axes))].a
		origin, reach := vector(5), float32(0.5+random.Float64()*12)
		direction := mgl32.Vec3{float32(aim[0]), float32(aim[1]), float32(aim[2])}.Add(vector(0.1)).Sub(origin).
			Mul(float32(0.1 + random.Float64()))
		o := mgl64.Vec3{float64(origin[0]), float64(origin[1]), float64(origin[2])}
		d := mgl64.Vec3{float64(direction[0]), float64(direction[1]), float64(direction[2])}.Normalize()
		ignore := axes[random.IntN(len(axes))].entity

		best, near, found := math.Inf(1), math.Inf(1), (*axis)(nil)
		for i := range axes {
			s := &axes[i]
			middle, size := s.a.Add(s.b).Mul(0.5), s.a.Sub(s.b).Len()/2+s.radius+0.01
			if away := middle.Sub(o); s.entity == ignore || away.Sub(d.Mul(away.Dot(d))).Len() > size {
				continue // the line does not even meet a sphere around it
			}
			// A ray that barely touches a capsule may hit or miss.
			distance, gap := s.ray(o, d, float64(reach))
			near = min(near, math.Abs(gap))
			if gap <= 0 && distance < best {
				best, found = distance, s
			}
		}
		hit, ok := history.Ray(tick, origin, direction, reach, ignore)
		switch {
		case near < 1e-4:
		case ok != (found != nil):
			t.Fatalf("round %d: hit %v, the reference %v", round, hit, found)
		case ok:
			hits[0]++
			if math.Abs(float64(hit.Distance)-best) > 2e-4 {
				t.Fatalf("round %d: %+v, the reference is %v m away: %+v", round, hit, best, *found)
			}
			p := mgl64.Vec3{float64(hit.Point[0]), float64(hit.Point[1]), float64(hit.Point[2])}
			n := mgl64.Vec3{float64(hit.Normal[0]), float64(hit.Normal[1]), float64(hit.Normal[2])}
			if p.Sub(o.Add(d.Mul(best))).Len() > 3e-4 || math.Abs(n.Len()-1) > 1e-5 ||
				hit.Joint != capsules[hit.Capsule].Joint {
				t.Fatalf("round %d: %+v", round, hit)
			}
			if s := named1(axes, hit); best > 0 && math.Abs(s.toAxis(p.Sub(n.Mul(s.radius)))) > 5e-4 {
				t.Fatalf("round %d: the normal is wrong: %+v", round, hit)
			}
		}

		a, b, radius := aim.Add(mgl64.Vec3{random.NormFloat64() * 0.2, 0, 0.1}), o, float32(random.Float64()*0.1)
		if round%3 == 0 {
			b = a
		}
		deepest, second := -1.0, -1.0
		for i := range axes {
			s := &axes[i]
			middle, size := s.a.Add(s.b).Mul(0.5), s.a.Sub(s.b).Len()/2+s.radius+0.01
			if whole := (&axis{a: a, b: b}); s.entity == ignore || whole.toAxis(middle) > size+float64(radius) {
				continue
			}
			if overlap := axes[i].overlap(a, b, float64(radius)); overlap > deepest {
				deepest, second, found = overlap, deepest, &axes[i]
			} else {
				second = max(second, overlap)
			}
		}
		to32 := func(v mgl64.Vec3) mgl32.Vec3 { return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])} }
		if round%3 == 0 {
			hit, ok = history.Sphere(tick, to32(a), radius, ignore)
		} else {
			hit, ok = history.Capsule(tick, to32(a), to32(b), radius, ignore)
		}
		switch {
		case math.Abs(deepest) < 1e-4:
		case ok != (deepest > 0):
			t.Fatalf("round %d: overlap %v, the reference %v", round, hit, deepest)
		case ok:
			hits[1]++
			if math.Abs(float64(hit.Depth)-deepest) > 2e-4 ||
				deepest-second > 1e-3 && (hit.Entity != found.entity || hit.Capsule != found.capsule) {
				t.Fatalf("round %d: %+v, the reference is %v deep: %+v", round, hit, deepest, *found)
			}
		}
	}
	t.Log("hits of rays and of others:", hits)
	if hits[0] < rounds/5 || hits[1] < rounds/10 {
		t.Errorf("%v hits in %d rounds", hits, rounds)
	}
}

// named1 returns the capsule of a hit.
func named1(axes []axis, hit rollback.Hit) axis {
	for _, s := range axes {
		if s.entity == hit.Entity && s.capsule == hit.Capsule {
			return s
		}
	}
	return axis{}
}

func TestHistoryJointMatrix(t *testing.T) {
	g := newGame(t, 1)
	capsules := rollback.CapsulesOf(g.library, g.model, 0)
	_, history, all := historyGame(t, capsules, 12, 12)
	compared := 0
	for _, tick := range []float64{1, 3.25, 11.5, 12} {
		first, fraction := int(tick), tick-math.Floor(tick)
		second := int(math.Ceil(tick))
		for entity, joints := range all[first] {
			later, both := all[second][entity]
			m, ok := history.JointMatrix(tick, entity, int(capsules[3].Joint))
			if ok != both {
				t.Fatalf("tick %v, entity %d: found %v", tick, entity.ID(), ok)
			}
			if !ok {
				continue
			}
			compared++
			p, q := joints[capsules[3].Joint], later[capsules[3].Joint]
			for r := range 3 {
				for c := range 4 {
					want := p.At(r, c) + fraction*(q.At(r, c)-p.At(r, c))
					if math.Abs(float64(m[4*r+c])-want) > 1e-5 {
						t.Fatalf("tick %v, entity %d: got %v, want %v at %d, %d", tick, entity.ID(),
							m[4*r+c], want, r, c)
					}
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("%d matrices compared", compared)
	}
	if _, ok := history.JointMatrix(13, g.characters()[0], 0); ok {
		t.Error("a tick of the future has a matrix")
	}
}

func TestHistoryOutsideOfItsTicks(t *testing.T) {
	g := newGame(t, 1)
	_, history, _ := historyGame(t, rollback.CapsulesOf(g.library, g.model, 0.03), 10, 4)
	huge := float32(1e6)
	for _, tick := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 6.999, 10.001} {
		if _, ok := history.Sphere(tick, mgl32.Vec3{}, huge); ok {
			t.Errorf("tick %v is kept", tick)
		}
	}
	for _, tick := range []float64{7, 8.5, 10} {
		if _, ok := history.Sphere(tick, mgl32.Vec3{}, huge); !ok {
			t.Errorf("tick %v is not kept", tick)
		}
	}
	nan := float32(math.NaN())
	for _, bad := range []mgl32.Vec3{{}, {nan, 0, 0}, {float32(math.Inf(1)), 0, 0}} {
		if hit, ok := history.Ray(8, mgl32.Vec3{0, 1, 5}, bad, huge); ok {
			t.Errorf("the direction %v hits %+v", bad, hit)
		}
	}
	if _, ok := history.Ray(8, mgl32.Vec3{nan, 0, 0}, mgl32.Vec3{0, 0, 1}, huge); ok {
		t.Error("a ray from nowhere hits")
	}
	if _, ok := history.Sphere(8, mgl32.Vec3{}, nan); ok {
		t.Error("a sphere of no size hits")
	}
}

// A character whose number went to another one in ticks that were undone is found between the last
// tick before them and the first one after.
func TestHistoryRewindsOverNumbersGivenAnew(t *testing.T) {
	g := newGame(t, 1)
	g.removeOthers(t)
	e := g.characters()[0]
	check(t, g.animation.EnableModelMatrices(e))
	history, err := rollback.NewHistory(g.animation, 32, rollback.CapsulesOf(g.library, g.model, 0.03)...)
	check(t, err)
	check(t, g.animation.Update(1.0/60))
	history.Record()
	snapshot, err := g.session.AppendSnapshot(nil)
	check(t, err)
	g.world.RemoveEntity(e)
	other, err := g.animation.Spawn(g.model, mgl32.Translate3D(100, 0, 0))
	check(t, err)
	if other.ID() != e.ID() || other == e {
		t.Fatalf("expected entity %v to take the number of %v", other, e)
	}
	check(t, g.animation.EnableModelMatrices(other))
	check(t, g.animation.Update(1.0/60))
	history.Record()
	check(t, g.session.Restore(snapshot))
	history.Rewind(1)
	check(t, g.animation.Update(1.0/60))
	history.Record()
	for _, tick := range []float64{1, 1.5, 2} {
		if hit, ok := history.Sphere(tick, mgl32.Vec3{}, 10); !ok || hit.Entity != e {
			t.Errorf("tick %v: expected a hit of %v, found %v of %v", tick, e, ok, hit.Entity)
		}
	}
}

// After a rollback the history continues from the restored tick, without the characters of the
// future that was undone.
func TestHistoryRewind(t *testing.T) {
	g := newGame(t, 1)
	capsules := rollback.CapsulesOf(g.library, g.model, 0.03)
	history, err := rollback.NewHistory(g.animation, 32, capsules...)
	check(t, err)
	step := func() {
		for _, e := range g.characters() {
			check(t, g.animation.EnableModelMatrices(e))
		}
		g.step(t)
		history.Record()
	}
	for range 10 {
		step()
	}
	snapshot, err := g.session.AppendSnapshot(nil)
	check(t, err)
	for range 10 {
		step()
	}
	all := func() string {
		text := ""
		for tick := 1.0; tick <= 20; tick += 0.5 {
			for x := float32(0); x < 10; x += 0.5 {
				hit, ok := history.Ray(tick, mgl32.Vec3{x, 1, 5}, mgl32.Vec3{0, 0, -1}, 10)
				text += fmt.Sprintln(hit, ok)
			}
		}
		return text
	}
	want := all()
	check(t, g.session.Restore(snapshot))
	history.Rewind(10)
	if _, newest := history.Ticks(); newest != 10 {
		t.Fatalf("the newest tick is %d", newest)
	}
	ghost := g.characters()
	for _, e := range ghost {
		g.world.RemoveEntity(e)
	}
	history.Record()
	if hit, ok := history.Sphere(11, mgl32.Vec3{}, 1e6); ok {
		t.Errorf("%+v is of a future that was undone", hit)
	}
	check(t, g.session.Restore(snapshot))
	history.Rewind(10)
	for range 10 {
		step()
	}
	if all() != want {
		t.Error("the hits differ after a rollback")
	}
	history.Rewind(-5)
	if oldest, newest := history.Ticks(); oldest != 0 || newest != 0 {
		t.Errorf("the ticks are %d to %d", oldest, newest)
	}
}

func TestHistoryAllocatesNothing(t *testing.T) {
	g := newGame(t, 1)
	history, err := rollback.NewHistory(g.animation, 8, rollback.CapsulesOf(g.library, g.model, 0.03)...)
	check(t, err)
	for _, e := range g.characters() {
		check(t, g.animation.EnableModelMatrices(e))
	}
	check(t, g.animation.Update(0.1))
	history.Record()
	shooter := g.characters()[0]
	if n := testing.AllocsPerRun(50, func() {
		tick := float64(history.Record()) - 0.5
		history.Ray(tick, mgl32.Vec3{0, 1, 5}, mgl32.Vec3{0, 0, -1}, 100, shooter)
		history.Capsule(tick, mgl32.Vec3{0, 1, 5}, mgl32.Vec3{0, 1, 0}, 0.1, shooter)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// second returns the error of a function that returns two results.
func second[T any](_ T, err error) error { return err }

// recordOf returns a recording without frames.
func recordOf(t *testing.T, session *rollback.Session) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	recorder, err := rollback.NewRecorder(&b, session, nil)
	check(t, err)
	check(t, recorder.Close())
	return &b
}

func TestNewHistoryErrors(t *testing.T) {
	g := newGame(t, 1)
	if _, err := rollback.NewHistory(nil, 1); !errors.Is(err, systems.ErrNil) {
		t.Errorf("a history of no animation: %v", err)
	}
	if _, err := rollback.NewSession(nil); !errors.Is(err, systems.ErrNil) {
		t.Errorf("a session of no animation: %v", err)
	}
	replay, err := rollback.NewReplay(recordOf(t, g.session))
	check(t, err)
	for name, row := range map[string]struct {
		err  error
		text string
	}{
		"Register":            {rollback.Register[health](nil), "session"},
		"RegisterResource":    {rollback.RegisterResource[dice](nil), "session"},
		"Skip":                {rollback.Skip[handle](nil), "session"},
		"Rehearse nothing":    {g.session.Rehearse(2, nil), "step"},
		"Rehearse of none":    {(*rollback.Session)(nil).Rehearse(2, func() error { return nil }), "session"},
		"NewReplay":           {second(rollback.NewReplay(nil)), "reader"},
		"NewRecorder, writer": {second(rollback.NewRecorder(nil, g.session, nil)), "writer"},
		"NewRecorder":         {second(rollback.NewRecorder(&bytes.Buffer{}, nil, nil)), "session"},
		"Begin":               {replay.Begin(nil), "session"},
	} {
		if !errors.Is(row.err, systems.ErrNil) || !strings.Contains(row.err.Error(), row.text) {
			t.Errorf("%s of nil: %v", name, row.err)
		}
	}
	for _, times := range []int{-1, 0, 1} {
		ran := false
		err := g.session.Rehearse(times, func() error { ran = true; return nil })
		if err == nil || !strings.Contains(err.Error(), "at least 2 times") || ran {
			t.Errorf("rehearsing %d times: %v, and the step ran: %v", times, err, ran)
		}
	}
	if c := rollback.CapsulesOf(nil, g.model, 0); c != nil {
		t.Errorf("capsules of no library: %v", c)
	}
	if c := rollback.CapsulesOf(g.library, nil, 0); c != nil {
		t.Errorf("capsules of no model: %v", c)
	}
	good := rollback.Capsule{Skeleton: g.model.Skeleton, Radius: 1}
	inf := float32(math.Inf(1))
	for _, change := range []func(c *rollback.Capsule){
		func(c *rollback.Capsule) { c.Skeleton = 0 }, func(c *rollback.Capsule) { c.Joint = -1 },
		func(c *rollback.Capsule) { c.Joint = 10_000 }, func(c *rollback.Capsule) { c.Radius = 0 },
		func(c *rollback.Capsule) { c.Radius = inf }, func(c *rollback.Capsule) { c.A[1] = inf },
		func(c *rollback.Capsule) { c.B[2] = inf - inf },
	} {
		bad := good
		change(&bad)
		if _, err := rollback.NewHistory(g.animation, 1, good, bad); !errors.Is(err, rollback.ErrCapsule) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := rollback.NewHistory(g.animation, 0, good); err == nil {
		t.Error("a history of no ticks")
	}
}

// The proposed capsules hold most of the mesh, and no finger if these are left out.
func TestCapsulesOf(t *testing.T) {
	g := newGame(t, 1)
	all, few := rollback.CapsulesOf(g.library, g.model, 0), rollback.CapsulesOf(g.library, g.model, 0.04)
	if len(few) < 8 || len(few) > 40 || len(all) < len(few) {
		t.Errorf("%d and %d capsules", len(all), len(few))
	}
	world := g.animation
	e, err := world.Spawn(g.model, ident)
	check(t, err)
	check(t, world.EnableModelMatrices(e))
	check(t, world.EnableVertices(e))
	for _, other := range g.characters() {
		if other != e {
			g.world.RemoveEntity(other)
		}
	}
	check(t, world.Player(e).Play(g.model.Clip("walk")))
	check(t, world.Update(0.3))
	history, err := rollback.NewHistory(world, 1, all...)
	check(t, err)
	history.Record()
	inside, total := 0, 0
	for part := range g.model.Parts {
		for i := 0; world.Vertices(e, part, i) != nil; i++ {
			for _, p := range world.Vertices(e, part, i).Positions {
				total++
				if _, ok := history.Sphere(1, p, 0.001); ok {
					inside++
				}
			}
		}
	}
	if total == 0 || float64(inside) < 0.7*float64(total) {
		t.Errorf("%d of %d vertices are inside", inside, total)
	}
	t.Log(len(all), len(few), inside, total)
	twice := rollback.CapsulesOf(g.library, g.model, 0, g.model)
	for i, c := range all {
		if d := twice[i]; d.Joint != c.Joint || math.Abs(float64(d.Radius-c.Radius)) > 1e-6 || d.A.Sub(c.A).Len() > 1e-6 ||
			d.B.Sub(c.B).Len() > 1e-6 {
			t.Errorf("with the model worn again, capsule %d is %v instead of %v", i, d, c)
		}
	}
	large := &assets.Model{Name: "armor", Skeleton: g.model.Skeleton}
	head, _ := g.library.Skeleton(g.model.Skeleton).Find("head")
	large.SetJointBounds(assets.JointBounds{Joints: []int16{int16(head)}, Boxes: []float32{0, 3, 0, 0.5, 1, 0.5}})
	for i, c := range rollback.CapsulesOf(g.library, g.model, 0, large) {
		if inside := c.B[1]+c.Radius > 3.9 && c.Radius >= 0.5; c.Joint == int32(head) != inside {
			t.Errorf("capsule %d of joint %d holds the armor: %v", i, c.Joint, inside)
		}
	}
	for _, other := range []*assets.Model{nil, {Name: "without a skeleton"}} {
		if list := rollback.CapsulesOf(g.library, g.model, 0, other); list != nil {
			t.Errorf("%d capsules with a worn model that does not fit", len(list))
		}
	}
	if list := rollback.CapsulesOf(assets.NewLibrary(), g.model, 0); len(list) != 0 {
		t.Errorf("%d capsules without a skeleton", len(list))
	}
}

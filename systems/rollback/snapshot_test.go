package rollback_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/untyped"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

func TestRegisterNamesTheField(t *testing.T) {
	g := newGame(t, 1)
	type inner struct{ Path []string }
	type outer struct {
		Number int
		In     [2]inner
	}
	err := rollback.Register[outer](g.session)
	if want := "rollback_test.outer.In[].Path: expected a bool, a number, or an array or struct of them, found a []string"; !errors.Is(err, rollback.ErrNotPlain) ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, err := range []error{
		rollback.Register[struct{ P *int }](g.session), rollback.Register[struct{ M map[int]int }](g.session),
		rollback.Register[struct{ F func() }](g.session), rollback.Register[struct{ S string }](g.session),
		rollback.Register[struct{ C chan int }](g.session), rollback.Register[struct{ I any }](g.session),
		rollback.Register[struct{ U uintptr }](g.session), rollback.RegisterResource[struct{ S string }](g.session),
	} {
		if !errors.Is(err, rollback.ErrNotPlain) {
			t.Errorf("got %v", err)
		}
	}
	for _, err := range []error{
		rollback.Register[health](g.session), rollback.Skip[health](g.session),
		rollback.RegisterResource[dice](g.session),
		rollback.Register[components.Transform](g.session),
	} {
		if !errors.Is(err, rollback.ErrRegistered) {
			t.Errorf("got %v", err)
		}
	}
	query := g.wounded.Query(g.world)
	if err := rollback.Register[struct{ N int }](g.session); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("during a query: %v", err)
	}
	query.Close()
	check(t, rollback.Register[dice](g.session)) // a component of the same type as a resource
}

func TestUnregisteredComponent(t *testing.T) {
	type unknown struct{ N int }
	g := newGame(t, 1)
	map1 := generic.NewMap1[unknown](g.world)
	e := map1.New()
	b := []byte("before")
	b, err := g.session.AppendSnapshot(b)
	if !errors.Is(err, rollback.ErrUnregistered) || !strings.Contains(err.Error(), "rollback_test.unknown") ||
		string(b) != "before" {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	g.world.RemoveEntity(e)
	snapshot, err := g.session.AppendSnapshot(nil)
	check(t, err)
	e = map1.New() // born after the snapshot, with a component that the session does not know
	check(t, g.session.Restore(snapshot))
	if ecs.IsAlive(g.world, e) {
		t.Error("the entity is still alive")
	}
}

func TestRestoreNamesTypesThatDoNotMatch(t *testing.T) {
	type extra struct{ N int }
	a, b := newGame(t, 1), newGame(t, 1)
	check(t, rollback.Register[extra](a.session))
	withExtra, err := a.session.AppendSnapshot(nil)
	check(t, err)
	without, err := b.session.AppendSnapshot(nil)
	check(t, err)
	for _, c := range []struct {
		g        *game
		snapshot []byte
		want     string
	}{
		{b, withExtra, "the component github.com/sinew-go/sinew/systems/rollback_test.extra: the type is neither registered"},
		{a, without, "rollback_test.extra is registered, and was not"},
		{b, bytes.Replace(without, []byte("rollback_test.health"), []byte("rollback_test.wealth"), 1), "checksum"},
		{b, without[:len(without)-1], "bytes"},
		{b, append([]byte("x"), without...), "begin"},
		{b, a.animation.AppendSnapshot(nil), "begin"},
	} {
		before, err := c.g.session.AppendSnapshot(nil)
		check(t, err)
		if err := c.g.session.Restore(c.snapshot); !errors.Is(err, rollback.ErrSnapshot) ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		} else if isUnknown := strings.Contains(c.want, "neither registered"); isUnknown != errors.Is(err, rollback.ErrUnregistered) {
			t.Errorf("%v: wraps ErrUnregistered: %v, want %v", err, !isUnknown, isUnknown)
		}
		after, err := c.g.session.AppendSnapshot(nil)
		check(t, err)
		if !bytes.Equal(before, after) {
			t.Error("the world has changed")
		}
	}
}

// A snapshot is restored into the world of another process, which is empty.
func TestRestoreIntoAnEmptyWorld(t *testing.T) {
	a, b := newGame(t, 1), newGame(t, 2)
	for range 40 {
		a.step(t)
	}
	snapshot, err := a.session.AppendSnapshot(nil)
	check(t, err)
	b.world.Reset()
	check(t, b.session.Restore(snapshot))
	if err := a.session.Compare(a.session.Take(t), b.session.Take(t)); err != nil &&
		!strings.Contains(err.Error(), "palette") {
		t.Error(err)
	}
	for range 30 {
		a.step(t)
		b.step(t)
		if err := a.session.Compare(a.session.Take(t), b.session.Take(t)); err != nil {
			t.Fatal(err)
		}
	}
}

// References between entities stay right when the entities come back.
func TestReferencesSurvive(t *testing.T) {
	g := newGame(t, 1)
	e := g.characters()[0]
	sword, err := g.animation.Attach(e, "right_hand")
	check(t, err)
	enemy := g.characters()[1]
	g.health.Get(e).Enemy = enemy
	check(t, g.animation.Update(0.25))
	at := g.transform.Get(sword).Matrix
	snapshot, err := g.session.AppendSnapshot(nil)
	check(t, err)
	for _, dead := range []ecs.Entity{e, sword, enemy} {
		g.world.RemoveEntity(dead)
	}
	for range 20 {
		g.step(t)
	}
	check(t, g.session.Restore(snapshot))
	if !g.world.Alive(e) || !g.world.Alive(enemy) || g.health.Get(e).Enemy != enemy {
		t.Error("the enemy is another one")
	}
	attachments := generic.NewMap1[components.Attachment](g.world)
	if attachments.Get(sword).Target != e || g.transform.Get(sword).Matrix != at {
		t.Error("the sword is elsewhere")
	}
	g.transform.Get(sword).Matrix = ident
	check(t, g.animation.Update(0))
	if g.transform.Get(sword).Matrix != at {
		t.Error("the sword does not follow the hand")
	}
}

// Restoring keeps the present value of a skipped component, and gives entities that come back the
// zero value.
func TestSkippedComponents(t *testing.T) {
	g := newGame(t, 1)
	lives, dies := g.characters()[0], g.characters()[1]
	sounds := [3]int{}
	for i, e := range []ecs.Entity{lives, dies} {
		if g.handles.Get(e) != nil {
			g.handles.Remove(e)
		}
		g.handles.Assign(e, &handle{&sounds[i]})
	}
	snapshot, err := g.session.AppendSnapshot(nil)
	check(t, err)
	g.handles.Get(lives).sound = &sounds[2]
	g.world.RemoveEntity(dies)
	check(t, g.session.Restore(snapshot))
	if g.handles.Get(lives).sound != &sounds[2] || g.handles.Get(dies) == nil || g.handles.Get(dies).sound != nil {
		t.Error("the handles are wrong")
	}
}

func TestResources(t *testing.T) {
	g := newGame(t, 1)
	own := g.dice.Get()
	own.State = 5
	other := &struct{ Text []string }{[]string{"kept"}}
	type note struct{ Text []string }
	notes := generic.NewResource[note](g.world)
	notes.Add(&note{other.Text})
	with, err := g.session.AppendSnapshot(nil)
	check(t, err)
	own.State = 6
	g.world.NewEntity() // so that the world is rebuilt
	check(t, g.session.Restore(with))
	if g.dice.Get() != own || own.State != 5 || notes.Get().Text[0] != "kept" {
		t.Error("the resources are wrong")
	}
	g.dice.Remove()
	without, err := g.session.AppendSnapshot(nil)
	check(t, err)
	check(t, g.session.Restore(with))
	if g.dice.Get().State != 5 {
		t.Error("the resource did not come back")
	}
	check(t, g.session.Restore(without))
	if g.dice.Has() {
		t.Error("the resource is still there")
	}
}

func TestRestoreWhileLockedOrClosed(t *testing.T) {
	g := newGame(t, 1)
	snapshot, err := g.session.AppendSnapshot(nil)
	check(t, err)
	query := g.wounded.Query(g.world)
	if err := g.session.Restore(snapshot); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("during a query: %v", err)
	}
	if again, err := g.session.AppendSnapshot(nil); err != nil || !bytes.Equal(again, snapshot) {
		t.Errorf("a snapshot during a query differs, %v", err)
	}
	query.Close()
	check(t, g.animation.Schedule().InsertBefore(systems.AtBindSlots, system(func() {
		if err := g.session.Restore(snapshot); !errors.Is(err, systems.ErrBusy) {
			t.Errorf("in a frame: %v", err)
		}
	})))
	check(t, g.animation.Update(0))
	g.animation.Close()
	if err := g.session.Restore(snapshot); !errors.Is(err, systems.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// Damaged snapshots, with a right checksum or a wrong one, give an error and leave the world
// unchanged, or restore some state that a frame can run from.
func TestDamagedSnapshots(t *testing.T) {
	g := newGame(t, 1)
	for range 10 {
		g.step(t)
	}
	good, err := g.session.AppendSnapshot(nil)
	check(t, err)
	rounds := 3000
	if os.Getenv("SINEW_LONG") != "" {
		rounds = 300_000
	}
	random := rand.New(rand.NewPCG(3, 3))
	restored := 0
	for range rounds {
		bad := bytes.Clone(good)
		for range 1 + random.IntN(3) {
			at := random.IntN(len(bad))
			if random.IntN(2) == 0 {
				at = random.IntN(min(len(bad), 6000)) // table and structure
			}
			bad[at] = byte(random.Uint32())
		}
		if random.IntN(4) > 0 {
			rollback.FixChecksum(bad)
		}
		switch err := g.session.Restore(bad); {
		case err == nil:
			restored++
			check(t, g.animation.Update(0.01))
			check(t, g.session.Restore(good))
		case !errors.Is(err, rollback.ErrSnapshot):
			t.Fatal(err)
		default:
			if restored%50 == 0 {
				after, err := g.session.AppendSnapshot(nil)
				if err != nil || !bytes.Equal(after, good) {
					t.Fatalf("the world has changed, %v", err)
				}
			}
		}
	}
	if restored == 0 || restored == rounds {
		t.Errorf("%d of %d damaged snapshots were restored", restored, rounds)
	}
	for n := range len(good) {
		if n > 7000 && n < len(good)-1000 && n%97 > 0 {
			continue
		}
		short := bytes.Clone(good[:n])
		if rollback.FixChecksum(short); g.session.Restore(short) == nil {
			t.Fatalf("the first %d bytes were restored", n)
		}
	}
}

// system is a system that calls a function.
type system func()

func (system) Name() string       { return "Test" }
func (f system) Run(_ *ecs.Frame) { f() }

// Every component of package components is registered, so that it comes along.
func TestEveryComponentIsRegistered(t *testing.T) {
	rows := components.Table()
	if len(rows) < 17 {
		t.Fatalf("the table has %d components", len(rows))
	}
	g := newGame(t, 1)
	for _, row := range rows {
		kind := untyped.Reflect(row.Type)
		if name := kind.PkgPath() + "." + kind.Name(); !g.session.Registered(name) {
			t.Errorf("%s is not registered: see registerOwn", name)
		}
	}
}

// Saving allocates nothing once the memory is large enough, and what it reads of the entities is
// what arche's World.DumpEntities returns.
func TestSavingAllocatesNothing(t *testing.T) {
	g := newGame(t, 1)
	var snapshot []byte
	for range 40 { // births and deaths
		g.step(t)
		if got, want := rollback.Numbers(t, g.session), g.world.DumpEntities(); !reflect.DeepEqual(got, want) {
			t.Fatalf("expected %v, found %v", want, got)
		}
	}
	save := func() {
		var err error
		snapshot, err = g.session.AppendSnapshot(snapshot[:0])
		check(t, err)
	}
	save()
	if n := testing.AllocsPerRun(20, save); n != 0 && !probe.Race {
		t.Errorf("%v allocations", n)
	}
}

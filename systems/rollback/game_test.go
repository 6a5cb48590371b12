package rollback_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/rollback"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Components and resources of the game.
type (
	health struct {
		Points int
		Hurt   bool
		Enemy  ecs.Entity
		Wounds [3]float32
	}
	// owner is a relation: the character that a prop belongs to.
	owner struct {
		arche.Relation
		Since uint16
	}
	// name encodes itself. It has no pointer, because arche moves components without telling the
	// garbage collector.
	name struct {
		Letters [12]byte
		Length  uint8
	}
	// handle is skipped.
	handle struct{ sound *int }
	// dice is a resource: random numbers that are part of the state.
	dice struct{ State uint64 }
)

func named(text string) *name {
	n := &name{Length: uint8(len(text))}
	copy(n.Letters[:], text)
	return n
}

func (n *name) AppendBinary(b []byte) ([]byte, error) { return append(b, n.Letters[:n.Length]...), nil }

func (n *name) UnmarshalBinary(b []byte) error {
	if len(b) > len(n.Letters) {
		return fmt.Errorf("a name has %d letters", len(b))
	}
	n.Length = uint8(copy(n.Letters[:], b))
	return nil
}

func (d *dice) roll(n int) int {
	d.State = d.State*6364136223846793005 + 1442695040888963407
	return int(d.State >> 33 % uint64(n))
}

// game is a world in which characters and props come and go. All of its decisions depend on the
// world alone.
type game struct {
	world     *ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	session   *rollback.Session
	health    generic.Map1[health]
	owners    generic.Map1[owner]
	names     generic.Map1[name]
	handles   generic.Map1[handle]
	transform generic.Map1[components.Transform]
	scale     generic.Map1[components.TimeScale]
	meshes    generic.Map2[components.RigidMesh, components.Transform]
	dice      generic.Resource[dice]
	wounded   *generic.Filter1[health]
	owned     *generic.Filter1[owner]
	props     *generic.Filter1[components.RigidMesh]
	sound     int

	members *crowd.Crowd
	bodies  *ragdoll.Definition
	watch   id.ModifierStack
	jacket  *assets.Model
	coat    *assets.Model    // a garment
	tail    id.ModifierStack // its springs
	walks   id.Motion        // a database
	moods   id.Graph         // with states that play it

	keep func() // called right before the update, if there is one
}

// content is what a game is played with.
type content struct {
	library *assets.Library
	model   *assets.Model
	bodies  *ragdoll.Definition
	err     error
}

// shared returns what all tests share.
var shared = sync.OnceValue(newContent)

func newContent() (c content) {
	c.library = assets.NewLibrary()
	if c.model, c.err = addMannequin(c.library); c.err == nil {
		c.bodies, c.err = ragdoll.Propose(c.library, c.model, ragdoll.Options{Mass: 70})
	}
	return c
}

// addMannequin adds the built-in character and a clip that moves it: the others step in place.
func addMannequin(library *assets.Library) (*assets.Model, error) {
	model, err := mannequin.New(library)
	if err != nil {
		return nil, err
	}
	walk, err := courses.Stepping("walk ahead", library.Skeleton(model.Skeleton), "walk", 1, 0)
	if err == nil {
		walk, err = clip.ExtractRootMotion(walk, clip.RootMotionOptions{})
	}
	if err == nil {
		library.AddClip(walk)
		err = addWatching(library, model)
	}
	if err == nil {
		err = addJacket(library, model)
	}
	if err == nil {
		err = addCoat(library, model)
	}
	if err == nil {
		err = addRoaming(library, model)
	}
	return model, err
}

func newGame(t testing.TB, workers int) *game {
	t.Helper()
	return newGameWith(t, shared(), workers)
}

func newGameWith(t testing.TB, c content, workers int) *game {
	t.Helper()
	check(t, c.err)
	world := ecs.NewWorld()
	g := &game{world: &world, library: c.library, model: c.model, bodies: c.bodies}
	var err error
	g.animation, err = systems.NewAnimation(g.world, g.library, systems.WithWorkers(workers))
	check(t, err)
	t.Cleanup(g.animation.Close)
	g.session, err = rollback.NewSession(g.animation)
	check(t, err)
	check(t, rollback.Register[health](g.session))
	check(t, rollback.Register[owner](g.session))
	check(t, rollback.Register[name](g.session))
	check(t, rollback.Skip[handle](g.session))
	check(t, rollback.RegisterResource[dice](g.session))
	g.health, g.owners = generic.NewMap1[health](g.world), generic.NewMap1[owner](g.world, generic.T[owner]())
	g.names, g.handles = generic.NewMap1[name](g.world), generic.NewMap1[handle](g.world)
	g.transform, g.scale = generic.NewMap1[components.Transform](g.world),
		generic.NewMap1[components.TimeScale](g.world)
	g.meshes = generic.NewMap2[components.RigidMesh, components.Transform](g.world)
	g.dice = generic.NewResource[dice](g.world)
	g.dice.Add(&dice{State: 7})
	g.wounded, g.owned = generic.NewFilter1[health](), generic.NewFilter1[owner]()
	g.props = generic.NewFilter1[components.RigidMesh]()
	g.addCrowd(t)
	g.findRoaming(t)
	check(t, g.animation.Schedule().InsertAfter(systems.AtLocalToModel, ecs.EachBlock(newReach(g))))
	for range 12 {
		g.spawn(t)
	}
	return g
}

func (g *game) spawn(t testing.TB) {
	d := g.dice.Get()
	e, err := g.animation.Spawn(g.model, mgl32.Translate3D(float32(d.roll(100))/10, 0, 0))
	check(t, err)
	player := g.animation.Player(e)
	check(t, player.Play(g.model.Clips[d.roll(len(g.model.Clips))]))
	g.health.NewWith(&health{}) // an entity of its own, for empty slots in the table
	h := health{Points: d.roll(90) + 30, Enemy: e, Wounds: [3]float32{1, 2, float32(d.roll(9))}}
	g.health.Assign(e, &h)
	switch d.roll(5) {
	case 0:
		check(t, g.animation.EnableInertialization(e))
	case 1:
		check(t, g.animation.EnableModelMatrices(e))
	case 2:
		check(t, g.animation.EnableRootMotion(e))
		g.names.Assign(e, named("walker"))
	case 3:
		_, err := g.animation.Attach(e, "right_hand")
		check(t, err)
		g.handles.Assign(e, &handle{&g.sound})
	}
	if d.roll(2) == 0 {
		prop := g.meshes.NewWith(&components.RigidMesh{}, &components.Transform{Matrix: mgl32.Translate3D(0, 1, 0)})
		g.world.Relations().Exchange(prop, []arche.ID{arche.ComponentID[owner](g.world)}, nil,
			arche.ComponentID[owner](g.world), e)
	}
}

// sorted returns the entities with health by number, because the order in which queries find
// different components is no part of the state.
func (g *game) sorted() (list []ecs.Entity) {
	query := g.wounded.Query(g.world)
	for query.Next() {
		list = append(list, query.Entity())
	}
	slices.SortFunc(list, func(a, b ecs.Entity) int { return cmp.Compare(a.ID(), b.ID()) })
	return list
}

// step runs a frame: everything that decides is in the world.
func (g *game) step(t testing.TB) {
	d := g.dice.Get()
	var dead []ecs.Entity
	for _, e := range g.sorted() {
		h := g.health.Get(e)
		h.Points -= 1 + d.roll(2)
		h.Wounds[d.roll(3)] += float32(h.Points) / 3
		if h.Hurt = h.Points < 10; h.Points <= 0 {
			dead = append(dead, e)
		}
	}
	owned := g.owned.Query(g.world)
	for owned.Next() {
		owned.Get().Since++
		if !g.world.Alive(g.world.Relations().Get(owned.Entity(), arche.ComponentID[owner](g.world))) {
			dead = append(dead, owned.Entity())
		}
	}
	slices.SortStableFunc(dead, func(a, b ecs.Entity) int { return cmp.Compare(a.ID(), b.ID()) })
	for _, e := range dead {
		g.world.RemoveEntity(e)
	}
	for range d.roll(3) {
		g.spawn(t)
	}
	all := slices.DeleteFunc(g.sorted(), func(e ecs.Entity) bool { return g.animation.Player(e).Component() == nil })
	if len(all) > 0 {
		e := all[d.roll(len(all))]
		player := g.animation.Player(e)
		switch d.roll(4) {
		case 0:
			if c := g.animation.Controller(e).Component(); c != nil && c.Graph != 0 {
				check(t, g.animation.Release(e))
			}
			check(t, player.CrossFade(g.model.Clips[d.roll(len(g.model.Clips))], 0.1))
		case 1:
			if g.scale.Get(e) == nil {
				g.scale.Assign(e, &components.TimeScale{Scale: 0.5})
			} else {
				g.scale.Remove(e)
			}
		case 2:
			g.transform.Get(e).Matrix[12] += 0.25
		}
	}
	for range d.roll(4) {
		g.meet(t)
	}
	props := g.props.Query(g.world)
	for props.Next() {
		g.transform.Get(props.Entity()).Matrix[13] += 0.125
	}
	if g.keep != nil {
		g.keep()
	}
	check(t, g.animation.Update(1.0/60))
}

// Rollback over births and deaths: the frames after a restored snapshot have the same bits as the
// first time, with the same entity numbers, slots and events, with any number of workers.
func TestRollbackOverBirthsAndDeaths(t *testing.T) {
	var all [2][]uint64
	for w := range all {
		g := newGame(t, w+1)
		random := rand.New(rand.NewPCG(1, 2))
		rebuilt, rounds, roamed, inStates, shown := 0, 24, 0, 0, 0
		if probe.Race {
			rounds = 8
		}
		if os.Getenv("SINEW_LONG") != "" {
			rounds = 400
		}
		for round := range rounds {
			for range random.IntN(6) {
				g.step(t)
			}
			if round%5 == 4 {
				g.spawn(t) // born after the last frame
			}
			snapshot, err := g.session.AppendSnapshot(nil)
			check(t, err)
			before := g.world.DumpEntities()
			var want []*rollback.Image
			for range 1 + random.IntN(12) {
				g.step(t)
				want = append(want, g.session.Take(t))
			}
			end, err := g.session.AppendSnapshot(nil)
			check(t, err)
			if after := g.world.DumpEntities(); !slices.Equal(before.Entities, after.Entities) {
				rebuilt++
			}
			for range random.IntN(3) {
				g.step(t)
			}
			if round%2 == 0 {
				g.look()
			}
			check(t, g.session.Restore(snapshot))
			roaming, states := g.roaming()
			roamed, inStates = roamed+roaming, inStates+states
			if round%3 == 0 {
				g.look() // what was restored, before its first frame
			}
			again, err := g.session.AppendSnapshot(nil)
			check(t, err)
			if !slices.Equal(again, snapshot) {
				t.Fatalf("round %d: the snapshot of the restored state differs", round)
			}
			for i := range want {
				g.step(t)
				shown += g.shown(t)
				if err := g.session.Compare(want[i], g.session.Take(t)); err != nil {
					t.Fatalf("%d workers, round %d, %d of %d after the snapshot: %v", w+1, round, i, len(want), err)
				}
				all[w] = append(all[w], want[i].Hash())
			}
			if again, err = g.session.AppendSnapshot(nil); err != nil || !slices.Equal(again, end) {
				t.Fatalf("round %d: the snapshot after the replay differs (%v)", round, err)
			}
		}
		if rebuilt < rounds/2 {
			t.Errorf("entities were born or died in %d rounds only", rebuilt)
		}
		if shown < rounds {
			t.Errorf("in %d rounds a model was shown by a garment %d times", rounds, shown)
		}
		if roamed < rounds || inStates < rounds/4 {
			t.Errorf("in %d rounds %d characters played the database, %d of them in states", rounds, roamed, inStates)
		}
	}
	if !slices.Equal(all[0], all[1]) {
		t.Error("the results with two workers differ from those with one")
	}
}

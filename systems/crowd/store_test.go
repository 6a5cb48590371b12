package crowd_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// everything is a view that shows everything.
func everything() *crowdstore.View {
	v := &crowdstore.View{Casting: true}
	for i := range v.Image {
		v.Image[i], v.Shadow[i] = mgl32.Vec4{0, 0, 0, 1e9}, mgl32.Vec4{0, 0, 0, 1e9}
	}
	return v
}

// collected returns the number of members that a view shows.
func (f *fixture) collected(t testing.TB, v *crowdstore.View) int {
	t.Helper()
	check(t, f.store.Sync())
	var c crowdstore.Collected
	f.store.Begin(&c)
	f.store.Collect(&c, v)
	n := 0
	for _, list := range c.Lists {
		n += list.End - list.First
	}
	return n
}

// The store follows the world: members that are born, die, change, change over and move, by methods
// and by the program, several of them in the same frame.
func TestTheStoreFollowsTheWorld(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(9, 9))
	players := generic.NewMap1[components.CrowdPlayer](&f.world)
	transforms := generic.NewMap1[components.Transform](&f.world)
	direct := generic.NewMap3[components.CrowdPlayer, components.SkinnedMesh, components.Transform](&f.world)
	var members, characters []ecs.Entity
	take := func(list *[]ecs.Entity) ecs.Entity {
		i := random.IntN(len(*list))
		e := (*list)[i]
		(*list)[i] = (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		return e
	}
	place := func() mgl32.Mat4 {
		return mgl32.Translate3D(60*random.Float32()-30, 0, 60*random.Float32()-30).
			Mul4(mgl32.HomogRotate3DY(6 * random.Float32()))
	}
	for round := range 400 {
		for range random.IntN(6) {
			switch action := random.IntN(8); {
			case action <= 1 || len(members) == 0:
				m, err := f.crowd.Spawn(f.model, place(), f.model.Clip(clips[random.IntN(6)]))
				check(t, err)
				members = append(members, m.Entity())
			case action == 2:
				check(t, f.crowd.Remove(take(&members)))
			case action == 3: // by the program, without a word: one dies and one is born under the same number
				f.world.RemoveEntity(take(&members))
				e := direct.NewWith(&components.CrowdPlayer{}, &components.SkinnedMesh{Model: f.model.ID},
					&components.Transform{Matrix: place()})
				f.crowd.Changed(e)
				members = append(members, e)
			case action == 4:
				e := take(&members)
				check(t, f.crowd.ToCharacter(e))
				characters = append(characters, e)
			case action == 5 && len(characters) > 0:
				e := take(&characters)
				check(t, f.crowd.ToCrowd(e))
				members = append(members, e)
			case action == 6:
				check(t, f.crowd.Member(members[random.IntN(len(members))]).Move(place()))
			default:
				e := members[random.IntN(len(members))]
				check(t, f.crowd.Member(e).CrossFade(f.model.Clip(clips[random.IntN(6)]), random.Float64()))
			}
		}
		if round%7 == 0 && len(members) > 0 { // without a word, and without a change of the number
			f.world.RemoveEntity(take(&members))
		}
		f.update(t, 0.05)
		if n := f.collected(t, everything()); n != len(members) || f.store.Len() != len(members) {
			t.Fatalf("round %d: %d members are drawn and %d known, want %d", round, n, f.store.Len(), len(members))
		}
		identity := rig.IdentityMatrix()
		for _, e := range members {
			slot := f.store.Slot(e)
			if slot < 0 {
				t.Fatalf("round %d: entity %d has no slot", round, e.ID())
			}
			r := &f.store.KindOf(slot).Rigs[0]
			got, want := f.store.Pose(r, f.store.Records(), slot, 0, f.store.Now(), &identity, nil),
				rig.MatrixFromMat4(transforms.Get(e).Matrix)
			if got != want {
				t.Fatalf("round %d: a member is at %v, want %v", round, got, want)
			}
			if players.Get(e) == nil {
				t.Fatal("a member has no player")
			}
		}
	}
	f.world.Reset()
	f.update(t, 0.1)
	if n := f.collected(t, everything()); n != 0 {
		t.Errorf("%d members after World.Reset", n)
	}
}

// Members move with their carriers, also where many carriers came and went, which take no memory
// any more.
func TestCarriersComeAndGo(t *testing.T) {
	f := newFixture(t)
	transforms := generic.NewMap1[components.Transform](&f.world)
	type pair struct{ member, carrier ecs.Entity }
	var pairs []pair
	random := rand.New(rand.NewPCG(4, 4))
	most := 0
	var c crowdstore.Collected
	for round := range 300 {
		carrier := transforms.NewWith(&components.Transform{Matrix: mgl32.Translate3D(float32(round), random.Float32(), 0)})
		m := f.spawn(t, "walk")
		check(t, m.SetCarrier(carrier))
		pairs = append(pairs, pair{m.Entity(), carrier})
		for len(pairs) > 1+random.IntN(5) {
			i := random.IntN(len(pairs))
			check(t, f.crowd.Remove(pairs[i].member))
			f.world.RemoveEntity(pairs[i].carrier)
			pairs = slices.Delete(pairs, i, i+1)
		}
		if len(pairs) > 1 { // one changes over to the carrier of another
			check(t, f.crowd.Member(pairs[0].member).SetCarrier(pairs[1].carrier))
		}
		check(t, f.store.Sync())
		for i, p := range pairs {
			carrier := p.carrier
			if i == 0 && len(pairs) > 1 {
				carrier = pairs[1].carrier
			}
			if got, want := f.store.CarrierOf(f.store.Slot(p.member)), rig.MatrixFromMat4(
				transforms.Get(carrier).Matrix); got != want {
				t.Fatalf("round %d: the carrier of member %d is at %v, want %v", round, i, got, want)
			}
		}
		if len(pairs) > 1 {
			check(t, f.crowd.Member(pairs[0].member).SetCarrier(pairs[0].carrier))
		}
		f.store.Begin(&c)
		f.store.Collect(&c, everything())
		most = max(most, len(c.Entries)/4)
	}
	if most > 60 {
		t.Errorf("%d texels for at most 6 carriers at a time", most)
	}
}

// Changes that the program makes without a word show after some frames.
func TestUnreportedChangesShowLater(t *testing.T) {
	f := newFixture(t)
	var members []ecs.Entity
	for i := range 500 {
		m, err := f.crowd.Spawn(f.model, mgl32.Translate3D(float32(i), 0, 0), f.model.Clip("walk"))
		check(t, err)
		members = append(members, m.Entity())
	}
	f.collected(t, everything())
	transforms := generic.NewMap1[components.Transform](&f.world)
	for _, e := range members {
		transforms.Get(e).Matrix = mgl32.Translate3D(0, 7, 0)
	}
	var mark crowdstore.Mark
	f.store.Changes(&mark)
	frames := 0
	for changed := 0; changed < len(members); frames++ {
		check(t, f.store.Sync())
		slots, few := f.store.Changes(&mark)
		if changed += len(slots); !few || frames > 600 {
			t.Fatalf("%d members of %d after %d frames", changed, len(members), frames)
		}
	}
	t.Log(frames, "frames")
}

// NaN and infinities in components, stale and wrong IDs are harmless: what cannot be drawn is not,
// and nothing panics.
func TestGarbageIsHarmless(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	random := rand.New(rand.NewPCG(2, 2))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	odd := []float32{0, 1, -1, nan, inf, -inf, 1e30, 1e-30}
	appearances := generic.NewMap1[components.Appearance](&f.world)
	number := func() float32 { return odd[random.IntN(len(odd))] }
	direct := generic.NewMap3[components.CrowdPlayer, components.SkinnedMesh, components.Transform](&f.world)
	for range 300 {
		p := components.CrowdPlayer{Since: float64(number()), Weight: number(), Target: number(), Rate: number()}
		for i := range p.Motions {
			p.Motions[i] = components.CrowdMotion{
				Clip: []assets.ClipID{0, 1, 12345, model.Clip("walk")}[random.IntN(4)], Time: float64(number()),
				Speed: number(),
				Mode:  assets.PlayMode(random.IntN(6)), Backward: random.IntN(2) == 0,
			}
		}
		looks := components.Appearance{Tint: mgl32.Vec3{number(), number(), number()}, Build: number()}
		mesh := components.SkinnedMesh{
			Model:  []assets.ModelID{0, 99, model.ID, model.ID}[random.IntN(4)],
			Hidden: random.Uint64(),
		}
		place := mgl32.Ident4()
		if random.IntN(2) == 0 {
			place[random.IntN(16)] = number()
		}
		appearances.Assign(direct.NewWith(&p, &mesh, &components.Transform{Matrix: place}), &looks)
	}
	for range 20 {
		f.update(t, 0.1)
		f.collected(t, everything())
	}
	identity := rig.IdentityMatrix()
	for slot, record := range f.store.Records() {
		kind := f.store.KindOf(slot)
		if kind == nil || len(kind.Rigs) == 0 {
			continue
		}
		for entry := range kind.Rigs[0].Entries {
			if entry == 1 {
				for _, word := range record[28:31] { // the tint
					if tint := math.Float32frombits(word); !(tint >= 0) || tint-tint != 0 {
						t.Fatalf("slot %d: the tint has the number %v", slot, tint)
					}
				}
				continue
			}
			m := f.store.Pose(&kind.Rigs[0], f.store.Records(), slot, entry, f.store.Now(), &identity, nil)
			for _, x := range m {
				if x-x != 0 {
					t.Fatalf("slot %d: entry %d is %v", slot, entry, m)
				}
			}
		}
	}
	if !library.RemoveModel(model.ID) {
		t.Fatal("the model was not removed")
	}
	if n := f.collected(t, everything()); n != 0 {
		t.Errorf("%d members of a removed model are drawn", n)
	}
}

// shown returns the index of the motion that a member plays, without a crossfade.
func shown(m crowd.Member) int {
	if m.Component().Weight == 1 {
		return 1
	}
	return 0
}

// jointOf returns the error of reading a joint of a member.
func jointOf(animation *systems.Animation, m crowd.Member) error {
	_, err := animation.JointWorld(m.Entity(), "head")
	return err
}

// Methods for entities that are no members, and with wrong clips, return errors and change nothing.
func TestMethodsCheckTheirArguments(t *testing.T) {
	f := newFixture(t)
	other := assets.NewLibrary(assets.Exact())
	foreign, err := mannequin.New(other)
	check(t, err)
	m := f.spawn(t, "walk")
	before := *m.Component()
	for want, err := range map[error]error{
		systems.ErrNoMotion: m.Play(assets.ClipID(999)),
		systems.ErrSeconds:  m.CrossFade(f.model.Clip("run"), math.NaN()),
		crowd.ErrNoMember:   f.crowd.Member(ecs.Entity{}).Play(0),
	} {
		if !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
	own, err := f.library.AddMotion(ownMotion{motion.Description{
		Name: "own", Kind: "own motion", Parts: []motion.Part{{Clip: f.model.Clip("walk")}},
	}})
	check(t, err)
	t.Cleanup(func() { f.library.RemoveMotion(own) }) // the library is shared
	if err := m.Play(own); err == nil || !strings.Contains(err.Error(), `expected a clip or a blend space, which is all `+
		`that crowds play, found the own motion "own"`) {
		t.Errorf("a motion of another kind: error %v", err)
	}
	nan, played := float32(math.NaN()), components.NewCrowdMotion(f.model.Clip("run"), 0)
	with := func(change func(*components.CrowdMotion)) error {
		changed := played
		change(&changed)
		return m.PlayMotion(changed, 0.1)
	}
	dead := f.world.NewEntity()
	f.world.RemoveEntity(dead)
	_, unknown := f.crowd.Spawn(f.model, mgl32.Ident4(), f.model.Clip("wlak"))
	for name, row := range map[string]struct {
		err, want error
		text      string
	}{
		"a typo in Spawn":     {unknown, systems.ErrNoMotion, "crowd.RestPose"},
		"a typo in Play":      {m.Play(f.model.Clip("wlak")), systems.ErrNoMotion, "crowd.RestPose"},
		"a motion of no clip": {m.PlayMotion(components.CrowdMotion{}, 0), systems.ErrNoMotion, "crowd.RestPose"},
		"a tint of NaN":       {m.SetTint(mgl32.Vec3{1, nan, 1}), systems.ErrAppearance, "tint"},
		"a negative tint": {
			m.SetTint(mgl32.Vec3{1, -1, 1}), systems.ErrAppearance,
			"the tint: expected finite numbers of at least 0, found [1 -1 1]",
		},
		"a build of NaN": {m.SetBuild(nan), systems.ErrAppearance, "found NaN"},
		"a giant's build": {
			m.SetBuild(5), systems.ErrAppearance, "the build: expected a number from 0.25 to 4, found 5",
		},
		"a typo in HidePart": {m.HidePart("bodi"), systems.ErrNoPart, `no part "bodi"`},
		"a motion's time": {
			with(func(m *components.CrowdMotion) { m.Time = math.Inf(1) }), systems.ErrNotFinite,
			"time",
		},
		"a motion's speed":      {with(func(m *components.CrowdMotion) { m.Speed = nan }), systems.ErrNotFinite, "speed"},
		"an unknown mode":       {with(func(m *components.CrowdMotion) { m.Mode = 9 }), nil, "found 9"},
		"the pose nil":          {m.Pose(nil), systems.ErrPose, "nil"},
		"a pose of another rig": {m.Pose(rig.NewPose(other.Skeleton(foreign.Skeleton))), systems.ErrOtherSkeleton, ""},
		"the crowd's zero":      {crowd.Member{}.Play(played.Clip), crowd.ErrNoMember, "zero"},
		"a dead carrier":        {m.SetCarrier(dead), nil, "is dead"},
		"a carrier of no place": {m.SetCarrier(f.world.NewEntity()), nil, "components.Transform"},
		"itself as a carrier":   {m.SetCarrier(m.Entity()), nil, "the member itself"},
		"a member as character": {
			f.animation.Player(m.Entity()).Play(played.Clip), systems.ErrNoCharacter,
			"Crowd.ToCharacter",
		},
		"a member's joint": {jointOf(f.animation, m), systems.ErrNoCharacter, "Crowd.ToCharacter"},
		"the zero entity":  {f.crowd.Remove(ecs.Entity{}), crowd.ErrNoMember, "zero"},
	} {
		if row.err == nil || row.want != nil && !errors.Is(row.err, row.want) || !strings.Contains(row.err.Error(),
			row.text) {
			t.Errorf("%s: error %v", name, row.err)
		}
	}
	if *m.Component() != before {
		t.Error("a method that failed changed the member")
	}
	check(t, m.Play(crowd.RestPose))
	if clip := m.Component().Motions[shown(m)].Clip; clip != 0 {
		t.Errorf("the rest pose is the clip %v", clip)
	}
	if _, err := f.crowd.Spawn(nil, mgl32.Ident4(), 0); !errors.Is(err, systems.ErrNoModel) {
		t.Errorf("no model: error %v", err)
	}
	if _, err := crowd.New(f.animation); !errors.Is(err, crowd.ErrTaken) {
		t.Errorf("a second crowd: error %v", err)
	}
	if _, err := f.crowd.Spawn(foreign, mgl32.Ident4(), 0); !errors.Is(err, systems.ErrNoModel) {
		t.Errorf("another library's model: error %v", err)
	}
}

// A member that follows a joint of a character is drawn where the joint is in every frame.
func TestMembersFollowJoints(t *testing.T) {
	f := newFixture(t)
	for range 100 {
		f.spawn(t, "walk")
	}
	carrier, err := f.animation.Spawn(f.model, mgl32.Ident4())
	check(t, err)
	check(t, f.animation.Player(carrier).Play(f.model.Clip("run")))
	rider, err := f.animation.AttachModel(carrier, "head", f.model)
	check(t, err)
	check(t, f.crowd.ToCrowd(rider))
	for range 5 {
		f.update(t, 0.1)
		check(t, f.store.Sync())
		joint, err := f.animation.JointWorld(carrier, "head")
		check(t, err)
		record := f.store.Records()[f.store.Slot(rider)]
		for axis := range 3 {
			drawn, want := math.Float32frombits(record[16+4*axis+3]), joint[12+axis]
			if math.Abs(float64(drawn-want)) > 1e-5 {
				t.Fatalf("axis %d: the rider is drawn at %v, the joint is at %v", axis, drawn, want)
			}
		}
	}
}

// Crossfades of members may last as long as the animation allows.
func TestLongCrossfades(t *testing.T) {
	model, library := sharedMannequin()
	for _, allowed := range []bool{false, true} {
		world := ecs.NewWorld()
		longest := 0.0 // the default
		if allowed {
			longest = math.Inf(1)
		}
		animation, err := systems.NewAnimation(&world, library, systems.WithLongestFade(longest))
		check(t, err)
		c, err := crowd.New(animation)
		check(t, err)
		m, err := c.Spawn(model, mgl32.Ident4(), model.Clip("walk"))
		check(t, err)
		err = m.CrossFade(model.Clip("run"), 250)
		if allowed && err != nil || !allowed && (!errors.Is(err, systems.ErrSeconds) ||
			!strings.Contains(err.Error(), "WithLongestFade allows more")) {
			t.Errorf("allowed %v: %v", allowed, err)
		}
		animation.Close()
	}
}

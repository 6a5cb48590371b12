package crowd_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/appearance"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A build widens what the pose pass computes, as it widens the palette of a character.
func TestBuildsWidenMembers(t *testing.T) {
	f := newFixture(t)
	skin := f.model.Skins[0]
	bones := appearance.BonesOf(f.library.Skin(skin))
	for i, build := range []float32{0.25, 0.8, 1, 1.3, 4} {
		member := f.spawn(t, clips[i])
		check(t, member.SetBuild(build))
		character, err := f.animation.Spawn(f.model, mgl32.Ident4())
		check(t, err)
		check(t, f.animation.Player(character).Play(f.model.Clip(clips[i])))
		f.update(t, 0.4)
		f.update(t, 0.3)
		check(t, member.Seek(f.animation.Player(character).Component().Time))
		narrow := slices.Clone(f.animation.Palette(character, skin))
		want := slices.Clone(narrow)
		for k := range bones {
			bones[k].Widen((*rig.Matrix)(want[k*rig.MatrixSize:]), build)
		}
		if d := f.palettesDiffer(f.palette(t, member.Entity(), 0), want); d > 4*tolerance {
			t.Errorf("build %v: %v m apart", build, d)
		}
		if d := f.palettesDiffer(narrow, want); (d > 0.01) != (build != 1) {
			t.Errorf("build %v moves a vertex by %v m", build, d)
		}
	}
}

// Tint, build and hidden parts stay with a member that becomes a character and a member again, and
// a session restores them.
func TestLooksChangeOverAndAreRestored(t *testing.T) {
	f := newFixture(t)
	session, err := rollback.NewSession(f.animation)
	check(t, err)
	check(t, rollback.RegisterResource[crowd.Time](session))
	looks, meshes := generic.NewMap1[components.Appearance](&f.world), generic.NewMap1[components.SkinnedMesh](&f.world)
	part, want := f.model.Parts[0].Name, components.Appearance{Tint: mgl32.Vec3{0.2, 0.4, 0.9}, Build: 1.25}
	m := f.spawn(t, "walk")
	check(t, m.SetTint(want.Tint))
	check(t, m.SetBuild(want.Build))
	check(t, m.HidePart(part))
	e := m.Entity()
	for round, change := range []func() error{
		func() error { return f.crowd.ToCharacter(e) }, func() error { return f.crowd.ToCrowd(e) },
		func() error { return nil },
	} {
		check(t, change())
		f.update(t, 0.1)
		snapshot, err := session.AppendSnapshot(nil)
		check(t, err)
		*looks.Get(e) = components.Appearance{Build: 2}
		meshes.Get(e).Hidden = 0
		check(t, session.Restore(snapshot))
		f.update(t, 0)
		if got := *looks.Get(e); got != want || meshes.Get(e).Hidden != 1 {
			t.Errorf("round %d: it looks as %+v and hides %b, want %+v and 1", round, got, meshes.Get(e).Hidden, want)
		}
	}
	check(t, m.ShowPart(part))
	if meshes.Get(e).Hidden != 0 {
		t.Error("the part is still hidden")
	}
	character, err := f.animation.Spawn(f.model, mgl32.Ident4())
	check(t, err)
	check(t, f.animation.SetTint(character, want.Tint))
	check(t, f.animation.SetBuild(character, want.Build))
	snapshot := f.animation.AppendSnapshot(nil)
	looks.Get(character).Build, looks.Get(character).Tint = 1, mgl32.Vec3{}
	check(t, f.animation.Restore(snapshot))
	if got := *looks.Get(character); got != want {
		t.Errorf("the snapshot of the animation restores %+v, want %+v", got, want)
	}
}

// Members that hide different parts share blocks and lists, and for each part that only some show
// there is a list of these. A frame allocates nothing.
func TestMembersWithPartsOfTheirOwnAreDrawnTogether(t *testing.T) {
	model, library := newMannequin()
	for _, name := range []string{"second", "third", "fourth"} {
		part := model.Parts[0]
		part.Name = name
		model.Parts = append(model.Parts, part)
	}
	f := newFixtureOf(t, model, library)
	const count = 500
	shown := [4]int{}
	members := map[ecs.Entity]uint64{}
	for i := range count {
		m, err := f.crowd.Spawn(model, mgl32.Translate3D(float32(i%25), 0, float32(i/25)), crowd.RestPose)
		check(t, err)
		hides := []uint64{0b1000, 0b1010, 0b1100, 0b1110}[i%4]
		for part := range 4 {
			if hides>>part&1 == 0 {
				shown[part]++
			} else {
				check(t, m.HidePart(model.Parts[part].Name))
			}
		}
		members[m.Entity()] = hides
	}
	check(t, f.store.Sync())
	bySlot := map[int]uint64{}
	for entity, hides := range members {
		bySlot[f.store.Slot(entity)] = hides
	}
	var c crowdstore.Collected
	v := everything()
	frame := func() {
		f.store.Begin(&c)
		f.store.Collect(&c, v)
	}
	frame()
	if len(c.Lists) != 1 || c.Lists[0].Hidden != 0b1000 || len(c.Lists[0].Wearers) != 2 {
		t.Fatalf("%d lists, the first one %+v", len(c.Lists), c.Lists[0])
	}
	for i, w := range c.Lists[0].Wearers {
		if w.Part != 2<<i || w.End-w.First != shown[1+i] {
			t.Errorf("part %b: %d members show it, want %d", w.Part, w.End-w.First, shown[1+i])
		}
		for _, word := range c.Entries[w.First:w.End] {
			if hides := bySlot[int(c.Entries[2*word])]; hides&w.Part != 0 {
				t.Fatalf("part %b: one that hides %b shows it", w.Part, hides)
			}
		}
	}
	if n := testing.AllocsPerRun(20, frame); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A member of a model without some parts does not show them.
func TestMembersOfModelsWithoutParts(t *testing.T) {
	f := newFixture(t)
	without, err := f.model.WithoutParts(f.model.Parts[0].Name)
	check(t, err)
	m, err := f.crowd.Spawn(without, mgl32.Ident4(), crowd.RestPose)
	check(t, err)
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	if hidden := meshes.Get(m.Entity()).Hidden; hidden != 1 {
		t.Errorf("it hides %b, want 1", hidden)
	}
}

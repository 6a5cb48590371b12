package systems_test

import (
	"testing"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// A character stands still from the frame on in which it loses what root motion needs.
func TestRootMotionEndsWithItsCharacter(t *testing.T) {
	for _, seconds := range []float64{0, 0.125} {
		for name, lose := range map[string]func(k *richFixture, e ecs.Entity){
			"skeleton": func(k *richFixture, e ecs.Entity) {
				skeletons := generic.NewMap1[components.Skeleton](&k.world)
				skeletons.Remove(e)
			},
			"player": func(k *richFixture, e ecs.Entity) {
				players := generic.NewMap1[components.AnimationPlayer](&k.world)
				players.Remove(e)
			},
			"skeleton asset": func(k *richFixture, e ecs.Entity) {
				skeletons := generic.NewMap1[components.Skeleton](&k.world)
				skeletons.Get(e).ID = 0
			},
		} {
			k := newRichFixture(t, 1)
			e := k.character(t)
			check(t, k.animation.Player(e).Play(k.addSlide(t, "slide", 1, 2)))
			k.update(t, 0.25)
			if k.roots.Get(e).Delta.Z == 0 {
				t.Fatal("the character does not move")
			}
			before := k.position(e)
			lose(k, e)
			for range 3 {
				k.update(t, seconds)
			}
			if got := k.position(e); got != before {
				t.Errorf("without its %s the character moved from %v to %v", name, before, got)
			}
			if got := k.roots.Get(e).Delta; got != (clip.Motion{}) {
				t.Errorf("without its %s the movement is %+v", name, got)
			}
		}
	}
}

// After an entity has lost its slot, nothing shows the pose of the character that has the slot now.
func TestLostSlotShowsNobodysPose(t *testing.T) {
	f := newFixture(t, 12)
	skeletons := generic.NewMap1[components.Skeleton](&f.world)
	transforms := generic.NewMap1[components.Transform](&f.world)
	lost := f.spawn(t, 0, 0.3)
	f.animation.EnableVertices(lost)
	socket, err := f.animation.Attach(lost, f.library.Skeleton(f.model.Skeleton).JointName(3))
	check(t, err)
	f.update(t, 0)
	before := transforms.Get(socket).Matrix
	skeletons.Remove(lost)
	f.update(t, 0)
	other := f.spawn(t, 1, 0.7)
	f.animation.EnableModelMatrices(other)
	f.update(t, 0)
	if pool, slot := f.animation.Pool(other); pool == nil || slot != 0 {
		t.Fatalf("the other character has slot %d", slot)
	}
	if got := transforms.Get(socket).Matrix; got != before {
		t.Errorf("the socket follows another character:\n%v, want\n%v", got, before)
	}
	if f.animation.Vertices(lost, 0, 0) != nil {
		t.Error("the entity without a skeleton has vertices")
	}
	if f.animation.Palette(lost, f.model.Skins[0]) != nil {
		t.Error("the entity without a skeleton has a palette")
	}
}

// After an entity has lost its mesh, Vertices does not return the vertices of the character that
// has its buffer now.
func TestLostMeshShowsNobodysVertices(t *testing.T) {
	f := newFixture(t, 12)
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	lost := f.spawn(t, 0, 0.3)
	f.animation.EnableVertices(lost)
	f.update(t, 0)
	meshes.Remove(lost)
	other := f.spawn(t, 1, 0.7)
	f.animation.EnableVertices(other)
	for range 2 {
		f.update(t, 0)
	}
	other2 := f.spawn(t, 1, 0.9)
	f.animation.EnableVertices(other2)
	f.update(t, 0)
	if v := f.animation.Vertices(lost, 0, 0); v != nil {
		t.Error("an entity without a mesh has vertices")
	}
	for _, e := range []ecs.Entity{other, other2} {
		if f.animation.Vertices(e, 0, 0) == nil {
			t.Error("a character has no vertices")
		}
	}
}

// After World.Reset nothing panics, the world is not locked, and the next frame forgets all
// characters.
func TestWorldReset(t *testing.T) {
	f := newFixture(t, 12)
	var old []ecs.Entity
	for range 20 {
		old = append(old, f.spawn(t, 0, 0.1))
		f.animation.EnableVertices(old[len(old)-1])
	}
	f.update(t, 0.1)
	f.world.Reset()
	attachments := generic.NewMap2[components.Attachment, components.Transform](&f.world)
	use := func() {
		for _, e := range append(old, ecs.Entity{}) {
			if f.world.Stats().Entities.Used > int(e.ID()) {
				continue // the number is given out again
			}
			f.animation.Palette(e, f.model.Skins[0])
			f.animation.Morphs(e)
			f.animation.ModelMatrices(e)
			f.animation.Vertices(e, 0, 0)
			f.animation.EnableRootMotion(e)
			player := f.animation.Player(e)
			if err := player.CrossFade(f.model.Clips[0], 1); err == nil {
				t.Errorf("entity %v plays a clip", e)
			}
			if player.Playback() != nil || player.Blend() != nil || player.Inertialization() != nil ||
				player.Layer(1).Playback() != nil {
				t.Errorf("entity %v has components", e)
			}
			if _, err := f.animation.Attach(e, "ajoint"); err == nil {
				t.Errorf("a socket at entity %v", e)
			}
			if _, err := f.animation.Control(e, assets.GraphID(1)); err == nil {
				t.Errorf("a controller on entity %v", e)
			}
		}
	}
	use()
	attachments.NewWith(&components.Attachment{Target: old[19]}, &components.Transform{})
	f.update(t, 0.1)
	use()
	if f.world.IsLocked() {
		t.Error("the world is locked")
	}
	if n := f.animation.Store().Len(); n != 0 {
		t.Errorf("the store has %d characters", n)
	}
	stores := generic.NewResource[ecs.PoseStore](&f.world)
	if !stores.Has() || stores.Get() != f.animation.Store() {
		t.Error("the store is not a resource of the world again")
	}
	e := f.spawn(t, 0, 0.3)
	f.update(t, 0.1)
	if f.animation.Palette(e, f.model.Skins[0]) == nil {
		t.Error("a new character has no palette")
	}
}

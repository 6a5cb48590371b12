package systems_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Entities with the lifetime of their target are removed in the frame after it died or lost its
// skeleton, with all that hangs from them; others stay.
func TestAttachmentsDieWithTheirTarget(t *testing.T) {
	for _, how := range []string{"removed", "no skeleton"} {
		f := newFixture(t, 5)
		horse := f.spawn(t, 0, 0)
		rider, err := f.animation.AttachModel(horse, "bjoint", f.model, systems.WithTargetLifetime())
		check(t, err)
		sword, err := f.animation.AttachModel(rider, "cjoint", f.model, systems.WithTargetLifetime())
		check(t, err)
		glint, err := f.animation.Attach(sword, "ajoint", systems.WithTargetLifetime())
		check(t, err)
		flag, err := f.animation.Attach(rider, "ajoint")
		check(t, err)
		other, err := f.animation.Attach(f.spawn(t, 0, 0), "ajoint", systems.WithTargetLifetime())
		check(t, err)
		f.update(t, 0.1)
		for _, e := range []ecs.Entity{horse, rider, sword, glint, flag, other} {
			if !f.world.Alive(e) {
				t.Fatalf("%s: %v died with its target alive", how, e)
			}
		}
		if how == "removed" {
			f.world.RemoveEntity(horse)
		} else {
			skeletons := generic.NewMap1[components.Skeleton](&f.world)
			skeletons.Remove(horse)
		}
		if !f.world.Alive(rider) {
			t.Errorf("%s: the rider died before the frame", how)
		}
		f.update(t, 0.1)
		for _, e := range []ecs.Entity{rider, sword, glint} {
			if f.world.Alive(e) {
				t.Errorf("%s: %v is still alive", how, e)
			}
		}
		if !f.world.Alive(flag) || !f.world.Alive(other) {
			t.Errorf("%s: an entity died that should not", how)
		}
		if n := f.animation.Store().Len(); n != 1 {
			t.Errorf("%s: %d characters have a slot, want 1", how, n)
		}
	}
}

// Chains of attached characters are at their places in one frame, whatever the order in which they
// were made, and circles do no harm.
func TestAttachmentChains(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		f := newFixture(t, 5)
		transforms := generic.NewMap1[components.Transform](&f.world)
		attachments := generic.NewMap1[components.Attachment](&f.world)
		const n = 9
		var list []ecs.Entity
		for range n {
			list = append(list, f.spawn(t, random.IntN(2), random.Float64()))
		}
		order := random.Perm(n)
		chain := make([]ecs.Entity, n)
		for i, k := range order {
			chain[i] = list[k]
		}
		start := randomTRS(random).Matrix().Mat4()
		transforms.Get(chain[0]).Matrix = start
		links := random.Perm(n - 1)
		for _, i := range links { // archetypes change in a random order too
			attachments.Assign(chain[i+1],
				&components.Attachment{Target: chain[i], Joint: int32(i % 5), Offset: mgl32.Translate3D(0, 1, 0)})
		}
		a, b := f.spawn(t, 0, 0), f.spawn(t, 0, 0)
		attachments.Assign(a, &components.Attachment{Target: b, Offset: mgl32.Ident4()})
		attachments.Assign(b, &components.Attachment{Target: a, Offset: mgl32.Ident4()})
		f.update(t, 0.3)
		want := rig.MatrixFromMat4(start)
		for i := range chain {
			if got := rig.MatrixFromMat4(transforms.Get(chain[i]).Matrix); got != want {
				t.Fatalf("link %d of the chain is at\n%v, want\n%v", i, got, want)
			}
			joint := rig.MatrixFromMat4(must2(f.animation.JointModelAt(chain[i], i%5)))
			want = want.Mul(joint.Mul(rig.MatrixFromMat4(mgl32.Translate3D(0, 1, 0))))
		}
	}
}

func must2[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// With the world's scale an attached entity has the size of its offset, at the same place and in
// the same direction.
func TestAttachmentWithWorldScale(t *testing.T) {
	f := newFixture(t, 7)
	random := rand.New(rand.NewPCG(5, 5))
	e := f.spawn(t, 0, 0.2)
	transforms := generic.NewMap1[components.Transform](&f.world)
	transforms.Get(e).Matrix = mgl32.Translate3D(1, 2, 3).Mul4(mgl32.Scale3D(3, 3, 3))
	offset := mgl32.Scale3D(2, 2, 2)
	for joint := range 7 {
		name := f.library.Skeleton(f.model.Skeleton).JointName(joint)
		scaled, err := f.animation.Attach(e, name, systems.WithOffset(offset))
		check(t, err)
		plain, err := f.animation.Attach(e, name, systems.WithOffset(offset), systems.WithWorldScale())
		check(t, err)
		f.update(t, random.Float64()/10)
		x, y := transforms.Get(scaled).Matrix, transforms.Get(plain).Matrix
		if x.Col(3) != y.Col(3) {
			t.Errorf("joint %d: the places differ: %v, %v", joint, x.Col(3), y.Col(3))
		}
		for c := range 3 {
			u, v := x.Col(c).Vec3(), y.Col(c).Vec3()
			if d := v.Len() - 2; d > 1e-5 || d < -1e-5 {
				t.Errorf("joint %d: axis %d has length %v, want 2", joint, c, v.Len())
			}
			if u.Normalize().Dot(v.Normalize()) < 1-1e-5 {
				t.Errorf("joint %d: axis %d turned from %v to %v", joint, c, u, v)
			}
		}
	}
}

// An attached model is a character of its own; failing changes nothing.
func TestAttachModel(t *testing.T) {
	f := newFixture(t, 5)
	sword := newModel(t, f.library, 3, 9)
	e := f.spawn(t, 0, 0.2)
	before := f.world.Stats().Entities.Used
	for _, row := range []struct {
		target ecs.Entity
		joint  string
		model  *assets.Model
		want   error
	}{
		{ecs.Entity{}, "bjoint", sword, systems.ErrNoCharacter},
		{e, "bjont", sword, systems.ErrNoJoint},
		{e, "bjoint", nil, systems.ErrNoModel},
		{e, "bjoint", &assets.Model{}, systems.ErrNoModel},
	} {
		if _, err := f.animation.AttachModel(row.target, row.joint, row.model); !errors.Is(err, row.want) {
			t.Errorf("%v: %v", row, err)
		}
	}
	if n := f.world.Stats().Entities.Used; n != before {
		t.Errorf("failing calls made %d entities", n-before)
	}
	held, err := f.animation.AttachModel(e, "bjoint", sword, systems.WithOffset(mgl32.Translate3D(0, 0.1, 0)))
	check(t, err)
	check(t, f.animation.Player(held).Play(sword.Clips[0]))
	check(t, f.animation.EnableModelMatrices(e, "cjoint")) // the joint that is followed is added to the kept ones
	f.update(t, 0.1)
	transforms := generic.NewMap1[components.Transform](&f.world)
	want := must2(f.animation.JointWorld(e, "bjoint")).Mul4(mgl32.Translate3D(0, 0.1, 0))
	if got := transforms.Get(held).Matrix; !got.ApproxEqualThreshold(want, 1e-5) {
		t.Errorf("the model is at\n%v, want\n%v", got, want)
	}
	if f.animation.Palette(held, sword.Skins[0]) == nil {
		t.Error("the model has no palette")
	}
}

// newArmoredModel returns another model for the skeleton of the fixture's model.
func newArmoredModel(t *testing.T, f *fixture) *assets.Model {
	t.Helper()
	random := rand.New(rand.NewPCG(6, 6))
	skeleton := f.library.Skeleton(f.model.Skeleton)
	binds := []mgl32.Mat4{randomTRS(random).Matrix().Mat4(), randomTRS(random).Matrix().Mat4()}
	skin, err := rig.NewSkin("armor", skeleton, []int{3, 5}, binds)
	check(t, err)
	id := f.library.AddSkin(skin)
	mesh, err := f.library.AddMesh(newMesh(random, 2))
	check(t, err)
	other := &assets.Model{Name: "armored", Skeleton: f.model.Skeleton, Skins: []assets.SkinID{id}}
	other.Parts = []assets.Part{{Mesh: mesh, Skin: id, Morphs: f.model.Parts[0].Morphs}, {Mesh: mesh, Skin: id}}
	_, err = f.library.AddModel(other)
	check(t, err)
	return other
}

// Another model of the same skeleton changes what is drawn and not a bit of the poses.
func TestSetModel(t *testing.T) {
	var crowds [2]*fixture
	var entities [2]ecs.Entity
	var others [2]*assets.Model
	for i := range crowds {
		f := newFixture(t, 9)
		crowds[i] = f
		others[i] = newArmoredModel(t, f)
		e := f.spawn(t, 0, 0.1)
		entities[i] = e
		check(t, f.animation.EnableInertialization(e))
		check(t, f.animation.EnableVertices(e))
		check(t, f.animation.EnableModelMatrices(e))
	}
	f, e, other := crowds[1], entities[1], others[1]
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	for frame := range 30 {
		for i, f := range crowds {
			player := f.animation.Player(entities[i])
			if frame == 3 {
				check(t, player.Inertialize(0.3))
				check(t, player.Play(f.model.Clips[1]))
			}
			if frame == 4 {
				check(t, player.Layer(1).Overlay(f.model.Clips[0], systems.WholeBody, 0.3))
			}
		}
		if frame == 5 {
			meshes.Get(e).Hidden = 1
			check(t, f.animation.SetModel(e, other))
			if meshes.Get(e).Hidden != 0 {
				t.Error("a part of the new model is hidden")
			}
		}
		for _, f := range crowds {
			f.update(t, 0.03)
		}
		if !sameBits(f.animation.ModelMatrices(e), crowds[0].animation.ModelMatrices(entities[0])) {
			t.Fatalf("frame %d: the pose changed", frame)
		}
		if frame < 5 {
			continue
		}
		skin := f.library.Skin(other.Skins[0])
		if palette := f.animation.Palette(e, other.Skins[0]); !sameBits(palette,
			skin.Palette(nil, f.animation.ModelMatrices(e))) {
			t.Fatalf("frame %d: the palette is not the new skin's", frame)
		}
		if f.animation.Vertices(e, 1, 0) == nil || f.animation.Vertices(e, 2, 0) != nil {
			t.Fatalf("frame %d: the vertices are not the new model's", frame)
		}
	}
	foreign := newModel(t, f.library, 9, 3)
	if err := f.animation.SetModel(e, foreign); !errors.Is(err, systems.ErrOtherSkeleton) ||
		meshes.Get(e).Model != other.ID {
		t.Errorf("a model of another skeleton: %v", err)
	}
	if err := f.animation.SetModel(e, nil); !errors.Is(err, systems.ErrNoModel) {
		t.Errorf("nil: %v", err)
	}
	if err := f.animation.SetModel(ecs.Entity{}, other); !errors.Is(err, systems.ErrNoCharacter) {
		t.Errorf("the zero entity: %v", err)
	}
	meshes.Remove(e)
	check(t, f.animation.SetModel(e, f.model))
	f.update(t, 0)
	if f.animation.Palette(e, f.model.Skins[0]) == nil {
		t.Error("a character that had no mesh has no palette")
	}
}

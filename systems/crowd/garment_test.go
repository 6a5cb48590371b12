package crowd_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
)

// addCoat adds a model to the library of a fixture whose skeleton has a joint more than that of its
// own model: two parts, a coat and a belt.
func (f *fixture) addCoat(t *testing.T) *assets.Model {
	t.Helper()
	own := f.library.Skeleton(f.model.Skeleton)
	var joints []rig.Joint
	for j := range own.Len() {
		joints = append(joints, rig.Joint{Name: own.JointName(j), Parent: own.Parent(j), Rest: own.Rest(j)})
	}
	hips, err := own.FindJoint("hips")
	check(t, err)
	joints = append(joints, rig.Joint{Name: "tail", Parent: hips, Rest: rig.IdentityTRS()})
	skeleton, err := rig.NewSkeleton("coat", joints, nil)
	check(t, err)
	tail, err := skeleton.FindJoint("tail")
	check(t, err)
	skin, err := rig.NewSkin("coat", skeleton, []int{tail}, nil)
	check(t, err)
	cloth, err := f.library.AddMesh(&mesh.Mesh{Name: "coat", Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Indices: []uint32{0, 1, 2},
		Normals:    []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		Influences: 4, Joints: make([]uint16, 12), Weights: []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
	}}})
	check(t, err)
	part := assets.Part{Name: "coat", Mesh: cloth, Skin: f.library.AddSkin(skin)}
	belt := part
	belt.Name = "belt"
	coat := &assets.Model{Name: "coat", Skeleton: f.library.AddSkeleton(skeleton), Parts: []assets.Part{part, belt}}
	swing, err := clip.NewBuilder("swing", skeleton).
		Rotation(tail, clip.Linear, []float32{0, 1}, []mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{1})}).
		Add(f.library)
	check(t, err)
	coat.SetClips(f.library, []assets.ClipID{swing})
	_, err = f.library.AddModel(coat)
	check(t, err)
	return coat
}

// A character with a garment, and a garment itself, cannot join a crowd: the
// errors tell why, and nothing changed. A member that becomes a character may wear one.
func TestGarmentsAndCrowds(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	coat := f.addCoat(t)
	member := f.spawn(t, "walk").Entity()
	if err := f.animation.Wear(member, coat); !errors.Is(err, systems.ErrNoCharacter) ||
		!strings.Contains(err.Error(), "ToCharacter") {
		t.Errorf("a member wears: %v", err)
	}
	f.update(t, 0.1)
	check(t, f.crowd.ToCharacter(member))
	check(t, f.animation.Wear(member, coat))
	garment, err := f.animation.Garment(member, coat)
	check(t, err)
	f.update(t, 0.1)
	for entity, want := range map[ecs.Entity]string{
		member:  fmt.Sprintf("it has a garment, entity %d", garment.ID()),
		garment: fmt.Sprintf("it is a garment of entity %d", member.ID()),
	} {
		if err := f.crowd.ToCrowd(entity); !errors.Is(err, crowd.ErrUnfit) || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q, found %v", want, err)
		}
	}
	f.update(t, 0.1)
	if again, err := f.animation.Garment(member, coat); err != nil || again != garment {
		t.Fatalf("after the error the garment is %v, %v", again, err)
	}
	a, err := f.animation.JointWorld(member, "left_foot")
	check(t, err)
	if b, err := f.animation.JointWorld(garment, "left_foot"); err != nil || a != b {
		t.Errorf("the foot of the garment is at %v, expected %v, %v", b, a, err)
	}
	check(t, f.animation.TakeOff(member, coat))
	check(t, f.crowd.ToCrowd(member))
	f.update(t, 0.1)

	// A garment whose wearer is gone is a character as others.
	other, err := f.animation.Spawn(f.model, mgl32.Ident4())
	check(t, err)
	check(t, f.animation.Wear(other, coat))
	garment, err = f.animation.Garment(other, coat)
	check(t, err)
	attachments := generic.NewMap1[components.Attachment](&f.world)
	attachments.Get(garment).Target = ecs.Entity{}
	check(t, errors.Join(f.crowd.ToCrowd(garment), f.crowd.ToCrowd(other)))
	f.update(t, 0.1)
}

// A member may show the model of a garment alone, with parts of it hidden, which stay so when it
// changes over.
func TestMembersWithPartsOfGarments(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	coat := f.addCoat(t)
	member, err := f.crowd.Spawn(coat, mgl32.Ident4(), coat.Clip("swing"))
	check(t, err)
	check(t, member.HidePart("belt"))
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	for i, change := range []func(ecs.Entity) error{nil, f.crowd.ToCharacter, f.crowd.ToCrowd} {
		if change != nil {
			check(t, change(member.Entity()))
		}
		f.update(t, 0.1)
		if shown := meshes.Get(member.Entity()); shown.Model != coat.ID || shown.Hidden != 1<<1 {
			t.Errorf("change %d: the member shows %+v", i, *shown)
		}
	}
	check(t, member.ShowPart("belt"))
}

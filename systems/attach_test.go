package systems_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

func TestAttachmentFollowsItsJoint(t *testing.T) {
	f := newFixture(t, 12)
	random := rand.New(rand.NewPCG(2, 3))
	transform, offset := randomTRS(random).Matrix().Mat4(), randomTRS(random).Matrix().Mat4()
	e := f.spawn(t, 0, 0.3)
	transforms := generic.NewMap1[components.Transform](&f.world)
	transforms.Get(e).Matrix = transform
	skeleton := f.library.Skeleton(f.model.Skeleton)
	name := skeleton.JointName(7)
	joint, _ := skeleton.Find(name)
	socket, err := f.animation.Attach(e, name, systems.WithOffset(offset))
	if err != nil {
		t.Fatal(err)
	}
	f.update(t, 0)
	model := rig.MatrixAt(f.animation.ModelMatrices(e), joint).Mat4()
	want := transform.Mul4(model).Mul4(offset)
	if got := transforms.Get(socket).Matrix; !got.ApproxEqualThreshold(want, 1e-4) {
		t.Errorf("the socket's transform is\n%v, want\n%v", got, want)
	}
	// After its target is removed, the socket stays.
	before := transforms.Get(socket).Matrix
	f.world.RemoveEntity(e)
	f.update(t, 0.5)
	if transforms.Get(socket).Matrix != before {
		t.Error("the socket moved after its target was removed")
	}
}

func TestAttachErrors(t *testing.T) {
	f := newFixture(t, 3)
	e := f.spawn(t, 0, 0)
	if _, err := f.animation.Attach(e, "no such joint"); !errors.Is(err, systems.ErrNoJoint) {
		t.Errorf("unknown joint: %v", err)
	}
	if _, err := f.animation.Attach(ecs.Entity{}, "ajoint"); !errors.Is(err, systems.ErrNoCharacter) {
		t.Errorf("zero entity: %v", err)
	}
	// Attachments written directly: any joint, any target, no transform.
	attachments := generic.NewMap1[components.Attachment](&f.world)
	for _, joint := range []int32{-5, -1, 2, 3, 1 << 30} {
		attachments.NewWith(&components.Attachment{Target: e, Joint: joint})
	}
	own := attachments.NewWith(&components.Attachment{Joint: 0})
	attachments.Get(own).Target = own
	attachments.NewWith(&components.Attachment{})
	f.update(t, 0.1)
	f.update(t, 0.1)
}

package tumble_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/demo/internal/rigidbody"
	"github.com/sinew-go/sinew/cmd/demo/internal/tumble"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Actors that are pushed from all sides fall, lie, and get up by the fitting clip, and no joint
// jumps on the way: neither when physics takes over nor when it lets go.
func TestActorsFallAndGetUp(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 75})
	must(err)
	clips, err := tumble.AddClips(library, model)
	must(err)
	// mostChange is by how many m/s a body's velocity may change as its actor begins to get up: all
	// around, in steps of 10 degrees, the most is 1.1.
	const mostChange = 1.25
	used := map[assets.ClipID]int{}
	for _, toward := range []float64{46, 140, 226, 330} {
		world := ecs.NewWorld()
		animation, err := systems.NewAnimation(&world, library)
		must(err)
		physics := rigidbody.NewWorld()
		entity, err := animation.Spawn(model, mgl32.Translate3D(2, 0, 1).Mul4(mgl32.HomogRotate3DY(0.8)))
		must(err)
		must(animation.Player(entity).Play(model.Clip("idle")))
		actor, err := tumble.NewActor(animation, physics, bodies, clips, entity, model.Clip("idle"))
		must(err)
		const dt = 1.0 / 60
		var before []ragdoll.Motion
		fell, rose := false, false
		for frame := range 60 * 9 {
			if frame == 10 {
				must(actor.Push("spine_4", tumble.Toward(toward, 85)))
			}
			was := actor.State()
			must(actor.Drive())
			physics.Step(dt)
			must(actor.Show(dt))
			must(animation.Update(dt))
			now, err := animation.Ragdoll(entity).Bodies(nil)
			must(err)
			fell = fell || actor.State() == tumble.Falling
			if actor.State() == tumble.Rising {
				rose = true
				if was == tumble.Settling {
					used[animation.Player(entity).Playback().Motion]++
				}
			}
			for i := range before {
				if change := now[i].Linear.Sub(before[i].Linear).Len(); was != actor.State() &&
					actor.State() == tumble.Rising && change > mostChange {
					t.Errorf("toward %v, frame %d: the speed of %s changes by %g m/s when it begins to get up", toward,
						frame, bodies.Name(i), change)
				}
				if step := now[i].Position.Sub(before[i].Position).Len(); step > 0.3 {
					t.Errorf("toward %v, frame %d: %s jumps by %g m", toward, frame, bodies.Name(i), step)
				}
			}
			before = now
		}
		if !fell || !rose || actor.State() != tumble.Standing {
			t.Errorf("toward %v: fell %v, rose %v, ends in state %v", toward, fell, rose, actor.State())
		}
		if head, err := animation.JointWorld(entity, "head"); err != nil || head.Col(3)[1] < 1.4 {
			t.Errorf("toward %v: the head is at %v (%v)", toward, head.Col(3), err)
		}
		animation.Close()
	}
	if used[clips.FromBack] == 0 || used[clips.FromFront] == 0 {
		t.Errorf("they got up %d times from the back and %d times from the front", used[clips.FromBack],
			used[clips.FromFront])
	}
}

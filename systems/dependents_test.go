package systems_test

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// company is a world of mannequins that depend on each other: they hang on joints, and reach with a
// hand and a foot.
type company struct {
	t           testing.TB
	world       ecs.World
	library     *assets.Library
	model       *assets.Model
	animation   *systems.Animation
	reach, all  id.ModifierStack // a hand and a foot; and besides these gaze, feet and springs
	transforms  generic.Map1[components.Transform]
	attachments generic.Map1[components.Attachment]
	frame       int
}

// companyAssets makes the model and the stacks that all companies share.
var companyAssets = sync.OnceValues(func() (made company, err error) {
	made.library = assets.NewLibrary()
	if made.model, err = mannequin.New(made.library); err != nil {
		return made, err
	}
	skeleton := made.library.Skeleton(made.model.Skeleton)
	hand := modifier.TwoBone{
		Root: "left_upper_arm", Middle: "left_forearm", End: "left_hand", Bend: mgl32.Vec3{0, 0, -1},
	}
	made.reach, err = modifier.New("reach", skeleton).TwoBone("hand", hand).
		TwoBone("foot", modifier.TwoBone{
			Root: "left_thigh", Middle: "left_shin", End: "left_foot", Bend: mgl32.Vec3{0, 0, 1},
		}).Add(made.library)
	if err != nil {
		return made, err
	}
	made.all, err = modifier.New("all", skeleton).
		LookAt("look", modifier.LookAt{Joints: []string{"neck_2", "head"}, Forward: mgl32.Vec3{0, 0, 1}}).
		TwoBone("hand", hand).Feet("feet", mannequinFeet()).
		Spring("swing", modifier.SpringSettings{
			Joints: []string{"right_upper_arm", "right_forearm", "right_hand"},
			Spring: modifier.Spring{Stiffness: 0.7, Drag: 0.3, Gravity: 0.4, HitRadius: 0.01}, Teleport: 500,
		}).Add(made.library)
	return made, err
})

func newCompany(t testing.TB, settings ...systems.Option) *company {
	t.Helper()
	shared, err := companyAssets()
	check(t, err)
	c := &company{
		t: t, world: ecs.NewWorld(), library: shared.library, model: shared.model, reach: shared.reach, all: shared.all,
	}
	c.animation, err = systems.NewAnimation(&c.world, c.library, settings...)
	check(t, err)
	t.Cleanup(c.animation.Close)
	c.transforms = generic.NewMap1[components.Transform](&c.world)
	c.attachments = generic.NewMap1[components.Attachment](&c.world)
	return c
}

// spawn creates a character with a stack that plays a clip in a phase of its own.
func (c *company) spawn(i int, stack id.ModifierStack) ecs.Entity {
	c.t.Helper()
	entity := mustSpawn(c.animation.Spawn(c.model, mgl32.Ident4()))
	check(c.t, c.animation.Player(entity).Play(c.model.Clip([]string{"run", "walk"}[i%2])))
	check(c.t, c.animation.Player(entity).Seek(float64(i)*0.17))
	check(c.t, c.animation.EnableModelMatrices(entity))
	check(c.t, c.animation.Modify(entity, stack))
	return entity
}

// follow makes a goal follow a joint, or the Transform of an entity if joint is empty.
func (c *company) follow(entity ecs.Entity, goal string, target ecs.Entity, joint string) {
	c.t.Helper()
	modifier := c.animation.Modifier(entity, goal)
	check(c.t, modifier.Hold(target, joint, grip, mgl32.Quat{}))
	check(c.t, modifier.Fade(1, 0))
}

// grip is the place of the goals in the space of what they follow, in meters.
var grip = mgl32.Vec3{0.1, 0.02, 0.05}

// hang makes a character follow a joint of another one, so that both have about the same place.
func (c *company) hang(entity, target ecs.Entity, joint string) {
	c.t.Helper()
	j, err := c.library.Skeleton(c.model.Skeleton).FindJoint(joint)
	check(c.t, err)
	rest, skeleton := mgl32.Ident4(), c.library.Skeleton(c.model.Skeleton)
	for at := j; at >= 0; at = skeleton.Parent(at) {
		rest = skeleton.Rest(at).Matrix().Mat4().Mul4(rest)
	}
	attachment := components.Attachment{
		Target: target, Joint: int32(j), Offset: rest.Inv().Mul4(mgl32.Translate3D(0.02, 0, 0.01)),
	}
	if own := c.attachments.Get(entity); own != nil {
		*own = attachment
	} else {
		c.attachments.Assign(entity, &attachment)
	}
}

// update runs a frame of a sixtieth of a second, in which the first character runs 4 cm and turns.
func (c *company) update(first ecs.Entity) {
	c.t.Helper()
	c.frame++
	c.transforms.Get(first).Matrix = mgl32.Translate3D(0.04*float32(c.frame), 0, 0).
		Mul4(mgl32.HomogRotate3DY(0.02 * float32(c.frame)))
	check(c.t, c.animation.Update(1.0/60))
}

// joint returns the place of a joint in the world.
func (c *company) joint(entity ecs.Entity, joint string) mgl32.Mat4 {
	c.t.Helper()
	m, err := c.animation.JointWorld(entity, joint)
	check(c.t, err)
	return m
}

// checkGoal compares the end of a limb with the place in a space that its goal gives.
func (c *company) checkGoal(what string, entity ecs.Entity, end string, space mgl32.Mat4) {
	c.t.Helper()
	want := mgl32.TransformCoordinate(grip, space)
	if d := c.joint(entity, end).Col(3).Vec3().Sub(want).Len(); !(d < 2e-5) {
		c.t.Errorf("frame %d: %s: %s is %.2g m from its goal", c.frame, what, end, d)
	}
}

// checkHung compares the Transform of an attached entity with the joint on which it hangs.
func (c *company) checkHung(what string, entity ecs.Entity) {
	c.t.Helper()
	a := c.attachments.Get(entity)
	m, err := c.animation.JointWorldAt(a.Target, int(a.Joint))
	check(c.t, err)
	want, got := m.Mul4(a.Offset), c.transforms.Get(entity).Matrix
	for i := range want {
		if d := math.Abs(float64(want[i] - got[i])); !(d < 1e-5*(1+math.Abs(float64(want[i])))) {
			c.t.Errorf("frame %d: %s: the Transform is\n%v, want\n%v", c.frame, what, got, want)
			return
		}
	}
}

// chainLengths are numbers of characters that depend on each other.
var chainLengths = []int{1, 2, 5, 70}

// A goal reaches a joint of another character, and what hangs on it, where the same frame poses it;
// an attached character is posed where it hangs. This holds at any depth, where goals alone make
// the chain, attachments alone, or both in turn.
func TestDependentsArePosedAfterThoseTheyDependOn(t *testing.T) {
	for _, n := range chainLengths {
		for name, isHung := range map[string]func(i int) bool{
			"goals":       func(int) bool { return false },
			"attachments": func(int) bool { return true },
			"both":        func(i int) bool { return i%2 == 1 },
		} {
			t.Run(fmt.Sprintf("%s %d", name, n), func(t *testing.T) {
				var poses [2][]float32
				for w, workers := range []int{1, 16} {
					poses[w] = playChain(t, n, isHung, workers)
				}
				if !sameBits(poses[0], poses[1]) {
					t.Error("16 workers give other bits than 1")
				}
			})
		}
	}
}

// playChain plays a chain of n dependents below a character that runs, and checks each frame. The
// last are created first.
func playChain(t *testing.T, n int, isHung func(i int) bool, workers int) (poses []float32) {
	c := newCompany(t, systems.WithWorkers(workers))
	chain := make([]ecs.Entity, n+1)
	for i := n; i >= 0; i-- {
		chain[i] = c.spawn(i, c.reach)
	}
	swords := make([]ecs.Entity, n+1)
	for i := 1; i <= n; i++ {
		above := chain[i-1]
		var err error
		swords[i], err = c.animation.Attach(above, "spine_4")
		check(t, err)
		if isHung(i) {
			c.hang(chain[i], above, "spine_2")
		}
		if i%3 == 0 {
			c.follow(chain[i], "hand", swords[i], "")
		} else {
			c.follow(chain[i], "hand", above, "spine_4")
		}
		c.follow(chain[i], "foot", above, "left_shin") // stirrups of a horse that runs
	}
	for range 8 {
		for i := 1; i <= n; i++ {
			if !isHung(i) { // it moves by itself, to where the one above was
				c.transforms.Get(chain[i]).Matrix = c.transforms.Get(chain[i-1]).Matrix
			}
		}
		c.update(chain[0])
		for i := 1; i <= n; i++ {
			what := fmt.Sprintf("character %d of %d", i, n)
			if isHung(i) {
				c.checkHung(what, chain[i])
			}
			c.checkHung("sword of "+what, swords[i])
			if i%3 == 0 {
				c.checkGoal(what, chain[i], "left_hand", c.transforms.Get(swords[i]).Matrix)
			} else {
				c.checkGoal(what, chain[i], "left_hand", c.joint(chain[i-1], "spine_4"))
			}
			c.checkGoal(what, chain[i], "left_foot", c.joint(chain[i-1], "left_shin"))
			if t.Failed() {
				t.FailNow()
			}
			poses = append(poses, c.animation.ModelMatrices(chain[i])...)
		}
	}
	return poses
}

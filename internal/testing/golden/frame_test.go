package golden_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/golden"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

// crowd is a world with a character for every pose of a golden file.
type crowd struct {
	*goldenModel
	world     ecs.World
	animation *systems.Animation
	locals    localPoseRecorder
	expected  map[ecs.Entity]expectation
	order     []ecs.Entity
}

type expectation struct {
	what string
	pose golden.Pose
}

// localPoseRecorder is a block system that copies the local poses of all characters after blending.
type localPoseRecorder struct {
	poses map[ecs.Entity][]float32
}

func (localPoseRecorder) Name() string { return "Probe" }

func (p localPoseRecorder) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes() {
		copy(p.poses[b.Pool().Owner(b.Slot(lane))], b.Local(lane))
	}
}

// Covers the frame path: entities, systems, one Update. Every sample and every blend is a character
// in the same world, so that they share blocks.
func TestFramesAgreeWithTheGoldenFiles(t *testing.T) {
	forEachFile(t, func(t *testing.T, s *goldenModel) {
		c := newCrowd(t, s)
		for range 11 { // 11 neighbors in the rest pose, so that the samples do not begin at a block
			c.spawn("rest", s.Rest)
		}
		for _, clip := range s.Clips {
			for _, sample := range clip.Samples {
				e := c.spawn(fmt.Sprintf("clip %d at %v s (%s)", clip.Animation, sample.T, sample.Mode), sample.Pose)
				*c.animation.Player(e).Component() = components.AnimationPlayer{Playback: c.playback(clip.Animation,
					sample.T, sample.Mode), Paused: true}
			}
		}
		for i, b := range s.Blends {
			e := c.spawn(fmt.Sprintf("blend %d", i), c.nlerpPose(t, b.LocalNlerp))
			*c.animation.Player(e).Component() = components.AnimationPlayer{Playback: c.playback(b.B.Animation, b.B.T,
				"clamp"), Paused: true}
			*c.animation.Player(e).Blend() = components.BlendState{
				Fading:  [components.MaxFading]components.Playback{c.playback(b.A.Animation, b.A.T, "clamp")},
				Weights: [components.MaxFading]float32{1},
				Count:   1,
				Elapsed: b.B.Weight, Duration: 1,
			}
		}
		if err := c.animation.Update(0); err != nil {
			t.Fatal(err)
		}
		for _, e := range c.order {
			want := c.expected[e]
			s.check(t, want.what, want.pose, c.ofEntity(t, e), s.ForFloat32())
		}
	})
}

func newCrowd(t *testing.T, s *goldenModel) *crowd {
	t.Helper()
	c := &crowd{
		goldenModel: s, world: ecs.NewWorld(), expected: map[ecs.Entity]expectation{},
		locals: localPoseRecorder{map[ecs.Entity][]float32{}},
	}
	var err error
	if c.animation, err = systems.NewAnimation(&c.world, s.library, systems.WithWorkers(3)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.animation.Close)
	if err := c.animation.Schedule().InsertAfter(systems.AtSampleClips, ecs.EachBlock(c.locals)); err != nil {
		t.Fatal(err)
	}
	return c
}

// spawn spawns a character whose pose is expected to be the golden one.
func (c *crowd) spawn(what string, pose golden.Pose) ecs.Entity {
	// the results must not depend on the transform
	e := mustSpawn(c.animation.Spawn(c.model, mgl32.Translate3D(7, 8, 9)))
	must(c.animation.EnableModelMatrices(e))
	must(c.animation.EnableVertices(e))
	c.locals.poses[e] = make([]float32, kernel.PoseSize(c.skeleton.Len()))
	c.expected[e] = expectation{what, pose}
	c.order = append(c.order, e)
	return e
}

func (c *crowd) playback(animation int, seconds float64, mode string) components.Playback {
	p := components.Playback{Motion: c.model.Clips[animation], Mode: assets.Once, Speed: 1, Time: seconds}
	if mode == "loop" {
		p.Mode = assets.Loop
	}
	return p
}

// nlerpPose returns the golden pose of a blend by nlerp. The golden file holds its local
// transforms; the reference computes the other results from them.
func (c *crowd) nlerpPose(t *testing.T, locals []golden.Local) golden.Pose {
	t.Helper()
	if len(c.Nodes) != c.TotalNodes {
		t.Fatalf("the golden file has %d of %d nodes; the other results need all of them", len(c.Nodes), c.TotalNodes)
	}
	pose := reference.Rest(c.skeleton)
	for i, local := range locals {
		if node := c.model.Nodes[c.Nodes[i].Node]; node.IsJoint {
			pose.Locals[node.Joint] = reference.TRS{
				Translation: reference.Vector(local[:3]), Rotation: reference.Quaternion(local[3:7]),
				Scale: reference.Vector(local[7:]),
			}
		}
	}
	p := c.ofReference(t, pose)
	p.Local = slices.Clone(locals)
	return p
}

// ofEntity returns the results of a character's frame, in the golden file's order.
func (c *crowd) ofEntity(t *testing.T, e ecs.Entity) golden.Pose {
	local := rig.NewPose(c.skeleton)
	copy(local.Locals, c.locals.poses[e])
	slots := generic.NewMap1[components.PoseSlot](&c.world)
	pool, slot := c.animation.Store().Pool(e, *slots.Get(e))
	return c.float32Pose(t, float32Results{
		local: local.Joint, joints: c.animation.ModelMatrices(e), morphs: c.animation.Morphs(e),
		palette: func(id assets.SkinID) []float32 {
			palette := pool.Palette(id, slot)
			if palette == nil { // the store has no palette for a skin that no part uses
				palette = c.library.Skin(id).Palette(nil, c.animation.ModelMatrices(e))
			}
			return palette
		},
		positions: func(part, primitive int) []mgl32.Vec3 {
			return c.animation.Vertices(e, part, primitive).Positions
		},
	})
}

// must panics on an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// mustSpawn returns the entity of a call to Spawn, and panics on an error.
func mustSpawn(entity ecs.Entity, err error) ecs.Entity {
	if err != nil {
		panic(err)
	}
	return entity
}

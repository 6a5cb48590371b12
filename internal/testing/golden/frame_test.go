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
	"github.com/sinew-go/sinew/internal/testing/golden"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

// stage is a world in which every pose of a golden file stands as a character of its own.
type stage struct {
	*subject
	world     ecs.World
	animation *systems.Animation
	locals    probe
	expected  map[ecs.Entity]expectation
	order     []ecs.Entity
}

type expectation struct {
	what string
	pose golden.Pose
}

// probe is a block system that keeps the local poses of all characters as they leave the blending.
type probe struct {
	poses map[ecs.Entity][]float32
}

func (probe) Name() string { return "Probe" }

func (p probe) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes {
		copy(p.poses[b.Pool.Owner(int(b.Slots[lane]))], b.Local(lane))
	}
}

// The frame path: entities, systems, one Update. Every time of every clip and every blend is a character, all in one world, so
// that they share blocks.
func TestFramesAgree(t *testing.T) {
	each(t, func(t *testing.T, s *subject) {
		st := newStage(t, s)
		for range 11 { // a block and a half of neighbors at rest, so that no pose begins a block
			st.spawn("rest", s.Rest)
		}
		for _, c := range s.Clips {
			for _, sample := range c.Samples {
				e := st.spawn(fmt.Sprintf("clip %d at %v s (%s)", c.Animation, sample.T, sample.Mode), sample.Pose)
				*st.animation.Player(e).Component() = components.AnimationPlayer{Playback: st.playback(c.Animation, sample.T, sample.Mode), Paused: true}
			}
		}
		for i, b := range s.Blends {
			e := st.spawn(fmt.Sprintf("blend %d", i), st.nlerpPose(t, b.LocalNlerp))
			*st.animation.Player(e).Component() = components.AnimationPlayer{Playback: st.playback(b.B.Animation, b.B.T, "clamp"), Paused: true}
			*st.animation.Player(e).Blend() = components.BlendState{
				Fading:  [components.MaxFading]components.Fade{{Playback: st.playback(b.A.Animation, b.A.T, "clamp"), Weight: 1}},
				Count:   1,
				Elapsed: b.B.Weight, Duration: 1,
			}
		}
		if err := st.animation.Update(0); err != nil {
			t.Fatal(err)
		}
		for _, e := range st.order {
			want := st.expected[e]
			s.check(t, want.what, want.pose, st.ofEntity(t, e), s.ForFloat32())
		}
	})
}

func newStage(t *testing.T, s *subject) *stage {
	t.Helper()
	st := &stage{subject: s, world: ecs.NewWorld(), expected: map[ecs.Entity]expectation{}, locals: probe{map[ecs.Entity][]float32{}}}
	var err error
	if st.animation, err = systems.NewAnimation(&st.world, s.library, systems.WithWorkers(3)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.animation.Close)
	if err := st.animation.Schedule().InsertAfter("SampleClips", st.locals); err != nil {
		t.Fatal(err)
	}
	return st
}

// spawn makes a character, of which a golden pose is expected.
func (st *stage) spawn(what string, pose golden.Pose) ecs.Entity {
	e := mustSpawn(st.animation.Spawn(st.model, mgl32.Translate3D(7, 8, 9))) // where it stands must not matter
	must(st.animation.EnableModelMatrices(e))
	must(st.animation.EnableVertices(e))
	st.locals.poses[e] = make([]float32, rig.PoseSize(st.skeleton.Len()))
	st.expected[e] = expectation{what, pose}
	st.order = append(st.order, e)
	return e
}

func (st *stage) playback(animation int, seconds float64, mode string) components.Playback {
	p := components.Playback{Clip: st.model.Clips[animation], Mode: assets.Once, Speed: 1, Time: seconds}
	if mode == "loop" {
		p.Mode = assets.Loop
	}
	return p
}

// nlerpPose is a golden pose of two clips for an engine that blends rotations by nlerp: of this the golden file has the local
// transforms, and the rest follows from them.
func (st *stage) nlerpPose(t *testing.T, locals []golden.Local) golden.Pose {
	t.Helper()
	if len(st.Nodes) != st.TotalNodes {
		t.Fatalf("the golden file has %d of %d nodes, so that the rest does not follow", len(st.Nodes), st.TotalNodes)
	}
	pose := reference.Rest(st.skeleton)
	for i, local := range locals {
		if node := st.model.Nodes[st.Nodes[i].Node]; node.IsJoint {
			pose.Locals[node.Joint] = reference.TRS{
				Translation: reference.Vector(local[:3]), Rotation: reference.Quaternion(local[3:7]), Scale: reference.Vector(local[7:]),
			}
		}
	}
	p := st.ofReference(t, pose)
	p.Local = slices.Clone(locals)
	return p
}

// ofEntity reads what the frame made of a character, in the golden file's order.
func (st *stage) ofEntity(t *testing.T, e ecs.Entity) golden.Pose {
	local := rig.NewPose(st.skeleton)
	copy(local.Locals, st.locals.poses[e])
	slots := generic.NewMap1[components.PoseSlot](&st.world)
	pool, slot := st.animation.Store().Pool(*slots.Get(e))
	return st.float32Pose(t, outcome{
		local: local.Joint, joints: st.animation.ModelMatrices(e), morphs: st.animation.Morphs(e),
		palette: func(id assets.SkinID) []float32 {
			palette := pool.Palette(id, slot)
			if palette == nil { // a skin that no part uses has none in the store
				palette = st.library.Skin(id).Palette(nil, st.animation.ModelMatrices(e))
			}
			return palette
		},
		positions: func(part, primitive int) []mgl32.Vec3 {
			return st.animation.Vertices(e, part, primitive).Positions
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

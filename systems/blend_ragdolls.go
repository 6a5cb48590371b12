package systems

import (
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
)

// PrepareRagdolls changes the weights of ragdolls by their rates, and reads the Transforms of their characters. It runs
// when Transforms are final.
type PrepareRagdolls struct {
	transforms generic.Map1[components.Transform]
}

// NewPrepareRagdolls returns the system for a world.
func NewPrepareRagdolls(world *ecs.World) *PrepareRagdolls {
	return &PrepareRagdolls{transforms: generic.NewMap1[components.Transform](world)}
}

// Name implements [ecs.System].
func (s *PrepareRagdolls) Name() string { return "PrepareRagdolls" }

// Run implements [ecs.System].
func (s *PrepareRagdolls) Run(frame *ecs.Frame) {
	w := writer(frame)
	for _, pool := range frame.Store.Pools() {
		if pool == nil || w.Ragdolls(pool) == 0 {
			continue
		}
		for slot := range pool.Len() {
			if run := w.Ragdoll(pool, slot); run != nil {
				s.prepare(frame, pool, slot, run)
			}
		}
	}
}

func (s *PrepareRagdolls) prepare(frame *ecs.Frame, pool *ecs.Pool, slot int, run *ecs.RagdollRun) {
	handles := writer(frame).Components(pool, slot)
	if handles.Ragdoll == nil {
		return
	}
	seconds := frame.Delta
	if handles.TimeScale != nil {
		seconds = scaledTime(seconds, handles.TimeScale.Scale)
	}
	moveWeight(&handles.Ragdoll.Weight, handles.Ragdoll.WeightTarget, &handles.Ragdoll.Rate, seconds)
	run.Waited += frame.Delta // bodies move in the time of the world
	world := exact.IdentityAffine
	if t := s.transforms.Get(pool.Owner(slot)); t != nil {
		m := [rig.MatrixSize]float32(rig.MatrixFromMat4(t.Matrix))
		world = exact.ToAffine(&m)
	}
	inverse, ok := world.Inverse()
	run.Blending = bodies.Blending{
		World: world, Inverse: inverse, HasInverse: ok, Weight: handles.Ragdoll.Weight,
		KeepLengths: handles.Ragdoll.KeepLengths, Seconds: run.Waited,
	}
}

// BlendRagdolls blends the bodies of characters with a [components.Ragdoll] into their poses, and measures before where
// the motions put each body. [Inertialize] remembers the result, so that a motion can take over from it.
type BlendRagdolls struct{}

// Name implements [ecs.BlockSystem].
func (BlendRagdolls) Name() string { return "BlendRagdolls" }

// RunBlock implements [ecs.BlockSystem].
func (BlendRagdolls) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	w := writer(frame)
	if w.Ragdolls(b.Pool) == 0 {
		return
	}
	for lane := range b.Lanes {
		run := w.Ragdoll(b.Pool, int(b.Slots[lane]))
		if run != nil && run.Pose.Blend(b.Local(lane), b.Pool.Skeleton().Parents(), run.Bodies, &run.Blending) {
			w.ReplaceShownPose(b, lane)
		}
	}
}

// Repeat implements [ecs.Repeatable]: it copies what the bodies made of the pose.
func (BlendRagdolls) Repeat(frame *ecs.Frame, b *ecs.Block) {
	if run := writer(frame).Ragdoll(b.Pool, int(b.Slots[0])); run != nil {
		for i := range run.Bodies {
			run.Bodies[i].Show(b.Local(0))
		}
	}
}

// MeasureRagdolls measures where the bodies of the characters that were posed are shown, and how they move.
type MeasureRagdolls struct{}

// Name implements [ecs.System].
func (MeasureRagdolls) Name() string { return "MeasureRagdolls" }

// Run implements [ecs.System].
func (MeasureRagdolls) Run(frame *ecs.Frame) {
	w := writer(frame)
	for _, pool := range frame.Store.Pools() {
		if pool == nil || w.Ragdolls(pool) == 0 {
			continue
		}
		for slot := range pool.Len() {
			if run := w.Ragdoll(pool, slot); run != nil && !w.IsSkipped(pool, slot) {
				measure(pool, slot, run)
			}
		}
	}
}

func measure(pool *ecs.Pool, slot int, run *ecs.RagdollRun) {
	for i := range run.Bodies {
		body := &run.Bodies[i]
		had := body.HasShown
		body.HasShown = false
		kept := pool.JointMatrix(slot, int(body.Joint))
		if kept == nil {
			continue
		}
		m := exact.ToAffine((*[rig.MatrixSize]float32)(kept))
		m = run.Blending.World.Mul(&m)
		position, rotation, _, ok := bodies.Split(&m)
		if !ok {
			continue
		}
		seconds := run.Waited
		if !had {
			seconds = 0
		}
		body.Shown.MoveTo(position, rotation, seconds)
		if i == int(run.Root) {
			run.Facing = m.Direction(exact.ToVec3(run.Front)).Float32()
		}
		body.HasShown = true
	}
	run.Waited = 0
}

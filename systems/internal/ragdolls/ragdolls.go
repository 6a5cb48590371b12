package ragdolls

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
)

// in returns the rows of a pool, or nil if there are none.
func in(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.Ragdoll).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// Bind gives a character bodies at joints, which are ascending, in place of those that it had. The
// character must have a [components.Ragdoll].
func Bind(pool *posestore.Pool, slot int, joints []int32) *Run {
	row := pool.GiveRow(slot, column.Ragdoll)
	r := in(pool)
	r.work = work{}
	run := r.At(row)
	run.reset(len(joints))
	for i, joint := range joints {
		run.Bodies[i] = bodies.Body{Joint: joint, Weight: 1}
	}
	return run
}

// Clone returns a copy of what is kept, without scratch memory.
func (r *Run) Clone() Run {
	copied := *r
	copied.Bodies, copied.pose = slices.Clone(r.Bodies), bodies.Pose{}
	return copied
}

// TakeOver takes over what was kept before of the character, and of the bodies at the same joints.
func (r *Run) TakeOver(before *Run) {
	r.Size, r.Facing, r.waited, r.blending = before.Size, before.Facing, before.waited, before.blending
	for i := range r.Bodies {
		for k := range before.Bodies {
			if before.Bodies[k].Joint == r.Bodies[i].Joint {
				r.Bodies[i] = before.Bodies[k]
			}
		}
	}
}

// Above returns the index of the body at the nearest joint above that of a body, or -1 if there is
// none.
func (r *Run) Above(i int, parents []int16) int {
	for j := parents[r.Bodies[i].Joint]; j >= 0; j = parents[j] {
		for k := range r.Bodies[:i] {
			if r.Bodies[k].Joint == int32(j) {
				return k
			}
		}
	}
	return -1
}

// Of returns what is kept of the bodies of the character in a slot, or nil if it has none. It is
// valid until the next frame.
func Of(pool *posestore.Pool, slot int) *Run {
	if r, row := in(pool), pool.Row(slot, column.Ragdoll); r != nil && row >= 0 {
		return r.At(row)
	}
	return nil
}

// work is what the frames of characters with bodies do. The rows refer to it since they have bodies
// ([rows.work]), so that a program that binds none does not contain it.
type work struct{}

// each calls f for each character that has bodies.
func each(store *posestore.Store, f func(r *rows, pool *posestore.Pool, slot int, row int32)) {
	for _, pool := range store.Pools() {
		if pool == nil {
			continue
		}
		r := in(pool)
		if r == nil {
			continue
		}
		for slot := range pool.Len() {
			if row := pool.Row(slot, column.Ragdoll); row >= 0 {
				f(r, pool, slot, row)
			}
		}
	}
}

// Prepare prepares the bodies of all characters for a frame of some seconds. Fade changes the
// weight of a character's component, and place returns the Transform of an entity.
func Prepare(
	store *posestore.Store, seconds float64,
	fade func(*posestore.Pool, int, *components.Ragdoll), place func(posestore.Entity) exact.Affine,
) {
	each(store, func(r *rows, pool *posestore.Pool, slot int, row int32) {
		if component := r.Component(row); component != nil {
			fade(pool, slot, component)
			r.work.prepare(r.At(row), component, seconds, place(pool.Owner(slot)))
		}
	})
}

func (work) prepare(run *Run, component *components.Ragdoll, seconds float64, world exact.Affine) {
	if !(component.Weight > 0) {
		run.Size = 1
	}
	run.waited += seconds // bodies move in the time of the world
	run.blending = bodies.Blending{
		Weight: component.Weight, Size: run.Size, KeepLengths: component.KeepLengths, Seconds: run.waited,
	}
	run.place(world)
}

// Place sets the Transform of the character in a slot, which has changed since [Prepare].
func Place(pool *posestore.Pool, slot int, world exact.Affine) {
	if run := Of(pool, slot); run != nil {
		run.place(world)
	}
}

// place sets the Transform of the character.
func (r *Run) place(world exact.Affine) {
	r.blending.World = world
	r.blending.Inverse, r.blending.HasInverse = world.Inverse()
}

// Blend blends the bodies of the characters of a block into their poses, and measures before where
// the motions put each body.
func Blend(b *posestore.Block) {
	if r := in(b.Pool()); r != nil {
		r.work.blend(r, b)
	}
}

func (work) blend(r *rows, b *posestore.Block) {
	for lane := range b.Lanes() {
		row := b.Pool().Row(b.Slot(lane), column.Ragdoll)
		if row < 0 {
			continue
		}
		run := r.At(row)
		if run.pose.Blend(b.Local(lane), b.Pool().Skeleton().Parents(), run.Bodies, &run.blending) {
			inertialization.ReplaceShown(b, lane)
		}
	}
}

// Repeat copies what the bodies made of the pose of the character in lane 0 of a block.
func Repeat(b *posestore.Block) {
	if r, row := in(b.Pool()), b.Pool().Row(b.Slot(0), column.Ragdoll); r != nil && row >= 0 {
		r.work.repeat(r.At(row), b.Local(0))
	}
}

func (work) repeat(run *Run, local []float32) {
	for i := range run.Bodies {
		run.Bodies[i].Show(local)
	}
}

// Measure measures where the bodies of the characters that were posed are shown, and how they move.
func Measure(store *posestore.Store) {
	each(store, func(r *rows, pool *posestore.Pool, slot int, row int32) {
		if !pool.IsSkipped(slot) {
			r.work.measure(pool, slot, r.At(row))
		}
	})
}

// Rebase changes the past poses of the character in a slot of the block's pool so that its bodies
// are at the same places after its Transform changes, and in the same size: m is the inverse of the
// new Transform · the old one, and size the factor by which it scales. The block is scratch memory.
func Rebase(library *assets.Library, b *posestore.Block, slot int, run *Run, m *exact.Affine, size float64) {
	run.Size *= size
	for i := range inertialization.Poses {
		if pose := inertialization.PastPose(library, b, slot, i); pose != nil {
			bodies.Rebase(pose, b.Pool().Skeleton().Parents(), run.Bodies, m, size)
		}
	}
}

func (work) measure(pool *posestore.Pool, slot int, run *Run) {
	for i := range run.Bodies {
		body := &run.Bodies[i]
		had := body.HasShown
		body.HasShown = false
		kept := keptjoints.Matrix(pool, slot, int(body.Joint))
		if kept == nil {
			continue
		}
		m := exact.ToAffine((*[rig.MatrixSize]float32)(kept))
		m = run.blending.World.Mul(&m)
		position, rotation, _, ok := bodies.Split(&m)
		if !ok {
			continue
		}
		seconds := run.waited
		if !had {
			seconds = 0
		}
		body.Shown.MoveTo(position, rotation, seconds)
		if i == int(run.Root) {
			run.Facing = m.Direction(exact.ToVec3(run.Front)).Float32()
		}
		body.HasShown = true
	}
	run.waited = 0
}

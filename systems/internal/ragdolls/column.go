package ragdolls

import (
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Run is what is kept of a character to which bodies are bound.
type Run struct {
	// Bodies are the bodies, in ascending order of their joints.
	Bodies []bodies.Body
	// Root is the index of the body of the pelvis. Front is the direction to the character's front
	// in the space of its joint, Up the direction up in model space, and Facing where Front pointed
	// in the world when Shown was measured.
	Root              int32
	Front, Up, Facing mgl32.Vec3
	// Size is the size in which bodies pose the character, as a factor of the size that its
	// Transform gives it. It is 1 without a weight.
	Size float64

	waited   float64         // seconds of the world since the character was posed last
	blending bodies.Blending // what the frame blends by
	pose     bodies.Pose     // scratch memory
}

// reset makes a run as a new one with a number of bodies.
func (r *Run) reset(n int) {
	*r = Run{Bodies: slices.Grow(r.Bodies[:0], n)[:n], Size: 1, pose: r.pose}
	clear(r.Bodies)
}

// Column is the column of bodies. A character gets a row by [Bind].
type Column struct {
	column.Given[components.Ragdoll]
}

// ID implements [column.Column].
func (Column) ID() column.ID { return column.Ragdoll }

// NewRows implements [column.Column].
func (Column) NewRows(*rig.Skeleton) column.Rows { return &rows{} }

type rows struct {
	column.List[Run, components.Ragdoll]
	// work is a [work] since there were bodies, of which [Bind] and snapshots alone make some.
	work interface {
		prepare(run *Run, component *components.Ragdoll, seconds float64, world exact.Affine)
		blend(r *rows, b *posestore.Block)
		repeat(run *Run, local []float32)
		measure(pool *posestore.Pool, slot int, run *Run)
	}
}

// Take implements [column.Rows].
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	r.At(row).reset(0)
	return row
}

// Release implements [column.Rows].
func (r *rows) Release(row int32) bool {
	r.ReleaseRow(row)
	return true
}

// A snapshot holds of a row the number of bodies, a head, the bodies.
const (
	headSize     = 4 + 36 + 8 + 8
	bodySize     = 4 + 4 + 4*bodyNumbers
	placeNumbers = 7
	bodyNumbers  = 1 + placeNumbers + 2*(placeNumbers+6) + kernel.Rows
)

// Size implements [column.Rows].
func (r *rows) Size(row int32, _ *column.Saving) int {
	return 4 + headSize + bodySize*len(r.At(row).Bodies)
}

// Put implements [column.Rows]. What a body posed is left out unless the next frame may still show
// it.
func (r *rows) Put(b []byte, row int32, s *column.Saving) []byte {
	run := r.At(row)
	codec.PutUint32(b, uint32(len(run.Bodies)))
	codec.PutUint32(b[4:], uint32(run.Root))
	b = codec.PutFloats(codec.PutFloats(codec.PutFloats(b[8:], run.Front[:]), run.Up[:]), run.Facing[:])
	codec.PutFloat64(b, run.waited)
	codec.PutFloat64(b[8:], run.Size)
	b = b[16:]
	for i := range run.Bodies {
		body := &run.Bodies[i]
		posed := body.IsPosed && s.IsShown
		flags := codec.Flag(body.IsGiven, 1) | codec.Flag(body.HasTarget, 2) | codec.Flag(body.HasShown,
			4) | codec.Flag(posed, 8)
		codec.PutUint32(b, uint32(body.Joint))
		codec.PutUint32(b[4:], uint32(flags))
		numbers := floats(body)
		if !posed {
			clear(numbers[bodyNumbers-kernel.Rows:])
		}
		b = codec.PutFloats(b[8:], numbers[:])
	}
	return b
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, _ *column.Saving) []byte {
	r.work = work{}
	run := r.At(row)
	run.reset(int(codec.GetUint32(b)))
	run.Root = int32(codec.GetUint32(b[4:]))
	b = codec.GetFloats(codec.GetFloats(codec.GetFloats(b[8:], run.Front[:]), run.Up[:]), run.Facing[:])
	run.waited, run.Size = codec.GetFloat64(b), codec.GetFloat64(b[8:])
	b = b[16:]
	for i := range run.Bodies {
		flags := b[4]
		var numbers [bodyNumbers]float32
		body := bodies.Body{
			Joint:   int32(codec.GetUint32(b)),
			IsGiven: flags&1 != 0, HasTarget: flags&2 != 0, HasShown: flags&4 != 0, IsPosed: flags&8 != 0,
		}
		b = codec.GetFloats(b[8:], numbers[:])
		setFloats(&body, &numbers)
		run.Bodies[i] = body
	}
	return b
}

// Check implements [column.Column].
func (Column) Check(b []byte, skeleton *rig.Skeleton, _ *assets.Library) ([]byte, error) {
	if len(b) < 4 {
		return nil, codec.ErrTruncated
	}
	n := int64(codec.GetUint32(b))
	if n == 0 || n > int64(skeleton.Len()) {
		return nil, codec.Damaged("%d bodies for the %d joints of skeleton %q", n, skeleton.Len(), skeleton.Name())
	}
	size := 4 + headSize + bodySize*int(n)
	if len(b) < size {
		return nil, codec.ErrTruncated
	}
	if root := codec.GetUint32(b[4:]); int64(root) >= n {
		return nil, codec.Damaged("body %d is the root of %d bodies", root, n)
	}
	last := int64(-1)
	for i := range int(n) {
		joint := int64(codec.GetUint32(b[4+headSize+bodySize*i:]))
		if joint <= last || joint >= int64(skeleton.Len()) {
			return nil, codec.Damaged("body %d is of joint %d, after joint %d, in the %d joints of skeleton %q",
				i, joint, last, skeleton.Len(), skeleton.Name())
		}
		last = joint
	}
	return b[size:], nil
}

// floats returns the numbers of a body that are saved.
func floats(body *bodies.Body) (numbers [bodyNumbers]float32) {
	all := append(numbers[:0], body.Weight)
	place := func(place *bodies.Place) {
		all = append(append(all, place.Position[:]...), place.Rotation[:]...)
	}
	place(&body.Given)
	for _, state := range [...]*bodies.State{&body.Target, &body.Shown} {
		place(&state.Place)
		all = append(append(all, state.Linear[:]...), state.Angular[:]...)
	}
	copy(numbers[len(all):], body.Local[:])
	return numbers
}

// setFloats sets what floats returns.
func setFloats(body *bodies.Body, numbers *[bodyNumbers]float32) {
	body.Weight = numbers[0]
	rest := numbers[1:]
	place := func(place *bodies.Place) {
		copy(place.Position[:], rest)
		copy(place.Rotation[:], rest[3:])
		rest = rest[placeNumbers:]
	}
	place(&body.Given)
	for _, state := range [...]*bodies.State{&body.Target, &body.Shown} {
		place(&state.Place)
		copy(state.Linear[:], rest)
		copy(state.Angular[:], rest[3:])
		rest = rest[6:]
	}
	copy(body.Local[:], rest)
}

// ShiftOrigin implements [column.Placed].
func (r *rows) ShiftOrigin(row int32, by [3]float64) {
	run := r.At(row)
	for i := range run.Bodies {
		body := &run.Bodies[i]
		if body.IsGiven {
			exact.ShiftPoint((*[3]float32)(&body.Given.Position), by)
		}
		if body.HasTarget {
			exact.ShiftPoint((*[3]float32)(&body.Target.Position), by)
		}
		if body.HasShown {
			exact.ShiftPoint((*[3]float32)(&body.Shown.Position), by)
		}
	}
	if b := &run.blending; b.HasInverse {
		for i := range by {
			b.World[4*i+3] -= by[i]
		}
		b.Inverse, b.HasInverse = b.World.Inverse()
	}
}

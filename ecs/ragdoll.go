package ecs

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// RagdollRun is what the pose store holds of a character with a [components.Ragdoll] to which bodies are bound.
type RagdollRun struct {
	// Bodies are the bodies, in ascending order of their joints. They are empty if the character has none.
	Bodies []bodies.Body
	// Root is the index of the body of the pelvis. Front is the direction to the character's front in the space of its
	// joint, Up the direction up in model space, and Facing where Front pointed in the world when Shown was measured.
	Root              int32
	Front, Up, Facing mgl32.Vec3
	// Waited is the time since the character was posed last, in seconds of the world.
	Waited float64
	// Blending is what the frame blends by, and Pose scratch memory.
	Blending bodies.Blending
	Pose     bodies.Pose
}

// BindBodies gives a character bodies at joints, which are ascending, in place of the ones that it had. The character
// must have a [components.Ragdoll].
func (Writer) BindBodies(pool *Pool, slot int, joints []int32) *RagdollRun {
	pool.keepRagdoll(slot, true)
	run := &pool.ragdolls[pool.slots[slot].ragdollRow]
	run.reset(len(joints))
	for i, joint := range joints {
		run.Bodies[i] = bodies.Body{Joint: joint, Weight: 1}
	}
	return run
}

// reset makes a run as a new one with a number of bodies.
func (r *RagdollRun) reset(n int) {
	*r = RagdollRun{Bodies: slices.Grow(r.Bodies[:0], n)[:n], Pose: r.Pose}
	clear(r.Bodies)
}

// Ragdoll returns what the pose store holds of the bodies of the character in a slot, or nil if it has none. It is
// valid until the next frame.
func (Writer) Ragdoll(pool *Pool, slot int) *RagdollRun {
	if row := pool.slots[slot].ragdollRow; row >= 0 {
		return &pool.ragdolls[row]
	}
	return nil
}

// Ragdolls returns how many characters of the pool have bodies.
func (Writer) Ragdolls(pool *Pool) int { return len(pool.ragdolls) - len(pool.freeRagdolls) }

// SetRagdoll sets the component pointer of a character with bodies. It does nothing for other characters.
func (Writer) SetRagdoll(pool *Pool, slot int, ragdoll *components.Ragdoll) {
	if pool.slots[slot].ragdollRow >= 0 {
		pool.components[slot].Ragdoll = ragdoll
	}
}

// ReleaseRagdolls takes the bodies back from the characters whose component pointers have no Ragdoll, and poses these
// in this frame.
func (w Writer) ReleaseRagdolls() {
	for _, pool := range w.store.pools {
		if pool == nil || w.Ragdolls(pool) == 0 {
			continue
		}
		for slot := range pool.slots {
			if pool.slots[slot].ragdollRow >= 0 && pool.components[slot].Ragdoll == nil {
				pool.keepRagdoll(slot, false)
				w.SetSkipped(pool, slot, false)
			}
		}
	}
}

// ReplaceShownPose makes the local pose of the character in a lane the one that its inertialization buffer, if it has
// one, remembers of this frame.
func (Writer) ReplaceShownPose(b *Block, lane int) {
	row := b.Pool.slots[b.Slots[lane]].inertiaRow
	if row < 0 || b.Pool.past[row].shown < 0 {
		return
	}
	past := &b.Pool.past[row]
	copy(b.Pool.pastPose(row, int(past.shown)), b.Local(lane))
	past.SetStored(uint8(past.shown))
}

// Rebase changes the past poses of the character in a slot, which must be stored (see [PastPoses]), so that its bodies
// are at the same places after its Transform changes: m is the inverse of the new Transform · the old one.
func (w Writer) Rebase(pool *Pool, slot int, m *exact.Affine) {
	row, run := pool.slots[slot].inertiaRow, w.Ragdoll(pool, slot)
	if row < 0 || run == nil {
		return
	}
	for i := range InertiaPoses {
		bodies.Rebase(pool.pastPose(row, i), pool.skeleton.Parents(), run.Bodies, m)
	}
}

func (p *Pool) keepRagdoll(slot int, keep bool) {
	row := &p.slots[slot].ragdollRow
	switch {
	case keep == (*row >= 0):
	case !keep:
		p.ragdolls[*row].reset(0)
		p.freeRagdolls = append(p.freeRagdolls, *row)
		*row = -1
		p.components[slot].Ragdoll = nil
	case len(p.freeRagdolls) > 0:
		n := len(p.freeRagdolls)
		*row, p.freeRagdolls = p.freeRagdolls[n-1], p.freeRagdolls[:n-1]
	default:
		*row = int32(len(p.ragdolls))
		p.ragdolls = append(p.ragdolls, RagdollRun{})
	}
}

// A snapshot holds the bodies of each character with a Ragdoll to which some are bound: their number, a head, the bodies.
const (
	ragdollHeadSize = 4 + 36 + 8
	bodySize        = 4 + 4 + 4*bodyNumbers
	placeNumbers    = 7
	bodyNumbers     = 1 + placeNumbers + 2*(placeNumbers+6) + kernel.Rows
)

// bodiesSize returns how many bytes the bodies of a slot take.
func (p *Pool) bodiesSize(slot int) int {
	return 4 + ragdollHeadSize + bodySize*len(p.ragdolls[p.slots[slot].ragdollRow].Bodies)
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

// putBodies writes the bodies of a slot and returns what remains of b. As with palettes, only a character with a level of
// detail may still show in the next frame what they posed.
func (p *Pool) putBodies(b []byte, slot int, flags slotFlags) []byte {
	run := &p.ragdolls[p.slots[slot].ragdollRow]
	codec.PutUint32(b, uint32(len(run.Bodies)))
	codec.PutUint32(b[4:], uint32(run.Root))
	codec.PutFloat64(codec.PutFloats(codec.PutFloats(codec.PutFloats(b[8:], run.Front[:]), run.Up[:]), run.Facing[:]), run.Waited)
	b = b[4+ragdollHeadSize:]
	for i := range run.Bodies {
		body := &run.Bodies[i]
		posed := body.IsPosed && flags&hasPose != 0
		codec.PutUint32(b, uint32(body.Joint))
		codec.PutUint32(b[4:], uint32(codec.Flag(body.IsGiven, 1)|codec.Flag(body.HasTarget, 2)|codec.Flag(body.HasShown, 4)|codec.Flag(posed, 8)))
		numbers := floats(body)
		if !posed {
			clear(numbers[bodyNumbers-kernel.Rows:])
		}
		b = codec.PutFloats(b[8:], numbers[:])
	}
	return b
}

// getBodies restores the bodies of a slot and returns what remains of b.
func (p *Pool) getBodies(b []byte, slot int) []byte {
	n := int(codec.GetUint32(b))
	run := &p.ragdolls[p.slots[slot].ragdollRow]
	run.reset(n)
	run.Root = int32(codec.GetUint32(b[4:]))
	run.Waited = codec.GetFloat64(codec.GetFloats(codec.GetFloats(codec.GetFloats(b[8:], run.Front[:]), run.Up[:]), run.Facing[:]))
	b = b[4+ragdollHeadSize:]
	for i := range run.Bodies {
		flags := b[4]
		var numbers [bodyNumbers]float32
		body := bodies.Body{Joint: int32(codec.GetUint32(b)), IsGiven: flags&1 != 0, HasTarget: flags&2 != 0, HasShown: flags&4 != 0, IsPosed: flags&8 != 0}
		b = codec.GetFloats(b[8:], numbers[:])
		setFloats(&body, &numbers)
		run.Bodies[i] = body
	}
	return b
}

// checkBodies checks that the bodies in a record fit the skeleton, and returns what remains of b.
func checkBodies(b []byte, skeleton *assets.Skeleton) ([]byte, error) {
	if len(b) < 4 {
		return nil, codec.ErrTruncated
	}
	n := int64(codec.GetUint32(b))
	if n == 0 || n > int64(skeleton.Len()) {
		return nil, codec.Damaged("%d bodies for the %d joints of skeleton %q", n, skeleton.Len(), skeleton.Name())
	}
	size := 4 + ragdollHeadSize + bodySize*int(n)
	if len(b) < size {
		return nil, codec.ErrTruncated
	}
	if root := codec.GetUint32(b[4:]); int64(root) >= n {
		return nil, codec.Damaged("body %d is the root of %d bodies", root, n)
	}
	last := int64(-1)
	for i := range int(n) {
		joint := int64(codec.GetUint32(b[4+ragdollHeadSize+bodySize*i:]))
		if joint <= last || joint >= int64(skeleton.Len()) {
			return nil, codec.Damaged("body %d is of joint %d, after joint %d, in the %d joints of skeleton %q", i, joint, last, skeleton.Len(), skeleton.Name())
		}
		last = joint
	}
	return b[size:], nil
}

package ecs

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// givenPoses is the number of local poses in a row of given poses: the pose that is shown, and the one that the next
// frame shows. A skipped character still shows the old one.
const givenPoses = 2

// givenState is what a pool knows of the local poses that a program gives to a character, besides the poses.
type givenState struct {
	next   int8    // index of the pose that the next frame shows
	shown  int8    // index of the pose that the last frame showed, or -1
	weight float32 // the weight that the last frame gave it
}

// GivePose stores a local pose of a character, which its next frames show in place of the sampled one as far as its
// [components.PoseOverride] asks. The character must have the component.
func (Writer) GivePose(pool *Pool, slot int, locals []float32) {
	pool.keepGiven(slot, true)
	row := pool.slots[slot].givenRow
	state := &pool.givens[row]
	state.next = 0
	if state.shown == 0 {
		state.next = 1
	}
	copy(pool.givenPose(row, state.next), locals)
}

// SetOverride sets the component pointer of a character with a given pose. It does nothing for other characters.
func (Writer) SetOverride(pool *Pool, slot int, override *components.PoseOverride) {
	if pool.slots[slot].givenRow >= 0 {
		pool.components[slot].Override = override
	}
}

// GivenPoses returns how many characters of a pool have a given pose.
func (Writer) GivenPoses(pool *Pool) int { return pool.given.used() }

// ShowGivenPose returns the pose given to the character in a lane, and its weight from 0 to 1, and records that the
// frame shows them. The pose is nil if there is none.
func (Writer) ShowGivenPose(b *Block, lane int) (locals []float32, weight float32) {
	slot := b.Slots[lane]
	row, override := b.Pool.slots[slot].givenRow, b.Pool.components[slot].Override
	if row < 0 {
		return nil, 0
	}
	if override != nil && override.Weight > 0 {
		weight = min(override.Weight, 1)
	}
	state := &b.Pool.givens[row]
	state.shown, state.weight = state.next, weight
	return b.Pool.givenPose(row, state.shown), weight
}

// ShownGivenPose returns the given pose and its weight in the last frame in which the character in a slot was posed.
// The pose is nil if there was none.
func (p *Pool) ShownGivenPose(slot int) (locals []float32, weight float32) {
	row := p.slots[slot].givenRow
	if row < 0 || p.givens[row].shown < 0 {
		return nil, 0
	}
	return p.givenPose(row, p.givens[row].shown), p.givens[row].weight
}

// ReleaseGivenPoses takes the given poses back from the characters whose component pointers have no Override, and poses
// these in this frame.
func (w Writer) ReleaseGivenPoses() {
	for _, pool := range w.store.pools {
		if pool == nil || pool.given.used() == 0 {
			continue
		}
		for slot := range pool.slots {
			if pool.slots[slot].givenRow >= 0 && pool.components[slot].Override == nil {
				pool.keepGiven(slot, false)
				w.SetSkipped(pool, slot, false)
			}
		}
	}
}

// givenPose returns one of the poses of a row.
func (p *Pool) givenPose(row int32, i int8) []float32 {
	stride := rig.PoseSize(p.skeleton.Len())
	return p.given.row(row, givenPoses*stride)[int(i)*stride:][:stride]
}

// keepGiven sets whether the character in a slot has memory for given poses.
func (p *Pool) keepGiven(slot int, keep bool) {
	row := &p.slots[slot].givenRow
	switch {
	case keep == (*row >= 0):
	case keep:
		*row = p.given.take(givenPoses * rig.PoseSize(p.skeleton.Len()))
		for len(p.givens) <= int(*row) {
			p.givens = append(p.givens, givenState{})
		}
		p.givens[*row] = givenState{shown: -1}
	default:
		p.given.free = append(p.given.free, *row)
		*row = -1
		p.components[slot].Override = nil
	}
}

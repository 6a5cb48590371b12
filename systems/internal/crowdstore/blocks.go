package crowdstore

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/spheres"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// BlockLanes is the number of slots of a block. The members of a block are near each other, so that
// they are culled together, and are drawn alike.
const BlockLanes = 64

// tile is a cell of space and what the members in it share.
type tile struct {
	kind     int32
	carrier  int32
	mirrored bool
	size     int16 // of a cell, as a power of two
	cell     [3]int32
}

// cellReaches is about the size of a cell, in radii of a member's reach as its Transform scales it.
const cellReaches = 8

// block is up to BlockLanes members of a tile, in the first slots of the block.
type block struct {
	tile
	count int32
	stale bool // center, radius and scale must be computed
	// version is another one each time that they are computed; none is 0.
	version uint64
	center  mgl32.Vec3
	radius  float32 // of a sphere around the members in all their motions, relative to the carrier
	// The largest and the least radius of a member, relative to the carrier.
	most, least float32
	finite      lanes // those with finite Transforms: no others are drawn
	// What the members show alone: whether one may be an impostor, and, if all may, the largest
	// number of their clips and when the last of them shows it alone; else mostAlone is without bound.
	someAlone bool
	mostAlone int32
	settled   int64
	// Bits of the parts that some members hide, and that all do.
	someHide, allHide uint64
	top               lanes // members with the largest radius
}

// tileOf returns the tile of a member.
func (s *Store) tileOf(kind int, player *components.CrowdPlayer, transform *rig.Matrix) tile {
	at := tile{kind: int32(kind), carrier: s.carrier(player.Carrier), mirrored: exact.IsMirrored(transform)}
	at.size = cellSize(cellReaches * s.kinds[kind].radius * exact.LongestAxis(transform))
	size := math.Ldexp(1, int(at.size))
	for axis := range 3 {
		x := math.Floor(float64(transform[4*axis+3]) / size)
		if !exact.IsFinite(x) {
			x = 0
		}
		at.cell[axis] = int32(max(-1<<30, min(x, 1<<30)))
	}
	return at
}

// cellSize returns the exponent of the power of two that is next to a length. Members of about the
// same size share cells, so that the sphere around a block is not much larger than they need.
func cellSize(length float32) int16 {
	if !(length > 0) || !exact.IsFinite(length) {
		return 0
	}
	_, exponent := math.Frexp(math.Sqrt2 * float64(length))
	return int16(exponent - 1)
}

// carrier returns the index of a carrier. One that no longer carries a member gives its place to
// the next new one.
func (s *Store) carrier(entity ecs.Entity) int32 {
	if entity == (ecs.Entity{}) {
		return 0
	}
	free := len(s.carried)
	for i := 1; i < len(s.carried); i++ {
		if s.carried[i].entity == entity {
			return int32(i)
		}
		if s.carried[i].blocks == 0 {
			free = i
		}
	}
	if free == len(s.carried) {
		s.carried = append(s.carried, carrier{})
	}
	s.carried[free] = carrier{entity: entity, matrix: rig.IdentityMatrix(), scale: 1}
	return int32(free)
}

// allocate returns a free slot in a block of the tile.
func (s *Store) allocate(at tile) int {
	for _, i := range s.tiles[at] {
		if b := &s.blocks[i]; b.count < BlockLanes {
			b.count++
			return int(i)*BlockLanes + int(b.count) - 1
		}
	}
	var i int32
	if n := len(s.free); n > 0 {
		i, s.free = s.free[n-1], s.free[:n-1]
	} else {
		i = s.addBlock()
	}
	s.blocks[i] = block{tile: at, count: 1, stale: true}
	s.carried[at.carrier].blocks++
	s.tiles[at] = append(s.tiles[at], i)
	return int(i) * BlockLanes
}

// addBlock adds a block, and returns its index.
func (s *Store) addBlock() int32 {
	s.blocks = append(s.blocks, block{})
	s.owners = append(s.owners, make([]ecs.Entity, BlockLanes)...)
	s.members = append(s.members, make([]member, BlockLanes)...)
	s.records = append(s.records, make([]Record, BlockLanes)...)
	s.spheres = append(s.spheres, make([]spheres.Group, blockGroups)...)
	s.hidden = append(s.hidden, make([]uint64, BlockLanes)...)
	s.alone = append(s.alone, make([]alone, BlockLanes)...)
	return int32(len(s.blocks) - 1)
}

// release frees a block without members.
func (s *Store) release(i int) {
	at := s.blocks[i].tile
	list := s.tiles[at]
	for k, other := range list {
		if int(other) == i {
			list[k] = list[len(list)-1]
			list = list[:len(list)-1]
			break
		}
	}
	if len(list) == 0 {
		delete(s.tiles, at)
	} else {
		s.tiles[at] = list
	}
	s.free = append(s.free, int32(i))
	s.carried[at.carrier].blocks--
}

// noteAlone accounts for what a member shows alone.
func (b *block) noteAlone(a *alone) {
	b.someAlone = b.someAlone || a.clip > 0 || a.before > 0
	if a.clip == 0 {
		b.mostAlone = math.MaxInt32
	}
	b.mostAlone, b.settled = max(b.mostAlone, a.clip), max(b.settled, a.settled)
}

// measure computes the spheres around the members of a block, and around the block.
func (s *Store) measure(i int) {
	b := &s.blocks[i]
	reach := s.kinds[b.kind].Reach
	low, high := mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32},
		mgl32.Vec3{-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}
	b.most, b.least, b.finite, b.top, b.stale = 0, math.MaxFloat32, 0, 0, false
	s.measured++
	b.version = s.measured
	b.someHide, b.allHide = 0, math.MaxUint64
	b.someAlone, b.mostAlone, b.settled = false, 0, math.MinInt64
	for lane := range int(b.count) {
		slot := i*BlockLanes + lane
		member := &s.members[slot]
		b.someHide |= s.hidden[slot]
		b.allHide &= s.hidden[slot]
		m := &member.transform
		wider := max(0, appearance.Build(&member.looks)-1) * s.kinds[b.kind].girth
		center, radius := m.Point(reach.Center), (reach.Radius+wider)*exact.LongestAxis(m)
		if !exact.AllFinite(m[:]...) || !exact.AllFinite(center[0], center[1], center[2], radius) {
			setSphere(s.spheres, slot, &mgl32.Vec4{0, 0, 0, -1})
			continue
		}
		setSphere(s.spheres, slot, &mgl32.Vec4{center[0], center[1], center[2], radius})
		b.finite |= 1 << lane
		b.noteAlone(&s.alone[slot])
		if radius > b.most {
			b.most, b.top = radius, 0
		}
		if radius == b.most {
			b.top |= 1 << lane
		}
		b.least = min(b.least, radius)
		for c := range 3 {
			low[c], high[c] = min(low[c], center[c]-radius), max(high[c], center[c]+radius)
		}
	}
	if !(low[0] <= high[0]) {
		b.center, b.radius = mgl32.Vec3{}, 0
		return
	}
	b.center = low.Add(high).Mul(0.5)
	b.radius = high.Sub(low).Len() / 2
}

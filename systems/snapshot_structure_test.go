package systems_test

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// The parts of a snapshot's format that the tests of its structure rely on.
const (
	snapshotHeader  = 120 // bytes
	snapshotPool    = 16  // bytes: skeleton, number of slots, joints, morph weights
	vacatedSlot     = 1   // in the flags of a slot
	atPoolCount     = 24
	atUnboundCount  = 28
	atAttachedCount = 32
)

// snapshotParts is a snapshot in pieces that can be rearranged.
type snapshotParts struct {
	header []byte
	pools  []snapshotPoolParts
	tail   []byte // characters without a slot, attached entities, and events
}

type snapshotPoolParts struct {
	header  []byte
	records [][]byte // of the slots
}

// splitSnapshot takes a snapshot of the animation's present state apart.
func splitSnapshot(t testing.TB, p *scriptedCrowd, snapshot []byte) *snapshotParts {
	t.Helper()
	parts := &snapshotParts{header: snapshot[:snapshotHeader]}
	rest := snapshot[snapshotHeader:]
	cut := func(n int) (piece []byte) {
		piece, rest = rest[:n:n], rest[n:]
		return piece
	}
	number := func(pool *ecs.Pool) uint32 { return numberIn(t, snapshot, p.library, pool.ID()) }
	// begins reports whether a record of an entity begins at an offset of the rest.
	begins := func(at int, e ecs.Entity, pool *ecs.Pool) bool {
		word := func(i int) uint32 { return binary.LittleEndian.Uint32(rest[at+4*i:]) }
		return at+24 <= len(rest) && word(0) == e.ID() && word(1) == e.Generation() && word(4) == number(pool) &&
			word(2)&3 == 3
	}
	pools := p.animation.Store().Pools()
	for i, pool := range pools {
		part := snapshotPoolParts{header: cut(snapshotPool)}
		for slot := range pool.Len() {
			if !begins(0, pool.Owner(slot), pool) {
				t.Fatalf("the record of slot %d is not where it is expected", slot)
			}
			end := 24
			for ; end < len(rest); end += 4 {
				if slot+1 < pool.Len() && begins(end, pool.Owner(slot+1), pool) {
					break
				}
				if slot+1 == pool.Len() && i+1 < len(pools) && end+40 <= len(rest) &&
					binary.LittleEndian.Uint32(rest[end:]) == number(pools[i+1]) &&
					binary.LittleEndian.Uint32(rest[end+8:]) == uint32(pools[i+1].Skeleton().Len()) &&
					begins(end+snapshotPool, pools[i+1].Owner(0), pools[i+1]) {
					break
				}
				if slot+1 == pool.Len() && i+1 == len(pools) {
					end = len(rest) // the last record is left together with the tail
				}
			}
			part.records = append(part.records, cut(min(end, len(rest))))
		}
		parts.pools = append(parts.pools, part)
	}
	last := &parts.pools[len(parts.pools)-1]
	parts.tail = last.records[len(last.records)-1]
	last.records = last.records[:len(last.records)-1]
	return parts
}

// clone returns a copy whose lists can be changed.
func (s *snapshotParts) clone() *snapshotParts {
	c := &snapshotParts{header: slices.Clone(s.header), tail: s.tail}
	for _, pool := range s.pools {
		c.pools = append(c.pools, snapshotPoolParts{slices.Clone(pool.header), slices.Clone(pool.records)})
	}
	return c
}

// join puts the snapshot together again, with the right counts and checksum. The tail begins with
// the last slot's record.
func (s *snapshotParts) join(random *rand.Rand) []byte {
	all := slices.Clone(s.header)
	binary.LittleEndian.PutUint32(all[atPoolCount:], uint32(len(s.pools)))
	for i, pool := range s.pools {
		slots := uint32(len(pool.records))
		if i == len(s.pools)-1 {
			slots++
		}
		header := slices.Clone(pool.header)
		if random.IntN(50) > 0 {
			binary.LittleEndian.PutUint32(header[4:], slots)
		}
		all = append(all, header...)
		for _, record := range pool.records {
			all = append(all, record...)
		}
	}
	return withChecksum(append(all, s.tail...))
}

// rearrange makes a random change to the structure.
func (s *snapshotParts) rearrange(random *rand.Rand, entities []ecs.Entity) {
	if len(s.pools) == 0 {
		return
	}
	pool := &s.pools[random.IntN(len(s.pools))]
	at := random.IntN(len(pool.records) + 1)
	some := func() []byte { // any record
		from := &s.pools[random.IntN(len(s.pools))]
		if len(from.records) == 0 {
			return vacatedRecord(entities[0])
		}
		return from.records[random.IntN(len(from.records))]
	}
	change := func(f func(record []byte)) {
		if at < len(pool.records) && len(pool.records[at]) >= 16 { // some records are empty
			pool.records[at] = slices.Clone(pool.records[at])
			f(pool.records[at])
		}
	}
	putEntity := func(b []byte, e ecs.Entity) {
		binary.LittleEndian.PutUint32(b, e.ID())
		binary.LittleEndian.PutUint32(b[4:], e.Generation())
	}
	switch random.IntN(12) {
	case 0, 1: // an entity has two slots
		pool.records = slices.Insert(pool.records, at, some())
	case 2:
		if at < len(pool.records) {
			pool.records = slices.Delete(pool.records, at, at+1)
		}
	case 3:
		if other := some(); at < len(pool.records) {
			pool.records[at] = other
		}
	case 4:
		change(func(b []byte) { putEntity(b, entities[random.IntN(len(entities))]) })
	case 5:
		for range 1 + random.IntN(50) {
			pool.records = slices.Insert(pool.records, at, vacatedRecord(entities[random.IntN(len(entities))]))
		}
	case 6:
		change(func(b []byte) {
			flags := b[pick(random, []int{8, 12}):] // of the components, of the slot
			binary.LittleEndian.PutUint32(flags, binary.LittleEndian.Uint32(flags)^1<<random.IntN(30))
		})
	case 7:
		copy(pool.header, s.pools[random.IntN(len(s.pools))].header[:4]) // another skeleton
	case 8:
		s.pools = slices.Insert(s.pools, random.IntN(len(s.pools)), s.pools[random.IntN(len(s.pools))])
	case 9:
		i := random.IntN(len(s.pools) - 1 + 1)
		s.pools = slices.Insert(s.pools, i, snapshotPoolParts{header: make([]byte, snapshotPool)})
	case 10: // the components of another character, after its own entity
		change(func(b []byte) {
			if other := some(); len(other) == len(b) {
				copy(b[16:], other[16:])
			}
		})
	default:
		field := pick(random, []int{
			20, atUnboundCount, atAttachedCount, 36, 44, 52, 60, 68, 76, 80, 84, 88, 92, 96,
			100, 104, 108, 112, 116,
		})
		binary.LittleEndian.PutUint32(s.header[field:], pick(random, extremeValues))
	}
}

// vacatedRecord returns the record of a slot whose owner is no character any more.
func vacatedRecord(e ecs.Entity) []byte {
	b := binary.LittleEndian.AppendUint32(nil, e.ID())
	b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, e.Generation()), 0)
	return binary.LittleEndian.AppendUint32(b, vacatedSlot)
}

// TestRearrangedSnapshots restores snapshots whose checksum is right, but whose records were
// duplicated, moved, removed or given to other entities. That is an error, or a world that updates,
// in bounded time and memory.
func TestRearrangedSnapshots(t *testing.T) {
	probe.Seeds(t, 4, 400, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 71))
		p := newScriptedCrowd(t, 1+random.IntN(2))
		for range 60 {
			p.step(t)
		}
		dead := p.world.NewEntity()
		p.world.RemoveEntity(dead)
		entities := append(append(slices.Clone(p.crowd), p.props...), dead, p.world.NewEntity(), ecs.Entity{})
		pristine := p.animation.AppendSnapshot(nil)
		parts := splitSnapshot(t, p, pristine)
		if !slices.Equal(parts.join(rand.New(rand.NewPCG(1, 0))), pristine) {
			t.Fatal("the parts do not make the snapshot again")
		}
		restored := 0
		for range 120 {
			changed := parts.clone()
			for range 1 + random.IntN(3) {
				changed.rearrange(random, entities)
			}
			bytes := changed.join(random)
			if random.IntN(4) == 0 {
				at := snapshotHeader + random.IntN(len(bytes)-snapshotHeader-4)
				binary.LittleEndian.PutUint32(bytes[at/4*4:], pick(random, extremeValues))
				withChecksum(bytes)
			}
			p.animation.Clock().MaxSteps = 0
			probe.Within(t, 10*time.Second, 64<<20, "restoring and three frames", func() {
				checkRestore(t, p, pristine, bytes)
			})
			if p.animation.Restore(bytes) == nil {
				restored++
			}
			check(t, p.animation.Restore(pristine))
			if t.Failed() {
				return
			}
		}
		if restored == 0 {
			t.Error("no snapshot could be restored")
		}
	})
}

// A snapshot of vacated slots, which are 16 bytes each, does not make Restore allocate a palette
// for each of them.
func TestSnapshotOfVacatedSlotsIsBounded(t *testing.T) {
	f := newFixture(t, 200)
	e := newCharacter(t, f.animation, f.model, mgl32.Ident4())
	f.update(t, 0.1)
	snapshot := f.animation.AppendSnapshot(nil)
	const slots = 20_000
	binary.LittleEndian.PutUint32(snapshot[snapshotHeader+4:], slots+1)
	var vacated []byte
	for range slots {
		vacated = append(vacated, vacatedRecord(e)...)
	}
	snapshot = withChecksum(slices.Insert(snapshot, snapshotHeader+snapshotPool, vacated...))
	probe.Within(t, 10*time.Second, 16<<20+64*uint64(len(snapshot)), "restoring", func() {
		if err := f.animation.Restore(snapshot); err != nil {
			t.Log(err)
		}
	})
	f.update(t, 0.1)
}

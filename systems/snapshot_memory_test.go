package systems_test

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"

	"github.com/sinew-go/sinew/systems"
)

// restoreMemory restores a snapshot and returns how many bytes that allocates, and the error.
func restoreMemory(animation *systems.Animation, snapshot []byte) (bytes uint64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = animation.Restore(snapshot)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

// maxRestoreMemory returns how many bytes restoring a snapshot may allocate, given the number of
// joints of the skin: a constant, and for each byte of the snapshot another constant. The shortest
// record has 16 bytes and makes memory for a slot, at most twice; a new combination of components
// makes arche allocate a table.
func maxRestoreMemory(snapshot []byte, joints int) uint64 {
	slot := 4 * assets.MatrixSize * joints
	return 12<<20 + uint64(len(snapshot))*uint64(2*slot/16+200)
}

// The memory that a restore allocates is bounded by the bytes of the snapshot, whatever they are:
// in a world with many entities, that no snapshot mentions, a few bytes cannot make the store
// allocate for all of them.
func TestSnapshotMemoryIsBoundedByItsBytes(t *testing.T) {
	if probe.Race {
		t.Skip("the race detector allocates memory of its own: run the test without -race")
	}
	const joints = 100
	record := func(e ecs.Entity, flags, slot uint32, _ *assets.Model) []byte {
		var b []byte
		const skeleton, model = 1, 2 // numbers in the list of assets
		for _, v := range []uint32{e.ID(), e.Generation(), flags, slot, skeleton, model} {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
		for k, size := range []int{44, 32, 4, 4, 8, 4, 12, 276, 4, 8, 52, 64, 12, 32, 4, 16, 80} {
			// of the components, as far as they have no elements
			b = append(b, make([]byte, size*int(flags>>k&1))...)
		}
		return b
	}
	for name, row := range map[string]func(i int, e ecs.Entity, model *assets.Model) []byte{
		"vacated slots": func(_ int, e ecs.Entity, _ *assets.Model) []byte { return vacatedRecord(e) },
		"bare slots":    func(_ int, e ecs.Entity, model *assets.Model) []byte { return record(e, 0, 0, model) },
		"kept model matrices": func(_ int, e ecs.Entity, model *assets.Model) []byte {
			return append(record(e, 0, 1<<3, model), make([]byte, 32+48*joints)...)
		},
		"combinations of components": func(i int, e ecs.Entity, model *assets.Model) []byte {
			if i >= 256 {
				return nil
			}
			return record(e, uint32(i&7|i>>3<<7), 0, model)
		},
	} {
		for _, claimed := range []uint32{0, 1, 1 << 20, 1<<32 - 1} { // slots beyond those that have records
			f := newFixture(t, joints)
			newCharacter(t, f.animation, f.model, mgl32.Ident4())
			f.update(t, 0.1)
			snapshot := f.animation.AppendSnapshot(nil)
			var records []byte
			slots := uint32(1)
			for i := range 3000 {
				if r := row(i, f.world.NewEntity(), f.model); r != nil {
					records, slots = append(records, r...), slots+1
				}
			}
			crafted := slices.Insert(slices.Clone(snapshot), snapshotHeader+snapshotPool, records...)
			binary.LittleEndian.PutUint32(crafted[snapshotHeader+4:], slots+claimed)
			withChecksum(crafted)
			bytes, err := restoreMemory(f.animation, crafted)
			if limit := maxRestoreMemory(crafted, joints); bytes > limit {
				t.Errorf("%s, %d more claimed: %d bytes allocate %d, want at most %d", name, claimed, len(crafted),
					bytes, limit)
			} else if (err == nil) != (claimed == 0) {
				t.Errorf("%s, %d more claimed: %v", name, claimed, err)
			}
			check(t, f.animation.Restore(snapshot))
			f.update(t, 0.1)
		}
	}
}

// The same holds for snapshots of a crowd in which some numbers were overwritten and whose checksum
// is right.
func TestDamagedSnapshotMemoryIsBounded(t *testing.T) {
	if probe.Race {
		t.Skip("the race detector allocates memory of its own: run the test without -race")
	}
	probe.Seeds(t, 3, 400, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 72))
		p := newScriptedCrowd(t, 1)
		for range 20 {
			p.step(t)
		}
		for range 20_000 { // entities that the snapshot does not mention
			p.world.NewEntity()
		}
		pristine := p.animation.AppendSnapshot(nil)
		restored := 0
		for range 150 {
			damaged := slices.Clone(pristine)
			for range 1 + random.IntN(4) {
				at := 20 + random.IntN((len(damaged)-24)/4)*4
				if random.IntN(4) == 0 {
					at = pick(random, []int{20, atPoolCount, atUnboundCount, atAttachedCount, snapshotHeader + 4})
				}
				value := pick(random, extremeValues)
				switch random.IntN(3) {
				case 0:
					value = uint32(random.IntN(20_100))
				case 1:
					value = binary.LittleEndian.Uint32(damaged[at:]) ^ 1<<random.IntN(32)
				}
				binary.LittleEndian.PutUint32(damaged[at:], value)
			}
			bytes, err := restoreMemory(p.animation, withChecksum(damaged))
			if limit := maxRestoreMemory(damaged, p.library.Skeleton(p.model.Skeleton).Len()); bytes > limit {
				t.Fatalf("%d bytes allocate %d, want at most %d (%v)", len(damaged), bytes, limit, err)
			}
			if err == nil {
				restored++
			}
			check(t, p.animation.Restore(pristine))
		}
		if restored == 0 {
			t.Error("no snapshot could be restored")
		}
	})
}

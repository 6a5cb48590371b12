package systems_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// withChecksum writes the right length and checksum into a snapshot that was changed.
func withChecksum(snapshot []byte) []byte {
	if len(snapshot) >= 20 {
		binary.LittleEndian.PutUint64(snapshot[12:], uint64(len(snapshot)))
		binary.LittleEndian.PutUint32(snapshot[8:], crc32.Checksum(snapshot[12:], crc32.MakeTable(crc32.Castagnoli)))
	}
	return snapshot
}

// Every truncation and every flipped bit is an error, and then nothing changes.
func TestDamagedSnapshotsChangeNothing(t *testing.T) {
	p := newScriptedCrowd(t, 1)
	for range 20 {
		p.step(t)
	}
	snapshot := p.animation.AppendSnapshot(nil)
	p.step(t)
	before := p.animation.AppendSnapshot(nil)
	try := func(what string, at int, damaged []byte) {
		if err := p.animation.Restore(damaged); !errors.Is(err, ecs.ErrSnapshot) {
			t.Fatalf("%s at %d: %v", what, at, err)
		}
	}
	for n := 0; n < len(snapshot); n += 1 + n/97 {
		try("cut", n, snapshot[:n])
		try("truncated with a valid checksum", n, withChecksum(slices.Clone(snapshot[:n])))
		flipped := slices.Clone(snapshot)
		flipped[n] ^= 1 << (n % 8)
		try("flipped", n, flipped)
	}
	try("lengthened", 0, withChecksum(append(slices.Clone(snapshot), 0)))
	if !bytes.Equal(p.animation.AppendSnapshot(nil), before) {
		t.Error("the state changed")
	}
}

func TestSnapshotErrors(t *testing.T) {
	f := newFixture(t, 5)
	f.spawn(t, 0, 0)
	dies := f.spawn(t, 1, 0.5)
	f.update(t, 0.1)
	snapshot := f.animation.AppendSnapshot(nil)
	changed := func(at int, v byte) []byte {
		c := slices.Clone(snapshot)
		c[at] = v
		return withChecksum(c)
	}
	query := f.world.Query(arche.All())
	if err := f.animation.Restore(snapshot); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("under a query: %v", err)
	}
	query.Close()
	f.world.RemoveEntity(dies)
	const pools, firstRecord = 120, 136
	for _, row := range []struct {
		name     string
		snapshot []byte
		want     string
	}{
		{"empty", nil, `expected bytes that begin with "SNEW"`},
		{"magic", changed(0, 'X'), `expected bytes that begin with "SNEW"`},
		{"version", changed(4, 9), "version 14, found 9"},
		{"skeleton", changed(pools+1, 9), "no skeleton"},
		{"joints", changed(pools+8, 6), "expected 6 joints and 2 morph weights, found 5 and 2"},
		{"entity", changed(firstRecord, 99), "entity 99 of generation 0 was never in the world"},
		{"flags", changed(firstRecord+11, 8), "expected a possible set of components"},
		{"dead", snapshot, "an entity of the snapshot is dead: entity 2 of generation 0"},
	} {
		err := f.animation.Restore(row.snapshot)
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.name, err, row.want)
		}
	}
	if err := f.animation.Restore(snapshot); !errors.Is(err, ecs.ErrEntityGone) {
		t.Error(err)
	}
	if dead, err := f.animation.RestoreAlive(snapshot); err != nil || dead != 1 {
		t.Errorf("%d are dead, %v", dead, err)
	}
	other := newFixture(t, 5)
	if _, err := other.animation.RestoreAlive(snapshot); !errors.Is(err, ecs.ErrSnapshot) {
		t.Errorf("in a world without its entities: %v", err)
	}
}

// Restoring with dead entities gives the same state as if those entities had died right after the
// snapshot. Characters spawned later stay.
func TestRestoreAlive(t *testing.T) {
	var hashes [2]uint64
	for i := range hashes {
		p := newScriptedCrowd(t, 1)
		for range 30 {
			p.step(t)
		}
		snapshot, frame, reader := p.animation.AppendSnapshot(nil), p.frame, p.reader
		var born ecs.Entity
		if i == 0 {
			p.update(t, 0.1)
			p.update(t, 0.2)
		}
		for range 3 {
			p.remove(1)
		}
		if i == 0 {
			born = mustSpawn(p.animation.Spawn(p.model, mgl32.Ident4()))
			p.update(t, 0.1)
			p.frame, p.reader = frame, reader
			if dead, err := p.animation.RestoreAlive(snapshot); err != nil || dead != 3 {
				t.Fatalf("%d are dead, %v", dead, err)
			}
			if pool, _ := p.animation.Pool(born); pool != nil {
				t.Error("a character that is not in the snapshot has a slot before the next frame")
			}
		}
		p.update(t, 0.03)
		hashes[i] = p.hash(true)
		if pool, slot := p.animation.Pool(born); i == 0 && (pool == nil || slot != pool.Len()-1) {
			t.Errorf("a character created later has slot %d of pool %v, want the last one", slot, pool)
		}
	}
	if hashes[0] != hashes[1] {
		t.Error("the others differ from a world in which the entities died right after the snapshot")
	}
}

// A snapshot that repeats an entity is an error, before anything is allocated for its records: what
// a snapshot makes the store allocate is bounded by the number of entities in the world.
func TestSnapshotsWithRepeatedEntities(t *testing.T) {
	const (
		pools, firstRecord = 120, 136
		repeats            = 30_000
	)
	f := newFixture(t, 300)
	f.spawn(t, 0, 0)
	f.update(t, 0)
	snapshot := f.animation.AppendSnapshot(nil)
	for _, row := range []struct {
		name  string
		flags uint32
		size  int
	}{{"vacated", 1, 16}, {"bare", 0, 24}, {"with model matrices", 1 << 3, 24 + 32 + 2*48}} {
		record := make([]byte, row.size)
		copy(record, snapshot[firstRecord:][:8])
		binary.LittleEndian.PutUint32(record[12:], row.flags)
		if row.flags == 1<<3 {
			record[24] = 1 // the first bit stands for two of the 300 joints
		}
		crafted := slices.Concat(snapshot[:firstRecord], bytes.Repeat(record, repeats), snapshot[firstRecord:])
		binary.LittleEndian.PutUint32(crafted[pools+4:], repeats+1)
		withChecksum(crafted)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := f.animation.RestoreAlive(crafted)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ecs.ErrSnapshot) || !strings.Contains(err.Error(), "second record") {
			t.Errorf("%s: %v", row.name, err)
		}
		// The bytes themselves are copied.
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20+uint64(len(crafted))*5/4 {
			t.Errorf("%s: %d bytes were allocated for a snapshot of %d bytes", row.name, n, len(crafted))
		}
	}
	check(t, f.animation.Restore(snapshot))
}

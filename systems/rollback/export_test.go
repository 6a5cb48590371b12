package rollback

import (
	"hash/crc32"
	"testing"

	arche "github.com/mlange-42/arche/ecs"
)

// Image is the state of a world that must be equal in two runs.
type Image = image

// Take returns an image of the present world.
func (s *Session) Take(t testing.TB) *Image {
	t.Helper()
	m := new(image)
	if err := m.take(s, true); err != nil {
		t.Fatal(err)
	}
	return m
}

// Hash returns a hash of an image.
func (m *Image) Hash() uint64 { return m.hash() }

// Compare returns the first difference of two images.
func (s *Session) Compare(first, again *Image) error {
	if d := s.compare(first, again); d != nil {
		return d
	}
	return nil
}

// FixChecksum makes the header of a damaged snapshot right.
func FixChecksum(b []byte) {
	if len(b) < headerSize {
		return
	}
	putUint64(b[12:], uint64(len(b)))
	if own := getUint64(b[20:]); own >= headerSize && own <= uint64(len(b)) {
		putUint32(b[8:], crc32.Checksum(b[checksumFrom:own], castagnoli))
	}
}

// Direct sets whether plain data is copied in whole spans of memory, which is the fast way, instead
// of number by number.
func (s *Session) Direct(direct bool) {
	for _, v := range s.savers {
		if v.plan != nil {
			v.plan.direct = direct
		}
	}
}

// Registered reports whether a component of this type is registered or skipped, by its import path
// and name.
func (s *Session) Registered(name string) bool {
	for _, v := range s.savers {
		if v.name == name && v.role != isResource {
			return true
		}
	}
	return false
}

const MaxInput = maxInput

const MaxSettings = maxSettings

// FixRecording makes the checksums of a damaged recording right, from the outside in: with depth 1
// those of its header and its frames, with depth 2 also that of its first snapshot, with depth 3
// also that of the animation's snapshot in it. Sizes stay as they are, apart from the snapshot's
// own.
func FixRecording(b []byte, depth int) {
	if len(b) < recordingHeader || depth < 1 {
		return
	}
	settings, size, keys := uint64(getUint32(b[16:])), getUint64(b[20:]), uint64(getUint32(b[28:]))
	if size > uint64(len(b)) || recordingHeader+settings+size+keys > uint64(len(b)) {
		return
	}
	end := recordingHeader + settings + size
	if snapshot := b[recordingHeader+settings : end]; depth > 1 && len(snapshot) >= headerSize {
		own := getUint64(snapshot[20:])
		if depth > 2 && own >= headerSize && own+20 <= uint64(len(snapshot)) {
			inner := snapshot[own:]
			putUint64(inner[12:], uint64(len(inner)))
			putUint32(inner[8:], crc32.Checksum(inner[12:], castagnoli))
		}
		FixChecksum(snapshot)
	}
	end += keys
	sum := crc32.Checksum(b[4:32], castagnoli)
	putUint32(b[32:], crc32.Update(sum, castagnoli, b[recordingHeader:end]))
	for b = b[end:]; len(b) > 0; {
		n := uint64(1 + 8)
		if b[0] == frameRecord && len(b) >= frameHeader {
			n = frameHeader + uint64(getUint32(b[1:])) + 8*uint64(getUint32(b[21:]))
		}
		if n+4 > uint64(len(b)) {
			return
		}
		putUint32(b[n:], crc32.Checksum(b[:n], castagnoli))
		b = b[n+4:]
	}
}

// FramesIn returns where the frames of a recording begin.
func FramesIn(b []byte) int {
	_, _, end := SnapshotIn(b)
	return end + int(getUint32(b[28:]))
}

// SnapshotIn returns where the first snapshot of a recording begins and ends, and where the
// animation's snapshot begins in it.
func SnapshotIn(b []byte) (start, inner, end int) {
	start = recordingHeader + int(getUint32(b[16:]))
	return start, start + int(getUint64(b[start+20:])), start + int(getUint64(b[20:]))
}

// Numbers returns the entities of the world as arche's World.DumpEntities does, in the order of
// queries.
func Numbers(t testing.TB, s *Session) arche.EntityDump {
	t.Helper()
	var list structure
	if !list.readNumbers(s.world) {
		t.Fatal("this version of arche keeps the numbers of entities otherwise: its dump is used, which allocates")
	}
	for query := s.world.Query(s.all); query.Next(); {
		list.dump.Alive = append(list.dump.Alive, query.Entity().ID())
	}
	return list.dump
}

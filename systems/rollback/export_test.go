package rollback

import (
	"hash/crc32"
	"testing"
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

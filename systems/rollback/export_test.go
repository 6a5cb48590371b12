package rollback

import "testing"

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

package matching_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// encoded returns a small database with its library, its clips and its encoding.
func encoded(t testing.TB) (*assets.Library, *matching.Database, []assets.ClipID, []byte) {
	t.Helper()
	library, b := databases.Gaits(t)
	d := databases.Build(t, b.Rate(10), library)
	data, err := d.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	var clips []assets.ClipID
	for _, part := range d.Describe().Parts {
		clips = append(clips, part.Clip)
	}
	return library, d, clips, data
}

// An encoding gives the same database, without a copy of its numbers where memory is aligned, and
// with one where it is not.
func TestEncodings(t *testing.T) {
	library, d, clips, data := encoded(t)
	for offset := range 4 {
		moved := append(make([]byte, offset), data...)[offset:]
		got, err := matching.View(moved, "owner", library, d.Skeleton(), clips)
		if err != nil {
			t.Fatal(err)
		}
		if (got.Owner() != nil) != (offset == 0) {
			t.Errorf("moved by %d bytes: found the owner %v", offset, got.Owner())
		}
		if again, err := got.AppendBinary(nil); err != nil || !bytes.Equal(again, data) {
			t.Errorf("moved by %d bytes: the database has another encoding (%v)", offset, err)
		}
		for frame := range d.Frames() {
			if !slices.Equal(got.Query(frame, nil, nil), d.Query(frame, nil, nil)) {
				t.Fatalf("frame %d has other numbers", frame)
			}
		}
	}
	if _, err := matching.View(data, nil, library, d.Skeleton(), clips[1:]); !errors.Is(err, matching.ErrDamaged) {
		t.Errorf("a clip less: %v", err)
	}
}

// Bytes that are no encoding are an error, or a database that can be searched; never a panic.
func TestDamagedEncodings(t *testing.T) {
	library, d, clips, data := encoded(t)
	query := d.Query(0, nil, nil)
	try := func(data []byte) error {
		got, err := matching.View(data, nil, library, d.Skeleton(), clips)
		if err != nil {
			return err
		}
		if got.Width() == d.Width() {
			if frame, _ := got.Search(query, matching.Search{Current: -1}); frame >= got.Frames() {
				t.Fatalf("found frame %d of %d", frame, got.Frames())
			}
		}
		return nil
	}
	for n := range len(data) {
		if n > 500 && n%397 != 0 {
			continue
		}
		if err := try(data[:n:n]); !errors.Is(err, matching.ErrDamaged) {
			t.Fatalf("the first %d of %d bytes: %v", n, len(data), err)
		}
	}
	if err := try(append(slices.Clone(data), 0)); !errors.Is(err, matching.ErrDamaged) {
		t.Errorf("a byte more: %v", err)
	}
	refused := 0
	for i := range data {
		if i > 700 && i%211 != 0 {
			continue
		}
		for _, flip := range []byte{1, 0x80, 0xff} {
			data[i] ^= flip
			if try(data) != nil {
				refused++
			}
			data[i] ^= flip
		}
	}
	if refused < 300 {
		t.Errorf("%d of the changes are refused", refused)
	}
}

package matching_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// What a session writes is read as the same session.
func TestSessionsAreReadAsWritten(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	s := matching.NewSession(d)
	for frame := 0; frame < d.Frames(); frame += 3 {
		s.Play(d.Time(frame))
	}
	s.Play(math.NaN()) // plays the first frame, as a playback at this time does
	var out bytes.Buffer
	n, err := s.WriteTo(&out)
	if err != nil || n != int64(out.Len()) || !strings.HasSuffix(out.String(), "\n") {
		t.Fatalf("wrote %d of %d bytes, %v", n, out.Len(), err)
	}
	read, err := matching.ReadSession(&out, d)
	if err != nil {
		t.Fatal(err)
	}
	for frame := range d.Frames() {
		if read.Played(frame) != (frame%3 == 0) || s.Played(frame) != (frame%3 == 0) {
			t.Fatalf("frame %d: it has played: %v, as read: %v", frame, s.Played(frame), read.Played(frame))
		}
	}
	if read.Played(-1) || read.Played(d.Frames()) {
		t.Error("a frame that the database lacks has played")
	}
}

// Sessions that are none, and none at all, are harmless.
func TestWrongSessions(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	for text, want := range map[string]string{
		"1 2 x":      "number 3: expected the number of a frame, found",
		"1 -1":       "number 2: expected a frame from 0 to",
		"1 99999999": `of database "gaits", found 99999999`,
	} {
		if _, err := matching.ReadSession(strings.NewReader(text), d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: expected %q, found %v", text, want, err)
		}
	}
	if _, err := matching.ReadSession(strings.NewReader(""), nil); err == nil {
		t.Error("expected an error without a database, found none")
	}
	var none *matching.Session
	none.Play(1)
	matching.NewSession(nil).Play(1)
	if n, err := none.WriteTo(&bytes.Buffer{}); n != 0 || err != nil || none.Played(0) {
		t.Errorf("no session wrote %d bytes, %v", n, err)
	}
}

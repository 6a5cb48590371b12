package roam_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/roam"
)

func open(t *testing.T) *roam.Scene {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	s, err := roam.New(library, model)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func at(s *roam.Scene) mgl32.Vec3 { return s.Transform().Col(3).Vec3() }

// The frames that play are recorded to a file that is read as the session of the database.
func TestSessionsAreRecorded(t *testing.T) {
	s := open(t)
	path := filepath.Join(t.TempDir(), "frames.txt")
	check(t, s.Record(path))
	for range 50 {
		check(t, s.Update(0.1))
	}
	check(t, s.Finish())
	check(t, s.Finish())
	file, err := os.Open(path)
	check(t, err)
	defer file.Close()
	d := s.Database()
	session, err := matching.ReadSession(file, d)
	check(t, err)
	played := 0
	for frame := range d.Frames() {
		if session.Played(frame) {
			played++
		}
	}
	if played < 30 || played > 400 {
		t.Errorf("%d of %d frames have played in 5 s", played, d.Frames())
	}
	if err := s.Record(filepath.Join(path, "x")); err == nil {
		t.Error("expected an error for a file in a file, found none")
	}
}

// The course leads the character on its own, equally each time; keys end it, and steer.
func TestTheCourseAndKeys(t *testing.T) {
	s, other := open(t), open(t)
	for range 54 {
		check(t, s.Update(0.1))
		check(t, other.Update(0.1))
	}
	if at(s) != at(other) || at(s).Len() < 4 {
		t.Errorf("the course led to %v and %v", at(s), at(other))
	}
	if !strings.HasPrefix(s.Status(), "course") {
		t.Errorf("the status is %q", s.Status())
	}
	for range 2 {
		check(t, s.Press(locomotion.Slower))
	}
	check(t, s.Update(2))
	before := at(s)
	check(t, s.Update(1))
	if moved := at(s).Sub(before).Len(); moved > 0.1 || !strings.HasPrefix(s.Status(), "keys: speed 0.00") {
		t.Errorf("standing it moves by %v m; the status is %q", moved, s.Status())
	}
	heading := func() float64 {
		ahead := s.Transform().Col(2)
		return math.Atan2(float64(ahead[0]), float64(ahead[2]))
	}
	toward := heading()
	check(t, s.Press(locomotion.Faster))
	check(t, s.Press(locomotion.Left))
	check(t, s.Update(0.5))
	s.Release(locomotion.Left)
	check(t, s.Update(1))
	if turned := math.Remainder(heading()-toward, 2*math.Pi); turned < 0.6 || turned > 1.6 {
		t.Errorf("it turned by %v radians to the left, expected about 1.1", turned)
	}
	before = at(s)
	check(t, s.Update(1))
	if speed := at(s).Sub(before).Len(); speed < 1 || speed > 1.7 {
		t.Errorf("it walks at %v m/s", speed)
	}
	check(t, s.Press(locomotion.Save))
	saved := at(s)
	check(t, s.Update(1))
	check(t, s.Press(locomotion.Restore))
	if at(s) != saved {
		t.Errorf("restored it is at %v, saved at %v", at(s), saved)
	}
	check(t, s.Press(locomotion.Script))
	if !strings.HasPrefix(s.Status(), "course") {
		t.Errorf("the status is %q", s.Status())
	}
}

// A place that somebody points at is reached, and the character stops there.
func TestGoTo(t *testing.T) {
	s := open(t)
	for _, place := range []mgl32.Vec3{{4, 0, 6}, {-3, 0, 5}, {-3, 0, 3.5}} {
		s.GoTo(place)
		check(t, s.Update(8))
		if away := at(s).Sub(place).Len(); away > 0.6 {
			t.Errorf("it stops %v m from %v", away, place)
		}
		before := at(s)
		check(t, s.Update(1))
		if moved := at(s).Sub(before).Len(); moved > 0.1 {
			t.Errorf("at %v it moves on by %v m", place, moved)
		}
	}
}

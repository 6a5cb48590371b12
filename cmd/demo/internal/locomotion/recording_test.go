package locomotion

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/systems/rollback"
)

// recordScene records a scene that keys steer for a while, and returns the recording and where the
// character ended.
func recordScene(t *testing.T) (path string, end [16]float32) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.rec")
	s := newScene(t)
	if err := s.Record(path); err != nil {
		t.Fatal(err)
	}
	s.mustUpdate(t, 2.75) // by the script
	s.mustPress(t, Faster, Left, Wave)
	for i := range 90 {
		s.mustUpdate(t, 1.0/60)
		switch i {
		case 20:
			s.Release(Left)
			s.mustPress(t, Save, Jump)
		case 40:
			s.mustPress(t, SlowMotion, ToggleInertialization, Dance)
		case 70:
			s.mustPress(t, Restore)
		}
	}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	return path, s.Transform()
}

func newLibrary(t *testing.T) (*assets.Library, *assets.Model) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact()) // as that of newScene
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	return library, model
}

func TestRecordingIsReplayed(t *testing.T) {
	path, end := recordScene(t)
	recording, err := ReadRecording(path)
	if err != nil || recording.Frames != 91 || recording.Seconds < 4.24 || recording.Seconds > 4.26 {
		t.Fatalf("%+v, %v", recording, err)
	}
	library, model := newLibrary(t)
	if err := Verify(library, model, recording); err != nil {
		t.Fatal(err)
	}
	// Played at another frame rate, and steered by keys that must have no effect.
	library, model = newLibrary(t)
	p, err := NewReplay(library, model, recording)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for range 130 {
		if err := p.Press(Right); err != nil {
			t.Fatal(err)
		}
		if err := p.Update(1.0 / 30); err != nil {
			t.Fatal(err)
		}
	}
	if p.Finish() != nil || p.Transform() != end {
		t.Errorf("the character ended at %v, not %v; %v", p.Transform(), end, p.Finish())
	}
}

func TestReplayReportsDifference(t *testing.T) {
	path, _ := recordScene(t)
	recording, err := ReadRecording(path)
	if err != nil {
		t.Fatal(err)
	}
	library, model := newLibrary(t)
	p, err := NewReplay(library, model, recording)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Update(3); err != nil {
		t.Fatal(err)
	}
	p.transforms.Get(p.entity).Matrix[12] += 0.01
	if err := p.Update(3); err != nil {
		t.Fatal(err)
	}
	var d *rollback.Difference
	if !errors.As(p.Finish(), &d) || d.Frame != 17 || d.Entity != p.entity {
		t.Errorf("got %v", p.Finish())
	}
}

func TestReadRecordingErrors(t *testing.T) {
	path, _ := recordScene(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty": nil, "cut": data[:len(data)-1],
		"damaged": append(data[:len(data)-9:len(data)-9], data[:9]...),
	} {
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadRecording(path); !errors.Is(err, rollback.ErrRecording) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadRecording(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := newScene(t).Record(filepath.Join(path, "x")); err == nil {
		t.Error("a file in a file can be recorded to")
	}
}

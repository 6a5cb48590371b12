package locomotion

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems/rollback"
)

// settings are the settings of the recordings of this scene.
const settings = "sinew demo: locomotion"

// releaseBit marks a byte of a recorded input as the release of an action.
const releaseBit = 0x80

// recording is the recording of a scene while it is made.
type recording struct {
	recorder *rollback.Recorder
	file     io.WriteCloser
	input    []byte // the actions since the last update
}

// Record begins to record all updates and actions to a file, which [Scene.Finish] ends. It must be
// called before the first of them.
func (s *Scene) Record(path string) error {
	session, err := rollback.NewSession(s.Animation())
	if err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	recorder, err := rollback.NewRecorder(file, session, []byte(settings))
	if err != nil {
		return fmt.Errorf("%s: %w", path, errors.Join(err, file.Close()))
	}
	s.recording = recording{recorder: recorder, file: file}
	return nil
}

// recordAction adds an action to the input of the next update.
func (s *Scene) recordAction(action Action, release byte) {
	if s.recording.recorder != nil {
		s.recording.input = append(s.recording.input, byte(action)|release)
	}
}

// recordFrame records an update.
func (s *Scene) recordFrame(seconds float64) error {
	r := &s.recording
	if r.recorder == nil {
		return nil
	}
	err := r.recorder.Frame(r.input, seconds)
	r.input = r.input[:0]
	return err
}

// Finish ends the recording, if there is one.
func (s *Scene) Finish() error {
	r := s.recording
	if r.recorder == nil {
		return nil
	}
	s.recording = recording{}
	return errors.Join(r.recorder.Close(), r.file.Close())
}

// Close ends the recording, without its errors, and frees the animation's workers.
func (s *Scene) Close() {
	_ = s.Finish() // Finish was called before if the errors matter
	s.Scene.Close()
}

// Recording is a recording that was read.
type Recording struct {
	Frames  int
	Seconds float64 // the sum of all updates
	data    []byte
}

// ReadRecording reads a recording and checks that it is whole.
func ReadRecording(path string) (*Recording, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &Recording{data: data}
	replay, err := r.open()
	for err == nil {
		var seconds float64
		if _, seconds, err = replay.Next(); err == nil {
			r.Seconds += seconds
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.Frames = replay.Frames()
	return r, nil
}

// open opens the recording at its beginning.
func (r *Recording) open() (*rollback.Replay, error) {
	replay, err := rollback.NewReplay(bytes.NewReader(r.data))
	if err == nil && string(replay.Settings()) != settings {
		return nil, fmt.Errorf("%w: it is of another program or scene: %q", rollback.ErrRecording, replay.Settings())
	}
	return replay, err
}

// Replay is a scene that does what a recorded one did. Actions have no effect on it.
type Replay struct {
	*Scene
	replay     *rollback.Replay
	input      []byte
	seconds    float64 // of the next frame
	loaded     bool    // the next frame was read
	due        float64 // seconds to be replayed
	difference error
}

// NewReplay returns a scene at the beginning of a recording, and adds the assets that it needs to
// the library.
func NewReplay(library *assets.Library, model *assets.Model, recording *Recording) (*Replay, error) {
	replay, err := recording.open()
	if err != nil {
		return nil, err
	}
	s, err := New(library, model)
	if err != nil {
		return nil, err
	}
	session, err := rollback.NewSession(s.Animation())
	if err == nil {
		err = replay.Begin(session)
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("locomotion: %w", err)
	}
	return &Replay{Scene: s, replay: replay}, nil
}

// Update replays the recorded updates of the next seconds, and stands still at the end.
func (p *Replay) Update(seconds float64) error {
	p.due += seconds
	for {
		more, err := p.load()
		if err != nil || !more {
			return err
		}
		if p.seconds > p.due+timeTolerance {
			return nil
		}
		p.due -= p.seconds
		if err := p.step(); err != nil {
			return err
		}
	}
}

// load reads the next recorded update, unless it was read already, and reports whether there is
// one.
func (p *Replay) load() (more bool, err error) {
	if p.loaded {
		return true, nil
	}
	p.input, p.seconds, err = p.replay.Next()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	p.loaded = err == nil
	return p.loaded, err
}

// step runs the recorded update that was read, and compares the result until the first difference.
func (p *Replay) step() error {
	p.loaded = false
	for _, b := range p.input {
		action := Action(b &^ releaseBit)
		if b&releaseBit != 0 {
			p.Scene.Release(action)
		} else if err := p.Scene.Press(action); err != nil {
			return err
		}
	}
	if err := p.Scene.Update(p.seconds); err != nil {
		return err
	}
	if err := p.replay.Check(); p.difference == nil {
		p.difference = err
	}
	return nil
}

// Press implements the steering of a scene; the recording steers this one.
func (*Replay) Press(Action) error { return nil }

// Release implements the steering of a scene; the recording steers this one.
func (*Replay) Release(Action) {}

// Finish returns the first difference from the recording.
func (p *Replay) Finish() error { return p.difference }

// Verify runs a whole recording without drawing. The error is the first difference.
func Verify(library *assets.Library, model *assets.Model, recording *Recording) error {
	p, err := NewReplay(library, model, recording)
	if err != nil {
		return err
	}
	defer p.Close()
	for p.difference == nil {
		more, err := p.load()
		if err == nil && more {
			err = p.step()
		}
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	return p.difference
}

package rewind

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A file consists of little-endian numbers: a header with the contents, whose sizes and checksum it
// has, and then a recording of package rollback, which has checksums, the keys of the assets, the
// first state, and a hash of the state and the poses of each frame. The input of a frame there is
// the size of the program's input and this input. If the program has changed the state between the
// frame before and this one, a patch of the state follows.
const (
	fileMagic   = "SNRW"
	fileVersion = 1
	fileHeader  = 32 // magic, version, flags, sizes of note, settings and assets, checksum

	plays = 1 << 0 // without a step

	maxNote     = 1 << 20
	maxSettings = 1 << 20
	maxAssets   = 1 << 36
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Contents are what a file has besides the frames. All of it may be empty.
type Contents struct {
	// Note tells a reader what the frames show.
	Note string
	// Settings are bytes of the program that it needs to make the same world again.
	Settings []byte
	// Assets are those of the library as package pack writes them. Without them whoever plays the
	// file needs the same assets from elsewhere; it has their keys.
	Assets []byte
}

// Save writes the frames that are kept as a file, which [Open] reads: the state before the first,
// the input of each and what the program changed in between, and a hash of what came out. For this
// all of them run again, as in [Tape.Look]. The errors are those of Look, the writer's, [ErrFrame] for a tape without
// frames, and [ErrFile] for contents that are too large.
func (t *Tape) Save(w io.Writer, contents Contents) error {
	switch {
	case t == nil:
		return errNoTape
	case w == nil:
		return fmt.Errorf("%w: expected a writer for the file, found nil", systems.ErrNil)
	case len(t.segments) == 0:
		return t.notKept(1)
	}
	header, err := contents.header(t.options.Step == nil)
	if err != nil {
		return err
	}
	for _, part := range [][]byte{header, []byte(contents.Note), contents.Settings, contents.Assets} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	if t.present, err = t.session.AppendSnapshot(t.present[:0]); err != nil {
		return err
	}
	events := t.events
	return errors.Join(t.record(w), t.comeBack(events))
}

// record writes the recording of all frames.
func (t *Tape) record(w io.Writer) error {
	first := t.segments[0]
	before := first.appendState(nil, first.first)
	if err := t.session.Restore(before); err != nil {
		return err
	}
	recorder, err := rollback.NewRecorder(w, t.session, nil)
	if err != nil {
		return err
	}
	var input []byte
	for _, s := range t.segments {
		for i, f := range s.frames {
			input = binary.AppendUvarint(input[:0], uint64(f.patch-f.input))
			input = append(input, s.data[f.input:f.patch]...)
			if i == 0 || t.options.Step == nil { // the state is known: what has the program changed?
				before = s.appendState(before[:0], s.first+i)
				if t.state, err = t.session.AppendSnapshot(t.state[:0]); err != nil {
					return err
				}
				if !bytes.Equal(t.state, before) {
					input = appendPatch(input, t.state, before)
					if err := t.session.Restore(before); err != nil {
						return err
					}
				}
			}
			if err := t.stepAgain(s, s.first+i); err != nil {
				return err
			}
			if err := recorder.Frame(input, f.seconds); err != nil {
				return err
			}
		}
	}
	return recorder.Close()
}

// header returns the header of a file.
func (c *Contents) header(playsAlone bool) ([]byte, error) {
	if len(c.Note) > maxNote || len(c.Settings) > maxSettings || int64(len(c.Assets)) > maxAssets {
		return nil, fmt.Errorf("%w: expected at most %d bytes of note, %d of settings and %d of assets, found %d, %d and %d",
			ErrFile, maxNote, maxSettings, int64(maxAssets), len(c.Note), len(c.Settings), len(c.Assets))
	}
	flags := uint32(0)
	if playsAlone {
		flags |= plays
	}
	b := append(make([]byte, 0, fileHeader), fileMagic...)
	b = binary.LittleEndian.AppendUint32(b, fileVersion)
	b = binary.LittleEndian.AppendUint32(b, flags)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(c.Note)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(c.Settings)))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(c.Assets)))
	return binary.LittleEndian.AppendUint32(b, c.checksum(b)), nil
}

// checksum returns the checksum of a header and the contents.
func (c *Contents) checksum(header []byte) uint32 {
	sum := crc32.Checksum(header[len(fileMagic):], castagnoli)
	for _, part := range [][]byte{[]byte(c.Note), c.Settings, c.Assets} {
		sum = crc32.Update(sum, castagnoli, part)
	}
	return sum
}

// File is a file of [Tape.Save] that was read.
type File struct {
	Contents
	// Frames is how many frames it has, Seconds how long they take together.
	Frames  int
	Seconds float64
	// NeedsStep reports that the frames have inputs for a step of the program, and not what the
	// program made of them.
	NeedsStep bool

	recording []byte
}

// IsFile reports whether bytes begin as a file of [Tape.Save] does.
func IsFile(begin []byte) bool { return bytes.HasPrefix(begin, []byte(fileMagic)) }

// Open reads a file and checks that it is whole. It allocates little more than the file has. The
// errors are [ErrFile], [rollback.ErrRecording] and the reader's.
func Open(r io.Reader) (*File, error) {
	if r == nil {
		return nil, fmt.Errorf("%w: expected a reader of a file, found nil", systems.ErrNil)
	}
	var header [fileHeader]byte
	if n, err := io.ReadFull(r, header[:]); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = fmt.Errorf("%w: expected a header of %d bytes, found %d", ErrFile, fileHeader, n)
		}
		return nil, err
	}
	if !IsFile(header[:]) {
		return nil, fmt.Errorf("%w: expected bytes that begin with %q, found %q", ErrFile, fileMagic, header[:4])
	}
	le := binary.LittleEndian
	if version := le.Uint32(header[4:]); version != fileVersion {
		return nil, fmt.Errorf("%w: expected format version %d, found %d", ErrFile, fileVersion, version)
	}
	flags := le.Uint32(header[8:])
	note, settings, kept := le.Uint32(header[12:]), le.Uint32(header[16:]), le.Uint64(header[20:])
	if flags&^plays != 0 || note > maxNote || settings > maxSettings || kept > maxAssets {
		return nil, fmt.Errorf("%w: expected flags of %d and at most %d bytes of note, %d of settings and %d of assets, "+
			"found %d, %d, %d and %d", ErrFile, plays, maxNote, maxSettings, int64(maxAssets), flags, note, settings, kept)
	}
	rest, err := io.ReadAll(r) // grows as bytes come, whatever the header says
	if err != nil {
		return nil, err
	}
	if expected := uint64(note) + uint64(settings) + kept; uint64(len(rest)) < expected {
		return nil, fmt.Errorf("%w: expected %d bytes of contents, found %d", ErrFile, expected, len(rest))
	}
	take := func(n uint64) []byte {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	f := &File{NeedsStep: flags&plays == 0}
	f.Note, f.Settings, f.Assets = string(take(uint64(note))), take(uint64(settings)), take(kept)
	expected, found := le.Uint32(header[28:]), f.checksum(header[:28])
	if found != expected {
		return nil, fmt.Errorf("%w: expected the checksum %08x of its contents, found %08x", ErrFile, expected, found)
	}
	f.recording = rest
	return f, f.count()
}

// count reads all frames once.
func (f *File) count() error {
	replay, err := rollback.NewReplay(bytes.NewReader(f.recording))
	if err != nil {
		return err
	}
	for {
		input, seconds, err := replay.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case !(seconds >= 0) || math.IsInf(seconds, 0):
			return fmt.Errorf("%w: expected frame %d to have 0 seconds or more, found %v", ErrFile, replay.Frames(), seconds)
		}
		if _, _, err := splitInput(input); err != nil {
			return fmt.Errorf("frame %d: %w", replay.Frames(), err)
		}
		f.Frames++
		f.Seconds += seconds
	}
}

// splitInput returns the input of the program and the patch in the input of a recorded frame.
func splitInput(b []byte) (input, patch []byte, err error) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return nil, nil, fmt.Errorf("%w: expected the size of an input and as many bytes, found %d bytes", ErrFile, len(b))
	}
	b = b[n:]
	return b[:size:size], b[size:], nil
}

// Play runs the frames of a file in the world of a session, with the same assets and the same
// registered types as when they were kept, and compares each with the file. It returns a tape that
// has all of them, unless the options set limits: Seconds and Bytes of 0 mean all here. A file that
// needs a step gets it from the options.
//
// A frame that differs ends the frames: the error is a [rollback.Difference], and the tape, which is
// returned too, has the frames up to this one. The other errors are [rollback.ErrLibrary] and those
// of [rollback.Session.Restore] and of the step.
func (f *File) Play(session *rollback.Session, options Options) (*Tape, error) {
	switch {
	case f == nil:
		return nil, fmt.Errorf("%w: expected a file from Open, found nil", systems.ErrNil)
	case f.NeedsStep && options.Step == nil:
		return nil, fmt.Errorf("%w: expected a step in the options, since the file has inputs of one, found none", systems.ErrNil)
	}
	if options.Seconds == 0 {
		options.Seconds = max(f.Seconds, defaultSeconds)
	}
	if options.Bytes == 0 {
		options.Bytes = math.MaxInt
	}
	if !f.NeedsStep {
		options.Step = nil
	}
	t, err := New(session, options)
	if err != nil {
		return nil, err
	}
	replay, err := rollback.NewReplay(bytes.NewReader(f.recording))
	if err != nil {
		return nil, err
	}
	if err := replay.Begin(session); err != nil {
		return nil, err
	}
	for {
		b, seconds, err := replay.Next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return t, err
		}
		input, patch, err := splitInput(b)
		if err == nil && len(patch) > 0 {
			err = t.change(patch)
		}
		if err == nil {
			err = t.Run(input, seconds)
		}
		if err == nil {
			err = replay.Check()
		}
		if err != nil {
			return t, err
		}
	}
}

// change changes the present state by a patch.
func (t *Tape) change(patch []byte) (err error) {
	if t.state, err = t.session.AppendSnapshot(t.state[:0]); err != nil {
		return err
	}
	if t.state, err = checkedPatch(t.state, patch); err != nil {
		return err
	}
	t.begins = true
	return t.session.Restore(t.state)
}

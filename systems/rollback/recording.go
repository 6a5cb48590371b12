package rollback

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/systems"
)

// A recording consists of little-endian numbers: a header with the settings, the first snapshot and
// the keys of all assets, a record for each frame, and an end record with their number. The header
// and each record have a checksum of their own, so that a recording of a program that crashed can
// be read up to its last whole frame.
const (
	recordingMagic   = "SNRC"
	recordingVersion = 2
	recordingHeader  = 36 // magic, version, fingerprint, sizes of settings, snapshot and keys, checksum
	frameHeader      = 25 // kind, size of the input, seconds, hash, number of entities

	frameRecord = 1
	endRecord   = 2
)

// Limits of a recording.
const (
	// maxSettings is the largest size of the settings of a recording, in bytes.
	maxSettings = 1 << 20
	// maxInput is the largest size of the input of a frame, in bytes.
	maxInput = 1 << 26
	// maxSnapshot, maxKeys and maxEntities bound what a damaged file makes the reader read.
	maxSnapshot = 1 << 32
	maxKeys     = 1 << 28
	maxEntities = 1 << 24
)

// ErrLibrary means that a recording was made with other assets than the library has.
var ErrLibrary = errors.New("the recording was made with other assets")

// Recorder writes a recording: the state of a world at its beginning, and the input and a hash of
// the state of each frame. A [Replay] runs the frames again, and finds the first one with another
// result.
type Recorder struct {
	session *Session
	w       *bufio.Writer
	frame   uint32
	frames  uint64
	hashes  []entityHash
	record  []byte
	err     error
}

// NewRecorder begins a recording of the present state of a session. Settings are bytes of the
// program that it needs to make the same world again, such as the name of a level. The errors are
// [ErrRecording] if the settings are too large, the errors of [Session.AppendSnapshot], and the
// writer's.
func NewRecorder(w io.Writer, session *Session, settings []byte) (*Recorder, error) {
	switch {
	case session == nil:
		return nil, errNoSession
	case w == nil:
		return nil, fmt.Errorf("%w: expected a writer for the recording, found nil", systems.ErrNil)
	}
	if len(settings) > maxSettings {
		return nil, fmt.Errorf("%w: expected at most %d bytes of settings, found %d", ErrRecording, maxSettings,
			len(settings))
	}
	snapshot, err := session.AppendSnapshot(nil)
	if err != nil {
		return nil, err
	}
	keys := session.keys()
	table := assetkeys.AppendTable(nil, keys)
	if len(table) > maxKeys {
		return nil, fmt.Errorf("%w: expected at most %d bytes of keys, found %d", ErrRecording, maxKeys, len(table))
	}
	var header [recordingHeader]byte
	copy(header[:], recordingMagic)
	putUint32(header[4:], recordingVersion)
	putUint64(header[8:], assetkeys.Fingerprint(keys))
	putUint32(header[16:], uint32(len(settings)))
	putUint64(header[20:], uint64(len(snapshot)))
	putUint32(header[28:], uint32(len(table)))
	sum := crc32.Checksum(header[4:32], castagnoli)
	for _, part := range [][]byte{settings, snapshot, table} {
		sum = crc32.Update(sum, castagnoli, part)
	}
	putUint32(header[32:], sum)
	r := &Recorder{session: session, w: bufio.NewWriter(w), frame: session.animation.Store().Frame()}
	for _, part := range [][]byte{header[:], settings, snapshot, table} {
		if _, err := r.w.Write(part); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Frame records a frame that has run: the input that the program read, the seconds that it passed
// to Update, and a hash of the state that came out. A program may run several updates in what it
// calls a frame. The errors are [systems.ErrDelta], [ErrRecording] if the input is too large, one
// that names a component that is not registered, and the writer's.
func (r *Recorder) Frame(input []byte, seconds float64) error {
	if r == nil {
		return errNoRecorder
	}
	if r.err != nil {
		return r.err
	}
	if !(seconds >= 0) || seconds-seconds != 0 {
		return fmt.Errorf("%w, found %v s", systems.ErrDelta, seconds)
	}
	if len(input) > maxInput {
		return fmt.Errorf("%w: expected at most %d bytes of input, found %d", ErrRecording, maxInput, len(input))
	}
	hash, err := r.session.hashFrame(&r.frame, &r.hashes)
	if err != nil {
		return err
	}
	le := binary.LittleEndian
	b := r.record[:0]
	b = append(b, frameRecord)
	b = le.AppendUint32(b, uint32(len(input)))
	b = le.AppendUint64(b, math.Float64bits(seconds))
	b = le.AppendUint64(b, hash)
	b = le.AppendUint32(b, uint32(len(r.hashes)))
	b = append(b, input...)
	for _, h := range r.hashes {
		b = le.AppendUint32(le.AppendUint32(b, h.number), h.hash)
	}
	r.record = le.AppendUint32(b, crc32.Checksum(b, castagnoli))
	if _, r.err = r.w.Write(r.record); r.err == nil {
		r.frames++
	}
	return r.err
}

// hashFrame hashes the present state. Frame is the number of the frame that was hashed before; if
// no frame has run since, the poses are left out, because they are undefined after a restored
// snapshot.
func (s *Session) hashFrame(frame *uint32, hashes *[]entityHash) (uint64, error) {
	now := s.animation.Store().Frame()
	if err := s.image.take(s, now != *frame); err != nil {
		return 0, err
	}
	*frame = now
	*hashes = s.image.appendEntityHashes((*hashes)[:0])
	return s.image.hash(), nil
}

// Close writes the end of the recording. It does not close the writer below. The errors are the
// writer's.
func (r *Recorder) Close() error {
	if r == nil {
		return errNoRecorder
	}
	if r.err != nil {
		return r.err
	}
	b := binary.LittleEndian.AppendUint64([]byte{endRecord}, r.frames)
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	if _, r.err = r.w.Write(b); r.err == nil {
		r.err = r.w.Flush()
	}
	if r.err != nil {
		return r.err
	}
	r.err = fmt.Errorf("%w: it is closed", ErrRecording)
	return nil
}

// The errors of methods of nil.
var (
	errNoRecorder = fmt.Errorf("%w: expected a recorder from NewRecorder, found nil", systems.ErrNil)
	errNoReplay   = fmt.Errorf("%w: expected a replay from NewReplay, found nil", systems.ErrNil)
)

// Replay reads a recording and runs it again.
type Replay struct {
	r           *bufio.Reader
	session     *Session
	settings    []byte
	snapshot    []byte
	keys        []byte
	fingerprint uint64
	frames      int
	frame       uint32
	done        bool

	record         []byte
	hash           uint64
	hashes, actual []entityHash
}

// NewReplay reads the header of a recording. The errors are [ErrRecording], the reader's, and for a
// nil reader [systems.ErrNil].
func NewReplay(r io.Reader) (*Replay, error) {
	if r == nil {
		return nil, fmt.Errorf("%w: expected a reader of a recording, found nil", systems.ErrNil)
	}
	p := &Replay{r: bufio.NewReader(r)}
	var header [recordingHeader]byte
	if _, err := io.ReadFull(p.r, header[:]); err != nil {
		return nil, cut(err, "in its header")
	}
	if string(header[:4]) != recordingMagic {
		return nil, fmt.Errorf("%w: expected bytes that begin with %q, found "+
			"%q", ErrRecording, recordingMagic, header[:4])
	}
	if v := getUint32(header[4:]); v != recordingVersion {
		return nil, fmt.Errorf("%w: expected format version %d, found %d", ErrRecording, recordingVersion, v)
	}
	p.fingerprint = getUint64(header[8:])
	settings, snapshot, keys := getUint32(header[16:]), getUint64(header[20:]), getUint32(header[28:])
	if settings > maxSettings || snapshot > maxSnapshot || keys > maxKeys {
		return nil, fmt.Errorf("%w: expected at most %d bytes of settings, %d of a snapshot and %d of keys, "+
			"found %d, %d and %d",
			ErrRecording, maxSettings, int64(maxSnapshot), maxKeys, settings, snapshot, keys)
	}
	var err error
	if p.settings, err = p.read(nil, int64(settings)); err != nil {
		return nil, cut(err, "in its settings")
	}
	if p.snapshot, err = p.read(nil, int64(snapshot)); err != nil {
		return nil, cut(err, "in its first snapshot")
	}
	if p.keys, err = p.read(nil, int64(keys)); err != nil {
		return nil, cut(err, "in its keys")
	}
	sum := crc32.Checksum(header[4:32], castagnoli)
	for _, part := range [][]byte{p.settings, p.snapshot, p.keys} {
		sum = crc32.Update(sum, castagnoli, part)
	}
	if expected := getUint32(header[32:]); sum != expected {
		return nil, fmt.Errorf("%w: expected the checksum %08x of its header, found %08x", ErrRecording, expected, sum)
	}
	return p, nil
}

// read appends n bytes to dst. It allocates as they come, so that a damaged size costs nothing.
func (p *Replay) read(dst []byte, n int64) ([]byte, error) {
	buffer := bytes.NewBuffer(dst)
	if copied, err := io.CopyN(buffer, p.r, n); err != nil {
		if errors.Is(err, io.EOF) && copied < n {
			err = io.ErrUnexpectedEOF
		}
		return buffer.Bytes(), err
	}
	return buffer.Bytes(), nil
}

// cut returns the error for a recording that ends too early, or the reader's own error.
func cut(err error, where string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: expected more bytes %s, found the end of the file", ErrRecording, where)
	}
	return err
}

// Settings returns the bytes that the program gave to [NewRecorder]. They must not be written to.
func (p *Replay) Settings() []byte {
	if p == nil {
		return nil
	}
	return p.settings
}

// Frames returns how many frames [Replay.Next] has returned.
func (p *Replay) Frames() int {
	if p == nil {
		return 0
	}
	return p.frames
}

// Begin restores the first state of the recording into a session, which must have the same
// registered types and the same assets as the recorded one, loaded in any order. The errors are
// [ErrLibrary], which names the assets that differ, and those of [Session.Restore].
func (p *Replay) Begin(session *Session) error {
	switch {
	case p == nil:
		return errNoReplay
	case session == nil:
		return errNoSession
	}
	keys := session.keys()
	if found := assetkeys.Fingerprint(keys); found != p.fingerprint {
		err := assetkeys.CheckTable(keys, p.keys)
		if err == nil {
			err = fmt.Errorf("expected the fingerprint %016x, found %016x: levels of detail differ", p.fingerprint, found)
		}
		return fmt.Errorf("%w: %w", ErrLibrary, err)
	}
	if err := session.Restore(p.snapshot); err != nil {
		return err
	}
	p.session, p.frame = session, session.animation.Store().Frame()
	return nil
}

// Next returns the input of the next frame and the seconds of its update, or [io.EOF] after the
// last frame. The input is valid until the next call. The other errors are [ErrRecording], also for
// a recording without an end, and the reader's.
func (p *Replay) Next() (input []byte, seconds float64, err error) {
	switch {
	case p == nil:
		return nil, 0, errNoReplay
	case p.done:
		return nil, 0, io.EOF
	}
	where := fmt.Sprintf("after frame %d", p.frames)
	kind, err := p.r.ReadByte()
	if err != nil {
		return nil, 0, cut(err, where)
	}
	p.record = append(p.record[:0], kind)
	switch kind {
	case endRecord:
		if p.record, err = p.read(p.record, 8+4); err != nil {
			return nil, 0, cut(err, where)
		}
		if err := p.checkRecord(); err != nil {
			return nil, 0, err
		}
		if n := getUint64(p.record[1:]); n != uint64(p.frames) {
			return nil, 0, fmt.Errorf("%w: expected %d frames, as its end says, found %d", ErrRecording, n, p.frames)
		}
		if _, err := p.r.ReadByte(); err != io.EOF {
			return nil, 0, cmp.Or(err, fmt.Errorf("%w: expected its end, found more bytes", ErrRecording))
		}
		p.done = true
		return nil, 0, io.EOF
	case frameRecord:
	default:
		return nil, 0, fmt.Errorf("%w: expected the record of a frame or of the end %s, found one of kind %d", ErrRecording,
			where, kind)
	}
	if p.record, err = p.read(p.record, frameHeader-1); err != nil {
		return nil, 0, cut(err, where)
	}
	size, entities := getUint32(p.record[1:]), getUint32(p.record[21:])
	if size > maxInput || entities > maxEntities {
		return nil, 0, fmt.Errorf("%w: expected at most %d bytes of input and %d entities %s, found %d and %d",
			ErrRecording, maxInput, maxEntities, where, size, entities)
	}
	if p.record, err = p.read(p.record, int64(size)+8*int64(entities)+4); err != nil {
		return nil, 0, cut(err, where)
	}
	if err := p.checkRecord(); err != nil {
		return nil, 0, err
	}
	b := p.record
	seconds, p.hash = math.Float64frombits(getUint64(b[5:])), getUint64(b[13:])
	input, b = b[frameHeader:frameHeader+size:frameHeader+size], b[frameHeader+size:]
	p.hashes = p.hashes[:0]
	for range entities {
		p.hashes = append(p.hashes, entityHash{getUint32(b), getUint32(b[4:])})
		b = b[8:]
	}
	p.frames++
	return input, seconds, nil
}

// checkRecord checks the checksum at the end of the record.
func (p *Replay) checkRecord() error {
	n := len(p.record) - 4
	expected, found := getUint32(p.record[n:]), crc32.Checksum(p.record[:n], castagnoli)
	if found != expected {
		return fmt.Errorf("%w: expected the checksum %08x after frame %d, found %08x", ErrRecording, expected, p.frames,
			found)
	}
	return nil
}

// Check compares the present state with the recorded one, after the program has run the frame that
// [Replay.Next] returned. The error is a [Difference], whose Frame counts the frames of the
// recording from 1 on, and names the first entity that differs. It must be called for every frame
// or for none. Before [Replay.Begin] it is [systems.ErrNil], since there is no session yet.
func (p *Replay) Check() error {
	switch {
	case p == nil:
		return errNoReplay
	case p.session == nil:
		return fmt.Errorf("%w: expected Begin with a session before Check, found no session", systems.ErrNil)
	}
	hash, err := p.session.hashFrame(&p.frame, &p.actual)
	if err != nil || hash == p.hash {
		return err
	}
	d := &Difference{
		Frame: uint32(p.frames), Cause: otherRun,
		Where: "the state of the world differs from the recording",
	}
	for i := 0; i < len(p.hashes) || i < len(p.actual); i++ {
		switch {
		case i == len(p.actual) || i < len(p.hashes) && p.hashes[i].number < p.actual[i].number:
			d.Where = fmt.Sprintf("entity %d: it is alive in the recording only", p.hashes[i].number)
		case i == len(p.hashes) || p.hashes[i].number > p.actual[i].number:
			d.Entity, d.Where = p.session.image.items[i].entity, "it is not alive in the recording"
		case p.hashes[i].hash != p.actual[i].hash:
			d.Entity, d.Where = p.session.image.items[i].entity, "its components or its pose differ from the recording"
		default:
			continue
		}
		break
	}
	return d
}

// Verify runs a whole recording in a session: for each frame it calls step, which runs the frame
// with the recorded input and the seconds of its update, and compares the result. It returns the
// number of frames that had the recorded result. The errors come from [Replay.Begin],
// [Replay.Next], [Replay.Check] and step; for a nil step it is [systems.ErrNil].
func (p *Replay) Verify(session *Session, step func(input []byte, seconds float64) error) (frames int, err error) {
	if step == nil {
		return 0, fmt.Errorf("%w: expected a step that runs a frame, found nil", systems.ErrNil)
	}
	if err := p.Begin(session); err != nil {
		return 0, err
	}
	for {
		input, seconds, err := p.Next()
		if errors.Is(err, io.EOF) {
			return frames, nil
		}
		if err == nil {
			err = step(input, seconds)
		}
		if err == nil {
			err = p.Check()
		}
		if err != nil {
			return frames, err
		}
		frames++
	}
}

package rewind

import "unsafe"

// segment is some frames in a row: the whole state before the first, and then of each frame the
// input, and if every state is kept, the state before it as a patch of the one before the last
// frame.
type segment struct {
	first  int // the number of the first frame
	data   []byte
	whole  int // the size of the whole state at the beginning of data
	frames []frame
}

// frame is a frame of a segment.
type frame struct {
	seconds float64 // of its update
	at      float64 // at its end
	// The input is from input to patch in the data of the segment, the patch from there to end.
	input, patch, end int
}

// size returns how much memory a segment uses.
func (s *segment) size() int {
	return cap(s.data) + cap(s.frames)*int(unsafe.Sizeof(frame{})) + int(unsafe.Sizeof(*s))
}

// last returns the number of the last frame.
func (s *segment) last() int { return s.first + len(s.frames) - 1 }

// appendState appends the state before a frame. Of a tape with a step it is only known before the
// first frame.
func (s *segment) appendState(dst []byte, frame int) []byte {
	dst = append(dst, s.data[:s.whole]...)
	for _, f := range s.frames[1 : frame-s.first+1] {
		dst = applyPatch(dst, s.data[f.patch:f.end])
	}
	return dst
}

// find returns the segment of a frame, or nil if it is not kept.
func (t *Tape) find(frame int) *segment {
	if t == nil {
		return nil
	}
	for i := len(t.segments) - 1; i >= 0; i-- {
		if s := t.segments[i]; frame >= s.first {
			if frame <= s.last() {
				return s
			}
			break
		}
	}
	return nil
}

// keep adds a frame to the tape.
func (t *Tape) keep(input []byte, seconds float64) (err error) {
	everyState := t.options.Step == nil
	var s *segment
	if n := len(t.segments); n > 0 && !t.begins {
		s = t.segments[n-1]
		t.begins = len(s.frames) >= t.options.Every
	}
	switch {
	case t.begins:
		if s, err = t.newSegment(); err != nil {
			return err
		}
		if everyState {
			t.state = append(t.state[:0], s.data...)
		}
	case everyState:
		if t.state, err = t.session.AppendSnapshot(t.state[:0]); err != nil {
			return err
		}
	}
	f := frame{seconds: seconds, at: t.elapsed + seconds, input: len(s.data)}
	s.data = append(s.data, input...)
	f.patch = len(s.data)
	if everyState && !t.begins {
		s.data = appendPatch(s.data, t.before, t.state)
	}
	f.end = len(s.data)
	s.frames = append(s.frames, f)
	if everyState {
		t.before, t.state = t.state, t.before
	}
	t.begins = false
	t.newest++
	t.now, t.elapsed = t.newest, f.at
	return nil
}

// newSegment begins a segment with the present state.
func (t *Tape) newSegment() (*segment, error) {
	s := t.free
	if s == nil {
		s = &segment{}
		if n := len(t.segments); n > 0 { // as large as the one before, with room for a few events more
			whole := t.segments[n-1].whole
			s.data = make([]byte, 0, whole+whole/16)
		}
	}
	data, err := t.session.AppendSnapshot(s.data[:0])
	if err != nil {
		return nil, err
	}
	t.free = nil
	s.first, s.data, s.whole, s.frames = t.newest+1, data, len(data), s.frames[:0]
	t.segments = append(t.segments, s)
	return s, nil
}

// dropAfter drops the frames after one that is kept, or all of them.
func (t *Tape) dropAfter(frame int) {
	if frame >= t.newest {
		return
	}
	for n := len(t.segments); n > 0; n = len(t.segments) {
		s := t.segments[n-1]
		if s.first <= frame {
			s.frames = s.frames[:frame-s.first+1]
			end := &s.frames[len(s.frames)-1]
			s.data, t.elapsed = s.data[:end.end], end.at
			break
		}
		t.segments = t.segments[:n-1]
		t.release(s)
	}
	t.newest, t.begins = frame, true
}

// forget drops the oldest frames that the options do not ask for.
func (t *Tape) forget() {
	for len(t.segments) > 1 {
		s, next := t.segments[0], t.segments[1]
		covered := t.elapsed - (next.frames[0].at - next.frames[0].seconds)
		if covered < t.options.Seconds && t.Size() <= t.options.Bytes {
			return
		}
		n := copy(t.segments, t.segments[1:])
		t.segments[n] = nil
		t.segments = t.segments[:n]
		t.release(s)
	}
}

// release keeps the memory of a segment for the next one, unless there is not that much.
func (t *Tape) release(s *segment) {
	t.free = s
	if t.Size() > t.options.Bytes {
		t.free = nil
	}
}

package matching

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Session notes which frames of a database play while a program runs, so that tools can tell which
// never do (sinew inspect --session). It is used by one goroutine at a time.
type Session struct {
	database *Database
	played   []bool
}

// NewSession returns a session in which no frame has played. That of nil notes nothing.
func NewSession(d *Database) *Session {
	s := &Session{database: d}
	if d != nil {
		s.played = make([]bool, d.Frames())
	}
	return s
}

// Play notes that the frame at a time of the database plays ([components.Playback.Time]), as it
// does after each update of a character.
func (s *Session) Play(time float64) {
	if s != nil && s.database != nil {
		s.played[s.database.FrameAt(time)] = true
	}
}

// Played reports whether a frame has played.
func (s *Session) Played(frame int) bool {
	return s != nil && frame >= 0 && frame < len(s.played) && s.played[frame]
}

// WriteTo writes the numbers of the frames that have played, in order, between white space, as
// [ReadSession] reads them.
func (s *Session) WriteTo(w io.Writer) (written int64, err error) {
	const inLine = 16
	out, count := bufio.NewWriter(w), 0
	for frame := range s.frames() {
		if !s.Played(frame) {
			continue
		}
		end := " "
		if count++; count%inLine == 0 {
			end = "\n"
		}
		n, _ := fmt.Fprintf(out, "%d%s", frame, end)
		written += int64(n)
	}
	if count%inLine != 0 {
		written++
		_ = out.WriteByte('\n')
	}
	return written, out.Flush()
}

func (s *Session) frames() int {
	if s == nil {
		return 0
	}
	return len(s.played)
}

// ReadSession reads which frames of a database have played: their numbers, in any order, between
// white space. An error names the first number that is none.
func ReadSession(r io.Reader, d *Database) (*Session, error) {
	if d == nil {
		return nil, errors.New("session: expected the database that played, found nil")
	}
	s, numbers := NewSession(d), bufio.NewReader(r)
	for n := 1; ; n++ {
		var frame int
		_, err := fmt.Fscan(numbers, &frame)
		switch {
		case errors.Is(err, io.EOF):
			return s, nil
		case err != nil:
			return nil, fmt.Errorf("number %d: expected the number of a frame, found %w", n, err)
		case frame < 0 || frame >= d.Frames():
			return nil, fmt.Errorf("number %d: expected a frame from 0 to %d of database %q, found %d", n, d.Frames()-1, d.Name(),
				frame)
		}
		s.played[frame] = true
	}
}

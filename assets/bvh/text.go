package bvh

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text is a file that is read from its beginning to its end.
type text struct {
	rest []byte
	line int // of the next byte, from 1
}

// newText begins a text. The error says that the bytes are none.
func newText(data []byte) (*text, error) {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return nil, errors.New("expected text in UTF-8, found UTF-16; an editor can save it as UTF-8")
	case bytes.IndexByte(data, 0) >= 0:
		return nil, errors.New("expected the text of a BVH file, found bytes that are no text")
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF")) // a byte order mark
	t := &text{rest: data, line: 1}
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return nil, errorAt(1+countLines(data[:at]), "expected text in UTF-8, found the byte 0x%02X, "+
				"which is none; an editor can save it as UTF-8", data[at])
		}
		at += size
	}
	return t, nil
}

// countLines returns how many lines end in some text: at CR LF, LF or CR.
func countLines(data []byte) int {
	return bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) - bytes.Count(data, []byte("\r\n"))
}

// skip moves on by n bytes.
func (t *text) skip(n int) {
	ended := t.rest[:n]
	t.rest = t.rest[n:]
	t.line += countLines(ended)
	if n > 0 && ended[n-1] == '\r' && len(t.rest) > 0 && t.rest[0] == '\n' {
		t.line-- // it ends with the next byte
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || isLineEnd(c) || c == '\v' || c == '\f' }

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// skipSpace moves to the next byte that is no white space.
func (t *text) skipSpace() {
	n := 0
	for n < len(t.rest) && isSpace(t.rest[n]) {
		n++
	}
	t.skip(n)
}

// word returns the next word or brace and its line; "" at the end.
func (t *text) word() (word string, line int) {
	t.skipSpace()
	n := 0
	for n < len(t.rest) && !isSpace(t.rest[n]) {
		if c := t.rest[n]; c == '{' || c == '}' {
			if n == 0 {
				n = 1
			}
			break
		}
		n++
	}
	word, line = string(t.rest[:n]), t.line
	t.skip(n)
	return word, line
}

// name returns what stands up to a brace or the end of the line, without the spaces around it.
func (t *text) name() string {
	n := 0
	for n < len(t.rest) && !isLineEnd(t.rest[n]) && t.rest[n] != '{' {
		n++
	}
	name := strings.TrimSpace(string(t.rest[:n]))
	t.skip(n)
	return name
}

// row returns the next line that is not blank, and its number; nil at the end.
func (t *text) row() (row []byte, line int) {
	t.skipSpace()
	n := 0
	for n < len(t.rest) && !isLineEnd(t.rest[n]) {
		n++
	}
	row, line = t.rest[:n], t.line
	t.skip(n)
	if n == 0 {
		return nil, line
	}
	return row, line
}

// shown is the most bytes of a word of a file that an error shows.
const shown = 40

// quote returns a word of a file for an error, shortened.
func quote(word string) string {
	if word == "" {
		return "the end of the file"
	}
	if len(word) > shown {
		end := shown
		for !utf8.RuneStart(word[end]) {
			end--
		}
		return strconv.Quote(word[:end]) + "..."
	}
	return strconv.Quote(word)
}

// number reads a decimal number, such as -1.5e2.
func number[T string | []byte](word T, line int) (float64, error) {
	plain := true
	for i := range len(word) {
		c := word[i]
		plain = plain && (c >= '0' && c <= '9' || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E')
	}
	x, err := strconv.ParseFloat(string(word), 64)
	switch {
	case !plain || err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, errorAt(line, "expected a number, found %s", quote(string(word)))
	case err != nil || math.Abs(x) > math.MaxFloat32:
		return 0, errorAt(line, "expected a number that fits in a float32, found %s", quote(string(word)))
	}
	return x, nil
}

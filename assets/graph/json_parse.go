package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonValue is a value of a JSON document: nil, a bool, a json.Number, a string, a []jsonElement or a []jsonMember.
type jsonValue any

// jsonMember is a member of a JSON object.
type jsonMember struct {
	name  string
	value jsonValue
	start int64 // a byte of the document, before the member's name; only blanks and commas are between
}

// jsonElement is an element of a JSON array.
type jsonElement struct {
	value jsonValue
	start int64 // like in a jsonMember
}

// jsonSource is a parsed JSON document.
type jsonSource struct {
	data []byte
	root jsonValue
}

const maxJSONDepth = 64

// parseJSON parses a single JSON document of at most maxBytes bytes. An object with two members of one name is an
// error. Errors of syntax name the line and the column in characters, both counted from 1.
func parseJSON(r io.Reader, maxBytes int64) (*jsonSource, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > maxBytes {
		return nil, fmt.Errorf("the document is longer than %d bytes", maxBytes)
	}
	p := jsonParser{decoder: json.NewDecoder(bytes.NewReader(data))}
	p.decoder.UseNumber()
	value, err := p.value()
	if err == nil {
		if _, end := p.decoder.Token(); end == nil {
			return nil, fmt.Errorf("%s: more data follows the end of the document", lineAndColumn(data, p.decoder.InputOffset()-1))
		} else if !errors.Is(end, io.EOF) {
			err = end
		}
	}
	var syntax *json.SyntaxError
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) {
		return nil, syntaxError(data, err)
	}
	return &jsonSource{data, value}, err
}

// place returns the line and the column of what a location names: a path in the document, which a colon and more text
// may follow. Of a path that leads nowhere, such as one to a missing member, it is the place of the longest part that
// exists.
func (s *jsonSource) place(location string) string {
	value, start := s.root, int64(0)
	for found := true; found; {
		found = false
		switch v := value.(type) {
		case []jsonMember:
			longest := -1
			for i := range v {
				if (longest < 0 || len(v[i].name) > len(v[longest].name)) && endsPathStep(location, v[i].name) {
					longest = i
				}
			}
			if longest >= 0 {
				location, value, start, found = location[len(v[longest].name):], v[longest].value, v[longest].start, true
				location = strings.TrimPrefix(location, ".")
			}
		case []jsonElement:
			digits, rest, ok := strings.Cut(strings.TrimPrefix(location, "["), "]")
			if i, err := strconv.Atoi(digits); ok && err == nil && i >= 0 && i < len(v) && strings.HasPrefix(location, "[") {
				location, value, start, found = strings.TrimPrefix(rest, "."), v[i].value, v[i].start, true
			}
		}
	}
	for start < int64(len(s.data)) && strings.IndexByte(" \t\r\n,:", s.data[start]) >= 0 {
		start++
	}
	return lineAndColumn(s.data, start)
}

// endsPathStep reports whether a location begins with the name of a member, behind which the next step of the path or
// the end of the path follows.
func endsPathStep(location, name string) bool {
	rest, ok := strings.CutPrefix(location, name)
	return ok && name != "" && (rest == "" || rest[0] == '.' || rest[0] == '[' || rest[0] == ':')
}

// syntaxError returns an error of the syntax of a document with its line and column.
func syntaxError(data []byte, err error) error {
	var syntax *json.SyntaxError
	var whole json.RawMessage
	// The decoder does not count what it reads token by token. Reading the document as a whole gives the exact place.
	if exact := json.Unmarshal(data, &whole); errors.As(exact, &syntax) && !strings.HasPrefix(syntax.Error(), "unexpected end") {
		return fmt.Errorf("%s: %w", lineAndColumn(data, syntax.Offset-1), syntax)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%s: %w", lineAndColumn(data, int64(len(data))), err)
}

// lineAndColumn describes the place of a byte in a document.
func lineAndColumn(data []byte, offset int64) string {
	before := data[:max(0, min(offset, int64(len(data))))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d, column %d", line, column)
}

// jsonParser parses the values of a document. It knows its path as members and indices, and writes it only for errors: a
// path can be as long as the document.
type jsonParser struct {
	decoder *json.Decoder
	at      []pathStep
}

// pathStep is a member of an object, or an element of an array.
type pathStep struct {
	name  string
	index int // -1 for a member
}

func (p *jsonParser) path() string {
	path := ""
	for _, step := range p.at {
		if step.index >= 0 {
			path = elementPath(path, step.index)
		} else {
			path = memberPath(path, step.name)
		}
	}
	return path
}

func (p *jsonParser) value() (jsonValue, error) {
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	if len(p.at) > maxJSONDepth {
		return nil, fmt.Errorf("%s: values are nested deeper than %d levels", p.path(), maxJSONDepth)
	}
	switch token {
	case json.Delim('{'):
		return p.object()
	case json.Delim('['):
		return p.array()
	}
	return token, nil
}

// object parses the members of an object and its end.
func (p *jsonParser) object() (jsonValue, error) {
	members := []jsonMember{}
	var taken map[string]bool
	for p.decoder.More() {
		start := p.decoder.InputOffset()
		key, err := p.decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string) // the decoder accepts nothing else here
		p.at = append(p.at, pathStep{name, -1})
		if taken[name] {
			return nil, fmt.Errorf("%s: the member appears twice", p.path())
		}
		if taken == nil {
			taken = map[string]bool{}
		}
		taken[name] = true
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		p.at = p.at[:len(p.at)-1]
		members = append(members, jsonMember{name, value, start})
	}
	_, err := p.decoder.Token()
	return members, err
}

// array parses the elements of an array and its end.
func (p *jsonParser) array() (jsonValue, error) {
	elements := []jsonElement{}
	for p.decoder.More() {
		start := p.decoder.InputOffset()
		p.at = append(p.at, pathStep{"", len(elements)})
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		p.at = p.at[:len(p.at)-1]
		elements = append(elements, jsonElement{value, start})
	}
	_, err := p.decoder.Token()
	return elements, err
}

// memberPath returns the path of a member of an object. The path of the document is empty.
func memberPath(path, name string) string {
	switch {
	case path == "":
		return name
	case name == "":
		return path
	}
	return path + "." + name
}

func elementPath(path string, index int) string { return fmt.Sprintf("%s[%d]", path, index) }

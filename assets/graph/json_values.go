package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonValue is a value of a JSON document: nil, a bool, a json.Number, a string, a []jsonValue or a []jsonMember.
type jsonValue any

// jsonMember is a member of a JSON object.
type jsonMember struct {
	name  string
	value jsonValue
}

const maxJSONDepth = 64

// parseJSON parses a single JSON document of at most maxBytes bytes. An object with two members of one name is an
// error. Errors of syntax name the line and the column in characters, both counted from 1.
func parseJSON(r io.Reader, maxBytes int64) (jsonValue, error) {
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
	return value, err
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
		members = append(members, jsonMember{name, value})
	}
	_, err := p.decoder.Token()
	return members, err
}

// array parses the elements of an array and its end.
func (p *jsonParser) array() (jsonValue, error) {
	elements := []jsonValue{}
	for p.decoder.More() {
		p.at = append(p.at, pathStep{"", len(elements)})
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		p.at = p.at[:len(p.at)-1]
		elements = append(elements, value)
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

// jsonReader converts parsed values into Go variables, and records all problems with their paths.
type jsonReader struct {
	problems problemList
	stopped  bool // no more elements of arrays are decoded
}

// jsonDecoder converts the value at a path.
type jsonDecoder func(path string, value jsonValue)

func (r *jsonReader) problem(path, format string, arguments ...any) {
	if path == "" {
		path = "the document"
	}
	r.problems.add(path, format, arguments...)
}

// object decodes the members of an object. It can have no other members than these, and must have the required ones.
func (r *jsonReader) object(path string, value jsonValue, members map[string]jsonDecoder, required ...string) {
	object, ok := value.([]jsonMember)
	if !ok {
		r.problem(path, "want an object, found %s", describeJSON(value))
		return
	}
	for _, m := range object {
		if decode := members[m.name]; decode != nil {
			decode(memberPath(path, m.name), m.value)
		} else {
			r.unknownMember(path, m.name, members)
		}
	}
	for _, name := range required {
		if !slices.ContainsFunc(object, func(m jsonMember) bool { return m.name == name }) {
			r.problem(path, "the member %q is missing", name)
		}
	}
}

// unknownMember records a member that an object cannot have.
func (r *jsonReader) unknownMember(path, name string, members map[string]jsonDecoder) {
	if r.problems.count >= maxProblems { // sort no more names that nobody reads
		r.problems.count++
		return
	}
	if utf8.RuneCountInString(name) > maxNameCharacters {
		name = string([]rune(name)[:maxNameCharacters]) + "…"
	}
	r.problem(memberPath(path, name), "unknown member, want one of %s", strings.Join(slices.Sorted(maps.Keys(members)), ", "))
}

// list decodes the elements of an array with at most maxElements.
func (r *jsonReader) list(maxElements int, element jsonDecoder) jsonDecoder {
	return func(path string, value jsonValue) {
		list, ok := value.([]jsonValue)
		if !ok {
			r.problem(path, "want an array, found %s", describeJSON(value))
			return
		}
		if len(list) > maxElements {
			r.problem(path, "has %d elements, want at most %d", len(list), maxElements)
			return
		}
		for i, v := range list {
			if r.stopped {
				return
			}
			element(elementPath(path, i), v)
		}
	}
}

// text decodes a name: a string that is not empty.
func (r *jsonReader) text(into *string) jsonDecoder { return r.limitedText(maxNameCharacters, into) }

// limitedText decodes a string that is not empty and has at most maxCharacters.
func (r *jsonReader) limitedText(maxCharacters int, into *string) jsonDecoder {
	return func(path string, value jsonValue) {
		text, ok := value.(string)
		if !ok || text == "" {
			r.problem(path, "want a string that is not empty, found %s", describeJSON(value))
			return
		}
		if n := utf8.RuneCountInString(text); n > maxCharacters {
			r.problem(path, "has %d characters, want at most %d", n, maxCharacters)
			return
		}
		*into = text
	}
}

func (r *jsonReader) boolean(into *bool) jsonDecoder {
	return func(path string, value jsonValue) {
		b, ok := value.(bool)
		if !ok {
			r.problem(path, "want true or false, found %s", describeJSON(value))
		}
		*into = b
	}
}

// float32 decodes a number and rounds it to the nearest float32.
func (r *jsonReader) float32(into *float32) jsonDecoder {
	return func(path string, value jsonValue) {
		number, ok := value.(json.Number)
		if !ok {
			r.problem(path, "want a number, found %s", describeJSON(value))
			return
		}
		f, err := strconv.ParseFloat(number.String(), 32)
		if err != nil {
			r.problem(path, "want a number that fits in a 32-bit float, found %v", number)
			return
		}
		*into = float32(f)
	}
}

// number decodes an int32 exactly, and other numbers like [jsonReader.float32].
func (r *jsonReader) number(into *float64) jsonDecoder {
	return func(path string, value jsonValue) {
		if number, ok := value.(json.Number); ok {
			if f, err := strconv.ParseFloat(number.String(), 64); err == nil && f == float64(int32(max(min(f, math.MaxInt32), math.MinInt32))) {
				*into = f
				return
			}
		}
		var f float32
		r.float32(&f)(path, value)
		*into = float64(f)
	}
}

// integer decodes an integer from least to greatest.
func (r *jsonReader) integer(least, greatest int64, set func(int64)) jsonDecoder {
	return func(path string, value jsonValue) {
		number, ok := value.(json.Number)
		f, err := strconv.ParseFloat(number.String(), 64)
		if !ok || err != nil || !(f >= float64(least) && f <= float64(greatest)) || f != float64(int64(f)) {
			r.problem(path, "want an integer from %d to %d, found %s", least, greatest, describeJSON(value))
			return
		}
		set(int64(f))
	}
}

// choice decodes one of several words as its index.
func (r *jsonReader) choice(words []string, set func(i int)) jsonDecoder {
	return func(path string, value jsonValue) {
		text, ok := value.(string)
		i := slices.Index(words, text)
		if !ok || i < 0 {
			r.problem(path, "want one of %s; found %s", strings.Join(words, ", "), describeJSON(value))
			return
		}
		set(i)
	}
}

// describeJSON returns a short description of a value for errors.
func describeJSON(value jsonValue) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	case string:
		if utf8.RuneCountInString(v) > maxNameCharacters {
			return "a long string"
		}
		return strconv.Quote(v)
	case []jsonValue:
		return "an array"
	}
	return "an object"
}

package graph

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
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
// error.
func parseJSON(r io.Reader, maxBytes int64) (jsonValue, error) {
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	decoder := json.NewDecoder(limited)
	decoder.UseNumber()
	value, err := parseJSONValue(decoder, "", 0)
	if err == nil {
		if _, end := decoder.Token(); end == nil {
			err = errors.New("more data follows the end of the document")
		} else if !errors.Is(end, io.EOF) {
			err = end
		}
	}
	switch {
	case limited.N <= 0:
		return nil, fmt.Errorf("the document is longer than %d bytes", maxBytes)
	case errors.Is(err, io.EOF):
		return nil, io.ErrUnexpectedEOF
	}
	return value, err
}

func parseJSONValue(decoder *json.Decoder, path string, depth int) (jsonValue, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxJSONDepth {
		return nil, fmt.Errorf("%s: values are nested deeper than %d levels", path, maxJSONDepth)
	}
	switch token {
	case json.Delim('{'):
		members := []jsonMember{}
		taken := map[string]bool{}
		for decoder.More() {
			key, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			name, _ := key.(string) // the decoder accepts nothing else here
			if taken[name] {
				return nil, fmt.Errorf("%s: the member appears twice", memberPath(path, name))
			}
			taken[name] = true
			value, err := parseJSONValue(decoder, memberPath(path, name), depth+1)
			if err != nil {
				return nil, err
			}
			members = append(members, jsonMember{name, value})
		}
		_, err = decoder.Token()
		return members, err
	case json.Delim('['):
		elements := []jsonValue{}
		for decoder.More() {
			value, err := parseJSONValue(decoder, elementPath(path, len(elements)), depth+1)
			if err != nil {
				return nil, err
			}
			elements = append(elements, value)
		}
		_, err = decoder.Token()
		return elements, err
	}
	return token, nil
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
	problems []error
}

// jsonDecoder converts the value at a path.
type jsonDecoder func(path string, value jsonValue)

func (r *jsonReader) problem(path, format string, arguments ...any) {
	if path == "" {
		path = "the document"
	}
	r.problems = append(r.problems, fmt.Errorf("%s: %s", path, fmt.Sprintf(format, arguments...)))
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
			r.problem(memberPath(path, m.name), "unknown member, want one of %s", strings.Join(slices.Sorted(maps.Keys(members)), ", "))
		}
	}
	for _, name := range required {
		if !slices.ContainsFunc(object, func(m jsonMember) bool { return m.name == name }) {
			r.problem(path, "the member %q is missing", name)
		}
	}
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
			element(elementPath(path, i), v)
		}
	}
}

// text decodes a string that is not empty.
func (r *jsonReader) text(into *string) jsonDecoder {
	return func(path string, value jsonValue) {
		text, ok := value.(string)
		if !ok || text == "" {
			r.problem(path, "want a string that is not empty, found %s", describeJSON(value))
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
		if len(v) > maxNameBytes {
			return "a long string"
		}
		return strconv.Quote(v)
	case []jsonValue:
		return "an array"
	}
	return "an object"
}

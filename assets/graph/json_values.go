package graph

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// jsonReader reads values of a document into variables, and notes everything that is wrong with its path.
type jsonReader struct {
	problems []error
}

// jsonInto reads the value at a path into something.
type jsonDecoder func(at string, value jsonValue)

func (r *jsonReader) problem(at, format string, arguments ...any) {
	if at == "" {
		at = "the document"
	}
	r.problems = append(r.problems, fmt.Errorf("%s: %s", at, fmt.Sprintf(format, arguments...)))
}

// object reads the members of an object, which may have no others, and must have those required.
func (r *jsonReader) object(at string, value jsonValue, members map[string]jsonDecoder, required ...string) {
	object, ok := value.([]jsonMember)
	if !ok {
		r.problem(at, "is %s, not an object", describeJSON(value))
		return
	}
	for _, m := range object {
		if into := members[m.name]; into != nil {
			into(memberPath(at, m.name), m.value)
		} else {
			r.problem(memberPath(at, m.name), "is not known here")
		}
	}
	for _, name := range required {
		if !slices.ContainsFunc(object, func(m jsonMember) bool { return m.name == name }) {
			r.problem(at, "%s is missing", name)
		}
	}
}

// list reads every element of an array of at most so many.
func (r *jsonReader) list(most int, element jsonDecoder) jsonDecoder {
	return func(at string, value jsonValue) {
		list, ok := value.([]jsonValue)
		if !ok {
			r.problem(at, "is %s, not an array", describeJSON(value))
			return
		}
		if len(list) > most {
			r.problem(at, "has %d elements, above %d", len(list), most)
			return
		}
		for i, v := range list {
			element(fmt.Sprintf("%s[%d]", at, i), v)
		}
	}
}

// text reads a string that is not empty.
func (r *jsonReader) text(into *string) jsonDecoder {
	return func(at string, value jsonValue) {
		text, ok := value.(string)
		switch {
		case !ok:
			r.problem(at, "is %s, not a string", describeJSON(value))
		case text == "":
			r.problem(at, "is empty")
		default:
			*into = text
		}
	}
}

func (r *jsonReader) boolean(into *bool) jsonDecoder {
	return func(at string, value jsonValue) {
		b, ok := value.(bool)
		if !ok {
			r.problem(at, "is %s, neither true nor false", describeJSON(value))
		}
		*into = b
	}
}

// float32 reads a number that a float32 can come near to.
func (r *jsonReader) float32(into *float32) jsonDecoder {
	return func(at string, value jsonValue) {
		number, ok := value.(json.Number)
		if !ok {
			r.problem(at, "is %s, not a number", describeJSON(value))
			return
		}
		f, err := strconv.ParseFloat(number.String(), 32)
		if err != nil {
			r.problem(at, "%v is beyond the numbers of 32 bits", number)
			return
		}
		*into = float32(f)
	}
}

// number reads a number that is an int32, or else as [jsonReader.float32] does.
func (r *jsonReader) number(into *float64) jsonDecoder {
	return func(at string, value jsonValue) {
		if number, ok := value.(json.Number); ok {
			if f, err := strconv.ParseFloat(number.String(), 64); err == nil && f == float64(int32(max(min(f, math.MaxInt32), math.MinInt32))) {
				*into = f
				return
			}
		}
		var f float32
		r.float32(&f)(at, value)
		*into = float64(f)
	}
}

// whole reads a whole number in a range.
func (r *jsonReader) integer(least, most int64, set func(int64)) jsonDecoder {
	return func(at string, value jsonValue) {
		number, ok := value.(json.Number)
		if !ok {
			r.problem(at, "is %s, not a number", describeJSON(value))
			return
		}
		f, err := strconv.ParseFloat(number.String(), 64)
		if err != nil || !(f >= float64(least) && f <= float64(most)) || f != float64(int64(f)) {
			r.problem(at, "is %v, not a whole number from %d to %d", number, least, most)
			return
		}
		set(int64(f))
	}
}

// choice reads one of several words and sets its index.
func (r *jsonReader) choice(words []string, set func(i int)) jsonDecoder {
	return func(at string, value jsonValue) {
		text, ok := value.(string)
		i := slices.Index(words, text)
		if !ok || i < 0 {
			r.problem(at, "is %s, none of %s", describeJSON(value), strings.Join(words, ", "))
			return
		}
		set(i)
	}
}

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

// jsonValue is a value of a JSON document: nil, a bool, a json.Number, a string, a []jsonValue or a []jsonMember.
type jsonValue any

type jsonMember struct {
	name  string
	value jsonValue
}

const maxJSONDepth = 64

// parseJSON reads one document of at most so many bytes. A member that is there twice is an error.
func parseJSON(r io.Reader, most int64) (jsonValue, error) {
	limited := &io.LimitedReader{R: r, N: most + 1}
	decoder := json.NewDecoder(limited)
	decoder.UseNumber()
	value, err := parseJSONValue(decoder, "", 0)
	if err == nil {
		if _, end := decoder.Token(); end == nil {
			err = errors.New("more follows after the document")
		} else if !errors.Is(end, io.EOF) {
			err = end
		}
	}
	switch {
	case limited.N <= 0:
		return nil, fmt.Errorf("the document is longer than %d bytes", most)
	case errors.Is(err, io.EOF):
		return nil, io.ErrUnexpectedEOF
	}
	return value, err
}

func parseJSONValue(decoder *json.Decoder, at string, depth int) (jsonValue, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxJSONDepth {
		return nil, fmt.Errorf("%s: nested deeper than %d", at, maxJSONDepth)
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
			name, _ := key.(string) // the decoder takes nothing else there
			if taken[name] {
				return nil, fmt.Errorf("%s: is there twice", memberPath(at, name))
			}
			taken[name] = true
			value, err := parseJSONValue(decoder, memberPath(at, name), depth+1)
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
			value, err := parseJSONValue(decoder, fmt.Sprintf("%s[%d]", at, len(elements)), depth+1)
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

// jsonPath returns the path of a member, and without a name that of the value itself.
func memberPath(at, name string) string {
	switch {
	case at == "":
		return name
	case name == "":
		return at
	}
	return at + "." + name
}

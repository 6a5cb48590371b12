package graph

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

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
		list, ok := value.([]jsonElement)
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
			element(elementPath(path, i), v.value)
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

// float64 decodes a number and rounds it to the nearest float64.
func (r *jsonReader) float64(into *float64) jsonDecoder {
	return func(path string, value jsonValue) {
		number, ok := value.(json.Number)
		if !ok {
			r.problem(path, "want a number, found %s", describeJSON(value))
			return
		}
		f, err := strconv.ParseFloat(number.String(), 64)
		if err != nil {
			r.problem(path, "want a number that fits in a 64-bit float, found %v", number)
			return
		}
		*into = f
	}
}

// eachMember decodes the members of an object with at most maxMembers, whose names are names that the document chooses.
func (r *jsonReader) eachMember(maxMembers int, member func(name, path string, value jsonValue)) jsonDecoder {
	return func(path string, value jsonValue) {
		object, ok := value.([]jsonMember)
		if !ok {
			r.problem(path, "want an object, found %s", describeJSON(value))
			return
		}
		if len(object) > maxMembers {
			r.problem(path, "has %d members, want at most %d", len(object), maxMembers)
			return
		}
		for _, m := range object {
			if m.name == "" || utf8.RuneCountInString(m.name) > maxNameCharacters {
				r.problem(path, "the name of a member has %d characters, want 1 to %d", utf8.RuneCountInString(m.name), maxNameCharacters)
				continue
			}
			member(m.name, memberPath(path, m.name), m.value)
		}
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
	case []jsonElement:
		return "an array"
	}
	return "an object"
}

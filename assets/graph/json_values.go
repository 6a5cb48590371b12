package graph

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/order"
)

// maxJSONDepth is the largest depth of values in values.
const maxJSONDepth = 64

// jsonValue is a value of a document.
type jsonValue = *jsontree.Node

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

// object decodes the members of an object. It can have no other members than these, and must have
// the required ones.
func (r *jsonReader) object(path string, value jsonValue, members map[string]jsonDecoder, required ...string) {
	if value.Value.Kind() != jsontree.Object {
		r.expected(path, value, "an object")
		return
	}
	for _, m := range value.Items {
		if decode := members[m.Name]; decode != nil {
			decode(jsontree.MemberPath(path, m.Name), m)
		} else {
			r.unknownMember(path, m.Name, members)
		}
	}
	for _, name := range required {
		if value.Member(name) == nil &&
			!value.IsMisspelled(name, func(name string) bool { return members[name] != nil }) {
			r.problem(path, "%s", jsontree.MissingMember(name))
		}
	}
}

// expected records that a value is not what was expected.
func (r *jsonReader) expected(path string, value jsonValue, format string, arguments ...any) {
	r.problem(path, "%s", value.Expected(fmt.Sprintf(format, arguments...)))
}

// unknownMember records a member that an object cannot have.
func (r *jsonReader) unknownMember(path, name string, members map[string]jsonDecoder) {
	if r.problems.count >= maxProblems { // sort no more names that nobody reads
		r.problems.count++
		return
	}
	problem := jsontree.UnknownMember(name, order.Names(members))
	if utf8.RuneCountInString(name) > maxNameCharacters {
		name = string([]rune(name)[:maxNameCharacters]) + "…"
	}
	r.problem(jsontree.MemberPath(path, name), "%s", problem)
}

// list decodes the elements of an array with at most maxElements.
func (r *jsonReader) list(maxElements int, element jsonDecoder) jsonDecoder {
	return func(path string, value jsonValue) {
		if value.Value.Kind() != jsontree.Array {
			r.expected(path, value, "an array")
			return
		}
		if len(value.Items) > maxElements {
			r.problem(path, "%s", value.TooMany(maxElements))
			return
		}
		for i, v := range value.Items {
			if r.stopped {
				return
			}
			element(jsontree.ElementPath(path, i), v)
		}
	}
}

// text decodes a name: a string that is not empty.
func (r *jsonReader) text(into *string) jsonDecoder { return r.limitedText(maxNameCharacters, into) }

// limitedText decodes a string that is not empty and has at most maxCharacters.
func (r *jsonReader) limitedText(maxCharacters int, into *string) jsonDecoder {
	return func(path string, value jsonValue) {
		text, ok := value.Value.Text()
		if !ok || text == "" {
			r.expected(path, value, "a string that is not empty")
			return
		}
		if n := utf8.RuneCountInString(text); n > maxCharacters {
			r.problem(path, "expected at most %d characters, found %d", maxCharacters, n)
			return
		}
		*into = text
	}
}

func (r *jsonReader) boolean(into *bool) jsonDecoder {
	return func(path string, value jsonValue) {
		b, ok := value.Value.Bool()
		if !ok {
			r.expected(path, value, "true or false")
		}
		*into = b
	}
}

// float32 decodes a number and rounds it to the nearest float32.
func (r *jsonReader) float32(into *float32) jsonDecoder {
	return func(path string, value jsonValue) {
		if value.Value.Kind() != jsontree.Number {
			r.expected(path, value, "a number")
			return
		}
		f, ok := value.Value.Float32()
		if !ok {
			r.expected(path, value, "a number that fits in a 32-bit float")
			return
		}
		*into = f
	}
}

// float64 decodes a number and rounds it to the nearest float64.
func (r *jsonReader) float64(into *float64) jsonDecoder {
	return func(path string, value jsonValue) {
		if value.Value.Kind() != jsontree.Number {
			r.expected(path, value, "a number")
			return
		}
		f, ok := value.Value.Float()
		if !ok {
			r.expected(path, value, "a number that fits in a 64-bit float")
			return
		}
		*into = f
	}
}

// eachMember decodes the members of an object with at most maxMembers, whose names are names that
// the document chooses.
func (r *jsonReader) eachMember(maxMembers int, member func(name, path string, value jsonValue)) jsonDecoder {
	return func(path string, value jsonValue) {
		if value.Value.Kind() != jsontree.Object {
			r.expected(path, value, "an object")
			return
		}
		if len(value.Items) > maxMembers {
			r.problem(path, "%s", value.TooMany(maxMembers))
			return
		}
		for _, m := range value.Items {
			if n := utf8.RuneCountInString(m.Name); n == 0 || n > maxNameCharacters {
				r.problem(path, "expected names of 1 to %d characters, found one of %d", maxNameCharacters, n)
				continue
			}
			member(m.Name, jsontree.MemberPath(path, m.Name), m)
		}
	}
}

// number decodes an int32 exactly, and other numbers like [jsonReader.float32].
func (r *jsonReader) number(into *float64) jsonDecoder {
	return func(path string, value jsonValue) {
		if f, ok := value.Value.Float(); ok && f == float64(int32(max(min(f, math.MaxInt32), math.MinInt32))) {
			*into = f
			return
		}
		var f float32
		r.float32(&f)(path, value)
		*into = float64(f)
	}
}

// integer decodes an integer from least to greatest.
func (r *jsonReader) integer(least, greatest int64, set func(int64)) jsonDecoder {
	return func(path string, value jsonValue) {
		f, ok := value.Value.Float()
		if !ok || !(f >= float64(least) && f <= float64(greatest)) || f != float64(int64(f)) {
			r.expected(path, value, "an integer from %d to %d", least, greatest)
			return
		}
		set(int64(f))
	}
}

// The words of JSON for types of parameters and rules of interruption, by number.
var (
	parameterTypeNames = words(FloatParameter, IntParameter, BoolParameter, TriggerParameter)
	interruptionNames  = words(InterruptNone, InterruptBySource, InterruptByTarget, InterruptBySourceThenTarget,
		InterruptByTargetThenSource)
)

// words returns what values are called in JSON.
func words[T fmt.Stringer](values ...T) (all []string) {
	for _, v := range values {
		all = append(all, v.String())
	}
	return all
}

// choice decodes one of several words as its index.
func (r *jsonReader) choice(words []string, set func(i int)) jsonDecoder {
	return func(path string, value jsonValue) {
		text, ok := value.Value.Text()
		i := slices.Index(words, text)
		if !ok || i < 0 {
			r.problem(path, "%s", value.ExpectedOneOf(words))
			return
		}
		set(i)
	}
}

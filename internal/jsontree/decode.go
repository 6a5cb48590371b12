package jsontree

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sinew-go/sinew/internal/untyped"
)

// maxPathShown is the number of characters that problems show of a path.
const maxPathShown = 1024

// Decoder decodes nodes into Go values, and collects problems. The members of an object are the
// exported fields of a struct, whose names begin with a small letter.
type Decoder struct {
	// Words are the names of the values of integer types that have few, from 0 on.
	Words map[untyped.Type][]string
	// MaxList is the largest length of an array that becomes a slice.
	MaxList int
	// MaxProblems is the largest number of problems that are kept.
	MaxProblems int
	Problems    []error
}

// Problem records a problem of a node with its line, its column and its path.
func (d *Decoder) Problem(n *Node, problem string) {
	if len(d.Problems) < d.MaxProblems {
		path := n.Path()
		switch {
		case path == "":
			path = "the document"
		case utf8.RuneCountInString(path) > maxPathShown: // names of members may be of any length
			path = string([]rune(path)[:maxPathShown]) + "…"
		}
		d.Problems = append(d.Problems, fmt.Errorf("%s: %s: %s", n.Place(), path, problem))
	}
}

// expected records that a value is not what was expected.
func (d *Decoder) expected(n *Node, format string, arguments ...any) {
	d.Problem(n, n.Expected(fmt.Sprintf(format, arguments...)))
}

// Object checks that a node is an object with no members but the known ones, and with the required
// ones. It reports whether it is an object.
func (d *Decoder) Object(n *Node, known []string, required ...string) bool {
	if n.Value.Kind() != Object {
		d.expected(n, "an object")
		return false
	}
	for _, item := range n.Items {
		if len(d.Problems) >= d.MaxProblems {
			break // search no more near names that nobody reads
		}
		if !slices.Contains(known, item.Name) {
			d.Problem(item, UnknownMember(item.Name, known))
		}
	}
	for _, name := range required {
		if n.Member(name) == nil &&
			!n.IsMisspelled(name, func(name string) bool { return slices.Contains(known, name) }) {
			d.Problem(n, MissingMember(name))
		}
	}
	return true
}

// Array returns the elements of an array of at most limit, nil after a problem. A nil node has
// none.
func (d *Decoder) Array(n *Node, limit int) []*Node {
	switch {
	case n == nil:
		return nil
	case n.Value.Kind() != Array:
		d.expected(n, "an array")
		return nil
	case len(n.Items) > limit:
		d.Problem(n, n.TooMany(limit))
		return nil
	}
	return n.Items
}

// Fields decodes the members of an object that are fields of the struct that into points to, and
// ignores others.
func (d *Decoder) Fields(n *Node, into any) { fields(d, n, reflect.ValueOf(into).Elem()) }

// fields is no method, nor is decode: who sees a decoder would see the [reflect.Value] then, and
// compile its methods again.
func fields(d *Decoder, n *Node, value reflect.Value) {
	for i := range value.NumField() {
		if member := n.Member(FieldName(value.Type().Field(i))); member != nil {
			decode(d, member, value.Field(i))
		}
	}
}

// Decode decodes a node into what into points to: a string, a bool, a float32, a float64, an int, a
// type with [Decoder.Words], or an array, a slice or a struct of such values. A nil node changes
// nothing.
func (d *Decoder) Decode(n *Node, into any) { decode(d, n, reflect.ValueOf(into).Elem()) }

func decode(d *Decoder, n *Node, value reflect.Value) {
	if n == nil {
		return
	}
	if words := d.Words[untyped.TypeOf(value.Type())]; words != nil {
		text, ok := n.Value.Text()
		i := slices.Index(words, text)
		if !ok || i < 0 {
			d.Problem(n, n.ExpectedOneOf(words))
			return
		}
		value.SetUint(uint64(i))
		return
	}
	switch value.Kind() {
	case reflect.String:
		text, ok := n.Value.Text()
		if !ok {
			d.expected(n, "a string")
		}
		value.SetString(text)
	case reflect.Bool:
		b, ok := n.Value.Bool()
		if !ok {
			d.expected(n, "true or false")
		}
		value.SetBool(b)
	case reflect.Float32:
		f, ok := n.Value.Float32()
		if !ok {
			d.expected(n, "a number of at most 3.4e38")
			return
		}
		value.SetFloat(float64(f))
	case reflect.Float64:
		f, ok := n.Value.Float()
		if !ok {
			d.expected(n, "a number of at most 1.8e308")
			return
		}
		value.SetFloat(f)
	case reflect.Int:
		i, ok := n.Value.Int()
		if !ok || i < -math.MaxInt32 || i > math.MaxInt32 {
			d.expected(n, "an integer of at most 32 bits")
			return
		}
		value.SetInt(int64(i))
	case reflect.Struct:
		if d.Object(n, FieldNames(value.Type())) {
			fields(d, n, value)
		}
	case reflect.Array:
		if n.Value.Kind() != Array || len(n.Items) != value.Len() {
			d.expected(n, "an array of %d", value.Len())
			return
		}
		for i, item := range n.Items {
			decode(d, item, value.Index(i))
		}
	case reflect.Slice:
		items := d.Array(n, d.MaxList)
		if len(items) == 0 {
			return
		}
		value.Set(reflect.MakeSlice(value.Type(), len(items), len(items)))
		for i, item := range items {
			decode(d, item, value.Index(i))
		}
	default:
		panic(fmt.Sprintf("jsontree: a field has type %v, which JSON cannot hold", value.Type()))
	}
}

// Get returns what a node decodes to: see [Decoder.Decode]. For a nil node it is the zero value.
func Get[T any](d *Decoder, n *Node) (value T) {
	d.Decode(n, &value)
	return value
}

// FieldName returns the name of a field in JSON.
func FieldName(f reflect.StructField) string { return strings.ToLower(f.Name[:1]) + f.Name[1:] }

// FieldNames returns the names of the fields of a struct in JSON.
func FieldNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		names = append(names, FieldName(t.Field(i)))
	}
	return names
}

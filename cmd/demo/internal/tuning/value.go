package tuning

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// value is a value of a JSON document that is edited. Members keep their order, and numbers the way
// in which they are written.
type value struct {
	name  string // of a member of an object
	kind  jsontree.Kind
	text  string // of what has no items, as it is written
	items []*value
}

// path leads to a value: names of members, and indices of elements.
type path []string

func (p path) with(steps ...string) path { return append(slices.Clip(p), steps...) }

// key returns the path as a text, by which maps find it.
func (p path) key() string { return strings.Join(p, "\x00") }

const maxDepth = 64

// parse reads a document.
func parse(text []byte) (*value, error) {
	document, err := jsontree.Parse(text, maxDepth)
	if err != nil {
		return nil, err
	}
	return fromNode(document.Root), nil
}

func fromNode(n *jsontree.Node) *value {
	v := &value{name: n.Name, kind: n.Value.Kind()}
	if v.kind != jsontree.Object && v.kind != jsontree.Array {
		v.text = string(n.Value)
	}
	for _, item := range n.Items {
		v.items = append(v.items, fromNode(item))
	}
	return v
}

func (v *value) clone() *value {
	c := *v
	c.items = make([]*value, len(v.items))
	for i, item := range v.items {
		c.items[i] = item.clone()
	}
	return &c
}

// member returns a member of an object, or nil.
func (v *value) member(name string) *value {
	if v == nil {
		return nil
	}
	for _, item := range v.items {
		if v.kind == jsontree.Object && item.name == name {
			return item
		}
	}
	return nil
}

// list returns the elements of a member that is an array.
func (v *value) list(name string) []*value {
	if m := v.member(name); m != nil && m.kind == jsontree.Array {
		return m.items
	}
	return nil
}

// at returns the value at a path, or nil.
func (v *value) at(p path) *value {
	for _, step := range p {
		if v == nil {
			return nil
		}
		if v.kind != jsontree.Array {
			v = v.member(step)
			continue
		}
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(v.items) {
			return nil
		}
		v = v.items[i]
	}
	return v
}

// string returns the text of a member, or "".
func (v *value) string(name string) string {
	m := v.member(name)
	if m == nil {
		return ""
	}
	text, _ := jsontree.Value(m.text).Text()
	return text
}

// number returns a number, or what counts without one.
func (v *value) number(otherwise float64) float64 {
	if v != nil {
		if x, ok := jsontree.Value(v.text).Float(); ok {
			return x
		}
	}
	return otherwise
}

func (v *value) isTrue() bool { return v != nil && v.text == "true" }

// set gives an object a member, in place of one of that name or after the others.
func (v *value) set(name string, to *value) {
	to.name = name
	for i, item := range v.items {
		if item.name == name {
			v.items[i] = to
			return
		}
	}
	v.items = append(v.items, to)
}

// remove takes a member out of an object.
func (v *value) remove(name string) {
	v.items = slices.DeleteFunc(v.items, func(item *value) bool { return item.name == name })
}

func stringValue(text string) *value {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can always be written
	return &value{kind: jsontree.String, text: strings.TrimSuffix(out.String(), "\n")}
}

func numberValue(x float64) *value {
	return &value{kind: jsontree.Number, text: strconv.FormatFloat(x, 'f', -1, 64)}
}

func boolValue(on bool) *value { return &value{kind: jsontree.Bool, text: strconv.FormatBool(on)} }

func objectValue() *value { return &value{kind: jsontree.Object} }

func arrayValue(items ...*value) *value { return &value{kind: jsontree.Array, items: items} }

// write returns the document as indented JSON, as the library writes it.
func (v *value) write() ([]byte, error) {
	var compact, out bytes.Buffer
	v.append(&compact)
	if err := json.Indent(&out, compact.Bytes(), "", "  "); err != nil {
		return nil, fmt.Errorf("tuning: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func (v *value) append(out *bytes.Buffer) {
	brackets := "[]"
	switch v.kind {
	case jsontree.Object:
		brackets = "{}"
	case jsontree.Array:
	default:
		out.WriteString(v.text)
		return
	}
	out.WriteByte(brackets[0])
	for i, item := range v.items {
		if i > 0 {
			out.WriteByte(',')
		}
		if v.kind == jsontree.Object {
			out.WriteString(stringValue(item.name).text)
			out.WriteByte(':')
		}
		item.append(out)
	}
	out.WriteByte(brackets[1])
}

package jsontree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"unicode/utf8"
	"unsafe"
)

// Value is the text of a JSON value. It is part of a text that [ParseValue] has checked, and shares
// its bytes. The text must not change while the value or a name from it is in use.
type Value []byte

// ParseValue checks that a text is a single JSON value, and returns it. The error is a
// *json.SyntaxError.
func ParseValue(text []byte) (Value, error) {
	if !json.Valid(text) {
		var nothing json.RawMessage
		return nil, json.Unmarshal(text, &nothing)
	}
	return Value(bytes.TrimSpace(text)), nil
}

// Kind is the type of a JSON value.
type Kind uint8

// The kinds. The zero Kind belongs to a nil Value.
const (
	None Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

func (k Kind) String() string {
	return [...]string{"none", "null", "bool", "number", "string", "array", "object"}[k]
}

// Kind returns the type of the value.
func (v Value) Kind() Kind {
	if len(v) == 0 {
		return None
	}
	switch v[0] {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

// Missing reports whether the value is nil or null. In glTF both mean that a property is absent.
func (v Value) Missing() bool { return len(v) == 0 || v[0] == 'n' }

// Members iterates over the members of an object in the order of the text. A value of another kind
// has no members. A name may share the bytes of the text; clone it to keep it.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.Kind() != Object {
			return
		}
		for at := skipSpace(v, 1); v[at] != '}'; {
			end := skipString(v, at)
			name := nameOf(v[at:end])
			at = skipSpace(v, skipSpace(v, end)+1) // past the colon
			end = skipValue(v, at)
			if !yield(name, v[at:end:end]) {
				return
			}
			at = skipComma(v, end)
		}
	}
}

// Elements iterates over the elements of an array. A value of another kind has no elements.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.Kind() != Array {
			return
		}
		i := 0
		for at := skipSpace(v, 1); v[at] != ']'; i++ {
			end := skipValue(v, at)
			if !yield(i, v[at:end:end]) {
				return
			}
			at = skipComma(v, end)
		}
	}
}

// Len returns the number of elements of an array, and 0 for a value of another kind.
func (v Value) Len() int {
	n := 0
	for range v.Elements() {
		n++
	}
	return n
}

// Text returns a string, and false for a value of another kind. The result does not share the bytes
// of the text.
func (v Value) Text() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	inner := v[1 : len(v)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), true
	}
	var text string
	err := json.Unmarshal(v, &text)
	return text, err == nil
}

// Bool returns true or false, and false as the second result for a value of another kind.
func (v Value) Bool() (value, ok bool) {
	return v.Kind() == Bool && v[0] == 't', v.Kind() == Bool
}

// CountMembers calls count for every member of every object that is the value of a member called
// within, at any depth. It does not look inside the values of members called except.
func (v Value) CountMembers(within, except string, count func(name string)) {
	type level struct{ object, counted, expectName bool }
	var levels []level
	name := ""
	for at := 0; at < len(v); {
		var top *level
		if len(levels) > 0 {
			top = &levels[len(levels)-1]
		}
		switch c := v[at]; c {
		case '{', '[':
			if name == except && top != nil && top.object {
				at = skipValue(v, at)
				name = ""
				continue
			}
			levels = append(levels, level{object: c == '{', counted: c == '{' && name == within, expectName: c == '{'})
			name = ""
			at++
		case '}', ']':
			levels = levels[:len(levels)-1]
			at++
		case ',':
			top.expectName = top.object
			name = ""
			at++
		case '"':
			end := skipString(v, at)
			if top != nil && top.expectName {
				name = nameOf(v[at:end])
				top.expectName = false
				if top.counted {
					count(name)
				}
			}
			at = end
		default:
			at++
		}
	}
}

// nameOf returns the name that a string literal stands for.
func nameOf(literal Value) string {
	inner := literal[1 : len(literal)-1]
	if bytes.IndexByte(inner, '\\') >= 0 || !utf8.Valid(inner) {
		text, _ := literal.Text()
		return text
	}
	return unsafe.String(unsafe.SliceData(inner), len(inner))
}

// Mismatch returns the error for a value that is not of the expected form, such as "an integer".
func (v Value) Mismatch(want string) error {
	found := v.Kind().String()
	if v.Kind() == Number {
		found += " " + shorten(string(v))
	}
	return &MismatchError{Want: want, Found: found}
}

// MismatchError is the error for a value of the wrong type.
type MismatchError struct {
	Want  string // such as "an integer"
	Found string // such as "string" or "number 1.5"
}

// Error returns the expected and the actual type.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("expected %s, found a JSON %s", e.Want, e.Found)
}

// Unwrap returns the error as package encoding/json would report it.
func (e *MismatchError) Unwrap() error { return &json.UnmarshalTypeError{Value: e.Found} }

func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}

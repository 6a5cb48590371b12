package vrm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// unmarshal decodes JSON. The error for a value of a wrong type names its path, below the path of
// the whole, and what was expected.
func unmarshal(path string, text []byte, to any) error {
	err := json.Unmarshal(text, to)
	var mismatch *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &mismatch):
		below, value := valueAt(text, mismatch.Offset)
		want := formOf(mismatch.Type)
		if _, ok := value.Int(); ok && want == integer { // such as 1.0, or a large one
			want = "an integer of few digits without a point and an exponent"
		}
		return fmt.Errorf("%s: %w", strings.Trim(path+"."+below, "."), value.Mismatch(want))
	case errors.As(err, &syntax):
		return fmt.Errorf("%sJSON, byte %d: %w", prefix(path), syntax.Offset, err)
	}
	return err
}

func prefix(path string) string {
	if path == "" {
		return ""
	}
	return path + ": "
}

const integer = "an integer"

// formOf returns which values of JSON a type is decoded from.
func formOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return formOf(t.Elem())
	case reflect.Int:
		return integer
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "an array"
	}
	return "an object"
}

// valueAt returns the value in a JSON text that ends at an offset in bytes, or the object or array
// that begins there, with its path.
func valueAt(text []byte, offset int64) (path string, value jsontree.Value) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	type level struct {
		path    string
		isArray bool
		count   int    // of elements, or of names and values
		name    string // of the next value
	}
	var levels []level
	for {
		token, err := decoder.Token()
		if err != nil {
			return "", nil
		}
		delimiter, isDelimiter := token.(json.Delim)
		if isDelimiter && (delimiter == '}' || delimiter == ']') {
			levels = levels[:len(levels)-1]
			continue
		}
		path := ""
		if len(levels) > 0 {
			l := &levels[len(levels)-1]
			l.count++
			switch {
			case l.isArray:
				path = jsontree.ElementPath(l.path, l.count-1)
			case l.count%2 == 1:
				l.name = token.(string)
				continue
			default:
				path = jsontree.MemberPath(l.path, l.name)
			}
		}
		if decoder.InputOffset() >= offset {
			if isDelimiter {
				return path, jsontree.Value(delimiter.String())
			}
			literal, err := json.Marshal(token)
			if err != nil {
				return path, nil
			}
			return path, literal
		}
		if isDelimiter {
			levels = append(levels, level{path: path, isArray: delimiter == '['})
		}
	}
}

// vector is an array of 3 numbers; nil is a vector that the file leaves out.
type vector []float32

// check returns an error unless the vector, which stands at a path of the JSON, has 3 numbers or is
// left out.
func (v vector) check(path string) error {
	if v != nil && len(v) != 3 {
		return fmt.Errorf("%s: expected an array of 3 numbers, found one of %d", path, len(v))
	}
	return nil
}

// vec3 returns a vector after check, or 0 for one that is left out.
func (v vector) vec3() (out mgl32.Vec3) {
	copy(out[:], v)
	return out
}

// index returns an index that stands at a path of the JSON, of one of n things.
func index(path string, i *int, n int, things string) (int, error) {
	if i == nil {
		return 0, fmt.Errorf("%s: expected the index of one of %d %s, found none", path, n, things)
	}
	return *i, expectIndex(path, *i, n, things)
}

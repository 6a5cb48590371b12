package modifier

import (
	"bytes"
	_ "embed" // for the schema
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Schema is the JSON Schema (draft 2020-12) of the documents that [Read] reads and
// [stack.Stack.WriteJSON] writes.
//
//go:embed modifier.schema.json
var Schema string

// ErrFunc means that a stack has a solver that is a function, which JSON cannot hold.
var ErrFunc = errors.New("a function cannot be written as JSON")

// source is what a stack was made from. It implements [solving.Source].
type source struct {
	name     string // of the stack
	settings []solving.Setting
}

// Settings returns the settings of the solvers.
func (s *source) Settings() []solving.Setting { return s.settings }

// WriteJSON is [stack.Stack.WriteJSON].
func (s *source) WriteJSON(w io.Writer) error {
	compact, err := s.MarshalJSON()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", "  "); err != nil {
		return fmt.Errorf("modifier stack %q: %w", s.name, err)
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}

// MarshalJSON is [stack.Stack.MarshalJSON].
func (s *source) MarshalJSON() ([]byte, error) {
	w := jsonWriter{}
	w.out.WriteString(`{"name":`)
	w.scalar(s.name)
	w.out.WriteString(`,"solvers":[`)
	for i, solver := range s.settings {
		if i > 0 {
			w.out.WriteByte(',')
		}
		if solver.Settings == nil {
			return nil, fmt.Errorf("modifier stack %q: solver %d, goal %q: %w", s.name, i, solver.Goal, ErrFunc)
		}
		w.out.WriteString(`{"type":`)
		w.scalar(solver.Kind)
		if solver.Goal != "" {
			w.out.WriteString(`,"goal":`)
			w.scalar(solver.Goal)
		}
		w.fields(reflect.ValueOf(solver.Settings), false)
		w.out.WriteByte('}')
	}
	w.out.WriteString(`]}`)
	if w.err != nil {
		return nil, fmt.Errorf("modifier stack %q: %w", s.name, w.err)
	}
	return w.out.Bytes(), nil
}

type jsonWriter struct {
	out bytes.Buffer
	err error
}

func (w *jsonWriter) scalar(x any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil && w.err == nil {
		w.err = err
	}
	w.out.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// fields writes the fields of a struct that are not 0, each after a comma but for the first one.
func (w *jsonWriter) fields(v reflect.Value, isFirst bool) {
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			continue
		}
		if !isFirst {
			w.out.WriteByte(',')
		}
		isFirst = false
		w.scalar(jsontree.FieldName(v.Type().Field(i)))
		w.out.WriteByte(':')
		w.value(v.Field(i))
	}
}

func (w *jsonWriter) value(v reflect.Value) {
	if names := choices[untyped.TypeOf(v.Type())]; names != nil {
		w.scalar(names[v.Uint()])
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.out.WriteByte('{')
		w.fields(v, true)
		w.out.WriteByte('}')
	case reflect.Array, reflect.Slice:
		w.out.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				w.out.WriteByte(',')
			}
			w.value(v.Index(i))
		}
		w.out.WriteByte(']')
	default:
		w.scalar(v.Interface())
	}
}

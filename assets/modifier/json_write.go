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
	"github.com/sinew-go/sinew/internal/untyped"
)

// Schema is the JSON Schema (draft 2020-12) of the documents that [Read] reads and
// [Stack.WriteJSON] writes.
//
//go:embed modifier.schema.json
var Schema string

// ErrFunc means that a stack has a solver that is a function, which JSON cannot hold.
var ErrFunc = errors.New("a function cannot be written as JSON")

// WriteJSON writes the stack as indented JSON, from which [Read] makes the same stack. A stack with
// a [Func] is an error.
func (s *Stack) WriteJSON(w io.Writer) error {
	compact, err := s.MarshalJSON()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", "  "); err != nil {
		return fmt.Errorf("modifier stack %q: %w", s.Name(), err)
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}

// MarshalJSON implements [json.Marshaler]. It returns the document of [Stack.WriteJSON] on one
// line.
func (s *Stack) MarshalJSON() ([]byte, error) {
	if s.Skeleton() == nil {
		return nil, errors.New("modifier stack: expected one that Build or Read made, found nil or a zero value")
	}
	w := jsonWriter{}
	w.out.WriteString(`{"name":`)
	w.scalar(s.Name())
	w.out.WriteString(`,"solvers":[`)
	for i, solver := range s.compiled().Settings() {
		if i > 0 {
			w.out.WriteByte(',')
		}
		if solver.Settings == nil {
			return nil, fmt.Errorf("modifier stack %q: solver %d, goal %q: %w", s.Name(), i, solver.Goal, ErrFunc)
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
		return nil, fmt.Errorf("modifier stack %q: %w", s.Name(), w.err)
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

package modifier

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
)

// MaxJSONBytes is the largest length of a document that [Read] accepts, and MaxSolvers the largest number of solvers of a stack.
const (
	MaxJSONBytes = 1 << 20
	MaxSolvers   = 256
)

// maxJSONList is the largest length of a list in a document.
const maxJSONList = 256

// solverKind is a kind of solver in JSON.
type solverKind struct {
	name string
	// settings returns a pointer to settings, and add adds a solver with them.
	settings func() any
	add      func(b *Builder, goal string, settings any)
}

// kind returns a solver kind for a method of [Builder].
func kind[S any](name string, add func(b *Builder, goal string, s S) *Builder) solverKind {
	return solverKind{name, func() any { return new(S) }, func(b *Builder, goal string, s any) { add(b, goal, *s.(*S)) }}
}

// solverKinds returns the kinds of solvers that JSON can hold, by the value of the member "type". It is a function, so that programs
// that read no JSON do not hold the code of all solvers.
func solverKinds() []solverKind {
	return []solverKind{
		kind("twoBone", (*Builder).TwoBone), kind("aim", (*Builder).Aim), kind("lookAt", (*Builder).LookAt), kind("chain", (*Builder).Chain),
		kind("fullBody", (*Builder).FullBody), kind("hand", (*Builder).Hand),
		kind("override", (*Builder).Override), kind("copy", (*Builder).Copy), kind("parent", (*Builder).Parent),
		kind("aimAt", (*Builder).AimAt),
		kind("limitPosition", (*Builder).LimitPosition), kind("limitRotation", (*Builder).LimitRotation), kind("twist", (*Builder).Twist), kind("spring", (*Builder).Spring),
		kind("feet", (*Builder).Feet),
	}
}

// choices are the names of the values of types that have few.
var choices = map[reflect.Type][]string{
	reflect.TypeFor[Space](): {"local", "model"}, reflect.TypeFor[ChainMethod](): {"fabrik", "ccd"},
	reflect.TypeFor[Center](): {"world", "character", "joint"}, reflect.TypeFor[ColliderShape](): {"sphere", "capsule", "plane"},
}

// Read reads a stack for the characters of a skeleton from JSON as described by [Schema]. Each solver is an object with its type, its
// goal, and the fields of its settings, whose names begin with a small letter.
//
// The error joins all problems, each with its line and column and its path in the document, such as solvers[2].joints[0]; the first
// problem of JSON syntax comes alone.
func Read(r io.Reader, skeleton *rig.Skeleton) (*Stack, error) {
	root, err := parseJSON(r)
	if err != nil {
		return nil, fmt.Errorf("modifier stack: %w", err)
	}
	reader := jsonReader{}
	b := New("", skeleton)
	members := reader.members(root, "", []string{"$schema", "name", "solvers"}, "name", "solvers")
	reader.decode(members["name"], "name", reflect.ValueOf(&b.name).Elem())
	for i, node := range reader.list(members["solvers"], "solvers", MaxSolvers) {
		reader.solver(b, node, fmt.Sprintf("solvers[%d]", i))
	}
	b.errs = append(b.errs, reader.problems...)
	return b.Build()
}

// maxProblems is the largest number of problems that an error lists.
const maxProblems = 20

// jsonReader decodes nodes and collects problems.
type jsonReader struct{ problems []error }

func (r *jsonReader) problem(n *jsonNode, path, format string, args ...any) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, fmt.Errorf("line %d, column %d: %s: %s", n.line, n.column, path, fmt.Sprintf(format, args...)))
	}
}

// solver adds the solver of a node. Problems of its settings have the place of the node.
func (r *jsonReader) solver(b *Builder, n *jsonNode, path string) {
	var name, goal string
	if n.kind == jsonObject {
		if t := n.members["type"]; t != nil && t.kind == jsonString {
			name = t.text
		}
	}
	kinds := solverKinds()
	kind := slices.IndexFunc(kinds, func(k solverKind) bool { return k.name == name })
	if kind < 0 {
		var names []string
		for _, k := range kinds {
			names = append(names, k.name)
		}
		r.problem(n, path, `a solver must be an object with a "type" that is one of %q`, names)
		return
	}
	settings := kinds[kind].settings()
	value := reflect.ValueOf(settings).Elem()
	before := len(r.problems)
	members := r.members(n, path, append(fieldNames(value.Type()), "type", "goal"), "type")
	if members["goal"] != nil {
		r.decode(members["goal"], path+".goal", reflect.ValueOf(&goal).Elem())
	}
	r.fields(members, path, value)
	if len(r.problems) > before {
		return
	}
	known := len(b.errs)
	errs := b.errs
	b.errs = nil // of this solver alone
	kinds[kind].add(b, goal, settings)
	for _, err := range b.errs {
		if known++; known <= maxProblems {
			errs = append(errs, fmt.Errorf("line %d, column %d: %s: %w", n.line, n.column, path, err))
		}
	}
	b.errs = errs
}

// members returns the members of an object, and reports unknown, missing and repeated ones.
func (r *jsonReader) members(n *jsonNode, path string, known []string, required ...string) map[string]*jsonNode {
	if n.kind != jsonObject {
		r.problem(n, orDocument(path), "must be an object, not %s", n)
		return nil
	}
	for _, name := range n.order {
		if !slices.Contains(known, name) {
			r.problem(n.members[name], join(path, name), "is not known; the members are %q", known)
		}
	}
	for _, name := range required {
		if n.members[name] == nil {
			r.problem(n, orDocument(path), "the member %q is missing", name)
		}
	}
	return n.members
}

func orDocument(path string) string {
	if path == "" {
		return "the document"
	}
	return path
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (r *jsonReader) list(n *jsonNode, path string, limit int) []*jsonNode {
	switch {
	case n == nil:
		return nil
	case n.kind != jsonArray:
		r.problem(n, path, "must be a list, not %s", n)
		return nil
	case len(n.items) > limit:
		r.problem(n, path, "has %d elements, want at most %d", len(n.items), limit)
		return nil
	}
	return n.items
}

// fields decodes the members that are fields of a struct.
func (r *jsonReader) fields(members map[string]*jsonNode, path string, value reflect.Value) {
	for i := range value.NumField() {
		name := fieldName(value.Type().Field(i))
		if n := members[name]; n != nil {
			r.decode(n, join(path, name), value.Field(i))
		}
	}
}

// decode decodes a node into a value of any type that settings have.
func (r *jsonReader) decode(n *jsonNode, path string, value reflect.Value) {
	if n == nil {
		return
	}
	if names := choices[value.Type()]; names != nil {
		i := slices.Index(names, n.text)
		if n.kind != jsonString || i < 0 {
			r.problem(n, path, "must be one of %q, not %s", names, n)
			return
		}
		value.SetUint(uint64(i))
		return
	}
	switch value.Kind() {
	case reflect.String:
		if n.kind != jsonString {
			r.problem(n, path, "must be a string, not %s", n)
			return
		}
		value.SetString(n.text)
	case reflect.Bool:
		if n.kind != jsonBool {
			r.problem(n, path, "must be true or false, not %s", n)
			return
		}
		value.SetBool(n.text == "true")
	case reflect.Float32:
		if n.kind != jsonNumber || math.Abs(n.number) > math.MaxFloat32 {
			r.problem(n, path, "must be a number of at most 3.4e38, not %s", n)
			return
		}
		value.SetFloat(float64(float32(n.number)))
	case reflect.Int:
		if n.kind != jsonNumber || n.number != math.Trunc(n.number) || math.Abs(n.number) > 1<<30 {
			r.problem(n, path, "must be a whole number, not %s", n)
			return
		}
		value.SetInt(int64(n.number))
	case reflect.Struct:
		r.fields(r.members(n, path, fieldNames(value.Type())), path, value)
	case reflect.Array:
		if n.kind != jsonArray || len(n.items) != value.Len() {
			r.problem(n, path, "must be a list of %d, not %s", value.Len(), n)
			return
		}
		for i, item := range n.items {
			r.decode(item, fmt.Sprintf("%s[%d]", path, i), value.Index(i))
		}
	case reflect.Slice:
		items := r.list(n, path, maxJSONList)
		if len(items) == 0 {
			return
		}
		value.Set(reflect.MakeSlice(value.Type(), len(items), len(items)))
		for i, item := range items {
			r.decode(item, fmt.Sprintf("%s[%d]", path, i), value.Index(i))
		}
	default:
		panic(fmt.Sprintf("settings have a field of type %v, which JSON cannot hold", value.Type()))
	}
}

// fieldName returns the name of a field in JSON.
func fieldName(f reflect.StructField) string { return strings.ToLower(f.Name[:1]) + f.Name[1:] }

func fieldNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		names = append(names, fieldName(t.Field(i)))
	}
	return names
}

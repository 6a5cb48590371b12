package modifier

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/untyped"
)

// MaxJSONBytes is the largest length of a document that [Read] accepts, and MaxSolvers the largest
// number of solvers of a stack.
const (
	maxJSONBytes = 1 << 20
	maxSolvers   = 256
)

// Limits of a document: the length of a list, the depth of values in values, and the problems that
// an error lists.
const (
	maxJSONList  = 256
	maxJSONDepth = 8
	maxProblems  = 20
)

// solverKind is a kind of solver in JSON.
type solverKind struct {
	name string
	// settings returns a pointer to settings, and add adds a solver with them.
	settings func() any
	add      func(b *Builder, goal string, settings any)
}

// kind returns a solver kind for a method of [Builder].
func kind[S any](name string, add func(b *Builder, goal string, s S) *Builder) solverKind {
	return solverKind{name, func() any {
		return new(S)
	}, func(b *Builder, goal string, s any) { add(b, goal, *s.(*S)) }}
}

// solverKinds returns the kinds of solvers that JSON can hold, by the value of the member "type".
// It is a function, so that programs that read no JSON do not hold the code of all solvers.
func solverKinds() []solverKind {
	return []solverKind{
		kind("twoBone", (*Builder).TwoBone), kind("aim", (*Builder).Aim), kind("lookAt", (*Builder).LookAt),
		kind("chain", (*Builder).Chain),
		kind("fullBody", (*Builder).FullBody), kind("hand", (*Builder).Hand),
		kind("override", (*Builder).Override), kind("copy", (*Builder).Copy), kind("parent", (*Builder).Parent),
		kind("aimAt", (*Builder).AimAt),
		kind("limitPosition", (*Builder).LimitPosition), kind("limitRotation", (*Builder).LimitRotation),
		kind("twist", (*Builder).Twist), kind("spring", (*Builder).Spring),
		kind("feet", (*Builder).Feet), kind("keepOut", (*Builder).KeepOut),
		kind("limitDirection", (*Builder).LimitDirection),
	}
}

// choices are the names of the values of types that have few.
var choices = map[untyped.Type][]string{
	untyped.TypeFor[Space](): {"local", "model"}, untyped.TypeFor[ChainMethod](): {"fabrik", "ccd"},
	untyped.TypeFor[Center]():        {"world", "character", "joint"},
	untyped.TypeFor[ColliderShape](): {"sphere", "capsule", "plane"},
}

// Read reads a stack for the characters of a skeleton from JSON as described by [Schema]. Each
// solver is an object with its type, its goal, and the fields of its settings, whose names begin
// with a small letter.
//
// The error joins all problems, each with its line and column and its path in the document, such as
// solvers[2].joints[0]; the first problem of JSON syntax comes alone.
func Read(r io.Reader, skeleton *rig.Skeleton) (*Stack, error) {
	document, err := jsontree.Read(r, maxJSONBytes, maxJSONDepth)
	if err != nil {
		return nil, fmt.Errorf("modifier stack: %w", err)
	}
	reader := jsonReader{jsontree.Decoder{Words: choices, MaxList: maxJSONList, MaxProblems: maxProblems}}
	b := New("read", skeleton)
	b.name = ""
	root := document.Root
	if reader.Object(root, []string{"$schema", "name", "solvers"}, "name", "solvers") {
		name, problems := root.Member("name"), len(reader.Problems)
		reader.Decode(name, &b.name)
		if name != nil && b.name == "" && len(reader.Problems) == problems {
			reader.Problem(name, "expected a name of the stack, found none")
		}
		for _, node := range reader.Array(root.Member("solvers"), maxSolvers) {
			reader.solver(b, node)
		}
	}
	b.errs = append(b.errs, reader.Problems...)
	return b.Build()
}

// jsonReader decodes solvers and collects problems.
type jsonReader struct{ jsontree.Decoder }

// solver adds the solver of a node. Problems of its settings have the place of the node.
func (r *jsonReader) solver(b *Builder, n *jsontree.Node) {
	kinds := solverKinds()
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	typeNode := n.Member("type")
	if typeNode == nil {
		r.Problem(n, fmt.Sprintf(`expected an object with the member "type", one of %s, found %s`,
			strings.Join(names, ", "), n.Describe()))
		return
	}
	name, _ := typeNode.Value.Text()
	kind := slices.Index(names, name)
	if kind < 0 {
		r.Problem(typeNode, typeNode.ExpectedOneOf(names))
		return
	}
	var goal string
	settings := kinds[kind].settings()
	before := len(r.Problems)
	r.Object(n, append(jsontree.FieldNames(reflect.TypeOf(settings).Elem()), "type", "goal"), "type")
	r.Decode(n.Member("goal"), &goal)
	r.Fields(n, settings)
	if len(r.Problems) > before {
		return
	}
	known := len(b.errs)
	errs := b.errs
	b.errs = nil // of this solver alone
	kinds[kind].add(b, goal, settings)
	for _, err := range b.errs {
		if known++; known <= maxProblems {
			errs = append(errs, fmt.Errorf("%s: %s: %w", n.Place(), n.Path(), err))
		}
	}
	b.errs = errs
}

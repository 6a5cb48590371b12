package graph

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
)

// compiler compiles a document into a graph. It continues after a problem, to report all of them.
type compiler struct {
	parts    machine.Parts
	document *document
	lookup   *nameLookup
	problems problemList
	roots    []*stateNode // the machine of each layer
	leaves   []*stateNode // by number
	texts    map[string]uint16
	// byParameter are the indices of the parameters.
	byParameter map[string]int
	// incomplete is set when states or transitions are missing, so that checks of the graph as a
	// whole would be wrong.
	incomplete                        bool
	tooManyStates, tooManyTransitions bool
	// badConditions is set when a condition has a problem, so that nobody knows what it allows.
	badConditions bool
	// reported are the parameters whose absence or type was reported as a problem: each is
	// reported where it is used first.
	reported map[string]bool
}

// stateNode is a state, or the machine of a layer.
type stateNode struct {
	path          string
	location      string // for errors
	layer         int
	spec          *stateSpec   // nil for the machine of a layer
	machine       *machineSpec // nil for a leaf state
	parent        *stateNode
	children      []*stateNode
	byName        map[string]*stateNode // the children
	entry         *stateNode            // the leaf state that is entered
	first, end    int                   // its leaf states [first, end)
	anyState, own []compiledTransition
}

// compiledTransition is an authored transition whose target exists, with its compiled form.
type compiledTransition struct {
	compiled Transition
	spec     *transitionSpec
	location string
	target   *stateNode
}

// maxProblems is the maximum number of problems in one error.
const maxProblems = 100

// compile compiles a document. The skeleton is nil to find it from the models or the assets.
func compile(document *document, library Library, skeleton *rig.Skeleton, models []Model) (*Graph, error) {
	c := &compiler{
		parts:       machine.Parts{Name: document.name, Texts: []string{""}, Unresolved: library == nil},
		document:    document,
		texts:       map[string]uint16{"": 0},
		byParameter: map[string]int{},
		reported:    map[string]bool{},
	}
	for _, err := range document.problems {
		c.problems.add("", "%w", err)
	}
	document.problems = nil
	source := document.source
	document.source = nil // so that the graph does not keep the text
	c.lookup = newNameLookup(c, library, skeleton, models)
	c.name("", document.name, "its name")
	c.parameters()
	c.layers()
	c.states()
	c.transitions()
	if !c.incomplete {
		c.flatten()
		c.checkReachable()
		c.checkExitTimes()
		c.checkLayouts()
		if !c.badConditions {
			c.checkCycles()
		}
	}
	if c.problems.count > 0 {
		return nil, c.problems.join(fmt.Sprintf("graph %q", document.name), source)
	}
	return machine.New(c.parts, document)
}

// recompile compiles a document that has the parameters, layers, states and transitions of a
// graph. The results share what is equal.
func recompile(g *Graph, document *document, library Library, skeleton *rig.Skeleton, models []Model) (*Graph, error) {
	again, err := compile(document, library, skeleton, models)
	if err != nil {
		return nil, err
	}
	return machine.Vary(g, machine.PartsOf(again), document)
}

// problemList collects problems. It counts those beyond [maxProblems] without keeping them, because
// a large document may have a problem in each of its elements.
type problemList struct {
	first []problem
	count int
}

// problem is an error at a location, which may be empty.
type problem struct {
	location string
	err      error
}

// add records a problem at a location, which may be empty.
func (l *problemList) add(location, format string, arguments ...any) {
	if l.count++; l.count > maxProblems {
		return
	}
	l.first = append(l.first, problem{location, fmt.Errorf(format, arguments...)})
}

// join returns one error with all problems, each after a prefix and its location. In a JSON
// document the location has a line and a column.
func (l *problemList) join(prefix string, source *jsontree.Document) error {
	named := make([]error, 0, len(l.first)+1)
	for _, p := range l.first {
		err := p.err
		if p.location != "" {
			err = fmt.Errorf("%s: %w", p.location, err)
		}
		if source != nil {
			err = fmt.Errorf("%s: %w", source.Find(p.location).Place(), err)
		}
		named = append(named, fmt.Errorf("%s: %w", prefix, err))
	}
	if more := l.count - len(l.first); more > 0 {
		named = append(named, fmt.Errorf("%s: and %d more problems", prefix, more))
	}
	return errors.Join(named...)
}

// meant suggests the names near to one that does not exist, to be appended to a problem: at most
// three, or "" if there is none. It looks neither at names nor at lists that nobody writes by hand,
// because a document may have many of them.
func (c *compiler) meant(name string, has iter.Seq[string]) string {
	const longest, most = 64, 500
	if len(name) > longest || c.problems.count >= maxProblems {
		return ""
	}
	var all []string
	for other := range has {
		if len(all) == most {
			return ""
		}
		if len(other) <= longest {
			all = append(all, other)
		}
	}
	order.Strings(all)
	return names.Meant(name, slices.Compact(all))
}

// problem records a problem at a location, which may be empty.
func (c *compiler) problem(location, format string, arguments ...any) {
	c.problems.add(location, format, arguments...)
}

// parameterProblem records a problem of a parameter that is absent or of the wrong type, where it
// is used first.
func (c *compiler) parameterProblem(name, location, format string, arguments ...any) {
	if !c.reported[name] {
		c.reported[name] = true
		c.problem(location, format, arguments...)
	}
}

// structuralProblem records a problem that leaves the graph incomplete.
func (c *compiler) structuralProblem(location, format string, arguments ...any) {
	c.problem(location, format, arguments...)
	c.incomplete = true
}

// limitProblem records once that a limit is exceeded, which leaves the graph incomplete.
func (c *compiler) limitProblem(reported *bool, location, format string, limit int) {
	if !*reported {
		c.structuralProblem(location, format, limit)
	}
	*reported = true
}

// locate returns the location of an element for errors: its path in the JSON document, if there is
// one, and its name.
func locate(jsonPath, format string, arguments ...any) string {
	for i, argument := range arguments {
		if name, ok := argument.(string); ok {
			arguments[i] = abbreviate(name)
		}
	}
	name := fmt.Sprintf(format, arguments...)
	if jsonPath != "" {
		return jsonPath + ": " + name
	}
	return name
}

// maxNameInError is the number of bytes of a name that an error shows; a path of valid names may be
// longer.
const maxNameInError = 300

// abbreviate returns a name, or the beginning of a very long one with three dots.
func abbreviate(name string) string {
	if len(name) <= maxNameInError {
		return name
	}
	return strings.ToValidUTF8(name[:maxNameInError], "") + "..."
}

// The limits of names and of paths in characters, as JSON Schema counts them, not in bytes.
const (
	maxNameCharacters = 128
	maxPathCharacters = maxDepth*(maxNameCharacters+1) - 1
)

// name checks a name that is required. The noun says whose it is: "its name".
func (c *compiler) name(location, name, noun string) {
	if name == "" {
		c.problem(location, "expected 1 to %d characters in %s, found none", maxNameCharacters, noun)
		return
	}
	c.text(location, name, noun)
}

// text checks a string that may be empty: JSON must be able to hold it.
func (c *compiler) text(location, text, noun string) {
	if n := utf8.RuneCountInString(text); n > maxNameCharacters {
		c.problem(location, "expected at most %d characters in %s, found %d", maxNameCharacters, noun, n)
		return
	}
	if !utf8.ValidString(text) {
		c.problem(location, "expected valid UTF-8 in %s, found %q", noun, text)
		return
	}
	for _, r := range text {
		if unicode.IsControl(r) {
			c.problem(location, "expected no control characters in %s, found %q", noun, text)
			return
		}
	}
}

// textNumber returns the number of a tag or of an event's name, see [machine.Graph.Text]. It stores
// the text if it is new.
func (c *compiler) textNumber(location, text, noun string) uint16 {
	c.text(location, text, noun)
	i, ok := c.texts[text]
	if !ok && len(c.parts.Texts) < math.MaxUint16 {
		i = uint16(len(c.parts.Texts))
		c.texts[text] = i
		c.parts.Texts = append(c.parts.Texts, text)
	}
	return i
}

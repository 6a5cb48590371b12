package graph

import (
	"errors"
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"
)

// compiler compiles a document into a graph. It continues after a problem, to report all of them.
type compiler struct {
	graph    *Graph
	document *document
	lookup   *nameLookup
	problems []error
	roots    []*stateNode // the machine of each layer
	leaves   []*stateNode // by number
	texts    map[string]uint16
	// incomplete is set when states or transitions are missing, so that checks of the graph as a whole would be wrong.
	incomplete                        bool
	tooManyStates, tooManyTransitions bool
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
	entry         *stateNode // the leaf state that is entered
	first, end    int        // its leaf states [first, end)
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

func compile(document *document, library Library, models []Model) (*Graph, error) {
	c := &compiler{
		graph: &Graph{
			name: document.name, document: document, byParameter: map[string]int{}, texts: []string{""}, unresolved: library == nil,
		},
		document: document,
		problems: document.problems,
		texts:    map[string]uint16{"": 0},
	}
	document.problems = nil
	c.lookup = newNameLookup(c, library, models)
	c.name("", document.name, "its name")
	c.parameters()
	c.layers()
	c.states()
	c.transitions()
	if !c.incomplete {
		c.flatten()
		c.checkReachable()
		c.checkExitTimes()
		c.checkCycles()
	}
	if len(c.problems) > 0 {
		return nil, joinProblems(fmt.Sprintf("graph %q", document.name), c.problems)
	}
	return c.graph, nil
}

// joinProblems joins the first problems, each after a prefix.
func joinProblems(prefix string, problems []error) error {
	if n := len(problems); n > maxProblems {
		problems = append(problems[:maxProblems:maxProblems], fmt.Errorf("and %d more problems", n-maxProblems))
	}
	named := make([]error, len(problems))
	for i, err := range problems {
		named[i] = fmt.Errorf("%s: %w", prefix, err)
	}
	return errors.Join(named...)
}

// problem records a problem at a location, which may be empty.
func (c *compiler) problem(location, format string, arguments ...any) {
	message := fmt.Sprintf(format, arguments...)
	if location != "" {
		message = location + ": " + message
	}
	c.problems = append(c.problems, errors.New(message))
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

// locate returns the location of an element for errors: its path in the JSON document, if there is one, and its name.
func locate(jsonPath, format string, arguments ...any) string {
	name := fmt.Sprintf(format, arguments...)
	if jsonPath != "" {
		return jsonPath + ": " + name
	}
	return name
}

const maxNameBytes = 128

// name checks a name that is required. The noun says whose it is: "its name".
func (c *compiler) name(location, name, noun string) {
	if name == "" {
		c.problem(location, "%s is empty", noun)
		return
	}
	c.text(location, name, noun)
}

// text checks a string that may be empty: JSON must be able to hold it.
func (c *compiler) text(location, text, noun string) {
	if len(text) > maxNameBytes {
		c.problem(location, "%s has %d bytes, want at most %d", noun, len(text), maxNameBytes)
		return
	}
	if !utf8.ValidString(text) {
		c.problem(location, "%s %q is not valid UTF-8", noun, text)
		return
	}
	for _, r := range text {
		if unicode.IsControl(r) {
			c.problem(location, "%s %q contains control characters", noun, text)
			return
		}
	}
}

// textNumber returns the number of a tag or of an event's name, see [Graph.Text]. It stores the text if it is new.
func (c *compiler) textNumber(location, text, noun string) uint16 {
	c.text(location, text, noun)
	i, ok := c.texts[text]
	if !ok && len(c.graph.texts) < math.MaxUint16 {
		i = uint16(len(c.graph.texts))
		c.texts[text] = i
		c.graph.texts = append(c.graph.texts, text)
	}
	return i
}

package graph

import (
	"errors"
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"
)

// graphCompiler turns a document into a graph. It goes on after an error, so that all are found.
type compiler struct {
	graph    *Graph
	document *document
	lookup   *nameLookup
	problems []error
	nodes    []*stateNode // the root of each layer
	leaves   []*stateNode
	texts    map[string]uint16
	// broken says that the states do not hold together, so that what is said of all of them would be wrong.
	incomplete                        bool
	tooManyStates, tooManyTransitions bool
}

// stateNode is a state, or the machine of a layer.
type stateNode struct {
	path          string
	location      string // for errors
	layer         int
	spec          *stateSpec // nil for the layer's own machine
	machine       *machineSpec
	parent        *stateNode
	children      []*stateNode
	entry         *stateNode // the leaf that is entered
	first         int        // its leaves
	end           int
	anyState, own []compiledTransition
}

// builtTransition is a transition whose target was found, with where it is in the graph.
type compiledTransition struct {
	compiled Transition
	spec     *transitionSpec
	location string
	target   *stateNode
}

// maxGraphProblems is how many problems are told at once.
const maxProblems = 100

func compile(document *document, library Library, models []Model) (*Graph, error) {
	c := &compiler{
		graph:    &Graph{name: document.name, document: document, byParameter: map[string]int{}, texts: []string{""}, unresolved: library == nil},
		document: document,
		problems: document.problems,
		texts:    map[string]uint16{"": 0},
	}
	document.problems = nil
	c.lookup = newNameLookup(c, library, models)
	c.name("", document.name, "the graph")
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
		return nil, c.err()
	}
	return c.graph, nil
}

// err joins the problems, each with the name of the graph.
func (c *compiler) err() error {
	problems := c.problems
	if len(problems) > maxProblems {
		problems = append(problems[:maxProblems:maxProblems], fmt.Errorf("and %d more", len(problems)-maxProblems))
	}
	named := make([]error, len(problems))
	for i, err := range problems {
		named[i] = fmt.Errorf("graph %q: %w", c.document.name, err)
	}
	return errors.Join(named...)
}

// problem notes what is wrong at a place, which may be empty.
func (c *compiler) problem(place, format string, arguments ...any) {
	message := fmt.Sprintf(format, arguments...)
	if place != "" {
		message = place + ": " + message
	}
	c.problems = append(c.problems, errors.New(message))
}

// breaks notes a problem that leaves the states without a whole.
func (c *compiler) structuralProblem(place, format string, arguments ...any) {
	c.problem(place, format, arguments...)
	c.incomplete = true
}

// full breaks by something that is said once.
func (c *compiler) limitProblem(said *bool, place, format string, most int) {
	if !*said {
		c.structuralProblem(place, format, most)
	}
	*said = true
}

// at puts the place in the JSON document, where there is one, before the name of what is there.
func location(at, format string, arguments ...any) string {
	place := fmt.Sprintf(format, arguments...)
	if at != "" {
		return at + ": " + place
	}
	return place
}

const maxNameBytes = 128 // bytes

// name checks a name that something must have.
func (c *compiler) name(place, name, what string) {
	if name == "" {
		c.problem(place, "%s has no name", what)
		return
	}
	c.text(place, name, what)
}

// text checks a text that may be empty, and that JSON must be able to carry.
func (c *compiler) text(place, text, what string) {
	if len(text) > maxNameBytes {
		c.problem(place, "%s has a name of %d bytes, above %d", what, len(text), maxNameBytes)
		return
	}
	if !utf8.ValidString(text) {
		c.problem(place, "%s has a name that is no UTF-8", what)
		return
	}
	for _, r := range text {
		if unicode.IsControl(r) {
			c.problem(place, "%s has a name with control characters", what)
			return
		}
	}
}

// textIndex files a tag or the name of an event.
func (c *compiler) textIndex(place, text, what string) uint16 {
	c.text(place, text, what)
	i, ok := c.texts[text]
	if !ok && len(c.graph.texts) < math.MaxUint16 {
		i = uint16(len(c.graph.texts))
		c.texts[text] = i
		c.graph.texts = append(c.graph.texts, text)
	}
	return i
}

func isFinite(v float32) bool { return v-v == 0 }

package solving

import "io"

// Source is what a stack was made from. Package modifier implements it, so that programs which only
// run stacks do not compile what writes them.
type Source interface {
	// Settings returns the settings of all solvers. The slice is the source's own: read only.
	Settings() []Setting
	// WriteJSON writes the stack as indented JSON.
	WriteJSON(w io.Writer) error
	// MarshalJSON returns the document of WriteJSON on one line.
	MarshalJSON() ([]byte, error)
}

// Setting are the settings from which a solver was made.
type Setting struct {
	Kind, Goal string
	Settings   any // nil for a function
}

// Source returns what the stack was made from, or nil for a zero value.
func (s *Stack) Source() Source { return s.facts.Source }

// Settings returns the settings of all solvers. The slice is the source's own: read only.
func (s *Stack) Settings() []Setting {
	if s.facts.Source == nil {
		return nil
	}
	return s.facts.Source.Settings()
}

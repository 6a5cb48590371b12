package explain

import "fmt"

// Control is the state machine that selects what a character plays.
type Control struct {
	Graph      string      `json:"graph"`
	States     []State     `json:"states"` // by layer
	Parameters []Parameter `json:"parameters"`
}

// State is the state of a layer of a graph.
type State struct {
	Layer int    `json:"layer"`
	State string `json:"state"` // its path; empty before the first frame
	// Previous is the state before, during a transition: the one from From to To of the graph, with
	// its conditions.
	Transition *Transition `json:"transition,omitempty"`
}

// Transition is a transition in progress.
type Transition struct {
	From       string   `json:"from"`
	To         string   `json:"to"`
	Conditions []string `json:"conditions,omitempty"`
}

// Parameter is a parameter of a graph: Value is its number, 0 or 1 for a bool or a trigger.
type Parameter struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value Number `json:"value"`
}

func (c *Control) write(p *page) {
	p.line("graph %s", quoted(c.Graph))
	for _, s := range c.States {
		switch {
		case s.State == "":
			p.line("  layer %d: no state yet", s.Layer)
		case s.Transition == nil:
			p.line("  layer %d: state %s", s.Layer, quoted(s.State))
		default:
			p.line("  layer %d: state %s, from %s by a transition when %v", s.Layer, quoted(s.State),
				quoted(s.Transition.From), s.Transition.Conditions)
		}
	}
	for _, v := range c.Parameters {
		p.line("  %s %s = %v", v.Type, quoted(v.Name), v.Value)
	}
}

// Matching is what a character that plays a database wishes, and what was found for it.
type Matching struct {
	Database string `json:"database"` // empty while it plays none
	Layer    int    `json:"layer"`
	Frame    int    `json:"frame"` // of the database, that plays
	// Velocity and Facing are the wish, Place is where the character should be, in world space.
	Velocity [3]Number `json:"velocity"`
	Facing   [3]Number `json:"facing"`
	Place    [3]Number `json:"place"`
	Drift    Number    `json:"drift"` // meters from Place to the character
	Wait     Number    `json:"wait"`  // seconds until the next search
	Interval Number    `json:"interval"`
	Given    bool      `json:"given,omitempty"` // the program writes the places itself
}

func (m *Matching) write(p *page) {
	plays := "no database plays"
	if m.Database != "" {
		plays = fmt.Sprintf("database %s in layer %d, frame %d", quoted(m.Database), m.Layer, m.Frame)
	}
	p.line("wish: %s; velocity %s, facing %s, place %s, drift %v m; next search in %v of %v s", plays,
		list(m.Velocity[:]),
		list(m.Facing[:]), list(m.Place[:]), m.Drift, m.Wait, m.Interval)
}

// Pair is with whom a character plays together.
type Pair struct {
	Leader  uint32 `json:"leader"` // the number of the entity
	Leads   bool   `json:"leads"`
	Layer   int    `json:"layer"`
	Motion  string `json:"motion,omitempty"` // of a pair; empty for characters in step
	Role    int    `json:"role"`
	Members int    `json:"members"`
}

func (a *Pair) write(p *page) {
	what := "in step"
	if a.Motion != "" {
		what = fmt.Sprintf("as part %d of %s among %d", a.Role, quoted(a.Motion), a.Members)
	}
	leads := fmt.Sprintf("follows entity %d", a.Leader)
	if a.Leads {
		leads = "leads"
	}
	p.line("together: %s, %s, layer %d", what, leads, a.Layer)
}

package explain

import "fmt"

// Inertialization is the decay after a change of motion.
type Inertialization struct {
	Phase   string `json:"phase"` // "idle", "pending" or "active"
	Elapsed Number `json:"elapsed"`
	Length  Number `json:"length"`           // in seconds
	Begins  bool   `json:"begins,omitempty"` // a decay was asked for, and begins in the next frame
}

func (i *Inertialization) write(p *page) {
	begins := ""
	if i.Begins {
		begins = "; another one begins in the next frame"
	}
	p.line("inertialization: %s, %v of %v s%s", i.Phase, i.Elapsed, i.Length, begins)
}

// Modifiers is the stack of solvers that changes the pose.
type Modifiers struct {
	Stack   string   `json:"stack"`
	Goals   []Goal   `json:"goals"`
	Solvers []Solver `json:"solvers"`
}

// Goal is a goal of a stack.
type Goal struct {
	Name   string `json:"name"`
	Weight Number `json:"weight"`
	Target Number `json:"target"` // the weight moves there by Rate per second
	Rate   Number `json:"rate"`
	// Space is the space of Position, such as "world"; "none" without a target, "weight only" of a
	// goal that has none, and "ground" of a foot for which the ground is asked. Entity and Joint are
	// what Space is of.
	Space    string    `json:"space"`
	Position [3]Number `json:"position"`
	Entity   uint32    `json:"entity,omitempty"`
	Joint    int       `json:"joint,omitempty"`
}

// Solver is a solver of a stack: Goal is empty for one that is always applied.
type Solver struct {
	Kind   string `json:"kind"`
	Goal   string `json:"goal,omitempty"`
	Weight Number `json:"weight"`
	Joints int    `json:"joints"` // that it changes
}

func (m *Modifiers) write(p *page) {
	p.line("modifiers %s", quoted(m.Stack))
	for _, g := range m.Goals {
		to := ""
		if g.Rate != 0 {
			to = fmt.Sprintf(" to %v by %v a second", g.Target, g.Rate)
		}
		target := "no target"
		switch g.Space {
		case "none":
		case "weight only":
			target = "only the weight counts"
		case "ground":
			target = "on the ground"
		case "world", "character":
			target = fmt.Sprintf("target %s in %s space", list(g.Position[:]), g.Space)
		case "joint":
			target = fmt.Sprintf("target %s from joint %d", list(g.Position[:]), g.Joint)
		case "entity":
			target = fmt.Sprintf("target %s from entity %d", list(g.Position[:]), g.Entity)
		default:
			target = fmt.Sprintf("target %s from joint %d of entity %d", list(g.Position[:]), g.Joint, g.Entity)
		}
		p.line("  goal %s: weight %v%s, %s", quoted(g.Name), g.Weight, to, target)
	}
	for _, s := range m.Solvers {
		goal := "always"
		if s.Goal != "" {
			goal = "goal " + quoted(s.Goal)
		}
		p.line("  solver %s: %s, weight %v, changes %d joints", s.Kind, goal, s.Weight, s.Joints)
	}
}

// Ragdoll is a character that bodies of a physics engine pose.
type Ragdoll struct {
	Weight Number `json:"weight"`
	Target Number `json:"target"` // the weight moves there by Rate per second
	Rate   Number `json:"rate"`
	Bodies []Body `json:"bodies"`
}

// Body is a body that moves with a joint. Given reports that the program says where it is.
type Body struct {
	Joint  string `json:"joint"`
	Weight Number `json:"weight"`
	Given  bool   `json:"given"`
}

func (r *Ragdoll) write(p *page) {
	given := 0
	for _, b := range r.Bodies {
		if b.Given {
			given++
		}
	}
	p.line("ragdoll: weight %v, %d bodies, of which %d have a place", r.Weight, len(r.Bodies), given)
}

// Given is what a program gives in place of what the motions show, with its weight.
type Given struct {
	What   string `json:"what"` // "pose" or "morphs"
	Weight Number `json:"weight"`
	Set    bool   `json:"set"` // there is something to show
}

func (g *Given) write(p *page) {
	set := ""
	if !g.Set {
		set = ", but none was given"
	}
	p.line("given %s: weight %v%s", g.What, g.Weight, set)
}

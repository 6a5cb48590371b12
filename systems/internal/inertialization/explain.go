package inertialization

import (
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains the decay of a character.
func Explain(s *explaining.Subject) {
	i := explaining.Of[components.Inertialization](s)
	if i == nil {
		return
	}
	phase := "idle"
	switch i.Phase {
	case components.InertiaPending:
		phase = "pending"
	case components.InertiaActive:
		phase = "active"
	}
	s.Out.Inertialization = &explain.Inertialization{
		Phase: phase, Elapsed: explain.Number(i.Elapsed), Length: explain.Number(i.Length), Begins: i.Begin,
	}
}

package partners

import (
	"fmt"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains with whom a character plays together.
func Explain(s *explaining.Subject) {
	p := explaining.Of[components.Partner](s)
	if p == nil || p.Leader.IsZero() {
		return
	}
	out := &explain.Pair{
		Leader: p.Leader.ID(), Leads: p.Leader == s.Entity, Layer: int(p.Layer), Role: int(p.Role),
		Members: int(p.Members),
	}
	if m := s.Library.Motion(p.Motion); m != nil {
		out.Motion = m.Name
	}
	if explaining.On[components.Partner](s, p.Leader) == nil {
		s.Find("leader-gone", "",
			fmt.Sprintf("expected a leader that plays together with others, found entity %d, which does "+
				"not", p.Leader.ID()), "call Animation.PlayTogether or Player.SyncWith again")
	}
	s.Out.Pair = out
}

package advance

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
)

// Lead is how the playback that leads others moved in this frame, for the characters that follow
// it. The zero value leads nobody.
type Lead struct {
	span      motion.Span
	step      motion.Step
	cycles    bool    // the playback is a Loop or a PingPong
	isClip    bool    // the span is in seconds
	endWeight float64 // see [EndWeight]
}

// IsLonger reports whether a motion lasts longer than another one, by more than what the times of
// keys in files are rounded by. Both must be clips, whose time is in seconds.
func IsLonger(m, than *motion.Asset) bool {
	return m.Single != 0 && than.Single != 0 && m.Span.Duration() > than.Span.Duration()+rounded
}

// rounded is by how many seconds two clips may differ that were made to last equally long.
const rounded = 0.001

// Part is what a character does in a pair or in step with others: the layer of it either leads, or
// it follows a leader, which was advanced before.
type Part struct {
	Layer  uint8
	Lead   *Lead // where the step of a layer that leads is written; nil for one that follows
	Leader *Lead // the step that the layer follows; nil for one that leads
	// Bound is of a part in a pair: it follows in every mode, and also while its layer is paused.
	// Others follow in cycles only, so that a jump between two steps is not lost.
	Bound bool
}

// advancePart advances the playback of the layer that has a part with other characters: it follows
// the leader of the part, or else that of a sync group inside the character. Layer is nil for layer
// 0.
func (a *Advancer) advancePart(p *components.Playback, layer *components.Layer, sync uint8, paused bool,
	seconds, weight float64,
) {
	part, before := a.Part, *p
	switch {
	case part.Leader != nil && a.followPartner(p, paused, weight):
	case layer != nil && sync != 0 && (paused && a.holdInSyncGroup(layer, weight) || a.followSyncGroup(layer, weight)):
	default:
		a.advancePlayback(p, seconds, weight)
	}
	if part.Lead != nil {
		m := a.library.Motion(p.Motion)
		*part.Lead = Lead{
			Span(a.library, p), a.frame.Step, cycles(p), m != nil && m.Single != 0, EndWeight(a.library, p),
		}
	}
	a.leadSyncGroup(sync, &before, p)
}

// cycles reports whether a playback has a phase in which others can be.
func cycles(p *components.Playback) bool { return p.Mode == assets.Loop || p.Mode == assets.PingPong }

// followPartner moves a playback to where the leader of the part is, and reports whether there is
// somebody to follow. On a span like that of the leader the times are the same to the bit. In a
// pair, a clip that is shorter than the leader's stays at its end until the leader's is over.
func (a *Advancer) followPartner(p *components.Playback, paused bool, weight float64) bool {
	leader, span, bound := a.Part.Leader, Span(a.library, p), a.Part.Bound
	if !(leader.span.Duration() > 0) || !bound && (!(span.Duration() > 0) || paused || !leader.cycles || !cycles(p)) {
		return false
	}
	step := leader.step
	switch m := a.library.Motion(p.Motion); {
	case span == leader.span:
	case bound && leader.isClip && m != nil && m.Single != 0 && leader.span.Duration() > span.Duration()+rounded:
		step.From = span.Clamp(span.Start + (step.From - leader.span.Start))
		step.To = span.Clamp(span.Start + (step.To - leader.span.Start))
	default:
		step = step.Onto(leader.span, span)
	}
	followStep(p, span, &step)
	a.frame.Step = step
	if bound {
		a.endWeight = &leader.endWeight
	}
	a.addPlayback(p, weight)
	a.endWeight = nil
	return true
}

package advance

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// syncGroups are the leaders of a character's sync groups; group 1 is element 0.
type syncGroups [components.MaxSync]syncLeader

// syncLeader is the playback of the lowest layer of a sync group, as it moved in this frame.
type syncLeader struct {
	character uint64 // its number; 0 is none, and an entry of another character is out of date
	span      motion.Span
	step      motion.Step
}

// leadSyncGroup makes the playback that was just advanced the leader of a sync group, unless a
// lower layer leads it already.
func (a *Advancer) leadSyncGroup(group uint8, p *components.Playback) {
	if group == 0 || group > components.MaxSync || a.sync[group-1].character == a.number {
		return
	}
	a.sync[group-1] = syncLeader{a.number, Span(a.library, p), a.frame.Step}
}

// followSyncGroup moves the playback of a layer to the same normalized time as the leader of its
// sync group, and reports whether there is a leader to follow.
func (a *Advancer) followSyncGroup(layer *components.Layer, weight float64) bool {
	if layer.Sync == 0 || layer.Sync > components.MaxSync || a.sync[layer.Sync-1].character != a.number {
		return false
	}
	leader, p := &a.sync[layer.Sync-1], &layer.Playback
	span := Span(a.library, p)
	if !(span.Duration() > 0) || !(leader.span.Duration() > 0) {
		return false
	}
	step := leader.step.Onto(leader.span, span)
	if distance := math.Abs(p.Time - step.From); !(distance <= float64(1e-9*span.Duration())) {
		// It was elsewhere: it jumps without passing any markers.
		step = motion.Step{From: step.To, To: step.To, Backward: step.EndsBackward()}
	}
	followStep(p, span, &step)
	a.frame.Step = step
	a.addPlayback(p, weight)
	return true
}

// followStep moves a playback by a step that its leader made, mapped to the playback's span. The
// playback counts its loops and finishes by its own mode and loop limit, at which the step ends. If
// only the leader finishes, the playback stays at the end of a loop that it has not left yet.
func followStep(p *components.Playback, span motion.Span, step *motion.Step) {
	left := playback.Endless
	switch {
	case p.Finished:
		*step = playback.Once(span, p.Time, 0, p.Backward != (p.Speed < 0))
		p.Time = step.To
		return
	case p.Mode == assets.Once || p.Mode == assets.Hold:
		left = 1
	case p.LoopLimit > 0:
		left = uint64(p.LoopLimit - min(p.LoopsDone, p.LoopLimit))
	}
	loops := step.LoopsDone
	switch {
	case left == 0 && p.Mode == assets.PingPong:
		*step, p.Finished, loops = playback.PingPong(span, p.Time, 0, step.EndsBackward(), 0), true, 0
	case left == 0:
		*step, p.Finished, loops = playback.Loop(span, p.Time, 0, step.EndsBackward(), 0), true, 0
	case loops >= left:
		loops, step.LoopsDone, step.Finished, p.Finished = left, left, true, true
		if step.To = span.End; step.EndsBackward() {
			step.To = span.Start
		}
	case step.Finished && loops > 0:
		loops--
	}
	p.Time, p.Backward = step.To, step.EndsBackward() != (p.Speed < 0)
	if p.Mode == assets.Loop || p.Mode == assets.PingPong {
		p.LoopsDone = uint32(min(uint64(p.LoopsDone)+loops, math.MaxUint32))
	}
}

// JoinSyncGroup moves a Loop or PingPong to the phase of a sync group: the fraction of its motion
// at which the lowest layer of the group is that plays a motion. If there is none, the playback
// stays where it is. layers can be nil.
func JoinSyncGroup(
	library *assets.Library, player *components.AnimationPlayer, layers *components.Layers, group uint8,
	joining *components.Playback,
) {
	if group == 0 || joining.Mode != assets.Loop && joining.Mode != assets.PingPong ||
		player.Sync == group && joinPhase(library, &player.Playback, joining) || layers == nil {
		return
	}
	for i := range min(int(layers.Count), len(layers.List)) {
		layer := &layers.List[i] // a paused one does not follow the group
		if layer.Sync == group && !layer.Paused && joinPhase(library, &layer.Playback, joining) {
			return
		}
	}
}

// joinPhase moves a playback to the fraction of its motion at which a member of its sync group is,
// and reports whether the two have motions.
func joinPhase(library *assets.Library, member, joining *components.Playback) bool {
	span, own := Span(library, member), Span(library, joining)
	if !(span.Duration() > 0) || !(own.Duration() > 0) {
		return false
	}
	fraction := max(0, min((member.Time-span.Start)/span.Duration(), 1))
	joining.Time = own.Start + float64(fraction*own.Duration())
	if member.Mode == assets.PingPong && joining.Mode == assets.PingPong {
		joining.Backward = (member.Backward != (member.Speed < 0)) != (joining.Speed < 0)
	}
	return true
}

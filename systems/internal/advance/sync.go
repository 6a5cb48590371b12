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
	layer     uint8
	before    float64 // its time before the step, which is not brought into the span
	backward  bool    // the direction in which it was about to move
}

// leadSyncGroup makes the playback that was just advanced the leader of a sync group, unless a
// lower layer leads it already. Before is the same playback before it was advanced.
func (a *Advancer) leadSyncGroup(group uint8, before, p *components.Playback) {
	if group == 0 || group > components.MaxSync || a.sync[group-1].character == a.number {
		return
	}
	backward := before.Speed < 0
	if before.Mode == assets.PingPong {
		backward = movesBackward(before)
	}
	a.sync[group-1] = syncLeader{a.number, Span(a.library, p), a.frame.Step, a.Events.layer, before.Time, backward}
}

// movesBackward reports whether time decreases in the direction that a playback has.
func movesBackward(p *components.Playback) bool { return p.Backward != (p.Speed < 0) }

// followSyncGroup moves the playback of a layer to the same normalized time as the leader of its
// sync group, and reports whether there is a leader to follow.
func (a *Advancer) followSyncGroup(layer *components.Layer, weight float64) bool {
	leader, p := a.leaderOf(layer), &layer.Playback
	if leader == nil {
		return false
	}
	span := Span(a.library, p)
	// If it was elsewhere, it jumps to where the leader was, without passing any markers on the
	// way.
	step := leader.step.Onto(leader.span, span)
	followStep(p, span, &step)
	a.frame.Step = step
	a.addPlayback(p, weight)
	return true
}

// holdInSyncGroup shows a paused layer that would follow the leader of its sync group, and reports
// whether it is one. It keeps the direction that the leader gave it.
func (a *Advancer) holdInSyncGroup(layer *components.Layer, weight float64) bool {
	p := &layer.Playback
	if layer.Sync > components.MaxSync || a.sync[layer.Sync-1].character != a.number || p.Finished ||
		p.Mode == assets.PingPong || !p.Backward || p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit {
		return false
	}
	move := playback.Once
	if p.Mode == assets.Loop {
		move = func(span motion.Span, from, distance float64, backward bool) motion.Step {
			return playback.Loop(span, from, distance, backward, playback.Endless)
		}
	}
	a.frame.Step = move(Span(a.library, p), p.Time, 0, movesBackward(p))
	p.Time = a.frame.Step.To
	a.addPlayback(p, weight)
	return true
}

// leaderOf returns the leader that a layer follows in this frame, or nil.
func (a *Advancer) leaderOf(layer *components.Layer) *syncLeader {
	if layer.Paused || layer.Sync == 0 || layer.Sync > components.MaxSync {
		return nil
	}
	leader := &a.sync[layer.Sync-1]
	if leader.character != a.number || leader.layer == a.Events.layer || !(leader.span.Duration() > 0) ||
		!(Span(a.library, &layer.Playback).Duration() > 0) {
		return nil
	}
	return leader
}

// turn finds out whether a playback that a graph drives turns around while its layer is advanced,
// not by its own speed but with its leader, or because it does not follow any more.
type turn struct {
	before, source components.Playback // the current playback, and the one that fades out last
	hasSource      bool
}

// mayTurn reports whether a playback of a layer can turn around so: the layer is in a sync group,
// or it has the direction that a leader gave it, or a playback fades out, which may have that.
func mayTurn(layer *components.Layer) bool {
	return layer.Sync != 0 || layer.Playback.Backward || layer.Fades.Count > 0
}

// watch begins to watch a layer that is about to be advanced.
func (t *turn) watch(layer *components.Layer) {
	t.before = layer.Playback
	if t.hasSource = layer.Fades.Count > 0; t.hasSource {
		t.source = layer.Fades.Fading[min(layer.Fades.Count, components.MaxFading)-1]
	}
}

// note keeps in the state of the layer, which was advanced, how far it came until a turn. A state
// that was entered in this frame begins in the direction in which it moves.
func (t *turn) note(a *Advancer, layer *components.Layer, state *components.ControllerLayer, entered bool) {
	if t.hasSource && layer.Fades.Count > 0 {
		source := &layer.Fades.Fading[min(layer.Fades.Count, components.MaxFading)-1]
		if source.Mode != assets.PingPong && movesBackward(source) != movesBackward(&t.source) {
			state.PreviousReached = max(state.PreviousReached, NormalizedTime(a.library, &t.source))
		}
	}
	backward := movesBackward(&t.before)
	switch leader := a.leaderOf(layer); {
	case t.before.Finished || entered:
		return
	case leader != nil && leader.backward != backward:
		t.before.Time = atFraction(Span(a.library, &t.before), leader.span, leader.before)
	case leader == nil && t.before.Mode != assets.PingPong && movesBackward(&layer.Playback) != backward:
	default:
		return
	}
	state.Reached = max(state.Reached, NormalizedTime(a.library, &t.before))
}

// atFraction returns the time at the same fraction of a span as a time of another span.
func atFraction(span, other motion.Span, time float64) float64 {
	return span.Start + float64((time-other.Start)/other.Duration()*span.Duration())
}

// Leader returns the playback that a layer, counted from 1, follows in its sync group, or nil.
func Leader(library *assets.Library, player *components.AnimationPlayer, layers Layers,
	layer int,
) *components.Playback {
	own := layers.At(layer)
	if own == nil || own.Sync == 0 || own.Sync > components.MaxSync || own.Paused {
		return nil
	}
	var leader *components.Playback
	if player.Sync == own.Sync {
		leader = &player.Playback
	}
	for i := 1; i < layer && leader == nil; i++ {
		if below := layers.At(i); below.Sync == own.Sync {
			leader = &below.Playback
		}
	}
	if leader == nil || !(Span(library, leader).Duration() > 0) || !(Span(library, &own.Playback).Duration() > 0) {
		return nil
	}
	return leader
}

// TurnFollowers turns the playbacks around that follow a leader, which is about to turn, and keeps
// how far the states of a controller came until then. The controller can be nil.
func TurnFollowers(library *assets.Library, player *components.AnimationPlayer, layers Layers,
	controller *components.Controller, leader *components.Playback,
) {
	for i := 1; ; i++ {
		layer := layers.At(i)
		if layer == nil {
			return
		}
		p := &layer.Playback
		if p.Finished || Leader(library, player, layers, i) != leader ||
			movesBackward(p) != movesBackward(leader) {
			continue
		}
		if controller != nil && i < len(controller.Layers) {
			there := *p
			there.Time = atFraction(Span(library, p), Span(library, leader), leader.Time)
			reached := &controller.Layers[i].Reached
			*reached = max(*reached, NormalizedTime(library, &there))
		}
		p.Backward = !p.Backward
	}
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
// stays where it is.
func JoinSyncGroup(
	library *assets.Library, player *components.AnimationPlayer, layers Layers, group uint8,
	joining *components.Playback,
) {
	if group == 0 || joining.Mode != assets.Loop && joining.Mode != assets.PingPong ||
		player.Sync == group && joinPhase(library, &player.Playback, joining) {
		return
	}
	for i := 1; ; i++ {
		layer := layers.At(i) // a paused one does not follow the group
		if layer == nil {
			return
		}
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

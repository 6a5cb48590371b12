package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/playback"
)

// advancer advances one character after the other.
type advancer struct {
	library *assets.Library
	// skeleton is the characters'; clips of another one are played no more than those that are not there.
	skeleton *assets.Skeleton
	entity   ecs.Entity
	entries  []ecs.BlendInput // those of the character are from begin on
	begin    int
	events   []ecs.Event
	lost     uint64 // events that were too many for a frame
	moving   bool   // whether root motion is asked for
	rooted   bool   // whether any of it was found
	up       clip.UpAxis
	layer    layerState
	shares   [blendspace.MaxBlend]blendspace.Weight
	leaders  [components.MaxSync]leader
}

// layerState is what is gathered while a layer is advanced.
type layerState struct {
	number uint8
	scale  float32       // the weight of the layer, which the weights of what it plays are multiplied by
	step   playback.Step // how the motion moved that was advanced last; it is written in place, since copying what was just written is slow
	moved  clip.Motion   // the sum of the movements, each times its weight
	weight float64       // the sum of the weights
}

// mean returns the movement of the layer, as if its weights summed to 1.
func (s *layerState) mean() clip.Motion {
	if !(s.weight > 0) {
		return clip.Motion{}
	}
	return clip.Motion{}.Plus(s.moved, 1/s.weight)
}

// play moves a playback on and shows it.
func (a *advancer) play(p *components.Playback, weight, seconds float64) {
	if p.BlendSpace != 0 {
		if space := a.library.BlendSpace(p.BlendSpace); space != nil {
			shares := space.Weights(p.X, p.Y, a.shares[:0])
			move(p, playback.Span{End: 1}, phaseWay(space, shares, p, wayOf(p.Speed, seconds)), &a.layer.step)
			a.showSpace(space, shares, p, weight)
		} else {
			a.layer.step = playback.Step{}
			a.showClip(nil, p, weight)
		}
		return
	}
	clip := a.clip(p.Clip)
	if clip != nil {
		move(p, playback.Span{Start: clip.Start(), End: clip.End()}, wayOf(p.Speed, seconds), &a.layer.step)
	} else {
		a.layer.step = playback.Step{}
	}
	a.showClip(clip, p, weight)
}

// show shows a playback that was moved by the layer's step.
func (a *advancer) show(p *components.Playback, weight float64) {
	if p.BlendSpace == 0 {
		a.showClip(a.clip(p.Clip), p, weight)
	} else if space := a.library.BlendSpace(p.BlendSpace); space != nil {
		a.showSpace(space, space.Weights(p.X, p.Y, a.shares[:0]), p, weight)
	}
}

// clip returns a clip that the character can play, or nil.
func (a *advancer) clip(id assets.ClipID) *assets.Clip {
	if clip := a.library.Clip(id); clip != nil && clip.Skeleton() == a.skeleton {
		return clip
	}
	return nil
}

// enter adds a clip to the character's entries, unless its weight is not above 0. What is not there, or was played once and no longer shows, is the
// clip 0: at the bottom the rest pose, in a layer nothing.
func (a *advancer) enter(clip *assets.Clip, id assets.ClipID, p *components.Playback, time, weight float64) {
	if !(float32(weight) > 0) {
		return
	}
	if clip == nil || ended(p) {
		id = 0
	}
	if id != 0 || a.layer.number == 0 {
		a.layer.weight += weight
	}
	a.entries = append(a.entries, ecs.BlendInput{})
	entry := &a.entries[len(a.entries)-1]
	entry.Clip, entry.Weight, entry.Time = id, float32(weight), time
}

// showClip adds a playback to the character's entries, with what the layer's step passed on the way. Without a clip it plays nothing.
func (a *advancer) showClip(clip *assets.Clip, p *components.Playback, weight float64) {
	a.enter(clip, p.Clip, p, p.Time, weight)
	if clip != nil {
		if a.moves(clip, p) {
			a.travel(clip, a.layer.step, weight)
		}
		if len(clip.Markers()) > 0 {
			a.fire(clip, p.Clip, a.layer.step, weight)
		}
	}
	if a.layer.step.Finished {
		a.finish(p, weight)
	}
}

// showSpace does so with the clips of a blend space. Only the one that weighs most fires events, so that clips in step with each other do not all
// tell of the same footfall.
func (a *advancer) showSpace(space *assets.BlendSpace, shares []blendspace.Weight, p *components.Playback, weight float64) {
	step := a.layer.step
	most := heaviest(shares)
	for i, share := range shares {
		id, part := space.Samples()[share.Index].Clip, float64(weight*float64(share.Weight))
		clip := a.clip(id)
		a.enter(clip, id, p, phaseTime(space, share.Index, clip, step.To), part)
		if clip == nil {
			continue
		}
		if a.moves(clip, p) {
			a.travel(clip, clipStep(space, share.Index, clip, netStep(step)), part)
		}
		if i == most {
			a.fireSpace(space, share.Index, clip, step, weight)
		}
	}
	if step.Finished {
		a.finish(p, weight)
	}
}

// finish fires the event of a playback that has just come to its end.
func (a *advancer) finish(p *components.Playback, weight float64) {
	a.events = append(a.events, ecs.Event{
		Entity: a.entity, Kind: ecs.PlaybackFinished, Clip: p.Clip, Layer: a.layer.number, Weight: float32(weight) * a.layer.scale, Time: p.Time,
	})
}

// ended says whether a playback was played once and no longer shows.
func ended(p *components.Playback) bool { return p.Finished && p.Mode == components.Once }

// moves says whether a clip that a playback plays takes part in the movement of the layer. What shows no longer in a layer above the first does not, the
// moment in which it ended included.
func (a *advancer) moves(clip *assets.Clip, p *components.Playback) bool {
	return a.moving && clip.RootMotion() != nil && (a.layer.number == 0 || !ended(p))
}

// travel adds the clip's root motion to that of the layer.
func (a *advancer) travel(clip *assets.Clip, step playback.Step, weight float64) {
	root := clip.RootMotion()
	if root == nil || !a.moving || !(float32(weight) > 0) {
		return
	}
	a.up, a.rooted = root.Up(), true
	a.layer.moved = a.layer.moved.Plus(movement(root, step), weight)
}

// movement returns how a clip moves the character as a whole in a step.
func movement(root *clip.RootMotion, step playback.Step) clip.Motion {
	if step.PingPong {
		return root.Delta(step.From, step.To)
	}
	wraps := step.LoopsDone
	if step.Finished && wraps > 0 {
		wraps-- // where it finishes it does not wrap
	}
	return root.Travel(step.From, step.To, int(min(wraps, 1<<30)), step.Backward)
}

// fire appends the events of the clip's markers that were passed.
func (a *advancer) fire(clip *assets.Clip, id assets.ClipID, step playback.Step, weight float64) {
	markers := clip.Markers()
	if len(markers) == 0 {
		return
	}
	shown := float32(weight) * a.layer.scale
	crossings := step.Cross(markers, playback.Span{Start: clip.Start(), End: clip.End()})
	for range maxPassed {
		i, ok := crossings.Next()
		if !ok {
			return
		}
		if marker := &markers[i]; marker.MinWeight == 0 || max(shown, -shown) >= marker.MinWeight {
			a.events = append(a.events, ecs.Event{
				Entity: a.entity, Kind: ecs.MarkerPassed, Clip: id, Marker: int32(i), Layer: a.layer.number, Weight: shown, Time: marker.Time,
			})
		}
	}
	a.lost += crossings.Remaining()
}

// maxPassed is how many markers a playback fires in a frame at most. More than that are counted as lost.
const maxPassed = 1 << 12

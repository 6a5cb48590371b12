package advance

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/components"
)

// Crossfade describes how a layer changes from one playback to the next.
type Crossfade struct {
	Seconds      float64 // 0, a negative number and one that is not finite make it a cut
	Curve        id.Curve
	Frozen       bool // the playbacks that fade out stand still
	Inertialized bool // nothing fades out; the difference between the poses decays instead
}

// IsTimed reports whether the crossfade takes time. Otherwise it is a cut.
func (c *Crossfade) IsTimed() bool { return c.Seconds > 0 && c.Seconds-c.Seconds == 0 }

// advanceCrossfade advances a crossfade, at most to where it stands still, and the playbacks that
// fade out. It returns the weight of the playback that fades in. One that is held because its clips
// are not in memory holds the crossfade too: what fades out goes on at full weight.
func (a *Advancer) advanceCrossfade(blend *components.BlendState, seconds float64, isHeld bool) float64 {
	fadedIn := 0.0
	if !isHeld {
		blend.Elapsed += seconds
		if blend.Until > 0 && blend.Elapsed > blend.Until {
			blend.Elapsed = blend.Until
		}
		if !(blend.Elapsed < blend.Duration) {
			*blend = components.BlendState{}
			return 1
		}
		fadedIn = FadeProgress(a.library, blend)
	}
	for i := range min(blend.Count, components.MaxFading) {
		weight := &blend.Weights[i]
		if !(*weight <= 1) {
			*weight = 0
		}
		if a.isAway(blend.Fading[i].Motion) {
			continue // it shows again when its clips are here
		}
		a.advancePlayback(&blend.Fading[i], seconds, float64((1-fadedIn)*float64(*weight)))
	}
	return fadedIn
}

// FadeProgress returns the weight of the playback that fades in, from 0 to 1. It is 1 where the
// duration is 0 or NaN.
func FadeProgress(library *assets.Library, blend *components.BlendState) float64 {
	progress := blend.Elapsed / blend.Duration
	if !(progress < 1) {
		return 1
	}
	if !(progress > 0) {
		progress = 0
	}
	if blend.Curve == clip.StraightLine {
		return progress
	}
	return float64(library.Ease(blend.Curve, float32(progress)))
}

// StartTransition changes what a layer plays by a crossfade, or by an inertialization where the
// character has that component and either the crossfade asks for it or no more motions can fade
// out. A cut in layer 0 also ends a decay.
func StartTransition(
	library *assets.Library, inertialization *components.Inertialization, isLayer0 bool,
	current *components.Playback, fades *components.BlendState, next components.Playback, c Crossfade,
) {
	switch timed := c.IsTimed(); {
	case inertialization == nil:
	case fades != nil && isAway(library, next.Motion):
		// a difference that decays now would be gone before the motion shows
	case timed && (c.Inertialized || fades != nil && fades.Count >= components.MaxFading) &&
		inertialization.History > 0:
		RequestInertialization(inertialization, c.Seconds)
		c.Seconds = 0
	case !timed && isLayer0:
		inertialization.Begin, inertialization.Cut = false, true
	}
	startCrossfade(library, current, fades, next, c)
}

// RequestInertialization asks for a decay to begin. Of several requests in one frame, the longest
// duration counts.
func RequestInertialization(inertialization *components.Inertialization, seconds float64) {
	if !inertialization.Begin || !(inertialization.Duration > seconds) {
		inertialization.Duration = seconds
	}
	inertialization.Begin, inertialization.Cut = true, false
}

// startCrossfade makes next the current playback of a layer and fades out everything that the layer
// showed. Without a positive duration it is a cut.
func startCrossfade(
	library *assets.Library, current *components.Playback, fades *components.BlendState, next components.Playback,
	c Crossfade,
) {
	if isCut := !c.IsTimed(); fades == nil || isCut {
		if fades != nil && (current.Motion != 0 || fades.Count > 0) && isAway(library, next.Motion) {
			fadeOut(library, fades, *current) // it goes on until the clips are here; then this is a cut
			*current = next
			return
		}
		if fades != nil {
			*fades = components.BlendState{}
		}
		*current = next
		return
	}
	fadeOut(library, fades, *current)
	if c.Frozen {
		for i := range fades.Count {
			freeze(&fades.Fading[i])
		}
	}
	fades.Curve, fades.Duration = c.Curve, c.Seconds
	*current = next
}

// isAway reports whether a clip of a motion is not in memory.
func isAway(library *assets.Library, id id.Motion) bool {
	return !library.IsLoaded(id) && library.Motion(id) != nil
}

// freeze stops a playback. Its speed is -0 if it played backward, by which its normalized time is
// known; a playback that stood still, be it at -0, goes by its time as before.
func freeze(p *components.Playback) {
	direction := 1.0
	if p.Speed < 0 {
		direction = -1
	}
	p.Speed = float32(math.Copysign(0, direction))
}

// moving returns a playback that freeze stopped as one that moves in its direction.
func moving(p *components.Playback) components.Playback {
	moves := *p
	moves.Speed = float32(math.Copysign(1, float64(p.Speed)))
	return moves
}

// fade is a playback that fades out, and its share of all that do.
type fade struct {
	playback components.Playback
	weight   float32
}

// fadeOut adds the current playback to those that fade out, and removes the lightest one if they
// are too many. They stay in order, oldest first: a sum of more than two rotations depends on the
// order, so another order could make the pose jump.
func fadeOut(library *assets.Library, blend *components.BlendState, current components.Playback) {
	fadedIn := 1.0
	if blend.Count > 0 {
		fadedIn = FadeProgress(library, blend)
	}
	isUnseen := current.Held && blend.Count > 0 // it never showed
	if isUnseen {
		fadedIn = 0
	}
	var fades [components.MaxFading + 1]fade
	count := 0
	for i := range min(blend.Count, components.MaxFading) {
		if weight := float64((1 - fadedIn) * float64(blend.Weights[i])); weight > 0 && weight <= 1 {
			fades[count] = fade{blend.Fading[i], float32(weight)}
			count++
		}
	}
	if count == 0 {
		fadedIn, isUnseen = 1, false // nothing else shows
	}
	if !isUnseen {
		// Even at weight 0: it is the source of the fade.
		fades[count] = fade{fadingPlayback(current), float32(fadedIn)}
		count++
	}
	if count > components.MaxFading {
		lightest := 0
		for i := range fades {
			if fades[i].weight < fades[lightest].weight {
				lightest = i
			}
		}
		count--
		copy(fades[lightest:], fades[lightest+1:])
	}
	var sum float32
	for i := range fades[:count] {
		sum += fades[i].weight
	}
	*blend = components.BlendState{Count: int32(count)}
	for i := range fades[:count] {
		blend.Fading[i], blend.Weights[i] = fades[i].playback, fades[i].weight/sum
	}
}

// fadingPlayback returns a playback as it fades out: one in the mode Once that has not finished yet
// holds its last moment when it does, unless it fades out at its end by itself.
func fadingPlayback(p components.Playback) components.Playback {
	if p.Mode == assets.Once && !p.Finished && !(p.FadeOut > 0) {
		p.Mode = assets.Hold
	}
	return p
}

// FadeCount returns the number of playbacks that fade out.
func FadeCount(fades *components.BlendState) int {
	return max(0, min(int(fades.Count), components.MaxFading))
}

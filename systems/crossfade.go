package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
)

// crossfade describes how a layer changes from one playback to the next.
type crossfade struct {
	seconds      float64
	curve        assets.CurveID
	frozen       bool    // the playbacks that fade out stand still
	inertialized bool    // nothing fades out; the difference between the poses decays instead
	restart      bool    // also a playback of the same motion is replaced
	handOver     float64 // seconds of [WithFade]
	fadeOut      float64 // seconds in which the new playback fades out at its end
}

// FadeOption changes how a crossfade works.
type FadeOption func(*crossfade)

// WithCurve makes a crossfade follow a curve from 0 to 1, such as [clip.SmoothStep]. Without it the weights change
// linearly.
func WithCurve(curve assets.CurveID) FadeOption { return func(c *crossfade) { c.curve = curve } }

// WithFrozenSource stops the motions that fade out where they are.
func WithFrozenSource() FadeOption { return func(c *crossfade) { c.frozen = true } }

// WithRestart starts the motion from its start (from its end, if the speed is negative), even if the layer plays it
// already or is in a sync group. A crossfade then fades from the motion to its start.
func WithRestart() FadeOption { return func(c *crossfade) { c.restart = true } }

// WithFadeOut makes a motion in the mode [assets.Once] fade out, linearly, so that it is gone when it finishes; see
// [components.Playback.FadeOut]. In other modes it has no effect. Without this option a motion in a layer above layer 0
// fades out as long as it fades in, and one in layer 0 does not fade out. The error of the method is [ErrSeconds] if the
// seconds are negative or not finite.
func WithFadeOut(seconds float64) FadeOption { return func(c *crossfade) { c.fadeOut = seconds } }

// WithInertialization replaces the crossfade by an inertialization ([Inertialize]) of the same duration: the character
// plays the new motion at once, and its difference from the pose and the velocity on screen decays. Events and root
// motion come from the new motion at once. It overrides [WithCurve] and [WithFrozenSource].
//
// It adds the [components.Inertialization] to an entity that lacks it, or fails with [ErrWorldLocked] while a query is
// open. The first time, before a frame has run with that component, the change is a crossfade; see
// [Animation.EnableInertialization].
func WithInertialization() FadeOption { return func(c *crossfade) { c.inertialized = true } }

// isTimed reports whether the crossfade takes time. Otherwise it is a cut.
func (c *crossfade) isTimed() bool { return c.seconds > 0 && c.seconds-c.seconds == 0 }

// startTransition changes what a layer plays by a crossfade, or by an inertialization where the character has that
// component and either the crossfade asks for it or no more motions can fade out. A cut in layer 0 also ends a decay.
func startTransition(
	library *assets.Library, inertialization *components.Inertialization, isLayer0 bool,
	current *components.Playback, fades *components.BlendState, next components.Playback, c crossfade,
) {
	switch timed := c.isTimed(); {
	case inertialization == nil:
	case timed && (c.inertialized || fades != nil && fades.Count >= components.MaxFading) && inertialization.History > 0:
		requestInertialization(inertialization, c.seconds)
		c.seconds = 0
	case !timed && isLayer0:
		inertialization.Begin, inertialization.Cut = false, true
	}
	startCrossfade(library, current, fades, next, c)
}

// requestInertialization asks for a decay to begin. Of several requests in one frame, the longest duration counts.
func requestInertialization(inertialization *components.Inertialization, seconds float64) {
	if !inertialization.Begin || !(inertialization.Duration > seconds) {
		inertialization.Duration = seconds
	}
	inertialization.Begin, inertialization.Cut = true, false
}

// startCrossfade makes next the current playback of a layer and fades out everything that the layer showed. Without a
// positive duration it is a cut.
func startCrossfade(
	library *assets.Library, current *components.Playback, fades *components.BlendState, next components.Playback, c crossfade,
) {
	if fades == nil || !c.isTimed() {
		if fades != nil {
			*fades = components.BlendState{}
		}
		*current = next
		return
	}
	fadeOut(library, fades, *current)
	if c.frozen {
		for i := range fades.Count {
			fades.Fading[i].Speed = 0
		}
	}
	fades.Curve, fades.Duration = c.curve, c.seconds
	*current = next
}

// fadeOut adds the current playback to those that fade out, and removes the lightest one if they are too many. They
// stay in order, oldest first: a sum of more than two rotations depends on the order, so another order could make the
// pose jump.
func fadeOut(library *assets.Library, blend *components.BlendState, current components.Playback) {
	fadedIn := 1.0
	if blend.Count > 0 {
		fadedIn = fadeProgress(library, blend)
	}
	var fades [components.MaxFading + 1]components.Fade
	count := 0
	for i := range min(blend.Count, components.MaxFading) {
		if weight := float64((1 - fadedIn) * float64(blend.Fading[i].Weight)); weight > 0 && weight <= 1 {
			fades[count] = components.Fade{Playback: blend.Fading[i].Playback, Weight: float32(weight)}
			count++
		}
	}
	if count == 0 {
		fadedIn = 1 // nothing else shows
	}
	fades[count] = components.Fade{Playback: fadingPlayback(current), Weight: float32(fadedIn)} // even at weight 0: it is the source of the fade
	count++
	if count > components.MaxFading {
		lightest := 0
		for i := range fades {
			if fades[i].Weight < fades[lightest].Weight {
				lightest = i
			}
		}
		count--
		copy(fades[lightest:], fades[lightest+1:])
	}
	var sum float32
	for _, fade := range fades[:count] {
		sum += fade.Weight
	}
	*blend = components.BlendState{Count: int32(count)}
	for i, fade := range fades[:count] {
		fade.Weight /= sum
		blend.Fading[i] = fade
	}
}

// fadingPlayback returns a playback as it fades out: one in the mode Once that has not finished yet holds its last
// moment when it does, unless it fades out at its end by itself.
func fadingPlayback(p components.Playback) components.Playback {
	if p.Mode == assets.Once && !p.Finished && !(p.FadeOut > 0) {
		p.Mode = assets.Hold
	}
	return p
}

// fadeProgress returns the weight of the playback that fades in, from 0 to 1. It is 1 where the duration is 0 or NaN.
func fadeProgress(library *assets.Library, blend *components.BlendState) float64 {
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

// endWeight returns the weight, from 0 to 1, with which a playback shows when it fades out at its end: the remaining
// time divided by [components.Playback.FadeOut]. It is 1 in all modes but Once, and when the speed is 0.
func endWeight(library *assets.Library, p *components.Playback) float64 {
	if p.Mode != assets.Once || !(p.FadeOut > 0) || p.Finished {
		return 1
	}
	span := playbackSpan(library, p)
	remaining := span.End - p.Time
	if (p.Speed < 0) != p.Backward {
		remaining = p.Time - span.Start
	}
	if p.BlendSpace != 0 {
		remaining = float64(remaining * playbackDuration(library, p))
	}
	window := math.Abs(float64(p.FadeOut * float64(p.Speed))) // in seconds of the clip
	if remaining < window {
		return max(0, remaining/window)
	}
	return 1
}

// fadeCount returns the number of playbacks that fade out.
func fadeCount(fades *components.BlendState) int {
	return max(0, min(int(fades.Count), components.MaxFading))
}

// playbackFromStart returns the playback p with another clip or blend space, at its start (at its end, if the speed is
// negative).
func playbackFromStart(library *assets.Library, p components.Playback, clip assets.ClipID, space assets.BlendSpaceID) components.Playback {
	p.Clip, p.BlendSpace = clip, space
	p.Finished, p.Backward, p.LoopsDone, p.Time = false, false, 0, 0
	span := playbackSpan(library, &p)
	p.Time = span.Start
	if p.Speed < 0 {
		p.Time = span.End
	}
	return p
}

package systems

import (
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/systems/internal/advance"
)

// crossfade describes how a layer changes from one playback to the next.
type crossfade struct {
	advance.Crossfade
	restart  bool    // also a playback of the same motion is replaced
	handOver float64 // seconds of [WithFade]
	fadeOut  float64 // seconds in which the new playback fades out at its end
	// keepsFadeOut reports that fadeOut is of the playback that begins anew.
	keepsFadeOut bool
}

// FadeOption changes how a crossfade works.
type FadeOption func(*crossfade)

// WithCurve makes a crossfade follow a curve from 0 to 1, such as [clip.SmoothStep]. Without it the
// weights change linearly. The error of the method is [ErrNoCurve] for a curve that the library
// lacks.
func WithCurve(curve id.Curve) FadeOption { return func(c *crossfade) { c.Curve = curve } }

// WithFrozenSource stops the motions that fade out where they are.
func WithFrozenSource() FadeOption { return func(c *crossfade) { c.Frozen = true } }

// WithRestart starts the motion from its start (from its end, if the speed is negative), even if
// the layer plays it already or is in a sync group. A crossfade then fades from the motion to its
// start.
func WithRestart() FadeOption { return func(c *crossfade) { c.restart = true } }

// WithFadeOut makes a motion in the mode [clip.Once] fade out, linearly, so that it is gone when
// it finishes; see [components.Playback.FadeOut]. In other modes it has no effect. Without this
// option a motion in a layer above layer 0 fades out as long as it fades in, and one in layer 0
// does not fade out. The error of the method is [ErrSeconds] if the seconds are negative or not
// finite.
func WithFadeOut(seconds float64) FadeOption { return func(c *crossfade) { c.fadeOut = seconds } }

// WithInertialization replaces the crossfade by an inertialization ([AtInertialize]) of the same
// duration: the character plays the new motion at once, and its difference from the pose and the
// velocity on screen decays. Events and root motion come from the new motion at once. It overrides
// [WithCurve] and [WithFrozenSource].
//
// It adds the [components.Inertialization] to an entity that lacks it, or fails with
// [ErrWorldLocked] while a query is open. The first time, before a frame has run with that
// component, the change is a crossfade; see [Animation.EnableInertialization].
func WithInertialization() FadeOption { return func(c *crossfade) { c.Inertialized = true } }

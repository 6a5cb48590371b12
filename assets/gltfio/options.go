package gltfio

import (
	"github.com/sinew-go/sinew/assets/clip"
)

// ClipOptions is what is said about a clip besides what the file says.
type ClipOptions struct {
	// RootMotion, if not nil, is the motion of the whole character that is taken out of the clip,
	// instead of what [Options].RootMotion or the extras of the animation say. A clip that has none
	// is an error then.
	RootMotion *clip.RootMotionOptions
	// KeepMotion leaves the motion in the poses, whatever [Options].RootMotion or the extras say.
	// It has no effect beside RootMotion.
	KeepMotion bool
	// Markers, if not nil, replace the markers of the extras.
	Markers []clip.Marker
	// PlayMode, if not nil, is what happens at the end of the clip ([clip.WithPlayMode]), instead
	// of what the extras say. Players take it over when they begin to play the clip.
	PlayMode *clip.PlayMode
	// LoopLimit is after how many loops the clip ends, with the PlayMode [clip.Loop] or
	// [clip.PingPong]; 0 is no limit.
	LoopLimit uint32
}

// MaskStep sets weights of a mask: of all joints of a branch, or of single joints. All weights
// begin at 0, and a later step replaces what an earlier one set, as with a rig.MaskBuilder.
type MaskStep struct {
	// Root is a joint: the step sets its weight and those of all its descendants.
	Root string
	// Feather, if it is not 0, lets the weights rise to 1 over that many generations from Root on,
	// instead of being Weight.
	Feather int
	// Joints are single joints, instead of Root.
	Joints []string
	// Weight is from 0 to 1; nil is 1, as in a sidecar that leaves it out. It must be nil with
	// Feather.
	Weight *float32
	// Invert replaces each weight w of the mask by 1 - w, after the rest of the step.
	Invert bool
}

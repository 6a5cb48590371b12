package components

import (
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// Inertialization makes changes of what a character plays smooth without a crossfade: the old pose
// and its velocity carry over into the new motion as a difference, which decays to 0. Only the new
// motion is sampled meanwhile. It acts on the final local pose, whatever layer changed.
//
// A program writes Begin, Duration and Cut; the systems write the other fields. The last poses and
// the decaying differences are in the pose store.
type Inertialization struct {
	// Duration is the length of the next decay in seconds. A decay whose duration is not finite, or
	// not longer than a frame, is a cut.
	Duration float64
	// Elapsed is how many seconds of the current decay are over, of Length seconds.
	Elapsed, Length float64
	// Waited is the seconds of the character's time since the last frame that is known: it was posed
	// in it, or the pose store keeps what the clips gave in it.
	Waited float64
	// Gap is the seconds between the two recorded poses that give the velocity. Since is the
	// seconds from the newer one to the last pose that was shown.
	Gap, Since float64
	// Begin requests a decay in the next frame, from the pose and velocity that the character then
	// has, also if it is skipped in it. It may be set during another decay.
	Begin bool
	// Cut requests that the next pose shows exactly what is played: it ends a decay and discards
	// the recorded poses.
	Cut bool
	// Phase is the phase of the decay.
	Phase InertiaPhase
	// History is the number of recorded poses, 0 to 2. Newest is the index of the newer one among
	// the three poses that there is memory for.
	History, Newest uint8
	// Late reports that the last pose shown is neither of the two recorded ones, but lies in the
	// third.
	Late bool
}

// InertiaPhase is a phase of an [Inertialization].
type InertiaPhase uint8

// The phases of an inertialization.
const (
	// InertiaIdle is the phase without a decay: what is played is shown.
	InertiaIdle InertiaPhase = iota
	// InertiaPending is the phase right after the beginning: the old motion is extrapolated until
	// the velocity of the new motion is known.
	InertiaPending
	// InertiaActive is the phase in which the decaying difference is added to what is played.
	InertiaActive
)

func inertializationRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Inertialization]{
		Size: inertializationSize, Put: putInertialization, Get: getInertialization,
	})
}

const inertializationSize = 52

func putInertialization(b []byte, n *Inertialization) []byte {
	for i, v := range [...]float64{n.Duration, n.Elapsed, n.Length, n.Waited, n.Gap, n.Since} {
		codec.PutFloat64(b[8*i:], v)
	}
	b[48] = codec.Flag(n.Begin, 1) | codec.Flag(n.Cut, 2) | codec.Flag(n.Late, 4)
	b[49], b[50], b[51] = byte(n.Phase), n.History, n.Newest
	return b[inertializationSize:]
}

func getInertialization(b []byte, n *Inertialization) []byte {
	n.Duration, n.Elapsed, n.Length = codec.GetFloat64(b), codec.GetFloat64(b[8:]), codec.GetFloat64(b[16:])
	n.Waited, n.Gap, n.Since = codec.GetFloat64(b[24:]), codec.GetFloat64(b[32:]), codec.GetFloat64(b[40:])
	n.Begin, n.Cut, n.Late = b[48]&1 != 0, b[48]&2 != 0, b[48]&4 != 0
	n.Phase, n.History, n.Newest = InertiaPhase(b[49]), b[50], b[51]
	return b[inertializationSize:]
}

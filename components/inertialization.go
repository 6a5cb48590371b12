package components

// Inertialization lets a character change what it plays at once and yet move on smoothly: what it showed and how that moved is carried over into the new
// motion and decays. Without it, changing over takes a crossfade, in which both motions are played. It acts on the final local pose, whatever
// layer changed, and keeps the last poses of the character in the pose store.
//
// Begin, Duration and Cut are for the user to write, the rest is kept by the systems.
type Inertialization struct {
	// Duration is how many seconds the next decay takes. One that is not above 0 and finite makes it a cut.
	Duration float64
	// Elapsed of Length seconds of the decay are over.
	Elapsed, Length float64
	// Waited is how many seconds of the character's time went by since it was posed last.
	Waited float64
	// Gap is how many seconds lie between the two poses that tell how fast the character moves, and Since how many between the later of them and the last
	// pose that it showed.
	Gap, Since float64
	// Begin asks for a decay to begin in the next frame in which the character is posed: from the pose and the velocity that it has by then. It may
	// be asked for at any moment of another decay.
	Begin bool
	// Cut has the next frame show what is played as it is: a decay that goes on, and what was shown before, are forgotten.
	Cut bool
	// Phase is how far the decay is.
	Phase InertiaPhase
	// History is how many poses are known, 0 to 2, and Newest which of the three that there is memory for is the later one of the two.
	History, Newest uint8
	// Late says that the last pose shown is none of the two.
	Late bool
}

// InertiaPhase is how far an [Inertialization] is.
type InertiaPhase uint8

// The phases of an inertialization.
const (
	// InertiaOver adds nothing to what is played.
	InertiaIdle InertiaPhase = iota
	// InertiaBegun goes on as before, until it is known how fast the new motion moves.
	InertiaPending
	// InertiaDecays adds the rest of the difference to what is played.
	InertiaActive
)

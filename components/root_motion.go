package components

import "github.com/sinew-go/sinew/assets/clip"

// RootMotion asks for the movement of the whole character that its clips carry ([clip.RootMotion]).
type RootMotion struct {
	// Delta is the movement of the last frame, in the character's space as it was before, mixed over everything that it plays by weight. The systems
	// write it.
	Delta clip.Motion
	// Exact is the [Transform] that Delta was applied to last, column-major, in more digits. The systems keep it.
	Exact [16]float64
	// Up is the axis that Delta turns about.
	Up clip.UpAxis
	// Manual leaves the [Transform] as it is, for the user's own physics to move.
	Manual bool
}

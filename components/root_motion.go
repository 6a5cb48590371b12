package components

import "github.com/sinew-go/sinew/assets"

// RootMotion asks for the movement of the whole character that its clips carry ([assets.RootMotion]).
type RootMotion struct {
	// Delta is the movement of the last frame, in the character's space as it was before, mixed over everything that it plays by weight. The systems
	// write it.
	Delta assets.Motion
	// Exact is the [Transform] that Delta was applied to last, column-major, in more digits. The systems keep it.
	Exact [16]float64
	// Up is the axis that Delta turns about.
	Up assets.UpAxis
	// Manual leaves the [Transform] as it is, for the user's own physics to move.
	Manual bool
}

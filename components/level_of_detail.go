package components

import "github.com/go-gl/mathgl/mgl32"

// LevelOfDetail says how often and how deep a character is posed. Its player goes on in any case, so that it is never late; in
// the frames between, it keeps its last palette. In the frame in which it gets this component it is posed in any case. The user writes it, or leaves it to a system that goes by the world's Views.
type LevelOfDetail struct {
	// Interval poses the character in every n-th frame only, 0 and 1 being every one. Characters of the same interval take turns.
	Interval uint16
	// Level says how deep it is posed: 0 is every joint; at the levels above, only those joints move that are left at it.
	Level uint8
	// Step is which step of the policy the character is on, 0 being full detail; kept by the system that sets the others.
	Step uint8
	// Culled does not pose it at all.
	Culled bool
	// Fixed keeps all this as it is: systems that set levels of detail pass the character over.
	Fixed bool
}

// View is a camera that looks at the world, on an entity of its own. Several may. Where there is none, nobody is out of sight.
type View struct {
	// Matrix takes the world to clip space, column-major: projection · view. Depth may run from -w to w, or from 0 to w either way.
	Matrix mgl32.Mat4
	// Position is where the camera is in the world. It does not count where Matrix is orthographic.
	Position mgl32.Vec3
}

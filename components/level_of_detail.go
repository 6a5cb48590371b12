package components

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// LevelOfDetail sets how often and with how many joints a character is posed. Its playbacks advance
// in every frame, so it is never late; in a frame in which it is skipped, it keeps its last
// palette. It is always posed in the frame in which it gets this component. A program writes it, or
// leaves it to a system that uses the [View]s of the world.
type LevelOfDetail struct {
	// Interval poses the character in every n-th frame only; 0 and 1 are every frame. Characters of
	// the same interval take turns.
	Interval uint16
	// Level is the level at which the character is posed: 0 is every joint; at higher levels,
	// joints that the skeleton leaves out at this level do not move.
	Level uint8
	// Step is the step of the detail policy that the character is on; 0 is full detail. The system
	// that sets the other fields writes it.
	Step uint8
	// Culled skips the character in every frame: it is neither posed nor drawn, and casts no
	// shadow.
	Culled bool
	// Fixed prevents systems from changing the other fields.
	Fixed bool
}

func levelOfDetailRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[LevelOfDetail]{
		Size: 8, Put: putLevelOfDetail, Get: getLevelOfDetail,
	})
}

func putLevelOfDetail(b []byte, d *LevelOfDetail) []byte {
	codec.PutUint16(b, d.Interval)
	b[2], b[3], b[4] = d.Level, d.Step, codec.Flag(d.Culled, 1)|codec.Flag(d.Fixed, 2)
	b[5], b[6], b[7] = 0, 0, 0
	return b[8:]
}

func getLevelOfDetail(b []byte, d *LevelOfDetail) []byte {
	d.Interval, d.Level, d.Step = codec.GetUint16(b), b[2], b[3]
	d.Culled, d.Fixed = b[4]&1 != 0, b[4]&2 != 0
	return b[8:]
}

// View is a camera that sees the world, on an entity of its own. There may be several. In a world
// without one, every character counts as seen at full detail.
type View struct {
	// Matrix takes world space to clip space: projection · view. Depth may range from -w to w, from
	// 0 to w, or reversed.
	Matrix mgl32.Mat4
	// Position is the position of the camera in world space. It is not used if Matrix is
	// orthographic.
	Position mgl32.Vec3
}

func viewRow() componenttable.Row {
	return componenttable.OfSession[View]("the program moves cameras")
}

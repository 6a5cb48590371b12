package components

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// MaxExpressions is the largest number of expressions of an [Avatar].
const MaxExpressions = 128

// Avatar is what a character of a VRM file shows besides its motions: expressions, and where its
// eyes look. Package systems/avatar gives the component its meaning.
type Avatar struct {
	// Model is the model of the file. 0, or one that package systems/avatar does not know, shows
	// nothing.
	Model id.Model
	// Expressions are the weights of the file's expressions, 0 to 1, in their order. They are added
	// to what the motions show.
	Expressions [MaxExpressions]float32
	// Gaze selects where the eyes look.
	Gaze Gaze
	// Target is the point of GazeAtTarget, in the world, in meters.
	Target mgl32.Vec3
	// Yaw and Pitch are the angles of GazeByAngles in degrees: to the avatar's left, and down. They
	// are added to those of the motions.
	Yaw, Pitch float32
}

// Gaze selects where the eyes of an [Avatar] look.
type Gaze uint8

// The gazes of an avatar.
const (
	// GazeByAngles is by angles from straight ahead of the head.
	GazeByAngles Gaze = iota
	// GazeAtTarget is at a point in the world.
	GazeAtTarget
)

func avatarRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Avatar]{
		Size: avatarSize, Put: putAvatar, Get: getAvatar, IDs: []componenttable.ID{{Kind: assetkeys.Model, At: 0}},
	})
}

const avatarSize = 4 + 4*MaxExpressions + 1 + 3*4 + 2*4

func putAvatar(b []byte, a *Avatar) []byte {
	codec.PutUint32(b, uint32(a.Model))
	b = codec.PutFloats(b[4:], a.Expressions[:])
	b[0] = byte(a.Gaze)
	b = codec.PutFloats(b[1:], a.Target[:])
	return codec.PutFloats(b, []float32{a.Yaw, a.Pitch})
}

func getAvatar(b []byte, a *Avatar) []byte {
	a.Model = id.Model(codec.GetUint32(b))
	b = codec.GetFloats(b[4:], a.Expressions[:])
	a.Gaze = Gaze(b[0])
	b = codec.GetFloats(b[1:], a.Target[:])
	angles := [2]float32{}
	b = codec.GetFloats(b, angles[:])
	a.Yaw, a.Pitch = angles[0], angles[1]
	return b
}

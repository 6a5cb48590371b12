package components

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// MaxWishPoints is the largest number of points of a [Wish], and so of the future times of a
// database whose character has one.
const MaxWishPoints = 8

// Wish is where a character wishes to go, for databases of motion that it plays (package matching):
// the systems search in them for the moment that fits the wish and the pose best. Places and
// directions are in world space, distances in meters. The character moves in the plane of the X and
// Z axes of its model space, and Z points ahead.
//
// A program sets Velocity and Facing whenever it likes; Place and Points follow from them. Or it is
// Given, and the program writes Place and Points itself, for example along a path. A system between
// the prediction and the search (AtMoveWishes, AtMatchMotions of package systems) may bend Points,
// which are predicted anew in the next frame.
type Wish struct {
	// Velocity is the wished velocity in meters a second.
	Velocity mgl32.Vec3
	// Facing is the wished direction of the front, of any length. The zero vector faces along the
	// Velocity, and of a character that wishes to stand keeps its direction.
	Facing mgl32.Vec3
	// HalfLife is the seconds after which half of a change of Velocity is made, TurnHalfLife those
	// for half of a turn: critically damped springs. At 0 changes are made at once.
	HalfLife, TurnHalfLife float32
	// MaxDrift is how far apart the Place and the character may be. A Place that is farther away is
	// drawn to the character; if it is Given, the character is drawn to the Place, unless its
	// [RootMotion] is Manual.
	MaxDrift float32
	// Interval is the seconds between two searches. Characters of the same interval take turns.
	// There is another search when the wish changes much, if the last one was 0.1 s ago, and at once
	// where a range of the database ends.
	Interval float32
	// Stay is by how much the cost of the frame that plays is lowered, so that a search does not
	// leave it for little. Frames close to it cost as much more.
	Stay float32
	// Required and Forbidden are the tags that a frame of the database must have and must not have:
	// the bits that its Tags method tells. A state of a graph adds its own.
	Required, Forbidden uint32
	// Given reports that the program writes Place and Points.
	Given bool
	// Started reports that Place is set. The systems write it; a program that clears it lets the
	// wish begin anew where the character is.
	Started bool

	// Place is where the character should be now, and face.
	Place WishPoint
	// Points are where it should be, and face, at the future times of the database that it plays,
	// in their order; those after its number of times are not used.
	Points [MaxWishPoints]WishPoint

	// The systems write the rest. Moving is the velocity of Place, Gaining its acceleration in
	// meters per second squared, and Turning the radians per second by which it turns.
	Moving, Gaining mgl32.Vec3
	Turning         float32
	// Wait is the seconds until the next search.
	Wait float32
	// Asked is the last of the points relative to Place at the last search.
	Asked WishPoint
	// Matched is the motion of the last search, in layer MatchedLayer. MatchedState is the
	// [ControllerLayer].State there, 0 without a [Controller]. Another motion or state is searched
	// at once.
	Matched      id.Motion
	MatchedLayer uint8
	MatchedState int16
}

// WishPoint is a place and a direction of a [Wish], in world space.
type WishPoint struct {
	Position, Direction mgl32.Vec3
}

// NewWish returns a wish to stand, with the springs, the drift and the interval that suit a person:
// half of a change within 0.18 s, at most 0.3 m apart, and 10 searches a second.
func NewWish() *Wish {
	return &Wish{HalfLife: 0.18, TurnHalfLife: 0.15, MaxDrift: 0.3, Interval: 0.1, Stay: 0.05}
}

func wishRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Wish]{
		Size: wishSize, Put: putWish, Get: getWish, IDs: []componenttable.ID{{Kind: assetkeys.Motion, At: 0}},
	})
}

const (
	wishPointSize = 2 * 4 * 3
	wishSize      = 8 + 2*4 + 4*7 + 4*4*3 + (2+MaxWishPoints)*wishPointSize
)

func putWish(b []byte, w *Wish) []byte {
	codec.PutUint32(b, uint32(w.Matched))
	b[4], b[5] = w.MatchedLayer, codec.Flag(w.Given, 1)|codec.Flag(w.Started, 2)
	codec.PutUint16(b[6:], uint16(w.MatchedState))
	codec.PutUint32(b[8:], w.Required)
	codec.PutUint32(b[12:], w.Forbidden)
	b = codec.PutFloats(b[16:], []float32{
		w.HalfLife, w.TurnHalfLife, w.MaxDrift, w.Interval, w.Stay, w.Turning, w.Wait,
	})
	for _, v := range [...]*mgl32.Vec3{&w.Velocity, &w.Facing, &w.Moving, &w.Gaining} {
		b = codec.PutFloats(b, v[:])
	}
	b = putWishPoint(putWishPoint(b, &w.Place), &w.Asked)
	for i := range w.Points {
		b = putWishPoint(b, &w.Points[i])
	}
	return b
}

func putWishPoint(b []byte, p *WishPoint) []byte {
	return codec.PutFloats(codec.PutFloats(b, p.Position[:]), p.Direction[:])
}

func getWish(b []byte, w *Wish) []byte {
	w.Matched, w.MatchedLayer = id.Motion(codec.GetUint32(b)), b[4]
	w.Given, w.Started, w.MatchedState = b[5]&1 != 0, b[5]&2 != 0, int16(codec.GetUint16(b[6:]))
	w.Required, w.Forbidden = codec.GetUint32(b[8:]), codec.GetUint32(b[12:])
	b = b[16:]
	for _, v := range [...]*float32{
		&w.HalfLife, &w.TurnHalfLife, &w.MaxDrift, &w.Interval, &w.Stay, &w.Turning, &w.Wait,
	} {
		*v = codec.GetFloat32(b)
		b = b[4:]
	}
	for _, v := range [...]*mgl32.Vec3{&w.Velocity, &w.Facing, &w.Moving, &w.Gaining} {
		b = codec.GetFloats(b, v[:])
	}
	b = getWishPoint(getWishPoint(b, &w.Place), &w.Asked)
	for i := range w.Points {
		b = getWishPoint(b, &w.Points[i])
	}
	return b
}

func getWishPoint(b []byte, p *WishPoint) []byte {
	return codec.GetFloats(codec.GetFloats(b, p.Position[:]), p.Direction[:])
}

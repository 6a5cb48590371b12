package components

import (
	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// Partner lets a character play together with others: a layer of it is at the time of a layer of
// their leader, and in a pair its [Transform] is where the motion puts it beside the leader.
// PlayTogether and SyncWith of package systems add it. The next frame removes one without a leader.
type Partner struct {
	// Leader is the character whose playback leads. The leader has the component too, and names
	// itself. 0 is nobody.
	Leader arche.Entity
	// Motion is what the layer plays in a pair; another motion there interrupts the pair. 0 is of a
	// character that only keeps in step with the leader.
	Motion id.Motion
	// Position and Rotation (xyzw) are the place of the character relative to the anchor of the
	// pair, at the start of its motion. A unit of Position is Scale meters.
	Position mgl32.Vec3
	Rotation [4]float32
	Scale    float32
	// Shape is the scale and the shear that the character keeps: the upper triangle of the matrix
	// that its Transform applies before it rotates, by rows.
	Shape [6]float32
	// Away and AwayTurn are how far the character stood from its place when the pair began, along
	// the axes of the world: meters, and the axis of a rotation times its radians.
	Away, AwayTurn mgl32.Vec3
	// Elapsed is how many seconds are over of the Duration in which the character moves to its
	// place.
	Elapsed, Duration float64
	// FadeOut is how many seconds the motion takes to fade out when the pair is interrupted.
	FadeOut float64
	// Members is how many characters the pair has.
	Members uint8
	// Role is the number of its part in the motion, from 0 on. The lowest one that is left leads
	// after the leader.
	Role uint8
	// Layer is the layer that leads or follows.
	Layer uint8
	// GoesOn lets the others play on when one leaves the pair. Otherwise all stop.
	GoesOn bool
}

func partnerRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Partner]{
		Size: partnerSize, Put: putPartner, Get: getPartner, Check: checkPartner,
		IDs: []componenttable.ID{{Kind: assetkeys.Motion, At: codec.EntitySize}},
	})
}

const partnerSize = codec.EntitySize + 4 + 4*20 + 8*3 + 4

func putPartner(b []byte, p *Partner) []byte {
	codec.PutEntity(b, p.Leader)
	codec.PutUint32(b[codec.EntitySize:], uint32(p.Motion))
	b = b[codec.EntitySize+4:]
	b = codec.PutFloats(b, p.Position[:])
	b = codec.PutFloats(b, p.Rotation[:])
	codec.PutFloat32(b, p.Scale)
	b = codec.PutFloats(b[4:], p.Shape[:])
	b = codec.PutFloats(b, p.Away[:])
	b = codec.PutFloats(b, p.AwayTurn[:])
	for _, v := range [...]float64{p.Elapsed, p.Duration, p.FadeOut} {
		codec.PutFloat64(b, v)
		b = b[8:]
	}
	b[0], b[1], b[2], b[3] = p.Members, p.Role, p.Layer, codec.Flag(p.GoesOn, 1)
	return b[4:]
}

func getPartner(b []byte, p *Partner) []byte {
	p.Leader, p.Motion = codec.GetEntity(b), id.Motion(codec.GetUint32(b[codec.EntitySize:]))
	b = b[codec.EntitySize+4:]
	b = codec.GetFloats(b, p.Position[:])
	b = codec.GetFloats(b, p.Rotation[:])
	p.Scale = codec.GetFloat32(b)
	b = codec.GetFloats(b[4:], p.Shape[:])
	b = codec.GetFloats(b, p.Away[:])
	b = codec.GetFloats(b, p.AwayTurn[:])
	for _, v := range [...]*float64{&p.Elapsed, &p.Duration, &p.FadeOut} {
		*v = codec.GetFloat64(b)
		b = b[8:]
	}
	p.Members, p.Role, p.Layer, p.GoesOn = b[0], b[1], b[2], b[3]&1 != 0
	return b[4:]
}

func checkPartner(b []byte, known func(arche.Entity) bool) error {
	if leader := codec.GetEntity(b); !known(leader) {
		return codec.Damaged("entity %d of generation %d was never in the world", leader.ID(), leader.Generation())
	}
	return nil
}

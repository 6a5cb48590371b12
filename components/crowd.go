package components

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// CrowdPlayer plays one or two motions on an entity of a crowd: one whose pose is computed only
// where it is drawn, from the time alone, and takes no time of the CPU. The entity also has a
// [SkinnedMesh] and a [Transform], maybe an [Appearance] and a [CrowdLayer], and no [Skeleton].
// Package systems/crowd gives the component its meaning. Its methods change it; a program that
// writes it or one of the others directly calls Changed there.
type CrowdPlayer struct {
	// Motions are what is played. Motions[1] shows with Weight, Motions[0] with the rest.
	Motions [2]CrowdMotion
	// Since is the time of the crowd, in seconds, at which Time of the motions and Weight hold.
	// Before it the entity stands still.
	Since float64
	// Weight is the weight of Motions[1], 0 to 1. It moves to Target by Rate per second; at rate 0
	// it stays as it is.
	Weight, Target, Rate float32
	// Carrier is an entity that carries this one, such as a ship or a revolving stage: the
	// Transform of this entity is then relative to the Transform of Carrier. An entity that is dead
	// or has no Transform counts as none.
	Carrier arche.Entity
}

// CrowdMotion is a clip or a blend space that a [CrowdPlayer] plays.
type CrowdMotion struct {
	// Time is the time of the motion at the time Since of the player: in a clip the position in
	// seconds, in a blend space the common phase of its clips, 0 to 1.
	Time float64
	// Clip is the clip to play, or the blend space. For 0, what was removed, is additive or of
	// another skeleton, and for motions of other kinds the rest pose shows.
	Clip id.Clip
	// X and Y are the coordinates in a blend space. NaN counts as 0, an infinity as far away.
	X, Y float32
	// Speed is the seconds of the motion per second. A negative speed plays backward; one that is
	// not finite is 0.
	Speed float32
	// Mode selects what happens at the end of the motion. In the mode [clip.Once] the rest pose
	// shows afterward.
	Mode clip.PlayMode
	// Backward reports that a ping-pong is on its way back at the time Since.
	Backward bool
	// Held reports that a clip of the motion is not in memory, and the member waits for it. The
	// crowd sets it.
	Held bool
}

// NewCrowdMotion returns a motion that loops a clip at the authored speed, at a position in seconds
// at the time Since of its player.
func NewCrowdMotion(id id.Clip, time float64) CrowdMotion {
	return CrowdMotion{Clip: id, Time: time, Speed: 1, Mode: clip.Loop}
}

// CrowdLayer lets a member of a crowd play a clip over what its [CrowdPlayer] plays, on the joints
// of a mask, such as an arm that waves while it walks.
type CrowdLayer struct {
	// Motion is what is played: a clip. With a blend space the layer does not show. Once a motion
	// in the mode [clip.Once] has ended, the layer no longer shows.
	Motion CrowdMotion
	// Mask gives the weight of each joint; 0 is all joints at weight 1. A layer whose mask is of
	// another skeleton, or was removed from the library, does not show.
	Mask id.Mask
	// Weight is the weight of the layer, 0 to 1, at the time Since of the player. It moves to
	// Target by Rate per second; at rate 0 it stays as it is.
	Weight, Target, Rate float32
}

func crowdLayerRow() componenttable.Row {
	return componenttable.OfSession[CrowdLayer]("only clips that come and go change it")
}

func crowdPlayerRow() componenttable.Row {
	return componenttable.OfSession[CrowdPlayer]("only clips that come and go change it")
}

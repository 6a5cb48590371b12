package machine

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// MaxSyncGroup is the highest number of a sync group.
const MaxSyncGroup = 8

// Layer is a layer of a [Graph]. Its leaf states are those from First up to, but not including,
// End.
type Layer struct {
	Name string
	// Mask limits the layer to some joints; 0 is none, for a layer that moves all joints.
	Mask id.Mask
	// Weight is the initial weight of the layer.
	Weight float32
	Mode   clip.LayerMode
	// Entry is the leaf state in which the layer begins.
	Entry      int16
	First, End int16
}

// LeafState is a state of a [Graph] that contains no other states. It plays a motion, such as a
// clip or a blend space; without one it shows the rest pose.
type LeafState struct {
	// Duration is the duration of the motion in seconds. It is 0 without a motion, and for one with
	// coordinates, on which its duration depends.
	Duration float64
	Motion   id.Motion
	// Speed is the playback rate in seconds of the clip per second. A negative speed plays
	// backward.
	Speed float32
	// LoopLimit is the number of loops after which playback stops; 0 is no limit.
	LoopLimit uint32
	// Required and Forbidden are the tags of the frames that the state shows of a database: see
	// graph.StateBuilder.Require.
	Required, Forbidden uint32

	first uint32 // index in Parts.transitions
	count uint16

	fadeOut uint16 // 1 + the index in Parts.fadeOuts, or 0
	// Tag, EnterEvent and ExitEvent are numbers of strings for [Graph.Text]; 0 is none.
	Tag, EnterEvent, ExitEvent uint16
	// SpeedParameter is the float parameter that multiplies Speed. XParameter and YParameter are
	// the float parameters that are the coordinates in the motion. -1 is none.
	SpeedParameter, XParameter, YParameter int8
	Layer                                  uint8
	PlayMode                               clip.PlayMode
	// SyncGroup is the sync group of the layer while the state is current, from 1 to
	// [MaxSyncGroup]; 0 is none.
	SyncGroup uint8
}

// Machine is a state that contains other states: those from First up to, but not including, End are
// its leaf states. Entry is the one in which it begins.
type Machine struct {
	Path              string
	Layer             int
	First, End, Entry int
}

// MotionName is what a state plays by the name of the motion and the noun of its kind: see
// [Graph.MotionName].
type MotionName struct{ Name, Kind string }

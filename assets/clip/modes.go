package clip

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/exact"
)

// PlayMode selects what happens at the end of a clip.
type PlayMode uint8

// The play modes.
const (
	// Once plays to the end, after which the clip has no effect.
	Once PlayMode = iota
	// Loop continues from the start.
	Loop
	// PingPong plays forward and backward in turn.
	PingPong
	// Hold plays to the end and keeps the last pose.
	Hold
)

func (m PlayMode) String() string {
	if m > Hold {
		return fmt.Sprintf("PlayMode(%d)", uint8(m))
	}
	return [...]string{"once", "loop", "ping-pong", "hold"}[m]
}

// Loop brings a time in seconds into [start, end) by adding whole durations. For a clip of duration
// 0 and for a time that is not finite it returns the start.
func (c *Clip) Loop(time float64) float64 { return exact.Wrap(time, c.Start(), c.End()) }

// Clamp brings a time in seconds into [start, end]. NaN becomes the start.
func (c *Clip) Clamp(time float64) float64 {
	c = c.orNone()
	if !(time > c.start) {
		return c.start
	}
	return min(time, c.end)
}

// LayerMode selects how a layer combines with the layers below it.
type LayerMode uint8

// The layer modes.
const (
	// Override blends from the pose below to the layer's, by the layer's weight and mask.
	Override LayerMode = iota
	// Additive adds the layer's clips, which hold differences, to the pose below.
	Additive
)

func (m LayerMode) String() string {
	if m > Additive {
		return fmt.Sprintf("LayerMode(%d)", uint8(m))
	}
	return [...]string{"override", "additive"}[m]
}

package clip

import "fmt"

// LayerMode says what a layer does with what lies below it.
type LayerMode uint8

// The layer modes.
const (
	// Override covers what lies below, by the layer's weight and mask.
	Override LayerMode = iota
	// Additive adds to it; its clips hold differences.
	Additive
)

func (m LayerMode) String() string {
	if m > Additive {
		return fmt.Sprintf("LayerMode(%d)", uint8(m))
	}
	return [...]string{"override", "additive"}[m]
}

// PlayMode says what happens at the end of a clip.
type PlayMode uint8

// The play modes.
const (
	// Once plays to the end, and then no longer shows.
	Once PlayMode = iota
	// Loop goes on from the start.
	Loop
	// PingPong goes back and forth.
	PingPong
	// Hold plays to the end and holds it.
	Hold
)

func (m PlayMode) String() string {
	if m > Hold {
		return fmt.Sprintf("PlayMode(%d)", uint8(m))
	}
	return [...]string{"once", "loop", "ping-pong", "hold"}[m]
}

package assets

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

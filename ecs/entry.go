package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// MaxEntries is how many clips can be blended in one character.
const MaxEntries = 1 + components.MaxFading

// Entry is a clip that takes part in a character's pose. Whatever a character does comes down to a list of these, which
// is all that the block systems look at.
type Entry struct {
	Clip   assets.ClipID // 0, or a clip of another skeleton: the rest pose
	Weight float32
	Time   float64 // seconds, within the clip
}

// Entries is the list for one character. Weights sum to 1; without entries it shows the rest pose.
type Entries struct {
	List  [MaxEntries]Entry
	Count int32
}

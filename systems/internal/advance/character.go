package advance

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/internal/steps"
)

// Character holds the components of a character that time changes. A pointer is nil if the
// character lacks the component; it always has a player.
type Character struct {
	Player          *components.AnimationPlayer
	Fades           *components.BlendState
	Layers          Layers
	Controller      *components.Controller
	RootMotion      *components.RootMotion
	TimeScale       *components.TimeScale
	Inertialization *components.Inertialization

	entered uint16 // the layers of the controller that entered a state in this frame, bit by bit
}

// Layers holds the components with the layers of a character above layer 0. A pointer is nil if the
// character lacks the component.
type Layers struct {
	First *components.Layers
	More  *components.MoreLayers
}

// At returns a layer, counted from 1, or nil if the character does not have it.
func (l Layers) At(layer int) *components.Layer { return components.LayerAt(l.First, l.More, layer) }

// Advancer advances characters, one after the other, and collects what they give: Inputs and Events
// grow by those of each. The root motion is in the character's component.
type Advancer struct {
	Inputs Inputs
	Events Events
	// Part is what the character that is advanced next does with others; nil for most.
	Part *Part
	// Character is the one that [Advancer.Advance] advances. It is filled in here field by field: a
	// copy of what was just written would wait for it.
	Character Character

	library  *assets.Library
	memory   *residency.Table // which motions are in memory; nil if all are
	skeleton *assets.Skeleton // of the characters; a clip of another skeleton counts as missing
	number   uint64           // of the character, which tells its leaders in sync from those before
	layer    layerProgress
	sync     syncGroups

	// the character has a components.RootMotion; otherwise motion and added of the layer mean
	// nothing
	wantsRootMotion bool
	hasRootMotion   bool // one of its clips has root motion
	up              clip.UpAxis

	// frame is the playback that was advanced last. Its step is written in place: copying a struct
	// right after writing it stalls the processor.
	frame motion.Frame
	// endWeight is the [EndWeight] of the leader while a playback of a pair that follows it is
	// added, whose own clip may have ended; nil otherwise.
	endWeight *float64
}

// layerProgress collects the results of advancing one layer.
type layerProgress struct {
	motion   weightedMotion // of the clips that override
	added    weightedMotion // of additive clips
	onlyAdds bool           // the layer's mode is Additive
}

// Begin prepares for characters of a skeleton, whose blend inputs are appended to a list. That of
// the events is emptied.
func (a *Advancer) Begin(library *assets.Library, skeleton *assets.Skeleton, inputs []motion.BlendInput) {
	a.library, a.memory, a.skeleton = library, residency.Of(library), skeleton
	a.Inputs = Inputs{List: inputs}
	a.Events.List, a.Events.Dropped = a.Events.List[:0], 0
	a.wantsRootMotion, a.Part, a.endWeight = false, nil, nil // a character may have panicked
	a.beginLayer(0, 1, clip.Override)
}

// Advance advances the Character by a time in seconds: its controller, its layers from the lowest
// up, and its root motion.
func (a *Advancer) Advance(seconds float64) {
	c := &a.Character
	seconds = CharacterTime(seconds, c.TimeScale)
	c.entered = 0
	if c.Controller != nil {
		steps.Graphs.Do(a)
	}
	if c.Inertialization != nil {
		c.Inertialization.Waited += inertializationTime(c, seconds)
	}
	if c.RootMotion != nil {
		a.wantsRootMotion, a.hasRootMotion = true, false
		a.layer.motion = weightedMotion{}
	}
	a.AdvancePlayer(c.Player, c.Fades, seconds)
	if c.Layers.At(1) != nil {
		a.advanceLayers(c, seconds)
	} else if c.RootMotion != nil {
		c.RootMotion.Delta = a.layer.motion.mean()
	}
	if c.RootMotion != nil {
		if a.hasRootMotion {
			c.RootMotion.Up = a.up
		}
		decayRootMotion(c, inertializationTime(c, seconds))
	}
	a.wantsRootMotion = false
}

// DoWithGraph implements [steps.Graph]: it advances the controller of a character.
func (a *Advancer) DoWithGraph() { advanceController(a.library, &a.Events, &a.Character) }

// AdvancePlayer is [Advancer.Advance] for a character that has only a player and perhaps a
// crossfade, as most characters of a large crowd.
func (a *Advancer) AdvancePlayer(player *components.AnimationPlayer, fades *components.BlendState, seconds float64) {
	a.number++
	a.Inputs.begin = len(a.Inputs.List)
	fadedIn := 1.0
	if player.Paused {
		seconds = 0 // the layers above continue
	}
	if fades != nil && fades.Count > 0 {
		fadedIn = a.advanceCrossfade(fades, seconds, a.isAway(player.Motion))
	}
	switch {
	case a.Part != nil && a.Part.Layer == 0:
		a.advancePart(&player.Playback, nil, player.Sync, player.Paused, seconds, fadedIn)
	case player.Sync == 0:
		a.advancePlayback(&player.Playback, seconds, fadedIn)
	default:
		before := player.Playback
		a.advancePlayback(&player.Playback, seconds, fadedIn)
		a.leadSyncGroup(player.Sync, &before, &player.Playback)
	}
	if !a.Inputs.normalize() {
		a.advancePlayback(&player.Playback, 0, 1)
	}
}

// inertializationTime returns how many seconds pass for the pose of a character. No time passes
// while the player is paused, unless the character has layers, which continue.
func inertializationTime(c *Character, seconds float64) float64 {
	if c.Player.Paused && c.Layers.At(1) == nil {
		return 0
	}
	return seconds
}

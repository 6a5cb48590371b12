package graph

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/internal/exact"
)

// states looks up the layers' masks, and compiles what the leaf states play.
func (c *compiler) states() {
	if c.lookup.library != nil {
		c.findSkeleton()
	}
	c.definitions()
	c.parts.LayerMasks = make([]uint16, len(c.parts.Layers))
	for i := range c.parts.Layers {
		layer := &c.document.layers[i]
		location := locate(layer.jsonPath, "layer %q", layer.name)
		if defined := c.document.findMask(&layer.mask); defined >= 0 {
			c.parts.LayerMasks[i] = uint16(1 + defined)
			if defined < len(c.parts.Masks) {
				c.parts.Layers[i].Mask = c.parts.Masks[defined].ID
			}
		} else if layer.mask.given && checkReference(c, location, "mask", &layer.mask) {
			resolveReference(c, location, c.lookup.maskKind(), &layer.mask)
			c.parts.Layers[i].Mask = layer.mask.id
		}
		c.parts.MaskNames = append(c.parts.MaskNames, layer.mask.name)
	}
	c.parts.StateSpaces = make([]uint16, len(c.leaves))
	for i, leaf := range c.leaves {
		c.leaf(leaf, &c.parts.States[i])
		played := machine.MotionName{Name: leaf.spec.motion.name}
		if leaf.spec.motion.given {
			played.Kind = leaf.spec.motion.noun()
		}
		c.parts.Motions = append(c.parts.Motions, played)
	}
	for _, root := range c.roots {
		c.checkMachines(root)
	}
	c.parts.Skeleton = c.lookup.skeleton
}

// leaf compiles what a leaf state plays.
func (c *compiler) leaf(node *stateNode, state *LeafState) {
	s := node.spec
	*state = LeafState{
		Speed: s.speed, LoopLimit: s.loopLimit, PlayMode: s.playMode, Layer: uint8(node.layer), SyncGroup: s.syncGroup,
		SpeedParameter: -1, XParameter: -1, YParameter: -1,
	}
	c.fadeOut(node, state)
	c.motion(node, state)
	if s.playMode > clip.Hold {
		c.problem(node.location, "expected the play mode %v, %v, %v or %v, found %v", clip.Once, clip.Loop,
			clip.PingPong, clip.Hold, s.playMode)
	}
	if s.loopLimit != 0 && (s.playMode == clip.Once || s.playMode == clip.Hold) {
		c.problem(node.location, "expected a loop limit only in play mode %v or %v, found the limit %d in play mode %v",
			clip.Loop, clip.PingPong, s.loopLimit, s.playMode)
	}
	if !exact.IsFinite(s.speed) {
		c.problem(node.location, "expected a finite speed, found %v", s.speed)
	}
	if s.syncGroup > MaxSyncGroup {
		c.problem(node.location, "expected a sync group from 1 to %d, or 0 for none, found %d", MaxSyncGroup,
			s.syncGroup)
	}
	if s.speedParameter != "" {
		state.SpeedParameter = c.floatParameter(node.location, s.speedParameter, "its speed")
	}
	state.Tag = c.textNumber(node.location, s.tag, "its tag")
	state.EnterEvent = c.textNumber(node.location, s.enterEvent, "the name of its enter event")
	state.ExitEvent = c.textNumber(node.location, s.exitEvent, "the name of its exit event")
}

// fadeOut checks and compiles the fade-out of a leaf state.
func (c *compiler) fadeOut(node *stateNode, state *LeafState) {
	s := node.spec
	switch {
	case !s.hasFadeOut:
		return
	case !exact.IsFinite(s.fadeOut) || s.fadeOut < 0:
		c.problem(node.location, "expected a finite fade-out of at least 0 s, found %v s", s.fadeOut)
	case s.playMode != clip.Once:
		c.problem(node.location, "expected a fade-out only in play mode %v, found %v s in play mode %v", clip.Once,
			s.fadeOut, s.playMode)
	}
	if s.fadeOut == 0 {
		s.fadeOut = 0 // not -0, which would be less than 0 in JSON
	}
	c.parts.SetFadeOut(state, s.fadeOut)
}

// checkAdditive checks that additive layers play additive assets, and other layers do not.
func (c *compiler) checkAdditive(node *stateNode, noun, name string, additive bool) {
	switch mode := c.document.layers[node.layer].mode; {
	case mode == clip.Additive && !additive:
		c.problem(node.location, "expected an additive %s in an additive layer, found %q, which is not", noun, name)
	case mode != clip.Additive && additive:
		c.problem(node.location, "expected a %s that is not additive in a layer that is not, found %q", noun, name)
	}
}

// checkMachines checks that machines have no properties that only leaf states have.
func (c *compiler) checkMachines(node *stateNode) {
	if s := node.spec; s != nil && node.machine != nil {
		if s.motion.given {
			c.problem(node.location, "expected a machine or a motion, found both")
		}
		defaults := newState(s.name)
		if s.playMode != defaults.playMode || s.loopLimit != 0 || s.speed != defaults.speed || s.speedParameter != "" ||
			len(s.parameters) > 0 || s.enterEvent != "" || s.exitEvent != "" || s.tag != "" || s.syncGroup != 0 ||
			s.hasFadeOut || len(s.require)+len(s.forbid) > 0 {
			c.problem(node.location, "expected parameters, speed, play mode, loop limit, fade-out, events, tags and "+
				"sync group on the states of a machine, "+
				"found some on the machine")
		}
	}
	for _, child := range node.children {
		c.checkMachines(child)
	}
}

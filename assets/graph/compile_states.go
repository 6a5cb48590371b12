package graph

import (
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
)

// motions looks up what the states play and the layers' masks.
func (c *compiler) states() {
	if c.lookup.library != nil {
		c.findSkeleton()
	}
	for i := range c.document.layers[:len(c.graph.layers)] {
		p := &c.document.layers[i]
		place := location(p.jsonPath, "layer %q", p.name)
		if p.mask.given && checkReference(c, place, "mask", &p.mask) {
			resolveReference(c, place, c.lookup.maskKind(), &p.mask)
			c.graph.layers[i].Mask = p.mask.id
		}
	}
	for i, leaf := range c.leaves {
		c.leaf(leaf, &c.graph.states[i])
		motion := assetName{leaf.spec.clip.name, false}
		if leaf.spec.blendSpace.given {
			motion = assetName{leaf.spec.blendSpace.name, true}
		}
		c.graph.assetNames = append(c.graph.assetNames, motion)
	}
	for _, root := range c.nodes {
		c.checkMachines(root)
	}
	c.graph.skeleton = c.lookup.skeleton
}

// leaf fills in what a leaf state plays.
func (c *compiler) leaf(node *stateNode, s *LeafState) {
	p := node.spec
	*s = LeafState{Speed: p.speed, LoopLimit: p.loopLimit, SpeedParameter: -1, XParameter: -1, YParameter: -1, Layer: uint8(node.layer), PlayMode: p.playMode}
	if p.clip.given && p.blendSpace.given {
		c.problem(node.location, "it plays a clip and a blend space")
	}
	if p.clip.given {
		c.clip(node, s)
	}
	if p.blendSpace.given {
		c.blendSpace(node, s)
	} else if len(p.parameters) > 0 {
		c.problem(node.location, "parameters place a blend space, and it plays none")
	}
	if p.playMode > clip.Hold {
		c.problem(node.location, "there is no play mode %d", p.playMode)
	}
	if p.loopLimit != 0 && (p.playMode == clip.Once || p.playMode == clip.Hold) {
		c.problem(node.location, "it repeats its motion, but plays it once")
	}
	if !isFinite(p.speed) {
		c.problem(node.location, "its speed is %v", p.speed)
	}
	if p.speedParameter != "" {
		s.SpeedParameter = c.parameterIndex(node.location, p.speedParameter, FloatParameter, "speed")
	}
	s.Tag = c.textIndex(node.location, p.tag, "its tag")
	s.EnterEvent = c.textIndex(node.location, p.enterEvent, "its enter event")
	s.ExitEvent = c.textIndex(node.location, p.exitEvent, "its exit event")
}

func (c *compiler) clip(node *stateNode, s *LeafState) {
	ref := &node.spec.clip
	if !checkReference(c, node.location, "clip", ref) {
		return
	}
	if clip := resolveReference(c, node.location, c.lookup.clipKind(c.document.layers[node.layer].mode), ref); clip != nil {
		s.Clip, s.Duration = ref.id, clip.Duration()
		c.checkAdditive(node, "clip", ref.name, clip.Additive())
	}
}

func (c *compiler) blendSpace(node *stateNode, s *LeafState) {
	ref, place := &node.spec.blendSpace, node.spec.parameters
	dimensions := min(max(len(place), 1), 2)
	if checkReference(c, node.location, "blend space", ref) {
		if space := resolveReference(c, node.location, c.lookup.blendSpaceKind(c.document.layers[node.layer].mode), ref); space != nil {
			s.BlendSpace, dimensions = ref.id, 2
			if space.Method() == blendspace.Linear {
				dimensions = 1
			}
			c.checkAdditive(node, "blend space", ref.name, space.Additive())
		}
	}
	if len(place) != dimensions {
		c.problem(node.location, "blend space %q has %d dimensions, and %d parameters to place it", ref.name, dimensions, len(place))
		return
	}
	s.XParameter = c.parameterIndex(node.location, place[0], FloatParameter, "x of the blend space")
	if dimensions == 2 {
		s.YParameter = c.parameterIndex(node.location, place[1], FloatParameter, "y of the blend space")
	}
}

// additive checks that differences are played where they are added, and nowhere else.
func (c *compiler) checkAdditive(node *stateNode, what, name string, additive bool) {
	switch mode := c.document.layers[node.layer].mode; {
	case mode == clip.Additive && !additive:
		c.problem(node.location, "%s %q holds poses, not the differences that the layer adds", what, name)
	case mode != clip.Additive && additive:
		c.problem(node.location, "%s %q holds differences, and the layer does not add", what, name)
	}
}

// machinesPlayNothing checks that what only leaves have is not said of machines.
func (c *compiler) checkMachines(node *stateNode) {
	if p := node.spec; p != nil && node.machine != nil {
		if p.clip.given || p.blendSpace.given {
			c.problem(node.location, "it holds states and plays something itself")
		}
		standard := newState(p.name)
		if p.playMode != standard.playMode || p.loopLimit != 0 || p.speed != standard.speed || p.speedParameter != "" || len(p.parameters) > 0 ||
			p.enterEvent != "" || p.exitEvent != "" || p.tag != "" {
			c.problem(node.location, "it holds states, of which each has its own speed, play mode, events and tag")
		}
	}
	for _, child := range node.children {
		c.checkMachines(child)
	}
}

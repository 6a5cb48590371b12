package graph

import (
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
)

// motions looks up what the states play and the layers' masks.
func (c *compiler) motions() {
	if c.names.library != nil {
		c.findSkeleton()
	}
	for i := range c.document.layers[:len(c.graph.layers)] {
		p := &c.document.layers[i]
		place := at(p.at, "layer %q", p.name)
		if p.mask.given && known(c, place, "mask", &p.mask) {
			look(c, place, c.names.maskKind(), &p.mask)
			c.graph.layers[i].Mask = p.mask.id
		}
	}
	for i, leaf := range c.leaves {
		c.leaf(leaf, &c.graph.states[i])
		motion := stateMotion{leaf.part.clip.name, false}
		if leaf.part.space.given {
			motion = stateMotion{leaf.part.space.name, true}
		}
		c.graph.motions = append(c.graph.motions, motion)
	}
	for _, root := range c.nodes {
		c.machinesPlayNothing(root)
	}
	c.graph.skeleton = c.names.skeleton
}

// leaf fills in what a leaf state plays.
func (c *compiler) leaf(node *stateNode, s *LeafState) {
	p := node.part
	*s = LeafState{Speed: p.speed, LoopLimit: p.repeats, SpeedParameter: -1, X: -1, Y: -1, Layer: uint8(node.layer), Mode: p.mode}
	if p.clip.given && p.space.given {
		c.problem(node.place, "it plays a clip and a blend space")
	}
	if p.clip.given {
		c.clip(node, s)
	}
	if p.space.given {
		c.space(node, s)
	} else if len(p.place) > 0 {
		c.problem(node.place, "parameters place a blend space, and it plays none")
	}
	if p.mode > clip.Hold {
		c.problem(node.place, "there is no play mode %d", p.mode)
	}
	if p.repeats != 0 && (p.mode == clip.Once || p.mode == clip.Hold) {
		c.problem(node.place, "it repeats its motion, but plays it once")
	}
	if !finite(p.speed) {
		c.problem(node.place, "its speed is %v", p.speed)
	}
	if p.speedParameter != "" {
		s.SpeedParameter = c.parameterOf(node.place, p.speedParameter, FloatParameter, "speed")
	}
	s.Tag = c.textIndex(node.place, p.tag, "its tag")
	s.EnterEvent = c.textIndex(node.place, p.enterEvent, "its enter event")
	s.ExitEvent = c.textIndex(node.place, p.exitEvent, "its exit event")
}

func (c *compiler) clip(node *stateNode, s *LeafState) {
	ref := &node.part.clip
	if !known(c, node.place, "clip", ref) {
		return
	}
	if clip := look(c, node.place, c.names.clipKind(c.document.layers[node.layer].mode), ref); clip != nil {
		s.Clip, s.Duration = ref.id, clip.Duration()
		c.additive(node, "clip", ref.name, clip.Additive())
	}
}

func (c *compiler) space(node *stateNode, s *LeafState) {
	ref, place := &node.part.space, node.part.place
	dimensions := min(max(len(place), 1), 2)
	if known(c, node.place, "blend space", ref) {
		if space := look(c, node.place, c.names.spaceKind(c.document.layers[node.layer].mode), ref); space != nil {
			s.BlendSpace, dimensions = ref.id, 2
			if space.Method() == blendspace.AlongLine {
				dimensions = 1
			}
			c.additive(node, "blend space", ref.name, space.Additive())
		}
	}
	if len(place) != dimensions {
		c.problem(node.place, "blend space %q has %d dimensions, and %d parameters to place it", ref.name, dimensions, len(place))
		return
	}
	s.X = c.parameterOf(node.place, place[0], FloatParameter, "x of the blend space")
	if dimensions == 2 {
		s.Y = c.parameterOf(node.place, place[1], FloatParameter, "y of the blend space")
	}
}

// additive checks that differences are played where they are added, and nowhere else.
func (c *compiler) additive(node *stateNode, what, name string, additive bool) {
	switch mode := c.document.layers[node.layer].mode; {
	case mode == clip.Additive && !additive:
		c.problem(node.place, "%s %q holds poses, not the differences that the layer adds", what, name)
	case mode != clip.Additive && additive:
		c.problem(node.place, "%s %q holds differences, and the layer does not add", what, name)
	}
}

// machinesPlayNothing checks that what only leaves have is not said of machines.
func (c *compiler) machinesPlayNothing(node *stateNode) {
	if p := node.part; p != nil && node.machine != nil {
		if p.clip.given || p.space.given {
			c.problem(node.place, "it holds states and plays something itself")
		}
		standard := newState(p.name)
		if p.mode != standard.mode || p.repeats != 0 || p.speed != standard.speed || p.speedParameter != "" || len(p.place) > 0 ||
			p.enterEvent != "" || p.exitEvent != "" || p.tag != "" {
			c.problem(node.place, "it holds states, of which each has its own speed, play mode, events and tag")
		}
	}
	for _, child := range node.children {
		c.machinesPlayNothing(child)
	}
}

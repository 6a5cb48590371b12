package advance

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
)

// weightedMotion is the root motion of one layer's playbacks.
type weightedMotion struct {
	sum    clip.Motion // each playback's movement times its weight
	weight float64     // sum of the weights, including playbacks that do not move
}

// mean returns the weighted mean of the movements.
func (m *weightedMotion) mean() clip.Motion {
	if !(m.weight > 0) {
		return clip.Motion{}
	}
	return clip.Motion{}.AddScaled(m.sum, 1/m.weight)
}

// addRootMotion adds the root motion of a clip in a step to the layer's, for a character that moves
// by root motion. In a layer above layer 0 a playback that no longer shows does not move it, from
// the frame in which it finishes, nor does a clip that is not additive in an additive layer.
func (a *Advancer) addRootMotion(clip *motion.Asset, p *components.Playback, step *motion.Step, weight float64) {
	if !(float32(weight) > 0) || a.Events.layer > 0 && isHidden(p) || !a.fitsLayer(clip) {
		return
	}
	root := clip.Clip.RootMotion()
	if root == nil {
		return
	}
	a.up, a.hasRootMotion = root.Up(), true
	moved := &a.layer.motion
	if a.Events.layer > 0 && clip.Additive {
		moved = &a.layer.added
	}
	moved.sum = moved.sum.AddScaled(rootMovement(root, step), weight)
}

// rootMovement returns the movement of a character in a step, in its own space before the step.
func rootMovement(root *clip.RootMotion, step *motion.Step) clip.Motion {
	if step.PingPong {
		return root.Delta(step.From, step.To)
	}
	wraps := step.LoopsDone
	if step.Finished && wraps > 0 {
		wraps-- // the last loop ends without a wrap
	}
	return root.Travel(step.From, step.To, int(min(wraps, 1<<30)), step.Backward)
}

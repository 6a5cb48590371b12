package simulation

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// controlledModel is a model with a state machine that plays its clips.
type controlledModel struct {
	model    *assets.Model
	graph    assets.GraphID
	additive assets.ClipID // 0 if no additive clip can be made
	mask     id.Mask
}

// makeControlledModels makes one for each model with clips.
func (c *ModelSet) makeControlledModels() ([]controlledModel, error) {
	var all []controlledModel
	for _, model := range c.Models {
		if len(model.Clips) == 0 {
			continue
		}
		r, err := c.makeControlledModel(model)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", model.Name, err)
		}
		all = append(all, r)
	}
	return all, nil
}

// makeControlledModel adds a graph, and the clips, blend spaces and mask that it uses, to the
// library.
func (c *ModelSet) makeControlledModel(model *assets.Model) (controlledModel, error) {
	r := controlledModel{model: model}
	skeleton := c.Library.Skeleton(model.Skeleton)
	first := c.Library.Clip(model.Clips[0])
	pose := rig.NewPose(skeleton)
	if err := first.Sample(first.Start(), pose); err != nil {
		return r, err
	}
	if add, err := clip.MakeAdditive(first, pose); err == nil { // fails for a scale of 0
		r.additive = c.Library.AddClip(add)
	}
	var err error
	r.mask, err = rig.NewMask("half", skeleton).Joints(0.5, skeleton.JointName(0)).
		Feather(skeleton.JointName(skeleton.Len()/2), 1).Add(c.Library)
	if err != nil {
		return r, err
	}
	moving, err := clip.WithMarkers(first, clip.Marker{Name: "start", Time: first.Start()},
		clip.Marker{Name: "step", Time: first.Start() + float64(first.Duration()*0.375), MinWeight: 0.25},
		clip.Marker{Name: "end", Time: first.End()})
	if err != nil {
		return r, err
	}
	if rooted, err := clip.ExtractRootMotion(moving, clip.RootMotionOptions{AllowStill: true}); err == nil {
		moving = rooted // otherwise no joint moves
	}
	one, two, three := c.Library.AddClip(moving), model.Clips[len(model.Clips)/2], model.Clips[len(model.Clips)-1]
	line, err := blendspace.New1D("line").At(0, one).At(1, two).At(2, three).Add(c.Library)
	if err != nil {
		return r, err
	}
	plane, err := blendspace.New2D("plane", blendspace.GradientBands).At2(0, 0, one).At2(1, 0, two).At2(0, 1, three).
		At2(1, 1, one).Add(c.Library)
	if err != nil {
		return r, err
	}
	r.graph, err = graph.New("piece").Float("x", 0).Float("y", 0).Float("pace", 1).Int("mode", 0).Bool("wave", false).
		Trigger("go").
		Layer("body",
			graph.State("line").MotionByID(line, "x").SpeedParameter("pace").EnterEvent("in").ExitEvent("out").
				To("plane").When("mode", ">", 1).Fade(float32Seconds(0.3)).Curve("smoothstep").Interruption(graph.InterruptBySourceThenTarget).
				To("one").WhenTriggered("go").Fade(float32Seconds(0.4)).Inertialized(),
			graph.State("plane").MotionByID(plane, "x", "y").
				To("line").When("mode", "<=", 1).Fade(0.5).Interruption(graph.InterruptByTargetThenSource).
				To("one").WhenTriggered("go").Fade(float32Seconds(0.2)).Offset(0.25).FrozenSource(),
			graph.State("one").MotionByID(one).PlayMode(assets.PingPong).To("line").When("y", "<", 0.5).Fade(0.25).To("plane").When("x", "!=", 0).Fade(float32Seconds(0.1)),
		).
		Layer("half",
			graph.State("none").To("over").WhenTrue("wave").Fade(float32Seconds(0.3)),
			graph.State("over").MotionByID(three).SpeedParameter("pace").To("none").WhenFalse("wave").Fade(float32Seconds(0.2))).MaskByID(r.mask).Weight(0.75).
		Add(c.Library, model)
	return r, err
}

// float32Seconds returns seconds rounded to float32. The hashes are stored for fades of these
// durations.
func float32Seconds(seconds float32) float64 { return float64(seconds) }

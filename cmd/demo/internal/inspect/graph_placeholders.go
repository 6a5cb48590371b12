package inspect

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// AddStandIns files what a graph names and a model's file never has, so that its clips can be looked up in the model: a mask of
// all joints, a straight curve, a blend space of the model's first clip and the differences of clips from the rest pose, under the
// names that the graph uses. The graph is one without a library.
func AddPlaceholders(library *assets.Library, model *assets.Model, g *assets.Graph) error {
	skeleton := library.Skeleton(model.Skeleton)
	for i := range g.Layers() {
		if name := g.Mask(i); name != "" {
			mask, err := rig.NewMask(name, skeleton).Build()
			if err != nil {
				return err
			}
			library.AddMask(mask)
		}
	}
	for i := range g.AuthoredTransitions() {
		// those that are always there cannot be made, nor need be
		if curve, err := clip.NewCurve(g.AuthoredTransitions()[i].Curve, func(x float32) float32 { return x }); err == nil {
			library.AddCurve(curve)
		}
	}
	for i := range g.States() {
		if err := addPlaceholder(library, model, g, i); err != nil {
			return fmt.Errorf("state %s: %w", g.Path(i), err)
		}
	}
	return nil
}

// addMotion files what stands in for the motion of a state, where that must be.
func addPlaceholder(library *assets.Library, model *assets.Model, g *assets.Graph, i int) error {
	s := &g.States()[i]
	name, space := g.Motion(i)
	additive := g.Layers()[s.Layer].Mode == assets.Additive
	source := model.Clip(name)
	if space && len(model.Clips) > 0 {
		source = model.Clips[0]
	}
	c := library.Clip(source)
	if c == nil {
		return nil // which the graph will say
	}
	if additive && !c.Additive() {
		difference, err := clip.MakeAdditive(c, rig.NewPose(c.Skeleton()))
		if err != nil {
			return err
		}
		source = library.AddClip(difference)
	}
	switch {
	case !space:
		return nil
	case s.Y < 0:
		_, err := blendspace.New1D(name).At(0, source).At(1, source).Add(library)
		return err
	}
	_, err := blendspace.New2D(name, blendspace.GradientBands).At2(0, 0, source).At2(1, 0, source).At2(0, 1, source).Add(library)
	return err
}

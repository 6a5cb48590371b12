package inspect

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
)

// AddPlaceholders adds the assets that a graph names and a model file cannot contain, so that the
// graph can be resolved with the model's clips: a mask of all joints, a linear curve, a blend space
// of the model's first clip, and additive clips relative to the rest pose. The graph must not be
// resolved yet.
func AddPlaceholders(library *assets.Library, model *assets.Model, g *graph.Graph) error {
	skeleton := library.Skeleton(model.Skeleton)
	defined := map[string]bool{}
	for _, m := range g.DefinedMasks() {
		defined[m.Name] = true
	}
	for i := range g.Layers() {
		if name := g.MaskName(i); name != "" && !defined[name] {
			if _, err := rig.NewMask(name, skeleton).Add(library); err != nil {
				return err
			}
		}
	}
	for i := range g.AuthoredTransitions() {
		// NewCurve fails for the names of built-in curves, which need no placeholder
		if curve, err := clip.NewCurve(g.AuthoredTransitions()[i].Curve, func(x float32) float32 {
			return x
		}); err == nil {
			if _, err := library.AddCurve(curve); err != nil {
				return err
			}
		}
	}
	clear(defined)
	for _, s := range g.DefinedBlendSpaces() {
		defined[s.Name] = true
	}
	for i := range g.States() {
		if name, kind := g.MotionName(i); kind != "clip" && defined[name] {
			continue
		}
		if err := addPlaceholder(library, model, g, i); err != nil {
			return fmt.Errorf("state %s: %w", g.Path(i), err)
		}
	}
	return nil
}

// addPlaceholder adds a placeholder for a state's clip or blend space, if it needs one.
func addPlaceholder(library *assets.Library, model *assets.Model, g *graph.Graph, i int) error {
	s := &g.States()[i]
	name, kind := g.MotionName(i)
	additive := g.Layers()[s.Layer].Mode == clip.Additive
	source := model.Clip(name)
	if kind != "clip" && len(model.Clips) > 0 {
		source = model.Clips[0]
	}
	c := library.Clip(source)
	if c == nil {
		return nil // Resolve reports it
	}
	if additive && !c.Additive() {
		difference, err := clip.MakeAdditive(c, rig.NewPose(c.Skeleton()))
		if err != nil {
			return err
		}
		source = library.AddClip(difference)
	}
	switch {
	case kind == "clip":
		return nil
	case s.XParameter < 0 && source != 0: // it may be a clip
		return nil
	case s.YParameter < 0:
		_, err := blendspace.New1D(name).At(0, source).At(1, source).Add(library)
		return err
	}
	_, err := blendspace.New2D(name, blendspace.GradientBands).At2(0, 0, source).At2(1, 0, source).At2(0, 1, source).
		Add(library)
	return err
}

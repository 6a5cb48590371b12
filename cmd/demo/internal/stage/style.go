//go:build cgo || js

package stage

import (
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/systems/render"
)

// ApplyStyle sets the renderer's style for a scene.
func ApplyStyle(renderer *render.Renderer, s Scene, skeletons bool) {
	renderer.Style.Skeletons = skeletons
	renderer.Style.GroundHeight = s.Ground()
	plain := render.DefaultStyle()
	style := &renderer.Style
	style.LightDirection, style.Ground, style.GridSpacing = plain.LightDirection, plain.Ground, 0
	if placed, ok := s.(interface{ Set() *scene.Set }); ok && placed.Set() != nil {
		set := placed.Set()
		style.LightDirection, style.Ground, style.GroundHeight = set.Light, set.Ground, set.Height
		style.GridSpacing = 1e4 // no lines on grass
	}
	if _, ok := s.(Steerable); ok {
		renderer.Style.GridSpacing = locomotion.Grid // fixed, so that sliding feet would be visible
	}
}

// Measure tells what the renderer did in a frame to a scene that wants to know.
func Measure(s Scene, stats render.Stats) {
	if measuring, ok := s.(interface {
		Drawn(seconds float64, culled int)
	}); ok {
		measuring.Drawn(stats.GatherSeconds, stats.Culled)
	}
}

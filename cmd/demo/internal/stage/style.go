//go:build cgo || js

package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/systems/render"
)

// ApplyStyle sets the renderer's style for a scene.
func ApplyStyle(renderer *render.Renderer, s Scene, skeletons bool) {
	style, plain := &renderer.Style, render.DefaultStyle()
	style.Skeletons, style.GroundHeight = skeletons, s.Ground()
	style.LightDirection, style.Ground, style.GridSpacing = plain.LightDirection, plain.Ground, 0
	if painted, ok := s.(interface {
		Light() (directional, rim float32)
	}); ok {
		directional, rim := painted.Light()
		style.LightColor, style.RimLight = plain.LightColor.Mul(directional), plain.RimLight.Mul(rim)
	}
	if placed, ok := s.(interface{ Set() *scene.Set }); ok && placed.Set() != nil {
		set := placed.Set()
		style.LightDirection, style.Ground, style.GroundHeight = set.Light, set.Ground, set.Height
		style.GridSpacing = 1e4 // no lines on grass
	}
	if _, ok := s.(Steerable); ok {
		style.GridSpacing = locomotion.Grid // fixed, so that sliding feet would be visible
	}
}

// Attend prepares a scene and the renderer for a frame that a camera sees: textures that move do so
// by the time of the scene, and avatars look at the pointer, which is at x and y in the picture, 0
// to 1 from the left and from above.
func Attend(renderer *render.Renderer, s Scene, camera *render.Camera, aspect float32, x, y float64) error {
	if timed, ok := s.(interface{ Time() float64 }); ok {
		renderer.Style.Seconds = timed.Time()
	}
	if watching, ok := s.(interface {
		Watch(clip mgl32.Mat4, eye mgl32.Vec3, x, y float64) error
	}); ok {
		return watching.Watch(camera.Projection(aspect).Mul4(camera.View()), camera.Position, x, y)
	}
	return nil
}

// Measure tells what the renderer did in a frame to a scene that wants to know.
func Measure(s Scene, stats render.Stats) {
	if measuring, ok := s.(interface {
		Drawn(seconds float64, culled int)
	}); ok {
		measuring.Drawn(stats.GatherSeconds, stats.Culled)
	}
}

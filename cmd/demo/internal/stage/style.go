//go:build cgo || js

package stage

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

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
}

// Surroundings are the environments that a window or page offers beside the sky, in the order of
// [Light].Surroundings.
type Surroundings struct {
	pictures []*render.Environment // after the sky and the studio
	studio   *render.Environment   // made when it is chosen
}

// Add adds a picture of the user to those to choose from, or puts it in the place of one of that
// name, and chooses it.
func (s *Surroundings) Add(light *Light, name string, picture *render.Environment) {
	at := slices.Index(light.Surroundings, name)
	if at < firstPicture {
		at = len(light.Surroundings)
		light.Surroundings = append(light.Surroundings, name)
		s.pictures = append(s.pictures, nil)
	}
	s.pictures[at-firstPicture] = picture
	light.Environment = at
}

// studioIndex and firstPicture are indices of [Light].Surroundings.
const (
	studioIndex = 1 + iota
	firstPicture
)

// Light sets what the user changed of the light in the style of a scene, and tells the panel where
// the scene has the sun.
func (s *Surroundings) Light(style *render.Style, light *Light) {
	switch i := light.Environment; {
	case i == studioIndex:
		if s.studio == nil {
			s.studio = render.StudioEnvironment()
		}
		style.Environment = s.studio
	case i >= firstPicture && i-firstPicture < len(s.pictures):
		style.Environment = s.pictures[i-firstPicture]
	}
	style.ShowEnvironment = light.ShowEnvironment
	style.Exposure = float32(math.Exp2(light.Stops))
	style.Occlusion = float32(light.Occlusion)
	style.ShadowCascades = light.Cascades
	if light.Turned {
		yaw, height := light.Yaw*math.Pi/180, light.Height*math.Pi/180
		style.LightDirection = mgl32.Vec3{
			float32(math.Sin(yaw) * math.Cos(height)), float32(math.Sin(height)),
			float32(math.Cos(yaw) * math.Cos(height)),
		}
		return
	}
	d := style.LightDirection
	light.Yaw = math.Atan2(float64(d[0]), float64(d[2])) * 180 / math.Pi
	light.Height = math.Atan2(float64(d[1]), math.Hypot(float64(d[0]), float64(d[2]))) * 180 / math.Pi
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

package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// MaxLights is the largest number of lights of models that a frame draws with. If more shine, those
// count that light the camera's target most, and [Stats].LightsLeftOut tells how many do not.
const MaxLights = 8

// light is a light of a model in world space, in the shaders' layout.
type light struct {
	place mgl32.Vec4 // xyz position, w 1; or xyz direction toward the light, w 0
	color mgl32.Vec4 // rgb strength at distance 1; w 1 / range, 0 for none
	// What the fraction of a spot's light is the square of, before it is clamped: xyz times the
	// direction from the light, plus w. For other lights it is 1.
	spot mgl32.Vec4
}

// lightList are the lights of a frame, the strongest first.
type lightList struct {
	lights    [MaxLights]light
	strengths [MaxLights]float32 // at the camera's target
	count     int
	leftOut   int
}

// add adds a light, in place of the weakest one if there is no room.
func (l *lightList) add(one light, strength float32) {
	if !(strength > 0) || math.IsInf(float64(strength), 0) {
		return
	}
	at := l.count
	for at > 0 && l.strengths[at-1] < strength {
		at--
	}
	if l.count == MaxLights {
		if l.leftOut++; at == MaxLights {
			return
		}
		l.count--
	}
	copy(l.lights[at+1:], l.lights[at:l.count])
	copy(l.strengths[at+1:], l.strengths[at:l.count])
	l.lights[at], l.strengths[at] = one, strength
	l.count++
}

// addLights adds the lights of a model that a character shows.
func (r *Renderer) addLights(model *assets.Model, pool *ecs.Pool, slot int, world *rig.Matrix) {
	for i := range model.Lights {
		l := &model.Lights[i]
		palette := pool.Palette(l.Skin, slot)
		morphs := pool.Morphs()[slot*pool.Skeleton().MorphCount():]
		if matrix := matrixAt(palette, l.PaletteIndex); matrix != nil && l.Shown(morphs) {
			toWorld := world.Mul(*matrix)
			r.lights.add(lightAt(l, &toWorld, r.camera.Target))
		}
	}
}

// addCulledLights adds the lights of a model, which may have none, of a character that is culled: it
// is out of sight, but what it lights may be seen. They shine as it was posed last.
func (r *Renderer) addCulledLights(id assets.ModelID, pool *ecs.Pool, slot int, transform *components.Transform) {
	if model := r.library.Model(id); model != nil && len(model.Lights) > 0 {
		world := worldMatrix(transform)
		r.addLights(model, pool, slot, &world)
	}
}

// lightAt returns a light whose node a matrix takes to world space, and how strong it is at a point.
func lightAt(l *assets.Light, toWorld *rig.Matrix, at mgl32.Vec3) (one light, strength float32) {
	position := mgl32.Vec3{toWorld[3], toWorld[7], toWorld[11]}
	back := direction(mgl32.Vec3{toWorld[2], toWorld[6], toWorld[10]}) // it shines along -z
	// an irradiance of pi on a surface that faces a light is the strength 1
	one.color = l.Color.Mul(l.Intensity / math.Pi).Vec4(0)
	one.spot[3] = 1
	strength = max(one.color[0], one.color[1], one.color[2])
	if l.Kind == assets.LightDirectional {
		one.place = back.Vec4(0)
		return one, strength
	}
	one.place = position.Vec4(1)
	if l.Range > 0 {
		one.color[3] = 1 / l.Range
	}
	if l.Kind == assets.LightSpot {
		inner, outer := math.Cos(float64(l.InnerCone)), math.Cos(float64(l.OuterCone))
		scale := float32(1 / math.Max(0.001, inner-outer)) // as the extension has it
		one.spot = back.Mul(-scale).Vec4(-float32(outer) * scale)
	}
	return one, strength / max(at.Sub(position).LenSqr(), 1e-6)
}

// setLights fills the part of the block that depends on the lights of models.
func (f *frameBlock) setLights(l *lightList) {
	f.lightColor[3] = float32(l.count)
	f.lights = l.lights
}

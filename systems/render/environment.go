package render

import (
	"fmt"
	"math"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
	"github.com/sinew-go/sinew/systems/render/internal/prefilter"
)

// Environment is the light that comes from all directions, for [Style].Environment: the sky, a
// studio, or a picture of real surroundings. It does not change. The zero Environment is none. The
// first frame that is drawn with it prepares it, which takes about a tenth of a second.
type Environment struct {
	prepare func() *prefilter.Map // does its work once; nil for the zero Environment
}

// prepared returns what the light is prepared to, or nil without any light.
func (e *Environment) prepared() *prefilter.Map {
	if e == nil || e.prepare == nil {
		return nil
	}
	return e.prepare()
}

func newEnvironment(radiance func(mgl32.Vec3) mgl32.Vec3, detailed bool) *Environment {
	return &Environment{sync.OnceValue(func() *prefilter.Map { return prefilter.New(radiance, detailed) })}
}

// NewEnvironment makes an environment of a picture of all directions: an equirectangular one, whose
// columns are longitudes and whose rows are latitudes, from straight up to straight down. Its
// middle is in the direction +X, what is right of it toward +Z. Radiance holds width times height
// colors by rows, which are not copied; surfaces mirror values above 65408 as 65408. The error
// names a color that is negative or not finite. Package
// [github.com/sinew-go/sinew/systems/render/hdr] reads such pictures.
func NewEnvironment(width, height int, radiance []mgl32.Vec3) (*Environment, error) {
	if width < 1 || height < 1 || len(radiance) != width*height {
		return nil, fmt.Errorf("environment: expected at least 1x1 colors, and as many as width times height, "+
			"found %d for %dx%d", len(radiance), width, height)
	}
	for i, c := range radiance {
		for _, value := range c {
			if !(value >= 0) || math.IsInf(float64(value), 0) {
				return nil, fmt.Errorf(
					"environment: column %d of row %d: expected a color of finite numbers from 0, found %v",
					i%width, i/width, c)
			}
		}
	}
	p := panorama{width, height, radiance}
	for p.width > 1024 && p.width%2 == 0 && p.height%2 == 0 { // more than the levels hold
		p = p.halved()
	}
	return newEnvironment(p.at, true), nil
}

// panorama is an equirectangular picture.
type panorama struct {
	width, height int
	colors        []mgl32.Vec3
}

// at returns the color in a direction, between four pixels.
func (p panorama) at(d mgl32.Vec3) mgl32.Vec3 {
	x := (math.Atan2(float64(d[2]), float64(d[0]))/(2*math.Pi)+0.5)*float64(p.width) - 0.5
	y := math.Acos(min(max(float64(d[1]), -1), 1))/math.Pi*float64(p.height) - 0.5
	left, top := math.Floor(x), math.Floor(y)
	right, down := float32(x-left), float32(y-top)
	pixel := func(x, y float64) mgl32.Vec3 {
		column := (int(x) + p.width) % p.width
		return p.colors[min(max(int(y), 0), p.height-1)*p.width+column]
	}
	above := pixel(left, top).Mul(1 - right).Add(pixel(left+1, top).Mul(right))
	below := pixel(left, top+1).Mul(1 - right).Add(pixel(left+1, top+1).Mul(right))
	return above.Mul(1 - down).Add(below.Mul(down))
}

// halved returns the picture with half the width and height.
func (p panorama) halved() panorama {
	half := panorama{p.width / 2, p.height / 2, make([]mgl32.Vec3, p.width/2*(p.height/2))}
	for i := range half.colors {
		from := i/half.width*2*p.width + i%half.width*2
		sum := p.colors[from].Add(p.colors[from+1]).Add(p.colors[from+p.width]).Add(p.colors[from+p.width+1])
		half.colors[i] = sum.Mul(0.25)
	}
	return half
}

// SkyEnvironment returns the light of a style's sky and ground, with a glow around its directional
// light. That light itself is not part of it, as it casts shadows.
func SkyEnvironment(style Style) *Environment {
	light := direction(style.LightDirection)
	zenith, horizon, ground, sun := style.Zenith, style.Horizon, style.Ground, style.LightColor
	return newEnvironment(func(d mgl32.Vec3) mgl32.Vec3 {
		// as sky.glsl
		sky := mixed(horizon, zenith, 1-float32(math.Exp(-3*float64(max(d[1], 0)))))
		glow := float32(math.Exp(14 * float64(d.Dot(light)-1)))
		sky = sky.Add(sun.Mul(0.8 * glow))
		// the ground near what stands on it is half in its shadow
		return mixed(ground.Mul(0.5), sky, smooth(-0.08, 0.02, d[1]))
	}, false)
}

// StudioEnvironment returns the light of a photographer's studio: a large lamp above, one at each
// side, narrow ones behind, and a floor, in a dark room.
func StudioEnvironment() *Environment {
	// lamps are by direction, the half of their width and height as tangents of angles, softness of
	// their edges, and radiance.
	lamps := []struct {
		direction           mgl32.Vec3
		width, height, soft float32
		color               mgl32.Vec3
	}{
		{mgl32.Vec3{-0.3, 1, 0.25}, 0.75, 0.5, 0.2, mgl32.Vec3{2.6, 2.5, 2.35}},
		{mgl32.Vec3{-1, 0.35, 0.55}, 0.35, 0.6, 0.15, mgl32.Vec3{2.2, 2.1, 2}},
		{mgl32.Vec3{1, 0.25, 0.5}, 0.3, 0.7, 0.15, mgl32.Vec3{0.8, 0.9, 1.05}},
		{mgl32.Vec3{0.75, 0.3, -1}, 0.12, 0.9, 0.06, mgl32.Vec3{2.5, 2.6, 2.8}},
		{mgl32.Vec3{-0.75, 0.3, -1}, 0.12, 0.9, 0.06, mgl32.Vec3{2.5, 2.6, 2.8}},
	}
	return newEnvironment(func(d mgl32.Vec3) mgl32.Vec3 {
		wall, floor := mgl32.Vec3{0.08, 0.083, 0.09}, mgl32.Vec3{0.14, 0.135, 0.13}
		light := mixed(floor, wall, smooth(-0.3, 0.1, d[1]))
		for i := range lamps {
			l := &lamps[i]
			ahead := l.direction.Normalize()
			across := mgl32.Vec3{0, 1, 0}.Cross(ahead).Normalize()
			up := ahead.Cross(across)
			near := d.Dot(ahead)
			if near <= 0 {
				continue
			}
			x, y := d.Dot(across)/near, d.Dot(up)/near
			covered := smooth(l.width+l.soft, l.width-l.soft, max(x, -x)) *
				smooth(l.height+l.soft, l.height-l.soft, max(y, -y))
			light = mixed(light, l.color, covered)
		}
		return light
	}, false)
}

// mixed returns the color that is a fraction of the way from a to b.
func mixed(a, b mgl32.Vec3, fraction float32) mgl32.Vec3 { return a.Add(b.Sub(a).Mul(fraction)) }

// smooth is smoothstep of GLSL, which also falls if the edges do.
func smooth(from, to, x float32) float32 {
	t := mgl32.Clamp((x-from)/(to-from), 0, 1)
	return t * t * (3 - 2*t)
}

// environmentTexture is the levels of an environment in GPU memory.
type environmentTexture struct {
	device  gpu.Device
	of      *Environment // nil before the first one
	texture gpu.Texture
	grew    bool // since the memory was last checked
}

// set uploads an environment, unless it is the one that was uploaded last. None keeps that, or
// uploads a dark one.
func (t *environmentTexture) set(e *Environment) {
	light := e.prepared()
	if t.texture != 0 && (light == nil || e == t.of) {
		return
	}
	if light == nil {
		light = prefilter.Dark()
	}
	d := t.device
	t.of, t.grew = e, t.texture == 0
	if t.grew {
		t.texture = d.CreateTexture()
	}
	d.BindTexture(unitPicture, t.texture)
	d.ResetPixels()
	d.TexImage(unitPicture, gpu.RGB9E5, prefilter.Width, prefilter.Height, gpu.Bytes(light.Texels))
	d.TexSampling(unitPicture, gpu.Sampling{
		Min: gpu.Linear, Mag: gpu.Linear, WrapU: gpu.ClampToEdge, WrapV: gpu.ClampToEdge,
	})
}

// bind makes the levels the shaders' environment.
func (t *environmentTexture) bind() {
	t.device.BindTexture(unitEnvironment, t.texture)
	t.device.BindSampler(unitEnvironment, 0)
}

func (t *environmentTexture) delete() {
	if t != nil {
		t.device.DeleteTexture(t.texture)
	}
}

// reflected returns the light that matt surfaces reflect, as [prefilter.Map].Irradiance: of the
// environment, or without one, of the style's light from above and below.
func (s *Style) reflected() [9]mgl32.Vec3 {
	if light := s.Environment.prepared(); light != nil {
		return light.Irradiance
	}
	return [9]mgl32.Vec3{s.SkyLight.Add(s.GroundLight).Mul(0.5), s.SkyLight.Sub(s.GroundLight).Mul(0.5)}
}

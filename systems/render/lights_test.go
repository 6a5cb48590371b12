//go:build !js

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// spawnLight spawns a model that is a light and nothing else, whose node a matrix takes to world
// space.
func (s *fixture) spawnLight(light assets.Light, place mgl32.Mat4) ecs.Entity {
	s.t.Helper()
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{{Name: "lamp", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	must(err)
	skin, err := rig.NewSkin("lamp", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
	must(err)
	model := &assets.Model{Name: "lamp", Skeleton: s.library.AddSkeleton(skeleton)}
	light.Skin = s.library.AddSkin(skin)
	model.Lights = []assets.Light{light}
	_, err = s.library.AddModel(model)
	must(err)
	return mustSpawn(s.animation.Spawn(model, place))
}

// newWall returns a fixture of a gray square without light, seen from the side.
func newWall(t *testing.T) (*fixture, Camera) {
	t.Helper()
	s := newFixture(t, Options{Debug: true})
	m := mesh.DefaultMaterial()
	m.BaseColor, m.Roughness, m.Metallic = mgl32.Vec4{0.5, 0.5, 0.5, 1}, 0.7, 0
	s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m))), mgl32.Scale3D(3, 3, 1))
	s.renderer.Style = Style{NoGround: true}
	return s, Camera{Position: mgl32.Vec3{2, 0.5, 5}}
}

// A light of a model lights the point before it as the style's directional light does, whose
// strength 1 is an irradiance of pi: at the square of the distance, within its range and its cone.
func TestLightsShine(t *testing.T) {
	facing := func(z float32) mgl32.Mat4 { return mgl32.Translate3D(0, 0, z) } // -z is toward the wall
	aside := func(angle float32) mgl32.Mat4 {
		return mgl32.HomogRotate3DY(angle).Mul4(facing(2)) // turned around the middle, which it shines at
	}
	turned := func(angle float32) mgl32.Mat4 { return facing(2).Mul4(mgl32.HomogRotate3DX(angle)) }
	white := mgl32.Vec3{1, 1, 1}
	square := func(x float64) float32 { return float32(x * x) }
	cone := (math.Cos(0.3) - math.Cos(0.5)) / (math.Cos(0.1) - math.Cos(0.5))
	for name, row := range map[string]struct {
		light assets.Light
		place mgl32.Mat4
		want  float32 // strength
		from  float32 // angle
	}{
		"a directional one": {
			assets.Light{Intensity: math.Pi, Color: white}, facing(7), 1, 0,
		},
		"a scaled one": {
			assets.Light{Intensity: math.Pi, Color: white}, facing(7).Mul4(mgl32.Scale3D(3, 3, 3)), 1, 0,
		},
		"a turned one": {assets.Light{Intensity: math.Pi, Color: white}, aside(0.7), 1, 0.7},
		"a point at 2": {
			assets.Light{Kind: assets.LightPoint, Intensity: 2 * math.Pi, Color: white}, facing(2), 0.5, 0,
		},
		"a point at 4": {
			assets.Light{Kind: assets.LightPoint, Intensity: 8 * math.Pi, Color: white}, facing(4), 0.5, 0,
		},
		"a point with a range": {
			assets.Light{Kind: assets.LightPoint, Intensity: 4 * math.Pi, Color: white, Range: 2.5},
			facing(2),
			1 - square(square2(2/2.5)), 0,
		},
		"a point out of range": {
			assets.Light{Kind: assets.LightPoint, Intensity: 4 * math.Pi, Color: white, Range: 1.9}, facing(2), 0, 0,
		},
		"a spot": {
			assets.Light{Kind: assets.LightSpot, Intensity: 4 * math.Pi, Color: white, InnerCone: 0.1, OuterCone: 0.5},
			facing(2), 1, 0,
		},
		"a spot at its edge": {
			assets.Light{Kind: assets.LightSpot, Intensity: 4 * math.Pi, Color: white, InnerCone: 0.1, OuterCone: 0.5},
			turned(0.3), square(cone), 0,
		},
		"a spot that looks past it": {
			assets.Light{Kind: assets.LightSpot, Intensity: 4 * math.Pi, Color: white, InnerCone: 0.1, OuterCone: 0.5},
			turned(0.6), 0, 0,
		},
		"a hidden one": {assets.Light{Intensity: math.Pi, Color: white, Hidden: true}, facing(7), 0, 0},
	} {
		s, camera := newWall(t)
		s.spawnLight(row.light, row.place)
		s.update(0)
		got := at(s.draw(camera), 0, 0)
		if stats := s.renderer.Stats(); stats.Lights != count(!row.light.Hidden) || stats.LightsLeftOut != 0 {
			t.Errorf("%s: %d lights, %d left out", name, stats.Lights, stats.LightsLeftOut)
		}
		s, camera = newWall(t)
		style := &s.renderer.Style
		style.LightColor = white.Mul(row.want)
		sin, cos := math.Sincos(float64(row.from))
		style.LightDirection = mgl32.Vec3{float32(sin), 0, float32(cos)}
		want := at(s.draw(camera), 0, 0)
		tolerance := 1
		if name == "a spot at its edge" {
			tolerance = 12 // the middle of the pixel is half a pixel from the middle of the wall
		}
		if !near(got, want, tolerance) || row.want > 0 && want.R < 30 {
			t.Errorf("%s: the color is %v, want %v", name, got, want)
		}
	}
}

func square2(x float64) float64 { return x * x }

// A lamp that is culled, as one behind the camera, still shines.
func TestCulledLampsShine(t *testing.T) {
	s, camera := newWall(t)
	lamp := s.spawnLight(assets.Light{Intensity: math.Pi, Color: mgl32.Vec3{1, 1, 1}}, mgl32.Translate3D(0, 0, 7))
	s.update(0)
	want := at(s.draw(camera), 0, 0)
	details := generic.NewMap1[components.LevelOfDetail](s.world)
	details.Assign(lamp, &components.LevelOfDetail{Culled: true, Fixed: true})
	s.update(0.1)
	got := at(s.draw(camera), 0, 0)
	if stats := s.renderer.Stats(); stats.Lights != 1 || stats.Culled == 0 {
		t.Errorf("%d lights, %d culled", stats.Lights, stats.Culled)
	}
	if got != want || want.R < 30 {
		t.Errorf("the color is %v, before it is culled %v", got, want)
	}
}

// The ground is lit, and of too many lights those count that light the target most.
func TestTooManyLights(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style = Style{Ground: mgl32.Vec3{0.5, 0.5, 0.5}, SkyLight: mgl32.Vec3{0.2, 0.2, 0.2}}
	camera := Camera{Position: mgl32.Vec3{0, 3, 4}}
	s.update(0)
	dark := s.draw(camera)
	red := assets.Light{Kind: assets.LightPoint, Color: mgl32.Vec3{1, 0, 0}, Intensity: 9}
	green := assets.Light{Kind: assets.LightPoint, Color: mgl32.Vec3{0, 1, 0}, Intensity: 9}
	for range 3 {
		s.spawnLight(green, mgl32.Translate3D(0, 40, 0))
	}
	for range MaxLights {
		s.spawnLight(red, mgl32.Translate3D(0, 3, 0))
	}
	for range 2 {
		s.spawnLight(green, mgl32.Translate3D(0, 50, 0))
	}
	s.update(0)
	lit := s.draw(camera)
	if stats := s.renderer.Stats(); stats.Lights != MaxLights || stats.LightsLeftOut != 5 {
		t.Errorf("%d lights, %d left out, want %d and 5", stats.Lights, stats.LightsLeftOut, MaxLights)
	}
	a, b := at(dark, 0, 0), at(lit, 0, 0)
	if b.R < a.R+30 || b.R < b.G+40 || a.R != a.G {
		t.Errorf("the ground is %v, without the lights %v: want it red", b, a)
	}
	perceptual.Keep(t, lit, "red.png")
}

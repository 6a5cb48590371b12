//go:build !js

package render

import (
	"image"
	"image/color"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// DrawInto writes light above 1, which neither exposure nor tone mapping changes.
func TestDrawIntoWritesLight(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	m := mesh.DefaultMaterial()
	m.BaseColor, m.Roughness, m.Metallic = mgl32.Vec4{0.8, 0.4, 0.2, 1}, 1, 0
	s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m))), mgl32.Ident4())
	s.update(0)
	var texture, framebuffer uint32
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 16, 16, 0, gl.RGBA, gl.FLOAT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.GenFramebuffers(1, &framebuffer)
	defer gl.DeleteFramebuffers(1, &framebuffer)
	defer gl.DeleteTextures(1, &texture)
	camera := Camera{Position: mgl32.Vec3{0, 0, 2}}
	drawn := func(light, exposure float32, options IntoOptions) []float32 {
		s.renderer.Style = Style{LightDirection: mgl32.Vec3{0, 0, 1}, LightColor: mgl32.Vec3{1, 1, 1}.Mul(light)}
		s.renderer.Style.Exposure = exposure
		gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
		must(s.renderer.DrawInto(framebuffer, image.Rect(0, 0, 16, 16), camera.View(), camera.Projection(1), options))
		gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
		return readColor(0, 16, 16)[4*(8*16+8):][:4]
	}
	one, ten := drawn(1, 0, IntoOptions{Light: true}), drawn(10, 3, IntoOptions{Light: true})
	for c := range 3 {
		if ratio := ten[c] / one[c]; !(ratio > 9.99 && ratio < 10.01) || !(one[c] > 0.8*m.BaseColor[c]) {
			t.Errorf("channel %d: the light is %v, with ten times the light %v", c, one[c], ten[c])
		}
	}
	if mapped := drawn(10, 3, IntoOptions{}); mapped[0] > 1 {
		t.Errorf("without the option the color is %v", mapped)
	}
}

// A program finds the shadows of the characters in the shadow maps, by their matrices.
func TestShadowMapsForTheProgram(t *testing.T) {
	s, camera := newField(t, Options{ShadowSize: 512, ShadowCascades: 3})
	s.draw(camera)
	maps := s.renderer.ShadowMaps()
	if len(maps.FromWorld) < 2 || maps.Size != 512 {
		t.Fatalf("%d maps of %d texels", len(maps.FromWorld), maps.Size)
	}
	var width, height int32
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, maps.Texture)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_WIDTH, &width)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_HEIGHT, &height)
	depths := make([]float32, width*height)
	gl.GetTexImage(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT, gl.FLOAT, gl.Ptr(depths))
	light := s.renderer.Style.LightDirection
	trunk := mgl32.Vec3{0.4, 1.1, 4}
	behind := trunk.Sub(light.Mul(trunk[1] / light[1])) // where the trunk's shadow is on the ground
	for i, m := range maps.FromWorld {
		hidden := func(p mgl32.Vec3) bool {
			at := mgl32.TransformCoordinate(p, m)
			if at[0] < 0 || at[0] >= 1 || at[1] < 0 || at[1] >= 1 {
				t.Fatalf("map %d: %v is at %v", i, p, at)
			}
			if n := int(at[0] * float32(width) / 512); n != i {
				t.Fatalf("map %d: %v is in part %d of the texture", i, p, n)
			}
			return depths[int(at[1]*float32(height))*int(width)+int(at[0]*float32(width))] < at[2]-1e-3
		}
		if !hidden(behind) || hidden(behind.Add(mgl32.Vec3{0.3, 0, 1.2})) {
			t.Errorf("map %d: the ground behind the trunk is in shadow: %t, beside it %t", i, hidden(behind),
				hidden(behind.Add(mgl32.Vec3{0.3, 0, 1.2})))
		}
	}
	s.renderer.Style.ShadowStrength = 0
	s.draw(camera)
	if maps := s.renderer.ShadowMaps(); maps.Texture != 0 || len(maps.FromWorld) != 0 {
		t.Errorf("without shadows there are the maps %+v", maps)
	}
	s.renderer.Close()
	if maps := s.renderer.ShadowMaps(); maps.Texture != 0 {
		t.Errorf("a closed renderer has the maps %+v", maps)
	}
}

// The sky is the environment if the style says so, in its directions, behind the ground too.
func TestEnvironmentAsSky(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	var picture []mgl32.Vec3
	for y := range 16 {
		for x := range 32 {
			c := mgl32.Vec3{0.7, 0.1, 0.1} // toward -X
			if x >= 8 && x < 24 {
				c = mgl32.Vec3{0.1, 0.7, 0.1} // toward +X
			}
			if y < 4 {
				c = mgl32.Vec3{0.1, 0.1, 0.7} // up
			}
			picture = append(picture, c)
		}
	}
	e, err := NewEnvironment(32, 16, picture)
	must(err)
	s.renderer.Style.Environment, s.renderer.Style.NoGround = e, true
	for _, row := range []struct {
		toward mgl32.Vec3
		most   int
	}{{mgl32.Vec3{-1, 0, 0}, 0}, {mgl32.Vec3{1, 0, 0}, 1}, {mgl32.Vec3{0.01, 1, 0}, 2}} {
		camera := Camera{Target: row.toward}
		s.renderer.Style.ShowEnvironment = false
		before := at(s.draw(camera), 0, 0)
		s.renderer.Style.ShowEnvironment = true
		got := s.draw(camera)
		perceptual.Keep(t, got, "sky.png")
		c := at(got, 0, 0)
		channels := [3]uint8{c.R, c.G, c.B}
		for i, v := range channels {
			if i != row.most && int(v) > int(channels[row.most])-80 {
				t.Errorf("toward %v the sky is %v", row.toward, c)
			}
		}
		if before == c {
			t.Errorf("toward %v the sky is %v without the option too", row.toward, c)
		}
	}
	s.renderer.Style.Environment = nil
	if c := at(s.draw(Camera{Target: mgl32.Vec3{1, 0, 0}}), 0, 0); c == (color.NRGBA{A: 255}) {
		t.Error("without an environment the sky is black")
	}
}

// A wall that a program draws into shadow maps of its own shades a character, whatever the settings
// of the program's texture are, which stay as they were.
func TestAWallOfTheProgramShadesACharacter(t *testing.T) {
	s, _, camera := newWalkingFixture(t, 4)
	s.renderer.Style.ShadowStrength = 1
	light := s.renderer.Style.LightDirection.Normalize()
	const size = 256
	var texture, framebuffer uint32
	gl.GenTextures(1, &texture)
	gl.GenFramebuffers(1, &framebuffer)
	defer gl.DeleteTextures(1, &texture)
	defer gl.DeleteFramebuffers(1, &framebuffer)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT32F, 2*size, size, 0, gl.DEPTH_COMPONENT, gl.FLOAT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.REPEAT)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0)
	gl.DrawBuffer(gl.NONE)
	clearPart := func(x, y, width, height int32, depth float64) {
		gl.Enable(gl.SCISSOR_TEST)
		gl.DepthMask(true)
		gl.Scissor(x, y, width, height)
		gl.ClearDepth(depth)
		gl.Clear(gl.DEPTH_BUFFER_BIT)
	}
	clearPart(0, 0, 2*size, size, 1)
	// across the light, in front of the character up to its shoulders
	clearPart(0, 0, size, size*55/100, 0.1)

	// fromWorld returns the matrix to a map around a point, in its part of the texture.
	fromWorld := func(part int, center mgl32.Vec3, radius float32) mgl32.Mat4 {
		view := mgl32.LookAtV(center.Add(light.Mul(5)), center, mgl32.Vec3{0, 1, 0})
		clip := mgl32.Ortho(-radius, radius, -radius, radius, 0, 10).Mul4(view)
		place := mgl32.Scale3D(0.5, 1, 1).Mul4(mgl32.Translate3D(float32(part), 0, 0))
		return place.Mul4(mgl32.Scale3D(0.5, 0.5, 0.5)).Mul4(mgl32.Translate3D(1, 1, 1)).Mul4(clip)
	}
	head, chest := mgl32.Vec3{0, 1.7, 0}, mgl32.Vec3{0, 1.35, 0}
	wide, fine := fromWorld(0, mgl32.Vec3{0, 1, 0}, 3), fromWorld(1, chest, 0.3)
	brightness := func(p *image.NRGBA, around mgl32.Vec3) float64 {
		x, y := s.projected(camera, around)
		sum := 0.0
		for i := -3; i <= 3; i++ {
			for k := -3; k <= 3; k++ {
				sum += luminance(p, x+i, y+k) / 49
			}
		}
		return sum
	}
	plain := s.drawInto(camera, IntoOptions{})
	one := s.drawInto(camera, IntoOptions{Shadows: ShadowMaps{texture, []mgl32.Mat4{wide}, size}})
	two := s.drawInto(camera, IntoOptions{Shadows: ShadowMaps{texture, []mgl32.Mat4{wide, fine}, size}})
	perceptual.Keep(t, plain, "no-wall.png")
	perceptual.Keep(t, one, "wall.png")
	perceptual.Keep(t, two, "wall-two-maps.png")
	t.Logf("head %.0f, %.0f, %.0f; chest %.0f, %.0f, %.0f", brightness(plain, head), brightness(one, head),
		brightness(two, head), brightness(plain, chest), brightness(one, chest), brightness(two, chest))
	for _, row := range []struct {
		name    string
		picture *image.NRGBA
		point   mgl32.Vec3
		shaded  bool
	}{
		{"the head above the wall", one, head, false},
		{"the chest behind the wall", one, chest, true},
		{"the chest in a finer map without the wall", two, chest, false},
	} {
		ratio := brightness(row.picture, row.point) / brightness(plain, row.point)
		if row.shaded && ratio > 0.8 || !row.shaded && (ratio < 0.98 || ratio > 1.02) {
			t.Errorf("%s has %.2f of its brightness", row.name, ratio)
		}
	}
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	for name, want := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.NEAREST, gl.TEXTURE_WRAP_S: gl.REPEAT, gl.TEXTURE_COMPARE_MODE: gl.NONE,
	} {
		var got int32
		if gl.GetTexParameteriv(gl.TEXTURE_2D, name, &got); got != want {
			t.Errorf("parameter %#x of the program's texture is %#x, was %#x", name, got, want)
		}
	}
}

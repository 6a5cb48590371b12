//go:build !js

package render

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
)

var ahead = Camera{Position: mgl32.Vec3{0, 0, 5}} // 3.6 units at the origin fill the image

// at returns the pixel of a point in the plane z = 0, seen from the camera ahead.
func at(picture *image.NRGBA, x, y float32) color.NRGBA {
	clip := ahead.Projection(1).Mul4(ahead.View()).Mul4x1(mgl32.Vec4{x, y, 0, 1})
	size := float32(picture.Rect.Dx())
	return picture.NRGBAAt(int((clip[0]/clip[3]+1)/2*size), int((1-clip[1]/clip[3])/2*size))
}

func near(a, b color.NRGBA, tolerance int) bool {
	for _, pair := range [][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}} {
		if d := int(pair[0]) - int(pair[1]); d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

// addTexturedMaterial adds a material with a texture of 2x2 pixels: red and green above, blue and
// yellow below.
func (s *fixture) addTexturedMaterial(change func(*mesh.Material, *mesh.Texture)) id.Material {
	pixels := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i, c := range fourColors {
		pixels.SetNRGBA(i%2, i/2, c)
	}
	m := mesh.DefaultMaterial()
	m.Unlit = true
	m.BaseColorTexture = &mesh.Texture{
		Image: s.library.AddImage(picture.New("four", pixels)), Nearest: true,
		Transform: mgl32.Ident3(),
	}
	if change != nil {
		change(&m, m.BaseColorTexture)
	}
	return s.library.AddMaterial(&m)
}

var fourColors = [4]color.NRGBA{{200, 30, 20, 255}, {30, 180, 40, 255}, {20, 40, 220, 255}, {220, 210, 30, 100}}

func TestTexturesKeepTheirColors(t *testing.T) {
	red, green, blue, yellow := fourColors[0], fourColors[1], fourColors[2], fourColors[3]
	for _, row := range []struct {
		name                                         string
		change                                       func(*mesh.Material, *mesh.Texture)
		upperLeft, upperRight, lowerLeft, lowerRight color.NRGBA
	}{
		{"plain", nil, red, green, blue, yellow},
		{"offset, repeated", func(_ *mesh.Material, x *mesh.Texture) {
			x.Transform = mgl32.Translate2D(0.5, 0)
		}, green, red, yellow, blue},
		{"offset, clamped", func(_ *mesh.Material, x *mesh.Texture) {
			x.Transform, x.WrapU = mgl32.Translate2D(0.5, 0), mesh.WrapClamp
		}, green, green, yellow, yellow},
		{"offset, mirrored", func(_ *mesh.Material, x *mesh.Texture) {
			x.Transform, x.WrapU = mgl32.Translate2D(1, 0), mesh.WrapMirror
		}, green, red, yellow, blue},
		{"scaled", func(_ *mesh.Material, x *mesh.Texture) {
			x.Transform = mgl32.Scale2D(1, 0.5)
		}, red, green, red, green},
		{"second set", func(_ *mesh.Material, x *mesh.Texture) { x.TexCoord = 1 }, yellow, yellow, yellow, yellow},
		{
			"factor", func(m *mesh.Material, _ *mesh.Texture) { m.BaseColor = mgl32.Vec4{1, 0, 0, 1} },
			color.NRGBA{R: 200, A: 255},
			color.NRGBA{R: 30, A: 255},
			color.NRGBA{R: 20, A: 255},
			color.NRGBA{R: 220, A: 255},
		},
		{"no transform", func(_ *mesh.Material, x *mesh.Texture) {
			x.Transform = mgl32.Mat3{}
		}, red, green, blue, yellow},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newFixture(t, Options{Debug: true})
			mesh := square(s.addTexturedMaterial(row.change))
			mesh.Primitives[0].TexCoords[1] = []mgl32.Vec2{{0.75, 0.75}, {0.75, 0.75}, {0.75, 0.75}, {0.75, 0.75}}
			s.spawnRigid(s.addMesh(mesh), mgl32.Ident4())
			picture := s.draw(ahead)
			for _, c := range []struct {
				x, y float32
				want color.NRGBA
			}{
				{-0.5, 0.5, row.upperLeft},
				{0.5, 0.5, row.upperRight},
				{-0.5, -0.5, row.lowerLeft},
				{0.5, -0.5, row.lowerRight},
			} {
				if got := at(picture, c.x, c.y); !near(got, c.want, 1) {
					t.Errorf("at %v, %v: %v, want %v", c.x, c.y, got, c.want)
				}
			}
			for i := 3; i < len(picture.Pix); i += 4 {
				if picture.Pix[i] != 255 {
					t.Fatalf("the image has an alpha of %d, want 255", picture.Pix[i])
				}
			}
		})
	}
}

func TestVertexColors(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	mesh := square(s.addUnlitMaterial(mgl32.Vec4{1, 1, 1, 1}))
	mesh.Primitives[0].Colors = []mgl32.Vec4{{0.2, 0, 0, 1}, {0.2, 0, 0, 1}, {0.2, 0, 0, 1}, {0.2, 0, 0, 1}}
	s.spawnRigid(s.addMesh(mesh), mgl32.Ident4())
	if got := at(s.draw(ahead), 0, 0); !near(got, color.NRGBA{R: 124}, 1) { // a linear value of 0.2 in sRGB
		t.Errorf("got %v", got)
	}
}

func TestAlphaModes(t *testing.T) {
	for _, row := range []struct {
		mode mesh.AlphaMode
		want color.NRGBA // for a texture with an alpha of 100, over white
	}{
		{mesh.AlphaOpaque, color.NRGBA{220, 210, 30, 255}},
		{mesh.AlphaMask, color.NRGBA{255, 255, 255, 255}},
		{mesh.AlphaBlend, color.NRGBA{242, 239, 203, 255}}, // mixed in linear space
	} {
		t.Run(row.mode.String(), func(t *testing.T) {
			s := newFixture(t, Options{Debug: true})
			material := s.addTexturedMaterial(func(m *mesh.Material, _ *mesh.Texture) { m.AlphaMode = row.mode })
			s.spawnRigid(s.addMesh(square(material)), mgl32.Ident4())
			s.spawnRigid(s.addMesh(square(s.addUnlitMaterial(mgl32.Vec4{1, 1, 1, 1}))),
				mgl32.Translate3D(0, 0, -0.5).Mul4(mgl32.Scale3D(2, 2, 1)))
			picture := s.draw(ahead)
			if got := at(picture, 0.5, -0.5); !near(got, row.want, 2) {
				t.Errorf("got %v, want %v", got, row.want)
			}
			if got := at(picture, -0.5, 0.5); !near(got, fourColors[0], 1) {
				t.Errorf("opaque pixel: %v", got)
			}
		})
	}
}

// A masked surface of constant alpha is opaque from the cutoff on and gone below, with samples and
// without, and leaves the image opaque.
func TestAlphaCutoff(t *testing.T) {
	for _, samples := range []int{1, 4} {
		for _, row := range []struct {
			alpha, cutoff float32
			seen          bool
		}{
			{0.5, 0.5, true},
			{0.49999, 0.5, false},
			{0.50001, 0.5, true},
			{0.4999, 0.5, false},
			{1, 1, true},
			{0, 0, true},
			{1, 1.5, false},
			{0.3, 0.1, true},
		} {
			s := newFixture(t, Options{Debug: true})
			var err error
			if s.target, err = NewTarget(16, 16, samples); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.target.Close)
			m := mesh.DefaultMaterial()
			m.BaseColor, m.Unlit = mgl32.Vec4{1, 0, 0, row.alpha}, true
			m.AlphaMode, m.AlphaCutoff = mesh.AlphaMask, row.cutoff
			s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m))), mgl32.Ident4())
			s.spawnRigid(s.addMesh(square(s.addUnlitMaterial(mgl32.Vec4{0, 1, 0, 1}))), mgl32.Translate3D(0, 0, -0.5))
			want := color.NRGBA{G: 255, A: 255}
			if row.seen {
				want = color.NRGBA{R: 255, A: 255}
			}
			if got := at(s.draw(ahead), 0, 0); got != want {
				t.Errorf("%d samples, alpha %v, cutoff %v: %v, want %v", samples, row.alpha, row.cutoff, got, want)
			}
		}
	}
}

// Without several samples a mask has a sharp edge at the cutoff.
func TestMaskWithoutSamples(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	var err error
	if s.target, err = NewTarget(64, 64, 1); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.target.Close)
	m := mesh.DefaultMaterial()
	m.BaseColor, m.Unlit, m.AlphaMode = mgl32.Vec4{1, 0, 0, 1}, true, mesh.AlphaMask
	surface := square(s.library.AddMaterial(&m))
	surface.Primitives[0].Colors = []mgl32.Vec4{{1, 1, 1, 0}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 0}}
	s.spawnRigid(s.addMesh(surface), mgl32.Ident4())
	s.renderer.Style = Style{NoGround: true}
	picture := s.draw(ahead)
	for x := 16; x < 48; x++ {
		c := picture.NRGBAAt(x, 32)
		if want := x >= 32; c.A != 255 || (c.R == 255) != want || c.R > 0 && c.R < 255 {
			t.Errorf("column %d is %v, visible should be %v", x, c, want)
		}
	}
}

func TestBlendedSurfacesAreDrawnFarthestFirst(t *testing.T) {
	for _, reversed := range []bool{false, true} {
		s := newFixture(t, Options{Debug: true})
		blended := func(c mgl32.Vec4) id.Material {
			m := mesh.DefaultMaterial()
			m.BaseColor, m.Unlit, m.AlphaMode = c, true, mesh.AlphaBlend
			return s.library.AddMaterial(&m)
		}
		red, blue := s.addMesh(square(blended(mgl32.Vec4{1, 0, 0, 0.9}))),
			s.addMesh(square(blended(mgl32.Vec4{0, 0, 1, 0.9})))
		z := []float32{0.2, 0, 0.1} // of the squares: red, blue, red
		if reversed {
			z = []float32{0, 0.2, 0.1}
		}
		for i, mesh := range []id.Mesh{red, blue} {
			s.spawnRigid(mesh, mgl32.Translate3D(0, 0, z[i]))
		}
		s.spawnRigid(red, mgl32.Translate3D(3, 0, 0.1))
		got := at(s.draw(ahead), 0, 0)
		if inFront := got.R > got.B; inFront == reversed {
			t.Errorf("reversed %v: %v", reversed, got)
		}
	}
}

func TestFacesAndMirrors(t *testing.T) {
	for _, row := range []struct {
		name        string
		place       mgl32.Mat4
		doubleSided bool
		seen        bool
	}{
		{"front", mgl32.Ident4(), false, true},
		{"back", mgl32.HomogRotate3DY(mgl32.DegToRad(180)), false, false},
		{"back of both", mgl32.HomogRotate3DY(mgl32.DegToRad(180)), true, true},
		{"front, mirrored", mgl32.Scale3D(-1, 1, 1), false, true},
		{"back, mirrored", mgl32.Scale3D(1, 1, -1), false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newFixture(t, Options{Debug: true})
			m := mesh.DefaultMaterial()
			m.BaseColor, m.Metallic, m.DoubleSided = mgl32.Vec4{1, 0, 0, 1}, 0, row.doubleSided
			s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m))), row.place)
			s.renderer.Style.LightDirection = mgl32.Vec3{0, 0, 1} // toward the camera
			got := at(s.draw(ahead), 0, 0)
			if seen := int(got.R) > 2*int(got.B); seen != row.seen {
				t.Errorf("visible %v: %v", seen, got)
			} else if seen && got.R < 200 {
				t.Errorf("the surface is lit from behind: %v", got)
			}
		})
	}
}

func TestShadows(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	m := mesh.DefaultMaterial()
	m.Metallic = 0
	material := s.library.AddMaterial(&m)
	s.spawnRigid(s.addMesh(square(material)), mgl32.Translate3D(0, 0, -1).Mul4(mgl32.Scale3D(2, 2, 1)))
	s.renderer.Style.LightDirection = mgl32.Vec3{1, 0, 1}
	lit := at(s.draw(ahead), -0.5, 0)
	s.spawnRigid(s.addMesh(square(material)), mgl32.Translate3D(0.5, 0, 0).Mul4(mgl32.Scale3D(0.2, 0.2, 1)))
	if shaded := at(s.draw(ahead), -0.4, 0); int(shaded.G) > int(lit.G)-40 {
		t.Errorf("%v in the shadow, %v in the light", shaded, lit)
	}
	s.renderer.Style.ShadowStrength = 0
	if unshaded := at(s.draw(ahead), -0.4, 0); !near(unshaded, lit, 6) {
		t.Errorf("%v without shadows, %v in the light", unshaded, lit)
	}
}

// An image that is too large, or that lacks pixels, is an error that names it and the material.
func TestImagesThatCannotBeDrawnAreErrors(t *testing.T) {
	for _, row := range []struct {
		image *mesh.Image
		want  []string
	}{
		{picture.New("wide", image.NewNRGBA(image.Rect(0, 0, 1<<17, 1))), []string{"expected at most", "found 131072x1"}},
		{
			&mesh.Image{Name: "torn", Width: 4, Height: 4, Pixels: make([]byte, 60)},
			[]string{"expected the bytes of 4 times 4 pixels", "found 60"},
		},
	} {
		s := newFixture(t, Options{Debug: true})
		m := mesh.DefaultMaterial()
		m.Name = "banner"
		m.BaseColorTexture = &mesh.Texture{Image: s.library.AddImage(row.image)}
		s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m))), mgl32.Ident4())
		err := s.renderer.Draw(ahead, s.target)
		for _, part := range append(row.want, `image "`+row.image.Name+`": `, "banner") {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: expected an error with %q, found %v", row.image.Name, part, err)
			}
		}
	}
}

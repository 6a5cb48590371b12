//go:build !js

package render

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	crowds "github.com/sinew-go/sinew/systems/crowd"

	"github.com/mlange-42/arche/generic"
)

// toonStyle has a light along -z and ambient light, without shadows.
func toonStyle() Style {
	return Style{
		NoGround: true, LightDirection: mgl32.Vec3{0, 0, 1}, LightColor: mgl32.Vec3{0.4, 0.4, 0.4},
		SkyLight: mgl32.Vec3{0.1, 0.1, 0.1}, GroundLight: mgl32.Vec3{0.1, 0.1, 0.1},
	}
}

func newToonFixture(t *testing.T) *fixture {
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style = toonStyle()
	return s
}

// addToon adds a red material with toon shading whose shade is blue.
func (s *fixture) addToon(change func(*mesh.Material, *mesh.Toon)) id.Material {
	toon := mesh.DefaultToon()
	toon.ShadeColor = mgl32.Vec3{0, 0, 1}
	m := mesh.DefaultMaterial()
	m.BaseColor, m.Toon = mgl32.Vec4{1, 0, 0, 1}, &toon
	if change != nil {
		change(&m, &toon)
	}
	return s.library.AddMaterial(&m)
}

// A square with toon shading has its base color in the light and the color of the shade away from
// it, along a border that the shift moves; at its back too.
func TestToonShading(t *testing.T) {
	for _, row := range []struct {
		name  string
		light float32
		shift float32
		lit   bool
	}{
		{"in the light", 1, 0, true},
		{"away from it", -1, 0, false},
		{"away from it, shifted into the light", -1, 2, true},
		{"in the light, shifted into the shade", 1, -2, false},
	} {
		s := newToonFixture(t)
		s.renderer.Style.LightDirection[2] = row.light
		id := s.addToon(func(m *mesh.Material, toon *mesh.Toon) { toon.ShadingShift, m.DoubleSided = row.shift, true })
		s.spawnRigid(s.addMesh(square(id)), mgl32.HomogRotate3DY(3.14159265)) // its back
		got := at(s.draw(ahead), 0.2, 0.2)
		if lit := got.B < 10; lit != row.lit || got.G > 10 || row.lit && got.R < 100 {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}

// greenInRow returns how many pixels of the middle row have more green than red.
func greenInRow(picture *image.NRGBA) (n int) {
	y := picture.Rect.Dy() / 2
	for x := range picture.Rect.Dx() {
		if c := picture.NRGBAAt(x, y); c.G > c.R {
			n++
		}
	}
	return n
}

// cube returns a mesh whose normals point away from its middle.
func cube(material id.Material) *mesh.Mesh {
	p := mesh.Primitive{Material: material}
	for i := range 8 {
		v := mgl32.Vec3{float32(i&1)*2 - 1, float32(i>>1&1)*2 - 1, float32(i>>2)*2 - 1}.Mul(0.5)
		p.Positions, p.Normals = append(p.Positions, v), append(p.Normals, v.Normalize())
		p.TexCoords[0] = append(p.TexCoords[0], mgl32.Vec2{float32(i & 1), 0.5})
	}
	for _, f := range [6][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		p.Indices = append(p.Indices, f[0], f[1], f[2], f[0], f[2], f[3])
	}
	return &mesh.Mesh{Name: "cube", Primitives: []mesh.Primitive{p}}
}

// Outlines by meters become narrower with the distance and grow with a Transform, those by the
// height of the image do not; a texture multiplies them, and a material without them has none.
func TestOutlines(t *testing.T) {
	width := func(distance, scale float32, change func(*fixture, *mesh.Toon)) int {
		t.Helper()
		s := newToonFixture(t)
		var err error
		if s.target, err = NewTarget(256, 256, 1); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.target.Close)
		id := s.addToon(func(_ *mesh.Material, toon *mesh.Toon) {
			toon.OutlineColor, toon.OutlineLightingMix = mgl32.Vec3{0, 0.5, 0}, 0
			change(s, toon)
		})
		s.spawnRigid(s.addMesh(cube(id)), mgl32.Scale3D(scale, scale, scale))
		return greenInRow(s.draw(Camera{Position: mgl32.Vec3{0, 0, distance}}))
	}
	meters := func(_ *fixture, toon *mesh.Toon) { toon.OutlineWidth = 0.2 }
	heights := func(_ *fixture, toon *mesh.Toon) { toon.OutlineWidth, toon.OutlineInScreen = 0.03, true }
	masked := func(s *fixture, toon *mesh.Toon) {
		meters(s, toon)
		pixels := image.NewNRGBA(image.Rect(0, 0, 2, 1)) // no outline at the left
		pixels.SetNRGBA(0, 0, color.NRGBA{A: 255})
		pixels.SetNRGBA(1, 0, color.NRGBA{G: 255, A: 255})
		toon.OutlineWidthTexture = &mesh.Texture{
			Image: s.library.AddImage(picture.New("mask", pixels)), WrapU: mesh.WrapClamp, Nearest: true,
		}
	}
	if n := width(4, 1, func(*fixture, *mesh.Toon) {}); n != 0 {
		t.Errorf("without an outline: %d pixels", n)
	}
	near, far, large := width(4, 1, meters), width(8, 1, meters), width(8, 2, meters)
	if near < 10 || far >= near*2/3 || far == 0 || large < far*3/2 {
		t.Errorf("by meters: %d pixels near, %d far away, %d twice as large", near, far, large)
	}
	near, far = width(4, 1, heights), width(8, 1, heights)
	// 3 of 100 of the height, to the sides by the direction of the normals at the corners, twice
	want := 2 * 0.03 * 256 * 0.577
	if float64(near) < 0.6*want || float64(near) > 1.4*want || far < near*2/3 || far > near*3/2 {
		t.Errorf("by the height of the image: %d pixels near, %d far away, want about %.0f", near, far, want)
	}
	whole, half := width(4, 1, meters), width(4, 1, masked)
	if half < whole/3 || half > whole*2/3 {
		t.Errorf("with a mask: %d pixels of %d", half, whole)
	}
}

// Blended materials that write depth come first, and then the others by their offsets, whatever is
// nearer; a material without toon shading counts as one of offset 0.
func TestQueuesOfBlendedMaterials(t *testing.T) {
	blended := func(queue int, depth bool, color mgl32.Vec4) func(s *fixture) id.Material {
		return func(s *fixture) id.Material {
			return s.addToon(func(m *mesh.Material, toon *mesh.Toon) {
				m.AlphaMode, m.BaseColor, m.Emissive = mesh.AlphaBlend, color, color.Vec3()
				toon.QueueOffset, toon.WritesDepth = queue, depth
				toon.ShadeColor = mgl32.Vec3{}
			})
		}
	}
	red, blue := mgl32.Vec4{1, 0, 0, 1}, mgl32.Vec4{0, 0, 1, 1}
	for _, row := range []struct {
		name       string
		far, near_ func(s *fixture) id.Material
		wantNear   bool
	}{
		{"equal queues", blended(0, false, red), blended(0, false, blue), true},
		{"the near one comes first", blended(0, false, red), blended(-1, false, blue), false},
		{"the near one writes depth", blended(0, false, red), blended(0, true, blue), true},
		{"both write depth, the near one first", blended(3, true, red), blended(2, true, blue), true},
		{"the near one has no toon shading", blended(-3, false, red), func(s *fixture) id.Material {
			m := mesh.DefaultMaterial()
			m.AlphaMode, m.BaseColor, m.Unlit = mesh.AlphaBlend, blue, true
			return s.library.AddMaterial(&m)
		}, true},
		{"the far one has no toon shading", func(s *fixture) id.Material {
			m := mesh.DefaultMaterial()
			m.AlphaMode, m.BaseColor, m.Unlit = mesh.AlphaBlend, red, true
			return s.library.AddMaterial(&m)
		}, blended(-3, false, blue), false},
	} {
		s := newToonFixture(t)
		s.spawnRigid(s.addMesh(square(row.far(s))), mgl32.Ident4())
		s.spawnRigid(s.addMesh(square(row.near_(s))), mgl32.Translate3D(0, 0, 0.5))
		got := at(s.draw(ahead), 0, 0)
		if isNear := got.B > got.R; isNear != row.wantNear {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}

// Textures move with the time of the style.
func TestTexturesMoveByThemselves(t *testing.T) {
	s := newToonFixture(t)
	id := s.addTexturedMaterial(func(m *mesh.Material, _ *mesh.Texture) {
		toon := mesh.DefaultToon()
		toon.Scroll, toon.ShadeColor = mgl32.Vec2{0.25, 0}, mgl32.Vec3{}
		m.Toon = &toon
	})
	s.spawnRigid(s.addMesh(square(id)), mgl32.Ident4())
	before := s.draw(ahead)
	s.renderer.Style.Seconds = 2 // half of the texture
	after := s.draw(ahead)
	if left, right := at(before, -0.5, 0.5), at(before, 0.5, 0.5); near(left, right, 20) ||
		!near(at(after, -0.5, 0.5), right, 3) || !near(at(after, 0.5, 0.5), left, 3) {
		t.Errorf("%v and %v become %v and %v", left, right, at(after, -0.5, 0.5), at(after, 0.5, 0.5))
	}
}

// toonPerson is the mannequin with toon shading and outlines.
func toonPerson(t *testing.T) (*assets.Library, *assets.Model) {
	t.Helper()
	model, library := sharedMannequin()
	var file bytes.Buffer
	must(gltfio.Write(&file, library, model))
	own := assets.NewLibrary()
	read, err := gltfio.Parse(own, "person.glb", file.Bytes())
	must(err)
	for i := range read.Parts {
		painted := *own.Mesh(read.Parts[i].Mesh)
		painted.Primitives = append([]mesh.Primitive(nil), painted.Primitives...)
		for k := range painted.Primitives {
			m := *own.Material(painted.Primitives[k].Material)
			toon := mesh.DefaultToon()
			toon.ShadeColor, toon.OutlineWidth = m.BaseColor.Vec3().Mul(0.4), 0.01
			m.Toon = &toon
			painted.Primitives[k].Material = own.AddMaterial(&m)
		}
		read.Parts[i].Mesh, err = own.AddMesh(&painted)
		must(err)
	}
	model = &assets.Model{
		Name: "toon person", Skeleton: read.Skeleton, Parts: read.Parts, Bounds: read.Bounds,
	}
	_, err = own.AddModel(model)
	must(err)
	model.SetClips(own, read.Clips)
	return own, model
}

// A character with toon shading looks alike with each method of skinning that moves it alike, with
// vertices that are skinned ahead, and as a member of a crowd.
func TestToonShadingOfCharacters(t *testing.T) {
	camera := Camera{Position: mgl32.Vec3{0.6, 1.2, 2.8}, Target: mgl32.Vec3{0, 0.9, 0}}
	draw := func(prepare func(s *fixture, model *assets.Model)) (*image.NRGBA, Stats) {
		library, model := toonPerson(t)
		s := newFixtureWith(t, library, Options{Debug: true, LevelsInBackground: true}) // full detail at once
		s.renderer.Style = toonStyle()
		s.renderer.Style.LightDirection = mgl32.Vec3{-0.6, 0.8, 0.4}
		var err error
		if s.target, err = NewTarget(200, 200, 4); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.target.Close)
		prepare(s, model)
		s.update(0)
		s.update(0)
		return s.draw(camera), s.renderer.Stats()
	}
	spawn := func(s *fixture, model *assets.Model) ecs.Entity {
		return mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	}
	want, stats := draw(func(s *fixture, model *assets.Model) { spawn(s, model) })
	perceptual.Keep(t, want, "toon person.png")
	for name, prepare := range map[string]func(s *fixture, model *assets.Model){
		"dual quaternions": func(s *fixture, model *assets.Model) {
			spawn(s, model)
			method := mesh.SkinDualQuaternion
			s.renderer.Style.Skinning = &method
		},
		"skinned ahead": func(s *fixture, model *assets.Model) {
			marks := generic.NewMap1[components.PreSkinned](s.world)
			marks.Add(spawn(s, model))
		},
		"a member of a crowd": func(s *fixture, model *assets.Model) {
			crowd, err := crowds.New(s.animation)
			must(err)
			_, err = crowd.Spawn(model, mgl32.Ident4(), model.Clips[0])
			must(err)
			s.renderer.crowd.farPixels = 0
		},
	} {
		got, _ := draw(prepare)
		reference := want
		if name == "a member of a crowd" {
			reference, _ = draw(func(s *fixture, model *assets.Model) {
				must(s.animation.Player(spawn(s, model)).Play(model.Clips[0]))
			})
		}
		if d, err := perceptual.Compare(got, reference); err != nil || d.Worst > 6 {
			perceptual.Keep(t, got, name+".png")
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
	// Each part is drawn twice, with its outline; the mannequin without toon shading once.
	plain := newFixtureWith(t, sharedLibrary(), Options{Debug: true, LevelsInBackground: true})
	plain.renderer.Style = toonStyle()
	model, _ := sharedMannequin()
	mustSpawn(plain.animation.Spawn(model, mgl32.Ident4()))
	plain.update(0)
	plain.draw(camera)
	if one, two := plain.renderer.Stats().Triangles, stats.Triangles; two != 2*one || plain.renderer.toon.blend != nil {
		t.Errorf("%d triangles with outlines, %d without", two, one)
	}
}

func sharedLibrary() *assets.Library {
	_, library := sharedMannequin()
	return library
}

// A light of a model lights toon shading as the style's directional light does: base color, shade
// and rim.
func TestLightsOfModelsLightToonShading(t *testing.T) {
	draw := func(prepare func(s *fixture)) *image.NRGBA {
		s := newToonFixture(t)
		id := s.addToon(func(_ *mesh.Material, toon *mesh.Toon) {
			toon.RimColor, toon.RimLightingMix, toon.RimFresnelPower = mgl32.Vec3{0.1, 0.6, 0.1}, 1, 2
		})
		s.spawnRigid(s.addMesh(cube(id)), mgl32.HomogRotate3DY(0.5))
		prepare(s)
		s.update(0)
		return s.draw(Camera{Position: mgl32.Vec3{0, 1, 3}})
	}
	const angle = 1.2
	want := draw(func(s *fixture) {
		s.renderer.Style.LightDirection = mgl32.Rotate3DY(angle).Mul3x1(mgl32.Vec3{0, 0, 1})
	})
	got := draw(func(s *fixture) {
		s.renderer.Style.LightColor = mgl32.Vec3{}
		light := assets.Light{Intensity: 0.4 * math.Pi, Color: mgl32.Vec3{1, 1, 1}}
		s.spawnLight(light, mgl32.HomogRotate3DY(angle))
	})
	dark := draw(func(s *fixture) { s.renderer.Style.LightColor = mgl32.Vec3{} })
	if n := differing(got, want, 2); n > 0 {
		t.Errorf("%d pixels differ from those under the style's light", n)
	}
	if n := differing(dark, want, 20); n < 200 {
		t.Errorf("the light changes %d pixels", n)
	}
}

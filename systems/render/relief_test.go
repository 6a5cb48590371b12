//go:build !js

package render

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/assets/rig"
)

// lit returns the color, as in an image, of a dielectric surface under a style without shadows,
// environment and light from behind: the equations of glTF 2.0, appendix B, and of light.glsl in
// float64. The fraction open of the ambient light reaches it.
func lit(style *Style, n, toEye mgl32.Vec3, albedo, roughness, open float64) color.NRGBA {
	dot := func(a, b mgl32.Vec3) float64 { return float64(a.Dot(b)) }
	toLight := style.LightDirection.Normalize()
	halfway := toLight.Add(toEye).Normalize()
	nv, nl := max(dot(n, toEye), 1e-3), max(dot(n, toLight), 0)
	nh, vh := max(dot(n, halfway), 0), max(dot(toEye, halfway), 0)
	alpha := max(roughness*roughness, 0.004)
	spread := nh*nh*(alpha*alpha-1) + 1
	lobe := alpha * alpha / (math.Pi * spread * spread)
	masking := 0.5 / (2*nl*nv*(1-alpha) + (nl+nv)*alpha)
	fresnel := 0.04 + 0.96*math.Pow(1-vh, 5)
	scale, bias := lobeIntegral(nv, roughness)
	once, mean, lost := 0.04*scale+bias, 0.04+0.96/21, 1-scale-bias
	again := once * mean * lost / (1 - lost*mean)
	mirrored := n.Mul(2 * n.Dot(toEye)).Sub(toEye)
	var c [3]float64
	for i := range c {
		ambient := func(direction mgl32.Vec3) float64 {
			up := 0.5 + 0.5*float64(direction[1])
			return float64(style.GroundLight[i])*(1-up) + float64(style.SkyLight[i])*up
		}
		whole := 1 + 0.04*(1/(scale+bias)-1)
		c[i] = float64(style.LightColor[i]) * nl * (albedo*(1-fresnel) + math.Pi*lobe*masking*fresnel*whole)
		c[i] += open * ((albedo*(1-once-again)+again)*ambient(n) +
			(ambient(mirrored)*(1-roughness)+ambient(n)*roughness)*once)
	}
	// the Khronos PBR Neutral Tone Mapper, below the colors that it compresses
	least := min(c[0], c[1], c[2])
	offset := 0.04
	if least < 0.08 {
		offset = least - 6.25*least*least
	}
	for i := range c {
		c[i] -= offset
		if c[i] <= 0.0031308 {
			c[i] *= 12.92
		} else {
			c[i] = 1.055*math.Pow(c[i], 1/2.4) - 0.055
		}
	}
	return color.NRGBA{uint8(255*c[0] + 0.5), uint8(255*c[1] + 0.5), uint8(255*c[2] + 0.5), 255}
}

// lobeIntegral sums the GGX lobe over directions of the light, for the cosine of the angle of the
// eye: the part that is multiplied by the reflectance straight ahead, and the rest.
func lobeIntegral(nv, roughness float64) (scale, bias float64) {
	const steps = 300
	alpha := roughness * roughness
	eye := [2]float64{math.Sqrt(1 - nv*nv), nv}
	for i := range steps {
		nl := (float64(i) + 0.5) / steps
		for k := range steps {
			across := math.Sqrt(1-nl*nl) * math.Cos(math.Pi*(float64(k)+0.5)/steps)
			halved := math.Sqrt((2 + 2*(across*eye[0]+nl*eye[1]))) // the length of the sum of both directions
			nh, vh := (nl+nv)/halved, halved/2
			spread := nh*nh*(alpha*alpha-1) + 1
			lobe := alpha * alpha / (math.Pi * spread * spread)
			masking := 0.5 / (nl*math.Sqrt(nv*nv*(1-alpha*alpha)+alpha*alpha) +
				nv*math.Sqrt(nl*nl*(1-alpha*alpha)+alpha*alpha))
			share := lobe * masking * nl * 2 * math.Pi / (steps * steps)
			fresnel := math.Pow(1-vh, 5)
			scale, bias = scale+(1-fresnel)*share, bias+fresnel*share
		}
	}
	return scale, bias
}

// addPixel adds an image of one color.
func (s *fixture) addPixel(c color.NRGBA) id.Image {
	pixels := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	pixels.SetNRGBA(0, 0, c)
	return s.library.AddImage(picture.New("pixel", pixels))
}

// A plane with a normal texture of one direction is lit as the plane with that normal, which is
// computed here, whether its tangents come with the mesh, from [mesh.Primitive.AddTangents] or from
// the shader.
func TestNormalTexture(t *testing.T) {
	const red, green, blue = 170, 100, 230 // the direction in the texture
	direction := func(scale float32) mgl32.Vec3 {
		from := func(c uint8) float32 { return 2*float32(c)/255 - 1 }
		return mgl32.Vec3{scale * from(red), scale * from(green), from(blue)}.Normalize()
	}
	n := direction(1)
	tangents := func(v mgl32.Vec4) func(*mesh.Primitive, *mesh.Material) {
		return func(p *mesh.Primitive, _ *mesh.Material) { p.Tangents = []mgl32.Vec4{v, v, v, v} }
	}
	computed := func(p *mesh.Primitive, m *mesh.Material) { p.AddTangents(m.NormalTexture) }
	turned := mgl32.HomogRotate3DX(-0.5).Mul4(mgl32.HomogRotate3DY(0.4))
	for _, row := range []struct {
		name   string
		change func(*mesh.Primitive, *mesh.Material)
		place  mgl32.Mat4
		want   mgl32.Vec3
	}{
		{"tangents of the mesh", tangents(mgl32.Vec4{1, 0, 0, 1}), mgl32.Ident4(), n},
		{"other handedness", tangents(mgl32.Vec4{1, 0, 0, -1}), mgl32.Ident4(), mgl32.Vec3{n[0], -n[1], n[2]}},
		{"another direction", tangents(mgl32.Vec4{0, 1, 0, 1}), mgl32.Ident4(), mgl32.Vec3{-n[1], n[0], n[2]}},
		{"computed tangents", computed, mgl32.Ident4(), n},
		{"tangents of the shader", nil, mgl32.Ident4(), n},
		{"turned", computed, turned, turned.Mul4x1(n.Vec4(0)).Vec3()},
		{"turned, tangents of the shader", nil, turned, turned.Mul4x1(n.Vec4(0)).Vec3()},
		{"mirrored", computed, mgl32.Scale3D(-1, 1, 1), mgl32.Vec3{-n[0], n[1], n[2]}},
		{"mirrored, tangents of the shader", nil, mgl32.Scale3D(-1, 1, 1), mgl32.Vec3{-n[0], n[1], n[2]}},
		{"from behind", func(p *mesh.Primitive, m *mesh.Material) {
			computed(p, m)
			m.DoubleSided = true
		}, mgl32.HomogRotate3DY(math.Pi), mgl32.Vec3{n[0], -n[1], n[2]}},
		{"half scale", func(p *mesh.Primitive, m *mesh.Material) {
			computed(p, m)
			m.NormalScale = 0.5
		}, mgl32.Ident4(), direction(0.5)},
		{"negative scale", func(p *mesh.Primitive, m *mesh.Material) {
			computed(p, m)
			m.NormalScale = -1
		}, mgl32.Ident4(), direction(-1)},
		{"a turned texture", func(p *mesh.Primitive, m *mesh.Material) {
			// u of the texture is v, so it grows downward
			m.NormalTexture.Transform = mgl32.HomogRotate2D(-math.Pi / 2)
			computed(p, m)
		}, mgl32.Ident4(), mgl32.Vec3{n[1], -n[0], n[2]}},
		{"a turned texture, tangents of the shader", func(_ *mesh.Primitive, m *mesh.Material) {
			m.NormalTexture.Transform = mgl32.HomogRotate2D(-math.Pi / 2)
		}, mgl32.Ident4(), mgl32.Vec3{n[1], -n[0], n[2]}},
		{"no texture coordinates", func(p *mesh.Primitive, _ *mesh.Material) {
			p.TexCoords[0] = nil
		}, mgl32.Ident4(), mgl32.Vec3{0, 0, 1}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newFixture(t, Options{Debug: true})
			s.usePlainLight()
			s.renderer.Style.ShadowStrength, s.renderer.Style.NoGround = 0, true
			s.renderer.Style.LightDirection = mgl32.Vec3{0.6, 0.7, 0.9}
			m := mesh.DefaultMaterial()
			m.BaseColor, m.Metallic, m.Roughness = mgl32.Vec4{0.3, 0.3, 0.3, 1}, 0, 0.6
			m.NormalTexture = &mesh.Texture{Image: s.addPixel(color.NRGBA{red, green, blue, 255})}
			surface := square(0)
			p := &surface.Primitives[0]
			if row.change != nil {
				row.change(p, &m)
			}
			p.Material = s.library.AddMaterial(&m)
			s.spawnRigid(s.addMesh(surface), row.place)
			got := at(s.draw(ahead), 0, 0)
			want := lit(&s.renderer.Style, row.want, mgl32.Vec3{0, 0, 1}, 0.3, 0.6, 1)
			if !near(got, want, 3) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// Only the ambient light depends on the occlusion texture, and as much as its strength asks.
func TestOcclusionTexture(t *testing.T) {
	for strength, open := range map[float32]float64{0: 1, 0.5: 0.5 + 0.5*0.2, 1: 0.2} {
		s := newFixture(t, Options{Debug: true})
		s.usePlainLight()
		s.renderer.Style.ShadowStrength, s.renderer.Style.NoGround = 0, true
		m := mesh.DefaultMaterial()
		m.BaseColor, m.Metallic, m.Roughness = mgl32.Vec4{0.5, 0.5, 0.5, 1}, 0, 0.8
		m.OcclusionTexture, m.OcclusionStrength = &mesh.Texture{
			Image:    s.addPixel(color.NRGBA{51, 255, 255, 255}),
			TexCoord: 1,
		}, strength
		surface := square(s.library.AddMaterial(&m))
		surface.Primitives[0].TexCoords[1] = surface.Primitives[0].TexCoords[0]
		s.spawnRigid(s.addMesh(surface), mgl32.Ident4())
		got := at(s.draw(ahead), 0, 0)
		if want := lit(&s.renderer.Style, mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 0, 1}, 0.5, 0.8,
			open); !near(got, want, 3) {
			t.Errorf("strength %v: got %v, want %v", strength, got, want)
		}
	}
}

// The shadow of a character with an alpha mask has the mask's holes, and that of a blended one is
// as dark as it is opaque.
func TestShadowsOfMaskedAndBlendedCharacters(t *testing.T) {
	shaded := func(mode mesh.AlphaMode, alpha float32) int {
		s := newFixture(t, Options{Debug: true})
		s.usePlainLight()
		s.renderer.Style.LightDirection, s.renderer.Style.Occlusion = mgl32.Vec3{1, 0, 1}, 0
		wall := mesh.DefaultMaterial()
		wall.Metallic = 0
		s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&wall))),
			mgl32.Translate3D(0, 0, -1).Mul4(mgl32.Scale3D(2, 2, 1)))
		if alpha >= 0 {
			m := mesh.DefaultMaterial()
			m.BaseColor, m.AlphaMode = mgl32.Vec4{1, 1, 1, alpha}, mode
			model := s.skinnedSquare(s.library.AddMaterial(&m))
			if _, err := s.library.AddModel(model); err != nil {
				t.Fatal(err)
			}
			mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(0.5, 0, 0).Mul4(mgl32.Scale3D(0.2, 0.2, 1))))
			s.update(0)
		}
		return int(at(s.draw(ahead), -0.4, 0).G)
	}
	light, dark := shaded(mesh.AlphaOpaque, -1), shaded(mesh.AlphaOpaque, 1)
	if dark > light-40 {
		t.Fatalf("%d in the shadow, %d in the light", dark, light)
	}
	for _, row := range []struct {
		mode     mesh.AlphaMode
		alpha    float32
		from, to float64 // fraction of the opaque shadow
	}{
		{mesh.AlphaMask, 0.4, 0, 0.02},
		{mesh.AlphaMask, 0.6, 0.98, 1},
		{mesh.AlphaBlend, 0, 0, 0.02},
		{mesh.AlphaBlend, 0.5, 0.3, 0.6},
		{mesh.AlphaBlend, 1, 0.98, 1},
	} {
		got := shaded(row.mode, row.alpha)
		if f := float64(light-got) / float64(light-dark); f < row.from || f > row.to {
			t.Errorf("%v, alpha %v: the shadow has %.2f of the darkness of an opaque one, want %v to %v", row.mode,
				row.alpha, f, row.from, row.to)
		}
	}
}

// skinnedSquare makes a model of a skinned square with one joint, whose material has the given
// channels.
func (s *fixture) skinnedSquare(material id.Material, channels ...rig.MaterialRest) *assets.Model {
	s.t.Helper()
	surface := square(material)
	p := &surface.Primitives[0]
	p.Influences = 4
	for range p.Positions {
		p.Joints, p.Weights = append(p.Joints, 0, 0, 0, 0), append(p.Weights, 1, 0, 0, 0)
	}
	skeleton, err := rig.NewSkeleton("square",
		[]rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS(), Materials: channels}}, nil)
	must(err)
	skin, err := rig.NewSkin("square", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
	must(err)
	model := &assets.Model{
		Name: "square", Skeleton: s.library.AddSkeleton(skeleton),
		Parts:  []assets.Part{{Mesh: s.addMesh(surface), Skin: s.library.AddSkin(skin)}},
		Bounds: assets.Box{Min: mgl32.Vec3{-1, -1, 0}, Max: mgl32.Vec3{1, 1, 0}},
	}
	for _, c := range skeleton.MaterialChannels() {
		model.Parts[0].Materials = append(model.Parts[0].Materials, assets.PartMaterial{MaterialChannel: c})
	}
	return model
}

// Clips change the normal scale and the occlusion strength of a character.
func TestAnimatedRelief(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.usePlainLight()
	s.renderer.Style.ShadowStrength, s.renderer.Style.NoGround = 0, true
	m := mesh.DefaultMaterial()
	m.BaseColor, m.Metallic, m.Roughness = mgl32.Vec4{0.3, 0.3, 0.3, 1}, 0, 0.6
	m.NormalTexture = &mesh.Texture{Image: s.addPixel(color.NRGBA{255, 128, 255, 255})}
	m.OcclusionTexture = &mesh.Texture{Image: s.addPixel(color.NRGBA{0, 0, 0, 255})}
	model := s.skinnedSquare(s.library.AddMaterial(&m),
		rig.MaterialRest{Material: "m", Property: rig.MaterialNormalScale, Value: []float32{0}},
		rig.MaterialRest{Material: "m", Property: rig.MaterialOcclusionStrength, Value: []float32{0}})
	wear, err := clip.NewBuilder("wear", s.library.Skeleton(model.Skeleton)).
		Material(0, clip.Linear, []float32{0, 1}, []float32{0, 2}).
		Material(1, clip.Linear, []float32{0, 1}, []float32{0, 1}).Add(s.library)
	must(err)
	model.SetClips(s.library, []assets.ClipID{wear})
	if _, err := s.library.AddModel(model); err != nil {
		t.Fatal(err)
	}
	must(s.animation.Player(mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))).Play(wear))
	for time, n := range []mgl32.Vec3{{0, 0, 1}, {0.5, 0, 1}, {1, 0, 1}} {
		s.update(0.25 * float64(min(time, 1)))
		got := at(s.draw(ahead), 0, 0)
		want := lit(&s.renderer.Style, n.Normalize(), mgl32.Vec3{0, 0, 1}, 0.3, 0.6, 1-0.25*float64(time))
		if !near(got, want, 4) {
			t.Errorf("after %v quarters: got %v, want %v", time, got, want)
		}
	}
}

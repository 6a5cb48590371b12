//go:build !js

package render

import (
	"image"
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/assets/rig"
)

// Two characters of one model, drawn together, have the colors that their own clips set; a clip
// moves the texture; the same mesh without a character has the material's own color.
func TestAnimatedMaterials(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style.NoGround = true
	texels := image.NewNRGBA(image.Rect(0, 0, 2, 1)) // the left half white, the right half black
	texels.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, 255})
	texels.SetNRGBA(1, 0, color.NRGBA{0, 0, 0, 255})
	material := mesh.DefaultMaterial()
	material.Name, material.Unlit, material.BaseColor = "paint", true, mgl32.Vec4{0, 1, 0, 1}
	material.BaseColorTexture = &mesh.Texture{
		Image: s.library.AddImage(picture.New("", texels)), Nearest: true,
		Transform: mgl32.Scale2D(0.25, 1),
	}
	id := s.addMesh(square(s.library.AddMaterial(&material)))
	skeleton, err := rig.NewSkeleton("square",
		[]rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS(), Materials: []rig.MaterialRest{
			{Material: "paint", Property: rig.MaterialBaseColor, Value: []float32{0, 1, 0, 1}},
			{Material: "paint", Property: rig.MaterialTextureOffset, Value: []float32{0, 0}},
		}}}, nil)
	must(err)
	skin, err := rig.NewSkin("square", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
	must(err)
	model := &assets.Model{
		Name: "square", Skeleton: s.library.AddSkeleton(skeleton),
		Parts: []assets.Part{{Mesh: id, Skin: s.library.AddSkin(skin), Rigid: true}},
	}
	for _, c := range skeleton.MaterialChannels() {
		model.Parts[0].Materials = append(model.Parts[0].Materials, assets.PartMaterial{MaterialChannel: c})
	}
	blue, err := clip.NewBuilder("blue", skeleton).
		Material(0, clip.Linear, []float32{0, 1}, []float32{1, 0, 0, 1, 0, 0, 1, 1}).Range(0, 2).Add(s.library)
	must(err)
	dark, err := clip.NewBuilder("dark", skeleton).Material(1, clip.Step, []float32{0}, []float32{0.5, 0}).Range(0, 2).
		Add(s.library)
	must(err)
	model.SetClips(s.library, []assets.ClipID{blue, dark})
	if _, err := s.library.AddModel(model); err != nil {
		t.Fatal(err)
	}
	left := mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(-1, 0, 0)))
	mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(1, 0, 0)))
	s.spawnRigid(id, mgl32.Translate3D(0, 2, 0))
	want := func(what string, leftColor, rightColor color.NRGBA) {
		t.Helper()
		picture := s.draw(Camera{Position: mgl32.Vec3{0, 0, 6}})
		for at, want := range map[image.Point]color.NRGBA{
			{22, 32}: leftColor, {42, 32}: rightColor,
			{32, 12}: {0, 255, 0, 255},
		} {
			if got := picture.NRGBAAt(at.X, at.Y); !near(got, want, 2) {
				t.Errorf("%s: the pixel at %v is %v, want %v", what, at, got, want)
			}
		}
	}
	green := color.NRGBA{0, 255, 0, 255}
	s.update(0)
	want("at rest", green, green)
	player := s.animation.Player(left)
	must(player.Play(blue))
	s.update(0)
	want("at the start", color.NRGBA{255, 0, 0, 255}, green)
	s.update(0.5)
	want("halfway", color.NRGBA{188, 0, 188, 255}, green) // 188 is the sRGB value of 0.5
	must(player.Play(dark))
	s.update(0)
	want("with the texture moved", color.NRGBA{0, 0, 0, 255}, green)
}

// A clip that moves a texture of a material shows what a material with that transform shows,
// whichever texture it is.
func TestClipsMoveAllTextures(t *testing.T) {
	for texture, name := range [rig.MaterialTextures]string{
		"base color", "metallic-roughness", "emissive", "normal", "occlusion",
	} {
		s := newFixture(t, Options{Debug: true})
		s.renderer.Style.NoGround = true
		texels := image.NewNRGBA(image.Rect(0, 0, 2, 1))
		texels.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, 255})
		texels.SetNRGBA(1, 0, color.NRGBA{20, 20, 130, 255})
		pixels := s.library.AddImage(picture.New("", texels))
		build := func(transform mgl32.Mat3, channels ...rig.MaterialRest) *assets.Model {
			material := mesh.DefaultMaterial()
			material.Name, material.BaseColor, material.Emissive = "paint", mgl32.Vec4{0.5, 0.4, 0.3, 1}, mgl32.Vec3{}
			use := &mesh.Texture{Image: pixels, Nearest: true, Transform: transform}
			switch texture {
			case 0:
				material.BaseColorTexture = use
			case 1:
				material.MetallicRoughnessTexture = use
			case 2:
				material.EmissiveTexture, material.Emissive = use, mgl32.Vec3{0.5, 0.5, 0.5}
			case 3:
				material.NormalTexture = use
			case 4:
				material.OcclusionTexture = use
			}
			skeleton, err := rig.NewSkeleton("square",
				[]rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS(), Materials: channels}}, nil)
			must(err)
			skin, err := rig.NewSkin("square", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
			must(err)
			model := &assets.Model{
				Name: "square", Skeleton: s.library.AddSkeleton(skeleton),
				Parts: []assets.Part{{
					Mesh: s.addMesh(square(s.library.AddMaterial(&material))), Skin: s.library.AddSkin(skin),
					Rigid: true,
				}},
			}
			for _, c := range skeleton.MaterialChannels() {
				model.Parts[0].Materials = append(model.Parts[0].Materials, assets.PartMaterial{MaterialChannel: c})
			}
			if len(channels) > 0 {
				moved, err := clip.NewBuilder("moved", skeleton).
					Material(0, clip.Step, []float32{0}, []float32{0.5, 0}).Range(0, 2).Add(s.library)
				must(err)
				model.SetClips(s.library, []assets.ClipID{moved})
			}
			_, err = s.library.AddModel(model)
			must(err)
			return model
		}
		quarter := mgl32.Scale2D(0.25, 1)
		still := mustSpawn(s.animation.Spawn(build(mgl32.Translate2D(0.5, 0).Mul3(quarter)), mgl32.Ident4()))
		s.update(0)
		at := Camera{Position: mgl32.Vec3{1, 1, 5}}
		want := s.draw(at)
		s.world.RemoveEntity(still)
		model := build(quarter, rig.MaterialRest{
			Material: "paint", Property: rig.MaterialTextureOffset.OfTexture(texture), Value: []float32{0, 0},
		})
		e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
		s.update(0)
		rest := s.draw(at)
		must(s.animation.Player(e).Play(model.Clips[0]))
		s.update(0)
		moved := s.draw(at)
		middle := image.Pt(32, 32)
		if got, want := moved.NRGBAAt(32, 32), want.NRGBAAt(32, 32); !near(got, want, 2) {
			t.Errorf("%s: the pixel at %v is %v, want %v", name, middle, got, want)
		}
		if got := rest.NRGBAAt(32, 32); near(got, moved.NRGBAAt(32, 32), 4) {
			t.Errorf("%s: expected a picture that changes, found %v before and after", name, got)
		}
	}
}

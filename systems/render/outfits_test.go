package render

import (
	"bytes"
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// What characters wear is drawn alike whoever shares their skeleton and their blocks, and a jacket
// that is taken off leaves the body as it is drawn without one. Only the palettes of what is drawn
// are uploaded.
func TestOutfitsAreDrawn(t *testing.T) {
	var uploaded int
	draw := func(strangers int, undress, bare bool) *image.NRGBA {
		s := newFixture(t, Options{Debug: true})
		r := rand.New(rand.NewPCG(8, 1))
		shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2}
		body := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 0))
		models := []*assets.Model{body}
		for range 3 { // with jackets over the body
			skeleton := s.library.Skeleton(body.Skeleton)
			dressed := &assets.Model{
				Name: "dressed", Skeleton: body.Skeleton, Bounds: body.Bounds, Parts: slices.Clone(body.Parts),
			}
			dressed.SetClips(s.library, body.Clips)
			jacket := body.Parts[0]
			jacket.Name, jacket.Skin = "jacket", s.library.AddSkin(randomassets.Skin(r, skeleton, shape, 6))
			dressed.Parts = append(dressed.Parts, jacket)
			_, err := s.library.AddModel(dressed)
			must(err)
			models = append(models, dressed)
		}
		for i := range 3 + strangers {
			at := mgl32.Translate3D(float32(i)-1, 0, 0)
			if i >= 3 {
				at = mgl32.Translate3D(0, 0, 500) // behind the camera
			}
			model := models[1+i%3]
			if bare && i < 3 {
				model = body
			}
			e := mustSpawn(s.animation.Spawn(model, at))
			must(s.animation.Player(e).Play(body.Clips[0]))
			must(s.animation.Player(e).Seek(float64(i%3) / 4))
			if undress && i < 3 {
				must(s.animation.HidePart(e, "jacket"))
			}
		}
		s.update(0.1)
		picture := s.draw(Camera{Position: mgl32.Vec3{0, 0.5, 6}})
		uploaded = s.renderer.Stats().Uploaded
		return picture
	}
	alone := draw(0, false, false)
	bytesAlone := uploaded
	if crowded := draw(45, false, false); !bytes.Equal(crowded.Pix, alone.Pix) {
		t.Error("three characters are drawn otherwise when others share their blocks")
	}
	if uploaded != bytesAlone {
		t.Errorf("%d bytes were uploaded, of three characters alone %d", uploaded, bytesAlone)
	}
	bare := draw(45, false, true)
	if bytes.Equal(bare.Pix, alone.Pix) {
		t.Fatal("the jackets are not drawn")
	}
	bytesBare := uploaded
	if undressed := draw(45, true, false); !bytes.Equal(undressed.Pix, bare.Pix) {
		t.Error("a body without its jacket is drawn otherwise than one that never had any")
	}
	if uploaded != bytesBare {
		t.Errorf("%d bytes were uploaded without jackets, of bodies %d", uploaded, bytesBare)
	}
}

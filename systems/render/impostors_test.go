//go:build !js

package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Impostors look like the members in whose place they are: by every method of skinning, with tints,
// builds, heights and parts of their own, with shadows, from several heights, mirrored and carried.
func TestImpostorsLookLikeMembers(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.crowd.impostorPixels = impostorPixels
	s.dress()
	for i := range 100 {
		place := onGrid(i, 10).Mul4(mgl32.HomogRotate3DY(float32(i)))
		size := 0.9 + 0.02*float32(i%10)
		place = place.Mul4(mgl32.Scale3D(size*float32(1-2*(i/7%2)), size, size))
		m := s.spawn(place, crowdClips[i%6])
		must(m.SetTint(mgl32.Vec3{0.4 + 0.1*float32(i%6), 1, 0.6}))
		must(m.SetBuild(0.85 + 0.15*float32(i%5)))
		for k, part := range []string{"hat", "pack", "belt"} {
			if i>>k&1 == 0 {
				must(m.HidePart(part))
			}
		}
	}
	s.update(0.4)
	s.resize(320, 200)
	const mostMean, mostWorst = 0.7, 15.0 // of members of at most 25 pixels, where they are crowded
	for _, method := range methods {
		s.renderer.Style.Skinning = &method
		for _, from := range []struct{ distance, height float32 }{{21, 0.4}, {19, 0.9}, {40, 0.3}} {
			camera := Camera{
				Position: mgl32.Vec3{0.3 * from.distance, from.height * from.distance, from.distance},
				Target:   mgl32.Vec3{0, 1, 0}, FieldOfView: 0.9,
			}
			s.renderer.crowd.impostorPixels = 0
			asMembers := s.draw(camera)
			plain := s.renderer.Stats()
			s.renderer.crowd.impostorPixels = 1000
			asImpostors := s.draw(camera)
			s.renderer.crowd.impostorPixels = impostorPixels
			stats := s.renderer.Stats()
			name := fmt.Sprintf("%v, from %v m and %v of that high", method, from.distance, from.height)
			if stats.CrowdMatrices > 0 || stats.Triangles >= plain.Triangles/4 || stats.Instances != plain.Instances {
				t.Errorf("%s: counts of impostors %+v, of members %+v", name, stats, plain)
			}
			d, err := perceptual.Compare(asMembers, asImpostors)
			must(err)
			t.Logf("%s: difference %+v", name, d)
			if d.Worst > mostWorst || d.Mean > mostMean {
				perceptual.Keep(t, asMembers, fmt.Sprintf("members from %v.png", from.distance*(1+from.height)))
				perceptual.Keep(t, asImpostors, fmt.Sprintf("impostors from %v.png", from.distance*(1+from.height)))
				t.Errorf("%s: they look different: %+v; see %s", name, d, t.ArtifactDir())
			}
		}
	}
}

// Where a member becomes an impostor, few pixels change, and its silhouette by two pixels at most.
func TestSwitchToImpostors(t *testing.T) {
	const fov, size, height = 0.7, 200, 27
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.crowd.impostorPixels = impostorPixels
	s.renderer.Style.NoGround = true
	s.resize(size, size)
	camera := Camera{Target: mgl32.Vec3{0, 0.9, 0}, FieldOfView: fov}
	at := func(px float64) {
		camera.Position = mgl32.Vec3{0, 1.5, float32(1.8 * size / (px * 2 * math.Tan(fov/2)))}
	}
	at(height)
	background := s.draw(camera)
	for i, clip := range crowdClips {
		place := mgl32.HomogRotate3DY(0.8 * float32(i))
		member := s.spawn(place, clip)
		must(member.SetSpeed(0))
		s.update(0.37)
		at(40)
		if s.draw(camera); s.renderer.Stats().Impostors > 0 {
			t.Errorf("%s: a member of 40 px is an impostor", clip)
		}
		became := 0.0
		for px := 40.0; px > 10 && became == 0; px *= 0.99 {
			at(px)
			if s.draw(camera); s.renderer.Stats().Impostors > 0 {
				became = px
			}
		}
		if became < 22 || became > height {
			t.Errorf("%s: expected it to become an impostor below %d px, found at %.1f", clip, height, became)
		}
		at(0.96 * became) // as it begins to fade
		after := s.draw(camera)
		s.renderer.crowd.impostorPixels = 0
		before := s.draw(camera)
		s.renderer.crowd.impostorPixels = impostorPixels
		clearly, apart := differing(before, after, 64), farthestApart(before, after, background, 4)
		t.Logf("%s, at %.1f px: %d pixels differ by more than 64 of 255; silhouettes by %d px", clip, became, clearly, apart)
		if clearly > 24 || apart > 2 {
			t.Errorf("%s: expected at most 24 and 2", clip)
		}
		must(s.crowd.Remove(member.Entity()))
	}
}

// A member that blends clips, or has a layer, is no impostor while it does.
func TestWhoIsAnImpostor(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.crowd.impostorPixels = impostorPixels
	member := s.spawn(mgl32.Ident4(), "walk")
	s.spawn(mgl32.Translate3D(1, 0, 0), "idle")
	camera := Camera{Position: mgl32.Vec3{0, 1, 60}, Target: mgl32.Vec3{0, 1, 0}, FieldOfView: 0.9}
	expect := func(what string, impostors int, posed bool) {
		t.Helper()
		s.draw(camera)
		stats := s.renderer.Stats()
		if stats.Impostors != impostors || stats.CrowdMatrices > 0 != posed {
			t.Errorf("%s: expected %d impostors, found %d, and %d matrices", what, impostors, stats.Impostors,
				stats.CrowdMatrices)
		}
		if !posed && (stats.Triangles > 8 || stats.ImpostorBytes < 1<<20 || stats.ImpostorBytes > maxImpostorBytes) {
			t.Errorf("%s: %d triangles, %d bytes of pictures", what, stats.Triangles, stats.ImpostorBytes)
		}
	}
	s.update(0.1)
	expect("members with a clip each", 2, false)
	must(member.CrossFade(s.model.Clip("run"), 0.5))
	s.update(0.1)
	expect("as a fade begins", 2, true)
	s.update(0.2)
	expect("in a fade", 1, true)
	s.update(0.3)
	expect("after it", 2, true)
	s.update(0.3)
	expect("some time after it", 2, false)
	must(member.Overlay(s.model.Clip("wave"), systems.WholeBody, 0))
	s.update(0.1)
	expect("with a layer", 1, true)
	must(member.FadeOverlay(0, 0))
	s.update(0.1)
	expect("without a layer again", 2, false)
	s.renderer.Style.PixelError = 0
	s.draw(camera)
	if n := s.renderer.Stats().Impostors; n > 0 {
		t.Errorf("at full detail: %d impostors", n)
	}
}

// smallDevice is a device with room for small textures only.
type smallDevice struct{ gpu.Device }

func (d smallDevice) Limits() gpu.Limits {
	limits := d.Device.Limits()
	limits.TextureSize = 512
	return limits
}

// After pictures that could not be made, every frame that needs them fails alike, and the first one
// for which there is room shows them.
func TestPicturesWithoutRoom(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.crowd.impostorPixels = impostorPixels
	s.spawn(mgl32.Ident4(), "walk")
	s.resize(400, 400)
	camera := Camera{Position: mgl32.Vec3{0, 1, 4}, Target: mgl32.Vec3{0, 1, 0}, FieldOfView: 0.9}
	if s.draw(camera); s.renderer.Stats().ImpostorBytes > 0 {
		t.Fatal("a member near the camera has pictures")
	}
	camera.Position[2] = 60
	whole := s.renderer.device
	s.renderer.device = smallDevice{whole}
	for frame := range 2 {
		const want = "expected textures of at most 512 texels"
		if err := s.renderer.Draw(camera, s.target); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("frame %d: the error is %v, want one with %q", frame, err, want)
		}
	}
	s.renderer.device = whole
	s.draw(camera)
	if n := s.renderer.Stats().Impostors; n != 1 {
		t.Errorf("%d impostors, want 1", n)
	}
}

// A model of lines, or that morph weights change at rest, has no pictures.
func TestModelsWithoutPictures(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true})
	s.spawn(mgl32.Ident4(), "walk")
	s.draw(s.camera)
	for _, known := range s.renderer.crowd.models {
		m := known.parts[0].mesh
		for _, change := range []func(){
			func() { m.restMorphs = []float32{0, 0.5} },
			func() { m.primitives[0].mode = gpu.Lines },
		} {
			morphs, mode := m.restMorphs, m.primitives[0].mode
			before := s.renderer.showsImpostors(known.parts)
			change()
			if after := s.renderer.showsImpostors(known.parts); !before || after {
				t.Errorf("it has pictures: %t, after the change: %t", before, after)
			}
			m.restMorphs, m.primitives[0].mode = morphs, mode
		}
	}
}

// A part of a mesh without primitives is nothing to draw, as an impostor too.
func TestImpostorsWithAnEmptyPart(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.crowd.impostorPixels = impostorPixels
	model := *s.model
	model.ID, model.Name = 0, "with nothing"
	nothing := model.Parts[0]
	nothing.Name, nothing.Mesh = "nothing", s.addMesh(&mesh.Mesh{Name: "nothing"})
	model.Parts = append(slices.Clone(model.Parts), nothing)
	_, err := s.library.AddModel(&model)
	must(err)
	s.model = &model
	s.spawn(mgl32.Ident4(), "walk")
	s.draw(Camera{Position: mgl32.Vec3{0, 1, 60}, Target: mgl32.Vec3{0, 1, 0}, FieldOfView: 0.9})
	if n := s.renderer.Stats().Impostors; n != 1 {
		t.Errorf("%d impostors, want 1", n)
	}
}

// What a picture shows is between its edges, and these leave out much of what has room for every
// phase and direction.
func TestPicturesEndAtTheirEdges(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.crowd.impostorPixels = 1000
	s.dress()
	for i := range 6 {
		s.spawn(onGrid(i, 3), crowdClips[i])
	}
	s.update(0.4)
	s.draw(s.camera)
	r := s.renderer
	var within, whole float32
	for kind, known := range r.crowd.models {
		for i := range known.impostors.parts {
			p := &known.impostors.parts[i]
			pixels := readPictureColors(r, p)
			for k := range p.clips {
				clip := &p.clips[k]
				var pose impostorPose
				r.poseImpostor(kind, known, &pose, r.crowd.store.ClipTexel(kind, k))
				half, texel := pose.views[i].half, mgl32.Vec2{}
				for axis := range texel {
					texel[axis] = 2 * half[axis] / float32(p.size[axis])
				}
				for at, edges := range pose.views[i].edges {
					phase, direction := at/impostorDirections, at%impostorDirections
					within += (edges[2] - edges[0]) * (edges[3] - edges[1])
					whole += 4 * half[0] * half[1]
					for y := range p.size[1] {
						for x := range p.size[0] {
							left, below := float32(x)*texel[0]-half[0], float32(y)*texel[1]-half[1]
							column, row := clip.at[0]+phase*p.size[0]+x, clip.at[1]+direction*p.size[1]+y
							isOutside := left+texel[0] < edges[0] || left > edges[2] || below+texel[1] < edges[1] || below > edges[3]
							if isOutside && pixels[pixelBytes*(row*p.width+column)+3] > 0 {
								t.Fatalf("part %d, clip %d, phase %d, direction %d: texel %d, %d is not between the edges %v", i, k,
									phase, direction, x, y, edges)
							}
						}
					}
				}
			}
		}
	}
	if t.Logf("between the edges is %v of the pictures", within/whole); !(within < 0.75*whole) || !(whole > 0) {
		t.Errorf("between the edges is %v of %v", within, whole)
	}
}

// readPictureColors returns the colors of the pictures of a part, four bytes for each texel.
func readPictureColors(r *Renderer, p *impostorPart) []byte {
	d, pixels := r.device, make([]byte, pixelBytes*p.width*p.height)
	framebuffer := d.CreateFramebuffer()
	defer d.DeleteFramebuffer(framebuffer)
	d.BindFramebuffer(framebuffer, framebuffer)
	d.AttachColors(p.colors)
	d.ReadPixels(p.width, p.height, pixels)
	return pixels
}

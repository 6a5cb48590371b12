//go:build !js

package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// A character that wears models is drawn as one whose model has all their parts, to the last bit,
// also with vertices that are skinned ahead, with the same uploads; and after it took them off as
// one without.
func TestWornModelsAreDrawn(t *testing.T) {
	for _, preSkinned := range []bool{false, true} {
		for _, wears := range []int{0, 1, 3} {
			draw := func(asOne bool) (pictures []*image.NRGBA, stats []Stats) {
				s := newFixture(t, Options{Debug: true})
				r := rand.New(rand.NewPCG(12, 1))
				shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2}
				body := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 0))
				skeleton := s.library.Skeleton(body.Skeleton)
				whole := &assets.Model{
					Name: "whole", Skeleton: body.Skeleton, Bounds: body.Bounds, Parts: slices.Clone(body.Parts),
				}
				var worn []*assets.Model
				for i := range 3 {
					part := body.Parts[0]
					part.Name, part.Skin = "worn", s.library.AddSkin(randomassets.Skin(r, skeleton, shape, 6))
					if i == 2 {
						part.Skin = body.Parts[0].Skin // palettes of a skin are uploaded once
					}
					m := &assets.Model{Name: "worn", Skeleton: body.Skeleton, Bounds: body.Bounds, Parts: []assets.Part{part}}
					_, err := s.library.AddModel(m)
					must(err)
					if worn = append(worn, m); i < wears {
						whole.Parts = append(whole.Parts, part)
					}
				}
				_, err := s.library.AddModel(whole)
				must(err)
				model := body
				if asOne {
					model = whole
				}
				e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
				must(s.animation.Player(e).Play(body.Clips[0]))
				if preSkinned {
					s.setPreSkinned(true, e)
				}
				look := func() {
					s.update(0.1)
					pictures = append(pictures, s.draw(Camera{Position: mgl32.Vec3{0, 0.5, 6}}))
					counted := s.renderer.Stats()
					counted.GatherSeconds, counted.GPUSeconds = 0, 0
					stats = append(stats, counted)
				}
				for i := range wears {
					if !asOne {
						must(s.animation.Wear(e, worn[i]))
					}
				}
				look()
				if !asOne {
					for i := range wears {
						must(s.animation.TakeOff(e, worn[i]))
					}
				} else {
					must(s.animation.SetModel(e, body))
				}
				look()
				if n := len(s.renderer.ahead.characters); n != count(preSkinned) {
					t.Errorf("%d models have vertices that are skinned ahead", n)
				}
				return pictures, stats
			}
			one, stats := draw(true)
			several, statsOfSeveral := draw(false)
			for i := range one {
				if !bytes.Equal(one[i].Pix, several[i].Pix) || stats[i] != statsOfSeveral[i] {
					t.Errorf("skinned ahead %v, %d worn, picture %d: another picture, or %+v instead of %+v", preSkinned,
						wears, i, statsOfSeveral[i], stats[i])
				}
			}
			if stats[0].Instances != 1+wears || stats[0].PreSkinned != count(preSkinned) || stats[1].Instances != 1 {
				t.Errorf("%d worn: %+v", wears, stats)
			}
		}
	}
}

// What a character wears is drawn where the character's own model is out of view, is in the
// renderer's bounds, and is gone when its model leaves the library.
func TestWornModelsAreCulledWithTheCharacter(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	r := rand.New(rand.NewPCG(13, 1))
	shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.1}
	body := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 0))
	above := []mgl32.Mat4{mgl32.Translate3D(0, 40, 0)}
	skin, err := rig.NewSkin("kite", s.library.Skeleton(body.Skeleton), []int{0}, above)
	must(err)
	kite := &assets.Model{Name: "kite", Skeleton: body.Skeleton, Parts: []assets.Part{{
		Name: "kite", Mesh: s.addMesh(square(0)), Skin: s.library.AddSkin(skin), Rigid: true,
	}}, Bounds: assets.Box{Min: mgl32.Vec3{-1, 39, -1}, Max: mgl32.Vec3{1, 41, 1}}}
	_, err = s.library.AddModel(kite)
	must(err)
	e := mustSpawn(s.animation.Spawn(body, mgl32.Ident4()))
	must(s.animation.Wear(e, kite))
	var at mgl32.Vec3
	for _, step := range []struct {
		do        func()
		instances int
		isInside  bool // the kite is in the bounds
	}{
		{func() {}, 2, true}, // a character is culled as a whole
		{func() { must(s.animation.HidePart(e, "kite")) }, 0, false},
		{func() { must(s.animation.ShowPart(e, "kite")) }, 2, true},
		{func() { must(s.animation.TakeOff(e, kite)) }, 0, false},
		{func() { must(s.animation.Wear(e, kite)) }, 2, true},
		{func() { s.library.RemoveModel(kite.ID) }, 0, false},
	} {
		step.do()
		s.update(0)
		if palette := s.animation.Palette(e, kite.Parts[0].Skin); palette != nil {
			at = (*rig.Matrix)(palette).Point(mgl32.Vec3{})
		}
		s.draw(Camera{Position: at.Add(mgl32.Vec3{0, 0, 9}), Target: at})
		if got := s.renderer.Stats(); got.Instances != step.instances || got.Culled != count(step.instances == 0) {
			t.Errorf("expected %d instances, found %+v", step.instances, got)
		}
		bounds, isInside := s.renderer.Bounds(), true
		for c := range 3 {
			isInside = isInside && bounds.Min[c] <= at[c] && at[c] <= bounds.Max[c]
		}
		if isInside != step.isInside {
			t.Errorf("the kite at %v is in the bounds %v: %v", at, bounds, isInside)
		}
	}
}

// A frame uploads as many bytes for a character whatever others wear: with one outfit or with
// fifty.
func TestUploadsDoNotGrowWithOutfits(t *testing.T) {
	const characters = 200
	bytesEach := map[int]float64{}
	for _, outfits := range []int{1, 50} {
		s := newFixture(t, Options{Debug: true})
		body, err := mannequin.New(s.library)
		must(err)
		skeleton := s.library.Skeleton(body.Skeleton)
		var jackets []*assets.Model
		for i := range outfits {
			skin, err := rig.NewSkin("jacket", skeleton, []int{0, 1, 2, 3}, slices.Repeat([]mgl32.Mat4{
				mgl32.Translate3D(float32(i), 0, 0),
			}, 4))
			must(err)
			part := body.Parts[0]
			part.Name, part.Skin, part.Rigid = "jacket", s.library.AddSkin(skin), true
			jacket := &assets.Model{Name: fmt.Sprint("jacket ", i), Skeleton: body.Skeleton, Parts: []assets.Part{part}}
			_, err = s.library.AddModel(jacket)
			must(err)
			jackets = append(jackets, jacket)
		}
		for i := range characters {
			e := mustSpawn(s.animation.Spawn(body, mgl32.Translate3D(float32(i%20), 0, float32(i/20))))
			must(s.animation.Wear(e, jackets[i%outfits]))
		}
		s.update(0.1)
		s.renderer.Style.NoCulling = true
		s.renderer.Style.Occlusion = 0 // whose lists depend on where the jackets are
		s.draw(Camera{Position: mgl32.Vec3{10, 20, 40}, Target: mgl32.Vec3{10, 0, 5}})
		if n := s.renderer.Stats().Instances; n != 2*characters {
			t.Fatalf("%d instances", n)
		}
		bytesEach[outfits] = float64(s.renderer.Stats().Uploaded) / characters
	}
	t.Logf("bytes uploaded per character by outfits: %v", bytesEach)
	const least = 48 * 71 // bytes of the matrices of a body and a jacket
	if bytesEach[1] < least || bytesEach[50] > 1.05*bytesEach[1] || bytesEach[50] < 0.95*bytesEach[1] {
		t.Errorf("the bytes uploaded per character by outfits are %v", bytesEach)
	}
}

// A character of three files: a body, a jacket and hair, which joined its skeleton. The picture is
// for eyes, in the test's artifacts.
func TestPictureOfACharacterOfThreeFiles(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	files := threeFiles()
	body, err := gltfio.Parse(s.library, "body.glb", files[0])
	must(err)
	skeleton := s.library.Skeleton(body.Skeleton)
	e := mustSpawn(s.animation.Spawn(body, mgl32.Ident4()))
	must(s.animation.Player(e).Play(body.Clip("wave")))
	s.target.Close()
	s.target, err = NewTarget(360, 480, 4)
	must(err)
	var pictures []*image.NRGBA
	look := func(name string) {
		picture := s.draw(Camera{Position: mgl32.Vec3{0.9, 1.5, 2.6}, Target: mgl32.Vec3{0, 0.95, 0}})
		var out bytes.Buffer
		must(png.Encode(&out, picture))
		must(os.WriteFile(filepath.Join(t.ArtifactDir(), name+".png"), out.Bytes(), 0o600))
		pictures = append(pictures, picture)
	}
	s.update(1.2)
	look("body")
	for i, name := range []string{"jacket", "hair"} {
		model, err := gltfio.Options{Skeleton: skeleton}.Parse(s.library, name+".glb", files[1+i])
		must(err)
		must(s.animation.Wear(e, model))
		s.update(0)
		look("with " + name)
	}
	changed := func(a, b *image.NRGBA) (n int) {
		for i := 0; i < len(a.Pix); i += 4 {
			if !bytes.Equal(a.Pix[i:i+3], b.Pix[i:i+3]) {
				n++
			}
		}
		return n
	}
	jacket, hair := changed(pictures[0], pictures[1]), changed(pictures[1], pictures[2])
	if jacket < 3000 || hair < 300 || hair > jacket {
		t.Errorf("the jacket changes %d pixels of the picture, the hair %d", jacket, hair)
	}
}

// threeFiles returns files of the mannequin, a jacket over it, and hair.
func threeFiles() (files [][]byte) {
	library := assets.NewLibrary(assets.Exact())
	body, err := mannequin.New(library)
	must(err)
	write := func(model *assets.Model) {
		var out bytes.Buffer
		must(gltfio.Write(&out, library, model))
		files = append(files, out.Bytes())
	}
	write(body)
	skeleton, skin := library.Skeleton(body.Skeleton), library.Skin(body.Parts[0].Skin)
	for _, row := range []struct {
		name      string
		color     mgl32.Vec4
		thickness float32
		covers    func(joint string, at mgl32.Vec3) bool
	}{
		{"jacket", mgl32.Vec4{0.55, 0.04, 0.05, 1}, 0.018, func(joint string, _ mgl32.Vec3) bool {
			return slices.Contains([]string{
				"spine_1", "spine_2", "spine_3", "spine_4", "left_clavicle", "right_clavicle", "left_upper_arm",
				"right_upper_arm", "left_upper_arm_twist", "right_upper_arm_twist", "left_forearm", "right_forearm",
			}, joint)
		}},
		{"hair", mgl32.Vec4{0.1, 0.04, 0.01, 1}, 0.03, func(joint string, at mgl32.Vec3) bool {
			return joint == "head" && (at[1] > 1.7 || at[2] < 0.02)
		}},
	} {
		material := mesh.DefaultMaterial()
		material.Name, material.BaseColor, material.DoubleSided = row.name, row.color, true
		cloth := &mesh.Mesh{Name: row.name}
		for _, p := range library.Mesh(body.Parts[0].Mesh).Primitives {
			var kept []uint32
			for i := 0; i < len(p.Indices); i += 3 {
				covered := true
				for _, v := range p.Indices[i : i+3] {
					joint := skin.Joints()[p.Joints[int(v)*p.Influences]]
					covered = covered && row.covers(skeleton.JointName(int(joint)), p.Positions[v])
				}
				if covered {
					kept = append(kept, p.Indices[i:i+3]...)
				}
			}
			if len(kept) == 0 {
				continue
			}
			p.Indices, p.Positions, p.Material = kept, slices.Clone(p.Positions), library.AddMaterial(&material)
			for v, normal := range p.Normals {
				p.Positions[v] = p.Positions[v].Add(normal.Mul(row.thickness))
			}
			cloth.Primitives = append(cloth.Primitives, p)
		}
		id, err := library.AddMesh(cloth)
		must(err)
		part := body.Parts[0]
		part.Name, part.Mesh = row.name, id
		model := &assets.Model{Name: row.name, Skeleton: body.Skeleton, Skins: body.Skins, Parts: []assets.Part{part}}
		_, err = library.AddModel(model)
		must(err)
		write(model)
	}
	return files
}

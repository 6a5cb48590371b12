//go:build !js

package render

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/systems/avatar"
)

// paintedFace is an avatar of a square of 2 units, without light, whose texture has the colors red,
// green, blue and white in its quarters. The expression "blush" halves the base color of red,
// "look" moves the texture by half its width, and "wide" shows it twice across. "glow" changes the
// emissive color of a second square below it.
func paintedFace() []byte {
	var buffer bytes.Buffer
	for _, y := range [2]float32{-1, -3} {
		for _, p := range [4][2]float32{{-1, 0}, {1, 0}, {1, 2}, {-1, 2}} {
			must(binary.Write(&buffer, binary.LittleEndian, [3]float32{p[0], y + p[1], 0}))
		}
	}
	must(binary.Write(&buffer, binary.LittleEndian, [8]float32{0, 1, 1, 1, 1, 0, 0, 0}))
	must(binary.Write(&buffer, binary.LittleEndian, [6]uint16{0, 1, 2, 0, 2, 3}))
	texels := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i, c := range [4]color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}} {
		texels.SetNRGBA(i%2, i/2, c)
	}
	var picture bytes.Buffer
	must(png.Encode(&picture, texels))
	uri := func(kind string, data []byte) string {
		return fmt.Sprintf("data:%s;base64,%s", kind, base64.StdEncoding.EncodeToString(data))
	}
	return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"nodes": [{"name": "hips", "children": [1]}, {"name": "head", "children": [2, 3]}, {"name": "face", "mesh": 0},
	{"name": "lamp", "mesh": 1}],
"meshes": [{"primitives": [{"material": 0, "attributes": {"POSITION": 0, "TEXCOORD_0": 2}, "indices": 3}]},
 {"primitives": [{"material": 1, "attributes": {"POSITION": 1}, "indices": 3}]}],
"materials": [{"name": "skin", "extensions": {"KHR_materials_unlit": {}},
	"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
 {"name": "lamp", "pbrMetallicRoughness": {"baseColorFactor": [0, 0, 0, 1]}}],
"textures": [{"source": 0, "sampler": 0}], "samplers": [{"magFilter": 9728,
	"minFilter": 9728}], "images": [{"uri": %q}],
"buffers": [{"byteLength": %d, "uri": %q}],
"bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 32},
	{"buffer": 0, "byteOffset": 128, "byteLength": 12}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-1, -1, 0],
	"max": [1, 1, 0]},
 {"bufferView": 0, "byteOffset": 48, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-1, -3, 0],
	"max": [1, -1, 0]},
 {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2"}, {"bufferView": 2, "componentType": 5123,
	"count": 6, "type": "SCALAR"}],
"extensionsUsed": ["VRMC_vrm", "KHR_materials_unlit"], "extensions": {"VRMC_vrm": {"specVersion": "1.0",
 "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}}, "expressions": {"custom": {
  "blush": {"materialColorBinds": [{"material": 0, "type": "color", "targetValue": [0, 1, 1, 1]}]},
  "look": {"textureTransformBinds": [{"material": 0, "offset": [0.5, 0]}]},
  "wide": {"textureTransformBinds": [{"material": 0, "scale": [2, 1]}]},
  "glow": {"materialColorBinds": [{"material": 1, "type": "emissionColor", "targetValue": [1, 0.5, 0, 1]}]}}}}}}`,
		uri("image/png", picture.Bytes()), buffer.Len(), uri("application/octet-stream", buffer.Bytes()))
}

// What expressions of an avatar change of materials is drawn: each character has its own.
func TestExpressionsChangeMaterials(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style.NoGround = true
	var err error
	if s.target, err = NewTarget(160, 64, 4); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.target.Close)
	file, err := vrm.Parse(s.library, "painted.vrm", paintedFace())
	must(err)
	if len(file.Warnings) > 0 {
		t.Errorf("expected no warnings, found %q", file.Warnings)
	}
	avatars, err := avatar.New(s.animation)
	must(err)
	characters := map[string]avatar.Avatar{}
	names := []string{"none", "blush", "look", "wide", "glow"}
	for i, name := range names {
		entity, err := avatars.Spawn(file, mgl32.Translate3D(2.5*float32(i-2), 1, 0))
		must(err)
		characters[name] = avatars.Avatar(entity)
	}
	// A square whose material has the emissive color that "glow" reaches.
	lamp := mesh.DefaultMaterial()
	lamp.BaseColor, lamp.Emissive = mgl32.Vec4{0, 0, 0, 1}, mgl32.Vec3{1, 0.5, 0}
	s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&lamp))),
		mgl32.Translate3D(0, 2.3, 0).Mul4(mgl32.Scale3D(0.2, 0.2, 0.2)))
	draw := func(weight float32) *image.NRGBA {
		t.Helper()
		for _, name := range names[1:] {
			must(characters[name].Express(name, weight))
		}
		s.update(0)
		picture := s.draw(Camera{Position: mgl32.Vec3{0, 0, 20}, FieldOfView: 14.5 / 180 * 3.14159265})
		var out bytes.Buffer
		must(png.Encode(&out, picture))
		must(os.WriteFile(filepath.Join(t.ArtifactDir(), fmt.Sprintf("expressions %.1f.png", weight)), out.Bytes(), 0o600))
		return picture
	}
	red, green, blue, white := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255}, color.NRGBA{0, 0, 255, 255},
		color.NRGBA{255, 255, 255, 255}
	// Points of a face, in its quarters and in the eighths of its upper half.
	points := map[string]mgl32.Vec2{
		"upper left": {-0.5, 0.5}, "upper right": {0.5, 0.5}, "lower left": {-0.5, -0.5}, "lower right": {0.5, -0.5},
		"eighth 1": {-0.75, 0.5}, "eighth 2": {-0.25, 0.5}, "eighth 3": {0.25, 0.5}, "eighth 4": {0.75, 0.5},
		"lamp": {0, -2},
	}
	check := func(picture *image.NRGBA, weight float32, name string, colors map[string]color.NRGBA) {
		t.Helper()
		i := 0
		for names[i] != name {
			i++
		}
		for place, want := range colors {
			p := points[place]
			const scale = 64 / (2 * 20 * 0.12722)                       // pixels in a unit
			x, y := 80+scale*(2.5*float32(i-2)+p[0]), 32-scale*(p[1]+1) // the faces are 1 unit up
			if got := picture.NRGBAAt(int(x), int(y)); !near(got, want, 3) {
				t.Errorf("%q at %v, %s: expected %v, found %v", name, weight, place, want, got)
			}
		}
	}
	quarters := map[string]color.NRGBA{
		"upper left": red, "upper right": green, "lower left": blue, "lower right": white, "lamp": {0, 0, 0, 255},
	}
	picture := draw(0)
	for _, name := range names {
		check(picture, 0, name, quarters)
	}
	picture = draw(1)
	check(picture, 1, "none", quarters)
	check(picture, 1, "blush", map[string]color.NRGBA{
		"upper left": {0, 0, 0, 255}, "upper right": green, "lower left": blue, "lower right": {0, 255, 255, 255},
	})
	check(picture, 1, "look", map[string]color.NRGBA{
		"upper left": green, "upper right": red, "lower left": white, "lower right": blue,
	})
	check(picture, 1, "wide", map[string]color.NRGBA{
		"eighth 1": red, "eighth 2": green, "eighth 3": red,
		"eighth 4": green,
	})
	glowing := picture.NRGBAAt(80, 2) // of the square that glows by itself
	if !near(glowing, color.NRGBA{241, 178, 34, 255}, 3) {
		t.Errorf("expected an orange square, found %v", glowing)
	}
	check(picture, 1, "glow", map[string]color.NRGBA{"lamp": glowing, "upper left": red})
	picture = draw(0.5)
	check(picture, 0.5, "blush", map[string]color.NRGBA{"upper left": {188, 0, 0, 255}, "upper right": green})
	check(picture, 0.5, "look", map[string]color.NRGBA{
		"eighth 1": red, "eighth 2": green, "eighth 3": green,
		"eighth 4": red,
	})
}

// halfHead is an avatar of one mesh without light: a red square that moves with the head, above a
// blue one that moves with the hips.
func halfHead() []byte {
	var buffer bytes.Buffer
	for _, y := range [2]float32{1, -1} {
		for _, p := range [4][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			must(binary.Write(&buffer, binary.LittleEndian, [3]float32{p[0], y + p[1], 0}))
		}
	}
	for range 8 {
		must(binary.Write(&buffer, binary.LittleEndian, [4]float32{1, 0, 0, 0}))
	}
	for i := range 8 {
		must(binary.Write(&buffer, binary.LittleEndian, [4]uint8{[2]uint8{1, 0}[i/4]}))
	}
	for i := range 8 {
		must(binary.Write(&buffer, binary.LittleEndian, [2][4]float32{{1, 0, 0, 1}, {0, 0, 1, 1}}[i/4]))
	}
	must(binary.Write(&buffer, binary.LittleEndian, [12]uint16{0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7}))
	return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 2]}],
"nodes": [{"name": "hips", "children": [1]}, {"name": "head"},
	{"name": "body", "mesh": 0, "skin": 0}], "skins": [{"joints": [0, 1]}],
"meshes": [{"primitives": [{"material": 0, "attributes": {"POSITION": 0, "WEIGHTS_0": 1, "JOINTS_0": 2, "COLOR_0": 3},
	"indices": 4}]}],
"materials": [{"name": "skin", "extensions": {"KHR_materials_unlit": {}}}],
"buffers": [{"byteLength": %d, "uri": "data:application/octet-stream;base64,%s"}],
"bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 128},
 {"buffer": 0, "byteOffset": 224, "byteLength": 32}, {"buffer": 0, "byteOffset": 256, "byteLength": 128},
 {"buffer": 0, "byteOffset": 384, "byteLength": 24}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [-1, -2, 0],
	"max": [1, 2, 0]},
 {"bufferView": 1, "componentType": 5126, "count": 8, "type": "VEC4"}, {"bufferView": 2, "componentType": 5121,
	"count": 8, "type": "VEC4"},
 {"bufferView": 3, "componentType": 5126, "count": 8, "type": "VEC4"}, {"bufferView": 4, "componentType": 5123,
	"count": 12, "type": "SCALAR"}],
"extensionsUsed": ["VRMC_vrm", "KHR_materials_unlit"], "extensions": {"VRMC_vrm": {"specVersion": "1.0",
 "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}}}}}`,
		buffer.Len(), base64.StdEncoding.EncodeToString(buffer.Bytes()))
}

// A camera in the head does not draw the triangles of the head, and those of the body once.
func TestFirstPersonDrawsTheBody(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style.NoGround = true
	file, err := vrm.Parse(s.library, "half.vrm", halfHead())
	must(err)
	avatars, err := avatar.New(s.animation)
	must(err)
	entity, err := avatars.Spawn(file, mgl32.Ident4())
	must(err)
	camera := Camera{Position: mgl32.Vec3{0, 0, 10}}
	s.update(0)
	body, whole := color.NRGBA{0, 0, 255, 255}, s.draw(camera)
	if head := whole.NRGBAAt(32, 24); !near(head, color.NRGBA{255, 0, 0, 255}, 3) || !near(whole.NRGBAAt(32, 40), body,
		3) {
		t.Errorf("expected a red head over a blue body, found %v over %v", head, whole.NRGBAAt(32, 40))
	}
	for _, on := range []bool{true, false} {
		must(avatars.Avatar(entity).SetFirstPerson(on))
		s.update(0)
		picture := s.draw(camera)
		if head := picture.NRGBAAt(32, 24); (head == whole.NRGBAAt(32, 24)) == on || !near(picture.NRGBAAt(32, 40), body, 3) {
			t.Errorf("first person %v: found %v over %v", on, head, picture.NRGBAAt(32, 40))
		}
	}
}

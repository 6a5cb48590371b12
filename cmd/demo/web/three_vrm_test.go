//go:build cgo && !js

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/dolls"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/avatar"
	"github.com/sinew-go/sinew/systems/render"
)

// maxAvatarDifference is the largest mean difference from the picture of three-vrm, over the pixels
// of the avatar, in units of CIELAB (CIE 1976).
const maxAvatarDifference = 6

type object = dolls.Object

// avatarPicture is an avatar of balls for a picture.
type avatarPicture struct {
	materials   []object // of glTF, of the balls in turn
	properties  []object // of VRM 0.x; nil makes an avatar of VRM 1.0
	expressions object   // of VRM 1.0
	made        []byte   // the file, in place of one of balls
	shown       map[string]float64
	seconds     float64 // of textures that move
}

func (a *avatarPicture) file() []byte {
	if a.made != nil {
		return a.made
	}
	doll := dolls.Doll{Materials: a.materials, Properties: a.properties, Expressions: a.expressions}
	return doll.File()
}

// with adds members to a material.
func with(material object, members object) object {
	maps.Copy(material, members)
	return material
}

// pictures are the avatars by name.
func pictures() map[string]*avatarPicture {
	skin, cloth, hair := mgl32.Vec3{0.9, 0.7, 0.6}, mgl32.Vec3{0.2, 0.35, 0.7}, mgl32.Vec3{0.35, 0.15, 0.08}
	shade := func(c mgl32.Vec3) mgl32.Vec3 { return c.Mul(0.45) }
	outline := object{"outlineWidthMode": "worldCoordinates", "outlineWidthFactor": 0.012}
	old := func(members ...object) (m object) {
		m = object{"shader": "VRM/MToon", "renderQueue": 2000, "floatProperties": object{}, "vectorProperties": object{}}
		for _, one := range members {
			maps.Copy(m, one)
		}
		return m
	}
	return map[string]*avatarPicture{
		"shade and toony": {materials: []object{
			dolls.Toon(cloth, -1, object{"shadeColorFactor": shade(cloth)}),
			dolls.Toon(skin, -1, object{"shadeColorFactor": shade(skin), "shadingToonyFactor": 0.3, "shadingShiftFactor": 0.3}),
			dolls.Toon(hair, -1, object{"shadeColorFactor": shade(hair), "shadingToonyFactor": 1, "shadingShiftFactor": -0.4}),
			dolls.Toon(cloth, 0, object{"shadeColorFactor": skin, "shadeMultiplyTexture": object{"index": 0}}),
			dolls.Toon(skin, -1, object{"shadeColorFactor": cloth, "shadingShiftTexture": object{"index": 1, "scale": 0.8}}),
		}},
		"rim and matcap": {materials: []object{
			dolls.Toon(hair, -1, object{
				"shadeColorFactor": shade(hair), "parametricRimColorFactor": []float64{0.9, 0.6, 0.3},
				"parametricRimFresnelPowerFactor": 3, "rimLightingMixFactor": 1,
			}),
			dolls.Toon(cloth, -1, object{
				"shadeColorFactor": shade(cloth), "parametricRimColorFactor": []float64{0.2, 0.8, 0.5},
				"parametricRimFresnelPowerFactor": 1.5, "parametricRimLiftFactor": 0.2, "rimLightingMixFactor": 0,
				"rimMultiplyTexture": object{"index": 0},
			}),
			dolls.Toon(shade(skin), -1, object{"shadeColorFactor": shade(cloth), "matcapTexture": object{"index": 2}}),
			dolls.Toon(hair, -1, object{
				"shadeColorFactor": shade(hair), "matcapTexture": object{"index": 2},
				"matcapFactor": []float64{0.3, 1, 0.6}, "rimLightingMixFactor": 0.5,
			}),
		}},
		"outlines": {materials: []object{
			dolls.Toon(skin, -1, maps.Collect(maps.All(outline))),
			with(dolls.Toon(cloth, -1, object{
				"outlineWidthMode": "worldCoordinates", "outlineWidthFactor": 0.03, "outlineLightingMixFactor": 0,
				"outlineColorFactor": []float64{0.8, 0.2, 0.1}, "outlineWidthMultiplyTexture": object{"index": 1},
			}), object{"doubleSided": true}),
			dolls.Toon(hair, -1, object{
				"outlineWidthMode": "screenCoordinates", "outlineWidthFactor": 0.006, "outlineLightingMixFactor": 0.5,
				"outlineColorFactor": []float64{0.1, 0.6, 0.2},
			}),
		}},
		"textures and reliefs": {materials: []object{
			with(dolls.Toon(skin, 0, object{"shadeColorFactor": shade(skin)}),
				object{"normalTexture": object{"index": 3}, "emissiveFactor": []float64{0.1, 0, 0.2}}),
			with(dolls.Toon(cloth, -1, object{"shadeColorFactor": shade(cloth), "shadingToonyFactor": 0.2}),
				object{
					"normalTexture":  object{"index": 3, "scale": 0.5},
					"emissiveFactor": []float64{0.3, 0.3, 0.3}, "emissiveTexture": object{"index": 2},
				}),
			with(dolls.Toon(skin, 0, object{"shadeColorFactor": shade(skin)}), object{"alphaMode": "MASK", "doubleSided": true}),
		}},
		"blending": {materials: []object{
			with(dolls.Toon(skin, 0, object{"shadeColorFactor": shade(skin), "transparentWithZWrite": true}),
				object{"alphaMode": "BLEND"}),
			with(dolls.Toon(cloth, 0, object{"shadeColorFactor": shade(cloth), "renderQueueOffsetNumber": -2}),
				object{"alphaMode": "BLEND"}),
			dolls.Toon(hair, -1, object{"shadeColorFactor": shade(hair)}),
		}},
		"moving textures": {seconds: 1.3, materials: []object{
			dolls.Toon(skin, 0, object{
				"shadeColorFactor": shade(skin), "shadeMultiplyTexture": object{"index": 0},
				"uvAnimationScrollXSpeedFactor": 0.1, "uvAnimationScrollYSpeedFactor": -0.2,
			}),
			dolls.Toon(cloth, 0, object{"shadeColorFactor": shade(cloth), "uvAnimationRotationSpeedFactor": 0.7}),
			dolls.Toon(skin, 0, object{
				"shadeColorFactor": shade(hair), "uvAnimationScrollXSpeedFactor": 0.4,
				"uvAnimationMaskTexture": object{"index": 1},
			}),
		}},
		"expressions": blushing(skin, cloth, hair),
		"VRM 0.x": {
			seconds:   0.7,
			materials: []object{{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}},
			properties: []object{
				old(object{
					"floatProperties": object{
						"_ShadeShift": -0.2, "_ShadeToony": 0.8, "_OutlineWidthMode": 1, "_OutlineWidth": 1.2,
						"_OutlineColorMode": 1, "_OutlineLightingMix": 0.6,
					},
					"vectorProperties": object{
						"_Color": []float64{0.95, 0.85, 0.8, 1}, "_ShadeColor": []float64{0.7, 0.5, 0.5, 1},
						"_OutlineColor": []float64{0.4, 0.1, 0.1, 1},
					},
				}),
				old(object{
					"floatProperties": object{
						"_ShadeToony": 0.3, "_RimFresnelPower": 3, "_RimLightingMix": 1, "_UvAnimScrollX": 0.2,
						"_UvAnimScrollY": 0.1,
					},
					"vectorProperties": object{
						"_MainTex": []float64{0.1, 0.2, 2, 1}, "_RimColor": []float64{0.2, 0.4, 0.9, 1},
						"_ShadeColor": []float64{0.6, 0.6, 0.8, 1},
					},
					"textureProperties": object{"_MainTex": 0, "_ShadeTexture": 0},
				}),
				old(object{
					"floatProperties": object{
						"_OutlineWidthMode": 2, "_OutlineWidth": 0.8, "_CullMode": 0, "_IndirectLightIntensity": 0.8,
					},
					"vectorProperties": object{
						"_Color": []float64{0.5, 0.4, 0.3, 1}, "_ShadeColor": []float64{0.3, 0.2, 0.2, 1},
						"_EmissionColor": []float64{0.2, 0, 0.2, 1},
					},
					"textureProperties": object{"_SphereAdd": 2},
				}),
				old(object{
					"renderQueue": 3000, "keywordMap": object{"_ALPHABLEND_ON": true},
					"floatProperties":   object{"_ZWrite": 1},
					"vectorProperties":  object{"_ShadeColor": []float64{0.5, 0.5, 0.5, 1}},
					"textureProperties": object{"_MainTex": 0},
				}),
			},
		},
	}
}

// blushing is an avatar with an expression that changes colors and transforms of textures. Each
// ball has a material of its own, because three-vrm changes one as often as meshes use it.
func blushing(skin, cloth, hair mgl32.Vec3) *avatarPicture {
	a := &avatarPicture{shown: map[string]float64{"blush": 0.75}}
	var colors, transforms []any
	color := func(kind string, target ...float64) {
		colors = append(colors, object{"material": len(a.materials), "type": kind, "targetValue": target})
	}
	for i := range dolls.Balls {
		switch i % 3 {
		case 0:
			color("shadeColor", 0.8, 0.1, 0.1, 1)
			color("outlineColor", 0, 0.5, 1, 1)
			color("rimColor", 0, 0.9, 0.2, 1)
			a.materials = append(a.materials, dolls.Toon(skin, -1, object{
				"outlineWidthMode": "worldCoordinates", "outlineWidthFactor": 0.012, "outlineLightingMixFactor": 0.2,
			}))
		case 1:
			transforms = append(transforms, object{
				"material": len(a.materials), "scale": []float64{2, 1}, "offset": []float64{0.25, 0.1},
			})
			a.materials = append(a.materials,
				dolls.Toon(cloth, 0, object{"shadeColorFactor": skin, "shadeMultiplyTexture": object{"index": 0}}))
		case 2:
			color("matcapColor", 0, 0.4, 1, 1)
			a.materials = append(a.materials, dolls.Toon(hair, -1, object{"matcapTexture": object{"index": 2}}))
		}
	}
	a.expressions = object{"custom": object{"blush": object{
		"materialColorBinds": colors, "textureTransformBinds": transforms,
	}}}
	return a
}

// mannequinBones are the joints of the mannequin that VRM 1.0 asks for.
var mannequinBones = map[string]string{
	"hips": "hips", "spine": "spine_1", "head": "head", "leftUpperArm": "left_upper_arm",
	"leftLowerArm": "left_forearm", "leftHand": "left_hand", "rightUpperArm": "right_upper_arm",
	"rightLowerArm": "right_forearm", "rightHand": "right_hand", "leftUpperLeg": "left_thigh",
	"leftLowerLeg": "left_shin", "leftFoot": "left_foot", "rightUpperLeg": "right_thigh",
	"rightLowerLeg": "right_shin", "rightFoot": "right_foot",
}

// toonMannequin is the mannequin as an avatar, with toon shading and outlines.
func toonMannequin(t *testing.T) *avatarPicture {
	t.Helper()
	library := assets.NewLibrary()
	person, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	person.SetClips(library, nil)
	for i := range person.Parts {
		painted := *library.Mesh(person.Parts[i].Mesh)
		painted.Primitives = slices.Clone(painted.Primitives)
		for k := range painted.Primitives {
			m, shading := *library.Material(painted.Primitives[k].Material), mesh.DefaultToon()
			shading.ShadeColor, shading.RimColor = m.BaseColor.Vec3().Mul(0.4), mgl32.Vec3{0.2, 0.3, 0.4}
			shading.OutlineWidth, shading.OutlineColor = 0.008, mgl32.Vec3{0.7, 0.2, 0.1}
			m.Toon = &shading
			painted.Primitives[k].Material = library.AddMaterial(&m)
		}
		if person.Parts[i].Mesh, err = library.AddMesh(&painted); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := gltfio.Write(&file, library, person); err != nil {
		t.Fatal(err)
	}
	// The first chunk of the file is JSON, to which the extension is added.
	const header = 20
	size := int(binary.LittleEndian.Uint32(file.Bytes()[12:]))
	var document object
	if err := json.Unmarshal(file.Bytes()[header:header+size], &document); err != nil {
		t.Fatal(err)
	}
	nodes, bones := map[string]int{}, object{}
	for i, node := range document["nodes"].([]any) {
		name, _ := node.(object)["name"].(string)
		nodes[name] = i
	}
	for bone, joint := range mannequinBones {
		node, ok := nodes[joint]
		if !ok {
			t.Fatalf("the mannequin has no joint %q", joint)
		}
		bones[bone] = object{"node": node}
	}
	used, _ := document["extensionsUsed"].([]any)
	document["extensionsUsed"] = append(used, "VRMC_vrm")
	document["extensions"] = object{"VRMC_vrm": object{
		"specVersion": "1.0", "humanoid": object{"humanBones": bones},
		"meta": object{"name": "mannequin", "authors": []string{"Sinew"}, "licenseUrl": "https://vrm.dev/licenses/1.0/"},
	}}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	rest := file.Bytes()[header+size:]
	out := slices.Clone(file.Bytes()[:8])
	out = binary.LittleEndian.AppendUint32(out, uint32(header+len(text)+len(rest)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	return &avatarPicture{made: slices.Concat(out, []byte("JSON"), text, rest)}
}

// drawDoll draws an avatar, and returns the picture and what three-vrm has to draw.
func drawDoll(t *testing.T, folder, file string, doll *avatarPicture, target *render.Target) (
	*image.NRGBA, *threeRequest,
) {
	t.Helper()
	library := assets.NewLibrary()
	of, err := vrm.Open(library, filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range slices.Concat(of.Warnings, of.Model.Warnings) {
		t.Errorf("%s: warning %s", file, w)
	}
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		t.Fatal(err)
	}
	defer animation.Close()
	avatars, err := avatar.New(animation)
	if err != nil {
		t.Fatal(err)
	}
	entity, err := avatars.Spawn(of, mgl32.Ident4())
	if err != nil {
		t.Fatal(err)
	}
	for name, weight := range doll.shown {
		if err := avatars.Avatar(entity).Express(name, float32(weight)); err != nil {
			t.Fatal(err)
		}
	}
	if err := animation.Update(0); err != nil {
		t.Fatal(err)
	}
	ambient := mgl32.Vec3{0.2, 0.22, 0.25}
	picture, request := drawForThree(t, file, &world, library, of.Model.Bounds,
		render.Style{SkyLight: ambient, GroundLight: ambient, Seconds: doll.seconds}, target)
	request.Avatar = &avatarRequest{Ambient: ambient, Seconds: doll.seconds, Expressions: doll.shown}
	return picture, request
}

// Avatars of VRM look as three-vrm draws them, in the same light, with the same camera, exposure
// and tone mapping. They differ where three-vrm is not as VRMC_materials_mtoon 1.0 says: outlines
// by the height of the image are half as wide there, and it blends in sRGB, as the canvas of a page
// does.
func TestAvatarsLookAsInThreeVRM(t *testing.T) {
	three := findThree(t)
	threeVRM := filepath.Join(filepath.Dir(three), "@pixiv", "three-vrm")
	if _, err := os.Stat(threeVRM); err != nil {
		t.Skipf("three-vrm is not beside three.js: run NODE_PATH=$(.ci/three) go test ./cmd/demo/web (%v)", err)
	}
	findChromium(t)
	target, release := headless(t, threeWidth, threeHeight)
	defer release()

	folder, all := t.TempDir(), pictures()
	all["mannequin"] = toonMannequin(t)
	files := map[string]string{}
	for name, doll := range all {
		files[name] = strings.ReplaceAll(name, " ", "-") + ".vrm"
		if err := os.WriteFile(filepath.Join(folder, files[name]), doll.file(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found := differences{
		browser: openThree(t, folder, map[string]string{"three": three, "three-vrm": threeVRM}), most: maxAvatarDifference,
		least: 5000,
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		ours, request := drawDoll(t, folder, files[name], all[name], target)
		found.add(t, name, name, ours, request)
	}
	t.Logf("differences from three-vrm:\n%s", found.table())
}

package dolls

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Object is an object of JSON.
type Object = map[string]any

// Doll is an avatar of balls, of VRM 1.0, or with Properties of VRM 0.x.
type Doll struct {
	Materials   []Object // of glTF, of the balls in turn
	Properties  []Object // of the materials, of VRM 0.x
	Expressions Object   // of VRM 1.0
	// Face adds eyes with the expression "blink", which look at things, and a ponytail that swings.
	Face bool
}

// Toon returns a material of VRM 1.0, given a color, the number of a texture or -1, and members of
// the extension VRMC_materials_mtoon.
func Toon(color mgl32.Vec3, texture int, members Object) Object {
	base := Object{"baseColorFactor": []float32{color[0], color[1], color[2], 1}}
	if texture >= 0 {
		base["baseColorTexture"] = Object{"index": texture}
	}
	members["specVersion"] = "1.0"
	return Object{"pbrMetallicRoughness": base, "extensions": Object{"VRMC_materials_mtoon": members}}
}

// bones are the bones of the dolls, with the joint above, the place from there in meters, and
// the radius of a ball, or 0.
var bones = []struct {
	name, above string
	place       mgl32.Vec3
	radius      float32
}{
	{"hips", "", mgl32.Vec3{0, 0.8, 0}, 0.17},
	{"spine", "hips", mgl32.Vec3{0, 0.3, 0}, 0.19},
	{"head", "spine", mgl32.Vec3{0, 0.42, 0}, 0.27},
	{"leftUpperArm", "spine", mgl32.Vec3{0.2, 0.05, 0}, 0},
	{"leftLowerArm", "leftUpperArm", mgl32.Vec3{0.15, 0, 0.05}, 0.11},
	{"leftHand", "leftLowerArm", mgl32.Vec3{0.2, 0, 0.05}, 0.12},
	{"rightUpperArm", "spine", mgl32.Vec3{-0.2, 0.05, 0}, 0},
	{"rightLowerArm", "rightUpperArm", mgl32.Vec3{-0.15, 0, 0.05}, 0.11},
	{"rightHand", "rightLowerArm", mgl32.Vec3{-0.2, 0, 0.05}, 0.12},
	{"leftUpperLeg", "hips", mgl32.Vec3{0.1, -0.15, 0}, 0},
	{"leftLowerLeg", "leftUpperLeg", mgl32.Vec3{0.05, -0.2, 0}, 0.12},
	{"leftFoot", "leftLowerLeg", mgl32.Vec3{0, -0.3, 0.05}, 0.14},
	{"rightUpperLeg", "hips", mgl32.Vec3{-0.1, -0.15, 0}, 0},
	{"rightLowerLeg", "rightUpperLeg", mgl32.Vec3{-0.05, -0.2, 0}, 0.12},
	{"rightFoot", "rightLowerLeg", mgl32.Vec3{0, -0.3, 0.05}, 0.14},
}

// Balls is the number of balls of a doll.
const Balls = 11

// pictures are the images of the textures of the dolls: a checkerboard of colors, a gradient for
// masks, a matcap, and a relief of waves.
func pictures() (uris []string) {
	for _, paint := range []func(x, y float64) color.NRGBA{
		func(x, y float64) color.NRGBA {
			if int(8*x)%2 == int(4*y)%2 {
				return color.NRGBA{250, 220, 120, 255}
			}
			return color.NRGBA{120, 190, 250, 120}
		},
		func(x, y float64) color.NRGBA {
			return color.NRGBA{uint8(255 * y), uint8(255 * (1 - y)), uint8(255 * x), 255}
		},
		func(x, y float64) color.NRGBA {
			d := math.Hypot(x-0.35, y-0.3)
			return color.NRGBA{uint8(255 * max(0, 1-3*d)), uint8(200 * max(0, 1-2*d)), uint8(120 * (1 - y)), 255}
		},
		func(x, _ float64) color.NRGBA {
			slope := 0.5 * math.Cos(16*math.Pi*x)
			z := 1 / math.Sqrt(1+slope*slope)
			return color.NRGBA{uint8(127.5 * (1 + slope*z)), 128, uint8(127.5 * (1 + z)), 255}
		},
	} {
		const size = 64
		m := image.NewNRGBA(image.Rect(0, 0, size, size))
		for y := range size {
			for x := range size {
				m.SetNRGBA(x, y, paint((float64(x)+0.5)/size, (float64(y)+0.5)/size))
			}
		}
		var out bytes.Buffer
		if err := png.Encode(&out, m); err != nil {
			panic(err)
		}
		uris = append(uris, "data:image/png;base64,"+base64.StdEncoding.EncodeToString(out.Bytes()))
	}
	return uris
}

// file is a glTF file while it is made.
type file struct {
	buffer                              []byte
	views, accessors                    []any
	nodes, meshes, materials, pictures  []any
	textures                            []any
	positions, squashed, uv, indexOfAll int // accessors of the ball
}

// add adds an accessor of numbers and returns its index.
func (f *file) add(kind string, component, count int, data []byte, more Object) int {
	f.views = append(f.views, Object{"buffer": 0, "byteOffset": len(f.buffer), "byteLength": len(data)})
	f.buffer = append(f.buffer, data...)
	for len(f.buffer)%4 != 0 {
		f.buffer = append(f.buffer, 0)
	}
	accessor := Object{"bufferView": len(f.views) - 1, "componentType": component, "count": count, "type": kind}
	maps.Copy(accessor, more)
	f.accessors = append(f.accessors, accessor)
	return len(f.accessors) - 1
}

// addBall adds the vertices of a ball with a radius of 1, and the way of each to a ball that is
// squashed, like an eye that is closed.
func (f *file) addBall() {
	const around = 48
	var positions, squashed, texCoords, indices []byte
	put := func(to []byte, numbers ...float64) []byte {
		for _, v := range numbers {
			to = binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(v)))
		}
		return to
	}
	for k := range (around + 1) * (around/2 + 1) {
		sinTurn, cosTurn := math.Sincos(2 * math.Pi * float64(k%(around+1)) / around)
		sin, cos := math.Sincos(2 * math.Pi * float64(k/(around+1)) / around)
		positions = put(positions, sin*sinTurn, cos, sin*cosTurn)
		squashed = put(squashed, 0, -0.93*cos, 0)
		texCoords = put(texCoords, float64(k%(around+1))/around, float64(k/(around+1))/(around/2))
		if k%(around+1) < around && k/(around+1) < around/2 {
			p, q := uint16(k), uint16(k+around+1)
			for _, i := range []uint16{p, q, q + 1, p, q + 1, p + 1} {
				indices = binary.LittleEndian.AppendUint16(indices, i)
			}
		}
	}
	const float, short = 5126, 5123
	count, box := len(positions)/12, Object{"min": []int{-1, -1, -1}, "max": []int{1, 1, 1}}
	f.positions = f.add("VEC3", float, count, positions, box)
	f.squashed = f.add("VEC3", float, count, squashed,
		Object{"min": []float32{0, -0.93, 0}, "max": []float32{0, 0.93, 0}})
	f.uv = f.add("VEC2", float, count, texCoords, nil)
	f.indexOfAll = f.add("SCALAR", short, len(indices)/2, indices, nil)
}

// addMesh adds a ball of a material, which may be squashed, and returns its index.
func (f *file) addMesh(material int, squashes bool) int {
	primitive := Object{
		"material": material, "indices": f.indexOfAll,
		"attributes": Object{"POSITION": f.positions, "NORMAL": f.positions, "TEXCOORD_0": f.uv},
	}
	if squashes {
		primitive["targets"] = []any{Object{"POSITION": f.squashed}}
	}
	f.meshes = append(f.meshes, Object{"primitives": []any{primitive}})
	return len(f.meshes) - 1
}

// addNode adds a node below another one, or below none for -1, and returns its index.
func (f *file) addNode(above int, node Object) int {
	f.nodes = append(f.nodes, node)
	if above >= 0 {
		parent := f.nodes[above].(Object)
		list, _ := parent["children"].([]int)
		parent["children"] = append(list, len(f.nodes)-1)
	}
	return len(f.nodes) - 1
}

// addRound adds a ball of a mesh at a place below a node, and returns its node.
func (f *file) addRound(above, mesh int, name string, at mgl32.Vec3, radius float32) int {
	return f.addNode(above, Object{
		"name": name, "mesh": mesh, "translation": at, "scale": mgl32.Vec3{radius, radius, radius},
	})
}

// File returns the avatar as the text of a glTF file.
func (d *Doll) File() []byte {
	f := &file{}
	f.addBall()
	for i, uri := range pictures() {
		f.pictures = append(f.pictures, Object{"uri": uri})
		f.textures = append(f.textures, Object{"source": i, "sampler": 0})
	}
	for i := range d.Materials {
		f.materials = append(f.materials, d.Materials[i])
		f.addMesh(i, false)
	}
	index, balls := map[string]int{}, 0
	for _, bone := range bones {
		above := -1
		if bone.above != "" {
			above = index[bone.above]
		}
		index[bone.name] = f.addNode(above, Object{"name": bone.name, "translation": bone.place})
		if bone.radius > 0 {
			f.addRound(index[bone.name], balls%len(d.Materials), bone.name+" ball", mgl32.Vec3{}, bone.radius)
			balls++
		}
	}
	if balls != Balls {
		panic("the number of balls is not that of the bones with a radius")
	}
	extensions := Object{}
	if d.Properties == nil {
		d.describe(f, index, extensions)
	} else {
		d.describe0(f, index, extensions)
	}
	roots := []int{0}
	if d.Properties != nil { // faces -Z
		roots[0] = f.addNode(-1, Object{"name": "turned", "rotation": []int{0, 1, 0, 0}, "children": []int{0}})
	}
	text, err := json.Marshal(Object{
		"asset": Object{"version": "2.0"}, "scene": 0, "scenes": []any{Object{"nodes": roots}}, "nodes": f.nodes,
		"meshes": f.meshes, "materials": f.materials, "images": f.pictures, "textures": f.textures,
		"samplers":   []any{Object{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}},
		"extensions": extensions, "extensionsUsed": slices.Sorted(maps.Keys(extensions)),
		"bufferViews": f.views, "accessors": f.accessors, "buffers": []any{Object{
			"byteLength": len(f.buffer),
			"uri":        "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(f.buffer),
		}},
	})
	if err != nil {
		panic(err) // only numbers that are not finite have no JSON
	}
	return text
}

// addFace adds eyes, whose bones it adds to the list, and a ponytail. It returns the meshes of the
// eyes, their nodes, and the bones of the ponytail.
func (f *file) addFace(index map[string]int) (meshes, balls, tail []int) {
	for _, color := range []mgl32.Vec3{{0.95, 0.95, 0.95}, {0.05, 0.1, 0.25}} {
		f.materials = append(f.materials, Toon(color, -1, Object{"shadeColorFactor": color.Mul(0.7)}))
		meshes = append(meshes, f.addMesh(len(f.materials)-1, true))
	}
	for i, name := range []string{"leftEye", "rightEye"} {
		at := mgl32.Vec3{0.1 - 0.2*float32(i), 0.05, 0.21}
		index[name] = f.addNode(index["head"], Object{"name": name, "translation": at})
		balls = append(balls,
			f.addRound(index[name], meshes[0], name+" white", mgl32.Vec3{}, 0.075),
			f.addRound(index[name], meshes[1], name+" pupil", mgl32.Vec3{0, 0, 0.05}, 0.04))
	}
	above, at := index["head"], mgl32.Vec3{0, 0.12, -0.26}
	for _, name := range []string{"tail 1", "tail 2", "tail 3", "tail 4"} {
		above = f.addNode(above, Object{"name": name, "translation": at})
		f.addRound(above, 0, name+" ball", mgl32.Vec3{}, 0.08)
		tail, at = append(tail, above), mgl32.Vec3{0, 0.02, -0.13}
	}
	return meshes, balls, tail
}

// describe adds the extensions of VRM 1.0.
func (d *Doll) describe(f *file, index map[string]int, extensions Object) {
	avatar, expressions := Object{"specVersion": "1.0"}, Object{}
	maps.Copy(expressions, d.Expressions)
	if d.Face {
		_, balls, tail := f.addFace(index)
		var binds, joints []any
		for _, node := range balls {
			binds = append(binds, Object{"node": node, "index": 0, "weight": 1})
		}
		for _, node := range tail {
			joints = append(joints, Object{"node": node, "stiffness": 0.3, "gravityPower": 1, "dragForce": 0.3})
		}
		expressions["preset"] = Object{"blink": Object{"morphTargetBinds": binds}}
		extensions["VRMC_springBone"] = Object{"specVersion": "1.0", "springs": []any{Object{"joints": joints}}}
		turn := Object{"inputMaxValue": 90, "outputScale": 40}
		avatar["lookAt"] = Object{
			"type": "bone", "offsetFromHeadBone": []float64{0, 0.05, 0.21}, "rangeMapHorizontalInner": turn,
			"rangeMapHorizontalOuter": turn, "rangeMapVerticalDown": turn, "rangeMapVerticalUp": turn,
		}
	}
	bones := Object{}
	for name, node := range index {
		bones[name] = Object{"node": node}
	}
	avatar["humanoid"], avatar["expressions"] = Object{"humanBones": bones}, expressions
	avatar["meta"] = Object{
		"name": "doll", "authors": []string{"Sinew"}, "licenseUrl": "https://vrm.dev/licenses/1.0/",
	}
	extensions["VRMC_vrm"] = avatar
}

// describe0 adds the extension of VRM 0.x.
func (d *Doll) describe0(f *file, index map[string]int, extensions Object) {
	avatar := Object{"specVersion": "0.0", "meta": Object{"title": "doll"}, "materialProperties": d.Properties}
	if d.Face {
		meshes, _, tail := f.addFace(index)
		var binds []any
		for _, m := range meshes {
			binds = append(binds, Object{"mesh": m, "index": 0, "weight": 100})
		}
		avatar["blendShapeMaster"] = Object{"blendShapeGroups": []any{
			Object{"name": "Blink", "presetName": "blink", "binds": binds},
		}}
		turn := Object{"xRange": 90, "yRange": 40}
		avatar["firstPerson"] = Object{
			"lookAtTypeName": "Bone", "firstPersonBoneOffset": Object{"x": 0, "y": 0.05, "z": -0.21},
			"lookAtHorizontalInner": turn, "lookAtHorizontalOuter": turn, "lookAtVerticalDown": turn,
			"lookAtVerticalUp": turn,
		}
		avatar["secondaryAnimation"] = Object{"boneGroups": []any{Object{
			"bones": tail[:1], "stiffiness": 0.3, "gravityPower": 1, "gravityDir": Object{"x": 0, "y": -1, "z": 0},
			"dragForce": 0.3, "center": -1,
		}}}
	}
	var bones []any
	for _, name := range slices.Sorted(maps.Keys(index)) {
		bones = append(bones, Object{"bone": name, "node": index[name]})
	}
	avatar["humanoid"] = Object{"humanBones": bones}
	extensions["VRM"] = avatar
}

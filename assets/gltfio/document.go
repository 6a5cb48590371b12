package gltfio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"
)

// decodeDocument decodes the JSON, element by element, so that an error can tell which one it is in. What the document types
// would take silently is an error: elements that are null, required properties that are missing, arrays of the wrong length.
func (l *loader) decodeDocument() error {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(l.container.json, &top); err != nil {
		return jsonErrorAt("", err)
	}
	doc := &gltf.Document{}
	l.doc = doc
	d := decoder{memory: &l.memory, top: top}
	if err := decodeAsset(top["asset"], &doc.Asset); err != nil {
		return err
	}
	d.decodeValue("extensionsUsed", &doc.ExtensionsUsed)
	d.decodeValue("extensionsRequired", &doc.ExtensionsRequired)
	if d.err == nil {
		d.err = l.checkExtensions()
	}
	doc.Buffers = decodeArray[gltf.Buffer](&d, "buffers", bufferSchema)
	doc.BufferViews = decodeArray[gltf.BufferView](&d, "bufferViews", viewSchema)
	doc.Accessors = decodeArray[gltf.Accessor](&d, "accessors", accessorSchema)
	doc.Images = decodeArray[gltf.Image](&d, "images", schema{})
	doc.Samplers = decodeArray[gltf.Sampler](&d, "samplers", schema{})
	doc.Textures = decodeArray[gltf.Texture](&d, "textures", schema{})
	doc.Materials = decodeArray[gltf.Material](&d, "materials", materialSchema)
	doc.Meshes = d.decodeMeshes()
	doc.Nodes = decodeArray[gltf.Node](&d, "nodes", nodeSchema)
	doc.Skins = decodeArray[gltf.Skin](&d, "skins", skinSchema)
	doc.Animations = d.decodeAnimations()
	doc.Scenes = decodeArray[gltf.Scene](&d, "scenes", schema{})
	d.decodeValue("scene", &doc.Scene)
	l.cameras = len(d.splitArray("cameras", top["cameras"]))
	l.warnings = append(l.warnings, d.warnings...)
	return d.err
}

// decoder decodes parts of the document and keeps the first error.
type decoder struct {
	memory   *budget
	top      map[string]json.RawMessage
	warnings []string
	err      error
}

// value decodes a property of the top level, if it is there.
func (d *decoder) decodeValue(name string, to any) {
	if raw, ok := d.top[name]; ok && d.err == nil {
		if err := json.Unmarshal(raw, to); err != nil {
			d.err = jsonErrorAt(name, err)
		}
	}
}

// elements splits an array.
func (d *decoder) splitArray(path string, raw json.RawMessage) []json.RawMessage {
	if raw == nil || d.err != nil {
		return nil
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		d.err = jsonErrorAt(path, err)
		return nil
	}
	for i, e := range elements {
		if isNull(e) {
			d.err = errorAt(fmt.Sprintf("%s[%d]", path, i), "it is null")
			return nil
		}
	}
	// The least that an element can be written in is 3 bytes; what it becomes is a few hundred.
	if err := d.memory.spend(path, len(elements), 1024); err != nil {
		d.err = err
		return nil
	}
	return elements
}

// list decodes an array of the top level.
func decodeArray[T any](d *decoder, name string, s schema) []*T {
	return decodeArrayAt[T](d, name, d.top[name], s)
}

// listOf decodes an array.
func decodeArrayAt[T any](d *decoder, path string, raw json.RawMessage, s schema) []*T {
	elements := d.splitArray(path, raw)
	decoded := make([]*T, 0, len(elements))
	for i, e := range elements {
		at := fmt.Sprintf("%s[%d]", path, i)
		if d.err = s.check(at, e); d.err != nil {
			return nil
		}
		t := new(T)
		if err := json.Unmarshal(e, t); err != nil {
			d.err = jsonErrorAt(at, err)
			return nil
		}
		decoded = append(decoded, t)
	}
	return decoded
}

func isNull(raw json.RawMessage) bool { return string(bytes.TrimSpace(raw)) == "null" }

// decodeAsset decodes the asset object and checks that the file is of a version that can be read: 2.x, needing no more than 2.0.
func decodeAsset(raw json.RawMessage, asset *gltf.Asset) error {
	if raw == nil || isNull(raw) {
		return errorAt("asset", "it is missing")
	}
	if err := json.Unmarshal(raw, asset); err != nil {
		return jsonErrorAt("asset", err)
	}
	major, minor, ok := strings.Cut(asset.Version, ".")
	if _, err := strconv.ParseUint(minor, 10, 16); !ok || err != nil || major != "2" {
		return errorAt("asset.version", "%q is not 2.x", asset.Version)
	}
	if asset.MinVersion != "" && asset.MinVersion != "2.0" {
		return errorAt("asset.minVersion", "%q is not 2.0", asset.MinVersion)
	}
	return nil
}

// meshes decodes the meshes primitive by primitive.
func (d *decoder) decodeMeshes() []*gltf.Mesh {
	type mesh struct {
		Name       string          `json:"name"`
		Extras     any             `json:"extras"`
		Weights    []float64       `json:"weights"`
		Primitives json.RawMessage `json:"primitives"`
	}
	var meshes []*gltf.Mesh
	for i, m := range decodeArray[mesh](d, "meshes", meshSchema) {
		path := fmt.Sprintf("meshes[%d].primitives", i)
		primitives := decodeArrayAt[gltf.Primitive](d, path, m.Primitives, primitiveSchema)
		if d.err == nil && len(primitives) == 0 {
			d.err = errorAt(path, "it is empty")
		}
		meshes = append(meshes, &gltf.Mesh{Name: m.Name, Extras: m.Extras, Weights: m.Weights, Primitives: primitives})
	}
	return meshes
}

// animations decodes the animations. A channel whose path no version of glTF without extensions has is nil afterward, and
// a warning tells so.
func (d *decoder) decodeAnimations() []*gltf.Animation {
	type animation struct {
		Name     string          `json:"name"`
		Extras   json.RawMessage `json:"extras"`
		Channels json.RawMessage `json:"channels"`
		Samplers json.RawMessage `json:"samplers"`
	}
	var animations []*gltf.Animation
	for i, a := range decodeArray[animation](d, "animations", animationSchema) {
		path := fmt.Sprintf("animations[%d]", i)
		decoded := &gltf.Animation{Name: a.Name, Extras: a.Extras}
		decoded.Samplers = decodeArrayAt[gltf.AnimationSampler](d, path+".samplers", a.Samplers, samplerSchema)
		for c, raw := range d.splitArray(path+".channels", a.Channels) {
			decoded.Channels = append(decoded.Channels, d.decodeChannel(fmt.Sprintf("%s.channels[%d]", path, c), raw))
		}
		animations = append(animations, decoded)
	}
	return animations
}

func (d *decoder) decodeChannel(path string, raw json.RawMessage) *gltf.AnimationChannel {
	if d.err == nil {
		d.err = channelSchema.check(path, raw)
	}
	if d.err != nil {
		return nil
	}
	var outline struct{ Target struct{ Path string } }
	if err := json.Unmarshal(raw, &outline); err != nil {
		d.err = jsonErrorAt(path, err)
		return nil
	}
	switch outline.Target.Path {
	case "translation", "rotation", "scale", "weights":
	default:
		d.warnings = append(d.warnings, fmt.Sprintf("%s.target.path: %q is unknown; the channel was left out", path, shorten(outline.Target.Path)))
		return nil
	}
	var channel gltf.AnimationChannel
	if err := json.Unmarshal(raw, &channel); err != nil {
		d.err = jsonErrorAt(path, err)
		return nil
	}
	return &channel
}

const (
	extQuantization     = "KHR_mesh_quantization"
	extTextureTransform = "KHR_texture_transform"
	extUnlit            = "KHR_materials_unlit"
	extEmissiveStrength = "KHR_materials_emissive_strength"
)

var supportedExtensions = []string{extQuantization, extTextureTransform, extUnlit, extEmissiveStrength}

// checkExtensions refuses a file that cannot be understood without an extension that is unknown here.
func (l *loader) checkExtensions() error {
	for i, name := range l.doc.ExtensionsRequired {
		if !slices.Contains(supportedExtensions, name) {
			return errorAt(fmt.Sprintf("extensionsRequired[%d]", i), "%s is not supported", name)
		}
	}
	for i, name := range l.doc.ExtensionsUsed {
		if !slices.Contains(supportedExtensions, name) {
			l.warn(fmt.Sprintf("extensionsUsed[%d]", i), "%s is not supported; what it says was left out", name)
		}
	}
	l.quantized = slices.Contains(l.doc.ExtensionsUsed, extQuantization) || slices.Contains(l.doc.ExtensionsRequired, extQuantization)
	return nil
}

// extension decodes an extension's object into to, and says whether it is there. Other packages may have registered
// decoders for the document types, so the value may be anything that encodes to the JSON it came from.
func decodeExtension(path string, extensions gltf.Extensions, name string, to any) (bool, error) {
	value, ok := extensions[name]
	if !ok {
		return false, nil
	}
	path += ".extensions." + name
	raw, err := json.Marshal(value)
	if err != nil {
		return false, jsonErrorAt(path, err)
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return false, jsonErrorAt(path, err)
	}
	return true, nil
}

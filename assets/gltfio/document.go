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

// decodeDocument decodes the JSON element by element, so that an error can name the element. It also rejects what
// package gltf accepts silently: elements that are null, missing required properties and arrays of the wrong length.
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

// decoder decodes parts of the document and keeps the first error. After an error its methods do nothing.
type decoder struct {
	memory   *budget
	top      map[string]json.RawMessage
	warnings []string
	err      error
}

// decodeValue decodes a property of the top level, if it is present.
func (d *decoder) decodeValue(name string, to any) {
	if raw, ok := d.top[name]; ok && d.err == nil {
		if err := json.Unmarshal(raw, to); err != nil {
			d.err = jsonErrorAt(name, err)
		}
	}
}

// splitArray returns the elements of an array, none of which may be null.
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
			d.err = errorAt(fmt.Sprintf("%s[%d]", path, i), "expected an object, found null")
			return nil
		}
	}
	// An element takes 3 bytes or more in the file, and a few hundred in memory.
	if err := d.memory.spend(path, len(elements), 1024); err != nil {
		d.err = err
		return nil
	}
	return elements
}

// decodeArray decodes an array of the top level.
func decodeArray[T any](d *decoder, name string, s schema) []*T {
	return decodeArrayAt[T](d, name, d.top[name], s)
}

// decodeArrayAt decodes an array of objects that follow a schema.
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

// decodeAsset decodes the asset object and checks the version of the file. Every version 2.x can be read, unless
// minVersion requires more than 2.0.
func decodeAsset(raw json.RawMessage, asset *gltf.Asset) error {
	if raw == nil || isNull(raw) {
		return errorAt("asset", "required, but missing")
	}
	if err := json.Unmarshal(raw, asset); err != nil {
		return jsonErrorAt("asset", err)
	}
	major, minor, ok := strings.Cut(asset.Version, ".")
	if _, err := strconv.ParseUint(minor, 10, 16); !ok || err != nil || major != "2" {
		return errorAt("asset.version", "the version is %q, want 2 with a minor version such as 2.0", asset.Version)
	}
	if asset.MinVersion != "" && asset.MinVersion != "2.0" {
		return errorAt("asset.minVersion", "the version is %q, want 2.0", asset.MinVersion)
	}
	return nil
}

// decodeMeshes decodes the meshes, and their primitives one by one.
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
			d.err = errorAt(path, "the array is empty; a mesh needs a primitive")
		}
		meshes = append(meshes, &gltf.Mesh{Name: m.Name, Extras: m.Extras, Weights: m.Weights, Primitives: primitives})
	}
	return meshes
}

// decodeAnimations decodes the animations. A channel with a target path that is not in core glTF is skipped with a
// warning: its element is nil.
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
		d.warnings = append(d.warnings, fmt.Sprintf("%s.target.path: %q is not supported; the channel was skipped", path, shorten(outline.Target.Path)))
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

// checkExtensions returns an error if the file requires an extension that is not supported, and warns about optional
// ones.
func (l *loader) checkExtensions() error {
	for i, name := range l.doc.ExtensionsRequired {
		if !slices.Contains(supportedExtensions, name) {
			return errorAt(fmt.Sprintf("extensionsRequired[%d]", i), "%s is not supported", name)
		}
	}
	for i, name := range l.doc.ExtensionsUsed {
		if !slices.Contains(supportedExtensions, name) {
			l.warn(fmt.Sprintf("extensionsUsed[%d]", i), "%s is not supported; its data was ignored", name)
		}
	}
	l.quantized = slices.Contains(l.doc.ExtensionsUsed, extQuantization) || slices.Contains(l.doc.ExtensionsRequired, extQuantization)
	return nil
}

// decodeExtension decodes the object of an extension into to, and reports whether it is present. The value in
// extensions may have any type that encodes to the JSON in the file, because other packages may register decoders with
// package gltf.
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

package gltfio

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// decodeDocument decodes the JSON. It checks the rules that can be checked within one element:
// required properties, types, lengths of arrays and names of enumerations. An error names the
// element.
func (l *loader) decodeDocument() error {
	text, err := jsontree.ParseValue(l.container.json)
	if err != nil {
		return jsonErrorAt("", err)
	}
	d := decoder{memory: &l.memory}
	top := map[string]jsontree.Value{}
	for name, value := range d.members(text) {
		top[name] = value
	}
	doc := &gltf.Document{}
	l.doc = doc
	d.at("asset", func() { doc.Asset = d.decodeAsset(top["asset"]) })
	d.at("extensionsUsed", func() { doc.ExtensionsUsed = d.texts(top["extensionsUsed"]) })
	d.at("extensionsRequired", func() { doc.ExtensionsRequired = d.texts(top["extensionsRequired"]) })
	if d.err == nil {
		d.err = l.checkExtensions(text)
	}
	d.at("extensions", func() { l.lights = d.decodeLights(top["extensions"]) })
	doc.Buffers = decodeArray(&d, "buffers", top, d.decodeBuffer)
	doc.BufferViews = decodeArray(&d, "bufferViews", top, d.decodeView)
	doc.Accessors = decodeArray(&d, "accessors", top, d.decodeAccessor)
	doc.Images = decodeArray(&d, "images", top, d.decodeImage)
	doc.Samplers = decodeArray(&d, "samplers", top, d.decodeTextureSampler)
	doc.Textures = decodeArray(&d, "textures", top, d.decodeTexture)
	doc.Materials = decodeArray(&d, "materials", top, d.decodeMaterial)
	doc.Meshes = decodeArray(&d, "meshes", top, d.decodeMesh)
	doc.Nodes = decodeArray(&d, "nodes", top, d.decodeNode)
	doc.Skins = decodeArray(&d, "skins", top, d.decodeSkin)
	doc.Animations = decodeArray(&d, "animations", top, d.decodeAnimation)
	doc.Scenes = decodeArray(&d, "scenes", top, d.decodeScene)
	d.at("scene", func() { doc.Scene = d.optionalInt(top["scene"]) })
	l.cameras = len(decodeArray(&d, "cameras", top, func(jsontree.Value) *struct{} { return nil }))
	l.warnings = append(l.warnings, d.warnings...)
	if l.cameras > 0 {
		l.warn("cameras", "cameras are not supported; %s ignored", was(l.cameras, "camera"))
	}
	return d.err
}

// decodeAsset decodes the asset object and checks the version of the file. Every version 2.x can be
// read, unless minVersion requires more than 2.0.
func (d *decoder) decodeAsset(v jsontree.Value) (asset gltf.Asset) {
	if v.Missing() {
		d.fail("expected a required member, found none")
		return asset
	}
	for name, value := range d.members(v) {
		switch name {
		case "version":
			asset.Version = d.text(value)
			major, minor, ok := strings.Cut(asset.Version, ".")
			if _, err := strconv.ParseUint(minor, 10, 16); !ok || err != nil || major != "2" {
				d.fail("expected the version 2 with a minor version such as 2.0, found %q", shorten(asset.Version))
			}
		case "minVersion":
			if asset.MinVersion = d.text(value); asset.MinVersion != "" && asset.MinVersion != "2.0" {
				d.fail("expected the version 2.0, found %q", shorten(asset.MinVersion))
			}
		}
	}
	if asset.Version == "" {
		d.fail("expected a version, found none")
	}
	return asset
}

func (d *decoder) decodeBuffer(v jsontree.Value) *gltf.Buffer {
	b := &gltf.Buffer{}
	for name, value := range d.members(v, "byteLength") {
		switch name {
		case "byteLength":
			b.ByteLength = d.int(value)
		case "uri":
			b.URI = d.text(value)
		case "extensions":
			b.Extensions = d.extensions(value)
		}
	}
	return b
}

func (d *decoder) decodeView(v jsontree.Value) *gltf.BufferView {
	b := &gltf.BufferView{}
	for name, value := range d.members(v, "buffer", "byteLength") {
		switch name {
		case "buffer":
			b.Buffer = d.int(value)
		case "byteOffset":
			b.ByteOffset = d.int(value)
		case "byteLength":
			b.ByteLength = d.int(value)
		case "byteStride":
			b.ByteStride = d.int(value)
		case "extensions":
			b.Extensions = d.extensions(value)
		}
	}
	return b
}

func (d *decoder) decodeAccessor(v jsontree.Value) *gltf.Accessor {
	a := &gltf.Accessor{}
	for name, value := range d.members(v, "componentType", "count", "type") {
		switch name {
		case "bufferView":
			a.BufferView = d.optionalInt(value)
		case "byteOffset":
			a.ByteOffset = d.int(value)
		case "componentType":
			a.ComponentType = numbered(d, value, componentsByNumber, "a component type")
		case "normalized":
			a.Normalized = d.bool(value)
		case "count":
			if a.Count = d.int(value); a.Count < 1 {
				d.failAbove("expected a count of at least 1, found %d", a.Count)
			}
		case "type":
			a.Type = named(d, value, accessorTypes, "a type")
		case "sparse":
			a.Sparse = d.decodeSparse(value)
		}
	}
	return a
}

func (d *decoder) decodeSparse(v jsontree.Value) *gltf.Sparse {
	s := &gltf.Sparse{}
	for name, value := range d.members(v, "count", "indices", "values") {
		switch name {
		case "count":
			s.Count = d.int(value)
		case "indices":
			for name, value := range d.members(value, "bufferView", "componentType") {
				switch name {
				case "bufferView":
					s.Indices.BufferView = d.int(value)
				case "byteOffset":
					s.Indices.ByteOffset = d.int(value)
				case "componentType":
					s.Indices.ComponentType = numbered(d, value, componentsByNumber, "a component type")
				}
			}
		case "values":
			for name, value := range d.members(value, "bufferView") {
				switch name {
				case "bufferView":
					s.Values.BufferView = d.int(value)
				case "byteOffset":
					s.Values.ByteOffset = d.int(value)
				}
			}
		}
	}
	return s
}

// decodeAnimation decodes an animation. A channel with a target path that is not in core glTF is
// skipped with a warning: its element is nil.
func (d *decoder) decodeAnimation(v jsontree.Value) *gltf.Animation {
	a := &gltf.Animation{}
	for name, value := range d.members(v, "channels", "samplers") {
		switch name {
		case "name":
			a.Name = d.text(value)
		case "extras":
			a.Extras = value
		case "channels":
			a.Channels = decodeElements(d, value, d.decodeChannel)
		case "samplers":
			a.Samplers = decodeElements(d, value, d.decodeSampler)
		}
	}
	return a
}

func (d *decoder) decodeSampler(v jsontree.Value) *gltf.AnimationSampler {
	s := &gltf.AnimationSampler{}
	for name, value := range d.members(v, "input", "output") {
		switch name {
		case "input":
			s.Input = d.int(value)
		case "output":
			s.Output = d.int(value)
		case "interpolation":
			s.Interpolation = named(d, value, interpolations, "an interpolation")
		}
	}
	return s
}

func (d *decoder) decodeChannel(v jsontree.Value) *gltf.AnimationChannel {
	c, supported := &gltf.AnimationChannel{}, true
	for name, value := range d.members(v, "sampler", "target") {
		switch name {
		case "sampler":
			c.Sampler = d.int(value)
		case "target":
			supported = d.decodeTarget(value, c)
		}
	}
	if !supported {
		return nil
	}
	return c
}

// decodeTarget decodes what a channel animates. It returns false, with a warning, for what is not
// supported.
func (d *decoder) decodeTarget(v jsontree.Value, c *gltf.AnimationChannel) bool {
	path, pointer := "", ""
	for name, value := range d.members(v, "path") {
		switch name {
		case "node":
			c.Target.Node = d.optionalInt(value)
		case "path":
			path = d.text(value)
		case "extensions":
			for name, value := range d.members(value) {
				if name != extPointer {
					continue
				}
				for name, value := range d.members(value) {
					if name == "pointer" {
						pointer = d.text(value)
					}
				}
			}
		}
	}
	var ok bool
	if path == "pointer" && pointer != "" {
		if t, ok := parseMaterialPointer(pointer); ok {
			c.Target.Node, c.Target.Extensions = nil, gltf.Extensions{extPointer: t}
			return true
		}
		if t, ok := parseWeightPointer(pointer); ok {
			c.Target.Node, c.Target.Extensions = nil, gltf.Extensions{extPointer: t}
			return true
		}
		var node int
		if node, c.Target.Path, ok = parsePointer(pointer); ok {
			c.Target.Node = &node
			return true
		}
		path = pointer
	} else if c.Target.Path, ok = targetPaths[path]; ok {
		return true
	}
	d.warnings = append(d.warnings, fmt.Sprintf("%s.path: %q is not supported; the channel was skipped",
		d.where(len(d.path)), shorten(path)))
	return false
}

package gltfio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/qmuntal/gltf"
)

// decodeDocument decodes the JSON, element by element, so that an error can tell which one it is in. What the document types
// would take silently is an error: elements that are null, required properties that are missing, arrays of the wrong length.
func (l *loader) decodeDocument() error {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(l.container.json, &top); err != nil {
		return jsonFault("", err)
	}
	doc := &gltf.Document{}
	l.doc = doc
	d := decoder{memory: &l.memory, top: top}
	if err := decodeAsset(top["asset"], &doc.Asset); err != nil {
		return err
	}
	d.value("extensionsUsed", &doc.ExtensionsUsed)
	d.value("extensionsRequired", &doc.ExtensionsRequired)
	if d.err == nil {
		d.err = l.checkExtensions()
	}
	doc.Buffers = list[gltf.Buffer](&d, "buffers", bufferShape)
	doc.BufferViews = list[gltf.BufferView](&d, "bufferViews", viewShape)
	doc.Accessors = list[gltf.Accessor](&d, "accessors", accessorShape)
	doc.Images = list[gltf.Image](&d, "images", shape{})
	doc.Samplers = list[gltf.Sampler](&d, "samplers", shape{})
	doc.Textures = list[gltf.Texture](&d, "textures", shape{})
	doc.Materials = list[gltf.Material](&d, "materials", materialShape)
	doc.Meshes = d.meshes()
	doc.Nodes = list[gltf.Node](&d, "nodes", nodeShape)
	doc.Skins = list[gltf.Skin](&d, "skins", skinShape)
	doc.Animations = d.animations()
	doc.Scenes = list[gltf.Scene](&d, "scenes", shape{})
	d.value("scene", &doc.Scene)
	l.cameras = len(d.elements("cameras", top["cameras"]))
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
func (d *decoder) value(name string, to any) {
	if raw, ok := d.top[name]; ok && d.err == nil {
		if err := json.Unmarshal(raw, to); err != nil {
			d.err = jsonFault(name, err)
		}
	}
}

// elements splits an array.
func (d *decoder) elements(path string, raw json.RawMessage) []json.RawMessage {
	if raw == nil || d.err != nil {
		return nil
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		d.err = jsonFault(path, err)
		return nil
	}
	for i, e := range elements {
		if isNull(e) {
			d.err = fault(fmt.Sprintf("%s[%d]", path, i), "it is null")
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
func list[T any](d *decoder, name string, s shape) []*T {
	return listOf[T](d, name, d.top[name], s)
}

// listOf decodes an array.
func listOf[T any](d *decoder, path string, raw json.RawMessage, s shape) []*T {
	elements := d.elements(path, raw)
	decoded := make([]*T, 0, len(elements))
	for i, e := range elements {
		at := fmt.Sprintf("%s[%d]", path, i)
		if d.err = s.check(at, e); d.err != nil {
			return nil
		}
		t := new(T)
		if err := json.Unmarshal(e, t); err != nil {
			d.err = jsonFault(at, err)
			return nil
		}
		decoded = append(decoded, t)
	}
	return decoded
}

func isNull(raw json.RawMessage) bool { return string(bytes.TrimSpace(raw)) == "null" }

// jsonFault puts an error of the JSON decoder in terms of the file.
func jsonFault(path string, err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		if kind.Field != "" {
			path = strings.TrimPrefix(path+"."+kind.Field, ".")
		}
		return &Error{Path: path, Err: typeError{kind}}
	}
	if text, ok := strings.CutPrefix(err.Error(), "gltf: "); ok { // a rule that the document types check
		return &Error{Path: path, Err: errors.New(text)}
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && path == "" {
		return &Error{Err: fmt.Errorf("JSON, byte %d: %w", syntax.Offset, err)}
	}
	return &Error{Path: path, Err: fmt.Errorf("JSON: %w", err)}
}

// typeError is the JSON decoder's error in terms of the file, without the Go types.
type typeError struct{ *json.UnmarshalTypeError }

func (e typeError) Error() string { return fmt.Sprintf("a JSON %s is not what belongs here", e.Value) }

func (e typeError) Unwrap() error { return e.UnmarshalTypeError }

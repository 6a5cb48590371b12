package gltfio

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"
)

// decodeAsset decodes the asset object and checks that the file is of a version that can be read: 2.x, needing no more than 2.0.
func decodeAsset(raw json.RawMessage, asset *gltf.Asset) error {
	if raw == nil || isNull(raw) {
		return fault("asset", "it is missing")
	}
	if err := json.Unmarshal(raw, asset); err != nil {
		return jsonFault("asset", err)
	}
	major, minor, ok := strings.Cut(asset.Version, ".")
	if _, err := strconv.ParseUint(minor, 10, 16); !ok || err != nil || major != "2" {
		return fault("asset.version", "%q is not 2.x", asset.Version)
	}
	if asset.MinVersion != "" && asset.MinVersion != "2.0" {
		return fault("asset.minVersion", "%q is not 2.0", asset.MinVersion)
	}
	return nil
}

// meshes decodes the meshes primitive by primitive.
func (d *decoder) meshes() []*gltf.Mesh {
	type mesh struct {
		Name       string          `json:"name"`
		Extras     any             `json:"extras"`
		Weights    []float64       `json:"weights"`
		Primitives json.RawMessage `json:"primitives"`
	}
	var meshes []*gltf.Mesh
	for i, m := range list[mesh](d, "meshes", meshShape) {
		path := fmt.Sprintf("meshes[%d].primitives", i)
		primitives := listOf[gltf.Primitive](d, path, m.Primitives, primitiveShape)
		if d.err == nil && len(primitives) == 0 {
			d.err = fault(path, "it is empty")
		}
		meshes = append(meshes, &gltf.Mesh{Name: m.Name, Extras: m.Extras, Weights: m.Weights, Primitives: primitives})
	}
	return meshes
}

// animations decodes the animations. A channel whose path no version of glTF without extensions has is nil afterward, and
// a warning tells so.
func (d *decoder) animations() []*gltf.Animation {
	type animation struct {
		Name     string          `json:"name"`
		Extras   json.RawMessage `json:"extras"`
		Channels json.RawMessage `json:"channels"`
		Samplers json.RawMessage `json:"samplers"`
	}
	var animations []*gltf.Animation
	for i, a := range list[animation](d, "animations", animationShape) {
		path := fmt.Sprintf("animations[%d]", i)
		decoded := &gltf.Animation{Name: a.Name, Extras: a.Extras}
		decoded.Samplers = listOf[gltf.AnimationSampler](d, path+".samplers", a.Samplers, samplerShape)
		for c, raw := range d.elements(path+".channels", a.Channels) {
			decoded.Channels = append(decoded.Channels, d.channel(fmt.Sprintf("%s.channels[%d]", path, c), raw))
		}
		animations = append(animations, decoded)
	}
	return animations
}

func (d *decoder) channel(path string, raw json.RawMessage) *gltf.AnimationChannel {
	if d.err == nil {
		d.err = channelShape.check(path, raw)
	}
	if d.err != nil {
		return nil
	}
	var outline struct{ Target struct{ Path string } }
	if err := json.Unmarshal(raw, &outline); err != nil {
		d.err = jsonFault(path, err)
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
		d.err = jsonFault(path, err)
		return nil
	}
	return &channel
}

package gltfio

import (
	"encoding/json"
	"maps"
	"slices"
)

// shape is what the decoder of the document types does not check of an object: which properties must be there (it would make
// them 0), and how many elements an array has (it would fill it up with zeros, or cut it).
type shape struct {
	required []string
	lengths  map[string]int
	inner    map[string]shape
}

var (
	bufferShape   = shape{required: []string{"byteLength"}}
	viewShape     = shape{required: []string{"buffer", "byteLength"}}
	accessorShape = shape{
		required: []string{"componentType", "count", "type"},
		inner: map[string]shape{"sparse": {
			required: []string{"count", "indices", "values"},
			inner: map[string]shape{
				"indices": {required: []string{"bufferView", "componentType"}},
				"values":  {required: []string{"bufferView"}},
			},
		}},
	}
	materialShape = shape{
		lengths: map[string]int{"emissiveFactor": 3},
		inner:   map[string]shape{"pbrMetallicRoughness": {lengths: map[string]int{"baseColorFactor": 4}}},
	}
	meshShape      = shape{required: []string{"primitives"}}
	primitiveShape = shape{required: []string{"attributes"}}
	nodeShape      = shape{lengths: map[string]int{"matrix": 16, "rotation": 4, "scale": 3, "translation": 3}}
	skinShape      = shape{required: []string{"joints"}}
	animationShape = shape{required: []string{"channels", "samplers"}}
	samplerShape   = shape{required: []string{"input", "output"}}
	channelShape   = shape{
		required: []string{"sampler", "target"},
		inner:    map[string]shape{"target": {required: []string{"path"}}},
	}
)

// check returns what of an object is not as it should be.
func (s shape) check(path string, raw json.RawMessage) error {
	if s.required == nil && s.lengths == nil && s.inner == nil {
		return nil
	}
	var properties map[string]json.RawMessage
	if err := json.Unmarshal(raw, &properties); err != nil {
		return jsonFault(path, err)
	}
	for _, name := range s.required {
		if value, ok := properties[name]; !ok || isNull(value) {
			return fault(path+"."+name, "it is missing")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.lengths)) {
		value, ok := properties[name]
		if !ok || isNull(value) {
			continue
		}
		var elements []json.RawMessage
		if err := json.Unmarshal(value, &elements); err != nil {
			return jsonFault(path+"."+name, err)
		}
		if len(elements) != s.lengths[name] {
			return fault(path+"."+name, "%d numbers are not %d", len(elements), s.lengths[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.inner)) {
		if value, ok := properties[name]; ok && !isNull(value) {
			if err := s.inner[name].check(path+"."+name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

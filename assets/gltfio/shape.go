package gltfio

import "encoding/json"

// shape is what the decoder of the document types does not check of an object: which properties must be there (it would make
// them 0), and how many elements an array has (it would fill it up with zeros, or cut it).
type shape struct {
	required []string
	lengths  []arrayLength
	inner    []innerShape
}

type arrayLength struct {
	name   string
	length int
}

type innerShape struct {
	name string
	shape
}

var (
	bufferShape   = shape{required: []string{"byteLength"}}
	viewShape     = shape{required: []string{"buffer", "byteLength"}}
	accessorShape = shape{
		required: []string{"componentType", "count", "type"},
		inner: []innerShape{{"sparse", shape{
			required: []string{"count", "indices", "values"},
			inner: []innerShape{
				{"indices", shape{required: []string{"bufferView", "componentType"}}},
				{"values", shape{required: []string{"bufferView"}}},
			},
		}}},
	}
	textureShape = shape{inner: []innerShape{{"extensions", shape{inner: []innerShape{
		{extTextureTransform, shape{lengths: []arrayLength{{"offset", 2}, {"scale", 2}}}},
	}}}}}
	materialShape = shape{
		lengths: []arrayLength{{"emissiveFactor", 3}},
		inner: []innerShape{
			{"emissiveTexture", textureShape},
			{"pbrMetallicRoughness", shape{
				lengths: []arrayLength{{"baseColorFactor", 4}},
				inner:   []innerShape{{"baseColorTexture", textureShape}, {"metallicRoughnessTexture", textureShape}},
			}},
		},
	}
	meshShape      = shape{required: []string{"primitives"}}
	primitiveShape = shape{required: []string{"attributes"}}
	nodeShape      = shape{lengths: []arrayLength{{"matrix", 16}, {"rotation", 4}, {"scale", 3}, {"translation", 3}}}
	skinShape      = shape{required: []string{"joints"}}
	animationShape = shape{required: []string{"channels", "samplers"}}
	samplerShape   = shape{required: []string{"input", "output"}}
	channelShape   = shape{
		required: []string{"sampler", "target"},
		inner:    []innerShape{{"target", shape{required: []string{"path"}}}},
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
	for _, array := range s.lengths {
		value, ok := properties[array.name]
		if !ok || isNull(value) {
			continue
		}
		var elements []json.RawMessage
		if err := json.Unmarshal(value, &elements); err != nil {
			return jsonFault(path+"."+array.name, err)
		}
		if len(elements) != array.length {
			return fault(path+"."+array.name, "%d numbers are not %d", len(elements), array.length)
		}
	}
	for _, inner := range s.inner {
		if value, ok := properties[inner.name]; ok && !isNull(value) {
			if err := inner.check(path+"."+inner.name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

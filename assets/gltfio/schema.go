package gltfio

import "encoding/json"

// shape is what the decoder of the document types does not check of an object: which properties must be there (it would make
// them 0), and how many elements an array has (it would fill it up with zeros, or cut it).
type schema struct {
	required []string
	lengths  []arrayLength
	nested   []nestedSchema
}

type arrayLength struct {
	name   string
	length int
}

type nestedSchema struct {
	name string
	schema
}

var (
	bufferSchema   = schema{required: []string{"byteLength"}}
	viewSchema     = schema{required: []string{"buffer", "byteLength"}}
	accessorSchema = schema{
		required: []string{"componentType", "count", "type"},
		nested: []nestedSchema{{"sparse", schema{
			required: []string{"count", "indices", "values"},
			nested: []nestedSchema{
				{"indices", schema{required: []string{"bufferView", "componentType"}}},
				{"values", schema{required: []string{"bufferView"}}},
			},
		}}},
	}
	textureInfoSchema = schema{nested: []nestedSchema{{"extensions", schema{nested: []nestedSchema{
		{extTextureTransform, schema{lengths: []arrayLength{{"offset", 2}, {"scale", 2}}}},
	}}}}}
	materialSchema = schema{
		lengths: []arrayLength{{"emissiveFactor", 3}},
		nested: []nestedSchema{
			{"emissiveTexture", textureInfoSchema},
			{"pbrMetallicRoughness", schema{
				lengths: []arrayLength{{"baseColorFactor", 4}},
				nested:  []nestedSchema{{"baseColorTexture", textureInfoSchema}, {"metallicRoughnessTexture", textureInfoSchema}},
			}},
		},
	}
	meshSchema      = schema{required: []string{"primitives"}}
	primitiveSchema = schema{required: []string{"attributes"}}
	nodeSchema      = schema{lengths: []arrayLength{{"matrix", 16}, {"rotation", 4}, {"scale", 3}, {"translation", 3}}}
	skinSchema      = schema{required: []string{"joints"}}
	animationSchema = schema{required: []string{"channels", "samplers"}}
	samplerSchema   = schema{required: []string{"input", "output"}}
	channelSchema   = schema{
		required: []string{"sampler", "target"},
		nested:   []nestedSchema{{"target", schema{required: []string{"path"}}}},
	}
)

// check returns what of an object is not as it should be.
func (s schema) check(path string, raw json.RawMessage) error {
	if s.required == nil && s.lengths == nil && s.nested == nil {
		return nil
	}
	var properties map[string]json.RawMessage
	if err := json.Unmarshal(raw, &properties); err != nil {
		return jsonErrorAt(path, err)
	}
	for _, name := range s.required {
		if value, ok := properties[name]; !ok || isNull(value) {
			return errorAt(path+"."+name, "it is missing")
		}
	}
	for _, array := range s.lengths {
		value, ok := properties[array.name]
		if !ok || isNull(value) {
			continue
		}
		var elements []json.RawMessage
		if err := json.Unmarshal(value, &elements); err != nil {
			return jsonErrorAt(path+"."+array.name, err)
		}
		if len(elements) != array.length {
			return errorAt(path+"."+array.name, "%d numbers are not %d", len(elements), array.length)
		}
	}
	for _, inner := range s.nested {
		if value, ok := properties[inner.name]; ok && !isNull(value) {
			if err := inner.check(path+"."+inner.name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

package gltfio

import "encoding/json"

// schema lists rules for a JSON object. They are checked here because package gltf does not: it sets missing properties
// to 0, and pads or truncates arrays of the wrong length.
type schema struct {
	required []string       // properties that must be present
	lengths  []arrayLength  // arrays of a fixed length
	nested   []nestedSchema // objects inside the object
}

// arrayLength is the required length of an array, if it is present.
type arrayLength struct {
	name   string
	length int
}

// nestedSchema is the schema of the object in a property, if it is present.
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

// check returns an error for the first rule that an object breaks.
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
			return errorAt(path+"."+name, "required, but missing")
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
			return errorAt(path+"."+array.name, "the array has %d numbers, want %d", len(elements), array.length)
		}
	}
	for _, nested := range s.nested {
		if value, ok := properties[nested.name]; ok && !isNull(value) {
			if err := nested.check(path+"."+nested.name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

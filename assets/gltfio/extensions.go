package gltfio

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/qmuntal/gltf"
)

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
			return fault(fmt.Sprintf("extensionsRequired[%d]", i), "%s is not supported", name)
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
func extension(path string, extensions gltf.Extensions, name string, to any) (bool, error) {
	value, ok := extensions[name]
	if !ok {
		return false, nil
	}
	path += ".extensions." + name
	raw, err := json.Marshal(value)
	if err != nil {
		return false, jsonFault(path, err)
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return false, jsonFault(path, err)
	}
	return true, nil
}

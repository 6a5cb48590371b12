package gltfio

import (
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
)

// formatSet is a set of component formats: component types, plain or normalized.
type formatSet uint16

const (
	plainFloat formatSet = 1 << iota
	plainByte
	plainUbyte
	plainShort
	plainUshort
	plainUint
	normalizedByte
	normalizedUbyte
	normalizedShort
	normalizedUshort
)

// String lists the formats by their names in the specification.
func (f formatSet) String() string {
	var names []string
	for i, name := range []string{
		"FLOAT", "BYTE", "UNSIGNED_BYTE", "SHORT", "UNSIGNED_SHORT", "UNSIGNED_INT",
		"normalized BYTE", "normalized UNSIGNED_BYTE", "normalized SHORT", "normalized UNSIGNED_SHORT",
	} {
		if f>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// formatBit returns the component format as a set of one, or an empty set for a normalized
// UNSIGNED_INT, which glTF does not have.
func (a *accessor) formatBit() formatSet {
	var plain formatSet
	switch a.component {
	case gltf.ComponentFloat:
		return plainFloat
	case gltf.ComponentUint:
		if a.normalized {
			return 0
		}
		return plainUint
	case gltf.ComponentByte:
		plain = plainByte
	case gltf.ComponentUbyte:
		plain = plainUbyte
	case gltf.ComponentShort:
		plain = plainShort
	case gltf.ComponentUshort:
		plain = plainUshort
	}
	if a.normalized {
		return plain << 5 // normalized formats are in the order of the plain ones
	}
	return plain
}

// accessorRule lists the accessors that are valid for one purpose.
type accessorRule struct {
	kinds     []gltf.AccessorType
	core      formatSet // valid in core glTF
	quantized formatSet // valid with KHR_mesh_quantization
	lengths   bool      // the numbers are lengths, which Options.Scale scales
}

var (
	vec2, vec3, vec4 = []gltf.AccessorType{gltf.AccessorVec2}, []gltf.AccessorType{gltf.AccessorVec3},
		[]gltf.AccessorType{gltf.AccessorVec4}
	scalar, mat4 = []gltf.AccessorType{gltf.AccessorScalar}, []gltf.AccessorType{gltf.AccessorMat4}

	smallIntegers    = plainByte | plainUbyte | plainShort | plainUshort | normalizedByte | normalizedUbyte | normalizedShort | normalizedUshort
	allNormalized    = normalizedByte | normalizedUbyte | normalizedShort | normalizedUshort
	signedNormalized = normalizedByte | normalizedShort
)

// The rules of glTF 2.0 sections 3.7.2.1 and 3.11, appendix C, and KHR_mesh_quantization.
var (
	positionRule        = accessorRule{vec3, plainFloat, smallIntegers, true}
	normalRule          = accessorRule{vec3, plainFloat, signedNormalized, false}
	tangentRule         = accessorRule{vec4, plainFloat, signedNormalized, false}
	texCoordRule        = accessorRule{vec2, plainFloat | normalizedUbyte | normalizedUshort, smallIntegers, false}
	colorRule           = accessorRule{append(vec3, vec4...), plainFloat | normalizedUbyte | normalizedUshort, 0, false}
	jointsRule          = accessorRule{vec4, plainUbyte | plainUshort, 0, false}
	weightsRule         = accessorRule{vec4, plainFloat | normalizedUbyte | normalizedUshort, 0, false}
	indicesRule         = accessorRule{scalar, plainUbyte | plainUshort | plainUint, 0, false}
	inverseBindRule     = accessorRule{mat4, plainFloat, 0, false}
	morphPositionRule   = accessorRule{vec3, plainFloat, plainByte | plainShort | signedNormalized, true}
	morphVectorRule     = accessorRule{vec3, plainFloat, signedNormalized, false}
	timeRule            = accessorRule{scalar, plainFloat, 0, false}
	translationRule     = accessorRule{vec3, plainFloat, 0, true}
	scaleRule           = accessorRule{vec3, plainFloat, 0, false}
	rotationTrackRule   = accessorRule{vec4, plainFloat | allNormalized, 0, false}
	visibilityTrackRule = accessorRule{scalar, plainUbyte, 0, false}
	weightTrackRule     = accessorRule{scalar, plainFloat | allNormalized, 0, false}
	// by the width of the property of a material
	materialTrackRules = [...]accessorRule{
		1: {scalar, plainFloat | allNormalized, 0, false}, 2: {vec2, plainFloat | allNormalized, 0, false},
		3: {vec3, plainFloat | allNormalized, 0, false}, 4: {vec4, plainFloat | allNormalized, 0, false},
	}
)

// checkFormat returns an error unless an accessor follows the rule and has all its bytes. The path
// names the property that refers to it.
func (l *loader) checkFormat(path string, index int, r accessorRule) error {
	a := &l.accessors[index]
	allowed := r.core
	if l.quantized {
		allowed |= r.quantized
	}
	if a.tooShort != nil {
		return a.tooShort
	}
	if slices.Contains(r.kinds, a.kind) {
		if allowed&a.formatBit() != 0 {
			return nil
		}
		if r.quantized&a.formatBit() != 0 {
			return errorAt(path, "expected %s for accessors[%d], found a %s without it", extQuantization, index, a.describe())
		}
	}
	kinds := make([]string, len(r.kinds))
	for i, kind := range r.kinds {
		kinds[i] = kind.String()
	}
	return errorAt(path, "expected a %s of %v, found accessors[%d], a %s", strings.Join(kinds, " or "), allowed,
		index, a.describe())
}

// readFloatsAs is [loader.readFloats] for an accessor that must follow the rule. Lengths are
// scaled.
func (l *loader) readFloatsAs(path string, index int, r accessorRule) ([]float32, error) {
	if err := l.checkFormat(path, index, r); err != nil {
		return nil, err
	}
	if r.lengths {
		return l.readLengths(path, index)
	}
	return l.readFloats(index)
}

// checkVertexCount returns an error unless an accessor has one element per vertex.
func (l *loader) checkVertexCount(path string, index, vertices int) error {
	if n := l.accessors[index].count; n != vertices {
		return errorAt(path,
			"accessors[%d]: expected an element for each of the %d vertices of the primitive, found %d", index,
			vertices, n)
	}
	return nil
}

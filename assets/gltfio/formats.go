package gltfio

import (
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
)

// formats is a set of component types, normalized ones apart.
type formatSet uint16

const (
	plainFloat formatSet = 1 << iota
	plainByte
	plainUbyte
	plainShort
	plainUshort
	plainUint
	normalByte
	normalUbyte
	normalShort
	normalUshort
)

// String lists the component types.
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

// formatBit returns the component type as a set of one; glTF has no normalized UNSIGNED_INT.
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
		return plain << 5 // the normalized ones have the order of the plain ones
	}
	return plain
}

// rule says what accessors may serve for a purpose.
type accessorRule struct {
	kinds     []gltf.AccessorType
	core      formatSet // by glTF itself
	quantized formatSet // with KHR_mesh_quantization
}

var (
	vec2, vec3, vec4 = []gltf.AccessorType{gltf.AccessorVec2}, []gltf.AccessorType{gltf.AccessorVec3}, []gltf.AccessorType{gltf.AccessorVec4}
	scalar, mat4     = []gltf.AccessorType{gltf.AccessorScalar}, []gltf.AccessorType{gltf.AccessorMat4}

	allSmall     = plainByte | plainUbyte | plainShort | plainUshort | normalByte | normalUbyte | normalShort | normalUshort
	normalized   = normalByte | normalUbyte | normalShort | normalUshort
	normalSigned = normalByte | normalShort
)

// The rules of glTF 2.0 sections 3.7.2.1 and 3.11, appendix C, and KHR_mesh_quantization.
var (
	positionRule     = accessorRule{vec3, plainFloat, allSmall}
	normalRule       = accessorRule{vec3, plainFloat, normalSigned}
	tangentRule      = accessorRule{vec4, plainFloat, normalSigned}
	texCoordRule     = accessorRule{vec2, plainFloat | normalUbyte | normalUshort, allSmall}
	colorRule        = accessorRule{append(vec3, vec4...), plainFloat | normalUbyte | normalUshort, 0}
	jointsRule       = accessorRule{vec4, plainUbyte | plainUshort, 0}
	weightsRule      = accessorRule{vec4, plainFloat | normalUbyte | normalUshort, 0}
	indicesRule      = accessorRule{scalar, plainUbyte | plainUshort | plainUint, 0}
	inverseBindRule  = accessorRule{mat4, plainFloat, 0}
	targetPointRule  = accessorRule{vec3, plainFloat, plainByte | plainShort | normalSigned}
	targetVectorRule = accessorRule{vec3, plainFloat, normalSigned}
	timeRule         = accessorRule{scalar, plainFloat, 0}
	vectorTrackRule  = accessorRule{vec3, plainFloat, 0}
	rotationRule     = accessorRule{vec4, plainFloat | normalized, 0}
	morphTrackRule   = accessorRule{scalar, plainFloat | normalized, 0}
)

// obey checks that an accessor may serve for the purpose that the path tells.
func (l *loader) checkFormat(path string, index int, r accessorRule) error {
	a := &l.accessors[index]
	allowed := r.core
	if l.quantized {
		allowed |= r.quantized
	}
	if slices.Contains(r.kinds, a.kind) {
		if allowed&a.formatBit() != 0 {
			return nil
		}
		if r.quantized&a.formatBit() != 0 {
			return errorAt(path, "accessors[%d] is a %s, which needs %s", index, a.describe(), extQuantization)
		}
	}
	kinds := make([]string, len(r.kinds))
	for i, kind := range r.kinds {
		kinds[i] = kind.String()
	}
	return errorAt(path, "accessors[%d] is a %s; what belongs here is a %s of %v", index, a.describe(), strings.Join(kinds, " or "), allowed)
}

// floatsFor reads an accessor of floats that serves a purpose.
func (l *loader) readFloatsAs(path string, index int, r accessorRule) ([]float32, error) {
	if err := l.checkFormat(path, index, r); err != nil {
		return nil, err
	}
	return l.readFloats(index)
}

// sameCount checks that an accessor has as many elements as there are vertices.
func (l *loader) checkVertexCount(path string, index, vertices int) error {
	if n := l.accessors[index].count; n != vertices {
		return errorAt(path, "accessors[%d] has %d elements for %d vertices", index, n, vertices)
	}
	return nil
}

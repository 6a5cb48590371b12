package gltfio

import (
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
)

// formats is a set of component types, normalized ones apart.
type formats uint16

const (
	plainFloat formats = 1 << iota
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
func (f formats) String() string {
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
func (a *accessor) formatBit() formats {
	var plain formats
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
type rule struct {
	kinds []gltf.AccessorType
	plain formats // by glTF itself
	more  formats // with KHR_mesh_quantization
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
	positionRule     = rule{vec3, plainFloat, allSmall}
	normalRule       = rule{vec3, plainFloat, normalSigned}
	tangentRule      = rule{vec4, plainFloat, normalSigned}
	texCoordRule     = rule{vec2, plainFloat | normalUbyte | normalUshort, allSmall}
	colorRule       = rule{append(vec3, vec4...), plainFloat | normalUbyte | normalUshort, 0}
	jointsRule       = rule{vec4, plainUbyte | plainUshort, 0}
	weightsRule      = rule{vec4, plainFloat | normalUbyte | normalUshort, 0}
	indicesRule      = rule{scalar, plainUbyte | plainUshort | plainUint, 0}
	inverseBindRule  = rule{mat4, plainFloat, 0}
	targetPointRule  = rule{vec3, plainFloat, plainByte | plainShort | normalSigned}
	targetVectorRule = rule{vec3, plainFloat, normalSigned}
	timeRule         = rule{scalar, plainFloat, 0}
	vectorTrackRule  = rule{vec3, plainFloat, 0}
	rotationRule     = rule{vec4, plainFloat | normalized, 0}
	morphTrackRule   = rule{scalar, plainFloat | normalized, 0}
)

// obey checks that an accessor may serve for the purpose that the path tells.
func (l *loader) obey(path string, index int, r rule) error {
	a := &l.accessors[index]
	allowed := r.plain
	if l.quantized {
		allowed |= r.more
	}
	if slices.Contains(r.kinds, a.kind) {
		if allowed&a.formatBit() != 0 {
			return nil
		}
		if r.more&a.formatBit() != 0 {
			return fault(path, "accessors[%d] is a %s, which needs %s", index, a.format(), extQuantization)
		}
	}
	kinds := make([]string, len(r.kinds))
	for i, kind := range r.kinds {
		kinds[i] = kind.String()
	}
	return fault(path, "accessors[%d] is a %s; what belongs here is a %s of %v", index, a.format(), strings.Join(kinds, " or "), allowed)
}

// floatsFor reads an accessor of floats that serves a purpose.
func (l *loader) floatsFor(path string, index int, r rule) ([]float32, error) {
	if err := l.obey(path, index, r); err != nil {
		return nil, err
	}
	return l.readFloats(index)
}

// sameCount checks that an accessor has as many elements as there are vertices.
func (l *loader) sameCount(path string, index, vertices int) error {
	if n := l.accessors[index].count; n != vertices {
		return fault(path, "accessors[%d] has %d elements for %d vertices", index, n, vertices)
	}
	return nil
}

//go:build cgo && (customenv || (amd64 && (linux || darwin || windows)))

package draco

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"

	"github.com/qmuntal/draco-go/draco"

	"github.com/sinew-go/sinew/assets/gltfio"
)

// Decode decodes a compressed mesh, as [gltfio.DracoDecoder] says. Numbers of another type than the
// compressed mesh has are converted.
//
// The error tells what of the request the mesh lacks, or is that of the Draco library.
func Decode(data []byte, request gltfio.DracoRequest) (mesh gltfio.DracoMesh, err error) {
	if err := checkHeader(data, request); err != nil {
		return mesh, err
	}
	defer func() {
		if r := recover(); r != nil {
			mesh, err = gltfio.DracoMesh{}, fmt.Errorf("the Draco library failed: %v", r)
		}
	}()
	decoded, err := decodeMesh(data)
	if err != nil {
		return mesh, err
	}
	// Its finalizer frees what the library made as soon as no Go code needs it any more.
	defer runtime.KeepAlive(decoded)
	triangles, vertices := int(decoded.NumFaces()), int(decoded.NumPoints())
	if triangles > request.Triangles || vertices != request.Vertices {
		return mesh, fmt.Errorf("expected %d vertices and at most %d triangles, found %d and %d", request.Vertices,
			request.Triangles, vertices, triangles)
	}
	mesh.Vertices = vertices
	if triangles > 0 {
		mesh.Indices = make([]uint32, 3*triangles)
		decoded.Faces(mesh.Indices) // returns a third of what it wrote
	}
	for _, asked := range request.Attributes {
		values, err := readAttribute(decoded, asked, vertices)
		if err != nil {
			return gltfio.DracoMesh{}, fmt.Errorf("attribute %d: %w", asked.ID, err)
		}
		mesh.Values = append(mesh.Values, values)
	}
	return mesh, nil
}

func decodeMesh(data []byte) (*draco.Mesh, error) {
	decoder, decoded := draco.NewDecoder(), draco.NewMesh()
	err := decoder.DecodeMesh(decoded, data)
	runtime.KeepAlive(decoder)
	runtime.KeepAlive(decoded)
	return decoded, err
}

// readAttribute returns the numbers of all vertices, little-endian.
func readAttribute(decoded *draco.Mesh, asked gltfio.DracoAttribute, vertices int) ([]byte, error) {
	attribute := decoded.AttrByUniqueID(asked.ID)
	if attribute == nil {
		return nil, fmt.Errorf("expected one of the %d attributes, found an ID that none has", decoded.NumAttrs())
	}
	if n := int(attribute.NumComponents()); n != asked.Components {
		return nil, fmt.Errorf("expected %d numbers for each vertex, found %d", asked.Components, n)
	}
	isFloat := attribute.DataType() == draco.DT_FLOAT32 || attribute.DataType() == draco.DT_FLOAT64
	if isFloat && asked.Type != gltfio.DracoFloat32 {
		return nil, errors.New("expected integers, as the accessor has, found float numbers")
	}
	n := vertices * asked.Components
	if n == 0 {
		return nil, nil
	}
	var values any
	switch asked.Type {
	case gltfio.DracoFloat32:
		values = make([]float32, n)
	case gltfio.DracoInt8:
		values = make([]int8, n)
	case gltfio.DracoUint8:
		values = make([]uint8, n)
	case gltfio.DracoInt16:
		values = make([]int16, n)
	case gltfio.DracoUint16:
		values = make([]uint16, n)
	case gltfio.DracoUint32:
		values = make([]uint32, n)
	default:
		return nil, fmt.Errorf("expected a type of numbers, found %d", asked.Type)
	}
	values, ok := decoded.AttrData(attribute, values)
	if !ok {
		return nil, errors.New("expected numbers that the type of the accessor can hold, found others")
	}
	if floats, ok := values.([]float32); ok {
		repairNormals(attribute, floats)
	}
	return binary.Append(nil, binary.LittleEndian, values)
}

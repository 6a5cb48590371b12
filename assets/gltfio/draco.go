package gltfio

import (
	"maps"
	"slices"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// DracoDecoder decodes a mesh that KHR_draco_mesh_compression compresses, and gives the attributes
// in the order in which they are asked for. The reader has none of its own, because the only good
// one needs cgo: Decode of github.com/sinew-go/sinew/assets/gltfio/draco, a module of its own.
//
// The reader checks what the decoder returns against the file. It counts the memory of the result;
// what the decoder takes beyond it is the decoder's to limit, by what the request announces.
type DracoDecoder func(data []byte, request DracoRequest) (DracoMesh, error)

// DracoRequest is what a compressed mesh is decoded to.
type DracoRequest struct {
	// Vertices is the number of vertices that the mesh must have.
	Vertices int
	// Triangles is the largest number of triangles that the mesh may have. A decoder refuses a
	// larger one before it takes memory for it.
	Triangles int
	// Attributes are the attributes to return.
	Attributes []DracoAttribute
}

// DracoAttribute is an attribute of a compressed mesh that is asked for.
type DracoAttribute struct {
	// ID is the unique ID of the attribute in the compressed mesh.
	ID uint32
	// Type is the type of the numbers to return.
	Type DracoType
	// Components is how many numbers a vertex has.
	Components int
}

// DracoType is a type of numbers.
type DracoType uint8

// The types of numbers of attributes.
const (
	DracoFloat32 DracoType = iota
	DracoInt8
	DracoUint8
	DracoInt16
	DracoUint16
	DracoUint32
)

// DracoMesh is a decoded mesh.
type DracoMesh struct {
	// Vertices is the number of vertices.
	Vertices int
	// Indices are the vertices of the triangles, three for each.
	Indices []uint32
	// Values are the numbers of the attributes that were asked for, in their order, little-endian
	// and without gaps.
	Values [][]byte
}

// dracoTypes are the types of the numbers of accessors.
var dracoTypes = map[gltf.ComponentType]DracoType{
	gltf.ComponentFloat: DracoFloat32, gltf.ComponentByte: DracoInt8, gltf.ComponentUbyte: DracoUint8,
	gltf.ComponentShort: DracoInt16, gltf.ComponentUshort: DracoUint16, gltf.ComponentUint: DracoUint32,
}

// needDraco tells what to do about a mesh that cannot be decoded.
const needDraco = "it is decoded by a decoder that the program gives in gltfio.Options.Draco, such as " +
	"Decode of package assets/gltfio/draco"

// dracoDocument is the extension KHR_draco_mesh_compression of a primitive.
type dracoDocument struct {
	view       int
	attributes map[string]int // IDs
}

// readDraco fills the accessors of a primitive that have no data of their own from its compressed
// mesh. A file that does not require the extension has the same data in the accessors as well;
// those are read instead.
func (l *loader) readDraco(path string, source *gltf.Primitive) error {
	if _, compressed := source.Extensions[extDraco]; !compressed {
		return nil
	}
	_, hasPosition := source.Attributes[gltf.POSITION]
	if !hasPosition {
		return errorAt(path+".attributes.POSITION", "missing, although the primitive is compressed by %s", extDraco)
	}
	isEmpty := func(index int) bool {
		a := &l.accessors[index]
		return a.data == nil && a.sparse == nil && a.tooShort == nil && a.uints == nil
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(source.Attributes)) {
		if isEmpty(source.Attributes[name]) {
			names = append(names, name)
		}
	}
	needsIndices := source.Indices != nil && isEmpty(*source.Indices)
	if len(names) == 0 && !needsIndices {
		return nil
	}
	if l.options.Draco == nil {
		at, index := path+".indices", source.Indices
		if len(names) > 0 {
			first := source.Attributes[names[0]]
			at, index = path+".attributes."+names[0], &first
		}
		return errorAt(at, "accessors[%d] has no buffer view; its data is compressed by %s: %s", *index, extDraco, needDraco)
	}
	return l.decodeDraco(path, source, names, needsIndices)
}

// decodeDraco decodes attributes of a primitive, and its triangles.
func (l *loader) decodeDraco(path string, source *gltf.Primitive, names []string, needsIndices bool) error {
	at := path + ".extensions." + extDraco
	d, err := readDracoDocument(path, source)
	if err != nil {
		return err
	}
	if err := checkIndex(at+".bufferView", d.view, len(l.views), "buffer views"); err != nil {
		return err
	}
	vertices := l.accessors[source.Attributes[gltf.POSITION]].count
	request := DracoRequest{Vertices: vertices, Triangles: vertices / 3}
	if source.Indices != nil {
		request.Triangles = l.accessors[*source.Indices].count
		if source.Mode != gltf.PrimitiveTriangleStrip {
			request.Triangles /= 3
		}
	}
	for _, name := range names {
		a := &l.accessors[source.Attributes[name]]
		id, ok := d.attributes[name]
		if !ok || id < 0 {
			return errorAt(at+".attributes", "expected the ID of %s, whose accessor has no data, found none", name)
		}
		if a.count != vertices {
			return errorAt(path+".attributes."+name, "expected %d elements, as many as there are positions, found %d",
				vertices, a.count)
		}
		size := a.components * byteSize(a.component)
		if err := l.memory.spend(at, a.count, size); err != nil {
			return err
		}
		request.Attributes = append(request.Attributes,
			DracoAttribute{ID: uint32(id), Type: dracoTypes[a.component], Components: a.components})
	}
	corners := -1
	if needsIndices {
		corners = l.accessors[*source.Indices].count
		if err := l.memory.spend(at, corners, 4); err != nil {
			return err
		}
	}
	mesh, err := l.options.Draco(l.views[d.view].data, request)
	if err != nil {
		return errorAt(at, "%w", err)
	}
	if mesh.Vertices != vertices || len(mesh.Values) != len(names) {
		return errorAt(at, "expected %d vertices with %d attributes, found %d with %d in the compressed mesh", vertices,
			len(names), mesh.Vertices, len(mesh.Values))
	}
	for i, name := range names {
		a := &l.accessors[source.Attributes[name]]
		stride := a.components * byteSize(a.component)
		if len(mesh.Values[i]) != vertices*stride {
			return errorAt(at, "expected %d bytes of %s, found %d", vertices*stride, name, len(mesh.Values[i]))
		}
		a.data, a.stride = mesh.Values[i], stride
	}
	if !needsIndices {
		return nil
	}
	if source.Mode == gltf.PrimitiveTriangleStrip {
		source.Mode = gltf.PrimitiveTriangles // the decoded ones
	} else if len(mesh.Indices) != corners {
		return errorAt(at, "expected %d indices, found %d in the compressed mesh", corners, len(mesh.Indices))
	}
	l.accessors[*source.Indices].uints = mesh.Indices
	return nil
}

func readDracoDocument(path string, source *gltf.Primitive) (d dracoDocument, err error) {
	_, err = decodeExtension(path, source.Extensions, extDraco, func(r *decoder, value jsontree.Value) {
		for name, value := range r.members(value, "bufferView", "attributes") {
			switch name {
			case "bufferView":
				d.view = r.int(value)
			case "attributes":
				d.attributes = map[string]int{}
				for name, value := range r.members(value) {
					d.attributes[name] = r.int(value)
				}
			}
		}
	})
	return d, err
}

package gltfio

import "github.com/qmuntal/gltf"

// readTriangles returns the corners of a primitive's triangles.
func (l *loader) readTriangles(path string, source *gltf.Primitive, vertices int) ([]uint32, error) {
	var corners []uint32
	if source.Indices != nil {
		path += ".indices"
		if err := l.obey(path, *source.Indices, indicesRule); err != nil {
			return nil, err
		}
		var err error
		if corners, err = l.readUints(*source.Indices); err != nil {
			return nil, err
		}
		for i, v := range corners {
			if int64(v) >= int64(vertices) {
				return nil, fault(path, "accessors[%d]: index %d: %d is not below %d vertices", *source.Indices, i, v, vertices)
			}
		}
	} else {
		if err := l.memory.spend(path, vertices, 4); err != nil {
			return nil, err
		}
		corners = make([]uint32, vertices)
		for i := range corners {
			corners[i] = uint32(i)
		}
	}
	if err := l.memory.spend(path, len(corners), 12); err != nil {
		return nil, err
	}
	switch source.Mode {
	case gltf.PrimitiveTriangleStrip:
		return trianglesOfStrip(corners), nil
	case gltf.PrimitiveTriangleFan:
		return trianglesOfFan(corners), nil
	}
	if rest := len(corners) % 3; rest != 0 {
		l.warn(path, "%d corners make no whole number of triangles; the last %d were left out", len(corners), rest)
		corners = corners[:len(corners)-rest]
	}
	return corners, nil
}

// trianglesOfStrip turns a strip into triangles, wound alike (glTF 2.0 section 3.7.2.1). Those with two corners in one
// vertex, by which strips are joined, are left out.
func trianglesOfStrip(corners []uint32) []uint32 {
	var triangles []uint32
	for i := 0; i+2 < len(corners); i++ {
		a, b, c := corners[i], corners[i+1+i%2], corners[i+2-i%2]
		if a != b && b != c && c != a {
			triangles = append(triangles, a, b, c)
		}
	}
	return triangles
}

// trianglesOfFan turns a fan into triangles, all with its first corner.
func trianglesOfFan(corners []uint32) []uint32 {
	var triangles []uint32
	for i := 1; i+1 < len(corners); i++ {
		triangles = append(triangles, corners[i], corners[i+1], corners[0])
	}
	return triangles
}

package gltfio

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

package vrm

// What the tests of this package call, and no program.

// Bones returns the nodes of the bones of a file.
func Bones(data []byte) (map[string]int, error) {
	bones, _, err := boneNodes(data)
	return bones, err
}

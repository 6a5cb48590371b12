package pose

// Document is everything a [Query] asked for.
type Document struct {
	Nodes   []Node   `json:"nodes"`
	Skins   []Skin   `json:"skins"`
	Samples []Sample `json:"samples"`
}

// Node is a node of the file.
type Node struct {
	Node   int    `json:"node"`
	Name   string `json:"name"`
	Parent int    `json:"parent"` // -1 for a root
}

// Skin is a skin of the file with the nodes that are its joints, in its order.
type Skin struct {
	Skin   int   `json:"skin"`
	Joints []int `json:"joints"`
}

// Sample is one pose.
type Sample struct {
	T    float64 `json:"t"`    // seconds, as asked for
	Mode string  `json:"mode"` // clamp or loop

	// Local is each node's transform in its parent's space: translation x y z, rotation x y z w, scale x y z.
	Local [][10]float32 `json:"local"`
	// Model is each node's transform relative to the scene.
	Model [][16]float32 `json:"model"`
	// Palette has one matrix for each joint of each skin: model(joint) · inverse bind.
	Palette [][][16]float32 `json:"palette"`
	// Morph holds the weights of the morph targets by node, for nodes whose mesh has some.
	Morph map[int][]float32 `json:"morph,omitempty"`
	// Verts are the vertices in the order asked for, relative to the scene.
	Verts [][3]float32 `json:"verts,omitempty"`
}

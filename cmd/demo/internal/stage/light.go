package stage

// Light is what the user changes of the light. The zero Light leaves that of the scene, but for the
// occlusion, whose usual strength is 1: see [NewLight].
type Light struct {
	// Surroundings are the names of the environments to choose from, and Environment is the index of
	// one. Without any the light cannot be changed.
	Surroundings []string
	Environment  int
	// ShowEnvironment draws it as the sky.
	ShowEnvironment bool
	// Stops is by how many powers of two the light is brighter.
	Stops float64
	// Turned moves the sun to Yaw, in degrees from +z toward +x, and to Height, in degrees above the
	// horizon. Otherwise these are where the scene has it.
	Turned      bool
	Yaw, Height float64
	Occlusion   float64 // 0 to 1
	Cascades    int     // the largest number of shadow maps; 0 for the usual one
}

// NewLight returns the light before the user changes it.
func NewLight() Light { return Light{Surroundings: []string{"sky", "studio"}, Occlusion: 1} }

package names

// The names of the built-in curves of fades.
const (
	StraightLine = "linear"
	SmoothStep   = "smoothstep"
)

package shared

// X is a virtual general register of a function, V a virtual register of 16 bytes: 4 float32, or 2
// float64 as a Double. Both targets with such registers have them: NEON and WebAssembly.
type (
	X      int
	V      int
	Double V
)

package systems

// SetLargePalettes sets the length from which palettes count as large, and returns a function that restores it.
func SetLargePalettes(n int) (undo func()) {
	before := largePalettes
	largePalettes = n
	return func() { largePalettes = before }
}

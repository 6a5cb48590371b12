package systems

// SetLargePalettes changes from how many numbers on palettes count as large, and returns what undoes it.
func SetLargePalettes(n int) (undo func()) {
	before := largePalettes
	largePalettes = n
	return func() { largePalettes = before }
}

package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/column"
)

// SampleClips is the system at [AtSampleClips].
var SampleClips ecs.BlockSystem = sampleClipsSystem{}

// SetLargePalettes sets the length from which palettes count as large, and returns a function that
// restores it.
func SetLargePalettes(n int) (undo func()) {
	before := largePalettes
	largePalettes = n
	return func() { largePalettes = before }
}

// AddColumn gives each [Animation] that is made another column, and returns a function that ends
// this.
func AddColumn(c column.Column) (undo func()) {
	before := furtherColumns
	furtherColumns = append(before[:len(before):len(before)], c)
	return func() { furtherColumns = before }
}

// Columns returns the columns of an [Animation].
func Columns(a *Animation) []column.Column { return storeOf(&a.frame).Columns() }

package column

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Automatic is what a [Column] embeds whose rows characters get by themselves, in the first frame
// in which they have the component C. It has the methods that most columns have alike.
type Automatic[C any] struct{ base[C] }

// IsAutomatic implements [Column].
func (Automatic[C]) IsAutomatic() bool { return true }

// Given is what a [Column] embeds whose rows the feature gives to characters with the component C.
// It has the methods that most columns have alike.
type Given[C any] struct{ base[C] }

// IsAutomatic implements [Column].
func (Given[C]) IsAutomatic() bool { return false }

// base is a column of the component C without scratch memory, which looks into no component.
type base[C any] struct{}

// Component implements [Column].
func (base[C]) Component() untyped.Type { return untyped.TypeFor[C]() }

// NewScratch implements [Column].
func (base[C]) NewScratch() any { return nil }

// Restored implements [Column].
func (base[C]) Restored(*assets.Library, int) {}

package id

import (
	"fmt"
	"io"
	"strconv"
)

// text returns the kind and the number of an ID.
func text(kind string, number uint32) string {
	if number == 0 {
		return "no " + kind
	}
	return fmt.Sprintf("%s %#x", kind, number)
}

// format writes an ID: its text for %v, %s and %q, and its number for the verbs of numbers, which
// would be those of the text otherwise.
func format(s fmt.State, verb rune, kind string, number uint32) {
	switch {
	case verb == 'q':
		_, _ = io.WriteString(s, strconv.Quote(text(kind, number)))
	case verb == 's' || verb == 'v' && !s.Flag('#'):
		_, _ = io.WriteString(s, text(kind, number))
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), number)
	}
}

// String returns the kind and the number, such as "skeleton 0x3c500001". The name of the asset is
// known to its library alone: see Describe of an assets.Library.
func (i Skeleton) String() string { return text("skeleton", uint32(i)) }

// Format implements [fmt.Formatter]: %v and %s print what [Skeleton.String] returns, and verbs of
// numbers, such as %d and %#x, print the number.
func (i Skeleton) Format(s fmt.State, verb rune) { format(s, verb, "skeleton", uint32(i)) }

// String is as of [Skeleton.String].
func (i Motion) String() string { return text("motion", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Motion) Format(s fmt.State, verb rune) { format(s, verb, "motion", uint32(i)) }

// String is as of [Skeleton.String].
func (i Skin) String() string { return text("skin", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Skin) Format(s fmt.State, verb rune) { format(s, verb, "skin", uint32(i)) }

// String is as of [Skeleton.String].
func (i Mesh) String() string { return text("mesh", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Mesh) Format(s fmt.State, verb rune) { format(s, verb, "mesh", uint32(i)) }

// String is as of [Skeleton.String].
func (i Material) String() string { return text("material", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Material) Format(s fmt.State, verb rune) { format(s, verb, "material", uint32(i)) }

// String is as of [Skeleton.String].
func (i Image) String() string { return text("image", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Image) Format(s fmt.State, verb rune) { format(s, verb, "image", uint32(i)) }

// String is as of [Skeleton.String].
func (i Model) String() string { return text("model", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Model) Format(s fmt.State, verb rune) { format(s, verb, "model", uint32(i)) }

// String is as of [Skeleton.String].
func (i Mask) String() string { return text("mask", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Mask) Format(s fmt.State, verb rune) { format(s, verb, "mask", uint32(i)) }

// String is as of [Skeleton.String].
func (i Curve) String() string { return text("curve", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Curve) Format(s fmt.State, verb rune) { format(s, verb, "curve", uint32(i)) }

// String is as of [Skeleton.String].
func (i Graph) String() string { return text("graph", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i Graph) Format(s fmt.State, verb rune) { format(s, verb, "graph", uint32(i)) }

// String is as of [Skeleton.String].
func (i ModifierStack) String() string { return text("modifier stack", uint32(i)) }

// Format is as of [Skeleton.Format].
func (i ModifierStack) Format(s fmt.State, verb rune) { format(s, verb, "modifier stack", uint32(i)) }

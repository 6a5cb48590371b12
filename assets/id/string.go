package id

import "fmt"

// text returns the kind and the number of an ID.
//
//go:noinline
func text(kind string, number uint32) string {
	if number == 0 {
		return "no " + kind
	}
	return fmt.Sprintf("%s %#x", kind, number)
}

// String returns the kind and the number, such as "skeleton 0x3c500001". The name of the asset is
// known to its library alone: see Describe of an assets.Library.
func (i Skeleton) String() string { return text("skeleton", uint32(i)) }

// String is as of [Skeleton.String].
func (i Motion) String() string { return text("motion", uint32(i)) }

// String is as of [Skeleton.String].
func (i Skin) String() string { return text("skin", uint32(i)) }

// String is as of [Skeleton.String].
func (i Mesh) String() string { return text("mesh", uint32(i)) }

// String is as of [Skeleton.String].
func (i Material) String() string { return text("material", uint32(i)) }

// String is as of [Skeleton.String].
func (i Image) String() string { return text("image", uint32(i)) }

// String is as of [Skeleton.String].
func (i Model) String() string { return text("model", uint32(i)) }

// String is as of [Skeleton.String].
func (i Mask) String() string { return text("mask", uint32(i)) }

// String is as of [Skeleton.String].
func (i Curve) String() string { return text("curve", uint32(i)) }

// String is as of [Skeleton.String].
func (i Graph) String() string { return text("graph", uint32(i)) }

// String is as of [Skeleton.String].
func (i ModifierStack) String() string { return text("modifier stack", uint32(i)) }

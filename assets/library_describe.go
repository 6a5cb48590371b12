package assets

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Describe returns what an ID of any kind names in the library, for messages and for debugging,
// such as
//
//	clip 0x3f200004 "walk" for skeleton "fox"
//
// For an ID that names nothing here, the text gives the reason as far as it is known: the ID is 0,
// its asset was removed, or it is of another library, with the asset that has its index here. See
// package id for how an ID of another library is noticed.
func (l *Library) Describe(key any) string {
	l = l.orNone()
	switch key := key.(type) {
	case id.Skeleton:
		return describe(&l.skeletons, "skeleton", key, (*Skeleton).Name, nil)
	case id.Motion:
		return describeKinds(&l.motions, "motion", key, motionName, motionKind, func(a *motion.Asset) *Skeleton {
			return a.Skeleton
		})
	case id.Skin:
		return describe(&l.skins, "skin", key, (*rig.Skin).Name, (*rig.Skin).Skeleton)
	case id.Mesh:
		return describe(&l.meshes, "mesh", key, func(m *mesh.Mesh) string { return m.Name }, nil)
	case id.Material:
		return describe(&l.materials, "material", key, func(m *mesh.Material) string { return m.Name }, nil)
	case id.Image:
		return describe(&l.images, "image", key, func(i *mesh.Image) string { return i.Name }, nil)
	case id.Model:
		return describe(&l.models, "model", key, func(m *Model) string {
			return m.Name
		}, func(m *Model) *Skeleton { return l.Skeleton(m.Skeleton) })
	case id.Mask:
		return describe(&l.masks, "mask", key, (*rig.Mask).Name, (*rig.Mask).Skeleton)
	case id.Graph:
		return describe(&l.graphs, "graph", key, (*machine.Graph).Name, (*machine.Graph).Skeleton)
	case id.ModifierStack:
		return describe(&l.modifiers, "modifier stack", key, (*stack.Stack).Name, (*stack.Stack).Skeleton)
	case id.Curve:
		switch key {
		case clip.StraightLine:
			return fmt.Sprintf("the built-in curve %q", names.StraightLine)
		case clip.SmoothStep:
			return fmt.Sprintf("the built-in curve %q", names.SmoothStep)
		}
		return describe(&l.curves, "curve", key, (*clip.Curve).Name, nil)
	}
	return fmt.Sprintf("%v of type %T is not an ID", key, key)
}

// describe is [Library.Describe] for one kind. The function skeletonOf is nil for assets without a
// skeleton.
func describe[I ~uint32, P any](t *table[I, P], kind string, key I, nameOf func(P) string,
	skeletonOf func(P) *rig.Skeleton,
) string {
	return describeKinds(t, kind, key, nameOf, func(P) string { return kind }, skeletonOf)
}

// describeKinds is [describe] for a table whose assets are of several kinds.
func describeKinds[I ~uint32, P any](
	t *table[I, P], kind string, key I, nameOf, kindOf func(P) string, skeletonOf func(P) *rig.Skeleton,
) string {
	full := func(key I, asset P) string {
		var skeleton *rig.Skeleton
		if skeletonOf != nil {
			skeleton = skeletonOf(asset)
		}
		return describeAsset(kindOf(asset), uint32(key), nameOf(asset), skeleton)
	}
	if asset := assetOf(t, key); !isNone(asset) {
		return full(key, asset)
	}
	i := tableIndex(key)
	if key == 0 || i >= uint32(len(t.entries)) {
		return describeUnknown(kind, uint32(key), len(t.entries))
	}
	e := &t.entries[i]
	here := ""
	if !isNone(e.asset) {
		here = full(idAt(t, int(i)), e.asset)
	}
	return describeMissing(kind, uint32(key), e.first, e.generation, isFree(t, i), here)
}

// describeAsset names an asset and its skeleton, which may be nil.
func describeAsset(kind string, key uint32, name string, skeleton *rig.Skeleton) string {
	text := fmt.Sprintf("%s %#x %q", kind, key, name)
	if skeleton == nil {
		return text
	}
	return fmt.Sprintf("%s for skeleton %q", text, skeleton.Name())
}

// missing says of an ID that no asset has it, and why.
func missing(kind string, key uint32, why string) string {
	return fmt.Sprintf("%s %#x is not in the library: %s", kind, key, why)
}

// describeUnknown tells why an ID whose entry the table does not have names nothing.
func describeUnknown(kind string, key uint32, entries int) string {
	if key == 0 {
		return missing(kind, key, "0 names nothing")
	}
	return missing(kind, key,
		fmt.Sprintf("it may be of another one; this one has had %d of this kind", entries))
}

// describeMissing tells why an ID names nothing, by the generations of its entry, whether that is
// free, and what is described as being there.
func describeMissing(kind string, key uint32, first, current uint16, isFree bool, here string) string {
	uses := func(generation uint16) uint16 { return (generation - first) & generationMask }
	switch asked, now := uses(uint16(key>>id.IndexBits)), uses(current); {
	case asked < now || asked == now && !isFree:
		return missing(kind, key, "it was removed")
	case here == "":
		return missing(kind, key, "it is of another one; what had its index in this one was removed")
	}
	return missing(kind, key, "it is of another one; its index is that of "+here+" in this one")
}

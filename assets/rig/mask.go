package rig

import (
	"errors"
	"fmt"
	"slices"
)

// Mask says for each joint of a skeleton how far a layer reaches it, from 0, not at all, to 1. Masks are made by a
// [MaskBuilder].
type Mask struct {
	name     string
	skeleton *Skeleton
	weights  []float32
}

// Name returns the mask's name.
func (m *Mask) Name() string { return m.name }

// Skeleton returns the skeleton whose joints it weighs.
func (m *Mask) Skeleton() *Skeleton { return m.skeleton }

// Weight returns a joint's weight, 0 to 1.
func (m *Mask) Weight(joint int) float32 { return m.weights[joint] }

// Rows returns the weights of all joints, 8 for each group of a pose, 0 where the last group has no joint. The slice is the
// mask's own: read only.
func (m *Mask) Rows() []float32 { return m.weights }

// MaskBuilder gathers the weights of a mask, all 0 to begin with; what comes later replaces what came before. Its methods keep
// their errors for [MaskBuilder.Build], so that calls need no checks in between.
type MaskBuilder struct {
	mask Mask
	errs []error
}

// NewMask begins a mask for a skeleton.
func NewMask(name string, skeleton *Skeleton) *MaskBuilder {
	b := &MaskBuilder{mask: Mask{name: name, skeleton: skeleton}}
	if skeleton == nil {
		b.mask.skeleton = &Skeleton{}
		b.fail("it has no skeleton")
	}
	b.mask.weights = make([]float32, (b.mask.skeleton.Len()+GroupJoints-1)/GroupJoints*GroupJoints)
	return b
}

// Joints gives joints a weight, 0 to 1, by their names.
func (b *MaskBuilder) Joints(weight float32, names ...string) *MaskBuilder {
	b.checkWeight(weight)
	for _, name := range names {
		if joint, ok := b.find(name); ok {
			b.mask.weights[joint] = weight
		}
	}
	return b
}

// Subtree gives a joint and all that hangs from it a weight, 0 to 1.
func (b *MaskBuilder) Subtree(weight float32, root string) *MaskBuilder {
	b.checkWeight(weight)
	b.setSubtree(root, func(int) float32 { return weight })
	return b
}

// Feather gives a joint and all that hangs from it the weight 1, to which it rises in equal steps over the first n generations:
// 1/(n+1) for the joint, 2/(n+1) for its children and so on, so that a bend is spread over a spine. n is 0 or more.
func (b *MaskBuilder) Feather(root string, n int) *MaskBuilder {
	if n < 0 {
		b.fail("joint %q: it cannot be feathered over %d joints", root, n)
		return b
	}
	b.setSubtree(root, func(depth int) float32 {
		if depth >= n {
			return 1
		}
		return float32(depth+1) / float32(n+1)
	})
	return b
}

// Invert gives every joint 1 minus its weight.
func (b *MaskBuilder) Invert() *MaskBuilder {
	for joint := range b.mask.skeleton.Len() {
		b.mask.weights[joint] = 1 - b.mask.weights[joint]
	}
	return b
}

// Build returns the mask, or everything that was wrong with what it was given.
func (b *MaskBuilder) Build() (*Mask, error) {
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	m := b.mask
	m.weights = slices.Clone(m.weights)
	return &m, nil
}

// subtree weighs a joint and all below it by how many generations these are below it.
func (b *MaskBuilder) setSubtree(name string, weight func(depth int) float32) {
	root, ok := b.find(name)
	if !ok {
		return
	}
	parents := b.mask.skeleton.parents
	depths := map[int]int{root: 0}
	b.mask.weights[root] = weight(0)
	for joint := root + 1; joint < len(parents); joint++ {
		above, within := depths[int(parents[joint])]
		if !within {
			break // a subtree is one run
		}
		depths[joint] = above + 1
		b.mask.weights[joint] = weight(above + 1)
	}
}

func (b *MaskBuilder) find(name string) (joint int, ok bool) {
	if joint, ok = b.mask.skeleton.Find(name); !ok {
		b.fail("skeleton %q has no joint %q", b.mask.skeleton.name, name)
	}
	return joint, ok
}

func (b *MaskBuilder) checkWeight(weight float32) {
	if !(weight >= 0 && weight <= 1) {
		b.fail("a weight must be 0 to 1, not %v", weight)
	}
}

func (b *MaskBuilder) fail(format string, arguments ...any) {
	b.errs = append(b.errs, fmt.Errorf("mask %q: "+format, append([]any{b.mask.name}, arguments...)...))
}

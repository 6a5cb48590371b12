package rig

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Mask holds a weight from 0 to 1 for each joint of a skeleton. A layer with a mask moves a joint
// by the layer's weight times the joint's. Masks are made by a [MaskBuilder].
type Mask struct {
	name     string
	skeleton *Skeleton
	weights  []float32
	// The first group with a weight above 0, and one past the last; both 0 without any.
	firstGroup, endGroup int
}

// noMask is what a nil mask holds.
var noMask Mask

func (m *Mask) orNone() *Mask {
	if m == nil {
		return &noMask
	}
	return m
}

// Name returns the mask's name.
func (m *Mask) Name() string { return m.orNone().name }

// Skeleton returns the skeleton that the mask is for.
func (m *Mask) Skeleton() *Skeleton { return m.orNone().skeleton }

// Weight returns a joint's weight, 0 to 1.
func (m *Mask) Weight(joint int) float32 { return ofJoint(m.orNone().weights, joint) }

// Rows returns the weights of all joints, 8 for each group of a pose, with 0 for lanes
// without a joint. The slice is the mask's own: read only.
func (m *Mask) Rows() []float32 { return m.orNone().weights }

// Groups returns the range of groups of 8 joints, from first on and before end, that holds all
// joints with a weight above 0.
func (m *Mask) Groups() (first, end int) { return m.orNone().firstGroup, m.orNone().endGroup }

// MaskBuilder collects the weights of a mask. All begin at 0, and a later call replaces what an
// earlier one set. Its methods keep their errors for [MaskBuilder.Add] and [MaskBuilder.Build], so
// that calls need no checks in between.
type MaskBuilder struct {
	mask Mask
	errs []error
}

// orFailed returns a builder with an error in place of one that [NewMask] did not make.
func (b *MaskBuilder) orFailed() *MaskBuilder {
	if b == nil || b.mask.skeleton == nil {
		err := errors.New("mask: expected a builder from NewMask, found nil or a zero value")
		return &MaskBuilder{mask: Mask{skeleton: &Skeleton{}}, errs: []error{err}}
	}
	return b
}

// NewMask begins a mask for a skeleton.
func NewMask(name string, skeleton *Skeleton) *MaskBuilder {
	b := &MaskBuilder{mask: Mask{name: name, skeleton: skeleton}}
	if skeleton == nil {
		b.mask.skeleton = &Skeleton{}
		b.fail("expected a skeleton, found nil")
	}
	b.mask.weights = make([]float32, kernel.GroupCount(b.mask.skeleton.Len())*kernel.Lanes)
	return b
}

// Joints sets the weight, 0 to 1, of the joints with the given names.
func (b *MaskBuilder) Joints(weight float32, names ...string) *MaskBuilder {
	b = b.orFailed()
	b.checkWeight(weight)
	for _, name := range names {
		if joint, ok := b.find(name); ok {
			b.mask.weights[joint] = weight
		}
	}
	return b
}

// Weights sets the weight, 0 to 1, of every joint, by its index in the skeleton.
func (b *MaskBuilder) Weights(weights []float32) *MaskBuilder {
	b = b.orFailed()
	if len(weights) != b.mask.skeleton.Len() {
		b.fail("expected a weight for each of %d joints, found %d", b.mask.skeleton.Len(), len(weights))
		return b
	}
	for joint, weight := range weights {
		b.checkWeight(weight)
		b.mask.weights[joint] = weight
	}
	return b
}

// Subtree sets the weight, 0 to 1, of a joint and all its descendants.
func (b *MaskBuilder) Subtree(weight float32, root string) *MaskBuilder {
	b = b.orFailed()
	b.checkWeight(weight)
	b.setSubtree(root, func(int) float32 { return weight })
	return b
}

// Feather sets a joint and its descendants to weights that rise to 1 in equal steps over the first
// n generations, n >= 0: 1/(n+1) for the joint, 2/(n+1) for its children and so on. It spreads the
// edge of a mask, such as the bend of an upper body, over several joints.
func (b *MaskBuilder) Feather(root string, n int) *MaskBuilder {
	b = b.orFailed()
	if n < 0 {
		b.fail("joint %q: expected at least 0 generations to feather over, found %d", root, n)
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

// Invert replaces every joint's weight w by 1 - w.
func (b *MaskBuilder) Invert() *MaskBuilder {
	b = b.orFailed()
	for joint := range b.mask.skeleton.Len() {
		b.mask.weights[joint] = 1 - b.mask.weights[joint]
	}
	return b
}

// Add builds the mask and adds it to the library, an assets.Library. It returns the errors of
// [MaskBuilder.Build] and of the library.
func (b *MaskBuilder) Add(library interface {
	AddMask(m *Mask) (id.Mask, error)
},
) (id.Mask, error) {
	m, err := b.Build()
	if err != nil {
		return 0, err
	}
	if library == nil {
		return 0, fmt.Errorf("mask %q: expected the library to add it to, found nil", m.name)
	}
	return library.AddMask(m)
}

// Build returns the mask, or all errors of the calls before it, joined. Later calls to the builder
// do not change the mask.
func (b *MaskBuilder) Build() (*Mask, error) {
	b = b.orFailed()
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	m := b.mask
	m.weights = slices.Clone(m.weights)
	for joint, weight := range m.weights {
		if weight > 0 {
			if m.endGroup == 0 {
				m.firstGroup = joint / kernel.Lanes
			}
			m.endGroup = joint/kernel.Lanes + 1
		}
	}
	return &m, nil
}

// setSubtree sets the weights of a joint, at depth 0, and of its descendants from their depth below
// it.
func (b *MaskBuilder) setSubtree(name string, weight func(depth int) float32) {
	root, ok := b.find(name)
	if !ok {
		return
	}
	parents := b.mask.skeleton.parents
	depths := map[int]int{root: 0}
	b.mask.weights[root] = weight(0)
	for joint := root + 1; joint < len(parents); joint++ {
		parentDepth, inside := depths[int(parents[joint])]
		if !inside {
			break // a subtree is one range of joints
		}
		depths[joint] = parentDepth + 1
		b.mask.weights[joint] = weight(parentDepth + 1)
	}
}

func (b *MaskBuilder) find(name string) (joint int, ok bool) {
	joint, err := b.mask.skeleton.FindJoint(name)
	if err != nil {
		b.fail("%w", err)
	}
	return joint, err == nil
}

func (b *MaskBuilder) checkWeight(weight float32) {
	if !(weight >= 0 && weight <= 1) { // NaN too
		b.fail("expected a weight from 0 to 1, found %v", weight)
	}
}

func (b *MaskBuilder) fail(format string, arguments ...any) {
	b.errs = append(b.errs, fmt.Errorf("mask %q: "+format, append([]any{b.mask.name}, arguments...)...))
}

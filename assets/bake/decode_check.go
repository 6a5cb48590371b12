package bake

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// check returns an error for a decoded clip that sampling could not use safely: the kernel does not
// check its input.
func (b *BakedClip) check() error {
	d := &b.data
	if b.joints < 1 || b.joints > rig.MaxJoints {
		return fmt.Errorf("expected 1 to %d joints, found %d", rig.MaxJoints, b.joints)
	}
	if b.frames < 1 {
		return fmt.Errorf("expected at least 1 frame, found %d", b.frames)
	}
	for _, v := range []float64{
		b.start, b.end, b.origin, b.rate, b.maxError, b.options.Tolerance,
		b.options.VertexDistance,
	} {
		if !exact.IsFinite(v) {
			return fmt.Errorf("times, largest error and options: %w", rig.ErrNotFinite)
		}
	}
	if err := b.cellTable.check(b.cells, b.intervals()); err != nil {
		return err
	}
	if b.start > b.end || b.rate <= 0 {
		return fmt.Errorf("expected an end after the start and a positive rate, found %v s to %v s at %v "+
			"grid cells per "+
			"second", b.start, b.end, b.rate)
	}
	for _, list := range [][]float32{d.Constants, d.Ranges} {
		for _, v := range list {
			if !exact.IsFinite(v) {
				return fmt.Errorf("constants and ranges: %w", rig.ErrNotFinite)
			}
		}
	}
	for i, bits := range d.Bits {
		if bits > kernel.MaxBits {
			return fmt.Errorf("row %d: expected a width of at most %d bits, found %d", i, kernel.MaxBits, bits)
		}
	}
	if rows := 4*len(d.RotationGroups) + len(d.Whole) + len(d.Scattered)/kernel.Lanes; rows != len(d.Bits) ||
		len(d.Scattered)%kernel.Lanes != 0 {
		return fmt.Errorf("expected a bit width for each of %d rows and rows of %d scattered values, "+
			"found %d widths and "+
			"%d values", rows, kernel.Lanes, len(d.Bits), len(d.Scattered))
	}
	if most := len(d.Scattered) / kernel.Lanes; len(d.Derived) > most {
		return fmt.Errorf("expected at most %d derived rows, one for each scattered row, found %d", most, len(d.Derived))
	}
	if err := b.checkTargets(); err != nil {
		return err
	}
	if err := b.checkSpans(); err != nil {
		return err
	}
	return b.checkValues()
}

// maxRotationComponent limits the components of rotations before they are normalized. Baking stores
// components of unit quaternions, which rounding takes hardly beyond 1. Normalizing components
// within the limit cannot overflow.
const maxRotationComponent = 2

// checkValues returns an error if a sample could be infinite or NaN: for a range that overflows at
// one of its ends, or a rotation with a component far beyond 1. The targets must have been checked.
func (b *BakedClip) checkValues() error {
	d := &b.data
	for i, target := range d.ConstantTargets {
		for k, v := range d.Constants[i*kernel.Lanes:][:kernel.Lanes] {
			if err := checkValue(int(target)+k, v); err != nil {
				return fmt.Errorf("constant row %d: %w", i, err)
			}
		}
	}
	rotationRows := 4 * len(d.RotationGroups)
	for i, bits := range d.Bits {
		whole := i - rotationRows
		ranges := (*[2 * kernel.Lanes]float32)(d.Ranges[2*i*kernel.Lanes:])
		for k := range kernel.Lanes {
			var target int
			switch {
			case whole < 0:
				target = int(d.RotationGroups[i/4]) + i%4*kernel.Lanes + k
			case whole < len(d.Whole):
				target = int(d.Whole[whole]) + k
			default:
				target = int(d.Scattered[(whole-len(d.Whole))*kernel.Lanes+k])
			}
			low, step := ranges[k], ranges[kernel.Lanes+k]
			largest := b.largestInteger(i, k)
			// Sampling rounds monotonically, so that no sample is outside the values at the ends of
			// the range.
			for _, v := range [2]float32{low, low + float32(largest*step)} {
				if err := checkValue(target, v); err != nil {
					return fmt.Errorf("row %d of %d bits: value %d: %w", i, bits, k, err)
				}
			}
		}
	}
	for i := range d.Derived {
		row := &d.Derived[i]
		for k, target := range row.Targets {
			largest := b.largestInteger(firstScattered(d)+i, row.From(k))
			for _, v := range [2]float32{row.Base[k], row.Base[k] + float32(largest*row.Step[k])} {
				if err := checkValue(int(target), v); err != nil {
					return fmt.Errorf("derived row %d: value %d: %w", i, k, err)
				}
			}
		}
	}
	return nil
}

// firstScattered returns the index of the first scattered row.
func firstScattered(d *kernel.Baked) int { return 4*len(d.RotationGroups) + len(d.Whole) }

// largestInteger returns the largest integer of a number of a row, where the kernel reads it.
func (b *BakedClip) largestInteger(row, k int) float32 {
	bits := int(b.data.Bits[row])
	largest := float32(int(1)<<bits - 1)
	if b.data.Spans == 0 {
		largest *= float32(int(1) << kernel.Shift(k, bits)) // as in [kernel.Baked]
	}
	return largest
}

// checkValue returns an error for a value that cannot be at an index of a local pose.
func checkValue(target int, v float32) error {
	if !exact.IsFinite(v) {
		return fmt.Errorf("expected a finite range, found one that reaches %v: %w", v, rig.ErrNotFinite)
	}
	if isRotation := target%kernel.GroupSize < kernel.RowTranslation*kernel.Lanes; isRotation &&
		!(v >= -maxRotationComponent && v <= maxRotationComponent) {
		return fmt.Errorf("expected components of rotations of at most %v, found a range that reaches "+
			"%v", maxRotationComponent,
			v)
	}
	return nil
}

// checkTargets returns an error if a value or a group lies outside the pose, or the rows do not
// make up the pose.
func (b *BakedClip) checkTargets() error {
	d := &b.data
	size := kernel.PoseSize(b.joints)
	rows := len(d.RestTargets) + len(d.ConstantTargets) + 4*len(d.RotationGroups) + len(d.Whole)
	if rows*kernel.Lanes != size {
		return fmt.Errorf("expected %d rows for a pose of %d joints, found %d", size/kernel.Lanes, b.joints, rows)
	}
	rotationRows, wholeRotation := make([]int32, 0, 4*len(d.RotationGroups)), make([]bool, size/kernel.GroupSize)
	for _, group := range d.RotationGroups {
		if group%kernel.GroupSize != 0 {
			return fmt.Errorf("expected the begin of a group of joints, a multiple of %d below %d, found "+
				"%d", kernel.GroupSize, size,
				group)
		}
		rotationRows = append(rotationRows, group, group+8, group+16, group+24)
	}
	stored := make([]bool, rows)
	for _, list := range [][]int32{d.RestTargets, d.ConstantTargets, rotationRows, d.Whole} {
		for _, target := range list {
			if target < 0 || int(target) >= size || target%kernel.Lanes != 0 {
				return fmt.Errorf("expected the begin of a row, a multiple of %d below %d, found "+
					"%d", kernel.Lanes, size, target)
			}
			if stored[target/kernel.Lanes] {
				return fmt.Errorf("expected each row once, found the row at %d twice", target)
			}
			stored[target/kernel.Lanes] = true
		}
	}
	for _, group := range d.RotationGroups {
		wholeRotation[group/kernel.GroupSize] = true
	}
	for _, target := range slices.Concat(d.Scattered, derivedTargets(d)) {
		if target < 0 || int(target) >= size {
			return fmt.Errorf("expected a scattered value from 0 to %d, found %d", size-1, target)
		}
		if wholeRotation[target/kernel.GroupSize] && target%kernel.GroupSize < kernel.RowTranslation*kernel.Lanes {
			return fmt.Errorf("expected scattered values outside whole rotations, found %d in one", target)
		}
	}
	for _, group := range d.NormalizedGroups {
		if group < 0 || int(group) >= size || group%kernel.GroupSize != 0 {
			return fmt.Errorf("expected the begin of a group of joints, a multiple of %d below %d, found "+
				"%d", kernel.GroupSize, size,
				group)
		}
	}
	return nil
}

// Bind connects a decoded clip to its source clip, which provides the pose of joints that do not
// move and the morph weights. The source must equal, bit for bit, the clip that was baked;
// otherwise the error wraps [ErrMismatch]. The error wraps [ErrDamaged] if rotations do not have
// the lengths that the encoding promises. A clip that is not bound samples nothing.
func (b *BakedClip) Bind(clip *clip.Clip) error {
	switch {
	case clip == nil:
		return fmt.Errorf("%w: expected a clip, found nil", ErrMismatch)
	case b == nil || b.frames == 0:
		return fmt.Errorf("%w: expected a baked clip for clip %q, found one without frames", ErrMismatch, clip.Name())
	}
	if b.source == clip {
		return nil
	}
	if b.joints != clip.Skeleton().Len() || b.sourceHash != hashOf(clip) {
		return fmt.Errorf("%w: expected the clip of %d joints from whose keys it was baked, found other "+
			"keys in clip %q, "+
			"for skeleton %q with %d joints",
			ErrMismatch, b.joints, clip.Name(), clip.Skeleton().Name(), clip.Skeleton().Len())
	}
	return b.setSource(clip)
}

// setSource binds the clip to its source, if its rotations have the lengths that blending needs.
func (b *BakedClip) setSource(clip *clip.Clip) error {
	if b.additive != clip.Additive() {
		return fmt.Errorf("%w: expected additive to be %t, as in the baked clip, found %t in clip "+
			"%q", ErrMismatch, b.additive,
			clip.Additive(), clip.Name())
	}
	bound := *b
	bound.source, bound.stepped, bound.data.Rest = clip, steppedTracks(clip), clip.BaseLocals()
	if err := bound.checkRotations(); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	bound.gather()
	*b = bound
	return nil
}

// checkRotations returns an error if rotations are not as long as sampling and blending take them
// to be: near unit length before they are normalized, if the encoding says so, and of unit length
// if they are not normalized.
func (b *BakedClip) checkRotations() error {
	d := &b.data
	const asNormalized, checked = 1, 2
	groups := make([]uint8, len(d.Rest)/kernel.GroupSize)
	for _, list := range [][]int32{d.RotationGroups, d.NormalizedGroups} {
		for _, group := range list {
			groups[group/kernel.GroupSize] = asNormalized
		}
	}
	isRotation := func(target int32) bool { return target%kernel.GroupSize < kernel.RowTranslation*kernel.Lanes }
	for _, list := range [][]int32{d.Whole, d.Scattered, derivedTargets(d)} {
		for _, target := range list {
			if isRotation(target) && groups[target/kernel.GroupSize] != asNormalized {
				return fmt.Errorf("expected the group of joints at %d among those that are normalized, "+
					"since it moves, "+
					"found it in none of the lists", target/kernel.GroupSize*kernel.GroupSize)
			}
		}
	}
	memory := takePoseMemory(len(d.Rest))
	defer poseMemories.Put(memory)
	pose := (*memory)[:len(d.Rest)]
	kernel.InterpolateBaked(pose, d, 0, 0, 0)
	for _, target := range d.ConstantTargets {
		group := target / kernel.GroupSize
		if !isRotation(target) || groups[group] != 0 {
			continue
		}
		groups[group] = checked
		p := pose[group*kernel.GroupSize:]
		for l := range min(kernel.Lanes, b.joints-int(group)*kernel.Lanes) {
			q := [4]float32{p[l], p[8+l], p[16+l], p[24+l]}
			if square := exact.Dot32(q, q); !(square > 1-kernel.NearUnitLimit && square < 1+kernel.NearUnitLimit) {
				return fmt.Errorf("joint %d: expected a rotation of unit length, since it is not normalized, found %v",
					int(group)*kernel.Lanes+l, q)
			}
		}
	}
	if b.data.NearUnit && !b.rotationsNearUnit() {
		return errors.New("expected rotations near unit length, as its flag says, found others")
	}
	return nil
}

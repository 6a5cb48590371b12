package inertia

import (
	"math"
	"unsafe"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// Lanes is the number of joints that are worked on together.
const Lanes = kernel.Lanes

// A decay has three parts: of rotations, translations and scales.
const (
	parts     = 3
	partSize  = layout.DecayRows * Lanes
	groupSize = parts * partSize
)

type times [layout.DecayTimeRows * Lanes]float32

func (t *times) set(row int, seconds float64) {
	for l := range Lanes {
		t[row*Lanes+l] = float32(min(seconds, math.MaxFloat32))
	}
}

// Size returns the number of float32 in the decay of a pose, given its groups of joints: for each
// group, whether its parts differ at all (1 or 0), in whole rows, then the groups' parts.
func Size(groups int) int { return flags(groups) + groups*groupSize }

func flags(groups int) int { return (groups*parts + Lanes - 1) / Lanes * Lanes }

// divide returns what parts of a decay differ, and the parts.
func divide(decay []float32, groups int) (differs, numbers []float32) {
	return decay[:groups*parts], decay[flags(groups):][:groups*groupSize]
}

type (
	group   = [kernel.GroupSize]float32
	numbers = [groupSize]float32
)

// Begin begins a decay. pose is the new motion's pose; it is replaced by the pose to show, which
// continues the shown one for step seconds with the velocity (last - before) · rate, where rate is
// in 1/seconds. decay receives the difference between the two and the velocity. All are local poses
// of the same number of whole groups.
func Begin(pose, decay, shown, before, last []float32, rate, step float64) {
	var t times
	t.set(layout.DecayTimeRate, rate)
	t.set(layout.DecayTimeStep, step)
	_, all := divide(decay, len(pose)/kernel.GroupSize)
	var out group
	for at := 0; at < len(pose); at += kernel.GroupSize {
		p, c := (*group)(pose[at:]), (*numbers)(all[at/kernel.GroupSize*groupSize:])
		velocity(c, (*group)(last[at:]), (*group)(before[at:]), &t)
		moveOn(&out, (*group)(shown[at:]), c, &t)
		difference(c, &out, p)
		*p = out
	}
}

// Extrapolate continues the old motion until the new one's velocity is known: it replaces pose by
// the shown pose, moved on for step seconds with the velocity that [Begin] stored.
func Extrapolate(pose, decay, shown []float32, step float64) {
	var t times
	t.set(layout.DecayTimeStep, step)
	_, all := divide(decay, len(pose)/kernel.GroupSize)
	for at := 0; at < len(pose); at += kernel.GroupSize {
		moveOn((*group)(pose[at:]), (*group)(shown[at:]), (*numbers)(all[at/kernel.GroupSize*groupSize:]), &t)
	}
}

// Fit makes the polynomials of a decay once the velocity of the new motion is known. pose is the
// new motion's pose, elapsed seconds after [Begin] and step seconds after the pose in shown; it is
// not changed. [Apply] adds the difference afterward.
func Fit(pose, decay, shown []float32, step, elapsed, duration float64) {
	var t times
	t.set(layout.DecayTimeStep, step)
	t.set(layout.DecayTimeElapsed, elapsed)
	t.set(layout.DecayTimeDuration, duration)
	differs, all := divide(decay, len(pose)/kernel.GroupSize)
	for g := range len(pose) / kernel.GroupSize {
		c := (*numbers)(all[g*groupSize:])
		fit(c, (*group)(pose[g*kernel.GroupSize:]), (*group)(shown[g*kernel.GroupSize:]), &t)
		for part := range parts {
			differs[g*parts+part] = anyDiffers((*[layout.DecayRate * Lanes]float32)(c[part*partSize:]))
		}
	}
}

// anyDiffers returns 1 if one of the numbers is not 0, otherwise 0.
func anyDiffers(numbers *[layout.DecayRate * Lanes]float32) float32 {
	const sign = 1 << 31
	all := (*[layout.DecayRate * Lanes]uint32)(unsafe.Pointer(numbers))
	for row := 0; row < len(all); row += Lanes { // without a branch for each number
		r := (*[Lanes]uint32)(all[row:])
		if (r[0]|r[1]|r[2]|r[3]|r[4]|r[5]|r[6]|r[7])&^sign != 0 {
			return 1
		}
	}
	return 0
}

// Apply adds to a local pose what is left of the differences when a decay is that many seconds old.
// Parts of a group that do not differ keep their bits. For the others:
//
//	s = min(seconds · rate, 1), u = 1 - s, w = (u·u)·u
//	a = w · (1 + s·(3 + s·curve)), b = w · (s·(1 + 3·s))
//	x = x0·a + v·b, for each number of the difference
//	(x, y, z) = x/4 of the rotation, n = (x·x + y·y) + z·z, i = 1 / (1 + n), (x, y, z, c) = ((2·i)·x, (2·i)·y, (2·i)·z, (1 - n)·i)
//	rotation = (x, y, z, c) · rotation
//	translation += x, scale += x
func Apply(pose, decay []float32, seconds float32) {
	var row [Lanes]float32
	for l := range row {
		row[l] = seconds
	}
	differs, all := divide(decay, len(pose)/kernel.GroupSize)
	for g := range len(pose) / kernel.GroupSize {
		p, c := (*group)(pose[g*kernel.GroupSize:]), (*numbers)(all[g*groupSize:])
		if differs[g*parts] != 0 {
			turn(p, c, &row)
		}
		for part := 1; part < parts; part++ {
			if differs[g*parts+part] != 0 {
				shift(p, c, part, &row)
			}
		}
	}
}

// Rotations returns what [Apply] mostly reads of a decay, so that it can be asked for ahead: a
// piece of size bytes of the first group, and where there are more groups, one of each a stride in
// bytes after the piece before. They are the differences of rotations.
func Rotations(decay []float32, groups int) (first *float32, size, stride int) {
	_, all := divide(decay, groups)
	return &all[0], 4 * partSize, 4 * groupSize
}

// Store copies a pose to memory that is not read soon. Where the processor can, the copy does not
// go through the cache, which a crowd's poses would fill. Another goroutine may read it after a
// locked instruction of this one, such as every step of a worker to its next block.
func Store(dst, src []float32) {
	if groups := len(src) / kernel.GroupSize; assembly && groups > 0 &&
		uintptr(unsafe.Pointer(&dst[0]))%(4*Lanes) == 0 {
		streamAsm(&dst[0], &src[0], groups)
		return
	}
	copy(dst, src)
}

func velocity(c *numbers, last, before *group, t *times) {
	if assembly {
		inertiaVelocityAsm(&c[0], &last[0], &before[0], &t[0])
		return
	}
	inertiaVelocityGeneric((*[22 * Lanes]float32)(c[:]), last, before, (*[1 * Lanes]float32)(t[:]))
}

func moveOn(pose, shown *group, c *numbers, t *times) {
	if assembly {
		inertiaMoveOnAsm(&pose[0], &shown[0], &c[0], &t[0])
		return
	}
	inertiaMoveOnGeneric(pose, shown, (*[22 * Lanes]float32)(c[:]), (*[2 * Lanes]float32)(t[:]))
}

func difference(c *numbers, to, from *group) {
	if assembly {
		inertiaDifferenceAsm(&c[0], &to[0], &from[0])
		return
	}
	inertiaDifferenceGeneric((*[19 * Lanes]float32)(c[:]), to, from)
}

func fit(c *numbers, pose, shown *group, t *times) {
	if assembly {
		inertiaFitAsm(&c[0], &pose[0], &shown[0], &t[0])
		return
	}
	inertiaFitGeneric(c, pose, shown, (*[4 * Lanes]float32)(t))
}

func turn(p *group, c *numbers, seconds *[Lanes]float32) {
	if assembly {
		inertiaTurnAsm(&p[0], &c[0], &seconds[0])
		return
	}
	inertiaTurnGeneric((*[4 * Lanes]float32)(p[:]), (*[partSize]float32)(c[:]), seconds)
}

// shift shifts a part that is not the rotation: 1 is the translation, 2 the scale.
func shift(p *group, c *numbers, part int, seconds *[Lanes]float32) {
	to, from :=
		(*[3 * Lanes]float32)(p[(layout.LocalTranslation+(part-1)*(layout.LocalScale-layout.LocalTranslation))*Lanes:]),
		(*[partSize]float32)(c[part*partSize:])
	if assembly {
		inertiaShiftAsm(&to[0], &from[0], &seconds[0])
		return
	}
	inertiaShiftGeneric(to, from, seconds)
}

package retarget

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// defaultKeyTolerance is [Options.KeyTolerance] if it is 0: 0.18 mm of a person.
const defaultKeyTolerance = 1e-4

// shell is how far the surface is from a joint, as a fraction of the target's size: where a joint's
// rotation is felt even without joints below it.
const shell = 0.05

// standingPart is the part of the tolerance that remains for a foot that stands: what moves it by
// little in each frame adds up to a slide.
const standingPart = 0.01

// property is one of the tracks of a joint.
type property int

const (
	turnTrack property = iota
	moveTrack
	scaleTrack
	trackCount
)

// keptKeys are the indices of the samples that are keys, by joint and track.
type keptKeys [][trackCount][]int

// reduction finds which samples are needed as keys.
type reduction struct {
	w     *work
	poses []sample
	kept  keptKeys
	// by joint: how far its own tracks may move what hangs from it, in model space; while a foot
	// below it stands, the second
	budgets [2][]float64
	strict  [][]bool     // by sample and joint: a foot that stands is the joint, or hangs from it
	feet    [][]bool     // by sample and joint: it is a foot that stands
	reaches []float64    // by joint: the distance of the farthest joint that hangs from it, and the shell
	full    [][]place    // by sample and joint: the place with all keys
	errors  [2][]float64 // by joint: the largest distance that was measured; while it is a foot that stands, the second
}

// place is where a joint is in model space.
type place struct {
	position exact.Vec3
	rotation exact.Quat
}

// reduce returns the samples that are kept as keys of each track, so that with linear interpolation
// every joint, and points at the distance of the shell from it, stay within the tolerance in model
// space at the times of all samples. Feet that stand stay within a hundredth of it. It returns nil
// if all keys stay.
func (w *work) reduce(poses []sample) keptKeys {
	tolerance := w.options.KeyTolerance
	if tolerance == 0 {
		tolerance = defaultKeyTolerance
	}
	if tolerance < 0 || w.same || len(poses) < 3 {
		return nil
	}
	tolerance *= w.toRest.Size()
	n := w.to.Len()
	r := reduction{w: w, poses: poses, kept: make(keptKeys, n), reaches: w.reaches()}
	r.findFeet()
	r.findPlaces()
	limits := [2]float64{tolerance, standingPart * tolerance}
	for k, limit := range limits {
		r.budgets[k], r.errors[k] = make([]float64, n), make([]float64, n)
		for j := range n {
			r.budgets[k][j] = 0.3 * limit
		}
	}
	for j := range n {
		r.keep(j)
	}
	// Errors add up along the hierarchy. Joints above one that is too far get less of the
	// tolerance, until all are within.
	for round := 0; ; round++ {
		if round == 14 {
			return nil
		}
		r.measure()
		changed := make([]bool, n)
		for k, limit := range limits {
			tighter := make([]bool, n)
			for j := n - 1; j >= 0; j-- {
				if tighter[j] = tighter[j] || r.errors[k][j] > limit; !tighter[j] {
					continue
				}
				if p := w.to.Parent(j); p >= 0 {
					tighter[p] = true
				}
				if r.budgets[k][j] *= 0.6; round >= 12 {
					r.budgets[k][j] = 0 // nearly all keys
				}
				changed[j] = true
			}
		}
		if !slices.Contains(changed, true) {
			break
		}
		for j, is := range changed {
			if is {
				r.keep(j)
			}
		}
	}
	for _, e := range r.errors[0] {
		w.report.KeyError = max(w.report.KeyError, e/w.toRest.Size())
	}
	return r.kept
}

// reaches returns for each joint of the target how far its rotation reaches in the reference pose,
// with the shell.
func (w *work) reaches() []float64 {
	out := make([]float64, w.to.Len())
	for j := range out {
		out[j] = shell * w.toRest.Size()
	}
	for j := range out {
		for _, above := range anatomy.Ancestors(w.to, j) {
			d := w.toRest.Position(j).Sub(w.toRest.Position(above)).Length() + float64(shell*w.toRest.Size())
			out[above] = max(out[above], d)
		}
	}
	return out
}

// findFeet finds the feet that stand at each sample.
func (r *reduction) findFeet() {
	for i := range r.poses {
		strict, feet := make([]bool, r.w.to.Len()), make([]bool, r.w.to.Len())
		for k, stands := range r.poses[i].stands {
			if !stands {
				continue
			}
			l := &r.w.limbs[k]
			for _, link := range [2]int{l.end, l.toe} {
				if link < 0 {
					continue
				}
				j := r.w.links[link].to
				feet[j], strict[j] = true, true
				for _, above := range anatomy.Ancestors(r.w.to, j) {
					strict[above] = true
				}
			}
		}
		r.strict, r.feet = append(r.strict, strict), append(r.feet, feet)
	}
}

// findPlaces computes where the joints are with all keys.
func (r *reduction) findPlaces() {
	f := anatomy.NewFrames(r.w.to)
	for i := range r.poses {
		places := make([]place, r.w.to.Len())
		for j := range places {
			f.Locals[j] = anatomy.ToLocal(r.poses[i].locals[j])
			f.Update(j)
			places[j] = place{f.Position(j), f.Rotations[j]}
		}
		r.full = append(r.full, places)
	}
}

// budget returns how far the tracks of a joint may move what hangs from it at a sample.
func (r *reduction) budget(j, i int) float64 {
	if r.strict[i][j] {
		return r.budgets[1][j]
	}
	return r.budgets[0][j]
}

// keep finds the keys of a joint's tracks for its budget. Each key is followed by one as far as
// interpolation is close enough to all samples between.
func (r *reduction) keep(j int) {
	unit := r.w.legTo / r.w.unit(j) // model space per length in the parent's space
	for track := range trackCount {
		var near func(a, b, i int) bool
		switch track {
		case turnTrack:
			near = func(a, b, i int) bool {
				q := r.turnAt(j, a, b, i)
				return anatomy.Angle(q.Conjugate().Mul(exact.ToQuat(exact.XYZW(r.poses[i].locals[j].Rotation))))*
					r.reaches[j] <= r.budget(j, i)
			}
		case moveTrack:
			near = func(a, b, i int) bool {
				return r.vectorAt(moveOf, j, a, b,
					i).Sub(exact.ToVec3(r.poses[i].locals[j].Translation)).Length()*unit <= r.budget(j, i)
			}
		default:
			near = func(a, b, i int) bool {
				return r.vectorAt(scaleOfLocal, j, a, b,
					i).Sub(exact.ToVec3(r.poses[i].locals[j].Scale)).Length()*r.reaches[j]*unit <= r.budget(j, i)
			}
		}
		r.kept[j][track] = farthestKeys(len(r.poses), r.kept[j][track][:0], near)
	}
}

// farthestKeys returns the indices that are kept of a number of samples, if near reports whether
// sample i is close enough to the interpolation from sample a to sample b.
func farthestKeys(n int, kept []int, near func(a, b, i int) bool) []int {
	kept = append(kept, 0)
	for a := 0; a < n-1; {
		b, step := a+1, 1 // b is near enough; steps double while they succeed and halve after that
		for ; b+step < n && allNear(a, b+step, near); step *= 2 {
			b += step
		}
		for ; step > 0; step /= 2 {
			if b+step < n && allNear(a, b+step, near) {
				b += step
			}
		}
		kept = append(kept, b)
		a = b
	}
	return kept
}

func allNear(a, b int, near func(a, b, i int) bool) bool {
	for i := b - 1; i > a; i-- { // the last ones are most likely to be far
		if !near(a, b, i) {
			return false
		}
	}
	return true
}

func moveOf(t *rig.TRS) mgl32.Vec3       { return t.Translation }
func scaleOfLocal(t *rig.TRS) mgl32.Vec3 { return t.Scale }

// part returns how far sample i is between two others in time, 0 to 1.
func (r *reduction) part(a, b, i int) float64 {
	from, to := float64(r.poses[a].time), float64(r.poses[b].time)
	if !(to > from) {
		return 0
	}
	return (float64(r.poses[i].time) - from) / (to - from)
}

// turnAt returns the rotation of a joint at sample i, interpolated between two others.
func (r *reduction) turnAt(j, a, b, i int) exact.Quat {
	from, to := exact.XYZW(r.poses[a].locals[j].Rotation), exact.XYZW(r.poses[b].locals[j].Rotation)
	if exact.Dot32(from, to) < 0 {
		to = [4]float32{-to[0], -to[1], -to[2], -to[3]}
	}
	var q [4]float32
	exact.Slerp(&q, &from, &to, float32(r.part(a, b, i)))
	return exact.ToQuat(q)
}

func (r *reduction) vectorAt(of func(*rig.TRS) mgl32.Vec3, j, a, b, i int) exact.Vec3 {
	return exact.ToVec3(of(&r.poses[a].locals[j])).Lerp(exact.ToVec3(of(&r.poses[b].locals[j])), r.part(a, b, i))
}

// measure finds how far each joint, and its shell, is from where it is with all keys.
func (r *reduction) measure() {
	reduced := anatomy.NewFrames(r.w.to)
	next := make([][trackCount]int, r.w.to.Len()) // the key at or after the present sample
	clear(r.errors[0])
	clear(r.errors[1])
	for i := range r.poses {
		for j := range next {
			var l anatomy.Local
			for track := range trackCount {
				kept := r.kept[j][track]
				k := &next[j][track]
				for kept[*k] < i {
					*k++
				}
				a, b := kept[max(*k-1, 0)], kept[*k]
				if kept[*k] == i {
					a = i
				}
				switch track {
				case turnTrack:
					l.Rotation = r.turnAt(j, a, b, i).Normalized()
				case moveTrack:
					l.Translation = r.vectorAt(moveOf, j, a, b, i)
				default:
					l.Scale = r.vectorAt(scaleOfLocal, j, a, b, i)
				}
			}
			reduced.Locals[j] = l
			reduced.Update(j)
			full := &r.full[i][j]
			turned := full.rotation.Conjugate().Mul(reduced.Rotations[j])
			moved := full.position.Sub(reduced.Position(j)).Length()
			off := moved + float64(2*math.Abs(exact.Sin(anatomy.Angle(turned)/2))*shell*r.w.toRest.Size())
			r.errors[0][j] = max(r.errors[0][j], off)
			if r.feet[i][j] {
				r.errors[1][j] = max(r.errors[1][j], moved)
			}
		}
	}
}

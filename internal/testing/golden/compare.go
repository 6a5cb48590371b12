package golden

import (
	"fmt"
	"math"
)

// Tolerances are the largest allowed differences from the golden numbers.
type Tolerances struct {
	// Value is for translations, scales and morph weights. It is multiplied by the number, or by 1
	// if the number is smaller.
	Value float64
	// Rotation is for the components of a quaternion. A quaternion and its negative are equal.
	Rotation float64
	// Space is for matrices and vertices, in meters.
	Space float64
}

// ForFloat32 returns the tolerances that the golden files' own description gives for a float32
// implementation.
func (f *File) ForFloat32() Tolerances {
	size := math.Max(1, f.Extent)
	return Tolerances{
		Value:    1e-5,
		Rotation: 1e-5 + 0.25*f.MaxQuatNormDeviation,
		Space:    1e-5*size + f.MaxQuatNormDeviation*size,
	}
}

// ForFloat64 returns tolerances for a float64 implementation. The golden numbers are rounded to
// 1e-6, and the two engines that computed them differ by up to 1e-6 of the extent. The assets are
// rounded to float32, which moves a matrix by up to 2^-23 of its scale.
func (f *File) ForFloat64() Tolerances {
	size, scale := math.Max(1, f.Extent), 0.0
	for _, m := range f.Rest.Model {
		for i := range 12 {
			scale = math.Max(scale, math.Abs(m[i]))
		}
	}
	return Tolerances{
		Value:    2e-6,
		Rotation: 2e-6 + 0.25*f.MaxQuatNormDeviation,
		Space:    2e-6*size + 0x1p-23*scale + f.MaxQuatNormDeviation*size,
	}
}

// Count is the number of compared numbers of each kind.
type Count struct {
	Local, Model, Palette, Morph, Verts int
}

// Total returns the sum over all kinds.
func (c Count) Total() int { return c.Local + c.Model + c.Palette + c.Morph + c.Verts }

// Add adds another count.
func (c *Count) Add(d Count) {
	c.Local += d.Local
	c.Model += d.Model
	c.Palette += d.Palette
	c.Morph += d.Morph
	c.Verts += d.Verts
}

// Report is the result of a comparison.
type Report struct {
	Count Count
	// Worst is the largest difference as a fraction of its tolerance.
	Worst float64
	// Misses describes each difference above its tolerance, and each difference in length.
	Misses []string
}

// Compare compares a pose with a golden one.
func Compare(golden, got *Pose, tolerances Tolerances) Report {
	var r Report
	if r.sameLength("local transforms", len(golden.Local), len(got.Local)) {
		for i, want := range golden.Local {
			r.local(fmt.Sprintf("local[%d]", i), want, got.Local[i], tolerances)
		}
	}
	if r.sameLength("model matrices", len(golden.Model), len(got.Model)) {
		for i, want := range golden.Model {
			r.numbers(fmt.Sprintf("model[%d]", i), want[:], got.Model[i][:], tolerances.Space, &r.Count.Model)
		}
	}
	if r.sameLength("palettes", len(golden.Palette), len(got.Palette)) {
		for i, palette := range golden.Palette {
			if r.sameLength(fmt.Sprintf("matrices in palette[%d]", i), len(palette), len(got.Palette[i])) {
				for k, want := range palette {
					r.numbers(fmt.Sprintf("palette[%d][%d]", i, k), want[:], got.Palette[i][k][:], tolerances.Space,
						&r.Count.Palette)
				}
			}
		}
	}
	r.sameLength("nodes with morph weights", len(golden.Morph), len(got.Morph))
	for node, want := range golden.Morph {
		what := fmt.Sprintf("morph[%d]", node)
		if r.sameLength(what, len(want), len(got.Morph[node])) {
			r.scaled(what, want, got.Morph[node], tolerances.Value, &r.Count.Morph)
		}
	}
	if r.sameLength("vertices", len(golden.Verts), len(got.Verts)) {
		for i, want := range golden.Verts {
			r.numbers(fmt.Sprintf("verts[%d]", i), want[:], got.Verts[i][:], tolerances.Space, &r.Count.Verts)
		}
	}
	return r
}

// sameLength reports whether two lengths are equal, and records a miss if not.
func (r *Report) sameLength(what string, want, got int) bool {
	if want != got {
		r.Misses = append(r.Misses, fmt.Sprintf("%d %s, want %d", got, what, want))
	}
	return want == got
}

// local compares local transforms.
func (r *Report) local(what string, want, got Local, tolerances Tolerances) {
	r.scaled(what+" translation", want[:3], got[:3], tolerances.Value, &r.Count.Local)
	var dot float64
	for i := 3; i < 7; i++ {
		dot += want[i] * got[i]
	}
	if dot < 0 {
		for i := 3; i < 7; i++ {
			got[i] = -got[i]
		}
	}
	r.numbers(what+" rotation", want[3:7], got[3:7], tolerances.Rotation, &r.Count.Local)
	r.scaled(what+" scale", want[7:], got[7:], tolerances.Value, &r.Count.Local)
}

// scaled compares numbers with a tolerance that grows with them.
func (r *Report) scaled(what string, want, got []float64, tolerance float64, count *int) {
	for i := range want {
		r.number(what, i, want[i], got[i], tolerance*math.Max(1, math.Abs(want[i])), count)
	}
}

// numbers compares numbers with a fixed tolerance.
func (r *Report) numbers(what string, want, got []float64, tolerance float64, count *int) {
	for i := range want {
		r.number(what, i, want[i], got[i], tolerance, count)
	}
}

func (r *Report) number(what string, i int, want, got, tolerance float64, count *int) {
	*count++
	difference := math.Abs(got - want)
	r.Worst = math.Max(r.Worst, difference/tolerance)
	if !(difference <= tolerance) { // true for NaN
		r.Misses = append(r.Misses, fmt.Sprintf("%s number %d is %v, want %v ± %.2g", what, i, got, want, tolerance))
	}
}

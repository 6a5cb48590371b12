package golden

import (
	"fmt"
	"math"
)

// Tolerances say how far a number may be from the golden one.
type Tolerances struct {
	// Value is for translations, scales and morph weights: this much times the number, or times 1 where it is smaller.
	Value float64
	// Rotation is for the numbers of a quaternion, which is compared up to its sign.
	Rotation float64
	// Space is for matrices and vertices, in meters.
	Space float64
}

// ForFloat32 returns the tolerances that the golden files' own description gives for a float32 implementation.
func (f *File) ForFloat32() Tolerances {
	size := math.Max(1, f.Extent)
	return Tolerances{
		Value:    1e-5,
		Rotation: 1e-5 + 0.25*f.MaxQuatNormDeviation,
		Space:    1e-5*size + f.MaxQuatNormDeviation*size,
	}
}

// ForFloat64 returns tolerances for a float64 implementation: the golden numbers are rounded to 1e-6, and their two makers
// differ by up to 1e-6 of the extent. What it reads is rounded to float32 all the same, which moves a matrix by up to 2^-23 of
// its scale.
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

// Count says how many numbers of each kind were compared.
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

// Report is how a comparison went.
type Report struct {
	Count Count
	// Worst is the largest difference as a fraction of what is tolerated.
	Worst float64
	// Misses describes the differences beyond that, and whatever only one of the poses has.
	Misses []string
}

// Compare holds a pose against a golden one.
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
			if r.sameLength(fmt.Sprintf("entries of palette[%d]", i), len(palette), len(got.Palette[i])) {
				for k, want := range palette {
					r.numbers(fmt.Sprintf("palette[%d][%d]", i, k), want[:], got.Palette[i][k][:], tolerances.Space, &r.Count.Palette)
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

func (r *Report) sameLength(what string, want, got int) bool {
	if want != got {
		r.Misses = append(r.Misses, fmt.Sprintf("%d %s, want %d", got, what, want))
	}
	return want == got
}

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

// scaled compares numbers whose tolerance grows with them.
func (r *Report) scaled(what string, want, got []float64, tolerance float64, count *int) {
	for i := range want {
		r.number(what, i, want[i], got[i], tolerance*math.Max(1, math.Abs(want[i])), count)
	}
}

func (r *Report) numbers(what string, want, got []float64, tolerance float64, count *int) {
	for i := range want {
		r.number(what, i, want[i], got[i], tolerance, count)
	}
}

func (r *Report) number(what string, i int, want, got, tolerance float64, count *int) {
	*count++
	off := math.Abs(got - want)
	r.Worst = math.Max(r.Worst, off/tolerance)
	if !(off <= tolerance) { // a NaN is off, too
		r.Misses = append(r.Misses, fmt.Sprintf("%s number %d is %v, want %v ± %.2g", what, i, got, want, tolerance))
	}
}

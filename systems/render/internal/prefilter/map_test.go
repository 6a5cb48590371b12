package prefilter

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func near(a, b mgl32.Vec3, tolerance float32) bool {
	for i := range a {
		if d := a[i] - b[i]; !(d <= tolerance && d >= -tolerance) {
			return false
		}
	}
	return true
}

func TestDirectionsAndPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		d := mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
		if got := direction(place(d)); !near(got, d, 1e-5) {
			t.Fatalf("%v becomes %v", d, got)
		}
	}
}

// What lies beyond an edge of the square is what lies there on the sphere.
func TestEdgesOfTheSquareContinue(t *testing.T) {
	s := newSquare(32)
	for y := range s.size {
		for x := range s.size {
			s.texels[y*s.size+x] = direction((float32(x)+0.5)/32, (float32(y)+0.5)/32)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		d := mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
		if got := s.sample(place(d)); !near(got, d, 0.05) {
			t.Fatalf("at %v: %v", d, got)
		}
	}
}

func TestColorsKeepTheirValue(t *testing.T) {
	for _, c := range []mgl32.Vec3{
		{}, {1, 1, 1}, {0.18, 0.5, 0.7}, {65408, 1, 0}, {1.999, 0.1, 0.1}, {1e-5, 2e-5, 0}, {511.9, 1, 3},
	} {
		got := decode(encode(c))
		if peak := max(c[0], c[1], c[2]); !near(got, c, peak/500) {
			t.Errorf("%v becomes %v", c, got)
		}
	}
	if got, want := decode(encode(mgl32.Vec3{1e6, -1, 0})), (mgl32.Vec3{65408, 0, 0}); got != want {
		t.Errorf("a color beyond the format becomes %v, want %v", got, want)
	}
}

// evaluate returns the light that a matt surface with a normal reflects.
func evaluate(sums *[9]mgl32.Vec3, n mgl32.Vec3) (sum mgl32.Vec3) {
	for i, basis := range harmonics(n) {
		sum = sum.Add(sums[i].Mul(float32(basis)))
	}
	return sum
}

// level returns the value of a level in a direction, as the shader reads it.
func (m *Map) level(level int, d mgl32.Vec3) mgl32.Vec3 {
	s := newSquare(sizes[level])
	left, top := origin(level)
	for y := range s.size {
		for x := range s.size {
			s.texels[y*s.size+x] = decode(m.Texels[(top+y+1)*Width+left+x+1])
		}
	}
	return s.sample(place(d))
}

// Light that is the same from everywhere is the same on every surface.
func TestUniformLight(t *testing.T) {
	want := mgl32.Vec3{0.25, 0.5, 1}
	m := New(func(mgl32.Vec3) mgl32.Vec3 { return want }, false)
	for _, d := range []mgl32.Vec3{{0, 1, 0}, {0, -1, 0}, {0.6, 0, 0.8}, {-0.48, -0.6, 0.64}} {
		if got := evaluate(&m.Irradiance, d); !near(got, want, 1e-3) {
			t.Errorf("irradiance toward %v: %v, want %v", d, got, want)
		}
		for i := range sizes {
			if got := m.level(i, d); !near(got, want, 4e-3) {
				t.Errorf("level %d toward %v: %v, want %v", i, d, got, want)
			}
		}
	}
	for i, texel := range m.Texels { // the edges too
		if x, y := i%Width, i/Width; x >= sizes[0]+2+sizes[1]+2 && y < sizes[1]+2 && texel != 0 {
			t.Fatalf("texel %d, %d is outside of all levels", x, y)
		}
	}
}

// The table is in texels of its own, and holds the integrals: here by many more samples. A surface
// that reflects everything once loses what its microfacets keep among themselves, and no smooth one
// does.
func TestTableOfTheLobe(t *testing.T) {
	left, top := origin(2)
	if tableTop < top || tableLeft < left+sizes[2]+2 || tableLeft+tableSize > Width || tableTop+tableSize > Height {
		t.Fatal("the table is not beside the levels")
	}
	m := Dark()
	for i := range m.Texels {
		x, y := i%Width-tableLeft, i/Width-tableTop
		if x < 0 || y < 0 || x >= tableSize || y >= tableSize {
			if m.Texels[i] != 0 {
				t.Fatalf("texel %d is light", i)
			}
			continue
		}
		nv, roughness := float64(x)/(tableSize-1), float64(y)/(tableSize-1)
		if nv < 0.1 || roughness < 0.1 || (x+y)%3 > 0 {
			continue
		}
		scale, bias := lobeIntegral(nv, roughness, 128)
		if got := decode(m.Texels[i]); !near(got, mgl32.Vec3{float32(scale), float32(bias), 0}, 0.025) {
			t.Errorf("cosine %.2f, roughness %.2f: %v, want %.3f and %.3f", nv, roughness, got, scale, bias)
		}
	}
	for _, row := range []struct{ nv, roughness, from, to float64 }{
		{1, 0, 0.99, 1.001}, {0.3, 0.1, 0.98, 1.001}, {1, 1, 0.29, 0.32}, {0.2, 1, 0.62, 0.66},
	} {
		if scale, bias := lobeIntegral(row.nv, row.roughness, 64); scale+bias < row.from || scale+bias > row.to {
			t.Errorf("cosine %v, roughness %v: %v, want %v to %v", row.nv, row.roughness, scale+bias, row.from, row.to)
		}
	}
}

// integrate returns the mean of the radiance over directions with weights, by brute force.
func integrate(radiance func(mgl32.Vec3) mgl32.Vec3, weight func(mgl32.Vec3) float64) mgl32.Vec3 {
	const rows = 400
	var sum [3]float64
	whole := 0.0
	for i := range rows {
		sin, cos := math.Sincos(math.Pi * (float64(i) + 0.5) / rows)
		for k := range 2 * rows {
			sinTurn, cosTurn := math.Sincos(math.Pi * (float64(k) + 0.5) / rows)
			d := mgl32.Vec3{float32(sin * cosTurn), float32(cos), float32(sin * sinTurn)}
			w := sin * weight(d)
			whole += w
			for c, value := range radiance(d) {
				sum[c] += w * float64(value)
			}
		}
	}
	return mgl32.Vec3{float32(sum[0] / whole), float32(sum[1] / whole), float32(sum[2] / whole)}
}

// lamps is light with a wide lamp above, a smaller colored one at the side, and a floor.
func lamps(d mgl32.Vec3) mgl32.Vec3 {
	smooth := func(x float32) float32 {
		x = min(max(x, 0), 1)
		return x * x * (3 - 2*x)
	}
	light := mgl32.Vec3{0.3, 0.35, 0.4}
	light = light.Add(mgl32.Vec3{3, 3, 3}.Mul(smooth((d[1] - 0.6) * 5)))
	light = light.Add(mgl32.Vec3{4, 1, 0.2}.Mul(smooth((d.Dot(mgl32.Vec3{0.8, 0, 0.6}) - 0.8) * 8)))
	return light.Mul(0.4 + 0.6*smooth(0.5+3*d[1]))
}

// Irradiance and levels are the integrals that they stand for. The irradiance by nine numbers is
// within 3 percent of the brightest (Ramamoorthi and Hanrahan 2001 promise about that).
func TestLightIsIntegrated(t *testing.T) {
	m := New(lamps, false)
	r := rand.New(rand.NewPCG(5, 6))
	for range 6 {
		n := mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
		want := integrate(lamps, func(d mgl32.Vec3) float64 { return max(float64(d.Dot(n)), 0) })
		if got := evaluate(&m.Irradiance, n); !near(got, want, 0.06) {
			t.Errorf("irradiance toward %v: %v, want %v", n, got, want)
		}
		for level := 1; level < len(sizes); level++ {
			a2 := math.Pow(float64(level)/float64(len(sizes)-1), 4)
			want := integrate(lamps, func(d mgl32.Vec3) float64 {
				down := float64(d.Dot(n))
				if down <= 0 {
					return 0
				}
				cos2 := (1 + down) / 2 // squared cosine of the angle to the microfacet's normal
				spread := cos2*(a2-1) + 1
				return down * a2 / (spread * spread)
			})
			if got := m.level(level, n); !near(got, want, 0.08) {
				t.Errorf("level %d toward %v: %v, want %v", level, n, got, want)
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New(lamps, false)
	}
}

// decode is the opposite of encode.
func decode(bits uint32) mgl32.Vec3 {
	scale := math.Ldexp(1, int(bits>>27)-24)
	var c mgl32.Vec3
	for i := range c {
		c[i] = float32(float64(bits>>(9*i)&511) * scale)
	}
	return c
}

package prefilter

import (
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"
)

// lobeSample is one direction of a lobe around the normal (0, 0, 1), its weight, and the level of
// the chain whose texels are about as large as the sample's share of the lobe.
type lobeSample struct {
	direction mgl32.Vec3
	weight    float32
	level     int
}

// lobe returns directions that a surface of GGX microfacets of a perceptual roughness mirrors into
// the eye, which looks along its normal (Karis 2013). The levels make few samples enough (Krivanek
// and Colbert, Real-time Shading with Filtered Importance Sampling, 2008).
func lobe(roughness float64, count, size int) (all []lobeSample) {
	a2 := math.Pow(roughness, 4)
	whole := 0.0
	for i := range count {
		u, v := (float64(i)+0.5)/float64(count), radicalInverse(uint32(i))
		cos := math.Sqrt((1 - u) / (1 + (a2-1)*u)) // of the angle from the normal to the microfacet's
		down := 2*cos*cos - 1
		if down <= 0 {
			continue
		}
		sin := math.Sqrt(max(1-down*down, 0))
		sinTurn, cosTurn := math.Sincos(2 * math.Pi * v)
		l := mgl32.Vec3{float32(sin * cosTurn), float32(sin * sinTurn), float32(down)}
		spread := cos*cos*(a2-1) + 1
		density := a2 / (math.Pi * spread * spread) / 4 // of the samples by solid angle
		share := 1 / (float64(count) * density)
		texel := 4 * math.Pi / float64(size*size)
		level := int(max(0.5*math.Log2(share/texel)+0.5, 0))
		all = append(all, lobeSample{l, float32(down), level})
		whole += down
	}
	for i := range all {
		all[i].weight /= float32(whole)
	}
	return all
}

// radicalInverse mirrors the bits of a number at the binary point: a sequence that fills 0 to 1
// evenly (Van der Corput).
func radicalInverse(i uint32) float64 { return float64(bits.Reverse32(i)) / (1 << 32) }

// blur returns the mean of the radiance over the lobe of a roughness around each direction. The
// chain is the radiance at falling sizes.
func blur(chain []square, size int, roughness float64, count int) square {
	around := lobe(roughness, count, chain[0].size)
	blurred := newSquare(size)
	for y := range size {
		for x := range size {
			n := direction((float32(x)+0.5)/float32(size), (float32(y)+0.5)/float32(size))
			t, b := axes(n)
			var sum mgl32.Vec3
			for i := range around {
				s := &around[i]
				l := mgl32.Vec3{
					t[0]*s.direction[0] + b[0]*s.direction[1] + n[0]*s.direction[2],
					t[1]*s.direction[0] + b[1]*s.direction[1] + n[1]*s.direction[2],
					t[2]*s.direction[0] + b[2]*s.direction[1] + n[2]*s.direction[2],
				}
				u, v := place(l)
				value := chain[min(s.level, len(chain)-1)].sample(u, v)
				for c := range sum {
					sum[c] += s.weight * value[c]
				}
			}
			blurred.texels[y*size+x] = sum
		}
	}
	return blurred
}

// axes returns two unit vectors that are perpendicular to a third and to each other (Duff and
// others, Building an Orthonormal Basis, Revisited, 2017).
func axes(n mgl32.Vec3) (t, b mgl32.Vec3) {
	s := sign(n[2])
	a := -1 / (s + n[2])
	c := n[0] * n[1] * a
	return mgl32.Vec3{1 + s*n[0]*n[0]*a, s * c, -s * n[0]}, mgl32.Vec3{c, s + n[1]*n[1]*a, -n[1]}
}

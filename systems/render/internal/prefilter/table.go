package prefilter

import (
	"math"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// The table of the lobe's integral is in a corner of the texels that no level uses.
const (
	tableSize = 32
	tableLeft = 256 + 2 + 64 + 2 + 4
	tableTop  = 128 + 2 + 2
)

// table returns the second half of the split sum, the integral of the lobe over all directions of
// the light, as colors: red is what multiplies the reflectance straight ahead, and green what is
// added to that. Columns are cosines of the angle of the eye, rows are perceptual roughnesses, both
// from 0 to 1.
var table = sync.OnceValue(func() (texels [tableSize * tableSize]uint32) {
	for i := range texels {
		scale, bias := lobeIntegral(float64(i%tableSize)/(tableSize-1), float64(i/tableSize)/(tableSize-1), 32)
		texels[i] = encode(mgl32.Vec3{float32(scale), float32(bias), 0})
	}
	return texels
})

// lobeIntegral integrates over the microfacets that the eye sees, with samples in rings around the
// normal (Karis, Real Shading in Unreal Engine 4, 2013). Masking is Smith's for both directions
// together, as glTF has it.
func lobeIntegral(nv, roughness float64, rings int) (scale, bias float64) {
	nv, a2 := max(nv, 1e-3), math.Pow(max(roughness, 0.03), 4)
	across := math.Sqrt(1 - nv*nv)
	turns := rings / 2
	for i := range rings {
		u := (float64(i) + 0.5) / float64(rings)
		nh := math.Sqrt((1 - u) / (1 + (a2-1)*u))
		turned := radicalInverse(uint32(i)) // so that rings do not line up
		for k := range turns {
			h := math.Sqrt(1-nh*nh) * math.Cos(math.Pi*(float64(k)+turned)/float64(turns))
			vh := across*h + nv*nh
			nl := 2*vh*nh - nv
			if nl <= 0 || vh <= 0 {
				continue
			}
			masking := 0.5 / (nl*math.Sqrt(nv*nv*(1-a2)+a2) + nv*math.Sqrt(nl*nl*(1-a2)+a2))
			share := masking * nl * 4 * vh / nh / float64(rings*turns)
			fresnel := math.Pow(1-vh, 5)
			scale, bias = scale+(1-fresnel)*share, bias+fresnel*share
		}
	}
	return scale, bias
}

// Dark is a map without light, for surfaces that do not look at its levels.
var Dark = sync.OnceValue(func() *Map {
	m := &Map{Texels: make([]uint32, Width*Height)}
	m.storeTable()
	return m
})

func (m *Map) storeTable() {
	texels := table()
	for y := range tableSize {
		copy(m.Texels[(tableTop+y)*Width+tableLeft:], texels[y*tableSize:(y+1)*tableSize])
	}
}

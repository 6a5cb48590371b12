package blendspace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

var planeMethods = []blendspace.Method{blendspace.Delaunay, blendspace.GradientBands, blendspace.PolarGradientBands}

// allWeights returns the weight of every sample. It checks that Weights returns positive weights,
// sorted by index, whose sum is 1.
func allWeights(t testing.TB, s *blendspace.Space, x, y float32) []float64 {
	t.Helper()
	weights := make([]float64, len(s.Samples()))
	listed := s.Weights(x, y, nil)
	var forward, backward float32
	last := -1
	for i, w := range listed {
		if !(w.Weight > 0 && w.Weight <= 1) || w.Index <= last || w.Index >= len(weights) {
			t.Fatalf("%s at (%v, %v): %v", s.Method(), x, y, listed)
		}
		weights[w.Index], last = float64(w.Weight), w.Index
		forward += w.Weight
		backward += listed[len(listed)-1-i].Weight
	}
	if forward != 1 || backward != 1 || len(listed) > blendspace.MaxWeights {
		t.Fatalf("%s at (%v, %v): %v make %v and %v", s.Method(), x, y, listed, forward, backward)
	}
	return weights
}

// maxDifference returns the largest absolute difference of two weights.
func maxDifference(a, b []float64) float64 {
	most := 0.0
	for i := range a {
		most = math.Max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

// spaceOf returns a blend space with a clip at every point.
func spaceOf(t testing.TB, l *assets.Library, clip id.Clip, m blendspace.Method,
	points [][2]float32,
) *blendspace.Space {
	t.Helper()
	b := blendspace.New2D("points", m)
	for _, p := range points {
		b.At2(p[0], p[1], clip)
	}
	return buildSpace(t, b, l)
}

func TestWeightsMatchReference(t *testing.T) {
	l, clips := addClips(t, 1)
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 1 + r.IntN(12)
		points := make([][2]float32, n)
		exact := make([]reference.Point, n)
		for i := range points {
			points[i] = [2]float32{float32(r.NormFloat64()), float32(r.NormFloat64())}
			if i == 0 {
				points[i] = [2]float32{} // for the polar form
			}
			exact[i] = reference.Point{float64(points[i][0]), float64(points[i][1])}
		}
		for _, method := range planeMethods {
			s := spaceOf(t, l, clips[0], method, points)
			for range 20 {
				x, y := float32(2*r.NormFloat64()), float32(2*r.NormFloat64())
				p := reference.Point{float64(x), float64(y)}
				var want []float64
				switch method {
				case blendspace.Delaunay:
					want = reference.DelaunayWeights(exact, p)
				case blendspace.GradientBands:
					want = reference.GradientBands(exact, p)
				default:
					want = reference.PolarGradientBands(exact, p)
				}
				if d := maxDifference(allWeights(t, s, x, y), want); d > 1e-6 {
					t.Fatalf("%s of %v at (%v, %v): %v, want %v", method, points, x, y, allWeights(t, s, x, y), want)
				}
			}
		}
		line := blendspace.New1D("line")
		for _, p := range points {
			line.At(p[0], clips[0])
		}
		s := buildSpace(t, line, l)
		xs := make([]float64, n)
		for i, sample := range s.Samples() {
			xs[i] = float64(sample.X)
		}
		x := float32(2 * r.NormFloat64())
		if got, want := allWeights(t, s, x, 0), reference.LineWeights(xs, float64(x)); maxDifference(got, want) > 1e-7 {
			t.Fatalf("line of %v at %v: %v, want %v", xs, x, got, want)
		}
	}
}

// jumpBetween bisects the way between two points, and keeps the half with the larger change of
// weights, until float32 cannot tell the points apart. It returns the change that remains, which is
// small if the weights are continuous.
func jumpBetween(t testing.TB, s *blendspace.Space, from, to [2]float32) float64 {
	a, b := allWeights(t, s, from[0], from[1]), allWeights(t, s, to[0], to[1])
	for {
		middle := [2]float32{from[0] + (to[0]-from[0])/2, from[1] + (to[1]-from[1])/2}
		if middle == from || middle == to {
			return maxDifference(a, b)
		}
		m := allWeights(t, s, middle[0], middle[1])
		if maxDifference(a, m) > maxDifference(m, b) {
			to, b = middle, m
		} else {
			from, a = middle, m
		}
	}
}

// gridPoints makes points that differ on a grid of 33 by 33 out of bytes, beginning with the
// origin.
func gridPoints(data []byte) [][2]float32 {
	points := [][2]float32{{}}
	taken := map[[2]float32]bool{{}: true}
	for i := 0; i+1 < len(data) && len(points) < blendspace.MaxWeights; i += 2 {
		p := [2]float32{float32(data[i]%33)/4 - 4, float32(data[i+1]%33)/4 - 4}
		if !taken[p] {
			taken[p] = true
			points = append(points, p)
		}
	}
	return points
}

func FuzzWeightsOnAGrid(f *testing.F) {
	seeds.Add(f, []byte{}, int64(0))
	seeds.Add(f, []byte{0, 16, 32, 16, 16, 0, 16, 32, 0, 0, 32, 32, 0, 32, 32, 0}, int64(1)) // three by three
	seeds.Add(f, []byte{0, 16, 8, 16, 24, 16, 32, 16}, int64(2))                             // on a line
	seeds.Add(f, []byte{20, 19, 19, 20, 13, 12, 12, 13, 21, 16, 16, 21}, int64(3))           // on a circle
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 60 {
		data := make([]byte, 2*r.IntN(16))
		for k := range data {
			data[k] = byte(r.IntN(256))
			if i%3 == 0 {
				data[k] = 12 + data[k]%9 // close together: many are on lines and circles
			}
		}
		seeds.Add(f, data, int64(i))
	}
	l, clips := addClips(f, 1)
	f.Fuzz(func(t *testing.T, data []byte, seed int64) {
		points := gridPoints(data)
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		for _, method := range planeMethods {
			s := spaceOf(t, l, clips[0], method, points)
			for i, p := range points {
				if w := allWeights(t, s, p[0], p[1]); w[i] != 1 {
					t.Fatalf("%s of %v: at sample %d the weights are %v", method, points, i, w)
				}
			}
			for range 20 {
				randomPoint := func() [2]float32 {
					return [2]float32{float32(r.NormFloat64() * 4), float32(r.NormFloat64() * 4)}
				}
				from, to := randomPoint(), randomPoint()
				if r.IntN(3) == 0 {
					from = points[r.IntN(len(points))]
				}
				if d := jumpBetween(t, s, from, to); d > 2e-3 {
					t.Fatalf("%s of %v: the weights jump by %v between %v and %v", method, points, d, from, to)
				}
			}
		}
	})
}

// Samples can be at any distance from each other, and the coordinates can be any floats.
func FuzzWeightsOfAnyPoints(f *testing.F) {
	r := rand.New(rand.NewPCG(10, 11))
	for range 40 {
		seeds.Add(f, r.Int64(), float32(math.Exp(r.NormFloat64()*8)), float32(r.NormFloat64()), float32(r.NormFloat64()))
	}
	seeds.Add(f, int64(1), float32(1e38), float32(math.Inf(1)), float32(math.NaN()))
	seeds.Add(f, int64(2), float32(1e-44), float32(0), float32(1e-44))
	// a sample almost at the origin, the next far away
	seeds.Add(f, int64(3519420269061784685), float32(3113.1497), float32(0), float32(0))
	l, clips := addClips(f, 1)
	f.Fuzz(func(t *testing.T, seed int64, scale, x, y float32) {
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		points := [][2]float32{{}}
		taken := map[[2]float32]bool{{}: true}
		for range r.IntN(blendspace.MaxWeights) {
			p := [2]float32{float32(r.NormFloat64()) * scale, float32(r.NormFloat64()) * scale}
			if r.IntN(3) == 0 { // almost the same as another
				q := points[r.IntN(len(points))]
				p = [2]float32{math.Nextafter32(q[0], p[0]), math.Nextafter32(q[1], p[1])}
			}
			if bad := p[0]-p[0] != 0 || p[1]-p[1] != 0; !bad && !taken[p] {
				taken[p] = true
				points = append(points, p)
			}
		}
		for _, method := range planeMethods {
			s := spaceOf(t, l, clips[0], method, points)
			allWeights(t, s, x, y)
			allWeights(t, s, x*scale, y*scale)
			for _, p := range points {
				allWeights(t, s, p[0], p[1])
			}
		}
	})
}

// Delaunay weights of the positions give the coordinates inside the hull.
func TestDelaunayOfManySamples(t *testing.T) {
	l, clips := addClips(t, 1)
	r := rand.New(rand.NewPCG(13, 14))
	var points [][2]float32
	for i := range blendspace.MaxSamples {
		points = append(points, [2]float32{float32(i%16) + r.Float32()/2, float32(i/16) + r.Float32()/2})
	}
	s := spaceOf(t, l, clips[0], blendspace.Delaunay, points)
	for range 2000 {
		p := [2]float32{r.Float32()*20 - 2, r.Float32()*20 - 2}
		got := [2]float64{}
		for i, w := range allWeights(t, s, p[0], p[1]) {
			got[0] += w * float64(points[i][0])
			got[1] += w * float64(points[i][1])
		}
		inside := p[0] > 1 && p[0] < 15 && p[1] > 1 && p[1] < 15
		if d := math.Hypot(got[0]-float64(p[0]), got[1]-float64(p[1])); inside && d > 1e-5 {
			t.Fatalf("at %v the weighted mean of the positions is %v", p, got)
		}
	}
}

func TestWeightsAllocateNothing(t *testing.T) {
	l, clips := addClips(t, 1)
	points := gridPoints([]byte{0, 16, 32, 16, 16, 0, 16, 32, 0, 0, 32, 32, 0, 32, 32, 0})
	for _, method := range planeMethods {
		s := spaceOf(t, l, clips[0], method, points)
		out := make([]blendspace.Weight, 0, blendspace.MaxWeights)
		x := float32(0)
		if n := testing.AllocsPerRun(100, func() {
			x += 0.1
			out = s.Weights(x-5, x, out[:0])
			_ = s.Advance(0.5, 0.1, out)
		}); n != 0 {
			t.Errorf("%s: %v allocations", method, fmt.Sprint(n))
		}
	}
}

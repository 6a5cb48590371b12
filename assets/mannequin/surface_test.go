package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"math"
	"sync"
	"testing"
)

// made is the surface with what was made of it, shared by tests.
type made struct {
	figure *figure
	field  *field
	*surface
	paints []paint
	shares [][]share
}

var makeOnce = sync.OnceValues(func() (*made, error) {
	f := newFigure()
	m := &made{figure: f, field: newField(f)}
	s, err := newSurface(m.field)
	if err != nil {
		return nil, err
	}
	m.surface = s
	m.paints = s.paintRegions(m.field, regions(f))
	m.shares = s.bind(m.field)
	return m, nil
})

func newMade(t testing.TB) *made {
	t.Helper()
	m, err := makeOnce()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheSurfaceIsClosedAndOfOnePiece(t *testing.T) {
	m := newMade(t)
	if n := len(m.points); n < 10_000 || n > 30_000 {
		t.Errorf("%d vertices, want 10,000 to 30,000", n)
	}
	edges := map[[2]int32]int{}
	for _, corners := range m.triangles {
		for k := range 3 {
			edges[[2]int32{corners[k], corners[(k+1)%3]}]++
		}
	}
	for e, n := range edges {
		if n != 1 || edges[[2]int32{e[1], e[0]}] != 1 {
			t.Fatalf("the edge from %v to %v is in %d triangles one way and %d the other way, want 1 and 1",
				m.points[e[0]], m.points[e[1]], n, edges[[2]int32{e[1], e[0]}])
		}
	}
	// A sphere has an Euler characteristic of 2; each handle, such as two fingers that touch, takes 2 away.
	if euler := len(m.points) - len(edges)/2 + len(m.triangles); euler != 2 {
		t.Errorf("Euler characteristic %d, want 2", euler)
	}
	if n := pieces(m.surface); n != 1 {
		t.Errorf("%d pieces, want 1", n)
	}
}

// pieces returns how many connected parts the surface has; vertices without a triangle count as parts.
func pieces(s *surface) int {
	parent := make([]int32, len(s.points))
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	n := len(parent)
	for _, e := range s.edges() {
		if a, b := find(e[0]), find(e[1]); a != b {
			parent[a] = b
			n--
		}
	}
	return n
}

func TestVerticesAreOnTheFieldAndTrianglesFaceOutwards(t *testing.T) {
	m := newMade(t)
	var volume, inverted, area float64
	for v, p := range m.points {
		if d := m.field.distance(p); math.Abs(d) > 2e-4 {
			t.Fatalf("vertex %d at %v is %v m off the surface", v, p, d)
		}
	}
	for _, corners := range m.triangles {
		a, b, c := m.points[corners[0]], m.points[corners[1]], m.points[corners[2]]
		normal := b.Sub(a).Cross(c.Sub(a))
		volume += a.Dot(b.Cross(c)) / 6
		area += normal.Length() / 2
		middle := a.Add(b).Add(c).Scale(1.0 / 3)
		if normal.Dot(m.field.normal(middle)) < 0 {
			inverted += normal.Length() / 2
		}
	}
	// A person of 1.8 m has 60 to 90 litres and 1.7 to 2.2 square meters.
	if volume < 0.050 || volume > 0.090 || area < 1.5 || area > 2.2 {
		t.Errorf("volume %.4f m³, area %.3f m², want those of a person", volume, area)
	}
	if inverted > 1e-4*area {
		t.Errorf("%.2g of %.3f m² face inward", inverted, area)
	}
}

func TestTheSurfaceIsSymmetric(t *testing.T) {
	m := newMade(t)
	places := map[exact.Vec3]bool{}
	key := func(p exact.Vec3) exact.Vec3 { // to a hundredth of a millimeter
		return exact.Vec3{math.Round(p[0] * 1e5), math.Round(p[1] * 1e5), math.Round(p[2] * 1e5)}
	}
	for _, p := range m.points {
		places[key(p)] = true
	}
	missing := 0
	for _, p := range m.points {
		if !places[key(mirroredPoint(p))] {
			missing++
		}
	}
	// What of two vertices is moved onto the edge of a paint, and which diagonals are cut, hangs on the order of triangles.
	if missing > len(m.points)/20 {
		t.Errorf("%d of %d vertices have no mirror image", missing, len(m.points))
	}
}

func TestGradientsAreThoseOfTheDistance(t *testing.T) {
	f := newField(newFigure())
	worst, creases := 0.0, 0
	for i := range 4000 {
		// Points all through the body and around it.
		p := exact.Vec3{0.7 * math.Sin(float64(i)), 0.9 + 0.9*math.Sin(1.7*float64(i)), 0.2 * math.Sin(2.3*float64(i))}
		p = f.project(p, projections).AddScaled(0.004*math.Sin(3.1*float64(i)), exact.Vec3{0.6, 0, 0.8})
		const h = 1e-6
		want := exact.Vec3{
			f.distance(p.Add(exact.Vec3{h, 0, 0})) - f.distance(p.Sub(exact.Vec3{h, 0, 0})),
			f.distance(p.Add(exact.Vec3{0, h, 0})) - f.distance(p.Sub(exact.Vec3{0, h, 0})),
			f.distance(p.Add(exact.Vec3{0, 0, h})) - f.distance(p.Sub(exact.Vec3{0, 0, h})),
		}.Scale(1 / (2 * h))
		got := f.slope(p)
		if got.d != f.distance(p) {
			t.Fatalf("at %v: distance %v by one way, %v by the other", p, got.d, f.distance(p))
		}
		if off := want.Sub(got.g).Length(); off < 0.05 {
			worst = max(worst, off)
		} else { // a crease, where groups meet: differences straddle both sides
			creases++
		}
	}
	if creases > 20 {
		t.Errorf("at %d of 4000 points gradients are quite others", creases)
	}
	if worst > 1e-3 {
		t.Errorf("gradients are off by up to %v", worst)
	}
}

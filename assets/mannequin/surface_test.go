package mannequin

import (
	"math"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// skinnedSurface is the surface of the body in the rest pose with its paints and influences.
type skinnedSurface struct {
	rest *posing.RestPose
	body *body
	*isosurface.Surface
	paints     []int
	influences []influenceSet
}

var sculptOnce = sync.OnceValues(func() (*skinnedSurface, error) {
	rest := posing.NewRestPose()
	m := &skinnedSurface{rest: rest, body: newBody(rest)}
	s, err := isosurface.Mesh(m.body.field)
	if err != nil {
		return nil, err
	}
	m.Surface = s
	m.paints = s.CutRegions(m.body.field, paintRegions(rest))
	m.influences = m.body.bindSkin(s)
	return m, nil
})

// sculpted returns a surface that tests share.
func sculpted(t testing.TB) *skinnedSurface {
	t.Helper()
	m, err := sculptOnce()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSurfaceIsClosedAndConnected(t *testing.T) {
	m := sculpted(t)
	if n := len(m.Points); n < 10_000 || n > 30_000 {
		t.Errorf("%d vertices, want 10,000 to 30,000", n)
	}
	edges := map[[2]int32]int{}
	for _, corners := range m.Triangles {
		for k := range 3 {
			edges[[2]int32{corners[k], corners[(k+1)%3]}]++
		}
	}
	for e, n := range edges {
		if n != 1 || edges[[2]int32{e[1], e[0]}] != 1 {
			t.Fatalf("the edge from %v to %v is in %d triangles in one direction and %d in the other, want 1 and 1",
				m.Points[e[0]], m.Points[e[1]], n, edges[[2]int32{e[1], e[0]}])
		}
	}
	// The Euler characteristic of a sphere is 2. Each handle, such as two fingers that touch,
	// subtracts 2.
	if euler := len(m.Points) - len(edges)/2 + len(m.Triangles); euler != 2 {
		t.Errorf("Euler characteristic %d, want 2", euler)
	}
	if n := components(m.Surface); n != 1 {
		t.Errorf("%d connected components, want 1", n)
	}
}

// components returns the number of connected components of a surface. A vertex without a triangle
// counts as one.
func components(s *isosurface.Surface) int {
	parent := make([]int32, len(s.Points))
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
	for _, e := range s.Edges() {
		if a, b := find(e[0]), find(e[1]); a != b {
			parent[a] = b
			n--
		}
	}
	return n
}

func TestVerticesAreOnTheSurfaceAndTrianglesFaceOutward(t *testing.T) {
	m := sculpted(t)
	var volume, inverted, area float64
	for v, p := range m.Points {
		if d := m.body.field.Distance(p); math.Abs(d) > 2e-4 {
			t.Fatalf("vertex %d at %v is %v m from the surface", v, p, d)
		}
	}
	for _, corners := range m.Triangles {
		a, b, c := m.Points[corners[0]], m.Points[corners[1]], m.Points[corners[2]]
		normal := b.Sub(a).Cross(c.Sub(a))
		volume += a.Dot(b.Cross(c)) / 6
		area += normal.Length() / 2
		middle := a.Add(b).Add(c).Scale(1.0 / 3)
		if normal.Dot(m.body.field.Normal(middle)) < 0 {
			inverted += normal.Length() / 2
		}
	}
	// A person of 1.8 m has 60 to 90 liters and 1.7 to 2.2 square meters.
	if volume < 0.050 || volume > 0.090 || area < 1.5 || area > 2.2 {
		t.Errorf("volume %.4f m³, area %.3f m², want 0.05 to 0.09 m³ and 1.5 to 2.2 m²", volume, area)
	}
	if inverted > 1e-4*area {
		t.Errorf("triangles with %.2g of %.3f m² face inward", inverted, area)
	}
}

func TestSurfaceIsSymmetric(t *testing.T) {
	m := sculpted(t)
	mirrored := map[exact.Vec3]bool{}
	key := func(p exact.Vec3) exact.Vec3 { // rounded to 0.01 mm
		return exact.Vec3{math.Round(p[0] * 1e5), math.Round(p[1] * 1e5), math.Round(p[2] * 1e5)}
	}
	for _, p := range m.Points {
		mirrored[key(p)] = true
	}
	missing := 0
	for _, p := range m.Points {
		if !mirrored[key(posing.MirroredPoint(p))] {
			missing++
		}
	}
	// The order of triangles decides which of two vertices snaps to the border of a paint and which
	// diagonal splits a quadrilateral, so some vertices differ.
	if missing > len(m.Points)/20 {
		t.Errorf("%d of %d vertices have no mirror image", missing, len(m.Points))
	}
}

func TestGradientAgreesWithDifferencesOfTheDistance(t *testing.T) {
	f := newBody(posing.NewRestPose()).field
	worst, creases := 0.0, 0
	for i := range 4000 {
		// Points all over the surface, up to 4 mm away from it.
		p := exact.Vec3{0.7 * math.Sin(float64(i)), 0.9 + 0.9*math.Sin(1.7*float64(i)), 0.2 * math.Sin(2.3*float64(i))}
		p = f.Project(p).AddScaled(0.004*math.Sin(3.1*float64(i)), exact.Vec3{0.6, 0, 0.8})
		const h = 1e-6
		want := exact.Vec3{
			f.Distance(p.Add(exact.Vec3{h, 0, 0})) - f.Distance(p.Sub(exact.Vec3{h, 0, 0})),
			f.Distance(p.Add(exact.Vec3{0, h, 0})) - f.Distance(p.Sub(exact.Vec3{0, h, 0})),
			f.Distance(p.Add(exact.Vec3{0, 0, h})) - f.Distance(p.Sub(exact.Vec3{0, 0, h})),
		}.Scale(1 / (2 * h))
		distance, got := f.Gradient(p)
		if distance != f.Distance(p) {
			t.Fatalf("at %v: Gradient returns the distance %v, Distance %v", p, distance, f.Distance(p))
		}
		if off := want.Sub(got).Length(); off < 0.05 {
			worst = max(worst, off)
		} else { // a crease, where groups meet: the difference straddles both sides
			creases++
		}
	}
	if creases > 20 {
		t.Errorf("%d of 4000 gradients differ from the difference quotient by 0.05 or more, want at most 20", creases)
	}
	if worst > 1e-3 {
		t.Errorf("gradients are off by up to %v", worst)
	}
}

package isosurface

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/internal/exact"
)

// meshTolerance is how far in meters a vertex may be from the zero surface of its field.
const meshTolerance = 2e-4

func sphere(radius float64, cell int) *Field {
	s := NewCone(exact.Vec3{0, 0.2, 0.1}, radius, exact.Vec3{0, 0.2, 0.1}, radius)
	s.Cell = cell
	return NewField([]*Group{{Name: "sphere", Solids: []*Solid{s}}}, nil)
}

// mixed returns a field with everything a field can have: cones, turned ellipsoids, fillets,
// creases, a floor and a detail.
func mixed() *Field {
	core := NewEllipsoid(exact.Vec3{0, 0.3, 0}, exact.Vec3{0.2, 0.16, 0.1}, exact.IdentityQuat)
	core.Cell = 4
	branch := NewCone(exact.Vec3{0.1, 0.3, 0}, 0.06, exact.Vec3{0.4, 0.2, 0.05}, 0.03)
	branch.Blend, branch.Cell = 0.04, 2
	bulge := NewEllipsoid(exact.Vec3{0.25, 0.26, 0.03}, exact.Vec3{0.07, 0.05, 0.04},
		exact.AxisAngle(exact.Vec3{0, 0, 1}, -0.4))
	bulge.Blend = 0.02
	post := NewCone(exact.Vec3{0.1, 0.25, 0}, 0.06, exact.Vec3{0.1, 0.01, 0.02}, 0.05)
	post.Blend, post.Cell = 0.03, 4
	return NewField([]*Group{
		{Name: "upper", Solids: []*Solid{core, branch, bulge}},
		{Name: "lower", Solids: []*Solid{core, post}, Floor: 0.015},
	}, []Detail{{Center: exact.Vec3{0.1, 0.3, 0.1}, Radius: 0.04, Cell: 1}})
}

// checkClosed checks that each edge has one triangle on either side, and returns the Euler
// characteristic.
func checkClosed(t *testing.T, s *Surface) int {
	t.Helper()
	edges := map[[2]int32]int{}
	for _, corners := range s.Triangles {
		for k := range 3 {
			edges[[2]int32{corners[k], corners[(k+1)%3]}]++
		}
	}
	for e, n := range edges {
		if n != 1 || edges[[2]int32{e[1], e[0]}] != 1 {
			t.Fatalf("the edge from %v to %v is in %d triangles in one direction and %d in the other, want 1 and 1",
				s.Points[e[0]], s.Points[e[1]], n, edges[[2]int32{e[1], e[0]}])
		}
	}
	if n := len(s.Edges()); 2*n != len(edges) {
		t.Errorf("Edges returns %d edges, want %d", n, len(edges)/2)
	}
	return len(s.Points) - len(edges)/2 + len(s.Triangles)
}

func checkVerticesOnSurface(t *testing.T, f *Field, s *Surface) {
	t.Helper()
	for v, p := range s.Points {
		if d := f.Distance(p); !(math.Abs(d) <= meshTolerance) {
			t.Fatalf("vertex %d at %v is %v m from the surface", v, p, d)
		}
	}
}

func TestMeshOfASphereIsClosedAndAccurate(t *testing.T) {
	const radius = 0.15
	for _, cell := range []int{1, 2, 4} {
		f := sphere(radius, cell)
		s, err := Mesh(f)
		if err != nil {
			t.Fatal(err)
		}
		if euler := checkClosed(t, s); euler != 2 {
			t.Errorf("cells of %d steps: Euler characteristic %d, want 2", cell, euler)
		}
		checkVerticesOnSurface(t, f, s)
		var volume float64
		for _, c := range s.Triangles {
			volume += s.Points[c[0]].Dot(s.Points[c[1]].Cross(s.Points[c[2]])) / 6
		}
		if want := 4.0 / 3 * math.Pi * radius * radius * radius; math.Abs(volume/want-1) > 0.02 {
			t.Errorf("cells of %d steps: volume %v m³, want %v", cell, volume, want)
		}
	}
}

func TestMeshWithCellsOfSeveralSizesIsClosed(t *testing.T) {
	f := mixed()
	s, err := Mesh(f)
	if err != nil {
		t.Fatal(err)
	}
	checkClosed(t, s)
	checkVerticesOnSurface(t, f, s)
}

func TestCutRegionsKeepsTheSurfaceClosed(t *testing.T) {
	f := sphere(0.15, 2)
	s, err := Mesh(f)
	if err != nil {
		t.Fatal(err)
	}
	above := func(y float64) func(exact.Vec3) float64 { return func(p exact.Vec3) float64 { return y - p[1] } }
	regions := []Region{{Label: 1, Side: above(0.2)}, {Label: 2, Side: above(0.25)}}
	labels := s.CutRegions(f, regions)
	if len(labels) != len(s.Triangles) {
		t.Fatalf("%d labels for %d triangles", len(labels), len(s.Triangles))
	}
	if euler := checkClosed(t, s); euler != 2 {
		t.Errorf("Euler characteristic %d, want 2", euler)
	}
	checkVerticesOnSurface(t, f, s)
	var count [3]int
	for i, corners := range s.Triangles {
		middle := s.Points[corners[0]].Add(s.Points[corners[1]]).Add(s.Points[corners[2]]).Scale(1.0 / 3)
		want := 0
		for _, r := range regions {
			if r.Side(middle) < 0 {
				want = r.Label
			}
		}
		if labels[i] != want {
			t.Fatalf("triangle %d at %v has label %d, want %d", i, middle, labels[i], want)
		}
		count[want]++
	}
	for label, n := range count {
		if n == 0 {
			t.Errorf("no triangle has label %d", label)
		}
	}
}

func TestGradientAgreesWithDifferencesOfTheDistance(t *testing.T) {
	f := mixed()
	worst, creases := 0.0, 0
	for i := range 4000 {
		p := exact.Vec3{
			0.4 * math.Sin(float64(i)), 0.25 + 0.25*math.Sin(1.7*float64(i)),
			0.15 * math.Sin(2.3*float64(i)),
		}
		p = f.Project(p).AddScaled(0.004*math.Sin(3.1*float64(i)), exact.Vec3{0.6, 0, 0.8})
		const h = 1e-6
		var want exact.Vec3
		for c := range want {
			var step exact.Vec3
			step[c] = h
			want[c] = (f.Distance(p.Add(step)) - f.Distance(p.Sub(step))) / (2 * h)
		}
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
	if creases > 40 {
		t.Errorf("%d of 4000 gradients differ from the difference quotient by 0.05 or more", creases)
	}
	if worst > 1e-3 {
		t.Errorf("gradients are off by up to %v", worst)
	}
}

func TestNearestReturnsTheOwner(t *testing.T) {
	f := mixed()
	upper, lower := f.Groups()[0], f.Groups()[1]
	for _, row := range []struct {
		p    exact.Vec3
		want *Solid
	}{
		{exact.Vec3{0, 0.5, 0}, upper.Solids[0]},
		{exact.Vec3{0.5, 0.2, 0.05}, upper.Solids[1]},
		{exact.Vec3{-0.5, 0.2, 0.05}, upper.Solids[1]},
		{exact.Vec3{-0.1, -0.1, 0}, lower.Solids[1]},
	} {
		if _, owner := f.Nearest(row.p); owner != row.want {
			t.Errorf("at %v: the owner is %+v, want %+v", row.p, owner, row.want)
		}
	}
}

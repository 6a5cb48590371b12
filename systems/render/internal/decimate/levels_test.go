package decimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
)

// globe returns a sphere of radius 1 in two primitives that share the equator.
func globe(rings, sectors int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "globe", Primitives: make([]mesh.Primitive, 2)}
	for half := range m.Primitives {
		p := &m.Primitives[half]
		for ring := range rings + 1 {
			for sector := range sectors {
				up, round := (float64(ring)/float64(rings)-float64(half))*math.Pi/2,
					float64(sector)/float64(sectors)*2*math.Pi
				at := mgl32.Vec3{
					float32(math.Cos(up) * math.Cos(round)), float32(math.Sin(up)),
					float32(math.Cos(up) * math.Sin(round)),
				}
				if ring == 0 && half == 0 || ring == rings && half == 1 {
					at[1] = 0
				}
				p.Positions, p.Normals = append(p.Positions, at), append(p.Normals, at)
				if ring < rings {
					a, b := uint32(ring*sectors+sector), uint32(ring*sectors+(sector+1)%sectors)
					p.Indices = append(p.Indices, a, a+uint32(sectors), b, b, a+uint32(sectors), b+uint32(sectors))
				}
			}
		}
	}
	return m
}

// plane returns a square of n times n cells in x and y, its texture mirrored at the middle column,
// where the vertices are double: a seam.
func plane(n int) *mesh.Mesh {
	p := mesh.Primitive{}
	index := map[[3]int]uint32{}
	corner := func(x, y, half int) uint32 {
		key := [3]int{x, y, half}
		if v, ok := index[key]; ok {
			return v
		}
		v := uint32(len(p.Positions))
		index[key] = v
		at := mgl32.Vec3{float32(x) / float32(n), float32(y) / float32(n), 0}
		p.Positions, p.Normals = append(p.Positions, at), append(p.Normals, mgl32.Vec3{0, 0, 1})
		u := at[0]
		if half == 1 {
			u = 10 - at[0] // far from the other half
		}
		p.TexCoords[0] = append(p.TexCoords[0], mgl32.Vec2{u, at[1]})
		return v
	}
	for y := range n {
		for x := range n {
			half := 0
			if x >= n/2 {
				half = 1
			}
			a, b, c, d := corner(x, y, half), corner(x+1, y, half), corner(x, y+1, half), corner(x+1, y+1, half)
			p.Indices = append(p.Indices, a, b, c, c, b, d)
		}
	}
	return &mesh.Mesh{Name: "plane", Primitives: []mesh.Primitive{p}}
}

func triangles(l *Level) (n int) {
	for _, indices := range l.Indices {
		n += len(indices) / 3
	}
	return n
}

// distance returns the distance of a position from a level, by brute force.
func distance(m *mesh.Mesh, l *Level, at mgl32.Vec3) float64 {
	wide := func(p mgl32.Vec3) vector { return vector{float64(p[0]), float64(p[1]), float64(p[2])} }
	nearest := math.Inf(1)
	for i, indices := range l.Indices {
		p := m.Primitives[i].Positions
		for k := 0; k < len(indices); k += 3 {
			nearest = min(nearest, distanceToTriangle(wide(at), wide(p[indices[k]]), wide(p[indices[k+1]]),
				wide(p[indices[k+2]])))
		}
	}
	return nearest
}

func body(t *testing.T) *mesh.Mesh {
	t.Helper()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	return library.Mesh(model.Parts[0].Mesh)
}

// Each level has fewer triangles, errors do not fall, and no vertex of the mesh is farther from a
// level than its error says.
func TestErrorsHoldAtVertices(t *testing.T) {
	for _, m := range []*mesh.Mesh{globe(30, 60), plane(24), body(t)} {
		levels := Levels(m)
		if len(levels) < 4 || levels[0].Error != 0 {
			t.Fatalf("%s: %d levels, the first with an error of %v", m.Name, len(levels), levels[0].Error)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for i := range levels {
			l := &levels[i]
			if i > 0 && (triangles(l)*6 > triangles(&levels[i-1])*5 || l.Error < levels[i-1].Error) {
				t.Errorf("%s: level %d has %d triangles and an error of %v, the one before %d and %v", m.Name, i,
					triangles(l), l.Error, triangles(&levels[i-1]), levels[i-1].Error)
			}
			for range 30 {
				p := &m.Primitives[random.IntN(len(m.Primitives))]
				at := p.Positions[random.IntN(len(p.Positions))]
				if d := distance(m, l, at); d > float64(l.Error)*1.000001+1e-6 {
					t.Fatalf("%s: level %d with an error of %v is %v from %v", m.Name, i, l.Error, d, at)
				}
			}
		}
	}
}

// The mannequin has a level of less than a twentieth of its triangles that is nowhere off by more
// than 2.5 cm, and a coarsest one of some hundred.
func TestErrorsAreSmall(t *testing.T) {
	levels := Levels(body(t))
	full := triangles(&levels[0])
	i := slices.IndexFunc(levels, func(l Level) bool { return triangles(&l)*20 < full })
	if i < 0 || levels[i].Error > 0.025 {
		t.Errorf("expected a level of less than %d triangles that is off by at most 2.5 cm, found number %d of %d",
			full/20, i, len(levels))
	}
	if last := &levels[len(levels)-1]; triangles(last) > 400 {
		t.Errorf("the coarsest level has %d triangles", triangles(last))
	}
}

// edges counts the uses of each edge between positions.
func edges(m *mesh.Mesh, l *Level) map[[2]mgl32.Vec3]int {
	uses := map[[2]mgl32.Vec3]int{}
	for i, indices := range l.Indices {
		p := m.Primitives[i].Positions
		for k := 0; k < len(indices); k += 3 {
			for c := range 3 {
				e := [2]mgl32.Vec3{p[indices[k+c]], p[indices[k+(c+1)%3]]}
				if slices.Compare(e[0][:], e[1][:]) > 0 {
					e[0], e[1] = e[1], e[0]
				}
				uses[e]++
			}
		}
	}
	return uses
}

// A closed surface stays closed, also where two primitives meet, and a square keeps its outline.
func TestNoHoles(t *testing.T) {
	m := globe(30, 60)
	levels := Levels(m)
	border := func(l *Level) (n int, length float64) {
		for e, uses := range edges(m, l) {
			if uses > 2 {
				t.Fatalf("an edge of %d triangles", uses)
			}
			if uses == 1 {
				n, length = n+1, length+float64(e[0].Sub(e[1]).Len())
			}
		}
		return n, length
	}
	atPoles, _ := border(&levels[0]) // the poles are double vertices at one position
	for i := range levels {
		if n, _ := border(&levels[i]); n > atPoles {
			t.Errorf("level %d of the globe has %d edges of one triangle, the mesh %d", i, n, atPoles)
		}
	}
	m = plane(24)
	for i, l := range Levels(m) {
		area := 0.0
		for k := 0; k < len(l.Indices[0]); k += 3 {
			p := m.Primitives[0].Positions
			a, b, c := p[l.Indices[0][k]], p[l.Indices[0][k+1]], p[l.Indices[0][k+2]]
			normal := b.Sub(a).Cross(c.Sub(a))
			if normal[2] < 0 {
				t.Errorf("level %d has a triangle that is turned over", i)
			}
			area += float64(normal[2]) / 2
		}
		if _, length := border(&l); math.Abs(length-4) > 1e-4 || math.Abs(area-1) > 1e-4 {
			t.Errorf("level %d of the square has a border of %v and an area of %v", i, length, area)
		}
	}
}

// Along a seam the corners of each side stay together: no triangle has texture coordinates of both.
func TestSeamsAreKept(t *testing.T) {
	m := plane(24)
	p := &m.Primitives[0]
	for i, l := range Levels(m) {
		for k := 0; k < len(l.Indices[0]); k += 3 {
			sides := [2]bool{}
			for _, v := range l.Indices[0][k : k+3] {
				side := 0
				if p.TexCoords[0][v][0] > 5 {
					side = 1
				}
				sides[side] = true
			}
			if sides[0] && sides[1] {
				t.Fatalf("level %d: a triangle crosses the seam", i)
			}
		}
	}
}

// What moves with another joint, or under a morph target, is kept longer than what does not.
func TestWeightsAndMorphsCost(t *testing.T) {
	left := func(change func(p *mesh.Primitive)) (edge int) {
		m := plane(24)
		p := &m.Primitives[0]
		p.Influences = 4
		for range p.Positions {
			p.Joints = append(p.Joints, 0, mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence)
			p.Weights = append(p.Weights, 1, 0, 0, 0)
		}
		change(p)
		levels := Levels(m)
		if len(levels) < 5 {
			t.Fatalf("%d levels", len(levels))
		}
		used := map[uint32]bool{}
		for _, v := range levels[4].Indices[0] {
			if at := p.Positions[v]; at[1] > 6.5/24 && at[1] < 8.5/24 { // two rows
				used[v] = true
			}
		}
		return len(used)
	}
	plain := left(func(*mesh.Primitive) {})
	bent := left(func(p *mesh.Primitive) {
		for v, at := range p.Positions {
			if at[1] > 7.5/24 { // between them
				p.Joints[4*v] = 1
			}
		}
	})
	morphed := left(func(p *mesh.Primitive) {
		deltas := make([]mgl32.Vec3, len(p.Positions))
		for v, at := range p.Positions {
			if at[1] > 0.2 && at[1] < 0.4 {
				deltas[v] = mgl32.Vec3{0, 0, float32(v%3) / 5}
			}
		}
		p.Targets = []mesh.MorphTarget{{Positions: deltas}}
	})
	if bent <= plain || morphed <= plain {
		t.Errorf("vertices left: %d, where a joint ends %d, under a morph target %d", plain, bent, morphed)
	}
}

func TestMeshesWithoutLevels(t *testing.T) {
	small := plane(2)
	odd := plane(24)
	odd.Primitives[0].Positions[7][1] = float32(math.NaN())
	flat := plane(24)
	clear(flat.Primitives[0].Positions) // all at one point
	for _, m := range []*mesh.Mesh{small, odd, flat, {}} {
		if levels := Levels(m); len(levels) != 1 {
			t.Errorf("%q has %d levels, want 1", m.Name, len(levels))
		}
	}
}

// Any triangles at all: unwelded, degenerate, several at one edge, of random primitives.
func TestRandomTriangles(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 9))
		m := &mesh.Mesh{Primitives: make([]mesh.Primitive, 1+random.IntN(3))}
		for i := range m.Primitives {
			p := &m.Primitives[i]
			for range 3 + random.IntN(60) {
				p.Positions = append(p.Positions, mgl32.Vec3{
					float32(random.IntN(5)), float32(random.IntN(5)), float32(random.IntN(3)),
				})
				p.Normals = append(p.Normals, mgl32.Vec3{0, 0, 1})
			}
			for range 3 * random.IntN(200) {
				p.Indices = append(p.Indices, uint32(random.IntN(len(p.Positions))))
			}
		}
		levels := Levels(m)
		for i := range levels {
			for k, indices := range levels[i].Indices {
				for _, v := range indices {
					if int(v) >= len(m.Primitives[k].Positions) {
						t.Fatalf("seed %d: vertex %d of %d", seed, v, len(m.Primitives[k].Positions))
					}
				}
			}
		}
	}
}

func BenchmarkLevels(b *testing.B) {
	m := globe(75, 150)
	for b.Loop() {
		Levels(m)
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/mesh")
}

package mikktspace

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// surface is a mesh with texture coordinates as in glTF.
type surface struct {
	positions, normals []mgl32.Vec3
	coordinates        []mgl32.Vec2
	indices            []uint32
}

// bumpy returns a closed ring of bumps of 24 x 12 quads. Its texture is mirrored at half of the
// ring, has no area on some triangles and is a seam on others; some triangles have two corners at
// one place.
func bumpy(r *rand.Rand) *surface {
	const around, along = 24, 12
	s := &surface{}
	for i := range around + 1 {
		for k := range along + 1 {
			a, b := 2*math.Pi*float64(i%around)/around, 2*math.Pi*float64(k%along)/along
			radius := 0.4 + 0.1*math.Sin(3*a)*math.Cos(2*b)
			n := mgl32.Vec3{
				float32(math.Cos(a) * math.Cos(b)), float32(math.Sin(b)),
				float32(math.Sin(a) * math.Cos(b)),
			}
			center := mgl32.Vec3{float32(math.Cos(a)), 0, float32(math.Sin(a))}
			s.positions = append(s.positions, center.Add(n.Mul(float32(radius))))
			s.normals = append(s.normals, n)
			u := math.Abs(float64(i)-around/2) / 5
			s.coordinates = append(s.coordinates, mgl32.Vec2{float32(u + 0.1*math.Sin(5*b)), float32(float64(k) / 7)})
		}
	}
	at := func(i, k int) uint32 { return uint32(i*(along+1) + k) }
	for i := range around {
		for k := range along {
			a, b, c, d := at(i, k), at(i+1, k), at(i+1, k+1), at(i, k+1)
			switch r.IntN(12) {
			case 0: // a texture without area
				s.coordinates[b] = s.coordinates[a]
			case 1: // a triangle that is a line
				b = a
			case 2: // a vertex of its own, at the same place
				s.positions, s.normals = append(s.positions, s.positions[a]), append(s.normals, s.normals[a])
				s.coordinates = append(s.coordinates, s.coordinates[a])
				a = uint32(len(s.positions) - 1)
			}
			s.indices = append(s.indices, a, d, c, a, c, b)
		}
	}
	return s
}

// The tangents agree with the results of the reference implementation for the same triangles.
func TestReference(t *testing.T) {
	s := bumpy(rand.New(rand.NewPCG(7, 7)))
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []float32 // four numbers for each corner; w is for coordinates with v upward
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	got := Tangents(s.positions, s.normals, s.coordinates, s.indices)
	if 4*len(got) != len(want) {
		t.Fatalf("%d tangents, want %d", len(got), len(want)/4)
	}
	signs := map[float32]int{}
	for i, tangent := range got {
		signs[tangent[3]]++
		for c := range 4 {
			if d := tangent[c] - want[4*i+c]; !(d < 2e-6 && d > -2e-6) {
				t.Fatalf("corner %d (vertex %d): tangent %v, want %v", i, s.indices[i], tangent, want[4*i:4*i+4])
			}
		}
	}
	if signs[1] < 100 || signs[-1] < 100 {
		t.Errorf("tangents by handedness: %v, want many of both", signs)
	}
}

package prop_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
)

func ExampleAdd() {
	library := assets.NewLibrary()
	id, err := prop.Add(library, "sign", mgl32.Vec3{0, 0, 0}, prop.Text("walk", 0.2),
		prop.Box(mgl32.Vec3{0.5, 0.01, 0.1}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(library.Mesh(id).Name, len(library.Mesh(id).Primitives))
	// Output: sign 2
}

// volume returns the volume that a closed surface encloses: positive if its triangles are
// counterclockwise seen from outside.
func volume(surface mesh.Primitive) (sum float64) {
	for i := 0; i < len(surface.Indices); i += 3 {
		a, b, c := surface.Positions[surface.Indices[i]], surface.Positions[surface.Indices[i+1]],
			surface.Positions[surface.Indices[i+2]]
		sum += float64(a.Dot(b.Cross(c))) / 6
	}
	return sum
}

func TestSurfacesFaceOutward(t *testing.T) {
	turn := mgl32.Translate3D(3, -1, 2).Mul4(mgl32.HomogRotate3DX(0.7))
	for _, row := range []struct {
		name    string
		surface mesh.Primitive
		want    float64
	}{
		{"box", prop.Box(mgl32.Vec3{0.5, 1, 2}), 8},
		{"ball", prop.Ball(1), 4 * math.Pi / 3},
		{"moved box", prop.Moved(prop.Box(mgl32.Vec3{0.5, 1, 2}), turn), 8},
		{"two boxes", prop.Join(prop.Box(mgl32.Vec3{1, 1, 1}), prop.Moved(prop.Box(mgl32.Vec3{1, 1, 1}), turn)), 16},
	} {
		if got := volume(row.surface); math.Abs(got-row.want) > 0.05*row.want {
			t.Errorf("%s: volume %v, want %v", row.name, got, row.want)
		}
		for i := 0; i < len(row.surface.Indices); i += 3 {
			k := row.surface.Indices[i : i+3]
			at := row.surface.Positions
			way := at[k[1]].Sub(at[k[0]]).Cross(at[k[2]].Sub(at[k[0]]))
			if way.Len() > 1e-6 && way.Dot(row.surface.Normals[k[0]]) <= 0 {
				t.Fatalf("%s: triangle %d faces away from its normal", row.name, i/3)
			}
		}
	}
}

// Letters are as high and wide as they should be, and have ink where the font has it.
func TestTextIsReadFromTheFront(t *testing.T) {
	area := func(surface mesh.Primitive) (sum float64) {
		for i := 0; i < len(surface.Indices); i += 3 {
			a, b, c := surface.Positions[surface.Indices[i]], surface.Positions[surface.Indices[i+1]],
				surface.Positions[surface.Indices[i+2]]
			sum += float64(b.Sub(a).Cross(c.Sub(a))[2]) / 2
		}
		return sum
	}
	text := prop.Text("|L|", 13) // a pixel is a square of 1 m
	low, high := mgl32.Vec3{99, 99}, mgl32.Vec3{-99, -99}
	for _, at := range text.Positions {
		for axis := range 3 {
			low[axis], high[axis] = min(low[axis], at[axis]), max(high[axis], at[axis])
		}
	}
	if low[0] != -7.5 || math.Abs(float64(high[0]-8.1)) > 1e-5 || high[1]-low[1] > 13 || low[1] < 0 {
		t.Errorf("the text reaches from %v to %v", low, high)
	}
	// A bar is a column of pixels; an L is one with a foot.
	bar, l := area(prop.Text("|", 13)), area(prop.Text("L", 13))
	if bar < 8 || l <= bar || math.Abs(area(text)-2*bar-l) > 1e-3 {
		t.Errorf("areas: bar %v, L %v, both %v", bar, l, area(text))
	}
	if empty := prop.Text(" ", 1); len(empty.Indices) != 0 {
		t.Errorf("a space has %d triangles", len(empty.Indices)/3)
	}
}

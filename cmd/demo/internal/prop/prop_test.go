package prop_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
)

func ExampleAdd() {
	library := assets.NewLibrary()
	id, err := prop.Add(library, "table", mgl32.Vec3{0, 0, 0}, prop.Turned(8, mgl32.Vec2{0.1, 0}, mgl32.Vec2{0.1, 0.7}),
		prop.Box(mgl32.Vec3{0.5, 0.01, 0.1}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(library.Mesh(id).Name, len(library.Mesh(id).Primitives))
	// Output: table 2
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
		{"cone", prop.Turned(64, mgl32.Vec2{}, mgl32.Vec2{1, 0}, mgl32.Vec2{0, 3}), math.Pi},
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

// The letters of a sign are smooth: between ink and plate there are pixels of all shades, and the
// plate is as wide as the text needs.
func TestSignsHaveSmoothLetters(t *testing.T) {
	library := assets.NewLibrary()
	short, width, err := prop.AddSign(library, "run", 0.2)
	if err != nil {
		t.Fatal(err)
	}
	_, wider, err := prop.AddSign(library, "run backward", 0.2)
	if err != nil || wider < 2*width || width < 0.2 {
		t.Errorf("signs %v m and %v m wide, %v", width, wider, err)
	}
	front := library.Mesh(short).Primitives[1]
	if high := front.Positions[2].Sub(front.Positions[0]); math.Abs(float64(high[0]-width)) > 1e-6 || high[1] != 0.2 {
		t.Errorf("the text covers %v m, want %v by 0.2", high, width)
	}
	pixels := picture.NRGBA(library.Image(library.Material(front.Material).BaseColorTexture.Image))
	shades, ink, left := map[uint8]bool{}, 0, pixels.Rect.Dx()
	for y := range pixels.Rect.Dy() {
		for x := range pixels.Rect.Dx() {
			c := pixels.NRGBAAt(x, y)
			if c.B > c.R { // neither the plate nor a shade of a letter is orange
				shades[c.R] = true
			}
			if c.B > 200 {
				ink, left = ink+1, min(left, x)
			}
		}
	}
	if len(shades) < 20 || ink < 500 || left < 20 || left > 40 {
		t.Errorf("%d shades, %d pixels of ink, from column %d", len(shades), ink, left)
	}
}

func TestColorsFollowTheirSurfaces(t *testing.T) {
	red, blue := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 0, 1}
	both := prop.Join(prop.Colored(prop.Box(mgl32.Vec3{1, 1, 1}), red), prop.Colored(prop.Ball(1), blue))
	if len(both.Colors) != len(both.Positions) || both.Colors[0].Vec3() != red ||
		both.Colors[len(both.Colors)-1].Vec3() != blue {
		t.Errorf("%d colors for %d vertices", len(both.Colors), len(both.Positions))
	}
}

package drawing

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/sinew-go/sinew/internal/exact"
)

var (
	white = [3]uint8{255, 255, 255}
	red   = [3]uint8{200, 30, 30}
)

func paint(color [3]uint8, part float64) Shader {
	return func(*Attributes) ([3]uint8, float64) { return color, part }
}

// The triangles of a fan cover each pixel of their square once, whatever the corners' order.
func TestTrianglesMeetWithoutGaps(t *testing.T) {
	c := NewCanvas(20, 20, white)
	counts := make(map[int]int)
	corner := func(x, y float64) Vertex {
		return Vertex{X: x, Y: y, Inverse: 1, Attributes: Attributes{x, y}}
	}
	middle := corner(17.3, 21.7)
	around := []Vertex{corner(4, 4), corner(20, 4), corner(36, 4), corner(36, 19.5), corner(36, 36), corner(4, 36)}
	for i := range around {
		v := [3]Vertex{middle, around[i], around[(i+1)%len(around)]}
		if i%2 == 1 {
			v[1], v[2] = v[2], v[1]
		}
		c.Triangle(&v, false, func(a *Attributes) ([3]uint8, float64) {
			counts[int(a[1])*40+int(a[0])]++
			return red, 1
		})
	}
	if len(counts) != 32*32 {
		t.Errorf("expected %d pixels, found %d", 32*32, len(counts))
	}
	for pixel, n := range counts {
		if n != 1 {
			t.Fatalf("pixel %d, %d: expected it once, found %d times", pixel%40, pixel/40, n)
		}
	}
}

// What is nearer covers what is farther, in either order; a part covered shows both; what is not
// finite is left out.
func TestDepth(t *testing.T) {
	square := func(depth float64) [3]Vertex {
		return [3]Vertex{{X: -9, Y: -9, Depth: depth, Inverse: 1}, {X: 90, Y: -9, Depth: depth, Inverse: 1}, {
			X: -9, Y: 90, Depth: depth, Inverse: 1,
		}}
	}
	near, far := square(2), square(1)
	for _, nearFirst := range []bool{true, false} {
		c := NewCanvas(8, 8, white)
		if nearFirst {
			c.Triangle(&near, true, paint(red, 1))
		}
		c.Triangle(&far, true, paint([3]uint8{0, 0, 255}, 1))
		c.Triangle(&near, true, paint(red, 1))
		if got := c.Picture().NRGBAAt(4, 4); got != (color.NRGBA{200, 30, 30, 255}) {
			t.Errorf("expected the nearer color, found %v", got)
		}
	}
	c := NewCanvas(8, 8, white)
	c.Triangle(&near, true, paint([3]uint8{}, 0.5))
	if got := c.Picture().NRGBAAt(4, 4); got.R < 186 || got.R > 189 { // half of the light
		t.Errorf("expected half of the light, 188, found %v", got)
	}
	lost := square(3)
	lost[1].X = math.NaN()
	c.Triangle(&lost, true, paint(red, 1))
	lost[1].X = math.Inf(1)
	c.Triangle(&lost, true, paint(red, 1))
	lost[1].X = 1e300
	c.Triangle(&lost, true, paint(red, 1))
	if got := c.Picture().NRGBAAt(4, 4); got.R < 186 {
		t.Errorf("expected nothing of a triangle that is not finite, found %v", got)
	}
}

// With perspective attributes follow the surface, not the picture.
func TestPerspective(t *testing.T) {
	directions := LookFrom(0, 0)
	var box Box
	box.Add(&directions, exact.Vec3{-1, -1, -2})
	box.Add(&directions, exact.Vec3{1, 1, 2})
	camera := NewCamera(directions, &box, 200, 200, 60)
	v := [3]Vertex{}
	for i, p := range []exact.Vec3{{-1, -1, 2}, {-1, 1, 2}, {1, 0, -2}} {
		var ok bool
		if v[i], ok = camera.Project(p); !ok {
			t.Fatalf("%v is not seen", p)
		}
		v[i].Attributes[0] = p[0]
	}
	middle, _ := camera.Project(exact.Vec3{0, 0, 0})
	c, found := NewCanvas(100, 100, white), math.NaN()
	c.Triangle(&v, true, func(a *Attributes) ([3]uint8, float64) {
		if found != found || math.Abs(a[0]) < math.Abs(found) {
			found = a[0]
		}
		return [3]uint8{uint8(100 + 100*a[0]), 0, 0}, 1
	})
	if got := c.pixels[int(middle.Y)*200+int(middle.X)][0]; got < 96 || got > 104 {
		t.Errorf("expected the middle of the surface where it is drawn, found %v", float64(got)/100-1)
	}
	if !(v[0].Depth > v[2].Depth) {
		t.Error("expected a greater depth for what is nearer")
	}
	if _, ok := camera.Project(exact.Vec3{0, 0, 100}); ok {
		t.Error("expected nothing of a point on the other side of the eye")
	}
}

// A camera sees all of its box, from every side, with and without perspective, and fills the picture.
func TestCamerasSeeTheirBox(t *testing.T) {
	var corners []exact.Vec3
	for i := range 8 {
		corners = append(corners, exact.Vec3{float64(i & 1), 1.8 * float64(i>>1&1), 3 * float64(i>>2&1)})
	}
	for _, degrees := range []float64{0, 25, 90} {
		for yaw := -180.0; yaw <= 180; yaw += 30 {
			for _, pitch := range []float64{-90, -20, 0, 30, 90} {
				directions := LookFrom(yaw, pitch)
				var box Box
				for _, p := range corners {
					box.Add(&directions, p)
				}
				camera := NewCamera(directions, &box, 120, 160, degrees)
				low, high := exact.Vec3{1e9, 1e9}, exact.Vec3{-1e9, -1e9}
				for _, p := range corners {
					v, ok := camera.Project(p)
					if !ok || v.X < 0 || v.X > 120 || v.Y < 0 || v.Y > 160 {
						t.Fatalf("yaw %v, pitch %v, %v degrees: %v is not seen: %+v", yaw, pitch, degrees, p, v)
					}
					low[0], low[1], high[0], high[1] = min(low[0], v.X), min(low[1], v.Y), max(high[0], v.X), max(high[1], v.Y)
				}
				if degrees == 0 && high[0]-low[0] < 110 && high[1]-low[1] < 148 {
					t.Errorf("yaw %v, pitch %v: expected a full picture, found %v to %v", yaw, pitch, low, high)
				}
			}
		}
	}
	var none Box
	if camera := NewCamera(LookFrom(0, 0), &none, 10, 10, 0); !exact.IsFinite(camera.Radius()) {
		t.Error("expected a camera without a scene")
	}
}

// Light and sRGB are as the standard defines them, and there and back is the same value.
func TestColors(t *testing.T) {
	for i := range 256 {
		v := float64(i) / 255
		want := v / 12.92
		if v > 0.04045 {
			want = math.Pow((v+0.055)/1.055, 2.4)
		}
		if got := Decode(uint8(i)); math.Abs(got-want) > 1e-4 {
			t.Errorf("%d: expected light %v, found %v", i, want, got)
		}
		if got := Encode(Decode(uint8(i))); math.Abs(float64(got)-float64(i)) > 1 {
			t.Errorf("%d: expected it back, found %d", i, got)
		}
	}
	for light, want := range map[float64]uint8{-1: 0, 0: 0, 1: 255, 7: 255, math.NaN(): 0} {
		if got := Encode(light); got != want {
			t.Errorf("light %v: expected %d, found %d", light, want, got)
		}
	}
}

func TestSticksAndDots(t *testing.T) {
	c := NewCanvas(20, 20, white)
	c.Stick(Vertex{X: 4, Y: 20, Inverse: 1}, Vertex{X: 36, Y: 20, Inverse: 1}, 8, 4, red)
	c.Stick(Vertex{X: 4, Y: 4, Inverse: 1}, Vertex{X: 4, Y: 4, Inverse: 1}, 8, 4, red) // has no direction
	c.Dot(Vertex{X: 20, Y: 34, Inverse: 1}, 4, red)
	picture := c.Picture()
	is := func(x, y int) bool { return picture.NRGBAAt(x, y) == color.NRGBA{200, 30, 30, 255} }
	for at, want := range map[image.Point]bool{
		{3, 11}: true, {16, 10}: true, {16, 12}: false, {2, 2}: false, {10, 17}: true, {10, 15}: false, {19, 10}: false,
	} {
		if is(at.X, at.Y) != want {
			t.Errorf("%v: expected %v, found %v", at, want, !want)
		}
	}
}

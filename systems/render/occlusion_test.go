//go:build !js

package render

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// luminance returns the mean of the red, green and blue of a pixel.
func luminance(p *image.NRGBA, x, y int) float64 {
	c := p.NRGBAAt(x, y)
	return (float64(c.R) + float64(c.G) + float64(c.B)) / 3
}

// projected returns the pixel at which a camera sees a point.
func (s *fixture) projected(camera Camera, p mgl32.Vec3) (x, y int) {
	width, height := s.target.Size()
	clip := camera.Projection(float32(width) / float32(height)).Mul4(camera.View()).Mul4x1(p.Vec4(1))
	return int((clip[0]/clip[3] + 1) / 2 * float32(width)), int((1 - clip[1]/clip[3]) / 2 * float32(height))
}

// Feet darken the ground where they touch it, in the shade as well, and the ground far from them,
// the sky and a surface that nothing is near stay as they are.
func TestFeetDarkenTheGround(t *testing.T) {
	s, _, camera := newWalkingFixture(t, 4)
	camera.FieldOfView = 0.4
	camera.Target = mgl32.Vec3{0, 0.35, 0}
	style := &s.renderer.Style
	style.ShadowStrength, style.LightColor = 0, mgl32.Vec3{}
	lit := s.draw(camera)
	perceptual.Keep(t, lit, "with.png")
	style.Occlusion = 0
	bare := s.draw(camera)
	perceptual.Keep(t, bare, "without.png")
	style.Occlusion = 0.5
	half := s.draw(camera)
	var feet []mgl32.Vec3
	pool := s.animation.Store().Pools()[0]
	for _, c := range s.renderer.candidates {
		for _, part := range c.models[0].model.parts {
			for _, o := range newOccluders(s.library, part.mesh.source, &part) {
				m := matrixAt(pool.Palette(part.skin, 0), o.paletteIndex)
				if p := m.Point(o.ends[0]); p[1] < 0.1 {
					feet = append(feet, mgl32.Vec3{p[0], 0, p[2]})
				}
			}
		}
	}
	if len(feet) < 2 {
		t.Fatalf("%d capsules at the ground", len(feet))
	}
	// beside a foot, where the ground is seen
	darkest := 0.0
	for _, foot := range feet {
		for turn := range 16 {
			sin, cos := math.Sincos(float64(turn) * math.Pi / 8)
			x, y := s.projected(camera, foot.Add(mgl32.Vec3{0.09 * float32(cos), 0, 0.09 * float32(sin)}))
			darkest = max(darkest, luminance(bare, x, y)-luminance(lit, x, y))
		}
	}
	width, height := s.target.Size()
	changed, brighter := 0, 0
	for y := range height {
		for x := range width {
			d := luminance(bare, x, y) - luminance(lit, x, y)
			changed += count(d > 1)
			brighter += count(d < -1)
			if h := luminance(bare, x, y) - luminance(half, x, y); d > 8 && !(h > 0.3*d && h < 0.7*d) {
				t.Fatalf("at %d, %d the ground is %v darker, with half the strength %v", x, y, d, h)
			}
		}
	}
	t.Logf("at most %v of 255 darker beside a foot; %d of %d pixels change", darkest, changed, width*height)
	if darkest < 20 || brighter > 0 || changed > width*height/3 {
		t.Errorf("beside a foot the ground is %v darker; %d pixels are brighter, %d of %d change", darkest, brighter,
			changed, width*height)
	}
	for _, corner := range [][2]int{{2, 2}, {width - 3, 2}, {2, height - 3}, {width - 3, height - 3}} {
		if lit.NRGBAAt(corner[0], corner[1]) != bare.NRGBAAt(corner[0], corner[1]) {
			t.Errorf("the pixel at %v changes", corner)
		}
	}
}

// Every point that a capsule reaches finds it in the list of its cell, and no other list is longer
// than needed.
func TestOccludersAreInTheirCells(t *testing.T) {
	s := newFixture(t, Options{})
	r := rand.New(rand.NewPCG(2, 5))
	o := s.renderer.occlusion
	for round := range 30 {
		o.begin(&Style{Occlusion: 1})
		size := float32(math.Pow(10, float64(round%4)))
		for range 1 + r.IntN(60) {
			from := mgl32.Vec3{r.Float32(), r.Float32(), r.Float32()}.Mul(size)
			radius := 0.02 + 0.2*r.Float32()
			o.capsules = append(o.capsules, capsule{
				from, radius, from.Add(mgl32.Vec3{r.Float32(), r.Float32(), r.Float32()}), occluderReach * radius,
			})
		}
		o.finish()
		cells := o.cells[0] * o.cells[1] * o.cells[2]
		if cells > maxOcclusionCells {
			t.Fatalf("%d cells", cells)
		}
		for i := range o.capsules {
			c := &o.capsules[i]
			for range 50 {
				p := c.from.Add(c.to.Sub(c.from).Mul(r.Float32()))
				p = p.Add(mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.Normalize().
					Mul(c.reach * r.Float32()))
				var at [3]int
				for axis := range 3 {
					at[axis] = min(int((p[axis]-o.corner[axis])/o.cell), o.cells[axis]-1)
				}
				cell := (at[2]*o.cells[1]+at[1])*o.cells[0] + at[0]
				first, n := int(o.numbers[4*cell]), int(o.numbers[4*cell+1])
				found := false
				for _, texel := range o.numbers[first : first+n] {
					found = found || *(*[3]float32)(o.numbers[4*int(texel):]) == [3]float32(c.from)
				}
				if !found {
					t.Fatalf("round %d: capsule %d is not in the list of the cell at %v", round, i, at)
				}
			}
		}
		o.stream.reset()
	}
	o.capsules = o.capsules[:0]
	o.strength = 1
	if o.finish(); o.strength != 0 {
		t.Error("there is occlusion without capsules")
	}
}

// A capsule is where points are, and points that have no size are none.
func TestCapsuleAroundPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var points []mgl32.Vec3
	turn := mgl32.QuatRotate(1, mgl32.Vec3{1, 2, -1}.Normalize())
	for range 4000 {
		angle := r.Float64() * 2 * math.Pi
		points = append(points, turn.Rotate(mgl32.Vec3{
			0.1 * float32(math.Cos(angle)), r.Float32() - 0.5, 0.1 * float32(math.Sin(angle)),
		}).Add(mgl32.Vec3{3, 4, 5}))
	}
	o := capsuleAround(points)
	length := o.ends[1].Sub(o.ends[0])
	if math.Abs(float64(o.radius)-0.1) > 0.003 || math.Abs(float64(length.Len())-0.8) > 0.01 ||
		abs(length.Normalize().Dot(turn.Rotate(mgl32.Vec3{0, 1, 0}))) < 0.999 {
		t.Errorf("the capsule is %+v", o)
	}
	for _, none := range [][]mgl32.Vec3{nil, points[:3], make([]mgl32.Vec3, 9)} {
		if o := capsuleAround(none); o.radius != 0 {
			t.Errorf("%d points make the capsule %+v", len(none), o)
		}
	}
}

// Capsules whose size or place no grid can hold are left out, wherever they are: those around the
// origin too.
func TestCapsulesThatNoGridHolds(t *testing.T) {
	o := &occlusion{stream: &stream{texels: &texels{format: gpu.RGBA32F}}}
	one := &occluder{ends: [2]mgl32.Vec3{{0, -0.2, 0}, {0, 0.2, 0}}, radius: 0.1}
	world := rig.IdentityMatrix()
	inf := float32(math.Inf(1))
	for _, size := range []mgl32.Vec3{
		{1, 1e38, 1}, {1, inf, 1}, {1, -3e38, 1}, {1e30, 1, 1}, {float32(math.NaN()), 1, 1}, {1e-30, 1e-30, 1e-30}, {},
	} {
		m := rig.Matrix{0: size[0], 5: size[1], 10: size[2]}
		if o.add(one, &world, &m, 1, 1); len(o.capsules) > 0 {
			t.Fatalf("scaled by %v: the capsule %+v", size, o.capsules[0])
		}
	}
	for _, size := range []float32{1e-9, 1e-3, 1, 1e3, 1e9} {
		m := rig.Matrix{0: size, 5: size, 10: size, 3: 1e9 * size}
		o.add(one, &world, &m, 1, 1)
	}
	if o.finish(); len(o.capsules) != 5 || len(o.numbers) == 0 {
		t.Errorf("%d capsules in %d numbers", len(o.capsules), len(o.numbers))
	}
}

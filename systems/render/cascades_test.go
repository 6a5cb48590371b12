//go:build !js

package render

import (
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// wideBounds is a box as of a crowd.
var wideBounds = assets.Box{Min: mgl32.Vec3{-40, 0, -40}, Max: mgl32.Vec3{40, 2, 40}}

// placed returns the cascades that a camera sees.
func placed(camera Camera, bounds assets.Box, most int) *cascades {
	return placedWith(camera, bounds, most, 2048)
}

// placedWith is placed for maps of so many texels.
func placedWith(camera Camera, bounds assets.Box, most, texels int) *cascades {
	lens := newLens(camera.Projection(1.5))
	c := &cascades{}
	c.place(&camera, &lens, mgl32.Vec3{-0.62, 0.85, 0.38}.Normalize(), bounds, most, texels)
	return c
}

// What is left out of a map is not where the map is looked at, as in light.glsl: outside of where
// the next finer map does alone, up to the blur, the lift and the filter away.
func TestWiderMapsShowWhatIsLookedAt(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	camera := Camera{Position: mgl32.Vec3{3, 2, 9}, Target: mgl32.Vec3{0, 1, -1}}
	for _, texels := range []int{64, 128, 256, 512, 2048} {
		c := placedWith(camera, wideBounds, 3, texels)
		alone := 0
		for k := 1; k < c.count; k++ {
			wide, fine := &c.list[k-1], &c.list[k]
			texel := 2 * wide.radius / float32(texels)
			for range 20000 {
				// a point of the plane through the middle, as seen from the light
				turn := lightSpace(mgl32.Vec3{-0.62, 0.85, 0.38}.Normalize())
				way := mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, 0}.Mul(2.2 * fine.radius)
				point := fine.center.Add(mgl32.TransformCoordinate(way, turn.Transpose()))
				away := max(abs(way[0]), abs(way[1])) / fine.radius
				if fine.inner.sphere(sphere{point, 0}) == inside {
					alone++
				}
				if away <= 1-24/float32(texels)-0.15 {
					continue
				}
				const reach = 0.97*7 + 2.5 + 1
				for _, by := range []mgl32.Vec3{{reach, 0, 0}, {-reach, 0, 0}, {0, reach, 0}, {0, -reach, 0}} {
					sampled := point.Add(mgl32.TransformCoordinate(by.Mul(texel), turn.Transpose()))
					if fine.inner.sphere(sphere{sampled, 0}) == inside {
						t.Fatalf("%d texels, cascade %d: a caster at %v of the width is left out of the wider map", texels, k, away)
					}
				}
			}
		}
		if texels == 2048 && alone == 0 {
			t.Error("no point is where the finer map alone is looked at")
		}
	}
}

// A camera that turns and walks keeps the size of every map, and moves it by whole texels.
func TestCascadesAreStable(t *testing.T) {
	turn := lightSpace(mgl32.Vec3{-0.62, 0.85, 0.38}.Normalize())
	var first *cascades
	for i := range 200 {
		at := mgl32.Vec3{0.013 * float32(i), 1.7, 0.007 * float32(i)}
		ahead := mgl32.Rotate3DY(0.01 * float32(i)).Mul3x1(mgl32.Vec3{0, -0.8, -12})
		c := placed(Camera{Position: at, Target: at.Add(ahead)}, wideBounds, 3)
		if first == nil {
			if first = c; c.count != 3 {
				t.Fatalf("%d cascades in a crowd, want 3", c.count)
			}
		}
		if c.count != first.count {
			t.Fatalf("step %d: %d cascades, before %d", i, c.count, first.count)
		}
		for k := range c.list[:c.count] {
			if c.list[k].radius != first.list[k].radius {
				t.Errorf("step %d: cascade %d has a radius of %v, before %v", i, k, c.list[k].radius,
					first.list[k].radius)
			}
			texel := float64(2 * c.list[k].radius / 2048)
			moved := mgl32.TransformCoordinate(c.list[k].center, turn).
				Sub(mgl32.TransformCoordinate(first.list[k].center, turn))
			for axis := range 2 {
				steps := float64(moved[axis]) / texel
				if d := math.Abs(steps - math.Round(steps)); d > 0.02 { // the rounding of float32
					t.Errorf("step %d: cascade %d moved by %v texels", i, k, steps)
				}
			}
		}
	}
}

// A finer map shows everything that the camera sees up to its distance, and a caster of it is in
// its volume. One character needs one map.
func TestCascadesCoverWhatIsNear(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	camera := Camera{Position: mgl32.Vec3{3, 2, 9}, Target: mgl32.Vec3{0, 1, -1}}
	c := placed(camera, wideBounds, 3)
	clip := camera.Projection(1.5).Mul4(camera.View()).Inv()
	forward := camera.Target.Sub(camera.Position).Normalize()
	for k := 1; k < c.count; k++ {
		covered, nearest := 0, float32(math.Inf(1))
		for range 5000 {
			p := mgl32.TransformCoordinate(mgl32.Vec3{2*r.Float32() - 1, 2*r.Float32() - 1, 2*r.Float32() - 1}, clip)
			in := mgl32.TransformCoordinate(p, c.fromWorld)
			x, y := in[0]*c.list[k].place[2]+c.list[k].place[0], in[1]*c.list[k].place[2]+c.list[k].place[1]
			inMap := min(x, y) >= 0 && max(x, y) <= 1
			ahead := p.Sub(camera.Position).Dot(forward)
			if inMap {
				covered++
				if at := in[2]; at >= 0 && at <= 1 && c.list[k].volume.sphere(sphere{p, 1e-3}) == outside {
					t.Fatalf("cascade %d: %v is in the map and outside of its volume", k, p)
				}
			} else {
				nearest = min(nearest, ahead)
			}
		}
		if covered == 0 || nearest < c.list[k].radius {
			t.Errorf("cascade %d of radius %v: a point %v ahead of the camera is not in its map; %d are", k,
				c.list[k].radius, nearest, covered)
		}
	}
	one := placed(Camera{Position: mgl32.Vec3{0, 1, 4}, Target: mgl32.Vec3{0, 1, 0}},
		assets.Box{Min: mgl32.Vec3{-0.8, 0, -0.5}, Max: mgl32.Vec3{0.8, 1.8, 0.5}}, 3)
	if one.count != 1 {
		t.Errorf("one character has %d cascades, want 1", one.count)
	}
	for _, projection := range []mgl32.Mat4{
		mgl32.Ortho(-3, 3, -2, 2, 0.1, 50), mgl32.Frustum(-0.1, 0.3, -0.1, 0.1, 0.2, 50),
	} {
		l := newLens(projection)
		ahead, radius := l.slice(1, 8)
		for corner := range 4 {
			at := mgl32.TransformCoordinate(mgl32.Vec3{float32(corner&1)*2 - 1, float32(corner>>1)*2 - 1, 0.5},
				projection.Inv())
			for _, depth := range []float32{1, 8} {
				p := mgl32.Vec3{at[0], at[1], -depth}
				if !l.parallel {
					p = at.Mul(depth / -at[2])
				}
				if d := p.Sub(mgl32.Vec3{0, 0, -ahead}).Len(); d > radius*1.0001 {
					t.Errorf("a corner at depth %v is %v from the center of a slice of radius %v", depth, d, radius)
				}
			}
		}
	}
}

// newField returns a fixture with a mannequin near the camera and others far away.
func newField(t *testing.T, options Options) (*fixture, Camera) {
	t.Helper()
	model, library := sharedMannequin()
	options.Debug = true
	s := newFixtureWith(t, library, options)
	for i := range 12 {
		e := mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(float32(i%4)*14-20, 0, -float32(i/4)*14)))
		must(s.animation.Player(e).Play(model.Clip("walk")))
	}
	e := mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(0.4, 0, 4)))
	must(s.animation.Player(e).Play(model.Clip("walk")))
	s.update(0)
	s.update(0.4)
	s.resize(480, 360)
	return s, Camera{Position: mgl32.Vec3{2.2, 1.7, 8}, Target: mgl32.Vec3{0, 0.7, -2}}
}

// resize gives the fixture a target of a size in pixels.
func (s *fixture) resize(width, height int) {
	s.t.Helper()
	must(s.target.Resize(width, height))
}

func (s *fixture) compare(a, b image.Image) perceptual.Difference {
	s.t.Helper()
	d, err := perceptual.Compare(a, b)
	must(err)
	return d
}

// With cascades the shadow of what is near looks as with a map of far more texels, and triangles of
// what is far are not drawn twice.
func TestCascadesSharpenWhatIsNear(t *testing.T) {
	pictures := map[string]*image.NRGBA{}
	stats := map[string]Stats{}
	for name, options := range map[string]Options{
		"fine": {ShadowSize: 4096, ShadowCascades: 1}, "one": {ShadowSize: 512, ShadowCascades: 1},
		"two": {ShadowSize: 512}, "three": {ShadowSize: 512, ShadowCascades: 3},
	} {
		s, camera := newField(t, options)
		pictures[name], stats[name] = s.draw(camera), s.renderer.Stats()
		if options.ShadowCascades != 1 {
			s.renderer.Style.NoCulling = true
			if all := s.draw(camera); string(all.Pix) != string(pictures[name].Pix) {
				t.Errorf("%s: the picture with culling differs", name)
				perceptual.Keep(t, all, name+" without culling.png")
			}
			if all := s.renderer.Stats().Triangles; stats[name].Triangles >= all {
				t.Errorf("%s: %d triangles with culling, %d without", name, stats[name].Triangles, all)
			}
		}
		s.renderer.Close()
		perceptual.Keep(t, pictures[name], name+".png")
	}
	s, _ := newField(t, Options{})
	one := s.compare(pictures["one"], pictures["fine"])
	for _, name := range []string{"two", "three"} {
		d := s.compare(pictures[name], pictures["fine"])
		t.Logf("%s maps: difference %+v, with one %+v; %d triangles, with one %d", name, d, one,
			stats[name].Triangles, stats["one"].Triangles)
		if d.Mean > 0.6*one.Mean {
			t.Errorf("with %s maps the picture differs by %+v from that of a fine one, with one map by %+v", name, d,
				one)
		}
	}
}

// Members of a crowd are culled for each map alone, also where only some wear a part.
func TestCascadesOfACrowd(t *testing.T) {
	s := newCrowdFixture(t, Options{ShadowSize: 512, ShadowCascades: 3})
	s.dress()
	for i := range 400 {
		m := s.spawn(mgl32.Translate3D(float32(i%20)*2-19, 0, float32(i/20)*2-38), "walk")
		if i%3 == 0 {
			must(m.HidePart("hat"))
		}
	}
	s.update(0)
	s.resize(240, 160)
	camera := Camera{Position: mgl32.Vec3{1, 1.8, 5}, Target: mgl32.Vec3{0, 0.8, -4}}
	perceptual.Keep(t, s.draw(camera), "crowd.png")
	c := s.renderer.crowd
	if n := s.renderer.cascades.count; n != 3 {
		t.Fatalf("%d cascades, want 3", n)
	}
	hat := uint64(0)
	for i := range s.model.Parts {
		if s.model.Parts[i].Name == "hat" {
			hat = 1 << i
		}
	}
	spheres := map[uint32]sphere{}
	transforms := generic.NewMap1[components.Transform](s.world)
	bare := map[uint32]bool{}
	meshes := generic.NewMap1[components.SkinnedMesh](s.world)
	query := s.crowdFilter().Query(s.world)
	for query.Next() {
		slot := c.store.Slot(query.Entity())
		at := c.store.KindOf(slot).Reach
		bare[uint32(slot)] = meshes.Get(query.Entity()).Hidden&hat != 0
		transform := transforms.Get(query.Entity())
		spheres[uint32(slot)] = sphere{transform.Matrix.Mul4x1(mgl32.Vec4{at.Center[0], at.Center[1], at.Center[2], 1}).
			Vec3(), at.Radius}
	}
	counts, needless := [3]int{}, 0
	for cascade := range counts {
		pass := &crowdPass{shadow: true, cascade: cascade}
		for _, list := range c.collected.Lists {
			for _, part := range []uint64{1, hat} {
				first, end := pass.members(list)
				from, n, listed := c.showing(list, part, first, end)
				found := map[uint32]bool{}
				for i := range n {
					member := first + i
					if listed {
						member = int(c.collected.Entries[from+i])
					}
					found[uint32(member)] = true
				}
				for member := list.FirstCaster; member < list.End; member++ {
					slot := c.collected.Entries[2*member]
					want := s.renderer.cascades.list[cascade].volume.sphere(spheres[slot]) != outside
					want = want && (part != hat || !bare[slot])
					if next := cascade + 1; next < len(counts) { // its shadow falls where the next map is looked at
						want = want && s.renderer.cascades.list[next].inner.sphere(spheres[slot]) != inside
					}
					if want && !found[uint32(member)] {
						t.Fatalf("cascade %d: member %d with its part %#x is not drawn", cascade, member, part)
					}
					if !want && found[uint32(member)] {
						needless++ // as cascades before and after this one draw it
					}
				}
				counts[cascade] += n
			}
		}
	}
	if drawn := counts[0] + counts[1] + counts[2]; needless > drawn/20 {
		t.Errorf("%d of %d parts are drawn where their shadows are not looked at", needless, drawn)
	}
	if counts[2] == 0 || counts[2] > counts[1]/2 || counts[1] > counts[0]*3/4 {
		t.Errorf("the maps show %v parts, want fewer in finer ones", counts)
	}
}

func TestShadowCascadesAreChecked(t *testing.T) {
	s := newFixture(t, Options{})
	for _, row := range []struct {
		options Options
		want    string
	}{
		{Options{ShadowCascades: 4}, "expected 1 to 3 cascades, or 0 for the default, found 4"},
		{Options{ShadowCascades: -1}, "found -1"},
		{Options{ShadowSize: device(t).Limits().TextureSize, ShadowCascades: 2}, "the driver's limit, found 2 of"},
	} {
		if _, err := New(s.world, s.library, row.options); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%+v: the error is %v, want one with %q", row.options, err, row.want)
		}
	}
}

// The style may ask for another number of shadow maps in every frame, as far as there is room.
func TestTheStyleChoosesTheNumberOfShadowMaps(t *testing.T) {
	s, camera := newField(t, Options{Debug: true, ShadowSize: 256, ShadowCascades: 1})
	for _, row := range []struct{ asked, room, want int }{
		{0, 3, 1}, {3, 3, 3}, {2, 3, 2}, {1, 3, 1}, {9, 3, 3}, {3, 2, 2},
	} {
		s.renderer.Style.ShadowCascades, s.renderer.shadows.room = row.asked, row.room
		s.draw(camera)
		if got := len(s.renderer.ShadowMaps().FromWorld); got != row.want {
			t.Errorf("asked for %d with room for %d there are %d maps, want %d", row.asked, row.room, got, row.want)
		}
	}
}

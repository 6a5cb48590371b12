//go:build !js

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// levelShown returns the level of detail of the mesh of the only member, and whether it fades to
// the next one.
func (s *crowdFixture) levelShown() (level int, fades bool) {
	s.t.Helper()
	list := s.renderer.crowd.collected.Lists[0]
	part := &s.renderer.crowd.models[list.Kind].parts[0]
	return part.mesh.detail.level(list.Tolerance / part.scale), list.Fade != crowdstore.FadeNone
}

// differing returns how many pixels of two pictures differ by more than a threshold in a channel.
func differing(a, b *image.NRGBA, threshold int) (n int) {
	for i := 0; i < len(a.Pix); i += 4 {
		most := 0
		for c := range 3 {
			d := int(a.Pix[i+c]) - int(b.Pix[i+c])
			most = max(most, d, -d)
		}
		if most > threshold {
			n++
		}
	}
	return n
}

// farthestApart returns how many pixels the silhouettes of two pictures are apart at most, before
// a background, up to a limit.
func farthestApart(a, b, background *image.NRGBA, limit int) (worst int) {
	size := a.Rect.Size()
	covers := func(p *image.NRGBA, x, y int) bool {
		i := p.PixOffset(x, y)
		for c := range 3 {
			if d := int(p.Pix[i+c]) - int(background.Pix[i+c]); d > 24 || d < -24 {
				return true
			}
		}
		return false
	}
	for y := limit; y < size.Y-limit; y++ {
		for x := limit; x < size.X-limit; x++ {
			in, other := a, b
			if covers(b, x, y) {
				in, other = b, a
			}
			if !covers(in, x, y) || covers(other, x, y) {
				continue
			}
			nearest := limit
			for dy := -limit; dy <= limit; dy++ {
				for dx := -limit; dx <= limit; dx++ {
					if covers(other, x+dx, y+dy) {
						nearest = min(nearest, max(dx, -dx, dy, -dy))
					}
				}
			}
			worst = max(worst, nearest)
		}
	}
	return worst
}

// Where a member gets another level of detail, few pixels change, and its silhouette by two pixels
// at most: Style.PixelError of 1 is an error of about a pixel on both sides. A member passes every
// switch from 340 pixels of height to where it would be an impostor.
func TestSwitchOfLevels(t *testing.T) {
	const (
		fov, size  = 0.7, 360
		plain      = 64   // difference in a channel that is seen at once
		mostPlain  = 20   // pixels of a member that is 150 pixels high or higher
		plainSmall = 22   // pixels of a smaller one
		faint      = 32   // difference that is seen where it moves
		mostFaint  = 0.75 // pixels for each pixel of the member's height
		silhouette = 2    // pixels
		smallest   = 25   // pixels of the member's height
		switches   = 9    // at least
		leastShown = 1000 // pixels of the member where it is largest
	)
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.Style.NoGround = true
	s.resize(size, size)
	camera := Camera{Target: mgl32.Vec3{0, 0.9, 0}, FieldOfView: fov}
	at := func(px float64) {
		camera.Position = mgl32.Vec3{0, 0.9, float32(1.8 * size / (px * 2 * math.Tan(fov/2)))}
	}
	at(340)
	background := s.draw(camera)
	member := s.spawn(mgl32.HomogRotate3DY(0.6), "walk")
	must(member.SetSpeed(0))
	s.update(0.3)
	if n := differing(s.draw(camera), background, plain); n < leastShown {
		t.Fatalf("the member covers %d pixels", n)
	}
	last, found := 0, 0
	for px := 340.0; px > smallest; px /= math.Exp2(1.0 / 6) {
		at(px)
		s.renderer.Style.PixelError = 1
		after := s.draw(camera)
		level, fades := s.levelShown()
		for ; fades; _, fades = s.levelShown() {
			s.renderer.Style.PixelError *= 0.99
			after = s.draw(camera)
		}
		if level == last {
			continue
		}
		// From the same place at a level of less error: the one before the switch.
		before := after
		for finer := level; finer >= level || fades; finer, fades = s.levelShown() {
			s.renderer.Style.PixelError *= 0.98
			before = s.draw(camera)
		}
		clearly, faintly := differing(before, after, plain), differing(before, after, faint)
		apart := farthestApart(before, after, background, 4)
		t.Logf("%3.0f px: level %d to %d: %d pixels differ by more than %d of 255, %d by more than %d; "+
			"silhouettes by %d px", px, last, level, clearly, plain, faintly, faint, apart)
		most := mostPlain
		if px < 150 {
			most = plainSmall
		}
		if clearly > most || float64(faintly) > mostFaint*px || apart > silhouette {
			t.Errorf("%.0f px: level %d to %d: expected at most %d, %.0f and %d", px, last, level, most, mostFaint*px,
				silhouette)
		}
		last, found = level, found+1
	}
	if found < switches {
		t.Errorf("%d switches, expected at least %d", found, switches)
	}
}

// holes returns how many pixels of a picture show the background, in the midst of a member as
// another picture shows it.
func holes(p, whole, background *image.NRGBA) (n int) {
	apart := func(p *image.NRGBA, x, y int) (most int) {
		i := p.PixOffset(x, y)
		for c := range 3 {
			d := int(p.Pix[i+c]) - int(background.Pix[i+c])
			most = max(most, d, -d)
		}
		return most
	}
	const margin = 2 // pixels from the silhouette
	size := p.Rect.Size()
	for y := margin; y < size.Y-margin; y++ {
		for x := margin; x < size.X-margin; x++ {
			least := 255
			for dy := -margin; dy <= margin; dy++ {
				for dx := -margin; dx <= margin; dx++ {
					least = min(least, apart(whole, x+dx, y+dy))
				}
			}
			if least > 16 && apart(p, x, y) == 0 {
				n++
			}
		}
	}
	return n
}

// One level of detail replaces another little by little: as a member of 200 pixels goes away by a
// quarter of a percent of its distance, as fast as 3 m/s at 60 frames a second, few pixels change,
// besides those that its size changes, and it has no holes. So does one that becomes an impostor.
func TestLevelsFade(t *testing.T) {
	const (
		fov, size = 0.7, 240
		faint     = 24 // difference in a channel, of 255
		step      = 1.0025
	)
	s := newCrowdFixture(t, Options{Debug: true})
	s.renderer.Style.NoGround = true
	s.resize(size, size)
	background := s.draw(Camera{Position: mgl32.Vec3{0, 0.9, 5}, FieldOfView: fov})
	member := s.spawn(mgl32.HomogRotate3DY(0.6), "walk")
	must(member.SetSpeed(0))
	s.update(0.3)
	for _, c := range []struct {
		px                      float64
		error, impostors        func(along float32) float32 // in pixels
		steps, most, leastWhole int
		leastFades              int // steps in which it fades
		inner                   int // pixels that are looked at for holes, at least
	}{
		{
			200, func(along float32) float32 { return along }, func(float32) float32 { return 0 },
			220, 20, 60, 2 * 10, 1000,
		},
		// The ladder loses a rung that is too near to where impostors begin, and here they begin nearer
		// and nearer: at this size the member is not on that rung.
		{
			29, func(float32) float32 { return 1 }, func(along float32) float32 { return 56 * along },
			100, 14, 10, 10, 5,
		},
	} {
		camera := Camera{Target: mgl32.Vec3{0, 0.9, 0}, FieldOfView: fov}
		camera.Position = mgl32.Vec3{0, 0.9, float32(1.8 * size / (c.px * 2 * math.Tan(fov/2)))}
		var first, before *image.NRGBA
		fades, worst, along := 0, 0, float32(0.9)
		for range c.steps {
			s.renderer.Style.PixelError, s.renderer.crowd.impostorPixels = c.error(along), c.impostors(along)
			now := s.draw(camera)
			if first == nil {
				first, before = now, now
			}
			if s.renderer.crowd.collected.Lists[0].Fade != crowdstore.FadeNone {
				fades++
			}
			n := differing(before, now, faint)
			if worst = max(worst, n); n > c.most {
				t.Errorf("%v px, at %v: %d pixels differ by more than %d of 255, expected at most %d", c.px, along, n, faint,
					c.most)
			}
			if n := holes(now, first, background); n > 0 {
				t.Errorf("%v px, at %v: %d pixels show the background through it", c.px, along, n)
			}
			before, along = now, along*step
		}
		if holes(background, first, background) < c.inner {
			t.Errorf("%v px: too few pixels are looked at for holes", c.px)
		}
		whole := differing(first, before, faint)
		t.Logf("%v px: at most %d pixels differ between two pictures, %d between the first and the last; %d fade", c.px,
			worst, whole, fades)
		if whole < c.leastWhole || fades < c.leastFades {
			t.Errorf("%v px: expected more that differ and fade", c.px)
		}
	}
	if s.renderer.Stats().Impostors != 1 {
		t.Error("it is no impostor in the end")
	}
}

// A camera at rest sees the same picture in every frame, of members at all levels of detail, also
// where the first frame came from another place.
func TestNothingFlickersAtRest(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true, ShadowSize: 256})
	s.renderer.crowd.impostorPixels = 20 // so that there are both levels and impostors
	for i := range 14 {
		place := mgl32.Translate3D(float32(i%5)-2, 0, -0.25*float32(i*i))
		must(s.spawn(place, crowdClips[i%6]).SetSpeed(0))
	}
	s.resize(96, 72)
	camera := Camera{Position: mgl32.Vec3{0, 2.2, 6.5}, Target: mgl32.Vec3{0, 1, -3}, FieldOfView: 0.9}
	s.draw(camera)
	camera.Position[2] = 6
	s.update(0)
	first := s.draw(camera)
	if n := len(s.renderer.crowd.collected.Lists); n < 4 {
		t.Errorf("%d lists of members, expected more", n)
	}
	if n := s.renderer.Stats().Impostors; n < 3 {
		t.Errorf("%d impostors, expected at least 3", n)
	}
	for frame := range 300 {
		s.update(1.0 / 60)
		if n := differing(s.draw(camera), first, 0); n > 0 {
			t.Fatalf("frame %d: %d pixels differ from the first", frame, n)
		}
	}
}

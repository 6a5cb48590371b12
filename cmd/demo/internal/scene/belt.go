package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/ecs"
)

// The belts that those walk on who stay on the spot, in meters.
const (
	beltWide  = 0.36 // half its width
	beltLong  = 1.05 // half its length
	beltSlats = 0.3  // from one slat to the next
	beltEnd   = 0.17 // half the length of the covers at both ends, below which slats come and go
)

// belt is a belt in the ground, whose slats move back below those who walk on the spot.
type belt struct {
	slats    ecs.Entity
	x        float32
	distance float64        // that it has moved back so far, in meters
	speed    func() float64 // meters a second
}

// addBelt adds a belt below a character that looks along +Z on the x axis. Its slats move with the
// feet, at a speed in meters a second that may change.
func (s *Scene) addBelt(x float32, speed func() float64) error {
	frame := prop.Join(
		colored(steel, mgl32.Vec3{0.045, 0.035, beltLong}, mgl32.Vec3{-beltWide - 0.045, 0.012, 0}),
		colored(steel, mgl32.Vec3{0.045, 0.035, beltLong}, mgl32.Vec3{beltWide + 0.045, 0.012, 0}),
		colored(steel, mgl32.Vec3{beltWide + 0.09, 0.035, beltEnd}, mgl32.Vec3{0, 0.014, beltLong - beltEnd}),
		colored(steel, mgl32.Vec3{beltWide + 0.09, 0.035, beltEnd}, mgl32.Vec3{0, 0.014, beltEnd - beltLong}),
		colored(hallPaint, mgl32.Vec3{beltWide, 0.004, 0.02}, mgl32.Vec3{0, 0.048, beltLong - beltEnd}),
		colored(hallPaint, mgl32.Vec3{beltWide, 0.004, 0.02}, mgl32.Vec3{0, 0.048, beltEnd - beltLong}),
		prop.Moved(tile(mgl32.Vec3{0.02, 0.022, 0.026}, 2*beltWide, 2*beltLong, 0, 0), mgl32.Translate3D(0, 0.003, 0)),
	)
	if _, err := s.put("belt", mgl32.Vec3{1, 1, 1}, mgl32.Translate3D(x, 0, 0), frame); err != nil {
		return err
	}
	var slats []mesh.Primitive
	for z := float32(beltEnd - beltLong); z < beltLong-beltEnd+beltSlats/2; z += beltSlats {
		slats = append(slats, tile(mgl32.Vec3{0.085, 0.09, 0.1}, 2*beltWide-0.02, beltSlats/2, 0, z))
	}
	thing, err := s.put("slats", mgl32.Vec3{1, 1, 1}, mgl32.Ident4(), prop.Join(slats...))
	if err != nil {
		return err
	}
	b := &belt{slats: thing, x: x, speed: speed}
	s.belts = append(s.belts, b)
	remember(s, &b.distance)
	s.placeBelt(b)
	return nil
}

// runBelts moves the slats of all belts by a time in seconds, which is negative in scrubbing.
func (s *Scene) runBelts(seconds float64) {
	for _, b := range s.belts {
		b.distance += b.speed() * seconds
		s.placeBelt(b)
	}
}

func (s *Scene) placeBelt(b *belt) {
	past := b.distance - beltSlats*math.Floor(b.distance/beltSlats)
	s.move(b.slats, mgl32.Translate3D(b.x, 0.006, float32(-past)))
}

// pace returns the speed over the ground of a character that plays the clip "walk" or "run" at its
// own speed.
func (a *character) pace(clip string) float64 {
	speed := mannequin.WalkSpeed
	if clip == "run" {
		speed = mannequin.RunSpeed
	}
	if a.model.Name == "companion" {
		speed *= mannequin.CompanionSize
	}
	return speed
}

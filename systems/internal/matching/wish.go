package matching

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// Ground is where a character stands and the plane in which it moves.
type Ground struct {
	world, model exact.Affine // from model to world space, and back
}

// NewGround returns the ground of a character whose transform takes model to world space. If that
// has no inverse, both spaces are the same.
func NewGround(world *exact.Affine) Ground {
	model, ok := world.Inverse()
	if !ok || !exact.AllFinite(model[:]...) {
		return Ground{exact.IdentityAffine, exact.IdentityAffine}
	}
	return Ground{*world, model}
}

// The axes of model space on the ground, and that which points up.
const left, up, ahead = 0, 1, 2

// toWorld returns a point of the ground and a direction, by its angle to the left of ahead, in
// world space.
func (g *Ground) toWorld(p exact.Vec3, angle float64) components.WishPoint {
	var d exact.Vec3
	d[left], d[ahead] = exact.SinCos(angle)
	return components.WishPoint{Position: g.onGround(p), Direction: g.world.Direction(d).Normalized().Float32()}
}

// onGround returns a point as it is on the ground, in world space.
func (g *Ground) onGround(p exact.Vec3) mgl32.Vec3 {
	p[up] = 0
	return g.world.Point(p).Float32()
}

// point returns a point in world space in model space. One that is not finite is the character's
// own place.
func (g *Ground) point(p mgl32.Vec3) exact.Vec3 {
	v := g.model.Point(exact.ToVec3(p))
	if !v.IsFinite() {
		return exact.Vec3{}
	}
	return v
}

// direction returns the angle of a direction in world space to the left of ahead, and reports
// whether it has one.
func (g *Ground) direction(d mgl32.Vec3) (angle float64, ok bool) {
	v := g.model.Direction(exact.ToVec3(d))
	if !v.IsFinite() || v[left] == 0 && v[ahead] == 0 {
		return 0, false
	}
	return exact.Atan2(v[left], v[ahead]), true
}

// Seen returns a point of a wish as the character sees it.
func (g *Ground) Seen(p *components.WishPoint) matching.Point {
	at, to := g.point(p.Position), g.model.Direction(exact.ToVec3(p.Direction))
	to[up] = 0
	if to = to.Normalized(); !to.IsFinite() || to == (exact.Vec3{}) {
		to = exact.Vec3{ahead: 1}
	}
	return matching.Point{
		X: float32(at[left]), Z: float32(at[ahead]), DirectionX: float32(to[left]), DirectionZ: float32(to[ahead]),
	}
}

// slowest is the speed in meters a second below which a wish without a Facing keeps its direction.
const slowest = 0.05

// Springs are those that moved the last wish: mostly the next one has the same half-lives and times.
type Springs struct {
	moves, turns [1 + components.MaxWishPoints]spring
}

// spring is a spring with what it was made of.
type spring struct {
	halfLife float32
	made     bool
	seconds  float64
	exact.Spring
}

// after returns the spring with a half-life after some seconds.
func (s *spring) after(halfLife float32, seconds float64) *exact.Spring {
	if !s.made || s.halfLife != halfLife || s.seconds != seconds {
		*s = spring{halfLife, true, seconds, exact.NewSpring(halfLife, seconds)}
	}
	return &s.Spring
}

// Move moves the Place of a wish by some seconds, unless it is given, and predicts its points at
// times in seconds from then.
func (s *Springs) Move(w *components.Wish, g *Ground, seconds float64, times []float64) {
	if !w.Started || !isFinite(w) {
		if !w.Given {
			w.Place = g.toWorld(exact.Vec3{}, 0)
		}
		w.Moving, w.Gaining, w.Turning, w.Started = mgl32.Vec3{}, mgl32.Vec3{}, 0, true
	}
	if w.Given {
		return
	}
	goal := w.Velocity
	if !exact.AllFinite(goal[:]...) {
		goal = mgl32.Vec3{}
	}
	facing := w.Facing
	if _, ok := g.direction(facing); !ok {
		if facing = goal; !(exact.ToVec3(goal).Length() > slowest) {
			facing = w.Place.Direction
		}
	}
	wished, _ := g.direction(facing)
	now, _ := g.direction(w.Place.Direction)
	away, turning := exact.Wrap(now-wished, -math.Pi, math.Pi), float64(w.Turning)

	move, turn := s.moves[0].after(w.HalfLife, seconds), s.turns[0].after(w.TurnHalfLife, seconds)
	var position, moving, gaining exact.Vec3
	for i := range 3 {
		to := float64(goal[i])
		position[i] = float64(w.Place.Position[i]) + float64(to*seconds) +
			move.Travel(float64(w.Moving[i])-to, float64(w.Gaining[i]))
		moving[i], gaining[i] = move.At(float64(w.Moving[i])-to, float64(w.Gaining[i]))
		moving[i] += to
	}
	away, turning = turn.At(away, turning)
	w.Place = g.toWorld(g.point(position.Float32()), wished+away)
	w.Moving, w.Gaining, w.Turning = moving.Float32(), gaining.Float32(), float32(turning)

	for k, time := range times[:min(len(times), len(w.Points))] {
		move, turn := s.moves[1+k].after(w.HalfLife, time), s.turns[1+k].after(w.TurnHalfLife, time)
		var there exact.Vec3
		for i := range 3 {
			to := float64(goal[i])
			there[i] = float64(w.Place.Position[i]) + float64(to*time) + move.Travel(moving[i]-to, gaining[i])
		}
		remaining, _ := turn.At(away, turning)
		w.Points[k] = g.toWorld(g.point(there.Float32()), wished+remaining)
	}
}

// isFinite reports whether all numbers are finite by which a wish goes on.
func isFinite(w *components.Wish) bool {
	for _, v := range [...]*mgl32.Vec3{&w.Place.Position, &w.Place.Direction, &w.Moving, &w.Gaining} {
		if !exact.AllFinite(v[:]...) {
			return false
		}
	}
	return exact.IsFinite(w.Turning)
}

// AlongPath writes the Place and the points of a wish: those of a path through points in world
// space, at a distance in meters from its beginning, and after moving on at a speed in meters a
// second for each of the times. Directions are those of the path. Before the beginning and after
// the end of the path it stands still. It reports whether the path has a direction.
func AlongPath(w *components.Wish, path []mgl32.Vec3, distance, speed float64, times []float64) bool {
	place, ok := onPath(path, distance)
	if !ok {
		return false
	}
	w.Given, w.Place = true, place
	for k, time := range times[:min(len(times), len(w.Points))] {
		w.Points[k], _ = onPath(path, distance+float64(speed*time))
	}
	return true
}

// onPath returns the point of a path at a distance from its beginning.
func onPath(path []mgl32.Vec3, distance float64) (found components.WishPoint, ok bool) {
	if distance != distance {
		distance = 0
	}
	for i := 1; i < len(path); i++ {
		from, to := exact.ToVec3(path[i-1]), exact.ToVec3(path[i])
		step := to.Sub(from)
		length := step.Length()
		if !exact.IsFinite(length) || !(length > 0) {
			continue
		}
		found.Direction = step.Scale(1 / length).Float32()
		if !(distance > length) {
			found.Position = from.AddScaled(max(distance, 0)/length, step).Float32()
			return found, true
		}
		found.Position, ok = path[i], true
		distance -= length
	}
	return found, ok
}

// HoldDrift brings a wish and its character within the distance that the wish sets: it moves the
// Place, or if that is given and the character may be moved, the character's matrix. It reports
// whether that changed.
func HoldDrift(w *components.Wish, g *Ground, matrix *mgl32.Mat4) (moved bool) {
	place := g.onGround(g.point(w.Place.Position))
	if !w.Given { // it is on the ground of the character
		w.Place.Position = place
	}
	apart := exact.ToVec3(place).Sub(g.world.Translation())
	distance, most := apart.Length(), max(float64(w.MaxDrift), 0)
	if !(distance > most) || !exact.IsFinite(distance) {
		return false
	}
	back := apart.Scale((distance - most) / distance)
	if !w.Given {
		w.Place.Position = exact.ToVec3(place).Sub(back).Float32()
		return false
	}
	if matrix == nil {
		return false
	}
	for i, by := range back {
		matrix[12+i] = float32(float64(matrix[12+i]) + by)
	}
	return true
}

package matching

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// Ground is where a character stands and the plane in which it moves.
type Ground struct {
	world, model exact.Affine // from model to world space, and back
}

// StandOn makes it the ground of a character whose transform has this matrix from model to world
// space, or nil if it has none. If the matrix has no inverse, both spaces are the same.
func (g *Ground) StandOn(matrix *mgl32.Mat4) {
	if matrix != nil {
		w := &g.world
		for r := range 3 {
			for c := range 4 {
				w[4*r+c] = float64(matrix[4*c+r])
			}
		}
		if g.model.SetInverse(&g.world) && exact.XYZ(g.model[3], g.model[7], g.model[11]).IsFinite() {
			return
		}
	}
	g.world, g.model = exact.IdentityAffine, exact.IdentityAffine
}

// The model space has X to the left of the character, Y up and Z ahead.

// write writes a point in model space as it is on the ground, and a direction, by the sine and cosine
// of its angle to the left of ahead, in world space. It writes number by number: a processor waits
// where an array is copied whose numbers were written one by one just before.
func (g *Ground) write(at *components.WishPoint, p exact.Vector, sin, cos float64) {
	position, direction := g.onGround(p), g.world.DirectionXYZ(exact.XYZ(sin, 0, cos)).Normalized()
	at.Position[0], at.Position[1], at.Position[2] = float32(position.X), float32(position.Y), float32(position.Z)
	at.Direction[0], at.Direction[1], at.Direction[2] =
		float32(direction.X), float32(direction.Y), float32(direction.Z)
}

// onGround returns a point in model space as it is on the ground, in world space.
func (g *Ground) onGround(p exact.Vector) exact.Vector {
	return g.world.PointXYZ(exact.XYZ(p.X, 0, p.Z))
}

// point returns a point in world space in model space. One that is not finite is the character's
// own place.
func (g *Ground) point(p exact.Vector) exact.Vector {
	v := g.model.PointXYZ(p)
	if !v.IsFinite() {
		return exact.Vector{}
	}
	return v
}

// direction returns the angle of a direction in world space to the left of ahead, and reports
// whether it has one.
func (g *Ground) direction(d mgl32.Vec3) (angle float64, ok bool) {
	v := g.model.DirectionXYZ(exact.ToVector(d))
	if !v.IsFinite() || v.X == 0 && v.Z == 0 {
		return 0, false
	}
	return exact.Atan2(v.X, v.Z), true
}

// Seen returns a point of a wish as the character sees it.
func (g *Ground) Seen(p *components.WishPoint) search.Point {
	at, to := g.point(exact.ToVector(p.Position)), g.model.DirectionXYZ(exact.ToVector(p.Direction))
	to.Y = 0
	if to = to.Normalized(); !to.IsFinite() || to == (exact.Vector{}) {
		to = exact.XYZ(0, 0, 1)
	}
	return search.Point{
		X: float32(at.X), Z: float32(at.Z), DirectionX: float32(to.X), DirectionZ: float32(to.Z),
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
			g.write(&w.Place, exact.Vector{}, 0, 1)
		}
		w.Moving, w.Gaining, w.Turning, w.Started = mgl32.Vec3{}, mgl32.Vec3{}, 0, true
	}
	if w.Given {
		return
	}
	goal := exact.ToVector(w.Velocity)
	if !goal.IsFinite() {
		goal = exact.Vector{}
	}
	wished, ok := 0.0, false
	if w.Facing != (mgl32.Vec3{}) {
		wished, ok = g.direction(w.Facing)
	}
	if !ok {
		facing := w.Place.Direction
		if goal.Length() > slowest {
			facing = w.Velocity
		}
		wished, _ = g.direction(facing)
	}
	now, _ := g.direction(w.Place.Direction)
	away, turning := exact.Wrap(now-wished, -math.Pi, math.Pi), float64(w.Turning)

	move, turn := s.moves[0].after(w.HalfLife, seconds), s.turns[0].after(w.TurnHalfLife, seconds)
	beyond, gaining := exact.ToVector(w.Moving).Sub(goal), exact.ToVector(w.Gaining)
	place := exact.ToVector(w.Place.Position)
	position := ahead(place, goal, seconds, move, beyond, gaining)
	beyond.X, gaining.X = move.At(beyond.X, gaining.X)
	beyond.Y, gaining.Y = move.At(beyond.Y, gaining.Y)
	beyond.Z, gaining.Z = move.At(beyond.Z, gaining.Z)
	moving := beyond.Add(goal)
	away, turning = turn.At(away, turning)
	sin, cos := exact.SinCos(wished + away)
	g.write(&w.Place, g.point(position), sin, cos)
	w.Moving, w.Gaining, w.Turning = moving.Float32(), gaining.Float32(), float32(turning)

	place, beyond = exact.ToVector(w.Place.Position), moving.Sub(goal)
	times = times[:min(len(times), len(w.Points))]
	var sins, cosines [components.MaxWishPoints]float64 // those of all points first: they do not wait for each other
	for k, time := range times {
		remaining, _ := s.turns[1+k].after(w.TurnHalfLife, time).At(away, turning)
		sins[k], cosines[k] = exact.SinCos(wished + remaining)
	}
	for k, time := range times {
		move := s.moves[1+k].after(w.HalfLife, time)
		g.write(&w.Points[k], g.point(ahead(place, goal, time, move, beyond, gaining)), sins[k], cosines[k])
	}
}

// ahead returns where a place is some seconds later that moves at the velocity of a goal, beyond
// which it has another velocity and acceleration, which a spring takes away.
func ahead(place, goal exact.Vector, seconds float64, s *exact.Spring, beyond, gaining exact.Vector) exact.Vector {
	return exact.XYZ(
		rounded(place.X+float64(goal.X*seconds)+s.Travel(beyond.X, gaining.X)),
		rounded(place.Y+float64(goal.Y*seconds)+s.Travel(beyond.Y, gaining.Y)),
		rounded(place.Z+float64(goal.Z*seconds)+s.Travel(beyond.Z, gaining.Z)),
	)
}

// rounded returns a number as the float32 of a component holds it.
func rounded(x float64) float64 { return float64(float32(x)) }

// isFinite reports whether all numbers are finite by which a wish goes on.
func isFinite(w *components.Wish) bool {
	return exact.ToVector(w.Place.Position).IsFinite() && exact.ToVector(w.Place.Direction).IsFinite() &&
		exact.ToVector(w.Moving).IsFinite() && exact.ToVector(w.Gaining).IsFinite() && exact.IsFinite(w.Turning)
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

// HoldDrift brings the wish of a character and the character within the distance that the wish sets:
// it moves the Place, or if that is given and the character may be moved, its matrix. It reports
// whether that changed.
func HoldDrift(c *Character, mayMove bool) (moved bool) {
	var g Ground
	g.StandOn(c.Matrix)
	w := c.Wish
	place := g.onGround(g.point(exact.ToVector(w.Place.Position)))
	place = exact.XYZ(rounded(place.X), rounded(place.Y), rounded(place.Z))
	if !w.Given { // it is on the ground of the character
		w.Place.Position = place.Float32()
	}
	apart := place.Sub(exact.XYZ(g.world[3], g.world[7], g.world[11]))
	distance, most := apart.Length(), max(float64(w.MaxDrift), 0)
	if !(distance > most) || !exact.IsFinite(distance) {
		return false
	}
	back := apart.Scale((distance - most) / distance)
	if !w.Given {
		w.Place.Position = place.Sub(back).Float32()
		return false
	}
	if c.Matrix == nil || !mayMove {
		return false
	}
	for i, by := range back.Vec3() {
		c.Matrix[12+i] = float32(float64(c.Matrix[12+i]) + by)
	}
	return true
}

package matching

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// Ground is where a character stands and the plane in which it moves.
type Ground struct {
	world, model exact.Affine // from model to world space, and back
	up           clip.UpAxis
}

// NewGround returns the ground of a character whose transform takes model to world space. If that
// has no inverse, both spaces are the same.
func NewGround(world *exact.Affine, up clip.UpAxis) Ground {
	model, ok := world.Inverse()
	if !ok || !exact.AllFinite(model[:]...) {
		return Ground{exact.IdentityAffine, exact.IdentityAffine, up}
	}
	return Ground{*world, model, up}
}

// axes returns the indices of the axes of the ground in model space, ahead and to the left, and of
// that which points up.
func (g *Ground) axes() (ahead, left, up int) {
	if g.up == clip.UpZ {
		return 0, 1, 2
	}
	return 2, 0, 1
}

// toWorld returns a point of the ground, in meters ahead and to the left, and a direction by its
// angle to the left of ahead, in world space.
func (g *Ground) toWorld(ahead, left, angle float64) components.WishPoint {
	a, b, _ := g.axes()
	var p, d exact.Vec3
	p[a], p[b] = ahead, left
	sin, cos := exact.SinCos(angle)
	d[a], d[b] = cos, sin
	return components.WishPoint{
		Position: g.world.Point(p).Float32(), Direction: g.world.Direction(d).Normalized().Float32(),
	}
}

// Point returns a point in world space on the ground, in model space: meters ahead and to the left.
// The numbers of a point that is not finite are 0.
func (g *Ground) Point(p mgl32.Vec3) (ahead, left float64) {
	a, b, _ := g.axes()
	v := g.model.Point(exact.ToVec3(p))
	if !v.IsFinite() {
		return 0, 0
	}
	return v[a], v[b]
}

// direction returns a direction in world space on the ground, and reports whether it has one.
func (g *Ground) direction(d mgl32.Vec3) (ahead, left float64, ok bool) {
	a, b, _ := g.axes()
	v := g.model.Direction(exact.ToVec3(d))
	if !v.IsFinite() || v[a] == 0 && v[b] == 0 {
		return 0, 0, false
	}
	return v[a], v[b], true
}

// Direction returns a direction in world space on the ground, in model space and of length 1: its
// parts ahead and to the left. Of a direction that is not finite, zero or upright it is ahead.
func (g *Ground) Direction(d mgl32.Vec3) (ahead, left float64) {
	ahead, left, ok := g.direction(d)
	if !ok {
		return 1, 0
	}
	length := math.Sqrt(float64(ahead*ahead) + float64(left*left))
	if ahead /= length; !exact.AllFinite(ahead, left/length) {
		return 1, 0
	}
	return ahead, left / length
}

// slowest is the speed in meters a second below which a wish without a Facing keeps its direction.
const slowest = 0.05

// MoveWish moves the Place of a wish by some seconds, unless it is given, and predicts its points
// at times in seconds from then.
func MoveWish(w *components.Wish, g *Ground, seconds float64, times []float64) {
	if !w.Started || !isFinite(w) {
		if !w.Given {
			w.Place = g.toWorld(0, 0, 0)
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
	if _, _, ok := g.direction(facing); !ok {
		if facing = goal; !(exact.ToVec3(goal).Length() > slowest) {
			facing = w.Place.Direction
		}
	}
	angle := func(d mgl32.Vec3) float64 {
		ahead, left := g.Direction(d)
		return exact.Atan2(left, ahead)
	}
	wished := angle(facing)
	t := turner{angle: wished, away: turned(angle(w.Place.Direction) - wished), turning: float64(w.Turning)}

	move, turn := exact.NewSpring(w.HalfLife, seconds), exact.NewSpring(w.TurnHalfLife, seconds)
	var position, moving, gaining exact.Vec3
	for i := range 3 {
		to := float64(goal[i])
		position[i] = float64(w.Place.Position[i]) + float64(to*seconds) +
			move.Travel(float64(w.Moving[i])-to, float64(w.Gaining[i]))
		moving[i], gaining[i] = move.At(float64(w.Moving[i])-to, float64(w.Gaining[i]))
		moving[i] += to
	}
	t.away, t.turning = turn.At(t.away, t.turning)
	ahead, left := g.Point(position.Float32())
	w.Place = g.toWorld(ahead, left, t.angle+t.away)
	w.Moving, w.Gaining, w.Turning = moving.Float32(), gaining.Float32(), float32(t.turning)

	for k, time := range times[:min(len(times), len(w.Points))] {
		move, turn := exact.NewSpring(w.HalfLife, time), exact.NewSpring(w.TurnHalfLife, time)
		var there exact.Vec3
		for i := range 3 {
			to := float64(goal[i])
			there[i] = float64(w.Place.Position[i]) + float64(to*time) + move.Travel(moving[i]-to, gaining[i])
		}
		away, _ := turn.At(t.away, t.turning)
		ahead, left := g.Point(there.Float32())
		w.Points[k] = g.toWorld(ahead, left, t.angle+away)
	}
}

// turner is a direction that turns toward another one: radians to the left.
type turner struct {
	angle         float64 // wished
	away, turning float64 // from it, and the velocity of that in radians a second
}

// turned returns an angle in radians brought to -π to π.
func turned(angle float64) float64 {
	return angle - float64(2*math.Pi*math.Floor((angle+math.Pi)/(2*math.Pi)))
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
	ahead, left := g.Point(w.Place.Position)
	if !w.Given {
		_, _, up := g.axes() // the place is on the ground of the character
		if height := g.model.Point(exact.ToVec3(w.Place.Position))[up]; height != 0 {
			w.Place.Position = g.toWorld(ahead, left, 0).Position
		}
	}
	place := g.toWorld(ahead, left, 0).Position
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

package roam

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/components"
)

// Period is the duration of the course in seconds, after which it begins anew.
const Period = 24

// gearSpeeds are the speeds of each gear, in meters per second.
var gearSpeeds = [...]float64{0, mannequin.WalkSpeed, mannequin.RunSpeed}

const (
	turnRate    = 2.2 // radians per second while a key is held
	sideSpeed   = 0.4 // meters per second sideways
	backSpeed   = 0.9
	arrived     = 0.2 // meters from a place where the character stops
	slowWithin  = 1.2 // meters from a place where it slows down
	runFrom     = 4.0 // meters from a place from which it runs
	slowestWalk = 0.35
)

// steering is what the character is asked to do.
type steering struct {
	gear        int // index into gearSpeeds
	left, right bool
	heading     float64 // of the wished velocity, in radians to the left of +Z
	keepsFacing bool    // the character goes aside and back in place of turning
	facing      float64 // while it does

	goes bool       // to a place
	to   mgl32.Vec3 // in world space
}

// leg is a part of the course.
type leg struct {
	until   float64 // seconds from the beginning of the course
	gear    int
	turn    float64 // radians to the left at once, where the leg begins
	curve   float64 // -1 to 1 of turnRate while it lasts
	sideway bool
}

// course leads the character until somebody steers.
var course = []leg{
	{until: 0.4},
	{until: 2.8, gear: 1},
	{until: 5, gear: 2},
	{until: 6.4, gear: 2, curve: 0.8},
	{until: 7.6, gear: 2},
	{until: 10, gear: 2, turn: math.Pi},
	{until: 11.6, gear: 1, curve: -0.7},
	{until: 12.6, gear: 1},
	{until: 14.2, gear: 1, turn: math.Pi / 2, sideway: true},
	{until: 15.8, gear: 1, turn: math.Pi, sideway: true},
	{until: 17.6, gear: 1, turn: math.Pi / 2, sideway: true},
	{until: 18.3},
	{until: 19.5, turn: 2},
	{until: 23.3, gear: 2, turn: -2.6},
	{until: Period, turn: 0.4},
}

// follow does what the course asks for at a time, seconds after the time before.
func (s *steering) follow(time, seconds float64) {
	i := 0
	for i+1 < len(course) && time >= course[i].until {
		i++
	}
	l, begin := &course[i], 0.0
	if i > 0 {
		begin = course[i-1].until
	}
	if time-seconds < begin { // the leg begins
		if l.sideway && !s.keepsFacing {
			s.facing = s.heading
		}
		if s.keepsFacing && !l.sideway {
			s.heading = s.facing
		}
		s.keepsFacing = l.sideway
		s.heading += l.turn
	}
	s.gear = l.gear
	s.heading += l.curve * turnRate * seconds
}

// press carries out an action that changes where the character goes.
func (s *steering) press(action locomotion.Action) {
	s.goes = false
	switch action {
	case locomotion.Faster:
		s.gear = min(s.gear+1, len(gearSpeeds)-1)
	case locomotion.Slower:
		s.gear = max(s.gear-1, 0)
	case locomotion.Left:
		s.left = true
	case locomotion.Right:
		s.right = true
	case locomotion.Jump: // there is no jump in the database: space stops
		s.gear = 0
	case locomotion.Wave:
		s.keepsFacing = !s.keepsFacing
		if s.keepsFacing {
			s.facing = s.heading
		} else if s.gear == 0 {
			s.heading = s.facing
		}
	}
}

// wish writes what is asked for into the wish of the character, which is at a place.
func (s *steering) wish(w *components.Wish, at mgl32.Vec3, seconds float64) {
	if s.left {
		s.heading += turnRate * seconds
	}
	if s.right {
		s.heading -= turnRate * seconds
	}
	speed := gearSpeeds[s.gear]
	if s.goes {
		speed = s.approach(at)
	}
	if s.keepsFacing {
		aside := math.Abs(math.Sin(s.heading - s.facing))
		speed = min(speed, aside*sideSpeed+(1-aside)*backSpeed)
	}
	w.Velocity = direction(s.heading).Mul(float32(speed))
	w.Facing = direction(s.heading)
	if s.keepsFacing {
		w.Facing = direction(s.facing)
	}
}

// approach turns to the place where the character goes, and returns its speed.
func (s *steering) approach(at mgl32.Vec3) (speed float64) {
	way := s.to.Sub(at)
	way[1] = 0
	distance := float64(way.Len())
	if distance < arrived {
		s.goes, s.gear = false, 0
		return 0
	}
	s.heading = math.Atan2(float64(way[0]), float64(way[2]))
	switch {
	case distance > runFrom:
		s.gear = 2
	case distance < runFrom-1 || s.gear == 0:
		s.gear = 1
	}
	return min(gearSpeeds[s.gear], max(slowestWalk, gearSpeeds[1]*distance/slowWithin+0.5*max(0, distance-slowWithin)))
}

// direction returns the direction of a heading.
func direction(heading float64) mgl32.Vec3 {
	sin, cos := math.Sincos(heading)
	return mgl32.Vec3{float32(sin), 0, float32(cos)}
}

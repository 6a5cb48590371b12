package scene

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// Period is how many seconds the show takes to come back to how it began, so that a film of that length has no seam. All
// the mannequin's clips fit into it a whole number of times at nearly their own speed.
const Period = 4.2

// spot is a place in the group, and what is done there.
type member struct {
	x, z   float64 // meters
	yaw    float64 // degrees
	clip   string
	phase  float64 // of the clip, 0 to 1
	colors int     // which of the dressed models
}

var group = []member{
	{-1.05, -0.75, 6, "dance", 0, 1},
	{1.05, -0.75, -6, "dance", 0, 2},
	{-2.1, -1.45, 10, "jump", 0.05, 3},
	{2.1, -1.45, -10, "jump", 0.55, 4},
	{0.1, -2, 0, "wave", 0.3, 5},
}

// leader is in front, and does one thing after the other.
var leader = member{0, 0.35, 0, "wave", 0, 0}

// headroom is the height up to which the picture shows all of the group, meters; what jumps higher has the sky.
const visibleHeight = 1.9

// column is a row of characters who move along a straight line behind the group, from one end of it to the other and, out of
// the picture, back to the first. After a period each is where steps places before him another was, who looks and moves
// the same.
type column struct {
	clip      string
	speed     float64 // of the clip, meters a second
	z         float64 // meters
	count     int     // a multiple of steps
	cycle     int
	direction float64 // +1: to the right, -1: to the left
	colors    int     // which of the dressed models the first wears; the others those behind it
}

var columns = []column{
	{"run", mannequin.RunSpeed, -3.2, 8, 4, 1, 2},
	{"walk", mannequin.WalkSpeed, -4.1, 6, 2, -1, 0},
}

// NewShow is a group of mannequins who dance, jump and wave, with others walking and running past behind them.
func NewShow(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	models, err := Recolored(library, model)
	if err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 0, 10, 0.92
	for _, at := range group {
		if _, err := s.cycle(models[at.colors], at.place(), at.clip, at.phase); err != nil {
			return nil, err
		}
	}
	first, err := s.add(models[leader.colors], leader.place(), model.Clip(leader.clip), leader.phase)
	if err != nil {
		return nil, err
	}
	first.period = Period
	first.cues = []scheduledFade{
		{0.1, model.Clip("wave"), 350 * time.Millisecond},
		{1.9, model.Clip("dance"), 400 * time.Millisecond},
	}
	seen := s.bounds // those who pass by come from outside the picture
	for _, c := range columns {
		if err := s.addColumn(c, models); err != nil {
			return nil, err
		}
	}
	seen.Max[1] = visibleHeight
	s.bounds = seen
	if err := s.Update(Period); err != nil { // so that every fade has been met
		return nil, err
	}
	s.time = 0
	return s, nil
}

func (at member) place() mgl32.Mat4 {
	return mgl32.Translate3D(float32(at.x), 0, float32(at.z)).Mul4(mgl32.HomogRotate3DY(float32(at.yaw * math.Pi / 180)))
}

// cycle adds a character that repeats a clip, at nearly its own speed, a whole number of times in a period.
func (s *Scene) cycle(model *assets.Model, place mgl32.Mat4, name string, phase float64) (*character, error) {
	a, err := s.add(model, place, model.Clip(name), phase)
	if err != nil {
		return nil, err
	}
	return a, s.animation.Player(a.entity).SetSpeed(float32(s.wholeSpeed(model.Clip(name))))
}

// wholeSpeed returns the speed at which a clip is over a whole number of times in a period.
func (s *Scene) wholeSpeed(id assets.ClipID) float64 {
	clip := s.library.Clip(id)
	if clip == nil || !(clip.Duration() > 0) {
		return 1
	}
	return max(1, math.Round(Period/clip.Duration())) * clip.Duration() / Period
}

func (s *Scene) addColumn(c column, models []*assets.Model) error {
	speed := c.speed * s.wholeSpeed(models[0].Clip(c.clip))
	spacing := speed * Period / float64(c.cycle)
	length := spacing * float64(c.count)
	turn := mgl32.HomogRotate3DY(float32(c.direction * math.Pi / 2))
	for i := range c.count {
		kind := i % c.cycle
		path := func(seconds float64) mgl32.Mat4 {
			along := math.Mod(spacing*float64(i)+speed*seconds, length) - length/2
			return mgl32.Translate3D(float32(c.direction*along), 0, float32(c.z)).Mul4(turn)
		}
		a, err := s.cycle(models[(kind+c.colors)%len(models)], path(0), c.clip, math.Mod(0.37*float64(kind), 1))
		if err != nil {
			return err
		}
		a.path = path
	}
	return nil
}

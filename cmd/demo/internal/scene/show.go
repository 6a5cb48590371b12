package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// Period is the duration of the show in seconds. After it the scene looks as at its beginning, so
// that a recording of that length loops without a seam. Clips are slowed down or sped up a little,
// such that each fits a whole number of times.
const Period = 4.2

// member is a character of the group.
type member struct {
	x, z   float64 // meters
	yaw    float64 // degrees
	clip   string
	phase  float64 // of the clip, 0 to 1
	colors int     // index of the model in its cast
}

// group is of the models of [cast].
var group = []member{
	{-1.05, -0.75, 6, "dance", 0, 3},
	{1.05, -0.75, -6, "dance", 0, 1},
	{-2.1, -1.45, 10, "jump", 0.05, 2},
	{2.1, -1.45, -10, "jump", 0.55, 5},
	{0.1, -2, 0, "wave", 0.3, 7},
}

// leader stands in front and plays several clips in turn.
var leader = member{0, 0.35, 0, "wave", 0, 0}

// visibleHeight is the height, in meters, up to which the image shows the whole group. Jumps may
// leave the image.
const visibleHeight = 1.9

// column is a row of characters that move along a straight line behind the group. A character that
// leaves the row at one end, outside the image, enters at the other. After a period each character
// has moved to the starting position of the one cycle places ahead of it, which has the same colors
// and phase.
type column struct {
	clip      string
	speed     float64 // of the clip, in meters per second
	z         float64 // meters
	count     int     // a multiple of cycle
	cycle     int
	direction float64 // +1 to the right, -1 to the left
	colors    int     // index of the first character's color scheme; the next ones follow in turn
}

var columns = []column{
	{"run", mannequin.RunSpeed, -3.2, 8, 4, 1, 2},
	{"walk", mannequin.WalkSpeed, -4.1, 6, 2, -1, 0},
}

// NewShow returns a scene of a group of mannequins and companions that dance, jump and wave, while
// mannequins walk and run past behind them.
func NewShow(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newCastScene(library, model)
	if err != nil {
		return nil, err
	}
	passing, err := Recolored(library, model)
	if err != nil {
		return nil, err
	}
	if err := s.addCourt(area{half: 4.6, back: 6.5}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 0, 10, 0.92
	for _, at := range group {
		if _, err := s.addLooping(models[at.colors], at.transform(), at.clip, at.phase); err != nil {
			return nil, err
		}
	}
	first, err := s.add(models[leader.colors], leader.transform(), model.Clip(leader.clip), leader.phase)
	if err != nil {
		return nil, err
	}
	feet, err := s.placeFeet(first.model, level)
	if err != nil {
		return nil, err
	}
	if err := s.standOn(first, feet); err != nil {
		return nil, err
	}
	first.period = Period
	first.fades = []scheduledFade{
		{at: 0.1, clip: model.Clip("wave"), duration: 0.35},
		{at: 1.9, clip: model.Clip("dance"), duration: 0.4},
	}
	seen := s.bounds // the columns extend beyond the image
	for _, c := range columns {
		if err := s.addColumn(c, passing); err != nil {
			return nil, err
		}
	}
	seen.Max[1] = visibleHeight
	s.bounds = seen
	s.longest = 1.0 / 60                     // the leader's feet remember where they stood
	if err := s.Update(Period); err != nil { // so that the first period looks like every other
		return nil, err
	}
	s.time = 0
	return s, nil
}

func (at member) transform() mgl32.Mat4 {
	return mgl32.Translate3D(float32(at.x), 0, float32(at.z)).
		Mul4(mgl32.HomogRotate3DY(float32(at.yaw * math.Pi / 180)))
}

// addLooping adds a character that loops a clip a whole number of times in a period, at nearly the
// clip's own speed.
func (s *Scene) addLooping(model *assets.Model, transform mgl32.Mat4, name string, phase float64) (*character, error) {
	a, err := s.add(model, transform, model.Clip(name), phase)
	if err != nil {
		return nil, err
	}
	return a, s.animation.Player(a.entity).SetSpeed(float32(loopingSpeed(s.library.Clip(model.Clip(name)))))
}

// loopingSpeed returns the playback speed at which a clip loops a whole number of times in a
// period.
func loopingSpeed(clip *assets.Clip) float64 {
	if clip == nil || !(clip.Duration() > 0) {
		return 1
	}
	return max(1, math.Round(Period/clip.Duration())) * clip.Duration() / Period
}

func (s *Scene) addColumn(c column, models []*assets.Model) error {
	speed := c.speed * loopingSpeed(s.library.Clip(models[0].Clip(c.clip)))
	spacing := speed * Period / float64(c.cycle)
	length := spacing * float64(c.count)
	turn := mgl32.HomogRotate3DY(float32(c.direction * math.Pi / 2))
	for i := range c.count {
		kind := i % c.cycle
		path := func(seconds float64) mgl32.Mat4 {
			along := math.Mod(spacing*float64(i)+speed*seconds, length) - length/2
			return mgl32.Translate3D(float32(c.direction*along), 0, float32(c.z)).Mul4(turn)
		}
		a, err := s.addLooping(models[(kind+c.colors)%len(models)], path(0), c.clip, math.Mod(0.37*float64(kind), 1))
		if err != nil {
			return err
		}
		a.path = path
	}
	return nil
}

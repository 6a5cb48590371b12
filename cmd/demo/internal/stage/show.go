package stage

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// Period is how many seconds the show takes to come back to how it began, so that a film of that length has no seam.
const Period = 4.4

// ring is a row of characters that go round in a circle. After a period they have moved up by Steps places each, and
// whoever is Steps places behind looks and moves the same.
type ring struct {
	clip  string
	speed float64 // of the clip, metres a second
	count int     // a multiple of steps
	steps int
	turn  float64 // 1: counter-clockwise seen from above, -1: clockwise
}

var rings = []ring{
	{"walk", mannequin.WalkSpeed, 12, 3, 1},
	{"run", runSpeed, 12, 6, -1},
}

// NewShow is a group of mannequins that dance and jump, with others walking and running around them.
func NewShow(library *assets.Library, model *assets.Model) (*Stage, error) {
	s, err := newStage(library)
	if err != nil {
		return nil, err
	}
	models, err := Dressed(library, model)
	if err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 0, 19, 0.8
	for _, d := range []struct {
		x, z, yaw float64
		clip      string
		phase     float64
		model     int
	}{
		{-1.2, -0.35, 8, "dance", 0, 1},
		{1.2, -0.35, -8, "dance", 0, 2},
		{-2.1, -1.3, 16, "jump", 0.1, 3},
		{2.1, -1.3, -16, "jump", 0.6, 4},
		{0, -1.7, 0, "wave", 0.3, 5},
	} {
		place := mgl32.Translate3D(float32(d.x), 0, float32(d.z)).Mul4(mgl32.HomogRotate3DY(float32(d.yaw * math.Pi / 180)))
		if _, err := s.cycle(models[d.model], place, d.clip, d.phase); err != nil {
			return nil, err
		}
	}
	leader, err := s.add(models[0], mgl32.Translate3D(0, 0, 0.7), model.Clip("wave"), 0)
	if err != nil {
		return nil, err
	}
	leader.period = Period
	leader.cues = []cue{
		{0.2, model.Clip("wave"), 350 * time.Millisecond},
		{1.7, model.Clip("dance"), 400 * time.Millisecond},
		{3.6, model.Clip("idle"), 400 * time.Millisecond},
	}
	for _, r := range rings {
		if err := s.addRing(r, models); err != nil {
			return nil, err
		}
	}
	if err := s.Skip(Period); err != nil { // so that every fade has been met
		return nil, err
	}
	s.time = 0
	return s, nil
}

// cycle adds a character that repeats a clip, at nearly its own speed, a whole number of times in a period.
func (s *Stage) cycle(model *assets.Model, place mgl32.Mat4, name string, phase float64) (*actor, error) {
	a, err := s.add(model, place, model.Clip(name), phase)
	if err != nil {
		return nil, err
	}
	return a, s.animation.Player(a.entity).SetSpeed(float32(s.wholeSpeed(model.Clip(name))))
}

// wholeSpeed returns the speed at which a clip is over a whole number of times in a period.
func (s *Stage) wholeSpeed(id assets.ClipID) float64 {
	clip := s.library.Clip(id)
	if clip == nil || !(clip.Duration() > 0) {
		return 1
	}
	return max(1, math.Round(Period/clip.Duration())) * clip.Duration() / Period
}

func (s *Stage) addRing(r ring, models []*assets.Model) error {
	speed := r.speed * s.wholeSpeed(models[0].Clip(r.clip))
	radius := speed * Period * float64(r.count) / (2 * math.Pi * float64(r.steps))
	for i := range r.count {
		kind := i % r.steps
		path := func(seconds float64) mgl32.Mat4 {
			angle := r.turn * (2*math.Pi*float64(i)/float64(r.count) + speed*seconds/radius)
			sin, cos := math.Sincos(angle)
			ahead := math.Atan2(r.turn*cos, -r.turn*sin) // the yaw of the tangent, from +Z towards +X
			return mgl32.Translate3D(float32(radius*sin), 0, float32(radius*cos)).Mul4(mgl32.HomogRotate3DY(float32(ahead)))
		}
		a, err := s.cycle(models[(2*kind+1)%len(models)], path(0), r.clip, float64(kind)/float64(r.steps)+0.13*float64(kind%2))
		if err != nil {
			return err
		}
		a.path = path
	}
	return nil
}

const runSpeed = 3.3

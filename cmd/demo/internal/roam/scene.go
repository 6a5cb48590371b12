package roam

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Scene is a scene with one character that plays a database and is steered.
type Scene struct {
	*scene.Scene
	library    *assets.Library
	entity     ecs.Entity
	database   *matching.Database
	transforms generic.Map1[components.Transform]
	steering   steering
	manual     bool    // keys, the mouse or a finger steer, not the course
	time       float64 // seconds since the beginning of the course
	saved      savedState
	session    *matching.Session // that is recorded, or nil
	file       *os.File          // to which Finish writes it

	match    systems.Match // of the last frame
	wished   *trajectory
	playing  *trajectory
	others   []*trajectory
	goal     ecs.Entity // a mark where the character goes
	latest   [2]int     // the frame that played in the last frame, and how many jumps there were
	distance float64    // from the place of the wish, in meters
}

// candidates is how many of the next best frames are shown.
const candidates = 4

// Colors of what is drawn on the ground, in linear RGB.
var (
	wishColor  = mgl32.Vec3{0.9, 0.2, 0.02}
	frameColor = mgl32.Vec3{0.05, 0.25, 0.7}
	otherColor = mgl32.Vec3{0.2, 0.21, 0.23}
)

// New returns the scene of a mannequin, and adds the assets that it needs to the library.
func New(library *assets.Library, model *assets.Model) (*Scene, error) {
	id, err := scene.AddRoaming(library, model)
	if err != nil {
		return nil, err
	}
	lineup, err := scene.NewLineup(library, []*assets.Model{model}, "idle")
	if err != nil {
		return nil, err
	}
	s := &Scene{
		Scene: lineup, library: library, entity: lineup.Entity(0),
		database:   library.Motion(id).Motion.(*matching.Database),
		transforms: generic.NewMap1[components.Transform](lineup.World()),
	}
	animation := s.Animation()
	if err = lineup.AddSquare(24); err == nil {
		err = scene.Plant(animation, library, model, s.entity)
	}
	if err == nil {
		err = animation.Player(s.entity).Play(id)
	}
	if err == nil {
		err = s.addMarks()
	}
	if err == nil {
		err = s.step(0)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// addMarks adds what is drawn on the ground.
func (s *Scene) addMarks() (err error) {
	points := 0
	for _, time := range s.database.Times() {
		if time > 0 {
			points++
		}
	}
	for range candidates {
		t, err := s.addTrajectory(look{"candidate", otherColor, 0.012, 0.006}, points)
		if err != nil {
			return err
		}
		s.others = append(s.others, t)
	}
	if s.playing, err = s.addTrajectory(look{"chosen", frameColor, 0.024, 0.01}, points); err != nil {
		return err
	}
	if s.wished, err = s.addTrajectory(look{"wish", wishColor, 0.018, 0.016}, points); err != nil {
		return err
	}
	mesh, err := prop.Add(s.library, "goal", wishColor, prop.Ring(0.2, 0.26))
	if err != nil {
		return fmt.Errorf("roam: %w", err)
	}
	things := generic.NewMap2[components.RigidMesh, components.Transform](s.World())
	s.goal = things.NewWith(&components.RigidMesh{Mesh: mesh}, &components.Transform{Matrix: hidden})
	return nil
}

// maxStep is the longest frame, in seconds. Input takes effect between frames.
const maxStep = 1.0 / 60

// Update advances time by seconds, which must not be negative.
func (s *Scene) Update(seconds float64) error {
	if !(seconds >= 0) || math.IsInf(seconds, 0) {
		return fmt.Errorf("roam: update: expected a finite time that is not negative, found %v s", seconds)
	}
	const rounding = 1e-9
	for seconds > maxStep+rounding {
		if err := s.step(maxStep); err != nil {
			return err
		}
		seconds -= maxStep
	}
	return s.step(seconds)
}

// step runs one frame.
func (s *Scene) step(seconds float64) error {
	passes := seconds * s.Animation().Clock().Scale
	if !s.manual {
		s.time += passes
		s.steering.follow(s.time, passes)
		if s.time >= Period {
			s.time -= Period
		}
	}
	if w := s.Animation().Wish(s.entity); w != nil { // the panel may have taken it away
		s.steering.wish(w, s.Transform().Col(3).Vec3(), passes)
	}
	if err := s.Scene.Update(seconds); err != nil {
		return err
	}
	return s.draw()
}

// draw draws the wish and what was chosen.
func (s *Scene) draw() error {
	s.transforms.Get(s.goal).Matrix = hidden
	if s.steering.goes {
		s.transforms.Get(s.goal).Matrix = mgl32.Translate3D(s.steering.to[0], 0.006, s.steering.to[2])
	}
	var err error
	s.match, err = s.Animation().ExplainMatch(s.entity, 1+candidates)
	if errors.Is(err, systems.ErrNoCharacter) { // it plays something else
		s.wished.hide()
		s.playing.hide()
		for _, t := range s.others {
			t.hide()
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("roam: %w", err)
	}
	d, at := s.match.Database, s.Transform()
	place := s.Animation().Wish(s.entity).Place.Position
	s.wished.place(at, mgl32.TransformCoordinate(place, at.Inv()), d.Times(), d.Trajectory(s.match.Query, nil))
	lead := func(t *trajectory, frame int) {
		t.place(at, mgl32.Vec3{}, d.Times(), d.Trajectory(d.Query(frame, nil, nil), nil))
	}
	lead(s.playing, s.match.Playing.Frame)
	for i, t := range s.others {
		t.hide()
		if i < len(s.match.Best) && s.match.Best[i].Frame != s.match.Playing.Frame {
			lead(t, s.match.Best[i].Frame)
		}
	}
	if apart := s.match.Playing.Frame - s.latest[0]; apart < 0 || apart > 2 {
		s.latest[1]++
	}
	s.latest[0] = s.match.Playing.Frame
	if d == s.database {
		s.session.Play(d.Time(s.match.Playing.Frame))
	}
	s.distance = float64(place.Sub(at.Col(3).Vec3()).Len())
	return nil
}

// Record begins to note which frames of the database play. [Scene.Finish] writes them to a file, as
// sinew inspect --session reads them.
func (s *Scene) Record(path string) (err error) {
	if s.file, err = os.Create(path); err == nil {
		s.session = matching.NewSession(s.database)
	}
	return err
}

// Finish writes the frames that have played, if they are recorded.
func (s *Scene) Finish() error {
	if s.session == nil {
		return nil
	}
	_, err := s.session.WriteTo(s.file)
	s.session = nil
	return errors.Join(err, s.file.Close())
}

// Close writes what is recorded, without its errors, and frees the animation's workers.
func (s *Scene) Close() {
	_ = s.Finish() // Finish was called before if the errors matter
	s.Scene.Close()
}

// Database returns the database that the character plays.
func (s *Scene) Database() *matching.Database { return s.database }

// Press carries out an action. It ends the course.
func (s *Scene) Press(action locomotion.Action) error {
	switch action {
	case locomotion.Script:
		s.manual, s.time, s.steering = false, 0, steering{heading: s.steering.heading}
		return nil
	case locomotion.SlowMotion:
		s.ToggleSlowMotion()
		return nil
	case locomotion.Save:
		s.saved = savedState{s.Animation().AppendSnapshot(s.saved.snapshot[:0]), s.steering, s.manual, s.time}
		return nil
	case locomotion.Restore:
		return s.restore()
	}
	s.manual = true
	s.steering.press(action)
	return nil
}

// Release ends an action that lasts.
func (s *Scene) Release(action locomotion.Action) {
	switch action {
	case locomotion.Left:
		s.steering.left = false
	case locomotion.Right:
		s.steering.right = false
	}
}

// GoTo lets the character go to a place in world space, until it is there or another action comes.
func (s *Scene) GoTo(place mgl32.Vec3) {
	s.manual = true
	s.steering.goes, s.steering.to, s.steering.keepsFacing = true, place, false
}

// savedState is the state of the scene at one moment.
type savedState struct {
	snapshot []byte // of the animation; empty if nothing was saved
	steering steering
	manual   bool
	time     float64
}

// Keep returns a function that brings back all that decides about the future besides the world, as
// it is now. Keys that are held remain so.
func (s *Scene) Keep() (bringBack func()) {
	scene := s.Scene.Keep()
	steering, manual, time, match, latest, distance := s.steering, s.manual, s.time, s.match, s.latest, s.distance
	return func() {
		scene()
		steering.left, steering.right = s.steering.left, s.steering.right
		s.steering, s.manual, s.time, s.match, s.latest, s.distance = steering, manual, time, match, latest, distance
	}
}

// restore returns to the stored state, if there is one. Keys that are held remain so.
func (s *Scene) restore() error {
	if len(s.saved.snapshot) == 0 {
		return nil
	}
	if err := s.Animation().Restore(s.saved.snapshot); err != nil {
		return fmt.Errorf("roam: %w", err)
	}
	left, right := s.steering.left, s.steering.right
	s.steering, s.manual, s.time = s.saved.steering, s.saved.manual, s.saved.time
	s.steering.left, s.steering.right = left, right
	return s.draw()
}

// ResumeSchedule lets the course lead the character again.
func (s *Scene) ResumeSchedule() error {
	if err := s.Scene.ResumeSchedule(); err != nil {
		return err
	}
	return s.Press(locomotion.Script)
}

// Transform returns the character's model-to-world matrix.
func (s *Scene) Transform() mgl32.Mat4 { return s.transforms.Get(s.entity).Matrix }

// Bounds returns a box around the character at the start, in world space, with room for its
// trajectory.
func (s *Scene) Bounds() assets.Box {
	return assets.Box{Min: mgl32.Vec3{-2.1, 0, -2.1}, Max: mgl32.Vec3{2.1, 1.8, 2.1}}
}

// Viewpoint returns a view from the side and from above, up to the trees; see
// [scene.Scene.Viewpoint].
func (s *Scene) Viewpoint() (yaw, pitch, distance float64) { return 40, 15, 0.62 }

// Playing returns the clip whose frame plays, and where.
func (s *Scene) Playing() (name string, at, duration float64) {
	d := s.match.Database
	if d == nil {
		return s.Scene.Playing()
	}
	of, seconds := d.ClipTime(s.match.Playing.Frame)
	c := s.library.Clip(of)
	if c == nil {
		return "", 0, 0
	}
	return c.Name(), seconds - c.Start(), c.Duration()
}

// Showing returns a line about what plays.
func (s *Scene) Showing() string {
	name, at, duration := s.Playing()
	return fmt.Sprintf("%s %.2f of %.2f s, frame %d of %d", name, at, duration, s.match.Playing.Frame,
		s.database.Frames())
}

// Status returns a few lines of text: who steers, what plays, and what it costs.
func (s *Scene) Status() string {
	var b strings.Builder
	steers := "course"
	switch {
	case s.steering.goes:
		steers = "going to the ring"
	case s.manual:
		steers = "keys"
	}
	fmt.Fprintf(&b, "%s: speed %.2f m/s", steers, gearSpeeds[s.steering.gear])
	if s.steering.keepsFacing {
		b.WriteString(", aside")
	}
	if scale := s.Animation().Clock().Scale; scale != 1 {
		fmt.Fprintf(&b, "  time x%g", scale)
	}
	fmt.Fprintf(&b, "\n%s\n%d jumps, %.2f m from the wish", s.Showing(), s.latest[1], s.distance)
	if m := &s.match; m.Database != nil && len(m.Best) > 0 {
		fmt.Fprintf(&b, "; cost %.2f, the best %.2f", m.Playing.Cost, m.Best[0].Cost)
	}
	return b.String()
}

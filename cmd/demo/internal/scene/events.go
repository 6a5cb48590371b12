package scene

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/ecs"
)

// flashSeconds is how long a flash shows.
const flashSeconds = 0.18

// marked are the clips of [NewEvents]. The walk and the run have markers of their own.
var marked = []struct {
	clip    string
	markers []clip.Marker
}{
	{"walk", nil},
	{"run", nil},
	{"jump", []clip.Marker{{Name: "take-off", Time: 0.76}, {Name: "landing", Time: 1.28}}},
	{"dance", []clip.Marker{
		{Name: "one", Time: 0},
		{Name: "two", Time: 0.5},
		{Name: "three", Time: 1},
		{Name: "four", Time: 1.5},
		{Name: "one", Time: 2},
		{Name: "two", Time: 2.5},
		{Name: "three", Time: 3},
		{Name: "four", Time: 3.5},
	}},
}

// flash is a disk that shows for a moment, at a foot or around a character.
type flash struct {
	disk  ecs.Entity
	until float64 // seconds
}

// NewEvents returns a scene of mannequins whose clips have markers: each marker that is passed
// flashes, footsteps below the foot, others around the character. The knob in front of each passes
// the marks of the markers.
func NewEvents(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	flashes := map[ecs.Entity]map[string]*flash{}
	numbers := map[ecs.Entity]int{}
	var gauges []gauge
	for i, x := range spread(len(marked), 1.35) {
		id := model.Clip(marked[i].clip)
		if markers := marked[i].markers; markers != nil {
			c, err := clip.WithMarkers(library.Clip(id), markers...)
			if err != nil {
				return nil, fmt.Errorf("scene: %w", err)
			}
			id = library.AddClip(c)
		}
		a, err := s.signed(models[i+1], marked[i].clip, x, id)
		if err != nil {
			return nil, err
		}
		if name := marked[i].clip; name == "walk" || name == "run" {
			if err := s.addBelt(x, func() float64 { return a.pace(name) }); err != nil {
				return nil, err
			}
		}
		numbers[a.entity], flashes[a.entity] = i, map[string]*flash{}
		var marks []float32
		for _, m := range library.Clip(id).Markers() {
			marks = append(marks, float32(m.Time/library.Clip(id).Duration()))
			if flashes[a.entity][m.Name] != nil {
				continue
			}
			color, ring := map[string]mgl32.Vec3{
				mannequin.LeftFoot: blue, mannequin.RightFoot: orange,
				"take-off": green, "landing": orange,
			}[m.Name], prop.Ring(0.42, 0.5)
			if color == (mgl32.Vec3{}) {
				color = amber
			}
			if _, foot := footOf(m.Name); foot {
				ring = prop.Ring(0, 0.17)
			}
			disk, err := s.put(m.Name, color, outOfSight, ring)
			if err != nil {
				return nil, err
			}
			f := &flash{disk: disk}
			remember(s, &f.until)
			flashes[a.entity][m.Name] = f
		}
		g, err := s.addGauge(x, inFront, 1, marks...)
		if err != nil {
			return nil, err
		}
		gauges = append(gauges, g)
	}
	reader := s.animation.Events().Reader()
	lines := make([]string, len(marked))
	remember(s, &reader)
	rememberAll(s, lines)
	s.observe = func(float64) error {
		events, _ := s.animation.Events().Read(&reader)
		for i := range events {
			m, ok := events[i].ClipMarker(library)
			number, mine := numbers[events[i].Entity]
			if !ok || !mine {
				continue
			}
			lines[number] = fmt.Sprintf("%s at %.2f s", m.Name, m.Time)
			if flashes[events[i].Entity][m.Name] == nil { // of a clip that the user has chosen
				continue
			}
			if err := s.flash(flashes[events[i].Entity][m.Name], s.characters[number], m.Name); err != nil {
				return err
			}
		}
		for i, a := range s.characters {
			for _, f := range flashes[a.entity] {
				if f.until < s.time || f.until > s.time+flashSeconds {
					s.move(f.disk, outOfSight)
				}
			}
			player := s.animation.Player(a.entity).Component()
			if c := library.Clip(player.Motion); c != nil && c.Duration() > 0 {
				s.show(gauges[i], (player.Time-c.Start())/c.Duration())
			}
		}
		return nil
	}
	s.report = func() string {
		var text []string
		for i, line := range lines {
			text = append(text, fmt.Sprintf("%s: %s", marked[i].clip, line))
		}
		return strings.Join(text, "\n")
	}
	s.longest = 1.0 / 30 // so that no flash is missed in long updates
	s.fit()
	if err := s.addCourt(area{half: 3.2}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 8, 20, 0.95
	return s, s.Update(0)
}

// outOfSight is a place below the ground.
var outOfSight = mgl32.Translate3D(0, -10, 0)

// flash shows a disk for a moment.
func (s *Scene) flash(f *flash, a *character, marker string) error {
	at := s.transforms.Get(a.entity).Matrix
	if joint, foot := footOf(marker); foot {
		toe, err := s.animation.JointWorld(a.entity, joint)
		if err != nil {
			return err
		}
		at = toe
	}
	s.move(f.disk, mgl32.Translate3D(at[12], 0.01, at[14]))
	f.until = s.time + flashSeconds
	return nil
}

// footOf returns the joint of the foot that a marker is about.
func footOf(marker string) (joint string, ok bool) {
	switch marker {
	case mannequin.LeftFoot:
		return "left_toe", true
	case mannequin.RightFoot:
		return "right_toe", true
	}
	return "", false
}

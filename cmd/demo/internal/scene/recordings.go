package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
)

// recordedMoves are the moves of recordings that the library generates, for when there are no
// files.
var recordedMoves = []struct {
	name  string
	moves func(r *roamingMoves)
}{
	{"steps aside and back", func(r *roamingMoves) {
		r.ahead(0.6, 0, 0)
		for _, direction := range []float64{math.Pi / 2, -math.Pi / 2, math.Pi, 0} {
			r.aside(1.4, roamingSide, direction)
			r.aside(0.4, 0, 0)
		}
	}},
	{"runs to and fro", func(r *roamingMoves) {
		r.ahead(0.6, 0, 0)
		r.ahead(1, 2.4, 0)
		r.ahead(0.9, 0, 0)
		r.ahead(1, 0, math.Pi)
		r.ahead(1, 2.4, 0)
		r.ahead(0.9, 0, 0)
		r.ahead(1, 0, math.Pi)
	}},
	{"a walk around", func(r *roamingMoves) {
		r.ahead(0.6, 0, 0)
		r.curve(5, 0.65, 2*math.Pi)
		r.ahead(1, 0, 0)
	}},
}

// NewRecordings returns a scene of recordings: each plays on a stick figure, as it was recorded,
// and beside it on the mannequin, to which it was retargeted. The recordings are models with a
// clip, from files; without any, the library generates some, of another body than the mannequin's.
func NewRecordings(library *assets.Library, body *assets.Model, recordings []*assets.Model) (*Scene, error) {
	if len(recordings) == 0 {
		companion, err := mannequin.NewCompanion(library)
		if err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		for _, of := range recordedMoves {
			var r roamingMoves
			of.moves(&r)
			c, err := courses.Roaming(of.name, library.Skeleton(companion.Skeleton), r.list...)
			if err != nil {
				return nil, fmt.Errorf("scene: %w", err)
			}
			stick := &assets.Model{Name: of.name, Skeleton: companion.Skeleton, Bounds: companion.Bounds}
			stick.SetClips(library, []assets.ClipID{library.AddClip(c)})
			if _, err := library.AddModel(stick); err != nil {
				return nil, fmt.Errorf("scene: %w", err)
			}
			recordings = append(recordings, stick)
		}
	}
	s, models, err := newColoredScene(library, body)
	if err != nil {
		return nil, err
	}
	target := retargeting.FromModel(retargeting.Mannequin, library, body)
	x := float32(0)
	for i, recording := range recordings {
		scheme := i % len(models)
		color := colorSchemes[scheme]["shell"]
		if x, err = s.addRecording(recording, models[scheme], color, target, x); err != nil {
			s.Close()
			return nil, err
		}
	}
	if err := s.AddSquare(24); err != nil {
		s.Close()
		return nil, err
	}
	s.bounds.Min[1] = min(s.bounds.Min[1], 0)
	s.yaw, s.pitch, s.distance = -7, 8, 0.8
	return s, s.Update(0)
}

// addRecording adds the stick figure of a recording and the body that plays it, from a place along
// X on, and returns where the next one has room. The stick figure has the color of the body.
func (s *Scene) addRecording(recording, body *assets.Model, color mgl32.Vec3, target *retargeting.Character,
	x float32,
) (float32, error) {
	const gap = 0.2 // between pairs, in meters
	if len(recording.Clips) == 0 {
		return 0, fmt.Errorf("scene: %s: expected a recording with a clip, found none", recording.Name)
	}
	id := recording.Clips[0]
	source := retargeting.FromModel(recording.Name, s.library, recording)
	relation, err := retargeting.Relate(source, target, retargeting.Names{})
	if err != nil {
		return 0, fmt.Errorf("scene: %w", err)
	}
	made, _, err := relation.Retargeter.Clip(s.library.Clip(id))
	if err != nil {
		return 0, fmt.Errorf("scene: %s: %w", recording.Name, err)
	}
	played := s.library.AddClip(made)
	boxes := [2]assets.Box{s.boundsOfClip(recording, id), s.boundsOfClip(body, played)}
	// Both move alike, each at its scale: room for one, and for what one goes farther than the other,
	// keeps them apart.
	beside := 0.42*max(recording.Bounds.Max[1]-recording.Bounds.Min[1], body.Bounds.Max[1]-body.Bounds.Min[1]) +
		max(0, boxes[0].Min[0]-boxes[1].Min[0], boxes[0].Max[0]-boxes[1].Max[0])
	x -= min(boxes[0].Min[0], beside+boxes[1].Min[0])
	z := -(boxes[1].Min[2] + boxes[1].Max[2]) / 2
	stick, err := s.add(recording, mgl32.Translate3D(x, 0, z), id, 0)
	if err != nil {
		return 0, err
	}
	if err := s.addSticks(stick, color); err != nil {
		return 0, err
	}
	if _, err := s.add(body, mgl32.Translate3D(x+beside, 0, z), played, 0); err != nil {
		return 0, err
	}
	return x + max(boxes[0].Max[0], beside+boxes[1].Max[0]) + gap, nil
}

// addSticks draws a character without a mesh, in a color: a ball at each joint, and a stick from it
// to each of the joints below.
func (s *Scene) addSticks(a *character, color mgl32.Vec3) error {
	skeleton := s.library.Skeleton(a.model.Skeleton)
	size := a.model.Bounds.Max.Sub(a.model.Bounds.Min)
	thick := 0.012 * max(size[0], size[1], size[2])
	ball, err := prop.Add(s.library, "joint", color, prop.Ball(1.5*thick))
	if err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	stick, err := prop.Add(s.library, "bone", color.Mul(0.6), prop.Box(mgl32.Vec3{thick, thick, 0.5}))
	if err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	for j := range skeleton.Len() {
		parent, to := skeleton.Parent(j), skeleton.Rest(j).Translation
		length := to.Len()
		if parent < 0 { // where the recording stands is no joint of the body
			continue
		}
		s.hangOn(s.putMesh(ball, mgl32.Ident4()), a, j, mgl32.Ident4())
		if skeleton.Parent(parent) < 0 && skeleton.Rest(parent).Translation.Len() < thick || length < thick {
			continue
		}
		turn := mgl32.QuatBetweenVectors(mgl32.Vec3{0, 0, 1}, to.Mul(1/length)).Mat4()
		middle := to.Mul(0.5)
		s.hangOn(s.putMesh(stick, mgl32.Ident4()), a, parent, mgl32.Translate3D(middle[0], middle[1], middle[2]).
			Mul4(turn).Mul4(mgl32.Scale3D(1, 1, length)))
	}
	return nil
}

package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Colors of what stands around the characters, in linear RGB.
var (
	ink    = mgl32.Vec3{0.015, 0.02, 0.03}
	slate  = mgl32.Vec3{0.1, 0.11, 0.13}
	orange = mgl32.Vec3{0.9, 0.2, 0.02}
	blue   = mgl32.Vec3{0.05, 0.25, 0.7}
	green  = mgl32.Vec3{0.08, 0.5, 0.12}
	amber  = mgl32.Vec3{0.9, 0.5, 0.03}
)

// signHeight is the height of a sign, in meters.
const signHeight = 0.24

// putMesh places a mesh of the library.
func (s *Scene) putMesh(of id.Mesh, at mgl32.Mat4) ecs.Entity {
	things := generic.NewMap2[components.RigidMesh, components.Transform](&s.world)
	return things.NewWith(&components.RigidMesh{Mesh: of}, &components.Transform{Matrix: at})
}

// put places surfaces of a color.
func (s *Scene) put(name string, color mgl32.Vec3, at mgl32.Mat4, surfaces ...mesh.Primitive) (ecs.Entity, error) {
	id, err := prop.Add(s.library, name, color, surfaces...)
	if err != nil {
		return ecs.Entity{}, fmt.Errorf("scene: %s: %w", name, err)
	}
	return s.putMesh(id, at), nil
}

// putSign places a plate with a text.
func (s *Scene) putSign(text string, height float32, at mgl32.Mat4) (ecs.Entity, error) {
	id, _, err := prop.AddSign(s.library, text, height)
	if err != nil {
		return ecs.Entity{}, fmt.Errorf("scene: %w", err)
	}
	return s.putMesh(id, at), nil
}

// move puts a thing somewhere else.
func (s *Scene) move(thing ecs.Entity, at mgl32.Mat4) { s.transforms.Get(thing).Matrix = at }

// sign puts a line of text on the ground, leaning back, with its middle at x, z.
func (s *Scene) sign(text string, x, z float32) error {
	_, err := s.putSign(text, signHeight, mgl32.Translate3D(x, 0.05, z-0.06).Mul4(mgl32.HomogRotate3DX(-0.5)))
	return err
}

// gauge is a bar on the ground along x, with a knob that shows a value from 0 to 1.
type gauge struct {
	knob   ecs.Entity
	middle mgl32.Vec3
	width  float32
}

// addGauge adds a gauge, with marks at some values.
func (s *Scene) addGauge(x, z, width float32, marks ...float32) (gauge, error) {
	z += 0.1 // before the sign
	g := gauge{middle: mgl32.Vec3{x, 0.02, z}, width: width}
	surfaces := []mesh.Primitive{prop.Box(mgl32.Vec3{width / 2, 0.01, 0.012})}
	for _, at := range marks {
		surfaces = append(surfaces,
			prop.Moved(prop.Box(mgl32.Vec3{0.008, 0.03, 0.02}), mgl32.Translate3D(width*(at-0.5), 0.02, 0)))
	}
	if _, err := s.put("gauge", slate, mgl32.Translate3D(x, 0.02, z), surfaces...); err != nil {
		return g, err
	}
	var err error
	g.knob, err = s.put("knob", orange, mgl32.Translate3D(x, 0.02, z), prop.Ball(0.04))
	return g, err
}

// show moves the knob of a gauge to a value.
func (s *Scene) show(g gauge, value float64) {
	s.move(g.knob, mgl32.Translate3D(g.middle[0]+g.width*(float32(min(1, max(0, value)))-0.5), g.middle[1],
		g.middle[2]))
}

// inFront is how far before a character its sign stands, with a gauge below it.
const inFront = 1.0

// fit makes the scene's box enclose the signs in front of the characters too.
func (s *Scene) fit() {
	s.bounds.Max[2] = max(s.bounds.Max[2], inFront+0.12)
	s.bounds.Min[1] = min(s.bounds.Min[1], 0)
}

// swing moves from 0 to 1 and back within some seconds, smoothly.
func swing(time, period float64) float64 { return 0.5 - 0.5*math.Cos(2*math.Pi*time/period) }

// trail is balls along a path, of which the oldest one moves to the newest place.
type trail struct {
	scene *Scene
	balls []ecs.Entity
	next  int
}

// addTrail adds a trail of a number of balls, out of sight below the ground.
func (s *Scene) addTrail(count int, radius float32, color mgl32.Vec3) (*trail, error) {
	t := &trail{scene: s}
	remember(s, &t.next)
	id, err := prop.Add(s.library, "trail", color, prop.Ball(radius))
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	for range count {
		t.balls = append(t.balls, s.putMesh(id, mgl32.Translate3D(0, -10, 0)))
	}
	return t, nil
}

// drop puts the oldest ball somewhere.
func (t *trail) drop(at mgl32.Vec3) {
	t.scene.move(t.balls[t.next], mgl32.Translate3D(at[0], at[1], at[2]))
	t.next = (t.next + 1) % len(t.balls)
}

// signed adds a character that loops a clip, with a sign in front of it.
func (s *Scene) signed(model *assets.Model, text string, x float32, clip assets.ClipID) (*character, error) {
	a, err := s.add(model, mgl32.Translate3D(x, 0, 0), clip, 0)
	if err != nil {
		return nil, err
	}
	return a, s.sign(text, x, inFront)
}

// spread returns count places along x, with a distance between them and their middle at 0.
func spread(count int, distance float32) (places []float32) {
	for i := range count {
		places = append(places, distance*(float32(i)-float32(count-1)/2))
	}
	return places
}

// label is a text over a character.
type label struct {
	text, over ecs.Entity
}

// label adds a text over a character, which placeLabels keeps there.
func (s *Scene) label(a *character, text string) error {
	id, err := s.putSign(text, signHeight, mgl32.Ident4())
	s.texts = append(s.texts, label{id, a.entity})
	return err
}

// placeLabels moves the labels to their characters, without turning them.
func (s *Scene) placeLabels() {
	for _, l := range s.texts {
		at := s.transforms.Get(l.over).Matrix.Col(3)
		s.move(l.text, mgl32.Translate3D(at[0], at[1]+1.95, at[2]))
	}
}

// hang makes a thing follow a joint of a character.
func (s *Scene) hang(thing ecs.Entity, a *character, joint string, offset mgl32.Mat4) error {
	index, err := s.library.Skeleton(a.model.Skeleton).FindJoint(joint)
	if err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	s.hangOn(thing, a, index, offset)
	return nil
}

// hangOn is hang for a joint by its index.
func (s *Scene) hangOn(thing ecs.Entity, a *character, joint int, offset mgl32.Mat4) {
	attachment := components.NewAttachment(a.entity, joint)
	attachment.Offset = offset
	attachments := generic.NewMap1[components.Attachment](&s.world)
	attachments.Assign(thing, attachment)
}

package scene

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/cmd/demo/internal/rigidbody"
)

// The recording of [NewBaked].
const (
	recordedSeconds = Period / 2
	recordedRate    = 30 // keys per second
)

// NewBaked returns a scene of cubes that fall: a rigid-body simulation was recorded into a clip,
// which plays forward, backward, slowly and as a ping-pong. Playing it simulates nothing.
func NewBaked(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	definition, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 75})
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	frames, err := recordFall(definition)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	for i, row := range []struct {
		sign  string
		mode  assets.PlayMode
		speed float32
		color mgl32.Vec3
	}{
		{"forward", assets.Loop, 1, blue},
		{"backward", assets.Loop, -1, orange},
		{"slow", assets.Loop, 0.4, green},
		{"ping-pong", assets.PingPong, 1, amber},
	} {
		cubes, err := addCubes(library, definition, frames, row.color)
		if err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		a, err := s.signed(cubes, row.sign, spread(4, 2)[i], cubes.Clips[0])
		if err != nil {
			return nil, err
		}
		if err := s.addPaths(definition, frames, a, row.color); err != nil {
			return nil, err
		}
		player := s.animation.Player(a.entity)
		if err := errors.Join(player.SetMode(row.mode, 0), player.SetSpeed(row.speed)); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
	}
	s.bounds = assets.Box{Min: mgl32.Vec3{-3.9, 0, -1}, Max: mgl32.Vec3{3.9, 2.3, inFront}}
	if err := s.addHall(area{half: 4}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 10, 12, 0.8
	return s, s.Update(0)
}

// addPaths adds beads along the ways that head and feet take in the recording: they lie apart as
// far as the body falls in a frame, until it lies still.
func (s *Scene) addPaths(definition *ragdoll.Definition, frames [][]ragdoll.Transform, a *character,
	color mgl32.Vec3,
) error {
	at := s.transforms.Get(a.entity).Matrix
	var beads []mesh.Primitive
	for i := range definition.Bodies {
		switch definition.Name(i) {
		case "head", "left_foot", "right_foot":
		default:
			continue
		}
		var last mgl32.Vec3
		for frame := range frames {
			place := mgl32.TransformCoordinate(frames[frame][i].Position, at)
			if frame > 0 && place.Sub(last).Len() < 0.085 {
				continue
			}
			last = place
			beads = append(beads, prop.Moved(prop.Box(mgl32.Vec3{0.024, 0.024, 0.024}),
				mgl32.Translate3D(place[0], place[1], place[2]).Mul4(mgl32.HomogRotate3DY(0.6))))
		}
	}
	_, err := s.put("path", color.Mul(0.8), mgl32.Ident4(), prop.Join(beads...))
	return err
}

// recordFall drops the bodies of a character, and returns where they are in each frame of the
// recording.
func recordFall(definition *ragdoll.Definition) (frames [][]ragdoll.Transform, err error) {
	_, rest := figure.ModelJoints(definition.Skeleton)
	start := mgl32.Translate3D(0, 1.5, 0).Mul4(mgl32.HomogRotate3DZ(0.5)).Mul4(mgl32.HomogRotate3DX(1.9)).
		Mul4(mgl32.Translate3D(0, -1, 0))
	var joints []mgl32.Mat4
	var motions []ragdoll.Motion
	for _, body := range definition.Bodies {
		joint := start.Mul4(rest[body.Joint])
		at, ok := ragdoll.Rigid(joint)
		if !ok {
			return nil, fmt.Errorf("joint %q has no rigid transform", definition.Skeleton.JointName(body.Joint))
		}
		joints, motions = append(joints, joint), append(motions, ragdoll.Motion{Transform: at})
	}
	world := rigidbody.NewWorld()
	doll, err := rigidbody.NewDoll(world, definition, joints, motions)
	if err != nil {
		return nil, err
	}
	for range int(recordedSeconds*recordedRate) + 1 {
		frames = append(frames, doll.Transforms(nil))
		world.Step(0.5 / recordedRate)
		world.Step(0.5 / recordedRate)
	}
	return frames, nil
}

// addCubes adds a model of a box for each body, and the clip of the recording.
func addCubes(library *assets.Library, definition *ragdoll.Definition, frames [][]ragdoll.Transform,
	color mgl32.Vec3,
) (*assets.Model, error) {
	var joints []rig.Joint
	var surface mesh.Primitive
	var moved []uint16 // the joints of the vertices
	var weights []float32
	for i, body := range definition.Bodies {
		first := frames[0][i]
		joints = append(joints, rig.Joint{
			Name: definition.Name(i), Parent: -1,
			Rest: rig.TRS{
				Translation: first.Position, Rotation: first.Rotation.Normalize(),
				Scale: mgl32.Vec3{1, 1, 1},
			},
		})
		along := body.B.Sub(body.A)
		turn := mgl32.Ident4()
		if along.Len() > 1e-4 {
			turn = mgl32.QuatBetweenVectors(mgl32.Vec3{0, 1, 0}, along.Normalize()).Mat4()
		}
		middle := body.A.Add(body.B).Mul(0.5)
		box := prop.Moved(prop.Box(mgl32.Vec3{0.95 * body.Radius, along.Len()/2 + 0.8*body.Radius, 0.95 * body.Radius}),
			mgl32.Translate3D(middle[0], middle[1], middle[2]).Mul4(turn))
		surface = prop.Join(surface, box)
		for range box.Positions {
			moved, weights = append(moved, uint16(i), mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence),
				append(weights, 1, 0, 0, 0)
		}
	}
	skeleton, err := rig.NewSkeleton("cubes", joints, nil)
	if err != nil {
		return nil, err
	}
	builder := clip.NewBuilder("fall", skeleton)
	influences, binds := make([]int, len(joints)), make([]mgl32.Mat4, len(joints))
	for i := range joints {
		influences[i], _ = skeleton.FromSource(i)
		binds[i] = mgl32.Ident4() // the boxes are in the spaces of their joints
		var times []float32
		var positions []mgl32.Vec3
		var rotations []mgl32.Quat
		for frame := range frames {
			at := frames[frame][i]
			times, positions, rotations = append(times, float32(frame)/recordedRate), append(positions, at.Position),
				append(rotations, at.Rotation.Normalize())
		}
		builder.Translation(influences[i], clip.Linear, times, positions).Rotation(influences[i], clip.Linear,
			times, rotations)
	}
	skin, err := rig.NewSkin("cubes", skeleton, influences, binds)
	if err != nil {
		return nil, err
	}
	surface.Influences, surface.Joints, surface.Weights = 4, moved, weights
	id, err := prop.Add(library, "cubes", color, surface)
	if err != nil {
		return nil, err
	}
	out := &assets.Model{
		Name: "cubes", Skeleton: library.AddSkeleton(skeleton),
		Bounds: assets.Box{Min: mgl32.Vec3{-0.6, 0, -0.6}, Max: mgl32.Vec3{0.6, 2.2, 0.6}},
	}
	out.Skins = []assets.SkinID{library.AddSkin(skin)}
	out.Parts = []assets.Part{{Name: "cubes", Mesh: id, Skin: out.Skins[0]}}
	fall, err := builder.Add(library)
	if err != nil {
		return nil, err
	}
	out.SetClips(library, []assets.ClipID{fall})
	_, err = library.AddModel(out)
	return out, err
}

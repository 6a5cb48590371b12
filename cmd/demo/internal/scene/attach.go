package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/systems"
)

// thing is a thing of several colors that hangs at a joint.
type thing struct {
	joint  string
	offset mgl32.Mat4
	parts  []thingPart
}

type thingPart struct {
	color   mgl32.Vec3
	surface mesh.Primitive
}

// boxAt returns a box with its middle at a place.
func boxAt(half, at mgl32.Vec3) mesh.Primitive {
	return prop.Moved(prop.Box(half), mgl32.Translate3D(at[0], at[1], at[2]))
}

// sword is held in a fist: the y axis of the hand points along the fingers, and the blade along its
// z axis.
func sword() thing {
	blade := prop.Join(boxAt(mgl32.Vec3{0.006, 0.025, 0.36}, mgl32.Vec3{0, 0, 0.47}),
		prop.Moved(prop.Box(mgl32.Vec3{0.006, 0.0177, 0.0177}),
			mgl32.Translate3D(0, 0, 0.83).Mul4(mgl32.HomogRotate3DX(math.Pi/4))))
	guard := boxAt(mgl32.Vec3{0.018, 0.11, 0.016}, mgl32.Vec3{0, 0, 0.09})
	grip := prop.Join(boxAt(mgl32.Vec3{0.016, 0.016, 0.1}, mgl32.Vec3{}),
		prop.Moved(prop.Ball(0.028), mgl32.Translate3D(0, 0, -0.11)))
	return thing{
		"right_hand", mgl32.Translate3D(0, 0.085, 0.03).Mul4(mgl32.HomogRotate3DX(-0.35)),
		[]thingPart{{mgl32.Vec3{0.6, 0.62, 0.65}, blade}, {amber, guard}, {ink, grip}},
	}
}

// hat has a brim and a crown.
func hat() thing {
	crown := mesh.Primitive{}
	for i := range 12 { // boxes about one axis are a round crown
		turn := mgl32.HomogRotate3DY(float32(i) * math.Pi / 12)
		crown = prop.Join(crown, prop.Moved(prop.Box(mgl32.Vec3{0.115, 0.09, 0.0152}), turn))
	}
	brim := prop.Join(prop.Ring(0, 0.21), prop.Moved(prop.Ring(0, 0.21), mgl32.HomogRotate3DX(math.Pi)))
	band := mesh.Primitive{}
	for i := range 12 {
		turn := mgl32.Translate3D(0, -0.06, 0).Mul4(mgl32.HomogRotate3DY(float32(i) * math.Pi / 12))
		band = prop.Join(band, prop.Moved(prop.Box(mgl32.Vec3{0.119, 0.025, 0.0157}), turn))
	}
	return thing{"head", mgl32.Translate3D(0, 0.17, 0.005).Mul4(mgl32.HomogRotate3DX(-0.12)), []thingPart{
		{slate, prop.Join(prop.Moved(crown, mgl32.Translate3D(0, 0.09, 0)), brim)},
		{orange, prop.Moved(band, mgl32.Translate3D(0, 0.09, 0))},
	}}
}

// film is a camera that looks along +Z, with the edges of what it sees.
func film() thing {
	body := prop.Join(prop.Box(mgl32.Vec3{0.05, 0.06, 0.09}),
		boxAt(mgl32.Vec3{0.03, 0.03, 0.04}, mgl32.Vec3{0, 0, 0.12}))
	edges := mesh.Primitive{}
	const far, wide, high = 1.3, 0.5, 0.3
	corners := []mgl32.Vec3{{-wide, -high, far}, {wide, -high, far}, {wide, high, far}, {-wide, high, far}}
	for i, corner := range corners {
		edges = prop.Join(edges, beam(mgl32.Vec3{0, 0, 0.15}, corner, 0.005), beam(corner, corners[(i+1)%4], 0.005))
	}
	return thing{"head", mgl32.Translate3D(0.14, 0.08, 0), []thingPart{{ink, body}, {amber, edges}}}
}

// beam is a box between two points, given half its width.
func beam(from, to mgl32.Vec3, half float32) mesh.Primitive {
	way := to.Sub(from)
	middle := from.Add(to).Mul(0.5)
	turn := mgl32.QuatBetweenVectors(mgl32.Vec3{0, 0, 1}, way.Normalize()).Mat4()
	return prop.Moved(prop.Box(mgl32.Vec3{half, half, way.Len() / 2}),
		mgl32.Translate3D(middle[0], middle[1], middle[2]).Mul4(turn))
}

// give hangs a thing on a character.
func (s *Scene) give(a *character, t thing) error {
	for _, part := range t.parts {
		id, err := s.put("part of a thing", part.color, mgl32.Ident4(), part.surface)
		if err != nil {
			return err
		}
		if err := s.hang(id, a, t.joint, t.offset); err != nil {
			return err
		}
	}
	return nil
}

// NewAttach returns a scene of mannequins that carry things: a sword in the hand, a hat on the
// head, a camera on the head, and a small mannequin with a hat that rides on a shoulder and plays a
// clip of its own.
func NewAttach(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newCastScene(library, model)
	if err != nil {
		return nil, err
	}
	for i, row := range []struct {
		sign, clip string
		thing      thing
	}{{"sword", "wave", sword()}, {"hat", "dance", hat()}, {"camera", "run", film()}, {"rider", "walk", thing{}}} {
		x, of := spread(4, 1.4)[i], models[[...]int{1, 2, 4, 6}[i]]
		a, err := s.signed(of, row.sign, x, of.Clip(row.clip))
		if err != nil {
			return nil, err
		}
		if row.clip == "run" || row.clip == "walk" {
			if err := s.addBelt(x, func() float64 { return a.pace(row.clip) }); err != nil {
				return nil, err
			}
		}
		if err := s.give(a, row.thing); err != nil {
			return nil, err
		}
	}
	carrier := s.characters[3]
	seat := mgl32.Translate3D(0, 0.05, 0).Mul4(mgl32.Scale3D(0.38, 0.38, 0.38))
	skeleton := library.Skeleton(model.Skeleton)
	shoulder, err := skeleton.FindJoint("left_clavicle")
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	_, at := figure.ModelJoints(skeleton)
	upright := mgl32.Mat4ToQuat(at[shoulder]).Inverse().Mat4() // the joint's axes in the rest pose are turned
	rider, err := s.animation.AttachModel(carrier.entity, "left_clavicle", models[8],
		systems.WithOffset(mgl32.Translate3D(0, 0.13, 0).Mul4(upright).Mul4(seat)))
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	riding := &character{entity: rider, model: models[8]}
	if err := s.play(riding, model.Clip("dance"), 0); err != nil {
		return nil, err
	}
	if err := s.give(riding, hat()); err != nil {
		return nil, err
	}
	s.bounds.Max[1] = max(s.bounds.Max[1], 2.15)
	if err := s.addHall(area{half: 3}); err != nil {
		return nil, err
	}
	s.fit()
	s.yaw, s.pitch, s.distance = 10, 8, 0.9
	return s, s.Update(0)
}

package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
)

// swingingPart is a chain of bones on the mannequin that swings.
type swingingPart struct {
	figure.Chain
	spring modifier.Spring
	hits   []modifier.Collider
}

// curve returns points from a start on, whose direction turns from one to another.
func curve(start, from, to mgl32.Vec3, count int, length float32) []mgl32.Vec3 {
	points := []mgl32.Vec3{start}
	for i := range count {
		way := from.Mul(1 - float32(i)/float32(count-1)).Add(to.Mul(float32(i) / float32(count-1))).Normalize()
		points = append(points, points[i].Add(way.Mul(length/float32(count))))
	}
	return points
}

// bodyColliders are the shapes of the mannequin's body, in the spaces of its joints: the y axis of
// a joint points along its bone.
func bodyColliders() (hits []modifier.Collider) {
	capsule := func(joint string, length, radius float32) {
		hits = append(hits, modifier.Collider{
			Joint: joint, Shape: modifier.CapsuleCollider,
			Tail: mgl32.Vec3{0, length, 0}, Radius: radius,
		})
	}
	hits = append(hits, modifier.Collider{Joint: "head", Offset: mgl32.Vec3{0, 0.1, 0.01}, Radius: 0.105})
	capsule("neck_1", 0.1, 0.06)
	capsule("spine_2", 0.3, 0.12)
	capsule("left_clavicle", 0.15, 0.07)
	capsule("right_clavicle", 0.15, 0.07)
	return hits
}

func legColliders() (hits []modifier.Collider) {
	hits = append(hits, modifier.Collider{Joint: "hips", Radius: 0.1})
	for _, joint := range []string{"left_thigh", "right_thigh", "left_shin", "right_shin"} {
		hits = append(hits,
			modifier.Collider{Joint: joint, Shape: modifier.CapsuleCollider, Tail: mgl32.Vec3{0, 0.4, 0}, Radius: 0.08})
	}
	return append(hits, modifier.Collider{Joint: "root", Shape: modifier.PlaneCollider, Normal: mgl32.Vec3{0, 1, 0}})
}

// swingingParts are what the mannequins of the scene wear.
func swingingParts() []swingingPart {
	antenna := func(name string, side float32) swingingPart {
		points := curve(mgl32.Vec3{side * 0.045, 1.79, 0.03}, mgl32.Vec3{side * 0.2, 1, 0.1},
			mgl32.Vec3{side * 0.7, 0.7, 0.5}, 5, 0.3)
		return swingingPart{
			Chain: figure.Chain{
				Name: name, Parent: "head", Points: points, Radius: [2]float32{0.009, 0.006},
				Ball: 0.028, Material: "accent",
			},
			spring: modifier.Spring{Stiffness: 2.5, Drag: 0.12, Gravity: 0.1},
		}
	}
	ponytail := curve(mgl32.Vec3{0, 1.74, -0.09}, mgl32.Vec3{0, 0.3, -1}, mgl32.Vec3{0, -1, -0.1}, 8, 0.55)
	tail := curve(mgl32.Vec3{0, 0.98, -0.1}, mgl32.Vec3{0, -0.3, -1}, mgl32.Vec3{0, 0.9, -0.5}, 10, 0.85)
	return []swingingPart{
		{
			Chain: figure.Chain{
				Name: "ponytail", Parent: "head", Points: ponytail, Radius: [2]float32{0.045, 0.012},
				Material: "accent",
			},
			spring: modifier.Spring{Stiffness: 0.08, Drag: 0.07, Gravity: 1, HitRadius: 0.03}, hits: bodyColliders(),
		},
		antenna("left_antenna", 1), antenna("right_antenna", -1),
		{
			Chain: figure.Chain{
				Name: "tail", Parent: "hips", Points: tail, Radius: [2]float32{0.04, 0.015},
				Ball: 0.04, Material: "core",
			},
			spring: modifier.Spring{Stiffness: 1.3, Drag: 0.15, Gravity: 0.4, HitRadius: 0.03}, hits: legColliders(),
		},
	}
}

// NewSprings returns a scene of mannequins with ponytails, antennas and tails that swing while they
// run in a circle, jump and dance.
func NewSprings(library *assets.Library, mannequinModel *assets.Model) (*Scene, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	parts := swingingParts()
	var chains []figure.Chain
	for _, p := range parts {
		chains = append(chains, p.Chain)
	}
	circling, circle, err := withCircleRun(library, mannequinModel)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	base, err := figure.Wearing(library, circling, chains)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	models, err := Recolored(library, base)
	if err != nil {
		return nil, err
	}
	stack, err := springStack(library, base, parts)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	s.yaw, s.pitch, s.distance = 28, 11, 0.6
	for _, at := range []member{{-0.6, 0, 70, "jump", 0, 0}, {0.65, 0, -50, "dance", 0.3, 2}} {
		if _, err := s.addLooping(models[at.colors], at.transform(), at.clip, at.phase); err != nil {
			return nil, err
		}
	}
	for i := range 2 {
		path := func(seconds float64) mgl32.Mat4 { return circle(seconds + 0.5*Period*float64(i)) }
		a, err := s.addLooping(models[3+i], path(0), circleRun, 0.5*float64(i))
		if err != nil {
			return nil, err
		}
		a.path = path
		for k := range 8 {
			s.bounds = union(s.bounds,
				transformed(s.boundsOfClip(a.model, base.Clip(circleRun)), path(Period*float64(k)/8)))
		}
	}
	for _, a := range s.characters {
		if err := s.animation.Modify(a.entity, stack); err != nil {
			return nil, err
		}
		if err := s.animation.Modifier(a.entity, "swing").Fade(1, 0); err != nil {
			return nil, err
		}
	}
	if err := s.addCourt(area{half: 4.5, back: 6}); err != nil {
		return nil, err
	}
	for range int(Period * 60) { // in small steps, so that the first period looks like every other
		if err := s.Update(1.0 / 60); err != nil {
			return nil, err
		}
	}
	s.time = 0
	return s, nil
}

// springStack adds the springs of the parts to the library.
func springStack(library *assets.Library, model *assets.Model, parts []swingingPart) (id.ModifierStack, error) {
	b := modifier.New("swing", library.Skeleton(model.Skeleton))
	for _, p := range parts {
		var joints []string
		for i := range p.Points {
			joints = append(joints, p.Joint(i))
		}
		b.Spring("swing", modifier.SpringSettings{Joints: joints, Spring: p.spring, Colliders: p.hits})
	}
	return b.Add(library)
}

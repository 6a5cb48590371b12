package systems

import (
	"fmt"
	"unsafe"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/untyped"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/appearance"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/explaining"
	"github.com/sinew-go/sinew/systems/internal/givenmorphs"
	"github.com/sinew-go/sinew/systems/internal/givenposes"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
	"github.com/sinew-go/sinew/systems/internal/matching"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
	"github.com/sinew-go/sinew/systems/internal/partners"
	"github.com/sinew-go/sinew/systems/internal/ragdolls"
)

// explained are the features that explain themselves, in the order of their findings. A program
// that never calls Explain contains none of them.
var explained = [...]func(*explaining.Subject){
	explainPlace,
	advance.Explain,
	matching.Explain,
	partners.Explain,
	givenposes.Explain,
	givenmorphs.Explain,
	inertialization.Explain,
	ragdolls.Explain,
	modifiers.Explain,
	explainDetail,
	appearance.Explain,
}

// Explain tells why a character looks as it does: what each layer plays, by which weights and at
// which product of speeds, its state machine, modifiers, ragdoll and level of detail, what is
// drawn, and findings in plain words. Printed, it is a page; it encodes as JSON:
//
//	fmt.Println(animation.Explain(guard))
//
// It reads the components as they are now, and the pose store as of the last frame. It may be
// called at any time between two frames, and by a system on the goroutine of the frame; it changes
// nothing. An entity that is no character has a finding that tells so. Package explain has the
// details, and docs/troubleshooting.md the findings by symptom.
func (a *Animation) Explain(entity ecs.Entity) explain.Character {
	s := a.subject(entity)
	if s.Skeleton != nil {
		a.explainTime(&s)
		for _, feature := range explained {
			feature(&s)
		}
		a.explainPose(&s)
	}
	return *s.Out
}

// componentOf returns a component of an entity, or nil.
func (a *Animation) componentOf(entity ecs.Entity, component untyped.Type) unsafe.Pointer {
	if !ecs.IsAlive(a.world, entity) {
		return nil
	}
	kind := access.KindOf(a.world, component)
	return kind.Get(entity)
}

// subject begins the explanation of an entity. It has no skeleton if the entity is no character.
func (a *Animation) subject(entity ecs.Entity) explaining.Subject {
	out := &explain.Character{
		Entity: entity.ID(), Generation: entity.Generation(), Layers: []explain.Layer{}, Models: []explain.Model{},
		Findings: []explain.Finding{},
	}
	s := explaining.Subject{Entity: entity, Out: out, Scale: [3]float64{1, 1, 1}}
	if err := a.checkCharacter(entity); err != nil {
		s.Find("no-character", "", err.Error(),
			"ask for a live entity of this animation's world, such as one of Animation.Spawn")
		return s
	}
	s.Components = a.componentOf
	s.Library, s.Clock, s.Skeleton = a.library, a.clock, a.skeleton(entity)
	s.HasGround = a.goals.ground.source != nil
	s.Walks = &a.walks
	s.ShownBy = a.shownBy(entity)
	a.findWearers(&s)
	s.Pool, s.Slot = a.posed(entity, s.Skeleton)
	out.Skeleton, out.Joints = s.Skeleton.Name(), s.Skeleton.Len()
	if s.Pool == nil {
		s.Find("never-posed", "", "expected a frame since the character has its skeleton, found none",
			"call Animation.Update once a frame")
	}
	return s
}

// findWearers finds by whom a garment is posed, and passes time: as BindSlots does it.
func (a *Animation) findWearers(s *explaining.Subject) {
	for range mostGarments {
		worn := s.Entity
		if n := len(s.Wearers); n > 0 {
			worn = s.Wearers[n-1]
		}
		attachment := explaining.On[components.Attachment](s, worn)
		if attachment == nil || attachment.Joint != components.EveryJoint || a.checkCharacter(attachment.Target) != nil {
			break
		}
		s.Wearers = append(s.Wearers, attachment.Target)
	}
	if len(s.Wearers) == 0 {
		return
	}
	if _, err := s.Skeleton.JointsOf(a.skeleton(s.Wearers[0])); err == nil {
		s.IsGarment, s.Out.WornBy = true, s.Wearers[0].ID()
	}
}

// explainTime finds why no time passes.
func (a *Animation) explainTime(s *explaining.Subject) {
	if a.still > 1 {
		s.Find("no-time", "",
			fmt.Sprintf("expected updates of more than 0 seconds, found %d, all of 0; in Go 1/60 is 0",
				a.still), "write 1.0/60, or measure the seconds since the last update")
	}
	if c := a.clock; c.Step > 0 && c.Skipped > 0 {
		s.Find("time-skipped", "",
			fmt.Sprintf("expected updates of at most MaxSteps steps of %v s, found longer ones; %.4g s "+
				"were left out", c.Step, c.Skipped), "raise Clock.MaxSteps, or set Clock.Step to 0")
	}
}

// explainPlace explains where a character is, and how large.
func explainPlace(s *explaining.Subject) {
	out := s.Out
	out.Scale = [3]explain.Number{1, 1, 1}
	if t := explaining.Of[components.Transform](s); t == nil {
		s.Find("no-transform", "", "expected a components.Transform, found none; the character is at the origin",
			"add a components.Transform, such as components.NewTransform")
	} else {
		if err := arguments.Transform(t.Matrix); err != nil {
			s.Find("bad-transform", "", err.Error(), "write a matrix from model to world space, such as mgl32.Ident4()")
		}
		for axis := range 3 {
			column := t.Matrix.Col(axis)
			s.Scale[axis] = exact.ToVec3(column.Vec3()).Length()
			out.Scale[axis] = explaining.Number(float32(s.Scale[axis]))
		}
		out.Place = explaining.Numbers(t.Matrix.Col(3).Vec3())
	}
	largest := max(s.Scale[0], s.Scale[1], s.Scale[2])
	height := largest * modelHeight(s)
	out.Height = explain.Number(float32(height))
	if text := wrongSize(height); text != "" && !s.IsGarment { // which may be a ring
		s.Find("size", "", fmt.Sprintf("%s: the model is %.4g high, and its scale %.4g", text, modelHeight(s),
			largest), sizeCure)
	}
}

// modelHeight returns the longest side of the box around the model of a character in its rest pose,
// or without a mesh around its joints.
func modelHeight(s *explaining.Subject) float64 {
	if mesh := explaining.Of[components.SkinnedMesh](s); mesh != nil {
		if size := modelSize(s.Library.Model(mesh.Model)); size > 0 {
			return size
		}
	}
	return s.Skeleton.Size()
}

// explainDetail explains how often a character is posed.
func explainDetail(s *explaining.Subject) {
	out := &s.Out.Detail
	out.Interval, out.Posed = 1, s.Pool != nil && !s.Pool.IsSkipped(s.Slot)
	if s.Pool != nil {
		out.Level = s.Pool.Level(s.Slot)
	} else {
		out.Why = "no frame has posed it yet"
	}
	detail := explaining.Of[components.LevelOfDetail](s)
	if n := len(s.Wearers); n > 0 {
		detail = explaining.On[components.LevelOfDetail](s, s.Wearers[n-1])
		if s.Pool != nil && !out.Posed {
			out.Why = "its wearer is not posed"
		}
	}
	if detail == nil {
		return
	}
	out.Level, out.Culled, out.Interval = int(detail.Level), detail.Culled, max(int(detail.Interval), 1)
	if s.Pool != nil && !out.Posed {
		if out.Why = fmt.Sprintf("it takes turns with others of interval %d", detail.Interval); detail.Culled {
			out.Why = "no camera sees it"
		}
	}
	if detail.Culled {
		by := "no camera of the world sees it"
		if detail.Fixed {
			by = "the program says so, and Fixed keeps it"
		}
		s.Find("culled", "", "expected a character that is posed and drawn, found one that is culled, because "+by,
			"turn a components.View to it, or clear LevelOfDetail.Culled")
	}
}

// explainPose finds numbers in the pose that are not finite.
func (a *Animation) explainPose(s *explaining.Subject) {
	if s.Pool == nil {
		return
	}
	reader := a.poses.take()
	defer a.poses.give(reader)
	locals, err := reader.locals(&a.frame, &a.schedule, s.Pool, s.Slot)
	if err != nil {
		return // see ExplainJoint
	}
	for j := range s.Skeleton.Len() {
		t := rig.JointAt(locals, j)
		if q := t.Rotation; !explaining.IsFinite(append(append(q.V[:], q.W), append(t.Translation[:],
			t.Scale[:]...)...)...) {
			s.Find("pose-not-finite", fmt.Sprintf("joint %q", s.Skeleton.JointName(j)),
				fmt.Sprintf("expected finite numbers in the "+
					"pose, found %v", t),
				"check what writes poses: block systems and functions of the program, and its Transforms")
			return
		}
	}
}

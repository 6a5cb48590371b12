package systems

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
)

// Garment returns the garment of a model that [Animation.Wear] put on a character: an entity with
// the model's skeleton, which has joints that the character lacks, such as those of a skirt, or
// materials that clips change. It
// hangs on the character by a [components.Attachment] to [components.EveryJoint], and is removed
// with it. In each frame it is posed after the character: the joints that both have get the pose
// that the character shows, and so do morph weights and visibility. The others move by the garment's
// own clips, goals and springs: a [Player] or a [Modifier] of the garment moves them, with clips and
// stacks for the model's skeleton. Without any they keep their rest pose. Materials are the garment's
// own too: its clips change them, and those of the wearer do not, whatever their names.
//
// The garment is a character of its own for whatever asks for an entity: [Animation.JointWorld]
// finds its joints, [Animation.HidePart] and [Animation.SetMorph] its parts, and attachments,
// vertices, capsules and appearances are its own. The wearer's stay its own too. A [DetailPolicy]
// looks at the wearer and its garments together.
//
// The errors are [ErrNoCharacter], and [ErrNoModel] if the character has no garment of the model.
func (a *Animation) Garment(wearer ecs.Entity, model *assets.Model) (ecs.Entity, error) {
	if err := a.checkCharacter(wearer); err != nil {
		return ecs.Entity{}, err
	}
	if model == nil {
		return ecs.Entity{}, fmt.Errorf("%w: expected a model of a garment of entity %d, found nil", ErrNoModel, wearer.ID())
	}
	garment := a.findGarment(wearer, model.ID)
	if garment.IsZero() {
		return ecs.Entity{}, names.NotFound(ErrNoModel, fmt.Sprintf("entity %d", wearer.ID()), "garment", model.Name,
			a.garmentNames(wearer))
	}
	return garment, nil
}

// findGarment returns the garment of a model that a character wears, or none. Of several it is that
// of the lowest entity number.
func (a *Animation) findGarment(wearer ecs.Entity, id assets.ModelID) (found ecs.Entity) {
	query := a.world.Query(a.goals.dependents.attached)
	for query.Next() {
		if mesh := a.garmentIn(&query, wearer); mesh != nil && mesh.Model == id {
			if entity := query.Entity(); found.IsZero() || entity.ID() < found.ID() {
				found = entity
			}
		}
	}
	return found
}

// garmentNames returns the names of the models of a character's garments.
func (a *Animation) garmentNames(wearer ecs.Entity) (list []string) {
	query := a.world.Query(a.goals.dependents.attached)
	for query.Next() {
		if mesh := a.garmentIn(&query, wearer); mesh != nil {
			if model := a.library.Model(mesh.Model); model != nil {
				list = append(list, model.Name)
			}
		}
	}
	order.Strings(list) // whatever the order in the world
	return list
}

// garmentIn returns the mesh of the entity that a query is at if it is a garment of a character, or
// nil.
func (a *Animation) garmentIn(query *arche.Query, wearer ecs.Entity) *components.SkinnedMesh {
	attachment := a.attachments.In(query)
	if attachment.Target != wearer || attachment.Joint != components.EveryJoint {
		return nil
	}
	return a.meshes.In(query)
}

// extends reports whether the skeleton of a model has all joints of a character, and more, or values
// of materials that clips change.
func (a *Animation) extends(entity ecs.Entity, model *assets.Model) bool {
	own, other := a.skeleton(entity), a.library.Skeleton(model.Skeleton)
	if other.Len() <= own.Len() && len(other.MaterialChannels()) == 0 || own.Equal(other) {
		return false
	}
	_, err := other.JointsOf(own)
	return err == nil
}

// dress puts a garment on a character, unless it wears it already.
func (a *Animation) dress(wearer ecs.Entity, model *assets.Model) error {
	if !a.findGarment(wearer, model.ID).IsZero() {
		return nil
	}
	place := mgl32.Ident4()
	if transform := a.transforms.Get(wearer); transform != nil {
		place = transform.Matrix
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	garment := a.spawn(model, place)
	attachment := components.NewAttachment(wearer, components.EveryJoint)
	attachment.RemoveWithTarget = true
	access.Assign(&a.attachments, garment, attachment)
	return nil
}

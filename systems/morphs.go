package systems

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/systems/internal/givenmorphs"
)

// Morph is a handle of a morph target of a character, such as a smile: of all targets with one
// name. [Animation.Morph] returns it. A Morph is a small value without state.
type Morph struct {
	animation *Animation
	entity    ecs.Entity
	skeleton  *assets.Skeleton
	indices   []int // in rig.Pose.Morphs
	isAdded   bool
}

// String returns how many morph weights the handle changes, such as
//
//	2 morph weights of entity 5
func (m Morph) String() string {
	if m.skeleton == nil {
		return describeHandle(nil, m.entity, "Morph", "")
	}
	if len(m.indices) == 1 {
		return fmt.Sprintf("1 morph weight of entity %d", m.entity.ID())
	}
	return fmt.Sprintf("%d morph weights of entity %d", len(m.indices), m.entity.ID())
}

// MorphOption changes which morph targets [Animation.Morph] and [Animation.SetMorph] mean, and what
// becomes of the weights that clips give them.
type MorphOption func(*morphOptions)

type morphOptions struct {
	part    string
	hasPart bool
	isAdded bool
}

// OnPart selects the morph target of one part of the model only ([assets.Part.Name]).
func OnPart(name string) MorphOption {
	return func(o *morphOptions) { o.part, o.hasPart = name, true }
}

// BesideClips adds the weight to what the clips give, instead of replacing it.
func BesideClips() MorphOption { return func(o *morphOptions) { o.isAdded = true } }

// Morph returns a handle of the morph targets of a name of a character's model and of those that it
// wears, on all parts that have one, so that a face whose eyes and teeth are parts of their own
// moves as one. The errors are [ErrNoCharacter], [ErrNoModel] and [ErrNoMorph], also for a target
// whose weights are not in the poses of the skeleton: those of a file that joined it are if the
// skeleton has as many for the same joint.
func (a *Animation) Morph(entity ecs.Entity, name string, options ...MorphOption) (Morph, error) {
	o := morphOptions{}
	for _, option := range options {
		if option != nil {
			option(&o)
		}
	}
	if err := a.checkCharacter(entity); err != nil {
		return Morph{}, err
	}
	shown := a.shownModels(entity)
	if shown.count == 0 {
		return Morph{}, fmt.Errorf("%w: entity %d shows no model", ErrNoModel, entity.ID())
	}
	m := Morph{animation: a, entity: entity, skeleton: a.skeleton(entity), isAdded: o.isAdded}
	hasPart := false
	var has []string
	unnamed := 0
	var unweighted *assets.Part // one with such a target, but without weights
	for _, model := range shown.models[:shown.count] {
		if !m.skeleton.Equal(a.library.Skeleton(model.Skeleton)) {
			return Morph{}, fmt.Errorf("%w: entity %d: expected a model of skeleton %q, found model %q of another one",
				ErrNoModel, entity.ID(), m.skeleton.Name(), model.Name)
		}
		for i := range model.Parts {
			part := &model.Parts[i]
			if o.hasPart && part.Name != o.part {
				continue
			}
			hasPart = true
			mesh := a.library.Mesh(part.Mesh)
			if mesh == nil {
				continue
			}
			if part.Morphs.Count == 0 && slices.Contains(mesh.TargetNames, name) {
				unweighted = part
			}
			targets := mesh.TargetNames[:min(len(mesh.TargetNames), part.Morphs.Count)]
			has, unnamed = append(has, targets...), unnamed+part.Morphs.Count-len(targets)
			for k, target := range targets {
				if index := part.Morphs.Offset + k; target == name && !slices.Contains(m.indices, index) {
					m.indices = append(m.indices, index)
				}
			}
		}
	}
	switch owner := shown.describe(); {
	case o.hasPart && !hasPart:
		return Morph{}, names.NotFound(ErrNoMorph, owner, "part", o.part, shown.partNames())
	case len(m.indices) == 0 && unweighted != nil:
		return Morph{}, fmt.Errorf("%w: part %q has a morph target %q, but poses of skeleton %q have no weights for it, "+
			"so that it keeps those of its mesh", ErrNoMorph, unweighted.Name, name, m.skeleton.Name())
	case len(m.indices) == 0 && len(has) == 0 && unnamed > 0:
		return Morph{}, fmt.Errorf("%w: %s has no morph target %q: its %d morph targets have no names, which a glTF file "+
			"gives in extras.targetNames of the mesh", ErrNoMorph, owner, name, unnamed)
	case len(m.indices) == 0:
		return Morph{}, names.NotFound(ErrNoMorph, owner, "morph target", name, has)
	}
	return m, nil
}

// largestMorph is the largest weight that a morph target is given: some exaggerate a smile, nobody
// by more than this.
const largestMorph = 10

// Set gives the morph target a weight from the next frame on, until [Morph.Clear]: 0 is the mesh as
// it is, 1 the target; others, from -10 to 10, go beyond. It takes the place of what the clips and
// layers give, or with [BesideClips] is added to it. A fade or an inertialization of the clips goes
// on below it. It is in the pose store and in snapshots.
//
// It adds a [components.MorphOverride], whose Weight scales everything that is given. The errors
// are [ErrNoCharacter], [ErrOtherSkeleton] if the character has another skeleton than when the
// handle was made, [ErrNotFinite], [ErrWeight], because a larger weight was nearly always meant in
// percent, and [ErrWorldLocked] if components must be added; nothing changed then.
func (m Morph) Set(weight float32) error {
	a := m.animation
	if a == nil {
		return fmt.Errorf("%w: expected a Morph from Animation.Morph, found the zero value", ErrNoMorph)
	}
	if err := m.check(); err != nil {
		return err
	}
	if !exact.IsFinite(weight) {
		return fmt.Errorf("%w: entity %d: expected a finite morph weight, found %v", ErrNotFinite, m.entity.ID(), weight)
	}
	if weight < -largestMorph || weight > largestMorph {
		return fmt.Errorf("%w: entity %d: expected a morph weight from %v to %v, where 1 is the whole target, found %v",
			ErrWeight, m.entity.ID(), -largestMorph, largestMorph, weight)
	}
	pool, _ := a.posed(m.entity, m.skeleton)
	has := a.morphOverrides.Get(m.entity) != nil
	if (!has || pool == nil) && a.world.IsLocked() {
		return ErrWorldLocked
	}
	if !has {
		access.Assign(&a.morphOverrides, m.entity, &components.MorphOverride{Weight: 1})
	}
	pool, slot := a.bindEarly(m.entity, m.skeleton)
	if !has {
		givenmorphs.TakeAll(pool, slot) // what was given before the component was removed
	}
	kept := float32(0)
	if m.isAdded {
		kept = 1
	}
	for _, i := range m.indices {
		givenmorphs.Give(pool, slot, i, kept, weight)
	}
	return nil
}

// Clear takes the weight back: from the next frame on the target has the weight that the clips
// give. The errors are [ErrNoCharacter] and [ErrOtherSkeleton].
func (m Morph) Clear() error {
	if m.animation == nil {
		return fmt.Errorf("%w: expected a Morph from Animation.Morph, found the zero value", ErrNoMorph)
	}
	if err := m.check(); err != nil {
		return err
	}
	if pool, slot := m.animation.posed(m.entity, m.skeleton); pool != nil {
		for _, i := range m.indices {
			givenmorphs.Take(pool, slot, i)
		}
	}
	return nil
}

// check returns the error of a character that the handle does not fit any more.
func (m *Morph) check() error {
	if err := m.animation.checkCharacter(m.entity); err != nil {
		return err
	}
	if own := m.animation.skeleton(m.entity); own != m.skeleton {
		return fmt.Errorf("%w: entity %d: expected skeleton %q, found %s", ErrOtherSkeleton, m.entity.ID(),
			m.skeleton.Name(), names.Unlike("skeleton", m.skeleton.Name(), own.Name()))
	}
	return nil
}

// SetMorph gives a morph target of a character a weight from the next frame on: it is
// [Animation.Morph] and [Morph.Set] in one call, with their errors. A program that sets a weight in
// every frame keeps the handle, which looks no name up.
func (a *Animation) SetMorph(entity ecs.Entity, name string, weight float32, options ...MorphOption) error {
	m, err := a.Morph(entity, name, options...)
	if err != nil {
		return err
	}
	return m.Set(weight)
}

// ClearMorphs takes back all morph weights that were given to a character. It removes its
// [components.MorphOverride], and changes nothing if it has none. The errors are [ErrNoCharacter]
// and [ErrWorldLocked].
func (a *Animation) ClearMorphs(entity ecs.Entity) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if a.morphOverrides.Get(entity) == nil {
		return nil
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	a.morphOverrides.Kind.Remove(entity)
	return nil
}

package systems

import (
	"fmt"
	"math"
	"reflect"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/arguments"
)

// Spawn creates a character of a model, with a transform from model to world space. It shows its
// rest pose until its player gets a clip, which it plays in a loop at the authored speed. The
// world's RemoveEntity removes it, at any time.
//
// The errors are [ErrNoModel], [ErrTransform], [ErrWorldLocked] and [ErrClosed]; no entity was
// created then. The first character below 5 cm or above 50 m in the world, whose file nearly always
// is in other units, logs a warning ([WithLogger]).
func (a *Animation) Spawn(model *assets.Model, transform mgl32.Mat4) (ecs.Entity, error) {
	if err := a.checkModel(model); err != nil {
		return ecs.Entity{}, err
	}
	if err := checkTransform(model.Name, transform); err != nil {
		return ecs.Entity{}, err
	}
	if a.world.IsLocked() {
		return ecs.Entity{}, ErrWorldLocked
	}
	a.noteSize(model, transform)
	return a.spawn(model, transform), nil
}

// spawn is [Animation.Spawn] of what was checked. It does not ask for the size: what is attached to
// a character or worn may be a ring, and gets its place later.
func (a *Animation) spawn(model *assets.Model, transform mgl32.Mat4) ecs.Entity {
	return a.world.NewEntityFn(func(entity ecs.Entity) {
		*a.skeletons.Get(entity) = components.Skeleton{ID: model.Skeleton}
		*a.players.Get(entity) = *components.NewPlayer(0)
		*a.meshes.Get(entity) = components.SkinnedMesh{Model: model.ID, Hidden: model.HiddenParts()}
		*a.transforms.Get(entity) = components.Transform{Matrix: transform}
	}, a.skeletons.Kind.ID(), a.players.Kind.ID(), a.blends.Kind.ID(), a.meshes.Kind.ID(), a.transforms.Kind.ID())
}

const (
	// leastHeight and mostHeight are the sizes of a character in the world, in meters, beyond which
	// its unit of length is hardly meant.
	leastHeight = 0.05
	mostHeight  = 50
	sizeCure    = "open its file with Options.Meters of package gltfio, or scale its Transform"
)

// noteSize warns once of a character whose size in the world is hardly meant.
func (a *Animation) noteSize(model *assets.Model, transform mgl32.Mat4) {
	if a.sizeNoted {
		return
	}
	scale := 0.0
	for axis := range 3 {
		scale = max(scale, exact.ToVec3(transform.Col(axis).Vec3()).Length())
	}
	if text := wrongSize(modelSize(model) * scale); text != "" {
		a.sizeNoted = true
		a.warn(fmt.Sprintf("sinew: model %q: %s; %s", model.Name, text, sizeCure))
	}
}

// wrongSize says what is wrong with the size of a character in meters, or returns an empty text.
func wrongSize(height float64) string {
	if height >= leastHeight && height <= mostHeight || !(height > 0) || math.IsInf(height, 0) {
		return ""
	}
	return fmt.Sprintf("expected a character from %v to %v m, found one of %.4g m", leastHeight, mostHeight, height)
}

// modelSize returns the longest side of the box around a model in its rest pose, or 0 if it has
// none.
func modelSize(m *assets.Model) float64 {
	if m == nil {
		return 0
	}
	size := m.Bounds.Max.Sub(m.Bounds.Min)
	return float64(max(size[0], size[1], size[2], 0))
}

// SetModel draws another model on a character from the next frame on, such as another skin or body.
// The model must have the character's skeleton, or extend it. Everything else stays as it is, to the
// bit: players, layers, state machine, inertialization, attachments. Palettes and
// [components.SkinnedVertices] follow the new model, and all its parts are drawn: Hidden is
// cleared, unless the character has the model already. What it wears ([Animation.Wear]) stays on; a
// model that it wears becomes its own.
//
// A model that would be a garment ([Animation.Wear]) is shown by one, in place of the parts of the
// character: [Animation.Garment] returns it. Parts, palettes, vertices and morph weights are those of
// the garment. Another model takes it off again.
//
// It adds a [components.SkinnedMesh] if there is none. The errors are [ErrNoCharacter],
// [ErrNoModel], [ErrOtherSkeleton], and [ErrWorldLocked] if the component or a garment must be added
// or removed; nothing changed then.
func (a *Animation) SetModel(entity ecs.Entity, model *assets.Model) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if err := a.checkModel(model); err != nil {
		return err
	}
	isGarment := a.extends(entity, model)
	if !isGarment {
		if err := a.checkSkeleton(entity, model); err != nil {
			return err
		}
	}
	mesh, shownBy := a.meshes.Get(entity), a.shownBy(entity)
	isOther := mesh == nil || mesh.Model != model.ID
	adds := mesh == nil || isOther && !shownBy.IsZero()
	if isGarment && !adds {
		adds = a.findGarment(entity, model.ID).IsZero()
	}
	if adds && a.world.IsLocked() {
		return ErrWorldLocked
	}
	if isGarment {
		if err := a.dress(entity, model); err != nil {
			return err
		}
	}
	if isOther && !shownBy.IsZero() {
		a.world.RemoveEntity(shownBy)
	}
	if mesh == nil {
		a.meshes.Kind.Add(entity)
	}
	mesh = a.meshes.Get(entity) // a new garment may have moved it
	if isOther {
		*mesh = components.SkinnedMesh{Model: model.ID}
		a.takeOff(entity, model.ID)
	}
	if !isGarment {
		mesh.Hidden |= model.HiddenParts()
	}
	return nil
}

// shownBy returns the garment that shows the model of a character in place of it, or none.
func (a *Animation) shownBy(entity ecs.Entity) ecs.Entity {
	mesh := a.meshes.Get(entity)
	if mesh == nil || mesh.Model == 0 {
		return ecs.Entity{}
	}
	model := a.library.Model(mesh.Model)
	if model == nil || a.skeleton(entity).Equal(a.library.Skeleton(model.Skeleton)) {
		return ecs.Entity{}
	}
	return a.findGarment(entity, mesh.Model)
}

// checkModel returns an error that wraps [ErrNoModel] unless the model and its skeleton are in the
// library. If the Animation was closed, it is [ErrClosed].
func (a *Animation) checkModel(model *assets.Model) error {
	if err := a.checkOpen(); err != nil {
		return err
	}
	switch {
	case model == nil:
		return fmt.Errorf("%w: expected a model of the library of the animation, found nil", ErrNoModel)
	case !a.library.Owns(model):
		return fmt.Errorf("%w: expected a model of the library of the animation, found model %q, which is not in it",
			ErrNoModel, model.Name)
	case a.library.Skeleton(model.Skeleton) == nil:
		return fmt.Errorf("%w: model %q: %s", ErrNoModel, model.Name, a.library.Describe(model.Skeleton))
	}
	return nil
}

// checkTransform returns an error that wraps [ErrTransform] unless a matrix can place a model.
func checkTransform(name string, matrix mgl32.Mat4) error {
	if err := arguments.Transform(matrix); err != nil {
		return fmt.Errorf("%w: model %q: %w", ErrTransform, name, err)
	}
	return nil
}

// UseVertices makes frames skin the characters that have [components.SkinnedVertices], from the next
// one on. [Animation.EnableVertices] calls it; a program that adds the component itself, or restores
// entities with it, calls it once. It changes nothing in a frame without such characters. The errors
// are [ErrClosed] and, for an Animation that is nil or the zero value, [ErrNil].
func (a *Animation) UseVertices() error {
	if err := a.checkOpen(); err != nil {
		return err
	}
	if a.skinning.skin == nil {
		a.skinning.skin = newSkinVertices(a.world, a.vertices)
	}
	return nil
}

// EnableVertices adds [components.SkinnedVertices] to a character, so that it is skinned on the CPU
// from the next frame on. It changes nothing if the character has them. The errors are
// [ErrNoCharacter] and [ErrWorldLocked].
func (a *Animation) EnableVertices(entity ecs.Entity) error {
	if a == nil {
		return errNotMade
	}
	if err := enable(a, &a.skinnedVertices.Kind, entity); err != nil {
		return err
	}
	return a.UseVertices()
}

// EnableInertialization adds a [components.Inertialization] to a character, which makes it ready
// for inertialized transitions after the next frame. It changes nothing if the character has one.
// The errors are [ErrNoCharacter] and [ErrWorldLocked].
func (a *Animation) EnableInertialization(entity ecs.Entity) error {
	if a == nil {
		return errNotMade
	}
	return enable(a, &a.inertializations.Kind, entity)
}

// EnableRootMotion adds a [components.RootMotion] to a character, so that the root motion of its
// clips moves it from the next frame on. It changes nothing if the character has one. If no clip of
// the library for its skeleton has root motion, the error is [ErrNoRootMotion]: see
// [clip.ExtractRootMotion]. The other errors are [ErrNoCharacter] and [ErrWorldLocked].
func (a *Animation) EnableRootMotion(entity ecs.Entity) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if skeleton := a.skeleton(entity); a.rootMotions.Get(entity) == nil && !a.hasRootMotion(skeleton) {
		return fmt.Errorf("%w: entity %d: expected a clip for skeleton %q with root motion, such as of "+
			"clip.ExtractRootMotion, found none in the library", ErrNoRootMotion, entity.ID(), skeleton.Name())
	}
	return enable(a, &a.rootMotions.Kind, entity)
}

// hasRootMotion reports whether a clip for a skeleton has root motion.
func (a *Animation) hasRootMotion(skeleton *assets.Skeleton) bool {
	for c := range a.library.Clips {
		if c.RootMotion() != nil && c.Skeleton() == skeleton {
			return true
		}
	}
	return false
}

// enable adds a component to a character that lacks it.
func enable(a *Animation, component *access.Kind, entity ecs.Entity) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if component.Get(entity) != nil {
		return nil
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	component.Add(entity)
	return nil
}

// alive reports whether an entity is alive. It accepts any entity, also one from before
// World.Reset.
func (a *Animation) alive(entity ecs.Entity) bool { return a.isMade() && ecs.IsAlive(a.world, entity) }

// checkCharacter returns an error that wraps [ErrNoCharacter] and names what the entity lacks,
// unless it is a character. If the Animation was closed, it is [ErrClosed].
func (a *Animation) checkCharacter(entity ecs.Entity) error {
	if err := a.checkOpen(); err != nil {
		return err
	}
	if !a.alive(entity) {
		return fmt.Errorf("%w: %w", ErrNoCharacter, arguments.NotAlive(entity))
	}
	component := a.skeletons.Get(entity)
	if component == nil {
		return a.describeLacking(entity, "Skeleton")
	}
	if a.library.Skeleton(component.ID) == nil {
		return fmt.Errorf("%w: entity %d: %s", ErrNoCharacter, entity.ID(), a.library.Describe(component.ID))
	}
	return nil
}

// describeLacking returns the error for an entity that lacks a component of a character.
func (a *Animation) describeLacking(entity ecs.Entity, component string) error {
	for _, id := range arche.ComponentIDs(a.world) { // without registering a component in a world that may be locked
		info, ok := arche.ComponentInfo(a.world, id)
		if ok && info.Type == reflect.TypeFor[components.CrowdPlayer]() && a.world.Has(entity, id) {
			return fmt.Errorf("%w: entity %d is a member of a crowd, which Crowd.ToCharacter makes a character",
				ErrNoCharacter, entity.ID())
		}
	}
	return fmt.Errorf("%w: entity %d has no components.%s", ErrNoCharacter, entity.ID(), component)
}

// Pool returns the pool and the slot of an entity's pose, or nil if it has none or has not been in
// a frame yet.
func (a *Animation) Pool(entity ecs.Entity) (pool *ecs.Pool, slot int) {
	if !a.alive(entity) {
		return nil, 0
	}
	component := a.slots.Get(entity)
	if component == nil {
		return nil, 0
	}
	return a.store.Pool(entity, *component)
}

// Palette returns the skinning matrices of a character for a skin of its models as of the last
// frame, [assets.MatrixSize] values for each influence joint of the skin. It is nil if the
// character does not show the skin, as when all parts with it are hidden. The memory belongs to the
// pose store and is valid until the next frame.
func (a *Animation) Palette(entity ecs.Entity, skin assets.SkinID) []float32 {
	pool, slot := a.Pool(entity)
	if pool == nil {
		return nil
	}
	return pool.Palette(skin, slot)
}

// Morphs returns a character's morph weights, visibility and values of materials as of the last
// frame, or nil; see [rig.Skeleton.MorphChannels], [rig.Skeleton.VisibilityChannels] and
// [rig.Skeleton.MaterialChannels]. The memory belongs to the pose store and is valid until the next
// frame.
func (a *Animation) Morphs(entity ecs.Entity) []float32 {
	pool, slot := a.Pool(entity)
	if pool == nil {
		return nil
	}
	n := pool.Skeleton().MorphCount()
	return pool.Morphs()[slot*n : (slot+1)*n]
}

// Material returns the material of a primitive of a part of a character's model, with the values
// that its clips give it as of the last frame: the library's own where clips change nothing. It
// returns false if there is none. The parts of models that it wears are counted after those of its
// own, in the order of [components.Worn]. To read the numbers themselves in bulk, take
// [assets.Part.MaterialValues] once and index [Animation.Morphs].
func (a *Animation) Material(entity ecs.Entity, part, primitive int) (material mesh.Material, ok bool) {
	if !a.alive(entity) {
		return material, false
	}
	shown := a.shownModels(entity)
	model, p := shown.part(part)
	if p == nil {
		return material, false
	}
	mesh := a.library.Mesh(p.Mesh)
	if mesh == nil || primitive < 0 || primitive >= len(mesh.Primitives) {
		return material, false
	}
	own := a.library.Material(mesh.Primitives[primitive].Material)
	if own == nil {
		return material, false
	}
	if values, animated := p.MaterialValues(primitive); animated &&
		a.skeleton(entity).Equal(a.library.Skeleton(model.Skeleton)) {
		return values.Apply(own, a.Morphs(entity)), true
	}
	return *own, true
}

// ModelMatrices returns the model matrices of a character's joints as of the last frame,
// [assets.MatrixSize] values each, or nil if the character does not keep all of them; see
// [Animation.EnableModelMatrices], and [Animation.JointModel] for single joints. The memory belongs
// to the pose store and is valid until the next frame.
func (a *Animation) ModelMatrices(entity ecs.Entity) []float32 {
	pool, slot := a.Pool(entity)
	if pool == nil {
		return nil
	}
	return pool.ModelMatrices(slot)
}

// Vertices returns the skinned vertices of a primitive of a part of a character's model as of the
// last frame, or nil if the part is hidden or the character is not skinned on the CPU; see
// [Animation.EnableVertices]. The parts of models that it wears are counted after those of its own,
// in the order of [components.Worn].
// The memory belongs to the vertex store and is valid until the next frame.
func (a *Animation) Vertices(entity ecs.Entity, part, primitive int) *ecs.Vertices {
	if !a.alive(entity) {
		return nil
	}
	skinned := a.skinnedVertices.Get(entity)
	if skinned == nil {
		return nil
	}
	buffer := a.vertices.Buffer(entity, skinned.Buffer)
	if buffer == nil || part < 0 || part >= len(buffer.Parts) || primitive < 0 || primitive >= len(buffer.Parts[part]) {
		return nil
	}
	return &buffer.Parts[part][primitive]
}

// skeleton returns the skeleton of a character, or nil.
func (a *Animation) skeleton(entity ecs.Entity) *assets.Skeleton {
	if !a.alive(entity) {
		return nil
	}
	component := a.skeletons.Get(entity)
	if component == nil {
		return nil
	}
	return a.library.Skeleton(component.ID)
}

package crowd

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// Time is a world resource: the time of the crowd in seconds, which grows with every frame of the
// animation.
type Time struct {
	Seconds float64
}

// Crowd is the members of a world. Its methods may be called between two frames, on the goroutine
// that runs the frames. [New] makes one: the methods of a nil Crowd that return an error return
// [systems.ErrNil], those for one member [ErrNoMember], and the others do nothing.
type Crowd struct {
	animation *systems.Animation
	world     *ecs.World
	library   *assets.Library
	store     *crowdstore.Store
	times     generic.Resource[Time]

	members    generic.Map3[components.CrowdPlayer, components.SkinnedMesh, components.Transform]
	players    generic.Map1[components.CrowdPlayer]
	meshes     generic.Map1[components.SkinnedMesh]
	transforms generic.Map1[components.Transform]
	looks      generic.Map1[components.Appearance]
	layers     generic.Map1[components.CrowdLayer]
	parts      parts
	// scratch
	poses  []*rig.Pose
	inputs []rig.BlendInput
	frame  motion.Frame

	kept keeper // the clips that members play
}

// Errors of a crowd.
var (
	// ErrTaken means that the animation already has a crowd.
	ErrTaken = errors.New("the animation has a crowd already")
	// ErrNoMember means that an entity is dead, or lacks a component of a member.
	ErrNoMember = errors.New("the entity is not a member of the crowd")
	// ErrUnfit means that a member of a crowd cannot play a clip, or show what a character plays or
	// shows.
	ErrUnfit = errors.New("a crowd cannot show it as it is")
)

// New adds a crowd to the world of an animation. It adds the resource [Time] if the world has none,
// and a system after Advance that lets time pass. An animation has at most one crowd. The errors
// are [ErrTaken] and, for a nil animation, [systems.ErrNil].
func New(animation *systems.Animation) (*Crowd, error) {
	if animation.World() == nil {
		return nil, fmt.Errorf("%w: expected an animation for the crowd, found nil", systems.ErrNil)
	}
	world := animation.World()
	store := generic.NewResource[crowdstore.Store](world)
	if store.Has() {
		return nil, ErrTaken
	}
	c := &Crowd{
		animation: animation, world: world, library: animation.Library(),
		store:      crowdstore.New(world, animation.Library()),
		times:      generic.NewResource[Time](world),
		members:    generic.NewMap3[components.CrowdPlayer, components.SkinnedMesh, components.Transform](world),
		players:    generic.NewMap1[components.CrowdPlayer](world),
		meshes:     generic.NewMap1[components.SkinnedMesh](world),
		transforms: generic.NewMap1[components.Transform](world),
		looks:      generic.NewMap1[components.Appearance](world),
		layers:     generic.NewMap1[components.CrowdLayer](world),
		parts:      newParts(world),
	}
	c.kept.players = generic.NewFilter2[components.CrowdPlayer, components.CrowdLayer]().
		Optional(generic.T1[components.CrowdLayer]()...)
	if err := animation.Schedule().InsertAfter(systems.AtAdvance, passTime{c}); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTaken, err)
	}
	store.Add(c.store)
	c.time()
	return c, nil
}

// isMade reports whether New made the crowd, which is neither nil nor the zero value then.
func (c *Crowd) isMade() bool { return c != nil && c.world != nil }

// errNotMade is the error of a crowd that New did not make.
var errNotMade = fmt.Errorf("%w: expected a crowd from crowd.New, found nil or the zero value", systems.ErrNil)

// passTime is the system that lets the crowd's time pass.
type passTime struct{ *Crowd }

// Name implements [ecs.System].
func (passTime) Name() string { return "PassCrowdTime" }

// Run implements [ecs.System].
func (p passTime) Run(frame *ecs.Frame) {
	t := p.time()
	t.Seconds += frame.Delta
	p.store.SetTime(t.Seconds)
	p.keepPlayed()
	p.tellHeld()
}

// time returns the resource.
func (c *Crowd) time() *Time {
	if !c.isMade() {
		return &Time{}
	}
	if !c.times.Has() {
		c.times.Add(&Time{})
	}
	return c.times.Get()
}

// Time returns the time of the crowd in seconds.
func (c *Crowd) Time() float64 { return c.time().Seconds }

// Len returns the number of members.
func (c *Crowd) Len() int {
	if !c.isMade() {
		return 0
	}
	return c.store.Population()
}

// SetDetail sets below which apparent height members are posed with fewer joints, as fractions of
// the view's height, each less than the one before: below[0] for level 1 of the skeleton
// ([assets.Library.SetLevels]), below[1] for level 2, and so on. The height is that of a sphere
// that contains all the member's motions. The default is 1/8 and 1/30. The error
// tells of values that are not finite, below 0, or not in this order; nothing has changed then.
func (c *Crowd) SetDetail(below ...float32) error {
	for i, b := range below {
		switch {
		case b-b != 0 || b < 0:
			return fmt.Errorf("detail of a crowd: height %d: expected a finite fraction of at least 0, found %v", i, b)
		case i > 0 && !(b < below[i-1]):
			return fmt.Errorf("detail of a crowd: height %d: expected less than %v, the one before, found %v", i, below[i-1], b)
		}
	}
	if !c.isMade() {
		return errNotMade
	}
	c.store.SetDetail(slices.Clone(below))
	return nil
}

// RestPose stands for a clip in the methods of [Crowd] and [Member]: the rest pose.
const RestPose assets.ClipID = math.MaxUint32

// clipInComponent returns a clip as [components.CrowdMotion] has it.
func clipInComponent(id assets.ClipID) assets.ClipID {
	if id == RestPose {
		return 0
	}
	return id
}

// Spawn creates a member of the crowd that shows a model and plays a clip or a blend space from its
// start at the authored speed, in a loop unless the clip says another mode ([clip.Clip.PlayMode]),
// or shows the rest pose with [RestPose]. Members count no loops: a limit that the clip says has no
// effect. The errors are [systems.ErrNoModel], [systems.ErrTransform], [systems.ErrNoMotion], also
// for the ID 0, which [assets.Model.Clip] returns for an unknown name, [systems.ErrOtherSkeleton],
// [ErrUnfit] for an additive one, and [systems.ErrWorldLocked]; no entity was created then.
func (c *Crowd) Spawn(model *assets.Model, transform mgl32.Mat4, clip assets.ClipID) (Member, error) {
	if !c.isMade() {
		return Member{}, errNotMade
	}
	if model == nil {
		return Member{}, fmt.Errorf("%w: expected a model of the library of the animation, found nil",
			systems.ErrNoModel)
	}
	if !c.library.Owns(model) {
		return Member{}, fmt.Errorf("%w: expected a model of the library of the animation, found model %q, which is not "+
			"in it", systems.ErrNoModel, model.Name)
	}
	if err := arguments.Transform(transform); err != nil {
		return Member{}, fmt.Errorf("%w: model %q: %w", systems.ErrTransform, model.Name, err)
	}
	motion, err := c.motion(model.Skeleton, clip)
	if err != nil {
		return Member{}, err
	}
	if c.world.IsLocked() {
		return Member{}, systems.ErrWorldLocked
	}
	entity := c.members.NewWith(
		&components.CrowdPlayer{Motions: [2]components.CrowdMotion{motion}, Since: c.Time()},
		&components.SkinnedMesh{Model: model.ID, Hidden: model.HiddenParts()},
		&components.Transform{Matrix: transform},
	)
	c.store.Changed(entity)
	return Member{c, entity}, nil
}

// motion returns a motion of a clip or a blend space from its start, or of the rest pose.
func (c *Crowd) motion(skeleton assets.SkeletonID, id assets.ClipID) (components.CrowdMotion, error) {
	switch id {
	case RestPose:
		return components.NewCrowdMotion(0, 0), nil
	case 0:
		return components.CrowdMotion{}, fmt.Errorf("%w: expected a clip or a blend space, or crowd.RestPose for the "+
			"rest pose, found the ID 0, which Model.Clip returns for an unknown name", systems.ErrNoMotion)
	}
	played, found := c.played(id), c.library.Motion(id)
	switch {
	case found == nil:
		return components.CrowdMotion{}, fmt.Errorf("%w: %s", systems.ErrNoMotion, c.library.Describe(id))
	case played == nil:
		return components.CrowdMotion{},
			fmt.Errorf("%w: expected a clip or a blend space, which is all that crowds play, found the %s %q",
				systems.ErrNoMotion, found.Kind, found.Name)
	case played.Skeleton != c.library.Skeleton(skeleton):
		return components.CrowdMotion{}, fmt.Errorf("%w: expected a %[2]s for the skeleton of the member's model, found "+
			"%[2]s %[3]q for skeleton %[4]q", systems.ErrOtherSkeleton, played.Kind, played.Name, played.Skeleton.Name())
	case played.Additive:
		return components.CrowdMotion{}, fmt.Errorf("%w: expected a %s that is not additive, found %q", ErrUnfit,
			played.Kind, played.Name)
	}
	if err := c.keep(id, played); err != nil {
		return components.CrowdMotion{}, err
	}
	begun := components.NewCrowdMotion(id, played.Span.Start)
	if mode, _, ok := played.Clip.PlayMode(); ok {
		begun.Mode = mode
	}
	return begun, nil
}

// clipMotion is [Crowd.motion] for what plays clips alone.
func (c *Crowd) clipMotion(skeleton assets.SkeletonID, id assets.ClipID) (components.CrowdMotion, error) {
	if found := c.library.Motion(id); found != nil && found.Single != id {
		return components.CrowdMotion{}, fmt.Errorf("%w: expected a clip, which is all that a layer of a member plays, "+
			"found the %s %q", systems.ErrNoMotion, found.Kind, found.Name)
	}
	return c.motion(skeleton, id)
}

// played returns the clip or the blend space with an ID, or nil.
func (c *Crowd) played(id assets.ClipID) *motion.Asset { return crowdstore.Motion(c.library, id) }

// modeAfter returns the mode of a motion that begins in the place of another: what its clip says, and
// otherwise that of the other one, unless this is what that one's clip said.
func (c *Crowd) modeAfter(old *components.CrowdMotion, id assets.ClipID) assets.PlayMode {
	if old.Clip == id {
		return old.Mode
	}
	if mode, _, ok := c.library.Clip(id).PlayMode(); ok {
		return mode
	}
	if mode, _, ok := c.library.Clip(old.Clip).PlayMode(); ok && mode == old.Mode {
		return assets.Loop
	}
	return old.Mode
}

// Member returns the handle on a member.
func (c *Crowd) Member(entity ecs.Entity) Member { return Member{c, entity} }

// Near appends to a list the members that are at most radius, in meters, from a point in world
// space, the nearest first; of those at one distance the lowest entity. A member is where its
// [components.Transform] is. It takes some nanoseconds for each 64 members, and for each member near
// the point; a member whose Transform is not finite is not found. The errors are
// [systems.ErrNil], of a crowd that [New] did not make, and that of clips that do not fit, as
// drawing reports it; the list has not changed then.
func (c *Crowd) Near(list []ecs.Entity, point mgl32.Vec3, radius float32) ([]ecs.Entity, error) {
	if !c.isMade() {
		return list, errNotMade
	}
	if err := c.store.SyncKnown(); err != nil {
		return list, err
	}
	return c.store.Near(list, point, radius), nil
}

// Changed reports that the program changed a component of a member, such as a
// [components.CrowdPlayer], a [components.CrowdLayer] or a [components.Transform], or created or
// removed an entity. It may be called for any entity.
func (c *Crowd) Changed(entity ecs.Entity) {
	if !c.isMade() {
		return
	}
	if ecs.IsAlive(c.world, entity) {
		c.keepAll(entity)
	}
	c.store.Changed(entity)
}

// Refresh makes the crowd look at all entities when it is drawn next, such as after a program wrote
// to many of them.
func (c *Crowd) Refresh() {
	if c.isMade() {
		c.store.Refresh()
	}
}

// Remove removes a member from the world. The errors are [ErrNoMember], and
// [systems.ErrWorldLocked].
func (c *Crowd) Remove(entity ecs.Entity) error {
	if _, err := c.player(entity); err != nil {
		return err
	}
	if c.world.IsLocked() {
		return systems.ErrWorldLocked
	}
	c.world.RemoveEntity(entity)
	c.store.Changed(entity)
	return nil
}

// player returns the player of a member.
func (c *Crowd) player(entity ecs.Entity) (*components.CrowdPlayer, error) {
	switch {
	case !c.isMade():
		return nil, fmt.Errorf("%w: expected a Member from Spawn or Crowd.Member, found the zero value", ErrNoMember)
	case !ecs.IsAlive(c.world, entity):
		return nil, fmt.Errorf("%w: %w", ErrNoMember, arguments.NotAlive(entity))
	}
	player := c.players.Get(entity)
	switch {
	case player == nil:
		return nil, fmt.Errorf("%w: entity %d has no components.CrowdPlayer", ErrNoMember, entity.ID())
	case c.meshes.Get(entity) == nil:
		return nil, fmt.Errorf("%w: entity %d has no components.SkinnedMesh", ErrNoMember, entity.ID())
	}
	return player, nil
}

// skeletonOf returns the ID of a member's skeleton, 0 if its model is not in the library.
func (c *Crowd) skeletonOf(entity ecs.Entity) assets.SkeletonID {
	if model := c.library.Model(c.meshes.Get(entity).Model); model != nil {
		return model.Skeleton
	}
	return 0
}

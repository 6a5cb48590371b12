package systems

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/partners"
)

// ErrPair means that characters cannot play together: a role has no character or no such motion, a
// character has two roles, is in a pair already, or is in none.
var ErrPair = errors.New("the characters cannot play together")

// PairOptions are options of [Animation.PlayTogether]. The zero value plays the motion once, at
// once, where the leader stands, and stops all when one is interrupted.
type PairOptions struct {
	// Fade is how many seconds the motion takes to fade in, and to fade out when it ends or is
	// interrupted.
	Fade float64
	// Move is how many seconds the characters take to their places. They begin and end at rest,
	// besides what root motion moves them by. With 0 they are there at once.
	Move float64
	// Mode is what happens at the end of the motion, LoopLimit after how many loops a Loop or a
	// PingPong ends; 0 is never. In the mode [clip.Hold] the last pose stays until the layer stops.
	Mode      clip.PlayMode
	LoopLimit uint32
	// Anchor is where the anchor of the motion is in the world; its scale does not matter. Nil puts
	// it where the leader stands in the right place, so that the leader does not move.
	Anchor *mgl32.Mat4
	// Scale is how many meters of the world a unit of the places is. 0 takes the longest axis of
	// the leader's Transform.
	Scale float32
	// GoesOn lets the others play on when one is interrupted, dies or leaves.
	GoesOn bool
}

// Pair is a handle on two or more characters that play a [motion.Paired] together, by any of them.
type Pair struct {
	animation *Animation
	entity    ecs.Entity
}

// Pair returns the handle on the pair that a character is in.
func (a *Animation) Pair(entity ecs.Entity) Pair { return Pair{a, entity} }

// String returns the part of the character in the pair, such as
//
//	entity 5 plays part 1 of "handshake" among 2
func (p Pair) String() string {
	if !p.animation.isMade() || !p.animation.alive(p.entity) || p.animation.partners.Get(p.entity) == nil {
		return describeHandle(p.animation, p.entity, "Pair", "pair")
	}
	partner := p.animation.partners.Get(p.entity)
	motion := p.animation.library.Motion(partner.Motion)
	if motion == nil {
		return fmt.Sprintf("entity %d keeps in step with entity %d", p.entity.ID(), partner.Leader.ID())
	}
	return fmt.Sprintf("entity %d plays part %d of %q among %d", p.entity.ID(), partner.Role, motion.Name, partner.Members)
}

// PlayTogether lets characters play the roles of a paired motion, each in the lowest layer above
// all that it plays, so that what it does otherwise, also by a graph, shows again afterward.
//
// The character in the first role leads. All have one time, to the bit: that of the leader, or, if
// another one plays a longer clip, of the first one with the longest. The [components.TimeScale] of
// that character and a pause, a seek and the speed of its layer ([Pair.Player]) are those of all,
// and those of the others have no effect. Who plays a shorter clip shows its last pose until the
// common time is over, and again while that runs backward. Each frame puts the Transforms of the
// others where the motion has them beside the leader, after the systems of
// [Animation.OnRootMotion]. Where their clips have root motion, as the leader's has, they move by it
// relative to the anchor; others go along with the leader, as a rider does. The leader itself moves
// only if it has a [components.RootMotion].
//
// Characters keep their own scale. Those of one scale touch each other as the motion says, at any
// scale. Between unequal ones the places are in units of the leader, and hands that should meet
// need a modifier: [Modifier.Hold] puts one on a joint of the other.
//
// The queue of [Animation.Events] gets a PairBegan for each character at once, later a PairEnded
// when the motion ends, or a PairBroken when it is interrupted: a member dies, stops to be a
// character, begins another pair, or its layer plays something else. All stop then, or with GoesOn
// only that one; if it led, the first role that is left leads on. What is in components.Partner is
// saved in snapshots.
//
// It adds the components that a character lacks. The errors are [ErrPair], [ErrNoCharacter],
// [ErrNoMotion], [ErrOtherSkeleton], [ErrLayerMode], [ErrSeconds], [ErrTransform], [ErrNotFinite],
// [ErrNil] and [ErrWorldLocked]; nothing has changed then.
func (a *Animation) PlayTogether(paired *motion.Paired, characters map[string]ecs.Entity,
	options PairOptions,
) (Pair, error) {
	list, err := a.castRoles(paired, characters)
	if err != nil {
		return Pair{}, err
	}
	if err := a.checkPair(paired, list, &options); err != nil {
		return Pair{}, err
	}
	// From here on nothing fails.
	for i := range list {
		a.leave(list[i].entity, options.Fade)
	}
	frames, shapes := make([]partners.Frame, len(list)), make([]partners.Shape, len(list))
	for i := range list {
		frames[i], shapes[i], _ = partners.Split(&a.transforms.Get(list[i].entity).Matrix)
	}
	scale := options.Scale
	if scale == 0 {
		scale = longestAxis(&a.transforms.Get(list[0].entity).Matrix)
	}
	for i := range list {
		a.beginPart(&list[i], &paired.Roles[i], &options)
		place, _, _ := partners.Split(&paired.Roles[i].Place)
		p := &list[i].partner
		*p = components.Partner{
			Leader: list[0].entity, Motion: paired.Roles[i].Motion,
			Position: place.Position.Float32(), Rotation: place.Rotation.Float32(), Scale: scale,
			Duration: options.Move, FadeOut: options.Fade,
			Members: uint8(len(list)), Role: uint8(i), Layer: uint8(list[i].layer), GoesOn: options.GoesOn,
		}
		for k, v := range shapes[i] {
			p.Shape[k] = float32(v)
		}
	}
	anchor := frames[0].Times(partners.PlaceOf(&list[0].partner).Inverse())
	if options.Anchor != nil {
		anchor, _, _ = partners.Split(options.Anchor)
	}
	for i := range list {
		there := anchor.Times(partners.PlaceOf(&list[i].partner))
		switch {
		case i == 0 && options.Anchor == nil:
		case options.Move == 0:
			a.transforms.Get(list[i].entity).Matrix = there.Matrix(&shapes[i])
			a.places.moved(list[i].entity)
		default:
			list[i].partner.Away, list[i].partner.AwayTurn = partners.Difference(frames[i], there)
		}
		a.setPartner(list[i].entity, &list[i].partner)
	}
	for i := range list {
		a.events.Append(a.pairEvent(list[i].entity, ecs.PairBegan))
	}
	return Pair{a, list[0].entity}, nil
}

// cast is a character in a role.
type cast struct {
	entity  ecs.Entity
	layer   int
	partner components.Partner
}

// castRoles returns the characters in the order of the roles.
func (a *Animation) castRoles(paired *motion.Paired, characters map[string]ecs.Entity) ([]cast, error) {
	if err := a.checkOpen(); err != nil {
		return nil, err
	}
	if paired == nil {
		return nil, fmt.Errorf("%w: expected a paired motion, found nil", ErrNil)
	}
	if err := paired.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPair, err)
	}
	list := make([]cast, len(paired.Roles))
	roles := make([]string, len(paired.Roles))
	for i := range paired.Roles {
		role := paired.Roles[i].Name
		entity, ok := characters[role]
		if !ok {
			return nil, fmt.Errorf("%w: paired motion %q: expected a character in the role %q, found none", ErrPair,
				paired.Name, role)
		}
		for k := range i {
			if list[k].entity == entity {
				return nil, fmt.Errorf("%w: paired motion %q: expected another character in each role, found entity %d as %q "+
					"and %q", ErrPair, paired.Name, entity.ID(), roles[k], role)
			}
		}
		list[i].entity, roles[i] = entity, role
	}
	if len(characters) > len(list) {
		var unknown []string
		for name := range characters {
			if !slices.Contains(roles, name) {
				unknown = append(unknown, name)
			}
		}
		return nil, names.NotFound(ErrPair, fmt.Sprintf("paired motion %q", paired.Name), "role", slices.Min(unknown),
			roles)
	}
	return list, nil
}

// checkPair returns an error unless characters can play their roles, and finds the layers for them.
func (a *Animation) checkPair(paired *motion.Paired, list []cast, options *PairOptions) error {
	for i := range list {
		role, entity := &paired.Roles[i], list[i].entity
		label := func(err error) error { return fmt.Errorf("paired motion %q: role %q: %w", paired.Name, role.Name, err) }
		if err := a.checkCharacter(entity); err != nil {
			return label(err)
		}
		if list[i].layer = a.layerAbove(entity); list[i].layer >= components.MaxLayers {
			return label(fmt.Errorf("%w: entity %d: expected a free layer, found all %d in use", ErrPair, entity.ID(),
				components.MaxLayers))
		}
		if err := a.Player(entity).checkMotion(role.Motion); err != nil { // layer 0 takes no additive motion either
			return label(err)
		}
		transform := a.transforms.Get(entity)
		if transform == nil {
			return label(a.describeLacking(entity, "Transform"))
		}
		if err := arguments.Transform(transform.Matrix); err != nil {
			return label(fmt.Errorf("%w: entity %d: %w", ErrTransform, entity.ID(), err))
		}
	}
	if err := a.checkPairOptions(options); err != nil {
		return fmt.Errorf("paired motion %q: %w", paired.Name, err)
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	return nil
}

func (a *Animation) checkPairOptions(o *PairOptions) error {
	if err := a.checkFade("fade", o.Fade); err != nil {
		return err
	}
	if err := a.checkFade("move", o.Move); err != nil {
		return err
	}
	if o.Mode > clip.Hold {
		return fmt.Errorf("%w: expected the play mode Once, Loop, PingPong or Hold, found %d", ErrPair, o.Mode)
	}
	if !(o.Scale >= 0) || o.Scale-o.Scale != 0 {
		return fmt.Errorf("%w: expected a finite scale of at least 0, found %v", ErrNotFinite, o.Scale)
	}
	if o.Anchor != nil {
		if err := arguments.Transform(*o.Anchor); err != nil {
			return fmt.Errorf("%w: the anchor: %w", ErrTransform, err)
		}
	}
	return nil
}

// layerAbove returns the lowest layer above all in which a character plays something and above
// those of its graph. It is beyond the last layer if there is none.
func (a *Animation) layerAbove(entity ecs.Entity) int {
	above := max(1, a.Controller(entity).drivenLayers())
	layers := a.layersOf(entity)
	for i := 1; layers.At(i) != nil; i++ {
		l := layers.At(i)
		ended := l.Finished && l.Mode == clip.Once
		if l.Motion != 0 && !ended || l.Fades.Count > 0 {
			above = max(above, i+1)
		}
	}
	return above
}

// longestAxis returns the length of the longest axis of a matrix.
func longestAxis(m *mgl32.Mat4) float32 {
	var longest float64
	for c := range 3 {
		x, y, z := float64(m[4*c]), float64(m[4*c+1]), float64(m[4*c+2])
		longest = max(longest, float64(x*x)+float64(y*y)+float64(z*z))
	}
	return float32(math.Sqrt(longest))
}

// beginPart begins to play the motion of a role, which was checked.
func (a *Animation) beginPart(c *cast, role *motion.Role, options *PairOptions) {
	residency.Of(a.library).Use(role.Motion) // so that it does not leave before the next frame plays it
	player := a.Player(c.entity).Layer(c.layer)
	player.addLayer()
	layer := player.LayerComponent()
	*layer = components.NewLayer(0, 0)
	next := advance.FromStart(a.library, layer.Playback, role.Motion)
	next.Mode, next.LoopLimit, next.FadeOut = options.Mode, options.LoopLimit, options.Fade
	advance.StartTransition(a.library, player.Inertialization(), false, &layer.Playback, &layer.Fades, next,
		advance.Crossfade{Seconds: options.Fade})
}

// setPartner gives an entity a partner component.
func (a *Animation) setPartner(entity ecs.Entity, partner *components.Partner) {
	if own := a.partners.Get(entity); own != nil {
		*own = *partner
		return
	}
	access.Assign(&a.partners, entity, partner)
}

// partnerOf returns the partner component of an entity that is in a group, or nil.
func (a *Animation) partnerOf(entity ecs.Entity) *components.Partner {
	if a == nil || !a.alive(entity) {
		return nil
	}
	if p := a.partners.Get(entity); p != nil && !p.Leader.IsZero() {
		return p
	}
	return nil
}

// ledBy returns those who name a leader, in the order in which they may lead.
func (a *Animation) ledBy(leader ecs.Entity) (list []member) {
	filter := arche.All(a.partners.Kind.ID())
	query := a.world.Query(&filter)
	for query.Next() {
		if p := a.partners.In(&query); p.Leader == leader {
			list = append(list, member{entity: query.Entity(), partner: p})
		}
	}
	order.Stable(list, byLeader)
	return list
}

// membersOf returns the members of the pair of a leader, by their roles.
func (a *Animation) membersOf(leader ecs.Entity) (list []ecs.Entity) {
	for _, m := range a.ledBy(leader) {
		if m.isBound() {
			list = append(list, m.entity)
		}
	}
	return list
}

// pairEvent returns an event of the pair of a character.
func (a *Animation) pairEvent(entity ecs.Entity, kind ecs.EventKind) ecs.Event {
	m := member{entity: entity, partner: a.partners.Get(entity)}
	m.playback = a.Player(entity).Layer(int(m.partner.Layer)).Playback()
	return m.event(kind)
}

// leave takes a character out of what it plays with others, within some seconds, before it begins
// something else.
func (a *Animation) leave(entity ecs.Entity, seconds float64) {
	p := a.partnerOf(entity)
	if p == nil {
		return
	}
	leader := p.Leader
	switch {
	case p.Motion == 0:
		p.Leader = ecs.Entity{}
	case p.GoesOn:
		a.stopPart(entity, seconds)
	default:
		a.endPair(entity, seconds)
	}
	if leader == entity {
		a.handOn(leader)
	}
}

// endPair interrupts the pair that a character is in, within some seconds.
func (a *Animation) endPair(entity ecs.Entity, seconds float64) {
	for _, e := range a.membersOf(a.partners.Get(entity).Leader) {
		a.stopPart(e, seconds)
	}
}

// stopPart takes a character out of its pair, within some seconds.
func (a *Animation) stopPart(entity ecs.Entity, seconds float64) {
	a.events.Append(a.pairEvent(entity, ecs.PairBroken))
	p := a.partners.Get(entity)
	player := a.Player(entity).Layer(int(p.Layer))
	if playback := player.Playback(); playback != nil && playback.Motion == p.Motion {
		advance.StartTransition(a.library, player.Inertialization(), p.Layer == 0, playback, player.Blend(), stopped,
			advance.Crossfade{Seconds: seconds})
	}
	p.Leader = ecs.Entity{}
}

// handOn gives those whom a character led another leader, the first of them.
func (a *Animation) handOn(leader ecs.Entity) {
	list := slices.DeleteFunc(a.ledBy(leader), func(m member) bool { return m.entity == leader })
	for i := range list {
		list[i].partner.Leader = list[0].entity
	}
}

// check returns an error unless the character is in a pair.
func (p Pair) check() error {
	if p.animation == nil {
		return fmt.Errorf("%w: expected a Pair from Animation.PlayTogether, found the zero value", ErrPair)
	}
	if err := p.animation.checkOpen(); err != nil {
		return err
	}
	if !p.animation.alive(p.entity) {
		return fmt.Errorf("%w: %w", ErrPair, arguments.NotAlive(p.entity))
	}
	if own := p.animation.partnerOf(p.entity); own == nil || own.Motion == 0 {
		return fmt.Errorf("%w: expected a character in a pair, found entity %d, which is in none", ErrPair, p.entity.ID())
	}
	return nil
}

// Members returns the characters of the pair in the order of their roles, or nil if the character
// is in none. Those that left are not among them after the next frame.
func (p Pair) Members() []ecs.Entity {
	if p.check() != nil {
		return nil
	}
	return p.animation.membersOf(p.animation.partnerOf(p.entity).Leader)
}

// Player returns the handle on the layer that has the time of the pair: its Pause, Seek, SetSpeed
// and Restart work on all members. It returns the zero value if the character is in no pair.
func (p Pair) Player() Player {
	if p.check() != nil {
		return Player{}
	}
	leader := p.animation.partnerOf(p.entity).Leader
	members := p.animation.ledBy(leader)
	for i := range members {
		if members[i].entity == leader {
			timer := &members[timerOf(p.animation.library, members, i)]
			return p.animation.Player(timer.entity).Layer(int(timer.partner.Layer))
		}
	}
	return Player{}
}

// Stop interrupts the motion of all members within some seconds, and leaves them where they are.
// Each gets the event PairBroken. The errors are [ErrPair] and [ErrSeconds].
func (p Pair) Stop(seconds float64) error {
	if err := p.check(); err != nil {
		return err
	}
	if err := p.animation.checkFade("fade", seconds); err != nil {
		return err
	}
	p.animation.endPair(p.entity, seconds)
	return nil
}

// SyncWith keeps the layer in step with a layer of another character: always at the same fraction
// of its motion, as dancers or a squad are, whatever the speed of the layer itself. Several layers
// that are in step with each other have one leader; those in step with the layer come along. When
// the leader dies, the one with the lowest number leads on. A layer keeps in step while both play
// in the modes [clip.Loop] or [clip.PingPong] and neither is paused; it jumps there without firing
// the markers between. The zero Player ends it.
//
// A character can be in step with one layer. The errors are [ErrPair], also for a character in a
// pair, [ErrNoCharacter], and [ErrWorldLocked] if a component must be added.
func (p Player) SyncWith(leader Player) error {
	if err := p.checkLayer(); err != nil {
		return err
	}
	a := p.animation
	own := a.partnerOf(p.entity)
	if own != nil && own.Motion != 0 {
		return fmt.Errorf("%w: expected a character in no pair, found entity %d in one, which Pair.Stop ends", ErrPair,
			p.entity.ID())
	}
	if leader == (Player{}) {
		if own != nil {
			own.Leader = ecs.Entity{}
		}
		return nil
	}
	if err := leader.checkLayer(); err != nil {
		return fmt.Errorf("the leader: %w", err)
	}
	switch {
	case leader.animation != a:
		return fmt.Errorf("%w: expected a leader of the same animation, found another one's", ErrPair)
	case leader.entity == p.entity:
		return fmt.Errorf("%w: expected another character to be in step with, found entity %d itself; "+
			"Player.SetSync is for layers of one character", ErrPair, p.entity.ID())
	case p.Playback() == nil || leader.Playback() == nil:
		return fmt.Errorf("%w: expected layers that play something, found layer %d of entity %d and layer %d of entity %d",
			ErrPair, p.layer, p.entity.ID(), leader.layer, leader.entity.ID())
	}
	other := a.partnerOf(leader.entity)
	if other != nil && int(other.Layer) != leader.layer {
		return fmt.Errorf("%w: entity %d: expected layer %d, in which it plays together with others, found layer %d",
			ErrPair, leader.entity.ID(), other.Layer, leader.layer)
	}
	if a.world.IsLocked() && (a.partners.Get(p.entity) == nil || a.partners.Get(leader.entity) == nil) {
		return ErrWorldLocked
	}
	follows, leads := leader.entity, other == nil || other.Leader == p.entity
	if !leads {
		follows = other.Leader
	}
	if own != nil && int(own.Layer) == p.layer { // those in step with it stay so
		for _, m := range a.ledBy(p.entity) {
			m.partner.Leader = follows
		}
	}
	if leads {
		a.setPartner(leader.entity, &components.Partner{Leader: leader.entity, Layer: uint8(leader.layer)})
	}
	a.setPartner(p.entity, &components.Partner{Leader: follows, Layer: uint8(p.layer)})
	return nil
}

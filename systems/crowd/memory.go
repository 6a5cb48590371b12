package crowd

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// keeper keeps the clips in memory that members play, where the library has a budget.
//
// Clips leave between two frames, perhaps of another world on another goroutine, so that the
// members cannot be asked then. The keeper has a list instead, of at least what they play: what
// they begin to play is added, and what they play no more is found in a frame after clips had to
// leave.
type keeper struct {
	memory  *residency.Table // of the library, in which the holder is registered; or nil
	holder  *residency.Holder
	played  []assets.ClipID // by the index of the ID; 0 is none
	before  []assets.ClipID // scratch
	isAsked atomic.Bool     // clips have to leave, so that the list should be no longer than needed
	players *generic.Filter2[components.CrowdPlayer, components.CrowdLayer]

	watched  []ecs.Entity // members that wait for clips, or were found to play one that is away
	restores uint64       // of snapshots, after which the list was made
}

// register makes the clips of the list stay. It reports whether the library has a budget.
func (k *keeper) register(library *assets.Library) bool {
	memory := residency.Of(library)
	if memory == nil || memory == k.memory {
		return memory != nil
	}
	if k.holder == nil {
		k.holder = &residency.Holder{Mark: func(hold func(assets.ClipID)) {
			for _, of := range k.played {
				if of != 0 {
					hold(of)
				}
			}
			k.isAsked.Store(true)
		}}
	}
	k.memory = memory
	memory.Register(k.holder)
	k.isAsked.Store(true) // members may play already
	return true
}

// add puts a clip on the list. No clips leave meanwhile.
func (k *keeper) add(of assets.ClipID) {
	i := int(of & (1<<id.IndexBits - 1))
	for len(k.played) <= i {
		k.played = append(k.played, 0)
	}
	k.played[i] = of
}

// keep keeps the clips of a motion in memory for the crowd, or returns an error if one is not there.
func (c *Crowd) keep(of assets.ClipID, played *motion.Asset) error {
	k := &c.kept
	if !k.register(c.library) {
		return nil
	}
	if !k.memory.Use(of) {
		return fmt.Errorf("%w: expected a %s in memory, found %q away; it has been asked for: see "+
			"assets.Library.IsLoaded", ErrUnfit, played.Kind, played.Name)
	}
	k.memory.Pause() // no clips leave meanwhile
	defer k.memory.Resume()
	c.addAll(of)
	return nil
}

// addAll puts the clips of a motion on the list.
func (c *Crowd) addAll(of assets.ClipID) {
	for clip := range crowdstore.Clips(c.library, of) {
		c.kept.add(clip)
	}
}

// keepAll keeps the clips of a member whose components the program wrote, and asks for those that
// are away.
func (c *Crowd) keepAll(entity ecs.Entity) {
	k, p := &c.kept, c.players.Get(entity)
	if p == nil || !k.register(c.library) {
		return
	}
	k.memory.Pause()
	defer k.memory.Resume()
	for _, of := range crowdstore.Shown(p, c.layers.Get(entity), c.Time()-p.Since) {
		if c.played(of) != nil {
			if !k.memory.Use(of) {
				k.watched = append(k.watched, entity)
			}
			c.addAll(of)
		}
	}
}

// keepPlayed makes the list anew, from what all members play, if clips have to leave. It is called
// in a frame, while none does.
func (c *Crowd) keepPlayed() {
	k := &c.kept
	if !k.register(c.library) || !k.isAsked.Swap(false) {
		return
	}
	k.before = append(k.before[:0], k.played...)
	clear(k.played)
	now := c.Time()
	query := k.players.Query(c.world)
	for query.Next() {
		p, layer := query.Get()
		for _, of := range crowdstore.Shown(p, layer, now-p.Since) {
			if of != 0 {
				c.addAll(of)
				if !k.memory.Has(of) {
					k.watched = append(k.watched, query.Entity())
				}
			}
		}
	}
	for i, of := range k.played {
		switch {
		case of != 0 && c.library.Clip(of) == nil:
			k.played[i] = 0
		case of != 0:
			k.memory.Use(of) // asks for one that is away, since the program wrote the component
		case i < len(k.before) && k.before[i] != 0 && k.memory.Has(k.before[i]):
			k.memory.Use(k.before[i]) // it was played a moment ago, which a session may go back to
		}
	}
}

// tellHeld tells by events of the members that begin or end to wait for clips. It is called in a
// frame. Only members on the list are looked at; after a restore it is made anew.
func (c *Crowd) tellHeld() {
	k := &c.kept
	if restores := c.store.Restores(); restores != k.restores {
		k.restores, k.watched = restores, k.watched[:0]
		query := k.players.Query(c.world)
		for query.Next() {
			p, layer := query.Get()
			if p.Motions[0].Held || p.Motions[1].Held || layer != nil && layer.Motion.Held ||
				k.register(c.library) && c.waits(p, layer) {
				k.watched = append(k.watched, query.Entity())
			}
		}
	}
	if len(k.watched) == 0 {
		return
	}
	slices.SortFunc(k.watched, func(a, b ecs.Entity) int { return cmp.Compare(a.ID(), b.ID()) })
	k.watched = slices.Compact(k.watched)
	k.watched = slices.DeleteFunc(k.watched, func(e ecs.Entity) bool { return !c.tellOf(e) })
}

// waits reports whether a clip that a member shows is away.
func (c *Crowd) waits(p *components.CrowdPlayer, layer *components.CrowdLayer) bool {
	for _, of := range crowdstore.Shown(p, layer, c.Time()-p.Since) {
		if c.isAway(of) {
			return true
		}
	}
	return false
}

// isAway reports whether a clip of a motion is in the library, but not in memory. It asks for it
// then.
func (c *Crowd) isAway(of assets.ClipID) bool {
	return of != 0 && c.played(of) != nil && !c.kept.memory.Use(of)
}

// tellOf tells of a member, and reports whether it waits.
func (c *Crowd) tellOf(entity ecs.Entity) (waits bool) {
	if !ecs.IsAlive(c.world, entity) {
		return false
	}
	p, layer := c.players.Get(entity), c.layers.Get(entity)
	if p == nil {
		return false
	}
	for i, of := range crowdstore.Shown(p, layer, c.Time()-p.Since) {
		var m *components.CrowdMotion
		switch {
		case i < len(p.Motions):
			m = &p.Motions[i]
		case layer != nil:
			m = &layer.Motion
		default:
			continue
		}
		isAway := c.isAway(of)
		waits = waits || isAway
		if isAway == m.Held {
			continue
		}
		m.Held = isAway
		if c.played(m.Clip) == nil { // it was removed, and there is nothing to tell
			continue
		}
		event := ecs.Event{
			Entity: entity, Kind: ecs.PlaybackReleased, Motion: m.Clip, Time: m.Time,
			Layer: uint8(i / len(p.Motions)), Weight: 1,
		}
		if isAway {
			event.Kind = ecs.PlaybackHeld
		}
		c.animation.Events().Append(event)
	}
	return waits
}

package crowdstore

import (
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxCascades is the largest number of shadow maps.
const MaxCascades = 3

// Words are words of Entries from First to before End: indices of members, ascending.
type Words struct{ First, End int }

// Casters are the members of a list that a shadow map draws.
type Casters struct {
	all     Words
	wearers []Words // as List.Wearers
}

// Of returns those that show the part with a bit.
func (c *Casters) Of(list *List, part uint64) Words {
	for i := range list.Wearers {
		if list.Wearers[i].Part == part {
			return c.wearers[i]
		}
	}
	return c.all
}

// ListCasters lists, of the members that Collect found in the widest shadow map, those that the next
// of the Casters of each list draw: those that a map shows, but for those that are wholly in another
// volume. The widest map comes first.
func (s *Store) ListCasters(c *Collected, shown, without *[6]mgl32.Vec4) {
	at := c.cascades
	c.cascades++
	for _, list := range c.Lists {
		s.findCasters(c, list, shown, without)
		casters := &list.Casters[at]
		casters.all = c.addCasters(list, func(of lanes, _ int32) lanes { return of })
		casters.wearers = casters.wearers[:0]
		for i := range list.Wearers {
			part := bits.TrailingZeros64(list.Wearers[i].Part)
			casters.wearers = append(casters.wearers, c.addCasters(list, func(of lanes, block int32) lanes {
				return of &^ s.blocks[block].hide(part)
			}))
		}
	}
}

// findCasters finds which members of a list a map shows, but for those that are wholly in another
// volume, run by run.
func (s *Store) findCasters(c *Collected, list *List, shown, without *[6]mgl32.Vec4) {
	c.casters = c.casters[:0]
	for _, runs := range list.only[imageAndShadow:] {
		for _, run := range runs {
			sphere := &c.Spheres[run.block]
			var casting lanes
			if crossed := crossing(shown, sphere); crossed != outside {
				if other := crossing(without, sphere); crossed|other&^outside == 0 { // no member must be looked at
					if casting = run.lanes; other == 0 {
						casting = 0
					}
				} else {
					spheres := s.worldSpheres(c, int(run.block))
					casting = crossed.within(shown, spheres, run.lanes)
					casting &^= other.inside(without, spheres, casting)
				}
			}
			c.casters = append(c.casters, casting)
		}
	}
}

// addCasters adds the indices of those members that findCasters found and that a filter leaves of
// each block.
func (c *Collected) addCasters(list *List, filter func(of lanes, block int32) lanes) Words {
	first, member, i := len(c.Entries), uint32(list.FirstCaster), 0
	for _, runs := range list.only[imageAndShadow:] {
		for _, run := range runs {
			c.Entries = run.appendIndices(c.Entries, member, filter(c.casters[i], run.block))
			member += uint32(run.lanes.count())
			i++
		}
	}
	return Words{first, len(c.Entries)}
}

// worldSpheres returns the spheres around the members of a block in world space, until the next
// call.
func (s *Store) worldSpheres(c *Collected, block int) []mgl32.Vec4 {
	b := &s.blocks[block]
	first := block * BlockLanes
	spheres := s.spheres[first : first+int(b.count)]
	if b.carrier == 0 {
		return spheres
	}
	for lane := range spheres {
		c.carried[lane] = s.carry(b.carrier, &spheres[lane])
	}
	return c.carried[:len(spheres)]
}

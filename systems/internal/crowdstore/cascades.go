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
		casters := &list.Casters[at]
		some := s.findCasters(c, list, shown, without)
		casters.all = s.addCasters(c, list, some, all)
		casters.wearers = casters.wearers[:0]
		for i := range list.Wearers {
			casters.wearers = append(casters.wearers, s.addCasters(c, list, some, bits.TrailingZeros64(list.Wearers[i].Part)))
		}
	}
}

// findCasters finds which members of a list a map shows, but for those that are wholly in another
// volume, run by run. It reports whether there are some.
func (s *Store) findCasters(c *Collected, list *List, shown, without *[6]mgl32.Vec4) (some bool) {
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
			some = some || casting != 0
		}
	}
	return some
}

// all stands for a part that all members show.
const all = -1

// addCasters adds the indices of those members that findCasters found, if there are some, and that
// show a part, or all.
func (s *Store) addCasters(c *Collected, list *List, some bool, part int) Words {
	first, member, i := len(c.Entries), uint32(list.FirstCaster), 0
	if !some {
		return Words{first, first}
	}
	for _, runs := range list.only[imageAndShadow:] {
		for _, run := range runs {
			casting := c.casters[i]
			if casting != 0 && part != all {
				casting &^= s.blocks[run.block].hide(part)
			}
			c.Entries = run.appendIndices(c.Entries, member, casting)
			member += uint32(run.lanes.count())
			i++
		}
	}
	return Words{first, len(c.Entries)}
}

// worldSpheres returns the spheres around the members of a block in world space.
func (s *Store) worldSpheres(c *Collected, block int) []mgl32.Vec4 {
	b := &s.blocks[block]
	first := block * BlockLanes
	spheres := s.spheres[first : first+int(b.count)]
	if b.carrier == 0 {
		return spheres
	}
	if missing := len(s.spheres) - len(c.carried); missing > 0 {
		c.carried = append(c.carried, make([]mgl32.Vec4, missing)...)
	}
	carried := c.carried[first : first+int(b.count)]
	if !c.isCarried[block] {
		c.isCarried[block] = true
		for lane := range spheres {
			carried[lane] = s.carry(b.carrier, &spheres[lane])
		}
	}
	return carried
}

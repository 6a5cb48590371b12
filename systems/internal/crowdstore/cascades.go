package crowdstore

import (
	"slices"

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
		casters.all.First = len(c.Entries)
		member := uint32(list.FirstCaster)
		c.Entries = slices.Grow(c.Entries, list.End-list.FirstCaster)
		for shows := imageAndShadow; shows <= shadowOnly; shows++ {
			for _, run := range list.only[shows] {
				sphere, spheres := &c.Spheres[run.block], s.worldSpheres(c, int(run.block))
				casting := crossing(shown, sphere).within(shown, spheres, run.lanes)
				if casting != 0 {
					casting &^= crossing(without, sphere).inside(without, spheres, casting)
				}
				for rest := casting; rest != 0; rest &= rest - 1 {
					before := run.lanes & (1<<rest.first() - 1)
					c.Entries = append(c.Entries, member+uint32(before.count()))
				}
				member += uint32(run.lanes.count())
			}
		}
		casters.all.End = len(c.Entries)
		casters.wearers = casters.wearers[:0]
		for i := range list.Wearers {
			casters.wearers = append(casters.wearers, s.listWearersOf(c, &list.Wearers[i], casters.all))
		}
	}
}

// listWearersOf lists those of some members that show a part.
func (s *Store) listWearersOf(c *Collected, w *Wearers, of Words) Words {
	c.Entries = slices.Grow(c.Entries, of.End-of.First)
	first := len(c.Entries)
	for _, member := range c.Entries[of.First:of.End] {
		if s.hidden[c.Entries[2*member]]&w.Part == 0 {
			c.Entries = append(c.Entries, member)
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

package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// addCrowdLights adds the lights that members of the crowd carry, of those whose lights light the
// camera's target most: so many that no others can be among the lights of the frame.
func (r *Renderer) addCrowdLights() {
	c := r.crowd
	if c.store == nil {
		return
	}
	var lights int
	c.bearers, lights = c.store.Bearers(c.bearers[:0], &c.collected, r.camera.Target)
	for _, bearer := range c.bearers {
		for _, l := range c.store.KindOf(bearer.Slot).Lights {
			toWorld := c.store.Light(bearer.Slot, l)
			r.lights.add(lightAt(l, &toWorld, r.camera.Target))
			lights--
		}
	}
	r.lights.leftOut += lights
}

// mostOccludingMembers is the largest number of members of a crowd that occlude, and
// occludersOfMember that of the capsules of a part of one, the largest first: feet, which darken
// the ground most, come after the trunk, the legs and the upper arms. Each capsule is posed by the
// CPU.
const (
	mostOccludingMembers = 32
	occludersOfMember    = 16
)

// occludingMember is a member of the crowd in the image that may occlude.
type occludingMember struct {
	list, slot int
	member     int     // its number among all that are drawn
	away       float32 // from the camera
	size       float32 // its height, by that below which it does not occlude
}

// isBefore reports whether a member occludes rather than another one.
func (m *occludingMember) isBefore(other *occludingMember) bool {
	return m.away < other.away || m.away == other.away && m.member < other.member
}

// addCrowdOccluders adds the capsules of the members in the image that are nearest to the camera.
// Those of the smallest and of the farthest occlude less far, so that none comes or goes at once.
func (r *Renderer) addCrowdOccluders() {
	c := r.crowd
	if r.occlusion.strength == 0 || c.store == nil {
		return
	}
	r.findOccluding()
	limit := float32(-1) // the distance of the nearest one that does not occlude
	list := c.occluding
	if len(list) > mostOccludingMembers {
		limit, list = list[mostOccludingMembers].away, list[:mostOccludingMembers]
	}
	for i := range list {
		part := min(4*(list[i].size-1), 1)
		if limit >= 0 {
			part = min(part, (limit-list[i].away)/max(0.2*limit, 1e-6))
		}
		r.addMemberOccluders(&list[i], part)
	}
}

// findOccluding finds the members that the image shows and that may occlude, the nearest first.
func (r *Renderer) findOccluding() {
	c := r.crowd
	c.occluding, c.sizes = c.occluding[:0], c.sizes[:0]
	for _, list := range c.collected.Lists {
		c.sizes = append(c.sizes, r.sizeOfOccluding(list))
	}
	far := float32(math.MaxFloat32) // the distance of the last one, if there is no room for more
	c.store.Shown(&c.collected, c.sizes, &far, func(list, member, slot int, sphere mgl32.Vec4) {
		away := sphere.Vec3().Sub(r.camera.Position).Len()
		one := occludingMember{list, slot, member, away, sphere[3] * c.sizes[list] / max(away, 1e-6)}
		full := len(c.occluding) == cap(c.occluding)
		if !(one.size > 1) || full && !one.isBefore(&c.occluding[len(c.occluding)-1]) {
			return
		}
		if !full {
			c.occluding = append(c.occluding, occludingMember{})
		}
		at := len(c.occluding) - 1
		for ; at > 0 && one.isBefore(&c.occluding[at-1]); at-- {
			c.occluding[at] = c.occluding[at-1]
		}
		c.occluding[at] = one
		if len(c.occluding) == cap(c.occluding) {
			far = c.occluding[len(c.occluding)-1].away
		}
	})
}

// sizeOfOccluding returns the size of a member of a list, by that below which it does not occlude,
// if its distance is its radius, or 0 if no member of the list does.
func (r *Renderer) sizeOfOccluding(list *crowdstore.List) float32 {
	known := r.crowd.models[list.Kind]
	least := leastOccluder * r.camera.halfHeight() // of a radius, by the distance
	// those that fade in are on the list that fades out too
	if list.Impostors || list.Shown == list.First || list.Fade == crowdstore.FadeIn || known == nil || !(list.Kind.Reach.Radius > 0) {
		return 0
	}
	// members with that tolerance are at least about away / errorPerDistance diameters away
	away := 0.9 * list.Tolerance / (2 * list.Kind.Reach.Radius)
	if away > 0 && 2*away*least > r.viewer.errorPerDistance {
		return 0
	}
	return known.model.radius / (list.Kind.Reach.Radius * least)
}

// addMemberOccluders adds the capsules of a member of the crowd, which occlude as far as a part of
// their reach.
func (r *Renderer) addMemberOccluders(m *occludingMember, reach float32) {
	c := r.crowd
	list := c.collected.Lists[m.list]
	known, levelRig := c.models[list.Kind], &list.Kind.Rigs[list.Level]
	hidden, world := c.store.Hidden(m.slot), c.store.World(m.slot)
	scale, posing := exact.LongestAxis(&world), c.store.PosingOf(m.slot, levelRig)
	var matrix rig.Matrix
	for i := range known.parts {
		part := &known.parts[i]
		if part.hidden&hidden != 0 {
			continue
		}
		occluders := part.occludersIn(r.cache.library)
		for k := range min(len(occluders), occludersOfMember) {
			one := &occluders[k]
			posing.Matrix(&matrix, part.skin, one.paletteIndex)
			r.occlusion.add(one, &world, &matrix, scale, reach)
		}
	}
}

package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

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
	away       float32 // from the camera
	size       float32 // its height, by that below which it does not occlude
}

// addCrowdOccluders adds the capsules of the members in the image that are nearest to the camera.
// Those of the smallest and of the farthest occlude less far, so that none comes or goes at once.
func (r *Renderer) addCrowdOccluders() {
	c := r.crowd
	if r.occlusion.strength == 0 || c.store == nil {
		return
	}
	c.occluding = c.occluding[:0]
	for i := range c.collected.Lists {
		r.findOccluding(i)
	}
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

// findOccluding adds the members of a list that the image shows to those that may occlude, the
// nearest first.
func (r *Renderer) findOccluding(index int) {
	c, list := r.crowd, r.crowd.collected.Lists[index]
	known := c.models[list.Kind]
	least := leastOccluder * r.camera.halfHeight() // of a radius, by the distance
	// those that fade in are on the list that fades out too
	if list.Impostors || list.Fade == crowdstore.FadeIn || known == nil || !(list.Kind.Reach.Radius > 0) {
		return
	}
	// members with that tolerance are at least about away / errorPerDistance diameters away
	away := 0.9 * list.Tolerance / (2 * list.Kind.Reach.Radius)
	if away > 0 && 2*away*least > r.viewer.errorPerDistance {
		return
	}
	part := known.model.radius / (list.Kind.Reach.Radius * least)
	full := func() bool { return len(c.occluding) == cap(c.occluding) }
	near := func(block mgl32.Vec4, most float32) (far, radii float32, ok bool) {
		if far = math.MaxFloat32; full() {
			far = c.occluding[len(c.occluding)-1].away
		}
		away := block.Vec3().Sub(r.camera.Position).Len() - block[3]
		return far, part, most*part > away && away < far
	}
	c.store.Shown(&c.collected, list, near, func(slot int, sphere mgl32.Vec4) {
		away := sphere.Vec3().Sub(r.camera.Position).Len()
		size := sphere[3] * part / max(away, 1e-6)
		if !(size > 1) || full() && away >= c.occluding[len(c.occluding)-1].away {
			return
		}
		if !full() {
			c.occluding = append(c.occluding, occludingMember{})
		}
		at := len(c.occluding) - 1
		for ; at > 0 && c.occluding[at-1].away > away; at-- {
			c.occluding[at] = c.occluding[at-1]
		}
		c.occluding[at] = occludingMember{index, slot, away, size}
	})
}

// addMemberOccluders adds the capsules of a member of the crowd, which occlude as far as a part of
// their reach.
func (r *Renderer) addMemberOccluders(m *occludingMember, reach float32) {
	c := r.crowd
	list := c.collected.Lists[m.list]
	known, levelRig := c.models[list.Kind], &list.Kind.Rigs[list.Level]
	hidden, world := c.store.Hidden(m.slot), c.store.World(m.slot)
	scale, posing := exact.LongestAxis(&world), c.store.PosingOf(m.slot, levelRig)
	for i := range known.parts {
		part := &known.parts[i]
		if part.hidden&hidden != 0 {
			continue
		}
		occluders := part.occludersIn(r.cache.library)
		for k := range min(len(occluders), occludersOfMember) {
			one := &occluders[k]
			matrix := posing.Matrix(part.skin, one.paletteIndex)
			r.occlusion.add(one, &world, &matrix, scale, reach)
		}
	}
}

package crowdstore

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// addLights collects the lights that the members of a kind carry, and makes the rig that moves
// them, which members that are drawn do not need.
func (s *Store) addLights(k *Kind) {
	var skins []id.Skin
	morphs := rig.NewPose(k.skeleton).Morphs
	for i := range k.Model.Lights {
		l := &k.Model.Lights[i]
		if skin := s.library.Skin(l.Skin); skin == nil || l.PaletteIndex < 0 || l.PaletteIndex >= skin.Len() ||
			!l.Shown(morphs) {
			continue
		}
		k.Lights, skins = append(k.Lights, l), append(skins, l.Skin)
		brightness := l.Intensity * max(l.Color[0], l.Color[1], l.Color[2])
		if l.Kind == assets.LightDirectional {
			brightness = float32(math.Inf(1))
		}
		k.brightness = max(k.brightness, brightness)
	}
	if len(k.Lights) > 0 {
		k.lightRig = s.rig(k.Model, 0, skins)
	}
}

// Bearer is a member that carries lights.
type Bearer struct {
	Slot     int
	strength float32 // at the point, if its lights were in its middle
}

// Bearers appends the members whose lights light a point most, as far as can be told without their
// poses: no more than the list has room for. It looks at the blocks of kinds with lights alone, and
// at the members of those that are near enough. It also returns the number of all lights that
// members carry.
func (s *Store) Bearers(list []Bearer, c *Collected, point mgl32.Vec3) (found []Bearer, lights int) {
	for i := range c.Spheres {
		sphere := &c.Spheres[i]
		if sphere[3] < 0 {
			continue
		}
		b := &s.blocks[i]
		k := s.kinds[b.kind]
		if len(k.Lights) == 0 {
			continue
		}
		lights += len(k.Lights) * b.finite.count()
		nearest := max(0, sqrt(squaredDistance(sphere, &point))-sphere[3])
		if len(list) == cap(list) && k.strengthAt(nearest*nearest) <= list[len(list)-1].strength {
			continue
		}
		members := s.worldSpheres(c, i)
		for rest := b.finite; rest != 0; rest &= rest - 1 {
			lane := rest.first()
			sphere := sphereOf(members, lane)
			one := Bearer{i*BlockLanes + lane, k.strengthAt(squaredDistance(&sphere, &point))}
			list = insert(list, one)
		}
	}
	return list, lights
}

// insert inserts a member into a list, the strongest first, in place of the weakest if there is no
// room.
func insert(list []Bearer, one Bearer) []Bearer {
	if len(list) < cap(list) {
		list = append(list, one)
	} else if last := len(list) - 1; last < 0 || one.strength <= list[last].strength {
		return list
	}
	at := len(list) - 1
	for ; at > 0 && list[at-1].strength < one.strength; at-- {
		list[at] = list[at-1]
	}
	list[at] = one
	return list
}

// strengthAt returns the strength of the brightest light of a kind at the root of a squared
// distance.
func (k *Kind) strengthAt(square float32) float32 { return k.brightness / max(square, 1e-6) }

// Light returns the matrix that takes the space of a light's node to world space, for the member in
// a slot.
func (s *Store) Light(slot int, l *assets.Light) rig.Matrix {
	r := &s.KindOf(slot).lightRig
	world := s.World(slot)
	return world.Mul(s.PoseOf(slot, r, s.Entry(r, l.Skin, l.PaletteIndex)))
}

// World returns the matrix that takes the model space of the member in a slot to world space.
func (s *Store) World(slot int) rig.Matrix { return s.PoseOf(slot, &s.KindOf(slot).Rigs[0], 0) }

// PoseOf returns an entry of the member in a slot in a rig of its kind, as of now.
func (s *Store) PoseOf(slot int, r *Rig, entry int) rig.Matrix {
	by := &s.carried[s.blocks[slot/BlockLanes].carrier]
	return s.Pose(r, s.records, slot, entry, s.now, &by.matrix, nil)
}

// PosingOf returns what the member in a slot shows now, in a rig of its kind.
func (s *Store) PosingOf(slot int, r *Rig) Posing { return s.posing(r, s.records, slot, s.now) }

// Matrix computes the matrix of a palette index of a skin, from its bind space to model space: as
// [Store.PoseOf] for its entry.
func (m *Posing) Matrix(matrix *rig.Matrix, skin id.Skin, index int) {
	m.entry(matrix, m.texels.Entry(m.rig, skin, index), nil)
}

// Sphere returns a sphere around the member in a slot in all its motions, in world space.
func (s *Store) Sphere(slot int) mgl32.Vec4 {
	sphere := sphereOf(s.spheres, slot)
	return s.carry(s.blocks[slot/BlockLanes].carrier, &sphere)
}

// Hidden returns the bits of the parts that the member in a slot hides.
func (s *Store) Hidden(slot int) uint64 { return s.hidden[slot] }

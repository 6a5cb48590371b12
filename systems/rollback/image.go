package rollback

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"hash/crc64"
	"math"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/assetkeys"
)

// image is everything of a world that must be equal in two runs of the same frame, as bytes in a
// fixed order: entities by number with their components and poses, then what belongs to the whole
// world. IDs of assets are translated to parts of their keys, so that it does not depend on the
// order of loading.
type image struct {
	frame uint32
	ids   assetkeys.Mapper
	bytes []byte
	parts []part
	items []item
	skins []assets.SkinID // of the character whose palettes are added
}

// part is a part of an image that is compared and named as a whole.
type part struct {
	kind     partKind
	entity   ecs.Entity
	saver    *saver // of a component or a resource
	number   uint32 // skin of a palette, as in hashes; index of an event
	from, to int    // in bytes
}

type partKind uint8

// The kinds of parts.
const (
	alivePart partKind = iota
	componentPart
	palettePart
	matricesPart
	morphsPart
	resourcePart
	eventPart
	clockPart
	populationPart
	orderPart
)

// item is an entity of a world.
type item struct {
	entity ecs.Entity
	shape  *shape
}

// plans are made when a session needs them, so that a program without one contains none of it.
var plans struct {
	once         sync.Once
	event, clock *plan
}

func makePlans() {
	plans.event = mustPlan(reflect.TypeFor[ecs.Event]())
	plans.clock = mustPlan(reflect.TypeFor[ecs.Clock]())
}

func eventPlan() *plan {
	plans.once.Do(makePlans)
	return plans.event
}

func clockPlan() *plan {
	plans.once.Do(makePlans)
	return plans.clock
}

func mustPlan(kind reflect.Type) *plan {
	p, err := newPlan(kind)
	if err != nil {
		panic(err)
	}
	return p
}

// take makes the image of the present world. Poses is set if the poses are defined, which they are
// after a frame.
func (m *image) take(s *Session, poses bool) error {
	if err := s.present.read(s); err != nil {
		return err
	}
	m.frame = s.animation.Store().Frame()
	m.ids.BeginHash(s.keys())
	m.bytes, m.parts, m.items = m.bytes[:0], m.parts[:0], m.items[:0]
	for _, r := range s.present.runs {
		for i := r.from; i < r.to; i++ {
			m.items = append(m.items, item{s.present.entity(i), r.shape})
		}
	}
	slices.SortFunc(m.items, func(a, b item) int { return cmp.Compare(a.entity.ID(), b.entity.ID()) })
	for _, it := range m.items {
		m.begin(part{kind: alivePart, entity: it.entity})
		m.end()
		for _, v := range it.shape.savers {
			value := s.world.GetUnchecked(it.entity, v.id)
			if err := m.addComponent(s, it.entity, v, value); err != nil {
				return err
			}
		}
		if poses {
			m.addPose(s, it.entity)
		}
	}
	for _, v := range s.savers {
		if v.role == isResource {
			if value := s.resource(v); value != nil {
				if err := m.addValue(part{kind: resourcePart, saver: v}, value); err != nil {
					return err
				}
			}
		}
	}
	var events ecs.EventReader
	list, _ := s.animation.Events().Read(&events)
	for i := range list {
		m.begin(part{kind: eventPart, entity: list[i].Entity, number: uint32(i)})
		m.bytes = eventPlan().append(m.bytes, unsafe.Pointer(&list[i]))
		eventPlan().mapIDs(m.bytes[m.parts[len(m.parts)-1].from:], &m.ids)
		m.end()
	}
	m.begin(part{kind: clockPart})
	m.bytes = clockPlan().append(m.bytes, unsafe.Pointer(s.animation.Clock()))
	m.end()
	m.begin(part{kind: populationPart})
	for _, entity := range s.present.dump.Entities {
		m.bytes = appendEntity(m.bytes, entity)
	}
	m.bytes = binary.LittleEndian.AppendUint32(m.bytes, s.present.dump.Next)
	m.end()
	m.begin(part{kind: orderPart})
	for _, number := range s.present.dump.Alive {
		m.bytes = binary.LittleEndian.AppendUint32(m.bytes, number)
	}
	m.end()
	return nil
}

func (m *image) begin(p part) {
	p.from = len(m.bytes)
	m.parts = append(m.parts, p)
}

func (m *image) end() { m.parts[len(m.parts)-1].to = len(m.bytes) }

func (m *image) addComponent(s *Session, entity ecs.Entity, v *saver, value unsafe.Pointer) error {
	p := part{kind: componentPart, entity: entity, saver: v}
	if v.role == isSkipped {
		m.begin(p)
		m.end()
		return nil
	}
	if v.id == s.slot { // a component that is out of date names no slot
		var slot components.PoseSlot
		if pool, _ := s.animation.Store().Pool(entity, *(*components.PoseSlot)(value)); pool != nil {
			slot = *(*components.PoseSlot)(value)
		}
		value = unsafe.Pointer(&slot)
	}
	if v.canonical != nil {
		value = v.canonical(value)
	}
	return m.addValue(p, value)
}

func (m *image) addValue(p part, value unsafe.Pointer) (err error) {
	m.begin(p)
	m.bytes, err = p.saver.append(m.bytes, value, &m.ids)
	m.end()
	return err
}

// addPose adds what the pose store holds of a character.
func (m *image) addPose(s *Session, entity ecs.Entity) {
	pool, slot := s.animation.Pool(entity)
	if pool == nil {
		return
	}
	if mesh := (*components.SkinnedMesh)(s.world.Get(entity, s.mesh)); mesh != nil {
		m.skins = m.skins[:0]
		m.addPalettes(s, entity, pool, slot, mesh.Model)
		if worn := (*components.Worn)(s.world.Get(entity, s.worn)); worn != nil {
			for i := range worn.Models {
				m.addPalettes(s, entity, pool, slot, worn.Models[i].Model)
			}
		}
	}
	if _, matrices := pool.KeptMatrices(slot); matrices != nil {
		m.addFloats(part{kind: matricesPart, entity: entity}, matrices)
	}
	if morphs := s.animation.Morphs(entity); len(morphs) > 0 {
		m.addFloats(part{kind: morphsPart, entity: entity}, morphs)
	}
}

// addPalettes adds the palettes of a character for the skins of a model, apart from those in
// m.skins, to which it adds these skins.
func (m *image) addPalettes(s *Session, entity ecs.Entity, pool *ecs.Pool, slot int, id assets.ModelID) {
	model := s.animation.Library().Model(id)
	if model == nil {
		return
	}
	for i := range model.Parts {
		id := model.Parts[i].Skin
		if palette := pool.Palette(id, slot); palette != nil && !slices.Contains(m.skins, id) {
			m.skins = append(m.skins, id)
			skin := m.ids.Number(assetkeys.Skin, uint32(id))
			m.addFloats(part{kind: palettePart, entity: entity, number: skin}, palette)
		}
	}
}

// addFloats adds numbers. Every NaN gets the same bits, because these may depend on the processor.
func (m *image) addFloats(p part, numbers []float32) {
	const canonicalNaN = 0x7fc00000
	m.begin(p)
	from := len(m.bytes)
	m.bytes = slices.Grow(m.bytes, 4*len(numbers))[:from+4*len(numbers)]
	b := m.bytes[from:]
	for i, v := range numbers {
		bits := math.Float32bits(v)
		if v != v {
			bits = canonicalNaN
		}
		putUint32(b[4*i:], bits)
	}
	m.end()
}

// hash returns a hash of the whole image.
func (m *image) hash() uint64 {
	h := crc64.Checksum(m.bytes, crcTable())
	for i := range m.parts { // the parts tell empty components and missing ones apart
		p := &m.parts[i]
		var b [10]byte
		b[0] = byte(p.kind)
		if p.saver != nil {
			b[1] = byte(p.saver.index)
		}
		putUint32(b[2:], p.entity.ID())
		putUint32(b[6:], uint32(p.to-p.from))
		h = crc64.Update(h, crcTable(), b[:])
	}
	return h
}

// entityHash is the hash of the components and the pose of an entity.
type entityHash struct {
	number, hash uint32
}

// appendEntityHashes appends the hash of each entity, by number.
func (m *image) appendEntityHashes(dst []entityHash) []entityHash {
	at := 0
	for _, it := range m.items {
		hash := it.entity.Generation()
		for ; at < len(m.parts) && m.parts[at].entity == it.entity && m.parts[at].kind <= morphsPart; at++ {
			p := &m.parts[at]
			if p.saver != nil {
				hash = crc32.Update(hash, castagnoli, []byte{byte(p.saver.index)})
			}
			hash = crc32.Update(hash, castagnoli, m.bytes[p.from:p.to])
		}
		dst = append(dst, entityHash{it.entity.ID(), hash})
	}
	return dst
}

package crowdstore

import "github.com/sinew-go/sinew/components"

// layer is the layer of a member, whose record is in a slot of its own: in a block that holds
// nothing else, and is never drawn. So members without layers need no memory for any.
type layer struct {
	slot int32
	components.CrowdLayer
}

// isLayer reports whether a layer, by its index plus 1 or 0 for none, is what a component says,
// which may be nil.
func (s *Store) isLayer(index int32, component *components.CrowdLayer) bool {
	if index == 0 || component == nil {
		return index == 0 && component == nil
	}
	return s.layers[index-1].CrowdLayer == *component
}

// putLayer sets the layer of the member in a slot, which may be nil, and its record.
func (s *Store) putLayer(slot int, component *components.CrowdLayer) {
	if component == nil {
		s.removeLayer(slot)
		return
	}
	if s.members[slot].layer == 0 {
		index := s.allocateLayer() // which may move the members
		s.members[slot].layer = index + 1
	}
	m := &s.members[slot]
	l := &s.layers[m.layer-1]
	l.CrowdLayer = *component
	s.records[l.slot] = [RecordWords]uint32{}
	s.encodeLayer(&s.records[l.slot], component, s.kinds[m.kind].skeleton)
	s.note(int(l.slot))
	s.records[slot][wordLayer] = uint32(l.slot) + 1
}

// removeLayer frees the layer of the member in a slot.
func (s *Store) removeLayer(slot int) {
	if m := &s.members[slot]; m.layer != 0 {
		s.freeLayers = append(s.freeLayers, m.layer-1)
		m.layer = 0
	}
}

// allocateLayer returns the index of a free layer.
func (s *Store) allocateLayer() int32 {
	if len(s.freeLayers) == 0 {
		first := s.addBlock()
		for lane := range BlockLanes {
			s.freeLayers = append(s.freeLayers, int32(len(s.layers)))
			s.layers = append(s.layers, layer{slot: first*BlockLanes + int32(lane)})
		}
	}
	last := len(s.freeLayers) - 1
	index := s.freeLayers[last]
	s.freeLayers = s.freeLayers[:last]
	return index
}

// LayerOf returns the record of the layer of the member in a slot, or nil if it has none.
func (s *Store) LayerOf(slot int) *[RecordWords]uint32 {
	if m := &s.members[slot]; m.layer != 0 {
		return &s.records[s.layers[m.layer-1].slot]
	}
	return nil
}

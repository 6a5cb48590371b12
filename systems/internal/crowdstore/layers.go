package crowdstore

import "github.com/sinew-go/sinew/components"

// layer is the layer of a member, whose record is in a slot of its own. So members without layers
// need no memory for any.
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
	s.records[l.slot] = Record{}
	s.encodeLayer(&s.records[l.slot], component, s.kinds[m.kind].skeleton)
	s.note(int(l.slot))
	s.records[slot][wordLayer] = uint32(l.slot) + 1
}

// removeLayer frees the layer of the member in a slot.
func (s *Store) removeLayer(slot int) {
	if m := &s.members[slot]; m.layer != 0 {
		s.giveSlot(s.layers[m.layer-1].slot)
		s.freeLayers = append(s.freeLayers, m.layer-1)
		m.layer = 0
	}
}

// allocateLayer returns the index of a free layer.
func (s *Store) allocateLayer() (index int32) {
	if last := len(s.freeLayers) - 1; last >= 0 {
		index, s.freeLayers = s.freeLayers[last], s.freeLayers[:last]
	} else {
		index = int32(len(s.layers))
		s.layers = append(s.layers, layer{})
	}
	s.layers[index].slot = s.takeSlot()
	return index
}

// takeSlot returns a slot for the record of something that a member has besides its own: in a block
// that holds nothing else, and is never drawn.
func (s *Store) takeSlot() int32 {
	if len(s.spareSlots) == 0 {
		first := s.addBlock() * BlockLanes
		for lane := range int32(BlockLanes) {
			s.spareSlots = append(s.spareSlots, first+BlockLanes-1-lane) // so that the first is taken first
		}
	}
	last := len(s.spareSlots) - 1
	slot := s.spareSlots[last]
	s.spareSlots = s.spareSlots[:last]
	return slot
}

// giveSlot gives back what takeSlot returned.
func (s *Store) giveSlot(slot int32) { s.spareSlots = append(s.spareSlots, slot) }

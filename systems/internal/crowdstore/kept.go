package crowdstore

import (
	"slices"
)

// kept is what [Store.Collect] found in the frame before: where the camera stands still, it is
// found again in all blocks whose members did not change.
type kept struct {
	store  *Store
	epoch  uint64
	now    int64
	view   View
	isSame bool // the view is the same as in the frame before
	frame  uint64
	blocks []keptBlock
	// How members are listed, by block: in this frame and in the one before.
	runs, before []run
}

// keptBlock is what a frame found of a block.
type keptBlock struct {
	version        uint64 // of the block; 0 if the next frame may find something else
	frame          uint64
	first, end     int32   // of runs
	away           float32 // from the eye to the sphere around it
	shown, casting uint8
}

// keep begins a frame: it compares the view with that of the frame before.
func (k *kept) keep(s *Store, v *View) {
	// impostors of members that have shown a clip alone for long stay so until the time goes back
	k.isSame = k.store == s && k.epoch == s.epoch && s.now >= k.now && k.view.equals(v)
	k.store, k.epoch, k.now = s, s.epoch, s.now
	if !k.isSame {
		cascades, impostors := k.view.Cascades[:0], k.view.Impostors[:0]
		cascades = append(cascades, v.Cascades...)
		impostors = append(impostors, v.Impostors...)
		k.view = *v
		k.view.Cascades, k.view.Impostors = cascades, impostors
	}
	k.frame++
	k.runs, k.before = k.before[:0], k.runs
	if missing := len(s.blocks) - len(k.blocks); missing > 0 {
		k.blocks = append(k.blocks, make([]keptBlock, missing)...)
	}
}

// equals reports whether two views are the same, but for their errors, which ladders account for.
func (v *View) equals(other *View) bool {
	return v.Image == other.Image && v.Shadow == other.Shadow && v.Casting == other.Casting &&
		slices.Equal(v.Cascades, other.Cascades) && v.Light == other.Light && v.Floor == other.Floor &&
		v.CasterHeight == other.CasterHeight && v.Eye == other.Eye && v.Tolerance == other.Tolerance &&
		v.Height == other.Height && v.ImpostorRatio == other.ImpostorRatio && slices.Equal(v.Impostors, other.Impostors)
}

// begin begins a block that is that far away.
func (k *kept) begin(index int, away float32) {
	at, of := int32(len(k.runs)), &k.blocks[index]
	of.version, of.frame, of.first, of.end, of.away = 0, k.frame, at, at, away
}

// end notes what was found of a block. It stays so while the block and the view do, or it depends
// on the time.
func (k *kept) end(b *block, index int, shown, casting lanes, stays bool) {
	of := &k.blocks[index]
	of.end, of.shown, of.casting = int32(len(k.runs)), uint8(shown.count()), uint8(casting.count())
	if stays {
		of.version = b.version
	}
}

// repeats reports whether what was found of a block in the frame before is found again: nothing
// changed. What is on a carrier is found anew.
func (s *Store) repeats(c *Collected, index int) bool {
	b, of := &s.blocks[index], &c.kept.blocks[index]
	return of.version == b.version && of.frame == c.frame-1 && b.carrier == 0
}

// repeat lists the members of a block as in the frame before.
func (s *Store) repeat(c *Collected, index int) {
	of := &c.kept.blocks[index]
	c.countIn(int(of.shown), int(of.casting))
	first := len(c.runs)
	c.runs = append(c.runs, c.before[of.first:of.end]...)
	m := s.inView(c, index)
	for i := range c.runs[first:] {
		r := &c.runs[first+i]
		list := m.lists[r.grade]
		if list == nil || list.members == 0 {
			list = m.begin(r.grade)
		}
		list.add(m, r.lanes)
		list.casters[r.kind] += r.lanes.count()
		r.list = int32(list.number)
	}
	of.frame, of.first, of.end = c.frame, int32(first), int32(len(c.runs))
}

package posestore

// Between is what has to happen between two waves of a frame.
type Between interface {
	// Name returns the name of the system that does it.
	Name() string
	// Awaits returns the name of the block system whose result it needs of all waves before.
	Awaits() string
	// BeginWave is called before the characters of a wave after the first are posed, when those of
	// all waves before have been.
	BeginWave(wave int)
}

// waves are the waves in which a frame poses the characters. Those who depend on others in the same
// frame, such as a rider on a horse's back, are posed after them.
type waves struct {
	more    int     // how many there are after the first
	between Between // nil if the waves were posed
	scratch []int32
}

// Waves returns the number of waves in which the characters are posed in this frame: 1 if none
// depends on another one.
func (s *Store) Waves() int { return s.waves.more + 1 }

// TakeBetween returns what has to happen between the waves to whoever poses the characters; nil if
// there is nothing, or if that was somebody before. comesLater reports whether a block system only
// runs after those that are about to run.
func (s *Store) TakeBetween(comesLater func(system string) bool) Between {
	between := s.waves.between
	if between == nil || comesLater(between.Awaits()) {
		return nil
	}
	s.waves.between = nil
	return between
}

// Divide divides the characters that are posed in this frame into waves, as [Pool.SetWave] told.
func (s *Store) Divide(count int, between Between) {
	s.waves.more, s.waves.between = count-1, between
	for _, pool := range s.pools {
		if pool != nil && pool.waved {
			pool.divide(count, &s.waves.scratch)
		}
	}
}

// join poses all characters in one wave again.
func (s *Store) join() { s.waves.more, s.waves.between = 0, nil }

// SetWave sets in which wave the character in a slot, which is not skipped, is posed in this frame,
// for [Store.Divide]. Without it, it is the first, 0.
func (p *Pool) SetWave(slot, wave int) {
	p.waves = grown(p.waves, len(p.slots))
	p.waves[slot], p.waved = int32(wave), true
}

// SetMark leaves a number with the character in a slot, and Mark returns it. What it means is a
// matter of those who left it; it stays when nobody needs it any more.
func (p *Pool) SetMark(slot int, mark int32) { p.slots[slot].mark = mark }

// Mark is described at [Pool.SetMark].
func (p *Pool) Mark(slot int) int32 { return p.slots[slot].mark }

// divide sorts the posed slots by wave; in each wave they keep their order, by outfit.
func (p *Pool) divide(count int, scratch *[]int32) {
	p.waved = false
	p.ends = append(p.ends[:0], make([]int32, count)...)
	for _, slot := range p.posed {
		p.ends[p.waves[slot]]++
	}
	sum := int32(0)
	for wave, n := range p.ends {
		p.ends[wave], sum = sum, sum+n
	}
	*scratch = grown(*scratch, len(p.posed))
	copy(*scratch, p.posed)
	for _, slot := range (*scratch)[:len(p.posed)] {
		at := &p.ends[p.waves[slot]] // where the wave's next slot goes; at last where the wave ends
		p.posed[*at] = slot
		*at++
		p.waves[slot] = 0
	}
}

// wave returns the slots that are posed in a wave.
func (p *Pool) wave(wave int) []int32 {
	switch {
	case wave < len(p.ends):
		begin := int32(0)
		if wave > 0 {
			begin = p.ends[wave-1]
		}
		return p.posed[begin:p.ends[wave]]
	case wave == 0:
		return p.posed
	}
	return nil
}

// BlocksOf returns the number of blocks that hold the characters of a wave.
func (p *Pool) BlocksOf(wave int) int { return blocksFor(len(p.wave(wave))) }

// Blocks returns the number of blocks that hold the posed characters.
func (p *Pool) Blocks() int {
	if len(p.ends) == 0 {
		return blocksFor(len(p.posed))
	}
	blocks := 0
	for wave := range p.ends {
		blocks += p.BlocksOf(wave)
	}
	return blocks
}

// blocksFor returns the number of blocks that hold some characters.
func blocksFor(characters int) int { return (characters + BlockLanes - 1) / BlockLanes }

// block returns the slots of block i of a wave.
func (p *Pool) block(wave, i int) []int32 {
	slots := p.wave(wave)
	return slots[i*BlockLanes : min((i+1)*BlockLanes, len(slots))]
}

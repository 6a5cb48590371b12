package posestore

import "sync/atomic"

// unposed tells how a frame treats characters of which no later frame needs the pose. Of most
// characters the systems remember how time moved, and compute a pose from that alone: such a pose is
// for whoever draws. A frame that runs again on the way to a later one, and is not drawn, leaves it
// out.
type unposed struct {
	on     bool        // frames leave out what they can
	missed atomic.Bool // somebody asked for what was left out
}

// KeepsInColumns is a block system of which nothing lasts but palettes, morph weights, and what it
// keeps in rows of columns.
type KeepsInColumns interface{ KeepsInColumns() }

// SetUnposed makes the next frames leave out the poses that no later frame needs, or not. Palettes
// and morph weights of these characters are undefined then; [Store.TakeMissed] reports whether
// somebody asked for them nevertheless. Nothing else differs.
func (s *Store) SetUnposed(on bool) { s.unposed.on = on }

// IsUnposed reports whether frames leave out poses that no later frame needs.
func (s *Store) IsUnposed() bool { return s.unposed.on }

// Miss notes that somebody needs what was left out.
func (s *Store) Miss() { s.unposed.missed.Store(true) }

// TakeMissed reports whether somebody asked for what was left out since the last call.
func (s *Store) TakeMissed() bool { return s.unposed.missed.Swap(false) }

// Leave takes the characters whose pose no later frame needs out of those that are posed in this
// frame. It must be called after [Store.Gather] and [Store.Divide]; a second call changes nothing.
func (s *Store) Leave() {
	for _, pool := range s.pools {
		if pool != nil {
			pool.leave()
		}
	}
}

// leave is [Store.Leave] for the characters of a pool.
func (p *Pool) leave() {
	n, wave := 0, 0
	for i, slot := range p.posed {
		for wave < len(p.ends) && int(p.ends[wave]) == i {
			p.ends[wave] = int32(n)
			wave++
		}
		if s := &p.slots[slot]; s.detailed || s.has|s.wants != 0 {
			p.posed[n] = slot
			n++
		}
	}
	for ; wave < len(p.ends); wave++ {
		p.ends[wave] = int32(n)
	}
	p.left = p.left || n < len(p.posed)
	p.posed = p.posed[:n]
}

// ask notes that somebody asks for palettes or morph weights.
func (p *Pool) ask() {
	if p.left {
		p.store.Miss()
	}
}

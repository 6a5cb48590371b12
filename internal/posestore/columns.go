package posestore

import (
	"fmt"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/column"
)

// SetColumns gives the store its columns, in the order of their IDs, before it has pools.
func (s *Store) SetColumns(columns []column.Column) {
	for i, c := range columns {
		if c.ID() != column.ID(i) || i >= column.Max {
			panic(fmt.Sprintf("expected columns in the order of their IDs, found column %d at %d", c.ID(), i))
		}
	}
	s.columns = columns
}

// Columns returns the columns of the store.
func (s *Store) Columns() []column.Column { return s.columns }

// Rows returns the rows of a column in the pool, or nil if the store does not have the column.
func (p *Pool) Rows(id column.ID) column.Rows {
	if int(id) >= len(p.columns) {
		return nil
	}
	return p.columns[id].Rows
}

// Row returns the row of a column that belongs to the character in a slot, or -1 if it has none.
func (p *Pool) Row(slot int, id column.ID) int32 { return p.slots[slot].row(id) }

// GiveRow returns the row of a column that belongs to the character in a slot, which gets one if it
// has none. The character must have the component of the column.
func (p *Pool) GiveRow(slot int, id column.ID) int32 {
	if !p.slots[slot].has.Has(id) {
		p.takeRow(slot, id, nil)
		p.slots[slot].found = found{}        // so that the next frame tells where the component is,
		p.slots[slot].wants = column.Unknown // and takes the row back if it is gone again
	}
	return p.slots[slot].rows[id]
}

// row returns the row of a column that belongs to the slot, or -1.
func (s *slotState) row(id column.ID) int32 {
	if s.has.Has(id) {
		return s.rows[id]
	}
	return -1
}

// newPool returns an empty pool for the characters of a skeleton.
func (s *Store) newPool(id assets.SkeletonID, skeleton *assets.Skeleton) *Pool {
	p := &Pool{
		store: s, id: id, skeleton: skeleton, byDepth: sortByDepth(skeleton.Parents()), valueRuns: valueRunsOf(skeleton),
		sets: map[assets.SkinID]*paletteSet{},
	}
	for _, c := range s.columns {
		rows := c.NewRows(skeleton)
		follower, ok := rows.(column.Follower)
		if ok {
			p.followed |= column.Of(c.ID())
		}
		p.columns = append(p.columns, poolColumn{rows, c, follower})
	}
	return p
}

// takeRow gives the character in a slot a row of a column. Component is its component, or nil if
// that is not known.
func (p *Pool) takeRow(slot int, id column.ID, component unsafe.Pointer) {
	s := &p.slots[slot]
	s.rows[id] = p.columns[id].Take(component)
	s.has |= column.Of(id)
}

// releaseRow takes its row of a column back from the character in a slot, and reports whether the
// character must be posed in this frame.
func (p *Pool) releaseRow(slot int, id column.ID) bool {
	s := &p.slots[slot]
	s.has &^= column.Of(id)
	return p.columns[id].Release(s.rows[id])
}

// releaseRows takes all rows of some columns back.
func (p *Pool) releaseRows(slot int, set column.Set) {
	for set &= p.slots[slot].has; set != 0; set &= set - 1 {
		p.releaseRow(slot, set.First())
	}
}

// bindRows tells the rows of a slot where their components are, and reports whether the character
// must be posed in this frame.
func (p *Pool) bindRows(slot int, at *[column.Max]unsafe.Pointer) (isPosed bool) {
	s := &p.slots[slot]
	for set := s.has; set != 0; set &= set - 1 {
		id := set.First()
		isPosed = p.columns[id].Bind(s.rows[id], at[id]) || isPosed
	}
	return isPosed
}

// follow tells the rows of a slot that their components are where they were.
func (p *Pool) follow(s *slotState) {
	for set := s.has & p.followed; set != 0; set &= set - 1 {
		id := set.First()
		p.columns[id].follower.Follow(s.rows[id])
	}
}

// requireRows gives the character in a slot the rows that its components ask for, takes the others
// back, and reports whether it must be posed in this frame.
func (p *Pool) requireRows(slot int, wants column.Set, at *[column.Max]unsafe.Pointer) (isPosed bool) {
	s := &p.slots[slot]
	for set := s.has &^ wants; set != 0; set &= set - 1 {
		isPosed = p.releaseRow(slot, set.First()) || isPosed
	}
	for set := wants &^ s.has; set != 0; set &= set - 1 {
		if id := set.First(); p.columns[id].IsAutomatic() {
			p.takeRow(slot, id, at[id])
		}
	}
	s.wants = wants
	return p.bindRows(slot, at) || isPosed
}

// poolColumn is a column in a pool.
type poolColumn struct {
	column.Rows
	column.Column
	follower column.Follower // the rows; nil for those that are none
}

// restored tells the columns that a snapshot was restored.
func (s *Store) restored() {
	for i, c := range s.columns {
		used := 0
		for _, pool := range s.pools {
			if pool != nil {
				used += pool.columns[i].Used()
			}
		}
		c.Restored(s.library, used)
	}
}

// ShiftOrigin makes the places in the world that the columns keep relative to a new origin: it
// takes by, in world space, from each of them.
func (s *Store) ShiftOrigin(by [3]float64) {
	for _, pool := range s.pools {
		if pool == nil {
			continue
		}
		for id := range pool.columns {
			placed, ok := pool.columns[id].Rows.(column.Placed)
			for slot := 0; ok && slot < len(pool.slots); slot++ {
				if row := pool.Row(slot, column.ID(id)); row >= 0 {
					placed.ShiftOrigin(row, by)
				}
			}
		}
	}
}

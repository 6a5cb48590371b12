package posestore

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// paletteSet holds the palettes of one skin: a row for each character that shows the skin, without
// gaps. When a character stops showing it, the last row moves into its row.
type paletteSet struct {
	id       assets.SkinID
	skin     *rig.Skin
	slots    []int32     // by row: the slot of the character
	matrices []float32   // row after row
	outfits  int         // how many outfits have the skin
	alike    *paletteSet // the first one of an equal skin, which may be itself
	kin      *paletteSet // the first one of a skin with the same influence joints, which may be itself
}

// stride returns how many numbers a palette takes.
func (s *paletteSet) stride() int { return s.skin.Len() * assets.MatrixSize }

// isIn reports whether the skin is still in the library.
func (s *paletteSet) isIn(library *assets.Library) bool { return library.Skin(s.id) == s.skin }

// row returns a palette.
func (s *paletteSet) row(row int32) []float32 {
	stride := s.stride()
	return s.matrices[int(row)*stride:][:stride:stride]
}

// take gives a slot a row, whose palette is undefined until the character is posed.
func (s *paletteSet) take(slot int) (row int32) {
	row = int32(len(s.slots))
	s.slots = append(s.slots, int32(slot))
	s.matrices = grown(s.matrices, len(s.slots)*s.stride())
	return row
}

// release takes a row back and returns the slot whose palette moved into it, or -1.
func (s *paletteSet) release(row int32) (moved int32) {
	last := int32(len(s.slots)) - 1
	moved = -1
	if row != last {
		moved = s.slots[last]
		copy(s.row(row), s.row(last))
		s.slots[row] = moved
	}
	s.slots = s.slots[:last]
	s.shrink()
	return moved
}

// spareRows is the number of rows whose memory a skin keeps although no character shows it, so that
// a part that is put on and taken off again and again needs no new memory.
const spareRows = 8

// shrink gives memory back that most of the rows have left: each character pays for what it shows,
// not for what was shown once.
func (s *paletteSet) shrink() {
	if rows := len(s.slots); rows*4 <= cap(s.slots) && cap(s.slots) > spareRows {
		s.slots = append(make([]int32, 0, 2*rows), s.slots...)
		matrices := make([]float32, 2*rows*s.stride())
		copy(matrices, s.matrices[:rows*s.stride()])
		s.matrices = matrices
	}
}

// Skins returns the number of skins that have palettes in this pool.
func (p *Pool) Skins() int { return len(p.palettes) }

// Skin returns the i-th skin that has palettes in this pool, with 0 <= i < [Pool.Skins].
func (p *Pool) Skin(i int) (assets.SkinID, *rig.Skin) { return p.palettes[i].id, p.palettes[i].skin }

// Palettes returns the palettes of a skin, ready for upload, and whose they are: slots[i] is the
// slot of the character of palette i. Only the characters that show the skin have one, in no order
// that lasts. A palette is one 3x4 row-major matrix ([assets.MatrixSize] numbers) for each
// influence joint of the skin, which takes its bind pose to model space. Both are nil if no
// character shows the skin.
func (p *Pool) Palettes(id assets.SkinID) (palettes []float32, slots []int32) {
	p.ask()
	set := p.sets[id]
	if set == nil || len(set.slots) == 0 {
		return nil, nil
	}
	rows := len(set.slots)
	return set.matrices[: rows*set.stride() : rows*set.stride()], set.slots[:rows:rows]
}

// Palette returns the palette of the character in a slot for a skin, which is part of
// [Pool.Palettes], or nil if there is no such slot or the character does not show the skin.
func (p *Pool) Palette(id assets.SkinID, slot int) []float32 {
	p.ask()
	if slot < 0 || slot >= len(p.slots) {
		return nil
	}
	for i, set := range p.slots[slot].outfit.sets {
		if set.id == id {
			return set.row(p.rowsOf(slot)[i])
		}
	}
	return nil
}

// PaletteNumbers returns the length of all palettes of the pool.
func (p *Pool) PaletteNumbers() int { return p.paletteNumbers }

// rowsOf returns the rows of a slot in the palettes of the skins of its outfit.
func (p *Pool) rowsOf(slot int) []int32 {
	return p.rows[slot*p.mostSkins:][:len(p.slots[slot].outfit.sets)]
}

// set returns the palettes of a skin, of which there are none at first.
func (p *Pool) set(id assets.SkinID, skin *rig.Skin) *paletteSet {
	if set := p.sets[id]; set != nil {
		return set
	}
	set := &paletteSet{id: id, skin: skin}
	set.alike, set.kin = set, set
	for _, other := range p.sets {
		if !slices.Equal(skin.Joints(), other.skin.Joints()) {
			continue
		}
		set.kin = other.kin
		if slices.EqualFunc(skin.InverseBinds(), other.skin.InverseBinds(), haveSameBits) {
			set.alike = other.alike // skins of clothes that were made for the same body, which give equal palettes
			break
		}
	}
	p.sets[id] = set
	return set
}

// haveSameBits reports whether two numbers are equal even in the sign of a zero.
func haveSameBits(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }

// takePalette gives a slot a row of the palettes of a skin.
func (p *Pool) takePalette(set *paletteSet, slot int) int32 {
	if len(set.slots) == 0 {
		p.palettes = append(p.palettes, set)
	}
	p.paletteNumbers += set.stride()
	return set.take(slot)
}

// releasePalette takes a row of the palettes of a skin back.
func (p *Pool) releasePalette(set *paletteSet, row int32) {
	p.paletteNumbers -= set.stride()
	if moved := set.release(row); moved >= 0 {
		p.rowsOf(int(moved))[slices.Index(p.slots[moved].outfit.sets, set)] = row
	}
	if len(set.slots) == 0 {
		i := slices.Index(p.palettes, set)
		p.palettes = slices.Delete(p.palettes, i, i+1)
	}
}

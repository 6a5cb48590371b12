package ecs

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
)

// use says which model the character in a slot is drawn with; 0 is none. The skins of models in use have palettes.
func (p *Pool) use(slot int, id assets.ModelID, library *assets.Library) {
	old := p.places[slot].mesh
	if old >= 0 && p.uses[old].model == id || old < 0 && id == 0 {
		return
	}
	if old >= 0 {
		use := &p.uses[old]
		if use.users--; use.users == 0 {
			p.release(use.skins)
			*use = meshUse{}
		}
		p.places[slot].mesh = -1
	}
	if id == 0 {
		return
	}
	i := slices.IndexFunc(p.uses, func(u meshUse) bool { return u.model == id })
	if i < 0 {
		model := library.Model(id)
		if model == nil || library.Skeleton(model.Skeleton) != p.skeleton {
			return
		}
		i = slices.IndexFunc(p.uses, func(u meshUse) bool { return u.users == 0 })
		if i < 0 {
			i = len(p.uses)
			p.uses = append(p.uses, meshUse{})
		}
		p.uses[i] = meshUse{model: id, skins: p.acquire(model, library)}
	}
	p.uses[i].users++
	p.places[slot].mesh = int32(i)
}

// acquire makes palettes for the skins of a model's parts and returns them, each once.
func (p *Pool) acquire(model *assets.Model, library *assets.Library) []assets.SkinID {
	var skins []assets.SkinID
	for _, part := range model.Parts {
		skin := library.Skin(part.Skin)
		if skin == nil || skin.Skeleton() != p.skeleton || slices.Contains(skins, part.Skin) {
			continue
		}
		skins = append(skins, part.Skin)
		i := slices.IndexFunc(p.palettes, func(s palette) bool { return s.id == part.Skin })
		if i < 0 {
			i = len(p.palettes)
			p.palettes = append(p.palettes, palette{id: part.Skin, skin: skin})
		}
		p.palettes[i].users++
	}
	p.fit()
	return skins
}

// release forgets the palettes of skins that nobody uses any more.
func (p *Pool) release(skins []assets.SkinID) {
	for _, id := range skins {
		i := slices.IndexFunc(p.palettes, func(s palette) bool { return s.id == id })
		if p.palettes[i].users--; p.palettes[i].users == 0 {
			p.palettes = slices.Delete(p.palettes, i, i+1)
		}
	}
}

// keep says whether the model matrices of the character in a slot are kept.
func (p *Pool) keep(slot int, wanted bool) {
	row := p.places[slot].row
	switch {
	case wanted == (row >= 0):
	case !wanted:
		p.freeRows = append(p.freeRows, row)
		p.places[slot].row = -1
	default:
		if n := len(p.freeRows); n > 0 {
			row, p.freeRows = p.freeRows[n-1], p.freeRows[:n-1]
		} else {
			row = int32(p.keptRows)
			p.keptRows++
			p.kept = grown(p.kept, p.keptRows*p.skeleton.Len()*assets.MatrixSize)
		}
		p.places[slot].row = row
	}
}

package posestore

import (
	"cmp"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// outfit is the skins that a character shows, each once: those of the parts of its models that are
// not hidden. All characters of a pool that show the same skins share it. Blocks are made of
// characters of the same outfit as far as possible, because what is computed for a skin is computed
// for all lanes.
type outfit struct {
	sets  []*paletteSet
	turns []turn  // by skin
	users int     // number of slots
	next  *outfit // another one whose skins have the same hash
	at    int     // while posed slots are listed: where the next one of the outfit goes
}

// turn is when the palettes of a skin are computed: at the same time as those of all skins with the
// same influence joints, but for each character one after the other.
type turn struct {
	kin    *paletteSet
	before int // how many skins of the same outfit with these joints come before it
}

// turnsOf returns the turns of the skins of an outfit.
func turnsOf(sets []*paletteSet) []turn {
	turns := make([]turn, len(sets))
	for i, set := range sets {
		turns[i].kin = set.kin
		for _, other := range sets[:i] {
			if other.kin == set.kin {
				turns[i].before++
			}
		}
	}
	return turns
}

// outfits are the outfits of a pool.
type outfits struct {
	byHash map[uint64]*outfit
	count  int       // of outfits in byHash
	used   []*outfit // those with users, in the order of their skins' IDs
	none   outfit    // without a skin
}

// hashOf returns the hash of a list of skins.
func hashOf(sets []*paletteSet) uint64 {
	h := uint64(14695981039346656037) // FNV-1a, by words
	for _, set := range sets {
		h = (h ^ uint64(set.id)) * 1099511628211
	}
	return h
}

// find returns the outfit with some skins, whose list it copies if the outfit is new.
func (o *outfits) find(sets []*paletteSet) *outfit {
	if len(sets) == 0 {
		return &o.none
	}
	hash := hashOf(sets)
	for known := o.byHash[hash]; known != nil; known = known.next {
		if slices.Equal(known.sets, sets) {
			return known
		}
	}
	fresh := &outfit{sets: slices.Clone(sets), turns: turnsOf(sets), next: o.byHash[hash]}
	for _, set := range sets {
		set.outfits++
	}
	if o.byHash == nil {
		o.byHash = map[uint64]*outfit{}
	}
	o.byHash[hash] = fresh
	o.count++
	return fresh
}

// compareOutfits compares outfits by their skins, so that neighbors have skins in common.
func compareOutfits(a, b *outfit) int {
	return slices.CompareFunc(a.sets, b.sets, func(a, b *paletteSet) int { return cmp.Compare(a.id, b.id) })
}

// enter adds a user to an outfit.
func (o *outfits) enter(worn *outfit) {
	if worn.users++; worn.users == 1 {
		i, _ := slices.BinarySearchFunc(o.used, worn, compareOutfits)
		o.used = slices.Insert(o.used, i, worn)
	}
}

// leave removes a user from an outfit.
func (o *outfits) leave(worn *outfit) {
	if worn.users--; worn.users == 0 {
		i, _ := slices.BinarySearchFunc(o.used, worn, compareOutfits)
		o.used = slices.Delete(o.used, i, i+1)
	}
}

// spareOutfits is how many outfits without users a pool remembers besides as many as are in use.
const spareOutfits = 8

// forgetOutfits forgets the outfits that no character wears, and the skins of no outfit, if they
// are many.
func (p *Pool) forgetOutfits() {
	o := &p.outfits
	if o.count <= 2*len(o.used)+spareOutfits {
		return
	}
	old := o.byHash
	o.byHash, o.count = make(map[uint64]*outfit, len(o.used)), 0
	for _, first := range old {
		for worn := first; worn != nil; {
			next := worn.next
			if worn.users > 0 {
				hash := hashOf(worn.sets)
				worn.next = o.byHash[hash]
				o.byHash[hash] = worn
				o.count++
			} else {
				for _, set := range worn.sets {
					if set.outfits--; set.outfits == 0 {
						delete(p.sets, set.id)
					}
				}
			}
			worn = next
		}
	}
}

// wear gives the character in a slot an outfit, of which it keeps the palettes that it has already.
func (p *Pool) wear(slot int, worn *outfit) {
	state := &p.slots[slot]
	old := state.outfit
	if old == worn {
		return
	}
	p.fitRows(len(worn.sets))
	p.rowsBefore = append(p.rowsBefore[:0], p.rowsOf(slot)...)
	before := p.rowsBefore
	for i, set := range old.sets {
		if !slices.Contains(worn.sets, set) {
			p.releasePalette(set, before[i])
		}
	}
	p.outfits.leave(old)
	state.outfit, p.isListed = worn, false
	p.outfits.enter(worn)
	rows := p.rowsOf(slot)
	for i, set := range worn.sets {
		if k := slices.Index(old.sets, set); k >= 0 {
			rows[i] = before[k]
		} else {
			rows[i] = p.takePalette(set, slot)
		}
	}
	p.forgetOutfits()
}

// dropRemoved takes the skins from the outfits of all characters that are not in the library any
// more. That changes nothing else of a character.
func (p *Pool) dropRemoved(library *assets.Library) {
	isRemoved := func(set *paletteSet) bool { return !set.isIn(library) }
	if !slices.ContainsFunc(p.palettes, isRemoved) {
		return
	}
	for slot := range p.slots {
		if sets := p.slots[slot].outfit.sets; slices.ContainsFunc(sets, isRemoved) {
			p.shown = slices.DeleteFunc(append(p.shown[:0], sets...), isRemoved)
			p.wear(slot, p.outfits.find(p.shown))
		}
	}
}

// fitRows makes room for the rows of outfits of some skins in every slot.
func (p *Pool) fitRows(skins int) {
	if skins <= p.mostSkins {
		return
	}
	rows := make([]int32, len(p.slots)*skins, cap(p.slots)*skins)
	for slot := range p.slots {
		copy(rows[slot*skins:], p.rows[slot*p.mostSkins:][:p.mostSkins])
	}
	p.rows, p.mostSkins = rows, skins
}

// show adds the skins of a model and of its lights to those that are collected in p.shown, apart from the parts with
// the bits of [components.SkinnedMesh.Hidden] and those that the model hides. It reports false for
// a model that is unknown or of another skeleton.
func (p *Pool) show(mesh *components.SkinnedMesh, library *assets.Library) bool {
	model := library.Model(mesh.Model)
	if model == nil || !p.skeleton.Equal(library.Skeleton(model.Skeleton)) {
		return false
	}
	for i := range model.Parts {
		part := &model.Parts[i]
		if part.Hidden || mesh.Hidden>>i&1 != 0 { // parts beyond the bits are shown
			continue
		}
		p.showSkin(part.Skin, library)
	}
	for i := range model.Lights {
		p.showSkin(model.Lights[i].Skin, library)
	}
	return true
}

// showSkin adds a skin to those that are collected in p.shown, unless it is unknown or of another
// skeleton.
func (p *Pool) showSkin(id assets.SkinID, library *assets.Library) {
	skin := library.Skin(id)
	if skin == nil || !p.skeleton.Equal(skin.Skeleton()) {
		return
	}
	if set := p.set(id, skin); !slices.Contains(p.shown, set) {
		p.shown = append(p.shown, set)
	}
}

// setModels sets the model that the character in a slot is drawn with, and those that it wears. A
// model that is unknown or of another skeleton counts as none. It reports whether that changes what
// the character shows.
func (p *Pool) setModels(slot int, needs *Needs, library *assets.Library) (changed bool) {
	state := &p.slots[slot]
	if state.shows(needs) {
		return false
	}
	old, mesh := state.outfit, needs.mesh()
	p.shown = p.shown[:0]
	if !p.show(&mesh, library) {
		mesh.Model = 0
	}
	if needs.Worn != nil {
		for i := range needs.Worn.Models {
			p.show(&needs.Worn.Models[i], library)
		}
	}
	changed = state.model != mesh.Model
	state.model, state.hidden, state.restored = mesh.Model, mesh.Hidden, false
	state.keepWorn(needs.Worn)
	p.wear(slot, p.outfits.find(p.shown))
	return changed || state.outfit != old
}

// shows reports whether the character shows what it needs: as in the last frame, and not what a
// snapshot says.
func (s *slotState) shows(needs *Needs) bool {
	mesh := needs.mesh()
	return s.model == mesh.Model && s.hidden == mesh.Hidden && s.wears(needs.Worn) && !s.restored
}

// noneWorn stands for the component of a character without one.
var noneWorn components.Worn

// wears reports whether a component, which may be nil, has what it had in the last frame.
func (s *slotState) wears(worn *components.Worn) bool {
	if worn == nil {
		worn = &noneWorn
	}
	if !isSame(&worn.Models[0], &s.first) {
		return false
	}
	before := &noneWorn
	if s.hasMore {
		before = s.worn
	}
	for i := 1; i < len(worn.Models); i++ {
		if !isSame(&worn.Models[i], &before.Models[i]) {
			return false
		}
	}
	return true
}

// isSame reports whether two components are equal. For == the compiler would call a function.
func isSame(a, b *components.SkinnedMesh) bool { return a.Model == b.Model && a.Hidden == b.Hidden }

// keepWorn keeps what a component has, which may be nil, for the next frame.
func (s *slotState) keepWorn(worn *components.Worn) {
	if worn == nil {
		worn = &noneWorn
	}
	s.first, s.hasMore = worn.Models[0], false
	if s.wears(worn) { // first is all of it
		return
	}
	if s.worn == nil {
		s.worn = &components.Worn{}
	}
	*s.worn, s.hasMore = *worn, true
}

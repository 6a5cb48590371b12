package crowdstore

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// Rig is where the texels hold a model's rig at a level of detail.
type Rig struct {
	Base    uint32 // first texel
	Entries int    // of a member, the first two of which are its place in the world and its tint
	Joints  int    // that move
	// Directory is the first texel of the directory of frames of entries.
	Directory uint32

	skins    []skinRemap
	skeleton *assets.Skeleton
	box      [2]mgl32.Vec3 // around the model in bind space
	room     int           // for clips in the directory
	framed   int           // clips that the directory accounts for
}

// FirstPalette is the first entry that belongs to a palette.
const FirstPalette = 2

// skinRemap is where the palette of a skin is.
type skinRemap struct {
	skin  id.Skin
	first int  // the entry of palette index 0
	remap int  // address, from the beginning of all texels, of the entries of all palette indices
	plain bool // entries follow each other in the order of palette indices
}

// Skin returns the entry of a skin's palette index 0, and the texel of the table of the entries of
// all palette indices; 0 if these follow each other.
func (r *Rig) Skin(skin id.Skin) (first int, remap uint32) {
	for _, s := range r.skins {
		if s.skin == skin {
			if s.plain {
				return s.first, 0
			}
			return s.first, uint32(s.remap)
		}
	}
	return 0, 0
}

// Entry returns the entry of a palette index.
func (t *Texels) Entry(r *Rig, skin id.Skin, index int) int {
	first, remap := r.Skin(skin)
	if remap == 0 {
		return first + index
	}
	return int(t.data[4*(int(remap)+index)])
}

// rigBuilder collects the texels of a rig.
type rigBuilder struct {
	skeleton *assets.Skeleton
	joints   [][4]float32
	// of each joint of the skeleton: 1 + the index of the nearest joint that moves at or above it;
	// 0 for none
	level    []int
	bridge   []rig.Matrix // of each joint of the skeleton: from its space to that of that joint
	local    []rig.Matrix // rest pose
	matrices []rig.Matrix
	entries  []rigEntry
	unique   bool // entries that are alike become one
	remaps   []float32
	slack    float32 // differences of matrices that cannot be seen
}

// Texels of a matrix, and of an entry: its matrix, and the origin and the axis of its bone.
const (
	matrixTexels = 3
	entryTexels  = matrixTexels + 2
)

// rigEntry is a matrix of a palette.
type rigEntry struct {
	joint  int // 1 + index of a joint that moves, or 0
	matrix rig.Matrix
	bone   appearance.Bone
}

// partSkins returns the skins of a model's parts.
func partSkins(model *assets.Model) (skins []id.Skin) {
	for i := range model.Parts {
		skins = append(skins, model.Parts[i].Skin)
	}
	return skins
}

// rig appends a model's rig at a level of detail, with the palettes of skins.
func (t *Texels) rig(model *assets.Model, level int, skins []id.Skin) Rig {
	skeleton := t.library.Skeleton(model.Skeleton)
	mask := t.library.LevelMask(model.Skeleton, level)
	b := rigBuilder{skeleton: skeleton, unique: mask != nil, slack: 1e-6 * float32(max(skeleton.Size(), 1e-6))}
	b.addJoints(mask)
	rest := t.rest(skeleton)
	r := Rig{Base: uint32(t.end()), skeleton: skeleton, Joints: len(b.joints), box: boxOf(model, skeleton)}
	for _, id := range skins {
		skin := t.library.Skin(id)
		if known := (skinRemap{skin: id}); skin != nil && !containsSkin(r.skins, id) {
			known.first, known.remap = FirstPalette+len(b.entries), len(b.remaps)
			b.addSkin(skin)
			known.plain = !b.unique
			r.skins = append(r.skins, known)
		}
	}
	r.Entries = FirstPalette + len(b.entries)
	b.put(t, &r, rest)
	return r
}

// boxOf returns the box around a model, or one of the skeleton's size if the model has none.
func boxOf(model *assets.Model, skeleton *assets.Skeleton) [2]mgl32.Vec3 {
	low, high := model.Bounds.Min, model.Bounds.Max
	size := high.Sub(low)
	if exact.AllFinite(low[0], low[1], low[2], high[0], high[1], high[2]) && min(size[0], size[1], size[2]) >= 0 {
		return [2]mgl32.Vec3{low, high}
	}
	half := float32(skeleton.Size()) / 2
	return [2]mgl32.Vec3{{-half, -half, -half}, {half, half, half}}
}

func containsSkin(skins []skinRemap, id id.Skin) bool {
	for _, s := range skins {
		if s.skin == id {
			return true
		}
	}
	return false
}

// addJoints collects the joints that move.
func (b *rigBuilder) addJoints(mask *rig.Mask) {
	n := b.skeleton.Len()
	pose := rig.NewPose(b.skeleton)
	b.level, b.bridge, b.local = make([]int, n), make([]rig.Matrix, n), make([]rig.Matrix, n)
	for j := range n {
		b.local[j] = pose.Joint(j).Matrix()
		above, between := 0, rig.IdentityMatrix()
		if parent := b.skeleton.Parent(j); parent >= 0 {
			above, between = b.level[parent], b.bridge[parent]
		}
		if mask != nil && !(mask.Weight(j) > 0) {
			b.level[j], b.bridge[j] = above, between.Mul(b.local[j])
			continue
		}
		address := float32(0)
		if between != rig.IdentityMatrix() {
			b.matrices = append(b.matrices, between)
			address = float32(len(b.matrices)) // for now 1 + its index
		}
		b.joints = append(b.joints, [4]float32{float32(above), float32(j), address})
		b.level[j], b.bridge[j] = len(b.joints), rig.IdentityMatrix()
	}
}

// addSkin collects the entries of a skin.
func (b *rigBuilder) addSkin(skin *rig.Skin) {
	bones := appearance.BonesOf(skin)
	for i, joint := range skin.Joints() {
		e := rigEntry{b.level[joint], b.bridge[joint].Mul(rig.MatrixAt(skin.InverseBinds(), i)), bones[i]}
		at := len(b.entries)
		if b.unique {
			for k := range b.entries {
				if b.entries[k].joint == e.joint && near(&b.entries[k].matrix, &e.matrix, b.slack) {
					at = k
					break
				}
			}
		}
		if at == len(b.entries) {
			b.entries = append(b.entries, e)
		}
		b.remaps = append(b.remaps, float32(FirstPalette+at))
	}
}

// near reports whether two matrices differ by no more than slack in any number.
func near(a, b *rig.Matrix, slack float32) bool {
	for i := range a {
		if d := a[i] - b[i]; !(d <= slack && d >= -slack) {
			return false
		}
	}
	return true
}

// put appends the texels of the rig.
func (b *rigBuilder) put(t *Texels, r *Rig, rest uint32) {
	const header = 1
	firstEntry := header + len(b.joints)
	firstRemap := firstEntry + len(b.entries)
	firstMatrix := firstRemap + len(b.remaps)
	t.add(float32(r.Entries), float32(firstEntry), float32(rest), 0)
	for _, j := range b.joints {
		if j[2] != 0 {
			j[2] = float32(firstMatrix + matrixTexels*(int(j[2])-1))
		}
		t.add(j[0], j[1], j[2], j[3])
	}
	own := firstMatrix + matrixTexels*len(b.matrices)
	for i := range b.entries {
		t.add(float32(b.entries[i].joint), float32(own+entryTexels*i), 0, 0)
	}
	for i := range r.skins {
		r.skins[i].remap += int(r.Base) + firstRemap
	}
	for _, entry := range b.remaps {
		t.add(entry, 0, 0, 0)
	}
	for i := range b.matrices {
		t.addMatrix(&b.matrices[i])
	}
	for i := range b.entries {
		e := &b.entries[i]
		t.addMatrix(&e.matrix)
		t.add(e.bone.Origin[0], e.bone.Origin[1], e.bone.Origin[2], 0)
		t.add(e.bone.Axis[0], e.bone.Axis[1], e.bone.Axis[2], 0)
	}
}

package crowdstore

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// MaxTexels is the largest number of texels of the clips and rigs of a crowd: texel indices are
// stored as float32, which holds every integer up to it.
const MaxTexels = 1 << 24

// ErrTooManyTexels reports clips that do not fit into the memory that a shader can address.
var ErrTooManyTexels = errors.New("the clips of the crowd need more texels than a shader can address")

// Texels is what the GPU computes poses from: clips and rigs, as texels of four float32. Addresses
// within a clip or a rig count from its first texel. Indices are whole numbers in float32.
//
// A clip is
//
//	header 0  cells of the frame grid; position of the clip's start in cells; cells from start
//	          to end; texels per frame
//	header 1  first cell; first channel; first frame; number of frames, negative if the first
//	          one follows the last
//	header 2  the clip's number, and its number among the clips of its skeleton
//	cells     first frame of the run; index in the run; cells of the run; intervals of the run
//	channels  for each joint: rotation, translation, scale; 1 if the scale is 1. What moves is a
//	          column c of the frames, stored as c+1; what does not is an address a, stored as -a.
//	constants
//	frames    the columns of each frame
//
// A rig, for a model at a level of detail, is
//
//	header    entries; first entry of a palette; the first texel of the rest pose
//	joints    for each joint that moves: 1 + the index of the nearest one above it that moves, or
//	          0; its joint in the skeleton; the address of the matrix between both, or 0 if it is
//	          the identity
//	entries   1 + the index of the joint that moves the entry, or 0; the address of the matrix
//	          from the entry's bind space to the joint, after which come the origin and the axis
//	          of the bone in bind space ([appearance.Bone])
//	remaps    for each influence joint of each skin: its entry
//	matrices  three texels each: the rows
//
// The directory of a rig has a texel for each clip, by its number: the first of the frames of
// entries, 0 if there are none, and the number of equal intervals into which they divide the clip.
// A frame is the matrices of all entries of palettes, from bind space to model space. There is one
// at the start and one in the middle of each interval, and one at the end of the last; between them
// a matrix moves on parabolas.
//
// A mask is a texel for each joint of its skeleton: the weight.
//
// A blend space is
//
//	samples   first texel of the clip; seconds of a cycle of the common phase; the first texel of
//	          its sync phases, or 0 if the clip plays once from start to end in a cycle
//	phases    of each sample, for each sync phase: the seconds of a cycle until there; the fraction
//	          of the clip, which is above 1 in its further loops
//
// Entry 0 is the matrix from model to world space, entry 1 the tint. The others are palettes, which
// the list of entries holds.
type Texels struct {
	library *assets.Library
	data    []float32
	clips   []clipTexels
	rests   []restTexels
	masks   []maskTexels
	spaces  []spaceTexels
	// numbered is clips and rest poses by their number.
	numbered    []numberedClip
	frameTexels int // of frames of entries
	fetched     int // texels that Pose has read
	missing     error
}

// ClipsOf returns how many clips there are of a skeleton, its rest pose among them.
func (t *Texels) ClipsOf(skeleton *assets.Skeleton) (n int) {
	for i := range t.numbered {
		if t.numbered[i].skeleton == skeleton {
			n++
		}
	}
	return n
}

// ClipOf returns the first texel of a clip of a skeleton, by its number among those.
func (t *Texels) ClipOf(skeleton *assets.Skeleton, number int) int {
	for i := range t.numbered {
		if t.numbered[i].skeleton != skeleton {
			continue
		}
		if number--; number < 0 {
			return int(t.numbered[i].base)
		}
	}
	return 0
}

// Entries appends the entries of a rig at a fraction of a clip, by its first texel: what the pose
// pass computes for a member at the origin without a tint.
func (t *Texels) Entries(entries []rig.Matrix, r *Rig, clip int, fraction float32) []rig.Matrix {
	b := frameBuilder{Texels: t, rig: r, clip: clip, entries: r.Entries - FirstPalette}
	white := rig.Matrix{1, 1, 1, 1}
	return b.frame(append(entries, rig.IdentityMatrix(), white), fraction)
}

// numberedClip is a clip or a rest pose.
type numberedClip struct {
	base     uint32 // first texel
	skeleton *assets.Skeleton
	// parts is in how many equal parts the cells of the clip are divided ([frameSource.parts]), or 1.
	parts int
}

// clipTexels is a clip that the texels hold.
type clipTexels struct {
	id    id.Clip
	clip  *assets.Clip
	baked *bake.BakedClip
	base  uint32
	key   id.Key // of the clip while its baked form is not in memory, else zero
}

// restTexels is the rest pose of a skeleton, as a clip without frames.
type restTexels struct {
	skeleton *assets.Skeleton
	base     uint32
}

// maskTexels is a mask that the texels hold.
type maskTexels struct {
	id   id.Mask
	mask *rig.Mask
	base uint32
}

const clipHeader = 3 // texels

// Data returns all texels, four numbers each. They only grow until Clear.
func (t *Texels) Data() []float32 { return t.data }

// FrameTexels returns how many of the texels are frames of entries.
func (t *Texels) FrameTexels() int { return t.frameTexels }

// Fetched returns how many texels Pose has read of clips and rigs.
func (t *Texels) Fetched() int { return t.fetched }

// Clear removes all texels.
func (t *Texels) Clear() {
	t.data, t.clips, t.rests, t.masks = t.data[:0], t.clips[:0], t.rests[:0], t.masks[:0]
	t.spaces, t.numbered, t.frameTexels = t.spaces[:0], t.numbered[:0], 0
	t.add(0, 0, 0, 0) // address 0 is none
	t.missing = nil
}

// add appends a texel.
func (t *Texels) add(x, y, z, w float32) { t.data = append(t.data, x, y, z, w) }

// end returns the number of texels.
func (t *Texels) end() int { return len(t.data) / 4 }

// addMatrix appends a matrix.
func (t *Texels) addMatrix(m *rig.Matrix) { t.data = append(t.data, m[:]...) }

// current reports whether the library still holds what the clips were made from. A clip that left
// the memory, or came back with the same content, is what it was.
func (t *Texels) current() bool {
	for i := range t.clips {
		c := &t.clips[i]
		baked := t.library.Baked(c.id)
		switch {
		case t.library.Clip(c.id) != c.clip:
			return false
		case baked == c.baked:
		case baked == nil && !t.library.IsLoaded(c.id):
			c.baked, c.key = nil, t.library.Key(c.id)
		case c.key != (id.Key{}) && t.library.Key(c.id) == c.key:
			c.baked, c.key = baked, id.Key{}
		default:
			return false
		}
	}
	for i := range t.masks {
		if m := &t.masks[i]; t.library.Mask(m.id) != m.mask {
			return false
		}
	}
	for i := range t.spaces {
		if s := &t.spaces[i]; t.library.Motion(s.id) != s.asset {
			return false
		}
	}
	return true
}

// has reports whether the texels have a clip.
func (t *Texels) has(of id.Clip) bool {
	return slices.ContainsFunc(t.clips, func(c clipTexels) bool { return c.id == of })
}

// mask returns the first texel of a mask, or 0 for the mask 0. It reports false for a mask that is
// not one of the skeleton.
func (t *Texels) mask(id id.Mask, skeleton *assets.Skeleton) (base uint32, ok bool) {
	if id == 0 {
		return 0, true
	}
	for i := range t.masks {
		if m := &t.masks[i]; m.id == id {
			return m.base, m.mask != nil && m.mask.Skeleton() == skeleton
		}
	}
	m := maskTexels{id, t.library.Mask(id), uint32(t.end())}
	if m.mask != nil {
		for joint := range m.mask.Skeleton().Len() {
			t.add(m.mask.Weight(joint), 0, 0, 0)
		}
	}
	t.masks = append(t.masks, m)
	return m.base, m.mask != nil && m.mask.Skeleton() == skeleton
}

// clip returns the first texel of a clip, or of the rest pose if the clip cannot be played on the
// skeleton, and the clip.
func (t *Texels) clip(id id.Clip, skeleton *assets.Skeleton) (base uint32, played *assets.Clip) {
	c := t.library.Clip(id)
	if c == nil || c.Skeleton() != skeleton || c.Additive() {
		return t.rest(skeleton), nil
	}
	for i := range t.clips {
		if t.clips[i].id == id {
			return t.clips[i].base, c
		}
	}
	source := newFrameSource(c, t.library.Baked(id))
	base = uint32(t.end())
	if err := t.addFrames(source, skeleton); err != nil {
		t.missing = fmt.Errorf("clip %q: %w", c.Name(), err)
		base = t.rest(skeleton)
	}
	t.clips = append(t.clips, clipTexels{id: id, clip: c, baked: t.library.Baked(id), base: base})
	return base, c
}

// rest returns the first texel of the rest pose of a skeleton.
func (t *Texels) rest(skeleton *assets.Skeleton) uint32 {
	for i := range t.rests {
		if t.rests[i].skeleton == skeleton {
			return t.rests[i].base
		}
	}
	base := uint32(t.end())
	source := &frameSource{frames: [][]float32{skeleton.RestLocals()}}
	if err := t.addFrames(source, skeleton); err != nil {
		t.missing = err
		return 0
	}
	t.rests = append(t.rests, restTexels{skeleton, base})
	return base
}

// frameSource is the frames of a clip and how they are spread over time.
type frameSource struct {
	frames      [][]float32
	cells       []bake.FrameCell
	first, span float64 // position of the clip's start in cells; cells from its start to its end
	closed      bool    // the first frame follows the last
}

// exactRate is the rate, in frames per second, at which clips are sampled that cannot be baked.
const exactRate = 240

// newFrameSource returns the frames of a clip's baked form, which it makes if the library has none.
func newFrameSource(c *assets.Clip, baked *bake.BakedClip) *frameSource {
	if baked == nil {
		baked, _ = bake.Bake(c, bake.Options{AllowLarger: true})
	}
	s := &frameSource{}
	size := kernel.PoseSize(c.Skeleton().Len())
	if baked == nil || baked.SteppedTracks() > 0 { // the GPU has no keys
		n := int(max(1, min(c.Duration()*exactRate+0.5, 1<<18)))
		pose := rig.NewPose(c.Skeleton())
		for i := range n + 1 {
			at := c.Start() + float64(c.Duration()*float64(i))/float64(n)
			if c.Sample(at, pose) != nil && baked != nil { // it has no keys but those of its stepped tracks
				baked.Sample(at, pose.Locals, pose.Morphs)
			}
			s.frames = append(s.frames, append([]float32(nil), pose.Locals...))
			if i > 0 {
				alignHemispheres(s.frames[i], s.frames[i-1])
			}
			if i < n {
				s.cells = append(s.cells, bake.FrameCell{Frame: i, Cells: 1, Intervals: 1})
			}
		}
		s.span = float64(n)
		return s
	}
	for i := range baked.Frames() {
		s.frames = append(s.frames, make([]float32, size))
		copy(s.frames[i], c.Skeleton().RestLocals())
		baked.Frame(i, s.frames[i])
	}
	var origin, rate float64
	origin, rate, s.cells, s.closed = baked.FrameCells()
	s.first, s.span = (c.Start()-origin)*rate, (c.End()-c.Start())*rate
	return s
}

// mostParts is in how many parts a cell is divided at most.
const mostParts = 12

// parts returns in how many equal parts each cell is to be divided so that all frames lie between
// parts: the least common multiple of the denominators of their times, unless it is above
// mostParts.
func (s *frameSource) parts() int {
	least := 1
	for _, c := range s.cells {
		part := max(1, c.Intervals) / gcd(c.Cells, max(1, c.Intervals))
		if n := least / gcd(least, part) * part; n <= mostParts {
			least = n
		}
	}
	return least
}

// gcd returns the greatest common divisor of two positive numbers.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// alignHemispheres negates rotations that are in the other hemisphere than in the frame before.
func alignHemispheres(frame, before []float32) {
	for g := 0; g < len(frame); g += kernel.GroupSize {
		for lane := g; lane < g+kernel.Lanes; lane++ {
			dot := float32(0)
			for r := range 4 {
				dot += frame[lane+r*kernel.Lanes] * before[lane+r*kernel.Lanes]
			}
			for r := 0; r < 4 && dot < 0; r++ {
				frame[lane+r*kernel.Lanes] = -frame[lane+r*kernel.Lanes]
			}
		}
	}
}

// channel is a part of a joint's transform in the frames: rotation, translation or scale.
type channel struct{ at, rows int } // index in a local pose; numbers

// channelsOf returns the three channels of a joint.
func channelsOf(joint int) [3]channel {
	at := kernel.JointOffset(joint)
	return [3]channel{
		{at + kernel.RowRotation*kernel.Lanes, 4},
		{at + kernel.RowTranslation*kernel.Lanes, 3},
		{at + kernel.RowScale*kernel.Lanes, 3},
	}
}

// texel returns the numbers of a channel in a frame.
func (c channel) texel(frame []float32) (texel [4]float32) {
	for r := range c.rows {
		texel[r] = frame[c.at+r*kernel.Lanes]
	}
	return texel
}

// unitRotation returns a rotation at length 1.
func unitRotation(q [4]float32) [4]float32 {
	if q == ([4]float32{}) {
		return [4]float32{3: 1}
	}
	return exact.Normalized32(q)
}

// moves reports whether a channel differs between frames.
func (c channel) moves(frames [][]float32) bool {
	first := c.texel(frames[0])
	for _, frame := range frames[1:] {
		if c.texel(frame) != first {
			return true
		}
	}
	return false
}

// addFrames appends the texels of a clip.
func (t *Texels) addFrames(s *frameSource, skeleton *assets.Skeleton) error {
	joints := skeleton.Len()
	var moving []channel
	var constants [][4]float32
	firstChannel := clipHeader + len(s.cells)
	firstConstant := firstChannel + joints
	channels := make([][4]float32, joints)
	for j := range joints {
		for k, c := range channelsOf(j) {
			value := c.texel(s.frames[0])
			switch {
			case c.moves(s.frames):
				moving = append(moving, c)
				channels[j][k] = float32(len(moving))
			case k == 2 && value == [4]float32{1, 1, 1}:
				channels[j][3] = 1
			default:
				if k == 0 {
					value = unitRotation(value)
				}
				channels[j][k] = -float32(firstConstant + len(constants))
				constants = append(constants, value)
			}
		}
	}
	firstFrame := firstConstant + len(constants)
	if total := t.end() + firstFrame + len(s.frames)*len(moving); total > MaxTexels {
		return fmt.Errorf("%w: expected at most %d, found %d with this one", ErrTooManyTexels, MaxTexels, total)
	}
	base := uint32(t.end())
	t.add(float32(len(s.cells)), float32(s.first), float32(s.span), float32(len(moving)))
	frames := len(s.frames)
	if s.closed {
		frames = -frames
	}
	t.add(clipHeader, float32(firstChannel), float32(firstFrame), float32(frames))
	t.add(float32(len(t.numbered)), float32(t.ClipsOf(skeleton)), 0, 0)
	t.numbered = append(t.numbered, numberedClip{base, skeleton, s.parts()})
	for _, c := range s.cells {
		t.add(float32(c.Frame), float32(c.Index), float32(c.Cells), float32(c.Intervals))
	}
	for _, list := range [][][4]float32{channels, constants} {
		for _, v := range list {
			t.add(v[0], v[1], v[2], v[3])
		}
	}
	for _, frame := range s.frames {
		for _, c := range moving {
			v := c.texel(frame)
			t.add(v[0], v[1], v[2], v[3])
		}
	}
	return nil
}

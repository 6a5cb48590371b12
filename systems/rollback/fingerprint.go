package rollback

import (
	"encoding/json"
	"fmt"
	"hash"
	"hash/crc64"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
)

// Fingerprint returns a number that differs, almost certainly, between libraries whose characters
// move differently: a hash of all that decides about poses and palettes, with the IDs. These are
// skeletons, clips with each key and in their baked form, blend spaces, masks, levels of detail,
// curves, graphs, modifier stacks, skins and what models are drawn with. Equal contents under the
// same IDs have the same fingerprint, on every machine and however they came into the library.
//
// A motion that a program makes itself counts as what it describes, and a solver that is a function
// of the program as one: what their code does is not known. Bodies of ragdolls are in snapshots.
// Meshes, materials and images move nothing.
func Fingerprint(library *assets.Library) uint64 {
	f := fingerprint{library: library, hash: crc64.New(crcTable), skeletons: map[*rig.Skeleton]assets.SkeletonID{}}
	library.Each(func(id, asset any) bool {
		if skeleton, ok := asset.(*rig.Skeleton); ok && f.skeletons[skeleton] == 0 {
			f.skeletons[skeleton] = id.(assets.SkeletonID)
		}
		return true
	})
	library.Each(func(id, asset any) bool {
		switch asset := asset.(type) {
		case *rig.Skeleton:
			f.write("skeleton", id)
			f.skeleton(id.(assets.SkeletonID), asset)
		case *motion.Asset:
			f.write("motion", id)
			f.motion(id.(assets.ClipID), asset)
		case *rig.Skin:
			f.write("skin", id, asset.Name(), asset.Skeleton().Name(), asset.Joints())
			f.floats(asset.InverseBinds())
		case *assets.Model:
			f.write("model", id, asset.Name, asset.Skeleton, asset.Clips, asset.Skins)
			for _, part := range asset.Parts {
				f.write("part", part.Skin)
			}
		case *rig.Mask:
			f.write("mask", id)
			f.mask(asset)
		case *clip.Curve:
			f.write("curve", id, asset.Name())
			for i := range curveValues {
				f.floats([]float32{asset.At(float32(i) / (curveValues - 1))})
			}
		case *graph.Graph:
			f.write("graph", id)
			f.graph(asset)
		case *modifier.Stack:
			f.write("modifier stack", id)
			f.stack(asset)
		}
		return true
	})
	return f.hash.Sum64()
}

// curveValues is the number of values that a [clip.Curve] has.
const curveValues = 257

// fingerprint hashes assets.
type fingerprint struct {
	library   *assets.Library
	hash      hash.Hash64
	bytes     []byte
	skeletons map[*rig.Skeleton]assets.SkeletonID // of the library
}

// write hashes values that are no pointers, and apart from what comes before and after.
func (f *fingerprint) write(values ...any) {
	f.block(fmt.Appendf(f.bytes[:0], "%+q", values))
}

// block hashes bytes, and their number.
func (f *fingerprint) block(b []byte) {
	var n [8]byte
	putUint64(n[:], uint64(len(b)))
	f.hash.Write(n[:])
	f.hash.Write(b)
	f.bytes = b
}

// floats hashes the bits of numbers.
func (f *fingerprint) floats(numbers []float32) {
	b := f.bytes[:0]
	for _, v := range numbers {
		bits := math.Float32bits(v)
		b = append(b, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
	}
	f.block(b)
}

func (f *fingerprint) skeleton(id assets.SkeletonID, s *rig.Skeleton) {
	f.write(s.Name(), s.Parents())
	for joint := range s.Len() {
		f.write(s.JointName(joint))
	}
	f.floats(s.RestLocals())
	f.floats(s.RestMorphs())
	f.write(fmt.Sprintf("%+v %+v %+v", s.MorphChannels(), s.VisibilityChannels(), s.MaterialChannels()))
	for level := range f.levels(id) {
		f.write("level", level+1)
		f.mask(f.library.LevelMask(id, level+1))
	}
}

// levels returns the number of levels of detail of a skeleton that have a mask. All further ones
// have the last mask.
func (f *fingerprint) levels(id assets.SkeletonID) (n int) {
	var last *rig.Mask
	for {
		mask := f.library.LevelMask(id, n+1)
		if mask == last {
			return n
		}
		last = mask
		n++
	}
}

func (f *fingerprint) mask(m *rig.Mask) {
	f.write(m.Name(), m.Skeleton().Name())
	f.floats(m.Rows())
}

func (f *fingerprint) motion(id assets.ClipID, a *motion.Asset) {
	f.write(a.Name, a.Kind, a.Dimensions, a.Additive, fmt.Sprintf("%v", a.Single), fmt.Sprintf("%+v", a.Parts))
	f.write(math.Float64bits(a.Span.Start), math.Float64bits(a.Span.End), fmt.Sprintf("%+v", a.Span))
	if a.Skeleton != nil {
		f.write(a.Skeleton.Name())
	}
	if space, ok := a.Motion.(*blendspace.Space); ok {
		f.write(fmt.Sprintf("%+v", space.Samples()))
		definition := space.Definition()
		samples := definition.Samples
		definition.Samples = nil
		f.write(fmt.Sprintf("%+v", definition), len(samples))
	}
	if a.Clip == nil {
		return
	}
	f.clip(a.Clip)
	f.baked(f.library.Baked(id))
	for level := range f.levels(f.skeletons[a.Skeleton]) {
		f.baked(f.library.BakedAt(id, level+1))
	}
}

func (f *fingerprint) clip(c *clip.Clip) {
	f.write(c.Name(), math.Float64bits(c.Start()), math.Float64bits(c.End()), c.Additive())
	f.floats(c.BaseLocals())
	if mode, loopLimit, ok := c.PlayMode(); ok {
		f.write("play mode", int(mode), int(loopLimit))
	}
	for _, marker := range c.Markers() {
		f.write(fmt.Sprintf("%+v", marker))
	}
	for _, t := range c.Tracks() {
		f.write("track", t.Joint, int(t.Property), t.Channel, int(t.Track.Interpolation()), t.Track.Width())
		f.floats(t.Track.Times())
		f.floats(t.Track.Values())
	}
	if root := c.RootMotion(); root != nil {
		f.write("root motion", root.Joint(), int(root.Up()), fmt.Sprint(root.Times()), fmt.Sprintf("%+v", root.Motions()))
	}
}

// baked hashes the baked form of a clip, or that it has none.
func (f *fingerprint) baked(b *bake.BakedClip) {
	if b == nil {
		f.write("exact")
		return
	}
	data, err := b.AppendBinary(f.bytes[:0])
	f.write("baked", err != nil)
	f.block(data)
}

func (f *fingerprint) graph(g *graph.Graph) {
	document, err := g.MarshalJSON()
	f.write(g.Name(), err != nil)
	f.block(document)
	f.write(fmt.Sprintf("%+v", g.Layers()), fmt.Sprintf("%+v", g.Parameters()), fmt.Sprint(*g.Defaults()))
	for _, state := range g.States() {
		f.write(state.Motion, math.Float64bits(state.Duration))
	}
}

func (f *fingerprint) stack(s *modifier.Stack) {
	f.write(s.Name(), s.Skeleton().Name(), s.Goals())
	for _, solver := range (*solving.Stack)(s).Settings() {
		f.write(solver.Kind, solver.Goal, solver.Settings == nil)
		if document, err := json.Marshal(solver.Settings); err == nil {
			f.block(document)
		} else {
			f.write(fmt.Sprintf("%+v", solver.Settings))
		}
	}
}

package components

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// MaxLayers is the largest number of layers of a character: its [AnimationPlayer] and the layers of
// its [Layers] and [MoreLayers].
const MaxLayers = machine.MaxLayers

// MaxSync is the largest number of sync groups of a character.
const MaxSync = machine.MaxSyncGroup

// Layers holds the lowest layer above the [AnimationPlayer] of the character, which is layer 0. The
// layers above this one are in [MoreLayers], so that a character with a single one, as most that
// have any, stays small: the world copies the components of an entity whenever one is added to it
// or removed. [LayerAt] returns any of them.
type Layers struct {
	// Count is the number of layers above layer 0, those of MoreLayers included. Without
	// MoreLayers, a Count above 1 counts as 1.
	Count int32
	// First is layer 1.
	First Layer
}

// MoreLayers holds the layers of a character above the first of its [Layers], from the lowest to
// the highest. Layer 2 is List[0].
type MoreLayers struct {
	List [MaxLayers - 2]Layer
}

// Layer plays a motion over what lies below it. A layer that plays nothing shows what lies below.
type Layer struct {
	Playback
	// Mask gives the weight of each joint; 0 is all joints at weight 1. A layer whose mask was
	// removed from the library does not show.
	Mask id.Mask
	// Blend selects whether the layer overrides what lies below or adds to it. Additive clips add
	// to it in any case; in an additive layer, other clips do not show.
	Blend clip.LayerMode
	// Paused stops the layer's playback, its crossfade and the change of its weight.
	Paused bool
	// Sync is the sync group that the layer belongs to, from 1 to [MaxSync]; 0 is none. The lowest
	// layer of a group leads: the others are always at the same phase of their clips as the leader
	// is in its clip, and count its loops as their own.
	Sync uint8
	// Weight is the weight of the whole layer, 0 to 1. An additive layer may have any weight; a
	// negative one subtracts.
	Weight float32
	// Target is the weight that Weight moves to, by Rate per second; at rate 0 Weight stays as it
	// is.
	Target, Rate float32
	// TimeScale multiplies the speed of everything that the layer plays.
	TimeScale float32
	// Fades is the layer's crossfade.
	Fades BlendState
}

// NewLayers returns components with the given layers, from the lowest to the highest. Up to one
// layer, more is nil. It leaves out layers beyond MaxLayers-1.
func NewLayers(layers ...Layer) (first *Layers, more *MoreLayers) {
	first = &Layers{Count: int32(min(len(layers), MaxLayers-1))}
	if len(layers) > 0 {
		first.First = layers[0]
	}
	if len(layers) > 1 {
		more = &MoreLayers{}
		copy(more.List[:], layers[1:])
	}
	return first, more
}

// NewLayer returns a layer of weight 1 that plays a motion, as [NewPlayback], on the joints of a
// mask; 0 is no motion yet, and every joint.
func NewLayer(motion id.Motion, mask id.Mask) Layer {
	return Layer{Playback: NewPlayback(motion), Mask: mask, Weight: 1, TimeScale: 1}
}

// LayerAt returns a layer of a character, counted from 1, or nil if it does not have the layer.
// Components that the character lacks are nil.
func LayerAt(first *Layers, more *MoreLayers, layer int) *Layer {
	switch {
	case first == nil || layer < 1 || layer > int(first.Count):
		return nil
	case layer == 1:
		return &first.First
	case more == nil || layer-2 >= len(more.List):
		return nil
	}
	return &more.List[layer-2]
}

func layersRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Layers]{
		Size: layersSize, Extra: layersExtra, Put: putLayers, Get: getLayers, Encoded: layersEncoded, MoreIDs: layersIDs,
	})
}

func moreLayersRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[MoreLayers]{
		Size: layersSize, Extra: moreLayersExtra, Put: putMoreLayers, Get: getMoreLayers, Encoded: moreLayersEncoded,
		MoreIDs: moreLayersIDs,
	})
}

const (
	layersSize = 4
	layerSize  = playbackSize + 20 // without its crossfade
)

// layersUsed returns the number of layers of [Layers] in use.
func layersUsed(layers *Layers) int { return clampCount(layers.Count, 1) }

// moreLayersUsed returns the number of layers up to the last one of which anything is saved.
func moreLayersUsed(layers *MoreLayers) int {
	n := len(layers.List)
	for n > 0 && isZeroLayer(&layers.List[n-1]) {
		n--
	}
	return n
}

// isZeroLayer reports whether all bits that are saved of a layer are 0.
func isZeroLayer(l *Layer) bool {
	if l.Motion != 0 || l.Speed != 0 || l.TimeScale != 0 || l.Fades.Count != 0 {
		return false // the usual case
	}
	var b [layerSize + blendSize]byte
	putLayer(b[:], l)
	return b == [len(b)]byte{}
}

func layerExtra(l *Layer) int { return layerSize + blendSize + blendExtra(&l.Fades) }

func layersExtra(layers *Layers) int {
	if layersUsed(layers) == 0 {
		return 0
	}
	return layerExtra(&layers.First)
}

func moreLayersExtra(layers *MoreLayers) (size int) {
	for i := range moreLayersUsed(layers) {
		size += layerExtra(&layers.List[i])
	}
	return size
}

func layersEncoded(b []byte) int { return encodedLayers(b, 1) }

func moreLayersEncoded(b []byte) int { return encodedLayers(b, MaxLayers-2) }

// encodedLayers returns how many bytes the count takes and the layers after it, which are at most
// as many as given.
func encodedLayers(b []byte, most int) int {
	size := layersSize
	if len(b) < size {
		return size
	}
	for range clampCount(int32(codec.GetUint32(b)), most) {
		if size += layerSize; size >= len(b) {
			return size + blendSize
		}
		size += blendEncoded(b[size:])
	}
	return size
}

func layersIDs(b []byte, m *assetkeys.Mapper) { mapLayers(b, 1, m) }

func moreLayersIDs(b []byte, m *assetkeys.Mapper) { mapLayers(b, MaxLayers-2, m) }

// mapLayers translates the IDs of the layers after the count, which are at most as many as given.
func mapLayers(b []byte, most int, m *assetkeys.Mapper) {
	layers := clampCount(int32(codec.GetUint32(b)), most)
	b = b[layersSize:]
	blend := blendRow()
	for range layers {
		m.Map(assetkeys.Motion, b[atMotion:])
		m.Map(assetkeys.Mask, b[playbackSize:])
		b = b[layerSize:]
		blend.MapIDs(b, m)
		b = b[blendEncoded(b):]
	}
}

func putLayers(b []byte, layers *Layers) []byte {
	codec.PutUint32(b, uint32(layers.Count))
	if b = b[layersSize:]; layersUsed(layers) > 0 {
		b = putLayer(b, &layers.First)
	}
	return b
}

func getLayers(b []byte, layers *Layers) []byte {
	layers.Count = int32(codec.GetUint32(b))
	if b = b[layersSize:]; layersUsed(layers) == 0 {
		layers.First = Layer{}
		return b
	}
	return getLayer(b, &layers.First)
}

func putMoreLayers(b []byte, layers *MoreLayers) []byte {
	used := moreLayersUsed(layers)
	codec.PutUint32(b, uint32(used))
	b = b[layersSize:]
	for i := range used {
		b = putLayer(b, &layers.List[i])
	}
	return b
}

func getMoreLayers(b []byte, layers *MoreLayers) []byte {
	used := clampCount(int32(codec.GetUint32(b)), len(layers.List))
	b = b[layersSize:]
	for i := range used {
		b = getLayer(b, &layers.List[i])
	}
	clear(layers.List[used:])
	return b
}

func putLayer(b []byte, l *Layer) []byte {
	putPlayback(b, &l.Playback)
	b[41] |= codec.Flag(l.Paused, isPaused)
	b[42], b[43] = l.Sync, byte(l.Blend)
	codec.PutUint32(b[playbackSize:], uint32(l.Mask))
	codec.PutFloat32(b[playbackSize+4:], l.Weight)
	codec.PutFloat32(b[playbackSize+8:], l.Target)
	codec.PutFloat32(b[playbackSize+12:], l.Rate)
	codec.PutFloat32(b[playbackSize+16:], l.TimeScale)
	return putBlend(b[layerSize:], &l.Fades)
}

func getLayer(b []byte, l *Layer) []byte {
	getPlayback(b, &l.Playback)
	l.Paused, l.Sync, l.Blend = b[41]&isPaused != 0, b[42], clip.LayerMode(b[43])
	l.Mask = id.Mask(codec.GetUint32(b[playbackSize:]))
	l.Weight, l.Target = codec.GetFloat32(b[playbackSize+4:]), codec.GetFloat32(b[playbackSize+8:])
	l.Rate, l.TimeScale = codec.GetFloat32(b[playbackSize+12:]), codec.GetFloat32(b[playbackSize+16:])
	return getBlend(b[layerSize:], &l.Fades)
}

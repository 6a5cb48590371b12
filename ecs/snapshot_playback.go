package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

func used(blend *components.BlendState) int { return usedOf(uint32(blend.Count), components.MaxFading) }

func usedLayers(layers *components.Layers) int {
	return usedOf(uint32(layers.Count), components.MaxLayers-1)
}

// usedOf returns how many elements a count says are used, of those that there are.
func usedOf(count uint32, most int32) int { return int(max(0, min(int32(count), most))) }

// Bits of a playback's or layer's flags.
const (
	isFinished = 1 << iota
	isBackward
	isPaused // of players only
)

func flag(set bool, bit byte) byte {
	if set {
		return bit
	}
	return 0
}

func putPlayback(b []byte, p *components.Playback) {
	_ = b[playbackSize-1]
	putDouble(b, p.Time)
	putUint32(b[8:], uint32(p.Clip))
	putUint32(b[12:], uint32(p.BlendSpace))
	putFloat(b[16:], p.X)
	putFloat(b[20:], p.Y)
	putFloat(b[24:], p.Speed)
	putUint32(b[28:], p.LoopLimit)
	putUint32(b[32:], p.LoopsDone)
	b[36], b[37] = byte(p.Mode), flag(p.Finished, isFinished)|flag(p.Backward, isBackward)
	b[38], b[39] = 0, 0
}

func takePlayback(b []byte, p *components.Playback) {
	_ = b[playbackSize-1]
	p.Time = takeDouble(b)
	p.Clip, p.BlendSpace = assets.ClipID(takeUint32(b[8:])), assets.BlendSpaceID(takeUint32(b[12:]))
	p.X, p.Y, p.Speed = takeFloat(b[16:]), takeFloat(b[20:]), takeFloat(b[24:])
	p.LoopLimit, p.LoopsDone = takeUint32(b[28:]), takeUint32(b[32:])
	p.Mode, p.Finished, p.Backward = components.PlayMode(b[36]), b[37]&isFinished != 0, b[37]&isBackward != 0
}

func putBlend(b []byte, blend *components.BlendState) []byte {
	putUint32(b, uint32(blend.Count))
	putUint32(b[4:], uint32(blend.Curve))
	putDouble(b[8:], blend.Elapsed)
	putDouble(b[16:], blend.Duration)
	b = b[blendSize:]
	for i := range used(blend) {
		fade := &blend.Fading[i]
		putPlayback(b, &fade.Playback)
		putFloat(b[playbackSize:], fade.Weight)
		b = b[fadeSize:]
	}
	return b
}

func takeBlend(b []byte, blend *components.BlendState) []byte {
	blend.Count, blend.Curve = int32(takeUint32(b)), assets.CurveID(takeUint32(b[4:]))
	blend.Elapsed, blend.Duration = takeDouble(b[8:]), takeDouble(b[16:])
	b = b[blendSize:]
	n := used(blend)
	for i := range n {
		fade := &blend.Fading[i]
		takePlayback(b, &fade.Playback)
		fade.Weight = takeFloat(b[playbackSize:])
		b = b[fadeSize:]
	}
	clear(blend.Fading[n:])
	return b
}

func putLayers(b []byte, layers *components.Layers) []byte {
	putUint32(b, uint32(layers.Count))
	b = b[layersSize:]
	for i := range usedLayers(layers) {
		l := &layers.List[i]
		putPlayback(b, &l.Playback)
		b[37] |= flag(l.Paused, isPaused)
		b[38], b[39] = l.Sync, byte(l.Blend)
		putUint32(b[40:], uint32(l.Mask))
		putFloat(b[44:], l.Weight)
		putFloat(b[48:], l.Target)
		putFloat(b[52:], l.Rate)
		putFloat(b[56:], l.TimeScale)
		putUint32(b[60:], 0)
		b = putBlend(b[layerSize:], &l.Fades)
	}
	return b
}

func takeLayers(b []byte, layers *components.Layers) []byte {
	layers.Count = int32(takeUint32(b))
	b = b[layersSize:]
	n := usedLayers(layers)
	for i := range n {
		l := &layers.List[i]
		takePlayback(b, &l.Playback)
		l.Paused, l.Sync, l.Blend = b[37]&isPaused != 0, b[38], components.LayerMode(b[39])
		l.Mask = assets.MaskID(takeUint32(b[40:]))
		l.Weight, l.Target, l.Rate, l.TimeScale = takeFloat(b[44:]), takeFloat(b[48:]), takeFloat(b[52:]), takeFloat(b[56:])
		b = takeBlend(b[layerSize:], &l.Fades)
	}
	clear(layers.List[n:])
	return b
}

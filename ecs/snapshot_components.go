package ecs

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Bytes that components take, those that vary without their parts.
const (
	playbackSize   = 40
	fadeSize       = playbackSize + 4
	blendSize      = 24
	layersSize     = 4
	layerSize      = playbackSize + 24
	controllerSize = 8
	rootMotionSize = 32 + 128 + 4
	timeScaleSize  = 4
	detailSize     = 8
	inertiaSize    = 52
	matrixSize     = 64
	meshSize       = 12
	attachmentSize = 12 + matrixSize
	eventSize      = 40
)

// Places of single components among the managed ones.
const (
	transformIndex  = 8
	attachmentIndex = 10
)

func used(blend *components.BlendState) int { return usedOf(uint32(blend.Count), components.MaxFading) }

func usedLayers(layers *components.Layers) int {
	return usedOf(uint32(layers.Count), components.MaxLayers-1)
}

// usedOf returns how many elements a count says are used, of those that there are.
func usedOf(count uint32, most int32) int { return int(max(0, min(int32(count), most))) }

// usedController returns how many parameters and layers of a controller there are up to the last one that is not 0.
func usedController(c *components.Controller) (parameters, layers int) {
	parameters, layers = len(c.Parameters), len(c.Layers)
	for parameters > 0 && c.Parameters[parameters-1] == 0 {
		parameters--
	}
	for layers > 0 && c.Layers[layers-1] == (components.ControllerLayer{}) {
		layers--
	}
	return parameters, layers
}

// measure adds the bytes that components take to a size, and to the flags what has to be known to read them.
func measure(at *[managed]unsafe.Pointer, flags uint32, size int) (uint32, int) {
	size += sizeOfFixed(flags)
	if flags&hasBlend != 0 {
		size += fadeSize * used((*components.BlendState)(at[1]))
	}
	if flags&hasLayers != 0 {
		layers := (*components.Layers)(at[2])
		for i := range usedLayers(layers) {
			size += layerSize + blendSize + fadeSize*used(&layers.List[i].Fades)
		}
	}
	if flags&hasController != 0 {
		parameters, layers := usedController((*components.Controller)(at[3]))
		flags |= uint32(parameters)<<parameterShift | uint32(layers)<<layerShift
		size += 4*parameters + 8*layers
	}
	return flags, size
}

// sizes are the bytes that components take at least.
var sizes = [managed]int{
	playbackSize, blendSize, layersSize, controllerSize, rootMotionSize, timeScaleSize, detailSize, inertiaSize, matrixSize, meshSize, attachmentSize, 0,
}

func sizeOfFixed(flags uint32) (size int) {
	for left := flags & allComponents; left != 0; left &= left - 1 {
		size += sizes[bits.TrailingZeros32(left)]
	}
	return size
}

// putComponents writes the components of a character and returns what is behind them.
func putComponents(b []byte, at *[managed]unsafe.Pointer, flags uint32) []byte {
	if flags&hasPlayer != 0 {
		player := (*components.AnimationPlayer)(at[0])
		putPlayback(b, &player.Playback)
		b[37] |= flag(player.Paused, isPaused)
		b[38] = player.Sync
		b = b[playbackSize:]
	}
	if flags&hasBlend != 0 {
		b = putBlend(b, (*components.BlendState)(at[1]))
	}
	if flags&hasLayers != 0 {
		b = putLayers(b, (*components.Layers)(at[2]))
	}
	if flags&hasController != 0 {
		b = putController(b, (*components.Controller)(at[3]), flags)
	}
	if flags&hasRootMotion != 0 {
		b = putRootMotion(b, (*components.RootMotion)(at[4]))
	}
	if flags&hasTimeScale != 0 {
		putFloat(b, (*components.TimeScale)(at[5]).Scale)
		b = b[timeScaleSize:]
	}
	if flags&hasDetail != 0 {
		detail := (*components.LevelOfDetail)(at[6])
		binary.LittleEndian.PutUint16(b, detail.Interval)
		b[2], b[3], b[4] = detail.Level, detail.Step, flag(detail.Culled, 1)|flag(detail.Fixed, 2)
		b[5], b[6], b[7] = 0, 0, 0
		b = b[detailSize:]
	}
	if flags&hasInertia != 0 {
		b = putInertia(b, (*components.Inertialization)(at[7]))
	}
	if flags&hasTransform != 0 {
		b = putMatrix(b, &(*components.Transform)(at[transformIndex]).Matrix)
	}
	if flags&hasMesh != 0 {
		mesh := (*components.SkinnedMesh)(at[9])
		putUint32(b, uint32(mesh.Model))
		putUint64(b[4:], mesh.Hidden)
		b = b[meshSize:]
	}
	if flags&hasAttachment != 0 {
		attachment := (*components.Attachment)(at[attachmentIndex])
		putEntity(b, attachment.Target)
		putUint32(b[8:], uint32(attachment.Joint))
		b = putMatrix(b[12:], &attachment.Offset)
	}
	return b
}

// takeComponents reads them and returns what is behind them.
func takeComponents(b []byte, at *[managed]unsafe.Pointer, flags uint32) []byte {
	if flags&hasPlayer != 0 {
		player := (*components.AnimationPlayer)(at[0])
		takePlayback(b, &player.Playback)
		player.Paused, player.Sync = b[37]&isPaused != 0, b[38]
		b = b[playbackSize:]
	}
	if flags&hasBlend != 0 {
		b = takeBlend(b, (*components.BlendState)(at[1]))
	}
	if flags&hasLayers != 0 {
		b = takeLayers(b, (*components.Layers)(at[2]))
	}
	if flags&hasController != 0 {
		b = takeController(b, (*components.Controller)(at[3]), flags)
	}
	if flags&hasRootMotion != 0 {
		b = takeRootMotion(b, (*components.RootMotion)(at[4]))
	}
	if flags&hasTimeScale != 0 {
		(*components.TimeScale)(at[5]).Scale = takeFloat(b)
		b = b[timeScaleSize:]
	}
	if flags&hasDetail != 0 {
		*(*components.LevelOfDetail)(at[6]) = components.LevelOfDetail{
			Interval: binary.LittleEndian.Uint16(b), Level: b[2], Step: b[3], Culled: b[4]&1 != 0, Fixed: b[4]&2 != 0,
		}
		b = b[detailSize:]
	}
	if flags&hasInertia != 0 {
		b = takeInertia(b, (*components.Inertialization)(at[7]))
	}
	if flags&hasTransform != 0 {
		b = takeMatrix(b, &(*components.Transform)(at[transformIndex]).Matrix)
	}
	if flags&hasMesh != 0 {
		mesh := (*components.SkinnedMesh)(at[9])
		mesh.Model, mesh.Hidden = assets.ModelID(takeUint32(b)), takeUint64(b[4:])
		b = b[meshSize:]
	}
	if flags&hasAttachment != 0 {
		attachment := (*components.Attachment)(at[attachmentIndex])
		attachment.Target, attachment.Joint = takeEntity(b), int32(takeUint32(b[8:]))
		b = takeMatrix(b[12:], &attachment.Offset)
	}
	return b
}

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
	putUint32(b[12:], uint32(p.Space))
	putFloat(b[16:], p.X)
	putFloat(b[20:], p.Y)
	putFloat(b[24:], p.Speed)
	putUint32(b[28:], p.Repeats)
	putUint32(b[32:], p.Passes)
	b[36], b[37] = byte(p.Mode), flag(p.Finished, isFinished)|flag(p.Backward, isBackward)
	b[38], b[39] = 0, 0
}

func takePlayback(b []byte, p *components.Playback) {
	_ = b[playbackSize-1]
	p.Time = takeDouble(b)
	p.Clip, p.Space = assets.ClipID(takeUint32(b[8:])), assets.BlendSpaceID(takeUint32(b[12:]))
	p.X, p.Y, p.Speed = takeFloat(b[16:]), takeFloat(b[20:]), takeFloat(b[24:])
	p.Repeats, p.Passes = takeUint32(b[28:]), takeUint32(b[32:])
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

func putController(b []byte, c *components.Controller, flags uint32) []byte {
	putUint32(b, uint32(c.Graph))
	putUint32(b[4:], uint32(c.Entered))
	b = b[controllerSize:]
	parameters, layers := counts(flags)
	for i := range parameters {
		putUint32(b[4*i:], c.Parameters[i])
	}
	b = b[4*parameters:]
	for i := range layers {
		l := &c.Layers[i]
		putUint32(b, uint32(uint16(l.State))|uint32(uint16(l.Previous))<<16)
		putUint32(b[4:], uint32(uint16(l.Transition))|uint32(uint16(l.Found))<<16)
		b = b[8:]
	}
	return b
}

func takeController(b []byte, c *components.Controller, flags uint32) []byte {
	c.Graph, c.Entered = assets.GraphID(takeUint32(b)), assets.GraphID(takeUint32(b[4:]))
	b = b[controllerSize:]
	parameters, layers := counts(flags)
	for i := range parameters {
		c.Parameters[i] = takeUint32(b[4*i:])
	}
	clear(c.Parameters[parameters:])
	b = b[4*parameters:]
	for i := range layers {
		where, how := takeUint32(b), takeUint32(b[4:])
		c.Layers[i] = components.ControllerLayer{
			State: int16(where), Previous: int16(where >> 16), Transition: int16(how), Found: int16(how >> 16),
		}
		b = b[8:]
	}
	clear(c.Layers[layers:])
	return b
}

// counts returns how many parameters and layers of the controller are in a record.
func counts(flags uint32) (parameters, layers int) {
	return int(flags >> parameterShift & 63), int(flags >> layerShift & 15)
}

func putRootMotion(b []byte, r *components.RootMotion) []byte {
	for i, v := range [...]float64{r.Delta.X, r.Delta.Y, r.Delta.Z, r.Delta.Yaw} {
		putDouble(b[8*i:], v)
	}
	for i, v := range r.Exact {
		putDouble(b[32+8*i:], v)
	}
	putUint32(b[160:], uint32(r.Up)|uint32(flag(r.Manual, 1))<<8)
	return b[rootMotionSize:]
}

func takeRootMotion(b []byte, r *components.RootMotion) []byte {
	r.Delta = assets.Motion{X: takeDouble(b), Y: takeDouble(b[8:]), Z: takeDouble(b[16:]), Yaw: takeDouble(b[24:])}
	for i := range r.Exact {
		r.Exact[i] = takeDouble(b[32+8*i:])
	}
	r.Up, r.Manual = assets.UpAxis(b[160]), b[161]&1 != 0
	return b[rootMotionSize:]
}

func putInertia(b []byte, n *components.Inertialization) []byte {
	for i, v := range [...]float64{n.Duration, n.Elapsed, n.Length, n.Waited, n.Gap, n.Since} {
		putDouble(b[8*i:], v)
	}
	b[48], b[49], b[50], b[51] = flag(n.Begin, 1)|flag(n.Cut, 2)|flag(n.Late, 4), byte(n.Phase), n.History, n.Newest
	return b[inertiaSize:]
}

func takeInertia(b []byte, n *components.Inertialization) []byte {
	n.Duration, n.Elapsed, n.Length = takeDouble(b), takeDouble(b[8:]), takeDouble(b[16:])
	n.Waited, n.Gap, n.Since = takeDouble(b[24:]), takeDouble(b[32:]), takeDouble(b[40:])
	n.Begin, n.Cut, n.Late = b[48]&1 != 0, b[48]&2 != 0, b[48]&4 != 0
	n.Phase, n.History, n.Newest = components.InertiaPhase(b[49]), b[50], b[51]
	return b[inertiaSize:]
}

func putMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[matrixSize-1]
	for i, v := range m {
		putFloat(b[4*i:], v)
	}
	return b[matrixSize:]
}

func takeMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[matrixSize-1]
	for i := range m {
		m[i] = takeFloat(b[4*i:])
	}
	return b[matrixSize:]
}

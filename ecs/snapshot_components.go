package ecs

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
)

// Sizes of components in bytes; components of varying size without the varying part.
const (
	playbackSize        = 48
	fadeSize            = playbackSize + 4
	blendSize           = 24
	layersSize          = 4
	layerSize           = playbackSize + 20
	controllerSize      = 8
	rootMotionSize      = 32 + 128 + 4
	timeScaleSize       = 4
	detailSize          = 8
	inertiaSize         = 52
	matrixSize          = 64
	meshSize            = 12
	modelPoseSize       = 8 * components.ModelPoseBits / 64
	overrideSize        = 4
	attachmentSize      = 12 + matrixSize + 4
	controllerLayerSize = 24
)

// componentPointers are pointers to the components of an entity, nil for those that it lacks.
type componentPointers [componentCount]unsafe.Pointer

// componentsSize returns how many bytes components take, and the flags with the counts that are needed to read them.
func componentsSize(at *componentPointers, flags uint32) (_ uint32, size int) {
	size = fixedSizeOf(flags)
	if flags&hasBlend != 0 {
		size += fadeSize * fadesUsed((*components.BlendState)(at[blendIndex]))
	}
	if flags&hasLayers != 0 {
		layers := (*components.Layers)(at[layersIndex])
		for i := range layersUsed(layers) {
			size += layerSize + blendSize + fadeSize*fadesUsed(&layers.List[i].Fades)
		}
	}
	if flags&hasModifiers != 0 {
		size += goalSize * goalsUsed((*components.Modifiers)(at[modifiersIndex]))
	}
	if flags&hasController != 0 {
		parameters, layers := controllerUsed((*components.Controller)(at[controllerIndex]))
		flags |= uint32(parameters)<<parameterShift | uint32(layers)<<layerShift
		size += 4*parameters + controllerLayerSize*layers
	}
	return flags, size
}

// minimumSizes are the sizes of the components without their varying parts.
var minimumSizes = [componentCount]int{
	playerIndex: playbackSize, blendIndex: blendSize, layersIndex: layersSize, modifiersIndex: modifiersSize, controllerIndex: controllerSize,
	rootMotionIndex: rootMotionSize, timeScaleIndex: timeScaleSize, detailIndex: detailSize, inertiaIndex: inertiaSize,
	transformIndex: matrixSize, meshIndex: meshSize, modelPoseIndex: modelPoseSize, overrideIndex: overrideSize,
	ragdollIndex:    ragdollSize,
	attachmentIndex: attachmentSize,
}

// fixedSizeOf returns the sum of the minimum sizes of the components in flags.
func fixedSizeOf(flags uint32) (size int) {
	for left := flags & allComponents; left != 0; left &= left - 1 {
		size += minimumSizes[bits.TrailingZeros32(left)]
	}
	return size
}

// putComponents writes components and returns what remains of b.
func putComponents(b []byte, at *componentPointers, flags uint32) []byte {
	if flags&hasPlayer != 0 {
		player := (*components.AnimationPlayer)(at[playerIndex])
		putPlayback(b, &player.Playback)
		b[37] |= flag(player.Paused, isPaused)
		b[38] = player.Sync
		b = b[playbackSize:]
	}
	if flags&hasBlend != 0 {
		b = putBlend(b, (*components.BlendState)(at[blendIndex]))
	}
	if flags&hasLayers != 0 {
		b = putLayers(b, (*components.Layers)(at[layersIndex]))
	}
	if flags&hasModifiers != 0 {
		b = putModifiers(b, (*components.Modifiers)(at[modifiersIndex]))
	}
	if flags&hasController != 0 {
		b = putController(b, (*components.Controller)(at[controllerIndex]), flags)
	}
	if flags&hasRootMotion != 0 {
		b = putRootMotion(b, (*components.RootMotion)(at[rootMotionIndex]))
	}
	if flags&hasTimeScale != 0 {
		putFloat32(b, (*components.TimeScale)(at[timeScaleIndex]).Scale)
		b = b[timeScaleSize:]
	}
	if flags&hasDetail != 0 {
		detail := (*components.LevelOfDetail)(at[detailIndex])
		binary.LittleEndian.PutUint16(b, detail.Interval)
		b[2], b[3], b[4] = detail.Level, detail.Step, flag(detail.Culled, 1)|flag(detail.Fixed, 2)
		b[5], b[6], b[7] = 0, 0, 0
		b = b[detailSize:]
	}
	if flags&hasInertia != 0 {
		b = putInertia(b, (*components.Inertialization)(at[inertiaIndex]))
	}
	if flags&hasTransform != 0 {
		b = putMatrix(b, &(*components.Transform)(at[transformIndex]).Matrix)
	}
	if flags&hasMesh != 0 {
		mesh := (*components.SkinnedMesh)(at[meshIndex])
		putUint32(b, uint32(mesh.Model))
		putUint64(b[4:], mesh.Hidden)
		b = b[meshSize:]
	}
	if flags&hasModelPose != 0 {
		b = putModelPose(b, (*components.ModelPose)(at[modelPoseIndex]))
	}
	if flags&hasOverride != 0 {
		putFloat32(b, (*components.PoseOverride)(at[overrideIndex]).Weight)
		b = b[overrideSize:]
	}
	if flags&hasRagdoll != 0 {
		b = putRagdoll(b, (*components.Ragdoll)(at[ragdollIndex]))
	}
	if flags&hasAttachment != 0 {
		attachment := (*components.Attachment)(at[attachmentIndex])
		putEntity(b, attachment.Target)
		putUint32(b[8:], uint32(attachment.Joint))
		b = putMatrix(b[12:], &attachment.Offset)
		putUint32(b, uint32(flag(attachment.WorldScale, 1)|flag(attachment.RemoveWithTarget, 2)))
		b = b[4:]
	}
	return b
}

// getComponents reads components and returns what remains of b.
func getComponents(b []byte, at *componentPointers, flags uint32) []byte {
	if flags&hasPlayer != 0 {
		player := (*components.AnimationPlayer)(at[playerIndex])
		getPlayback(b, &player.Playback)
		player.Paused, player.Sync = b[37]&isPaused != 0, b[38]
		b = b[playbackSize:]
	}
	if flags&hasBlend != 0 {
		b = getBlend(b, (*components.BlendState)(at[blendIndex]))
	}
	if flags&hasLayers != 0 {
		b = getLayers(b, (*components.Layers)(at[layersIndex]))
	}
	if flags&hasModifiers != 0 {
		b = getModifiers(b, (*components.Modifiers)(at[modifiersIndex]))
	}
	if flags&hasController != 0 {
		b = getController(b, (*components.Controller)(at[controllerIndex]), flags)
	}
	if flags&hasRootMotion != 0 {
		b = getRootMotion(b, (*components.RootMotion)(at[rootMotionIndex]))
	}
	if flags&hasTimeScale != 0 {
		(*components.TimeScale)(at[timeScaleIndex]).Scale = getFloat32(b)
		b = b[timeScaleSize:]
	}
	if flags&hasDetail != 0 {
		*(*components.LevelOfDetail)(at[detailIndex]) = components.LevelOfDetail{
			Interval: binary.LittleEndian.Uint16(b), Level: b[2], Step: b[3], Culled: b[4]&1 != 0, Fixed: b[4]&2 != 0,
		}
		b = b[detailSize:]
	}
	if flags&hasInertia != 0 {
		b = getInertia(b, (*components.Inertialization)(at[inertiaIndex]))
	}
	if flags&hasTransform != 0 {
		b = getMatrix(b, &(*components.Transform)(at[transformIndex]).Matrix)
	}
	if flags&hasMesh != 0 {
		mesh := (*components.SkinnedMesh)(at[meshIndex])
		mesh.Model, mesh.Hidden = assets.ModelID(getUint32(b)), getUint64(b[4:])
		b = b[meshSize:]
	}
	if flags&hasModelPose != 0 {
		b = getModelPose(b, (*components.ModelPose)(at[modelPoseIndex]))
	}
	if flags&hasOverride != 0 {
		(*components.PoseOverride)(at[overrideIndex]).Weight = getFloat32(b)
		b = b[overrideSize:]
	}
	if flags&hasRagdoll != 0 {
		b = getRagdoll(b, (*components.Ragdoll)(at[ragdollIndex]))
	}
	if flags&hasAttachment != 0 {
		attachment := (*components.Attachment)(at[attachmentIndex])
		attachment.Target, attachment.Joint = getEntity(b), int32(getUint32(b[8:]))
		b = getMatrix(b[12:], &attachment.Offset)
		attachment.WorldScale, attachment.RemoveWithTarget = b[0]&1 != 0, b[0]&2 != 0
		b = b[4:]
	}
	return b
}

// fadesUsed returns the number of fades in use.
func fadesUsed(blend *components.BlendState) int {
	return clampCount(uint32(blend.Count), components.MaxFading)
}

// layersUsed returns the number of layers in use.
func layersUsed(layers *components.Layers) int {
	return clampCount(uint32(layers.Count), components.MaxLayers-1)
}

// clampCount returns a count limited to 0..limit, since programs may write any number to it.
func clampCount(count uint32, limit int32) int { return int(max(0, min(int32(count), limit))) }

// Flags of a playback.
const (
	isFinished = 1 << iota
	isBackward
	isPaused // of a player or a layer
)

func putPlayback(b []byte, p *components.Playback) {
	_ = b[playbackSize-1]
	putFloat64(b, p.Time)
	putUint32(b[8:], uint32(p.Motion))
	putUint32(b[12:], 0)
	putFloat32(b[16:], p.X)
	putFloat32(b[20:], p.Y)
	putFloat32(b[24:], p.Speed)
	putUint32(b[28:], p.LoopLimit)
	putUint32(b[32:], p.LoopsDone)
	b[36], b[37] = byte(p.Mode), flag(p.Finished, isFinished)|flag(p.Backward, isBackward)
	b[38], b[39] = 0, 0
	putFloat64(b[40:], p.FadeOut)
}

func getPlayback(b []byte, p *components.Playback) {
	_ = b[playbackSize-1]
	p.Time = getFloat64(b)
	p.Motion = assets.MotionID(getUint32(b[8:]))
	p.X, p.Y, p.Speed = getFloat32(b[16:]), getFloat32(b[20:]), getFloat32(b[24:])
	p.LoopLimit, p.LoopsDone = getUint32(b[28:]), getUint32(b[32:])
	p.Mode, p.Finished, p.Backward = clip.PlayMode(b[36]), b[37]&isFinished != 0, b[37]&isBackward != 0
	p.FadeOut = getFloat64(b[40:])
}

func putBlend(b []byte, blend *components.BlendState) []byte {
	putUint32(b, uint32(blend.Count))
	putUint32(b[4:], uint32(blend.Curve))
	putFloat64(b[8:], blend.Elapsed)
	putFloat64(b[16:], blend.Duration)
	b = b[blendSize:]
	for i := range fadesUsed(blend) {
		fade := &blend.Fading[i]
		putPlayback(b, &fade.Playback)
		putFloat32(b[playbackSize:], fade.Weight)
		b = b[fadeSize:]
	}
	return b
}

func getBlend(b []byte, blend *components.BlendState) []byte {
	blend.Count, blend.Curve = int32(getUint32(b)), assets.CurveID(getUint32(b[4:]))
	blend.Elapsed, blend.Duration = getFloat64(b[8:]), getFloat64(b[16:])
	b = b[blendSize:]
	n := fadesUsed(blend)
	for i := range n {
		fade := &blend.Fading[i]
		getPlayback(b, &fade.Playback)
		fade.Weight = getFloat32(b[playbackSize:])
		b = b[fadeSize:]
	}
	clear(blend.Fading[n:])
	return b
}

func putLayers(b []byte, layers *components.Layers) []byte {
	putUint32(b, uint32(layers.Count))
	b = b[layersSize:]
	for i := range layersUsed(layers) {
		l := &layers.List[i]
		putPlayback(b, &l.Playback)
		b[37] |= flag(l.Paused, isPaused)
		b[38], b[39] = l.Sync, byte(l.Blend)
		putUint32(b[playbackSize:], uint32(l.Mask))
		putFloat32(b[playbackSize+4:], l.Weight)
		putFloat32(b[playbackSize+8:], l.Target)
		putFloat32(b[playbackSize+12:], l.Rate)
		putFloat32(b[playbackSize+16:], l.TimeScale)
		b = putBlend(b[layerSize:], &l.Fades)
	}
	return b
}

func getLayers(b []byte, layers *components.Layers) []byte {
	layers.Count = int32(getUint32(b))
	b = b[layersSize:]
	n := layersUsed(layers)
	for i := range n {
		l := &layers.List[i]
		getPlayback(b, &l.Playback)
		l.Paused, l.Sync, l.Blend = b[37]&isPaused != 0, b[38], clip.LayerMode(b[39])
		l.Mask = assets.MaskID(getUint32(b[playbackSize:]))
		l.Weight, l.Target = getFloat32(b[playbackSize+4:]), getFloat32(b[playbackSize+8:])
		l.Rate, l.TimeScale = getFloat32(b[playbackSize+12:]), getFloat32(b[playbackSize+16:])
		b = getBlend(b[layerSize:], &l.Fades)
	}
	clear(layers.List[n:])
	return b
}

// controllerUsed returns the numbers of parameters and layers up to the last one that is not zero.
func controllerUsed(c *components.Controller) (parameters, layers int) {
	parameters, layers = len(c.Parameters), len(c.Layers)
	for parameters > 0 && c.Parameters[parameters-1] == 0 {
		parameters--
	}
	for layers > 0 && c.Layers[layers-1] == (components.ControllerLayer{}) {
		layers--
	}
	return parameters, layers
}

func putController(b []byte, c *components.Controller, flags uint32) []byte {
	putUint32(b, uint32(c.Graph))
	putUint32(b[4:], uint32(c.Entered))
	b = b[controllerSize:]
	parameters, layers := controllerCounts(flags)
	for i := range parameters {
		putUint32(b[4*i:], c.Parameters[i])
	}
	b = b[4*parameters:]
	for i := range layers {
		l := &c.Layers[i]
		putUint32(b, uint32(uint16(l.State))|uint32(uint16(l.Previous))<<16)
		putUint32(b[4:], uint32(uint16(l.Transition))|uint32(uint16(l.Found))<<16)
		putFloat64(b[8:], l.Reached)
		putFloat64(b[16:], l.PreviousReached)
		b = b[controllerLayerSize:]
	}
	return b
}

func getController(b []byte, c *components.Controller, flags uint32) []byte {
	c.Graph, c.Entered = assets.GraphID(getUint32(b)), assets.GraphID(getUint32(b[4:]))
	b = b[controllerSize:]
	parameters, layers := controllerCounts(flags)
	for i := range parameters {
		c.Parameters[i] = getUint32(b[4*i:])
	}
	clear(c.Parameters[parameters:])
	b = b[4*parameters:]
	for i := range layers {
		states, transition := getUint32(b), getUint32(b[4:])
		c.Layers[i] = components.ControllerLayer{
			State: int16(states), Previous: int16(states >> 16),
			Transition: int16(transition), Found: int16(transition >> 16),
			Reached: getFloat64(b[8:]), PreviousReached: getFloat64(b[16:]),
		}
		b = b[controllerLayerSize:]
	}
	clear(c.Layers[layers:])
	return b
}

// controllerCounts returns the numbers of controller parameters and layers in a record.
func controllerCounts(flags uint32) (parameters, layers int) {
	return int(flags >> parameterShift & 63), int(flags >> layerShift & 15)
}

func putRootMotion(b []byte, r *components.RootMotion) []byte {
	for i, v := range [...]float64{r.Delta.X, r.Delta.Y, r.Delta.Z, r.Delta.Yaw} {
		putFloat64(b[8*i:], v)
	}
	for i, v := range r.Exact {
		putFloat64(b[32+8*i:], v)
	}
	putUint32(b[160:], uint32(r.Up)|uint32(flag(r.Manual, 1))<<8)
	return b[rootMotionSize:]
}

func getRootMotion(b []byte, r *components.RootMotion) []byte {
	r.Delta = clip.Motion{X: getFloat64(b), Y: getFloat64(b[8:]), Z: getFloat64(b[16:]), Yaw: getFloat64(b[24:])}
	for i := range r.Exact {
		r.Exact[i] = getFloat64(b[32+8*i:])
	}
	r.Up, r.Manual = clip.UpAxis(b[160]), b[161]&1 != 0
	return b[rootMotionSize:]
}

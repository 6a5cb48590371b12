package ecs

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

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

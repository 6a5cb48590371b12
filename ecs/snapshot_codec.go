package ecs

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// A snapshot consists of little-endian numbers: a header with the clock and the queue, the pools with a record for each
// slot, the records of characters without a slot, the records of attached entities, the events.
const (
	snapshotMagic   = "SNEW"
	snapshotVersion = 9

	fixedSize    = 36 // header: magic, version, checksum, size, frame, numbers of pools, unbound and attached
	clockSize    = 44
	queueSize    = 40
	headerSize   = fixedSize + clockSize + queueSize
	checksumFrom = 12 // the checksum covers everything from here on
	poolSize     = 16 // skeleton, slots, joints, morph weights
	recordSize   = 12 // of every record: entity, flags
	recordTail   = 8  // of a character's record, behind recordSize: skeleton, model
	eventSize    = 44
)

// Flags of a record. Bit i, for i below componentCount, is set if the entity has component i.
const (
	hasPlayer = 1 << iota
	hasBlend
	hasLayers
	hasModifiers
	hasController
	hasRootMotion
	hasTimeScale
	hasDetail
	hasInertia
	hasTransform
	hasMesh
	hasModelPose
	hasOverride
	hasRagdoll // and, of a character with a slot, the bodies
	hasAttachment
	isVacated        // the owner of the slot is no character any more; nothing else follows
	wasDetailed      // the character had a level of detail in the last frame
	hasPose          // its palettes, its morph weights and the blend inputs of its pose follow
	hasModelMatrices // its model matrices are kept; which ones follows, and they do if the pose does
	hasInertiaBuffer // its past poses and the rest of its inertialization buffer follow
	hasGivenPose     // its given pose follows

	hasModifierState = 1 << 31 // what the solvers of its modifiers remember follows

	allComponents  = 1<<componentCount - 1
	allFlags       = 1<<21 - 1 | hasModifierState
	parameterShift = 21 // 6 bits: the number of controller parameters in the record
	layerShift     = 27 // 4 bits: the number of controller layers in the record
	countFlags     = 63<<parameterShift | 15<<layerShift
)

// Indices of the components in a record, in the order in which they are written.
const (
	playerIndex = iota
	blendIndex
	layersIndex
	modifiersIndex
	controllerIndex
	rootMotionIndex
	timeScaleIndex
	detailIndex
	inertiaIndex
	transformIndex
	meshIndex
	modelPoseIndex
	overrideIndex
	ragdollIndex
	attachmentIndex
	componentCount
)

var checksumTable = crc32.MakeTable(crc32.Castagnoli)

func putUint32(b []byte, v uint32)   { binary.LittleEndian.PutUint32(b, v) }
func getUint32(b []byte) uint32      { return binary.LittleEndian.Uint32(b) }
func putUint64(b []byte, v uint64)   { binary.LittleEndian.PutUint64(b, v) }
func getUint64(b []byte) uint64      { return binary.LittleEndian.Uint64(b) }
func putFloat32(b []byte, v float32) { putUint32(b, math.Float32bits(v)) }
func getFloat32(b []byte) float32    { return math.Float32frombits(getUint32(b)) }
func putFloat64(b []byte, v float64) { putUint64(b, math.Float64bits(v)) }
func getFloat64(b []byte) float64    { return math.Float64frombits(getUint64(b)) }

// flag returns bit if set is true, otherwise 0.
func flag(set bool, bit byte) byte {
	if set {
		return bit
	}
	return 0
}

func putEntity(b []byte, entity Entity) {
	putUint32(b, entity.ID())
	putUint32(b[4:], entity.Generation())
}

// getEntity reads an entity. Arche makes an entity of given numbers only from JSON, which would be too slow here.
func getEntity(b []byte) Entity {
	numbers := [2]uint32{getUint32(b), getUint32(b[4:])}
	return *(*Entity)(unsafe.Pointer(&numbers))
}

// This does not compile if an entity has another size than two numbers.
var _ = [1]struct{}{}[unsafe.Sizeof(Entity{})-unsafe.Sizeof([2]uint32{})]

// littleEndian reports whether numbers in memory have the byte order of a snapshot.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// putFloats writes numbers and returns what remains of b.
func putFloats(b []byte, numbers []float32) []byte {
	if littleEndian {
		return b[copy(b, bytesOf(numbers)):]
	}
	for i, v := range numbers {
		putFloat32(b[4*i:], v)
	}
	return b[4*len(numbers):]
}

// getFloats fills numbers from b and returns what remains of b.
func getFloats(b []byte, numbers []float32) []byte {
	if littleEndian {
		return b[copy(bytesOf(numbers), b):]
	}
	for i := range numbers {
		numbers[i] = getFloat32(b[4*i:])
	}
	return b[4*len(numbers):]
}

// bytesOf returns the memory of numbers as bytes.
func bytesOf(numbers []float32) []byte {
	if len(numbers) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), 4*len(numbers))
}

func putMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[matrixSize-1]
	for i, v := range m {
		putFloat32(b[4*i:], v)
	}
	return b[matrixSize:]
}

func getMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[matrixSize-1]
	for i := range m {
		m[i] = getFloat32(b[4*i:])
	}
	return b[matrixSize:]
}

// extend appends n bytes of any value to dst and returns the result and the appended part.
func extend(dst []byte, n int) (longer, added []byte) {
	from := len(dst)
	if n > cap(dst)-from {
		dst = slices.Grow(dst, n)
	}
	dst = dst[:from+n]
	return dst, dst[from:]
}

func putClock(b []byte, c *Clock) []byte {
	for i, v := range [...]float64{c.Scale, c.Step, c.Left, c.Skipped, c.MaxSeconds} {
		putFloat64(b[8*i:], v)
	}
	putUint32(b[40:], uint32(c.MaxSteps))
	return b[clockSize:]
}

func getClock(b []byte, c *Clock) {
	c.Scale, c.Step, c.Left, c.Skipped = getFloat64(b), getFloat64(b[8:]), getFloat64(b[16:]), getFloat64(b[24:])
	c.MaxSeconds = getFloat64(b[32:])
	c.MaxSteps = int32(getUint32(b[40:]))
}

func putQueue(b []byte, e *Events) {
	putUint64(b, uint64(int64(e.Limit)))
	putUint32(b[8:], uint32(e.fresh))
	putUint32(b[12:], uint32(len(e.list)))
	putUint64(b[16:], e.gone)
	putUint64(b[24:], e.gap)
	putUint64(b[32:], e.overflow)
}

// getQueue reads the queue from b and its events from list. A limit beyond the int of a 32-bit platform is clamped.
func getQueue(b, list []byte, e *Events) {
	limit := int64(getUint64(b))
	e.Limit = int(max(math.MinInt32, min(limit, math.MaxInt32)))
	if int64(int(limit)) == limit {
		e.Limit = int(limit)
	}
	e.fresh = int(getUint32(b[8:]))
	e.gone, e.gap, e.overflow = getUint64(b[16:]), getUint64(b[24:]), getUint64(b[32:])
	e.list = e.list[:0]
	for ; len(list) > 0; list = list[eventSize:] {
		e.list = append(e.list, getEvent(list))
	}
}

func putEvent(b []byte, e *Event) {
	_ = b[eventSize-1]
	putEntity(b, e.Entity)
	putFloat64(b[8:], e.Time)
	putUint32(b[16:], uint32(e.Clip))
	putUint32(b[20:], uint32(e.Marker))
	putUint32(b[24:], uint32(e.Graph))
	putUint32(b[28:], uint32(e.State))
	putFloat32(b[32:], e.Weight)
	b[36], b[37], b[38], b[39] = e.Layer, byte(e.Kind), 0, 0
	putUint32(b[40:], uint32(e.Motion))
}

func getEvent(b []byte) Event {
	return Event{
		Entity: getEntity(b), Time: getFloat64(b[8:]),
		Clip: assets.ClipID(getUint32(b[16:])), Marker: int32(getUint32(b[20:])),
		Graph: assets.GraphID(getUint32(b[24:])), State: int32(getUint32(b[28:])),
		Weight: getFloat32(b[32:]), Layer: b[36], Kind: EventKind(b[37]),
		Motion: assets.MotionID(getUint32(b[40:])),
	}
}

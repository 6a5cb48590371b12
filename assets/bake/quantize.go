package bake

import (
	"encoding/binary"
	"slices"

	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/kernel"
)

// tables returns the data of a baked clip without frames.
func (l *rowLayout) tables(base []float32, v *valueRanges) kernel.Baked {
	d := kernel.Baked{
		Rest: base, RestTargets: l.restRows, ConstantTargets: l.constantRows, RotationGroups: l.wholeRotations,
		NormalizedGroups: l.otherRotations,
	}
	for _, target := range l.constantRows {
		d.Constants = append(d.Constants, l.constants[target:target+kernel.Lanes]...)
	}
	d.Ranges = make([]float32, 0, len(l.rows)*2*kernel.Lanes)
	for i, row := range l.rows {
		d.Bits = append(d.Bits, uint8(row.bits))
		d.FrameSize += row.bits
		switch {
		case row.scattered:
			d.Scattered = append(d.Scattered, row.targets[:]...)
		case i >= 4*len(l.wholeRotations):
			d.Whole = append(d.Whole, row.targets[0])
		}
		ranges := l.rowRanges(row, v)
		d.Ranges = append(d.Ranges, ranges[:]...)
		if len(row.links) > 0 {
			d.Derived = append(d.Derived, row.derived(&ranges))
		}
	}
	return d
}

// derived returns the derived row of a scattered row with ranges. A number of it that no link needs
// repeats one of the scattered row.
func (row *valueRow) derived(ranges *rowRanges) (d kernel.DerivedRow) {
	for k, target := range row.targets {
		d.SetFrom(k, k)
		d.Targets[k], d.Base[k], d.Step[k] = target, ranges[k], ranges[kernel.Lanes+k]
	}
	var used [2]int // of each half
	for _, link := range row.links {
		from := slices.Index(row.targets[:], link.from)
		half := from / (kernel.Lanes / 2)
		k := half*kernel.Lanes/2 + used[half]
		used[half]++
		d.SetFrom(k, from)
		d.Targets[k] = link.to
		d.Base[k] = link.base + float32(link.ratio*ranges[from])
		d.Step[k] = float32(link.ratio * ranges[kernel.Lanes+from])
	}
	return d
}

// quantizer stores frames of a baked clip as they are needed: most attempts of a search fail at the
// first few.
type quantizer struct {
	layout      *rowLayout
	compensator *compensator // nil if values are stored as sampled
	frames      [][]float32
	data        *kernel.Baked
	done        []bool  // by frame
	integers    []int32 // of a frame
	flips       map[int][]int32
}

// bytesOfFrames returns how many bytes the frames of a candidate take in memory.
func (c *candidate) bytesOfFrames(data *kernel.Baked) int {
	return len(c.frames)*data.FrameSize + kernel.BakedPadding
}

// newQuantizer makes the frames of a baked clip's data memory of any content, which is large
// enough.
func newQuantizer(l *rowLayout, c *candidate, data *kernel.Baked, memory []byte) *quantizer {
	data.Frames = memory[:c.bytesOfFrames(data)]
	q := &quantizer{
		layout: l, frames: c.frames, data: data, done: make([]bool, len(c.frames)),
		integers: make([]int32, len(l.rows)*kernel.Lanes), flips: l.flips,
	}
	if c.models != nil {
		q.compensator = c.models.newCompensator(l, c.ranges)
	}
	return q
}

// quantize stores a frame.
func (q *quantizer) quantize(frame int) {
	if q.done[frame] {
		return
	}
	q.done[frame] = true
	if q.compensator != nil {
		q.compensator.flips = q.flips[frame]
		q.compensator.quantize(frame, q.integers)
	} else {
		for i := range q.layout.rows {
			q.layout.rows[i].quantize((*rowRanges)(q.data.Ranges[i*2*kernel.Lanes:]), q.frames[frame],
				q.integers[i*kernel.Lanes:])
		}
	}
	dst := q.data.Frames[frame*q.data.FrameSize:][:q.data.FrameSize]
	for i := range q.layout.rows {
		dst = putRow(dst, uint(q.layout.rows[i].bits), (*[kernel.Lanes]int32)(q.integers[i*kernel.Lanes:]))
	}
}

// putRow does what [kernel.PutBits] does for the integers of a row. It returns the bytes after
// them.
func putRow(dst []byte, bits uint, integers *[kernel.Lanes]int32) []byte {
	waiting, count := uint64(0), uint(0) // bits
	for _, integer := range integers {
		waiting |= uint64(uint32(integer)) << (count & 63)
		if count += bits; count >= 32 {
			binary.LittleEndian.PutUint32(dst, uint32(waiting))
			dst, waiting, count = dst[4:], waiting>>32, count-32
		}
	}
	for ; count > 0; count -= 8 {
		dst[0] = byte(waiting)
		dst, waiting = dst[1:], waiting>>8
	}
	return dst
}

// quantizeAll stores all frames that are not stored yet.
func (q *quantizer) quantizeAll(worker *background.Worker) {
	for frame := range q.frames {
		worker.Yield()
		q.quantize(frame)
	}
}

// rowRanges is the 8 bases of a row's values, then their 8 quantization steps. The step of a value
// is divided by the power of two at which the kernel reads its integer (see [kernel.Shift]).
type rowRanges [2 * kernel.Lanes]float32

// rowRanges returns the ranges of a row.
func (l *rowLayout) rowRanges(row valueRow, v *valueRanges) (ranges rowRanges) {
	for k, target := range row.targets {
		if row.bits == 0 || l.linked[target] {
			ranges[k] = l.constants[target]
			continue
		}
		ranges[k] = v.low[target]
		step := float32((float64(v.high[target]) - float64(v.low[target])) / float64(int(1)<<row.bits-1))
		ranges[kernel.Lanes+k] = step / float32(int(1)<<kernel.Shift(k, row.bits))
	}
	return ranges
}

// step returns the quantization step of a value of a row of a width in bits.
func (r *rowRanges) step(k, bits int) float64 {
	return float64(r[kernel.Lanes+k]) * float64(int(1)<<kernel.Shift(k, bits))
}

// quantize computes the integers nearest to the values of a pose.
func (row *valueRow) quantize(ranges *rowRanges, locals []float32, integers []int32) {
	for k, target := range row.targets {
		n := storedNumber{k, float64(ranges[k]), ranges.step(k, row.bits), float64(int(1)<<row.bits - 1)}
		n.store(float64(locals[target]), integers)
	}
}

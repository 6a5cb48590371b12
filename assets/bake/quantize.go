package bake

import (
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/kernel"
)

// quantize stores sampled frames in a layout. The base pose is the clip's pose where no track moves
// it.
func (l *rowLayout) quantize(base []float32, frames [][]float32, v *valueRanges,
	worker *background.Worker,
) kernel.Baked {
	d := l.tables(base, v)
	newQuantizer(l, frames, &d).quantizeAll(worker)
	return d
}

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
	}
	return d
}

// quantizer stores frames of a baked clip as they are needed: most attempts of a search fail at the
// first few.
type quantizer struct {
	layout *rowLayout
	frames [][]float32
	data   *kernel.Baked
	done   []bool // by frame
}

// newQuantizer makes room for the frames in the data of a baked clip.
func newQuantizer(l *rowLayout, frames [][]float32, data *kernel.Baked) *quantizer {
	data.Frames = make([]byte, len(frames)*data.FrameSize+kernel.BakedPadding)
	return &quantizer{l, frames, data, make([]bool, len(frames))}
}

// quantize stores a frame.
func (q *quantizer) quantize(frame int) {
	if q.done[frame] {
		return
	}
	q.done[frame] = true
	offset := frame * q.data.FrameSize
	for r := range q.layout.rows {
		row := &q.layout.rows[r]
		integers := row.integers((*rowRanges)(q.data.Ranges[r*2*kernel.Lanes:]), q.frames[frame])
		for k, integer := range integers {
			kernel.PutBits(q.data.Frames[offset:], k, uint(row.bits), uint32(integer))
		}
		offset += row.bits
	}
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
		ranges[k] = v.low[target]
		if row.bits == 0 {
			ranges[k] = l.constants[target]
			continue
		}
		step := float32((float64(v.high[target]) - float64(v.low[target])) / float64(int(1)<<row.bits-1))
		ranges[kernel.Lanes+k] = step / float32(int(1)<<kernel.Shift(k, row.bits))
	}
	return ranges
}

// integers returns the integers nearest to the values of a pose.
func (row *valueRow) integers(ranges *rowRanges, locals []float32) (integers [kernel.Lanes]int32) {
	largest := float64(int(1)<<row.bits - 1)
	for k, target := range row.targets {
		base, step := float64(ranges[k]), float64(ranges[kernel.Lanes+k])*float64(int(1)<<kernel.Shift(k, row.bits))
		if step > 0 {
			if q := (float64(locals[target])-base)/step + 0.5; q > 0 {
				integers[k] = int32(min(q, largest)) // which rounds down
			}
		}
	}
	return integers
}

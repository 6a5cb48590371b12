package bake

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
)

// quantize stores sampled frames in a layout. The base pose is the clip's pose where no track moves it.
func (l *rowLayout) quantize(base []float32, f *sampledFrames, v *valueRanges) kernel.Baked {
	d := kernel.Baked{
		Rest: base, RestTargets: l.restRows, ConstantTargets: l.constantRows, RotationGroups: l.wholeRotations, NormalizedGroups: l.otherRotations,
	}
	for _, target := range l.constantRows {
		d.Constants = append(d.Constants, l.constants[target:target+kernel.Lanes]...)
	}
	for i, row := range l.rows {
		d.Bits = append(d.Bits, uint8(row.bits))
		d.FrameSize += row.bits
		switch {
		case row.scattered:
			d.Scattered = append(d.Scattered, row.targets[:]...)
		case i >= 4*len(l.wholeRotations):
			d.Whole = append(d.Whole, row.targets[0])
		}
		d.Ranges = append(d.Ranges, l.rowRanges(row, row.bits, v)...)
	}
	d.Frames = make([]byte, len(f.frames)*d.FrameSize+kernel.BakedPadding)
	offset := 0
	for _, locals := range f.frames {
		for r, row := range l.rows {
			quantizeRow(d.Frames[offset:], row, row.bits, d.Ranges[r*2*kernel.Lanes:], locals)
			offset += row.bits
		}
	}
	return d
}

// rowRanges returns the 8 bases and the 8 quantization steps of a row that is stored in a width of its bits or more. The
// step of a value is divided by the power of two at which the kernel reads its integer (see [kernel.Shift]).
func (l *rowLayout) rowRanges(row valueRow, width int, v *valueRanges) []float32 {
	ranges := make([]float32, 2*kernel.Lanes)
	for k, target := range row.targets {
		ranges[k] = v.low[target]
		if row.bits == 0 {
			ranges[k] = l.constants[target]
			continue
		}
		step := float32((float64(v.high[target]) - float64(v.low[target])) / float64(int(1)<<row.bits-1))
		ranges[kernel.Lanes+k] = step / float32(int(1)<<kernel.Shift(k, width))
	}
	return ranges
}

// quantizeRow stores the integers nearest to the values of a pose, in a width of the row's bits or more.
func quantizeRow(dst []byte, row valueRow, width int, ranges, locals []float32) {
	largest := float64(int(1)<<row.bits - 1)
	for k, target := range row.targets {
		base, step := float64(ranges[k]), float64(ranges[kernel.Lanes+k])*float64(int(1)<<kernel.Shift(k, width))
		if step > 0 {
			q := math.Floor((float64(locals[target])-base)/step + 0.5)
			kernel.PutBits(dst, k, uint(width), uint32(max(0, min(largest, q))))
		}
	}
}

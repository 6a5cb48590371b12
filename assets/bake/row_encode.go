package bake

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
)

// encode stores a film as planned, of a clip whose numbers are rest where nothing moves them.
func (p *plan) encode(rest []float32, f *sampledFrames, m *motion) kernel.Baked {
	d := kernel.Baked{
		Rest: rest, RestTargets: p.rest, ConstantTargets: p.constants, RotationGroups: p.turns, NormalizedGroups: p.rotations,
	}
	for _, target := range p.constants {
		d.Constants = append(d.Constants, p.still[target:target+kernel.Lanes]...)
	}
	for i, row := range p.rows {
		d.Bits = append(d.Bits, uint8(row.bits))
		d.FrameSize += row.bits
		switch {
		case row.scattered:
			d.Scattered = append(d.Scattered, row.targets[:]...)
		case i >= 4*len(p.turns):
			d.Whole = append(d.Whole, row.targets[0])
		}
		d.Ranges = append(d.Ranges, p.ranges(row, m)...)
	}
	d.Frames = make([]byte, len(f.frames)*d.FrameSize+kernel.BakedPadding)
	at := 0
	for _, locals := range f.frames {
		for r, row := range p.rows {
			quantize(d.Frames[at:], row, d.Ranges[r*2*kernel.Lanes:], locals)
			at += row.bits
		}
	}
	return d
}

// ranges returns the bases and the steps of a row.
func (p *plan) ranges(row bakedRow, m *motion) []float32 {
	list := make([]float32, 2*kernel.Lanes)
	for k, target := range row.targets {
		list[k] = m.low[target]
		if row.bits == 0 {
			list[k] = p.still[target]
			continue
		}
		step := float32((float64(m.high[target]) - float64(m.low[target])) / float64(int(1)<<row.bits-1))
		list[kernel.Lanes+k] = step / float32(int(1)<<kernel.Shift(k, row.bits))
	}
	return list
}

// quantize stores the integers that come nearest to the numbers of a pose.
func quantize(dst []byte, row bakedRow, ranges, locals []float32) {
	top := float64(int(1)<<row.bits - 1)
	for k, target := range row.targets {
		base, step := float64(ranges[k]), float64(ranges[kernel.Lanes+k])*float64(int(1)<<kernel.Shift(k, row.bits))
		if step > 0 {
			q := math.Floor((float64(locals[target])-base)/step + 0.5)
			kernel.PutBits(dst, k, uint(row.bits), uint32(max(0, min(top, q))))
		}
	}
}

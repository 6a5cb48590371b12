package simd128

import (
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// differences holds the registers of frames in spans that the rows of [sampler] share.
type differences struct {
	middle, odd  number // of the next row, like the widths of its differences
	widths       number
	inner, back  vector // masks
	halfAsNumber vector // 0.5
}

func (s *sampler) newDifferences() *differences {
	return &differences{
		middle: s.Param("middle"), odd: s.Param("odd"), widths: s.Param("widths"),
		inner: s.Positive(s.Broadcast("inner")), back: s.Positive(s.Broadcast("back")),
		halfAsNumber: s.Constant(bitsHalf),
	}
}

// differencesRow is a row of frames in spans. It calls then with one half of it after the other.
func (s *sampler) differencesRow(then func(first int, halves ...vector)) {
	d := s.differences
	bits := s.Byte(s.bits, 0)
	s.AddTo(s.bits, 1)
	shape := s.Sum(s.shapes, bits, layout.ShapeBits)
	half := s.Sum(s.Number(0), bits, 0)
	s.ShiftRight(half, 1)
	half = s.WhereAbove(bits, layout.NarrowBits, half)
	ends := [2][2]number{{s.from, s.to}, {s.Sum(s.from, half, 0), s.Sum(s.to, half, 0)}}
	odd := s.Byte(d.widths, 0)
	s.AddTo(d.widths, 1)
	middle := s.Sum(s.Number(0), odd, 0)
	s.ShiftRight(middle, 4)
	odd = s.LowBits(odd, 15)
	middleShape, oddShape := s.Sum(s.shapes, middle, layout.ShapeBits), s.Sum(s.shapes, odd, layout.ShapeBits)
	for k := range ends {
		at := k * shared.HalfRow
		whole := func(bytes number) vector {
			v := s.And(s.LookUp(s.Load(bytes, 0), s.Load(shape, layout.ShapeShuffle+at)), s.Load(shape, layout.ShapeMask+at))
			return s.Mul(s.ToFloat(v), s.Load(shape, layout.ShapeScale+at))
		}
		between := func(a, b vector, bytes, shape number) vector {
			v := s.And(s.LookUp(s.Load(bytes, 0), s.Load(shape, layout.ShapeShuffle+at)), s.Load(shape, layout.ShapeMask+at))
			v = s.Mul(s.ToFloat(s.SubInt(v, s.Load(shape, layout.ShapeHalf+at))), s.Load(shape, layout.ShapeScale+at))
			return s.Add(s.Floor(s.Mul(s.Add(a, b), d.halfAsNumber)), v)
		}
		near := whole(ends[k][0])
		center := between(near, whole(ends[k][1]), d.middle, middleShape)
		quarter := between(near, center, d.odd, oddShape)
		from := near // from here on
		s.PutWhere(from, center, d.inner)
		difference := s.Mul(s.Sub(quarter, from), s.u)
		s.PutWhere(from, quarter, d.back)
		q := s.Add(from, difference)
		then(k, s.scaled(k, q, s.Load(s.ranges, at), s.Load(s.ranges, shared.Row+at)))
	}
	s.AddShifted(s.from, bits, 0)
	s.AddShifted(s.to, bits, 0)
	s.AddShifted(d.middle, middle, 0)
	s.AddShifted(d.odd, odd, 0)
	s.AddTo(s.ranges, 2*shared.Row)
}

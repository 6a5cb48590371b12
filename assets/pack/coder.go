package pack

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/record"
)

// coder writes the values that it is given, or reads them, so that one function describes a record
// both ways. After an error it reads zeros and empty lists.
type coder struct {
	from *record.Reader // nil while writing
	to   []byte
	err  error // the first
	refs *references
}

func (c *coder) writes() bool { return c.from == nil }

// fail keeps the first error.
func (c *coder) fail(format string, arguments ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, arguments...)
	}
}

// expect keeps an error unless a condition holds.
func (c *coder) expect(ok bool, format string, arguments ...any) {
	if !ok {
		c.fail("expected "+format, arguments...)
	}
}

// number codes a number of 4 bytes.
func (c *coder) number(v *int) {
	if !c.writes() {
		*v = c.from.Int()
		return
	}
	c.expect(*v >= math.MinInt32 && *v <= math.MaxInt32, "a number of 4 bytes, found %d", *v)
	c.to = record.Append32(c.to, *v)
}

// length writes how many elements or bytes follow.
func (c *coder) length(n int) { c.number(&n) }

func (c *coder) byte(v *uint8) {
	if !c.writes() {
		*v = c.from.Byte()
		return
	}
	c.to = append(c.to, *v)
}

func (c *coder) flag(v *bool) {
	if !c.writes() {
		*v = c.from.Flags(1) != 0
		return
	}
	var b byte
	if *v {
		b = 1
	}
	c.to = append(c.to, b)
}

func (c *coder) text(v *string) {
	if !c.writes() {
		*v = c.from.Text()
		return
	}
	c.length(len(*v))
	c.to = append(c.to, *v...)
}

func (c *coder) texts(v *[]string) { list(c, v, 4, c.text) }

func (c *coder) float64(v *float64) {
	if !c.writes() {
		*v = c.from.Float64()
		return
	}
	c.to = record.Append64(c.to, *v)
}

// fixed codes as many numbers as the slice has.
func (c *coder) fixed(v []float32) {
	if !c.writes() {
		c.from.FillFloats(v)
		return
	}
	c.to = record.AppendFloats(c.to, v)
}

// floats codes a list of numbers, which is nil if it is empty.
func (c *coder) floats(v *[]float32) {
	if !c.writes() {
		if n := c.from.Length(4); n > 0 {
			*v = c.from.Floats(n)
		}
		return
	}
	c.length(len(*v))
	c.to = record.AppendFloats(c.to, *v)
}

// bytes codes bytes after their number.
func (c *coder) bytes(v *[]byte) {
	if !c.writes() {
		*v = append([]byte(nil), c.from.Take(c.from.Count())...)
		return
	}
	c.length(len(*v))
	c.to = append(c.to, *v...)
}

// list codes a list whose elements take at least so many bytes. Reading takes the memory that the
// list has, if it is enough.
func list[T any](c *coder, v *[]T, least int, each func(*T)) {
	if !c.writes() {
		n := c.from.Length(least)
		if *v = (*v)[:0]; n > cap(*v) {
			*v = make([]T, 0, n)
		}
		for i := range n {
			if c.err != nil || c.from.Truncated() {
				return
			}
			var zero T
			*v = append(*v, zero)
			each(&(*v)[i]) // in place, since what each gets is on the heap
		}
		return
	}
	c.length(len(*v))
	for i := 0; i < len(*v) && c.err == nil; i++ {
		each(&(*v)[i])
	}
}

// markers codes the markers of a clip or of a sample.
func (c *coder) markers(v *[]clip.Marker) {
	list(c, v, 28, func(m *clip.Marker) {
		c.text(&m.Name)
		c.float64(&m.Time)
		c.text(&m.Text)
		c.float64(&m.Number)
		c.fixed32(&m.MinWeight)
	})
}

// fixed32 codes one number of 4 bytes.
func (c *coder) fixed32(v *float32) {
	one := [1]float32{*v}
	c.fixed(one[:])
	*v = one[0]
}

// joints codes a list of indices of joints that take 2 bytes in memory.
func joints[T ~int16 | ~uint16](c *coder, v *[]T, largest T) {
	list(c, v, 4, func(of *T) {
		joint := int(*of)
		c.number(&joint)
		c.expect(joint >= 0 && joint <= int(largest), "a joint of 2 bytes, found %d", joint)
		*of = T(joint)
	})
}

// vectors codes a list of vectors, which are arrays of numbers; a nil list stays nil.
func vectors[V ~[2]float32 | ~[3]float32 | ~[4]float32](c *coder, v *[]V) {
	var zero V
	list(c, v, 4*len(zero), func(e *V) {
		var numbers [4]float32
		for i := range len(*e) {
			numbers[i] = (*e)[i]
		}
		c.fixed(numbers[:len(*e)])
		for i := range len(*e) {
			(*e)[i] = numbers[i]
		}
	})
}

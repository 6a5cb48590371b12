package bake

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
)

// valueLink says that a value of a joint follows from another one of the same rotation, translation
// or scale: to = base + from·ratio, at all frames and between them. A joint that turns about one
// axis, like a knee, keeps the ratios of x, y and z; one that scales evenly has three equal
// numbers. Only from takes bits.
type valueLink struct {
	from, to    int32 // indices in a local pose
	base, ratio float32
}

// linkShare is the fraction of the tolerance by which a link may move a vertex.
const linkShare = 1.0 / 32

// parts are the rotation, the translation and the scale of a joint: the first row and the next one
// after the last.
var parts = [...][2]int{
	{kernel.RowRotation, kernel.RowTranslation},
	{kernel.RowTranslation, kernel.RowScale},
	{kernel.RowScale, kernel.Rows},
}

// leastLinkedBits is how many bits links must save in all frames for a part of a joint, and in all:
// a derived row takes bytes once, and a joint with fewer numbers makes up for less of the errors of
// those above it.
var leastLinkedBits = struct{ part, all int }{1024, 6144}

// findLinks returns the links between the values of sampled frames that save enough bits.
func (b *baker) findLinks(f *sampledFrames, v *valueRanges) (links []valueLink) {
	limit := float64(linkShare * b.tolerance)
	all := 0 // bits
	for joint := range b.clip.Skeleton().Len() {
		for _, part := range parts {
			var best []valueLink
			most := leastLinkedBits.part/len(f.frames) + 1 // bits
			for row := part[0]; row < part[1]; row++ {
				from := kernel.JointOffset(joint) + row*kernel.Lanes
				if v.bitWidth(from, b.tolerance) == 0 {
					continue
				}
				found, bits := findLinksFrom(f, v, from, part, limit), 0
				for _, l := range found {
					bits += v.bitWidth(int(l.to), b.tolerance)
				}
				if bits >= most {
					best, most = found, bits+1
				}
			}
			if links = append(links, best...); len(best) > 0 {
				all += most
			}
		}
	}
	if all*len(f.frames) < leastLinkedBits.all {
		return nil
	}
	return links
}

// findLinksFrom returns the links from a value to the others of its part that move and have no
// wider range: their ratios are at most 1, so that rounding the value moves none of them farther.
func findLinksFrom(f *sampledFrames, v *valueRanges, from int, part [2]int, limit float64) (links []valueLink) {
	first := from - from%kernel.GroupSize/kernel.Lanes*kernel.Lanes
	width := v.high[from] - v.low[from]
	for row := part[0]; row < part[1]; row++ {
		to := first + row*kernel.Lanes
		if to != from && v.high[to]-v.low[to] <= width && v.bitWidth(to, limit) > 0 {
			if l, ok := newLink(f, v, from, to, limit); ok {
				links = append(links, l)
			}
		}
	}
	return links
}

// newLink returns the link between two values. It returns false if it moves a vertex by more than a
// limit in meters at some frame.
func newLink(f *sampledFrames, v *valueRanges, from, to int, limit float64) (l valueLink, ok bool) {
	var low, high float32 // of to, where from is lowest and highest
	for _, locals := range f.frames {
		switch locals[from] {
		case v.low[from]:
			low = locals[to]
		case v.high[from]:
			high = locals[to]
		}
	}
	ratio := (float64(high) - float64(low)) / (float64(v.high[from]) - float64(v.low[from]))
	l = valueLink{int32(from), int32(to), 0, float32(ratio)}
	least, most := math.Inf(1), math.Inf(-1)
	for _, locals := range f.frames {
		rest := float64(locals[to]) - float64(float64(l.ratio)*float64(locals[from]))
		least, most = min(least, rest), max(most, rest)
		if !(float64((most-least)*v.sensitivity[to]) <= 2*limit) {
			return l, false
		}
	}
	l.base = float32((least + most) / 2)
	return l, true
}

// weighLinks raises the sensitivity of values by that of those that follow from them.
func (v *valueRanges) weighLinks() {
	squares := make([]float64, len(v.sensitivity))
	for _, l := range v.links {
		s := float64(v.sensitivity[l.to] * float64(l.ratio))
		squares[l.from] += float64(s * s)
	}
	for i, square := range squares {
		if square > 0 {
			v.sensitivity[i] = math.Sqrt(float64(v.sensitivity[i]*v.sensitivity[i]) + square)
		}
	}
}

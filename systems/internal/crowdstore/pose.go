package crowdstore

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// Pose computes an entry of a member at a time in ticks, as the pose pass of the GPU does: from the
// same texels by the same steps. Only the tint is left out. It is the reference of the shader
// crowd_pose.frag.glsl. Layer is the record of the member's layer, or nil, and carrier the matrix of
// its carrier.
func (t *Texels) Pose(r *Rig, record, layer *[RecordWords]uint32, entry int, now int64,
	carrier *rig.Matrix,
) rig.Matrix {
	if entry == 0 {
		var own rig.Matrix
		for i := range own {
			own[i] = math.Float32frombits(record[wordTransform+i])
		}
		return carrier.Mul(own)
	}
	elapsed := elapsedTicks(record, now)
	weight := weightAt(record[wordWeight], record[wordTarget], record[wordRate], elapsed)
	base := int(r.Base)
	header := t.texel(base)
	rest := int(header[2])
	a, _ := t.moment(phaseOf(record, 0), int(record[wordMotion]), rest, elapsed)
	b, _ := t.moment(phaseOf(record, 1), int(record[wordMotion+4]), rest, elapsed)
	var over layerMoment
	if layer != nil {
		p := phase{layer[1], uint64(layer[2]) | uint64(layer[3])<<32, layer[layerHold], layer[layerFlags]}
		m, gone := t.moment(p, int(layer[0]), rest, elapsed)
		if over = (layerMoment{moment: m, mask: int(layer[layerMask])}); !gone {
			over.weight = weightAt(layer[layerWeight], layer[layerTarget], layer[layerRate], elapsed)
		}
	}
	e := t.texel(base + int(header[1]) + entry - FirstPalette)
	m := t.matrix(base + int(e[1]))
	if build := buildOf(record); build != 1 {
		bone := t.bone(base + int(e[1]) + matrixTexels)
		bone.Widen(&m, build)
	}
	for joint := int(e[0]); joint > 0; {
		j := t.texel(base + joint)
		m = t.local(int(j[1]), &a, &b, weight, &over).Mul(m)
		if j[2] != 0 {
			m = t.matrix(base + int(j[2])).Mul(m)
		}
		joint = int(j[0])
	}
	return m
}

// weightAt returns a weight a number of ticks after Since.
func weightAt(at, to, rate uint32, elapsed uint64) float32 {
	weight, target := math.Float32frombits(at), math.Float32frombits(to)
	moved := math.Float32frombits(rate) *
		(float32(elapsed>>32)*4096 + float32(uint32(elapsed))*(1.0/TicksPerSecond))
	if weight < target {
		return min(target, weight+moved)
	}
	return max(target, weight-moved)
}

func (t *Texels) texel(i int) [4]float32 { return [4]float32(t.data[4*i:]) }

// bone returns the bone of an entry.
func (t *Texels) bone(i int) (b appearance.Bone) {
	copy(b.Origin[:], t.data[4*i:])
	copy(b.Axis[:], t.data[4*i+4:])
	return b
}

func (t *Texels) matrix(i int) rig.Matrix { return rig.Matrix(t.data[4*i:]) }

// moment is a place in a clip: two frames and the fraction of the way between them.
type moment struct {
	clip        int // first texel
	channels    int
	frame, next int // first texels of the frames, less 1 as columns count from 1
	u           float32
}

// layerMoment is a place in the clip of a layer, which is weighed by the layer and by a mask.
type layerMoment struct {
	moment
	weight float32
	mask   int // first texel, or 0
}

// moment returns where in its clip a motion is, and whether the rest pose shows instead.
func (t *Texels) moment(p phase, clip, rest int, elapsed uint64) (m moment, gone bool) {
	fraction, ended := p.at(elapsed)
	m.clip = clip
	if gone = ended && p.flags&flagOnce != 0; gone {
		m.clip = rest
	}
	grid, table := t.texel(m.clip), t.texel(m.clip+1)
	m.channels = m.clip + int(table[1])
	frames, closed := int(math.Abs(float64(table[3]))), table[3] < 0
	frame, next := frames-1, frames-1 // after the last cell
	if closed {
		frame, next = 0, 0
	}
	if position := max(0, grid[1]+fraction*grid[2]); position < grid[0] {
		whole := float32(math.Floor(float64(position)))
		cell := t.texel(m.clip + int(table[0]) + int(whole))
		position = (position - whole + cell[1]) * cell[3] / cell[2]
		whole = min(float32(math.Floor(float64(position))), cell[3]-1)
		m.u = position - whole
		frame = int(cell[0] + whole)
		if next = frame + 1; next == frames {
			next = 0
		}
	}
	m.frame = m.clip + int(table[2]) + frame*int(grid[3]) - 1
	m.next = m.clip + int(table[2]) + next*int(grid[3]) - 1
	return m, gone
}

// value returns a part of a joint's transform in a moment, given what the clip's channel says about
// it.
func (t *Texels) value(m *moment, channel float32) [4]float32 {
	column := int(channel)
	if column <= 0 {
		return t.texel(m.clip - column)
	}
	a, b := t.texel(m.frame+column), t.texel(m.next+column)
	for i := range a {
		a[i] += (b[i] - a[i]) * m.u
	}
	return a
}

// transform returns the local transform of a joint in a moment.
func (t *Texels) transform(m *moment, joint int) (rotation, translation, scale [4]float32) {
	c := t.texel(m.channels + joint)
	rotation, translation, scale = unitRotation(t.value(m, c[0])), t.value(m, c[1]), [4]float32{1, 1, 1}
	if c[3] == 0 {
		scale = t.value(m, c[2])
	}
	return rotation, translation, scale
}

// local returns the local matrix of a joint, blended between two moments, and with that of a layer.
func (t *Texels) local(joint int, a, b *moment, weight float32, layer *layerMoment) rig.Matrix {
	if weight >= 1 {
		a = b
	}
	q, p, s := t.transform(a, joint)
	if weight > 0 && weight < 1 {
		q2, p2, s2 := t.transform(b, joint)
		mix(&q, &q2, &p, &p2, &s, &s2, weight)
	}
	over := layer.weight
	if over > 0 && layer.mask > 0 {
		over *= t.texel(layer.mask + joint)[0]
	}
	if over > 0 {
		q2, p2, s2 := t.transform(&layer.moment, joint)
		mix(&q, &q2, &p, &p2, &s, &s2, over)
	}
	q = unitRotation(q)
	return rig.TRS{
		Translation: mgl32.Vec3{p[0], p[1], p[2]}, Rotation: exact.QuatFromXYZW(q), Scale: mgl32.Vec3{s[0], s[1], s[2]},
	}.Matrix()
}

// mix blends a rotation, a translation and a scale with others by a weight. The rotation does not
// have length 1.
func mix(q, q2, p, p2, s, s2 *[4]float32, weight float32) {
	nearer := weight
	if exact.Dot32(*q, *q2) < 0 {
		nearer = -weight
	}
	for i := range q {
		q[i] = q[i]*(1-weight) + q2[i]*nearer
		p[i] = p[i]*(1-weight) + p2[i]*weight
		s[i] = s[i]*(1-weight) + s2[i]*weight
	}
}

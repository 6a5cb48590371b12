package crowdstore

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// Locals appends the local matrices of the joints of the member in a slot of the records, at a time
// in ticks, as the local pass of the GPU computes them: from the same texels by the same steps. It
// appends nothing for a member that shows a clip of which there are frames of entries. It is the
// reference of the shader crowd_local.frag.glsl.
func (t *Texels) Locals(locals []rig.Matrix, r *Rig, records []Record, slot int, now int64) []rig.Matrix {
	m := t.posing(r, records, slot, now)
	for joint := 1; joint <= r.Joints && m.frame == 0; joint++ {
		locals = append(locals, m.local(t.texel(int(r.Base)+joint)))
	}
	return locals
}

// Pose computes an entry of the member in a slot of the records, at a time in ticks, as the pose
// pass of the GPU does: from the same texels by the same steps. Only the tint is left out. It is
// the reference of the shader crowd_pose.frag.glsl. The carrier is the matrix of its carrier, and
// the locals are those of [Texels.Locals]: without them it computes those that it needs.
func (t *Texels) Pose(
	r *Rig, records []Record, slot, entry int, now int64, carrier *rig.Matrix, locals []rig.Matrix,
) rig.Matrix {
	record := &records[slot]
	if entry == 0 {
		var own rig.Matrix
		for i := range own {
			own[i] = math.Float32frombits(record[wordTransform+i])
		}
		return carrier.Mul(own)
	}
	m := t.posing(r, records, slot, now)
	var matrix rig.Matrix
	m.entry(&matrix, entry, locals)
	return matrix
}

// Posing is what a member shows at a moment, of which all entries of its palettes are made.
type Posing struct {
	texels *Texels
	rig    *Rig
	build  float32
	// With the frames of entries of a clip: the first texel of a frame, and how far it is to the next
	// one.
	frame    int
	fraction float32
	x        mixed // without
	over     layerMoment
}

// posing returns what the member in a slot of the records shows at a time in ticks.
func (t *Texels) posing(r *Rig, records []Record, slot int, now int64) (m Posing) {
	record := &records[slot]
	elapsed := elapsedTicks(record, now)
	m.texels, m.rig, m.build = t, r, buildOf(record)
	weight := weightAt(record[wordWeight], record[wordTarget], record[wordRate], elapsed)
	if record[wordLayer] > 0 {
		layer := &records[record[wordLayer]-1]
		p := phase{layer[1], uint64(layer[2]) | uint64(layer[3])<<32, layer[layerHold], layer[layerFlags]}
		over, gone := t.moment(r, p, int(layer[0]), elapsed)
		if m.over = (layerMoment{moment: over, mask: int(layer[layerMask])}); !gone {
			m.over.weight = weightAt(layer[layerWeight], layer[layerTarget], layer[layerRate], elapsed)
		}
	}
	first, second := record[wordMotion], record[wordMotion+4]
	if !(m.over.weight > 0) && (weight <= 0 && first&spaceBit == 0 || weight >= 1 && second&spaceBit == 0) {
		motion := 0
		if weight >= 1 {
			motion = 1
		}
		clip, fraction, _ := t.played(r, phaseOf(record, motion), int(record[wordMotion+4*motion]), elapsed)
		if m.frame, m.fraction = t.frameOf(r, clip, fraction); m.frame > 0 {
			return m
		}
	}
	if weight < 1 {
		m.x.addMotion(t, r, records, slot, 0, 1-weight, elapsed)
	}
	if weight > 0 {
		m.x.addMotion(t, r, records, slot, 1, weight, elapsed)
	}
	return m
}

// local returns the local matrix of a joint, given its texel: with what is between it and the joint
// above that moves.
func (m *Posing) local(j [4]float32) rig.Matrix {
	matrix := m.texels.local(int(j[1]), &m.x, &m.over)
	if j[2] != 0 {
		matrix = m.texels.matrix(int(m.rig.Base) + int(j[2])).Mul(matrix)
	}
	return matrix
}

// entry computes an entry of a palette. Without the local matrices of joints it computes those that
// it needs.
func (m *Posing) entry(matrix *rig.Matrix, entry int, locals []rig.Matrix) {
	t, base := m.texels, int(m.rig.Base)
	if m.frame > 0 {
		size := matrixTexels * (m.rig.Entries - FirstPalette)
		at := m.frame + matrixTexels*(entry-FirstPalette)
		t.fetched += 3 * matrixTexels
		between(matrix, (*rig.Matrix)(t.data[4*at:]), (*rig.Matrix)(t.data[4*(at+size):]),
			(*rig.Matrix)(t.data[4*(at+2*size):]), m.fraction)
		if m.build == 1 {
			return
		}
	}
	e := t.texel(base + int(t.texel(base)[1]) + entry - FirstPalette)
	if m.frame == 0 {
		*matrix = t.matrix(base + int(e[1]))
		for joint := int(e[0]); joint > 0; {
			j := t.texel(base + joint)
			if len(locals) > 0 {
				t.fetched += matrixTexels
				*matrix = locals[joint-1].Mul(*matrix)
			} else {
				*matrix = m.local(j).Mul(*matrix)
			}
			joint = int(j[0])
		}
	}
	if m.build != 1 {
		bone := t.bone(base + int(e[1]) + matrixTexels)
		bone.Widen(matrix, m.build)
	}
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

// frameOf returns the first texel of the frame of entries at a fraction of a clip, and how far it
// is to the next one, or 0 without such frames.
func (t *Texels) frameOf(r *Rig, clip int, fraction float32) (at int, further float32) {
	if r.Directory == 0 { // nobody makes frames for the rig
		return 0, 0
	}
	frames := t.texel(int(r.Directory) + int(t.texel(clip + 2)[0]))
	if frames[0] == 0 {
		return 0, 0
	}
	position := fraction * frames[1]
	frame := min(float32(math.Floor(float64(position))), frames[1]-1)
	size := matrixTexels * (r.Entries - FirstPalette)
	return int(frames[0]) + 2*int(frame)*size, position - frame
}

// bone returns the bone of an entry.
func (t *Texels) bone(i int) (b appearance.Bone) {
	origin, axis := t.texel(i), t.texel(i+1)
	copy(b.Origin[:], origin[:])
	copy(b.Axis[:], axis[:])
	return b
}

func (t *Texels) texel(i int) [4]float32 {
	t.fetched++
	return [4]float32(t.data[4*i:])
}

func (t *Texels) matrix(i int) rig.Matrix {
	t.fetched += matrixTexels
	return rig.Matrix(t.data[4*i:])
}

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

// played returns the first texel of the clip that a motion shows, the fraction of it that the
// motion has played, and whether the rest pose shows instead.
func (t *Texels) played(r *Rig, p phase, clip int, elapsed uint64) (shown int, fraction float32, gone bool) {
	fraction, ended := p.at(elapsed)
	if ended && p.flags&flagOnce != 0 {
		return int(t.texel(int(r.Base))[2]), fraction, true
	}
	return clip, fraction, false
}

// moment returns where in its clip a motion is, and whether the rest pose shows instead.
func (t *Texels) moment(r *Rig, p phase, clip int, elapsed uint64) (m moment, gone bool) {
	clip, fraction, gone := t.played(r, p, clip, elapsed)
	return t.momentAt(clip, fraction), gone
}

// momentAt returns where in the frames of a clip a fraction of it is.
func (t *Texels) momentAt(clip int, fraction float32) moment {
	m := moment{clip: clip}
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
	return m
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

// local returns the local matrix of a joint, blended between moments, and with that of a layer.
func (t *Texels) local(joint int, x *mixed, layer *layerMoment) rig.Matrix {
	q, p, s := x.transform(t, joint)
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

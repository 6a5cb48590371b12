package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// modelPoses holds the exact poses of a clip at its frames in model space. Quantizing a frame
// compares with them: what a joint is off, because it and the joints above it were rounded, the
// next joint below makes up for.
type modelPoses struct {
	parents []int16
	scales  []float64          // of each joint's model matrix
	radii   []float64          // by joint: the distance of its virtual vertices in model space, meters
	divided []*dividedRotation // by joint; nil for a rotation that is not divided
	lengths []int              // by joint: the component that says how long the rotation is, or -1
	locals  [][]float32        // by frame
	frames  [][]placedJoint    // by frame, by joint; nil before the first use
}

// placedJoint is the place of a joint in model space, as far as errors depend on it.
type placedJoint struct {
	axes [9]float32 // of the joint: a rotation matrix, row-major
	arm  [3]float32 // from the parent to the joint, meters
}

// newModelPoses returns the poses of sampled frames in model space. It returns nil for an additive
// clip, one with stepped tracks, whose values are not in the frames, and one that scales joints
// unevenly or in time, where rotations alone do not tell where a joint's children are.
func (b *baker) newModelPoses(f *sampledFrames, v *valueRanges) *modelPoses {
	if b.clip.Additive() || len(b.stepped) > 0 {
		return nil
	}
	s := b.clip.Skeleton()
	n := s.Len()
	m := &modelPoses{
		parents: s.Parents(), scales: make([]float64, n), radii: make([]float64, n), divided: make([]*dividedRotation, n),
		lengths: make([]int, n), locals: f.frames, frames: make([][]placedJoint, len(f.frames)),
	}
	for joint, parent := range m.parents {
		first := kernel.JointOffset(joint) + kernel.RowScale*kernel.Lanes
		scale := v.low[first]
		for axis := range 3 {
			if i := first + axis*kernel.Lanes; v.low[i] != scale || v.high[i] != scale || !(scale > 0) {
				return nil
			}
		}
		m.scales[joint] = float64(scale)
		if parent >= 0 {
			m.scales[joint] *= m.scales[parent]
		}
		for _, distance := range b.errorMetric.offsets[joint] {
			m.radii[joint] = max(m.radii[joint], float64(float64(distance)*m.scales[joint]))
		}
	}
	for i := range b.divided {
		r := &b.divided[i]
		m.divided[r.first/kernel.GroupSize*kernel.Lanes+r.first%kernel.Lanes] = r
	}
	return m
}

// frame returns the joints of a frame.
func (m *modelPoses) frame(i int) []placedJoint {
	if m.frames[i] == nil {
		m.frames[i] = make([]placedJoint, len(m.parents))
		for joint, parent := range m.parents {
			above, scale := &rootPlace, 1.0
			if parent >= 0 {
				above, scale = &m.frames[i][parent], m.scales[parent]
			}
			m.frames[i][joint].place(above, scale, m.locals[i][kernel.JointOffset(joint):])
		}
	}
	return m.frames[i]
}

// translationAt returns the translation of a joint in a local pose that begins with the joint's x.
func translationAt(locals []float32) exact.Vector {
	return exact.XYZ(float64(locals[kernel.RowTranslation*kernel.Lanes]),
		float64(locals[(kernel.RowTranslation+1)*kernel.Lanes]), float64(locals[(kernel.RowTranslation+2)*kernel.Lanes]))
}

// rootPlace is the place of model space.
var rootPlace = placedJoint{axes: [9]float32{0: 1, 4: 1, 8: 1}}

// place computes the place of a joint from that of its parent, the scale of the parent's model
// matrix, and the joint's numbers in a local pose.
func (p *placedJoint) place(above *placedJoint, scale float64, locals []float32) {
	p.arm = above.toModel(translationAt(locals)).Scale(scale).Float32()
	x, y, z, w := float64(locals[0]), float64(locals[kernel.Lanes]), float64(locals[2*kernel.Lanes]),
		float64(locals[3*kernel.Lanes])
	s := 2 / (float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w))
	xs, ys, zs := float64(x*s), float64(y*s), float64(z*s)
	xx, yy, zz := float64(x*xs), float64(y*ys), float64(z*zs)
	xy, xz, yz := float64(x*ys), float64(x*zs), float64(y*zs)
	wx, wy, wz := float64(w*xs), float64(w*ys), float64(w*zs)
	for axis, column := range [3]exact.Vector{
		{X: 1 - (yy + zz), Y: xy + wz, Z: xz - wy},
		{X: xy - wz, Y: 1 - (xx + zz), Z: yz + wx},
		{X: xz + wy, Y: yz - wx, Z: 1 - (xx + yy)},
	} {
		column = above.toModel(column)
		p.axes[axis], p.axes[3+axis], p.axes[6+axis] = float32(column.X), float32(column.Y), float32(column.Z)
	}
}

// toModel turns a vector from the space of the joint to that of the model.
func (p *placedJoint) toModel(v exact.Vector) exact.Vector {
	a := &p.axes
	return exact.XYZ(
		float64(float64(a[0])*v.X)+float64(float64(a[1])*v.Y)+float64(float64(a[2])*v.Z),
		float64(float64(a[3])*v.X)+float64(float64(a[4])*v.Y)+float64(float64(a[5])*v.Z),
		float64(float64(a[6])*v.X)+float64(float64(a[7])*v.Y)+float64(float64(a[8])*v.Z))
}

// toJoint is the inverse of toModel.
func (p *placedJoint) toJoint(v exact.Vector) exact.Vector {
	a := &p.axes
	return exact.XYZ(
		float64(float64(a[0])*v.X)+float64(float64(a[3])*v.Y)+float64(float64(a[6])*v.Z),
		float64(float64(a[1])*v.X)+float64(float64(a[4])*v.Y)+float64(float64(a[7])*v.Z),
		float64(float64(a[2])*v.X)+float64(float64(a[5])*v.Y)+float64(float64(a[8])*v.Z))
}

// compensator quantizes frames in one layout, from the roots of the skeleton to its leaves. Each
// joint that turns gets the rotation that it should have in model space, turned a little further so
// that what hangs from it comes as near to its place as it can, although the joint itself is not
// quite in its own. So errors do not add up along chains of joints.
type compensator struct {
	*modelPoses
	joints  []compensatedJoint
	errors  []jointError // of the quantized frame
	flips   []int32      // the integers of the quantized frame that are rounded the other way
	slack   []float64    // by integer: how far it was from being the other one; nil if nobody asks
	repeats []int32      // indices of integers that repeat the one before
}

// jointError is how far a joint is from its exact place in model space: a small turn in radians
// about an axis, and a shift in meters.
type jointError struct{ turn, shift exact.Vector }

// compensatedJoint is how a layout stores the rotation and the translation of a joint.
type compensatedJoint struct {
	turns, moves bool // some numbers of the rotation, of the translation, are stored
	// The constants of its rotation, of its translation, are those of all frames.
	isTurned, isPlaced bool
	numbers            [kernel.RowScale]storedNumber
	links              []jointLink
	aim                [3]exact.Vector // rows: the turn, in the joint's space, per meter that the joint should be shifted
}

// storedNumber is how a layout stores a value.
type storedNumber struct {
	index      int // of the integer among those of the rows, 8 to a row; -1 for a constant
	base, step float64
	largest    float64 // integer
}

// jointLink is a [valueLink] between the numbers of a joint.
type jointLink struct {
	from, to    int
	base, ratio float64
}

// newCompensator returns a compensator for a layout.
func (m *modelPoses) newCompensator(l *rowLayout, v *valueRanges) *compensator {
	c := &compensator{
		modelPoses: m, joints: make([]compensatedJoint, len(m.parents)), errors: make([]jointError, len(m.parents)),
	}
	for joint := range c.joints {
		j := &c.joints[joint]
		j.isTurned, j.isPlaced = true, true
		for row := range j.numbers {
			i := kernel.JointOffset(joint) + row*kernel.Lanes
			j.numbers[row] = storedNumber{-1, float64(l.constants[i]), 0, 0}
			if isConstant := v.low[i] == v.high[i] && l.constants[i] == v.low[i]; row < kernel.RowTranslation {
				j.isTurned = j.isTurned && isConstant
			} else {
				j.isPlaced = j.isPlaced && isConstant
			}
		}
	}
	for i := range l.rows {
		row := &l.rows[i]
		ranges := l.rowRanges(*row, v)
		for k, target := range row.targets {
			joint, part := jointAt(target)
			index := i*kernel.Lanes + k
			if k > 0 && target == row.targets[k-1] {
				c.repeats = append(c.repeats, int32(index))
				continue
			}
			if joint < len(c.joints) && part < kernel.RowScale {
				c.joints[joint].numbers[part] = storedNumber{
					index, float64(ranges[k]), ranges.step(k, row.bits), float64(int(1)<<row.bits - 1),
				}
			}
		}
	}
	for _, link := range l.links {
		joint, from := jointAt(link.from)
		_, to := jointAt(link.to)
		if to < kernel.RowScale {
			j := &c.joints[joint]
			j.numbers[to] = storedNumber{index: -1}
			j.links = append(j.links, jointLink{from, to, float64(link.base), float64(link.ratio)})
		}
	}
	for i := range c.joints {
		j := &c.joints[i]
		for part := range j.numbers {
			n := &j.numbers[part]
			if n.step > 0 {
				j.turns, j.moves = j.turns || part < kernel.RowTranslation, j.moves || part >= kernel.RowTranslation
			}
		}
	}
	c.setAims()
	return c
}

// setAims computes how each joint turns to make up for its own place being off. Let a joint and
// all that hangs from it have to be shifted by e. A small turn t, in radians, moves a joint at v
// from it by t × v. The turn that leaves the least sum of squares, over the joints that the joint
// moves before another one turns, and over the virtual vertices of those that turn with it, for
// which any turn is an error, is
//
//	(Σ (v·v - v vᵀ) + Σ 2 r²) t = Σ v × e
//
// where r is the distance of the vertices. It depends on the joint's own space alone, but for
// joints that are moved, for which the place in the first frame stands.
func (c *compensator) setAims() {
	for i, sums := range c.sums() {
		if j := &c.joints[i]; j.turns {
			j.aim = sums.solve()
		}
	}
}

// aimSums are the sums of [compensator.setAims].
type aimSums struct {
	v        exact.Vec3
	products [3]exact.Vec3
}

// sums returns the sums of each joint. That of a joint that does not turn counts for the next one
// above that does.
func (c *compensator) sums() []aimSums {
	sums, heads := make([]aimSums, len(c.joints)), c.heads(func(joint int) bool { return c.joints[joint].turns })
	pose := c.frame(0)
	for i, parent := range c.parents {
		s := &sums[heads[i]]
		for axis := range 3 {
			s.products[axis][axis] += 2 * float64(c.radii[i]*c.radii[i])
		}
		if parent < 0 {
			continue
		}
		head := heads[parent]
		s, v := &sums[head], pose[head].toJoint(c.between(head, i)).Vec3()
		s.v = s.v.Add(v)
		square := v.Dot(v)
		for axis := range 3 {
			s.products[axis][axis] += square
			s.products[axis] = s.products[axis].AddScaled(-v[axis], v)
		}
	}
	return sums
}

// heads returns for each joint the first one, from it upward, that turns, or the root.
func (m *modelPoses) heads(turns func(joint int) bool) []int {
	heads := make([]int, len(m.parents))
	for i, parent := range m.parents {
		heads[i] = i
		if parent >= 0 && !turns(i) {
			heads[i] = heads[parent]
		}
	}
	return heads
}

// between returns the vector from a joint to one below it, in model space, in the first frame.
func (m *modelPoses) between(joint, below int) (v exact.Vector) {
	for ; below != joint; below = int(m.parents[below]) {
		v = v.Add(exact.ToVector(m.frame(0)[below].arm))
	}
	return v
}

// solve returns the rows of the matrix that gives the turn for a shift: the inverse of products
// times the matrix of v ×.
func (s *aimSums) solve() (rows [3]exact.Vector) {
	a := &s.products
	cofactors := [3]exact.Vec3{a[1].Cross(a[2]), a[2].Cross(a[0]), a[0].Cross(a[1])}
	determinant := a[0].Dot(cofactors[0])
	if !(determinant > 0) {
		return rows
	}
	for axis := range rows {
		rows[axis] = cofactors[axis].Cross(s.v).Scale(1 / determinant).Vector() // row · (v × e) = (row × v) · e
	}
	return rows
}

// quantize computes the integers of a frame, 8 for each row, from its sampled pose. Errors are so
// small that terms of second order do not count.
func (c *compensator) quantize(frame int, integers []int32) {
	locals := c.locals[frame]
	places := c.frame(frame)
	for i := range places {
		j, placed := &c.joints[i], &places[i]
		e, scale, above := jointError{}, 1.0, &rootPlace
		if parent := c.parents[i]; parent >= 0 {
			e, scale, above = c.errors[parent], c.scales[parent], &places[parent]
			x, y, z := float64(placed.arm[0]), float64(placed.arm[1]), float64(placed.arm[2])
			e.shift.X += float64(e.turn.Y*z) - float64(e.turn.Z*y)
			e.shift.Y += float64(e.turn.Z*x) - float64(e.turn.X*z)
			e.shift.Z += float64(e.turn.X*y) - float64(e.turn.Y*x)
		}
		first := kernel.JointOffset(i)
		if !j.isPlaced {
			translation := translationAt(locals[first:])
			stored := translation
			if j.moves {
				stored = stored.AddScaled(-1/scale, above.toJoint(e.shift))
			}
			xyz := [3]float64{stored.X, stored.Y, stored.Z}
			c.store(j, kernel.RowTranslation, -1, xyz[:], integers)
			difference := exact.XYZ(xyz[0], xyz[1], xyz[2]).Sub(translation)
			e.shift = e.shift.AddScaled(scale, above.toModel(difference))
		}
		if !j.isTurned {
			var half exact.Vector
			if j.turns {
				shift, turn := placed.toJoint(e.shift), placed.toJoint(e.turn)
				half = exact.XYZ(j.aim[0].Dot(shift)+turn.X, j.aim[1].Dot(shift)+turn.Y, j.aim[2].Dot(shift)+turn.Z).Scale(-0.5)
			}
			e.turn = e.turn.Add(placed.toModel(c.rotate(i, locals[first:], half, integers)))
		}
		c.errors[i] = e
	}
	for _, i := range c.repeats {
		integers[i] = integers[i-1]
	}
}

// rotate stores the rotation of a joint, turned by half an angle in its own space. It returns by
// which small turn what is stored differs from the exact rotation.
func (c *compensator) rotate(joint int, locals []float32, half exact.Vector, integers []int32) exact.Vector {
	ax, ay, az, aw := float64(locals[0]), float64(locals[kernel.Lanes]), float64(locals[2*kernel.Lanes]),
		float64(locals[3*kernel.Lanes])
	x := ax + float64(aw*half.X) + float64(ay*half.Z) - float64(az*half.Y)
	y := ay + float64(aw*half.Y) + float64(az*half.X) - float64(ax*half.Z)
	z := az + float64(aw*half.Z) + float64(ax*half.Y) - float64(ay*half.X)
	w := aw - float64(ax*half.X) - float64(ay*half.Y) - float64(az*half.Z)
	if r := c.divided[joint]; r != nil {
		d := &r.direction
		divisor := float64(d[0]*x) + float64(d[1]*y) + float64(d[2]*z) + float64(d[3]*w)
		if max(divisor, -divisor) >= leastDivisor {
			factor := float64(r.value) / divisor
			x, y, z, w = x*factor, y*factor, z*factor, w*factor
		}
	}
	xyzw, j, length := [4]float64{x, y, z, w}, &c.joints[joint], c.lengths[joint]
	if length >= 0 {
		stored := c.storeNumber(&j.numbers[length], xyzw[length], integers)
		if factor := stored / xyzw[length]; factor > 0 {
			for i := range xyzw {
				xyzw[i] *= factor
			}
		}
		xyzw[length] = stored
	}
	c.store(j, kernel.RowRotation, length, xyzw[:], integers)
	x, y, z, w = xyzw[0], xyzw[1], xyzw[2], xyzw[3]
	scale := 2 / (float64(ax*x) + float64(ay*y) + float64(az*z) + float64(aw*w))
	return exact.XYZ(
		float64(aw*x)-float64(w*ax)-float64(ay*z)+float64(az*y),
		float64(aw*y)-float64(w*ay)-float64(az*x)+float64(ax*z),
		float64(aw*z)-float64(w*az)-float64(ax*y)+float64(ay*x)).Scale(scale)
}

// store stores the integers of values, those of rows from a first one on, but for one that is
// stored already, and makes the values what sampling finds there. Of values that follow from one
// that is stored, it stores the one with which the sum of the squares of all of their errors is
// least.
func (c *compensator) store(j *compensatedJoint, first, stored int, values []float64, integers []int32) {
	if len(j.links) == 0 {
		for i := range values {
			if i != stored {
				values[i] = c.storeNumber(&j.numbers[first+i], values[i], integers)
			}
		}
		return
	}
	var sum, weight [kernel.RowScale]float64
	for _, l := range j.links {
		if to := l.to - first; to >= 0 && to < len(values) {
			sum[l.from] += float64(l.ratio * (values[to] - l.base))
			weight[l.from] += float64(l.ratio * l.ratio)
		}
	}
	for i := range values {
		if i == stored {
			continue
		}
		row := first + i
		values[i] = c.storeNumber(&j.numbers[row], (values[i]+sum[row])/(1+weight[row]), integers)
	}
	for _, l := range j.links {
		if to := l.to - first; to >= 0 && to < len(values) {
			values[to] = l.base + float64(l.ratio*values[l.from-first])
		}
	}
}

// jointAt returns the joint and the row of a value with an index in a local pose.
func jointAt(target int32) (joint, row int) {
	return int(target/kernel.GroupSize*kernel.Lanes + target%kernel.Lanes),
		int(target % kernel.GroupSize / kernel.Lanes)
}

// storeNumber stores the integer of a value, the nearest one or, if it is one of the flips, the
// second nearest, and returns the value that sampling finds there.
func (c *compensator) storeNumber(n *storedNumber, x float64, integers []int32) float64 {
	stored := n.store(x, integers)
	if n.step > 0 && (len(c.flips) > 0 || c.slack != nil) {
		return c.flip(n, x, stored, integers)
	}
	return stored
}

// flip is what storeNumber does after it stored the nearest integer.
func (c *compensator) flip(n *storedNumber, x, stored float64, integers []int32) float64 {
	beyond := (x - stored) / n.step // from -1/2 to 1/2, if x is in the range
	if c.slack != nil {
		c.slack[n.index] = 0.5 - max(beyond, -beyond)
	}
	if slices.Contains(c.flips, int32(n.index)) {
		q := float64(integers[n.index]) + math.Copysign(1, beyond)
		if q >= 0 && q <= n.largest {
			integers[n.index] = int32(q)
			stored = n.base + float64(q*n.step)
		}
	}
	return stored
}

// store stores the integer of a value and returns the value that sampling finds there.
func (n *storedNumber) store(x float64, integers []int32) float64 {
	if !(n.step > 0) {
		return n.base
	}
	q := int32(0)
	if x := (x-n.base)/n.step + 0.5; x > 0 {
		if x > n.largest {
			x = n.largest
		}
		q = int32(x) // which rounds down
	}
	integers[n.index] = q
	return n.base + float64(float64(q)*n.step)
}

// shortenArms lowers the sensitivity of rotations to what is left of it if the joints below make up
// for errors: the distance to the farthest joint that the joint moves before another one turns.
func (m *modelPoses) shortenArms(v *valueRanges, limit float64) {
	turns := func(joint int) bool {
		turns := false
		for part := range kernel.RowTranslation {
			turns = turns || v.bitWidth(kernel.JointOffset(joint)+part*kernel.Lanes, limit) > 0
		}
		return turns
	}
	heads, arms := m.heads(turns), slices.Clone(m.radii)
	for i, parent := range m.parents {
		if parent < 0 {
			continue
		}
		head := heads[parent]
		distance := m.between(head, i).Length()
		if heads[i] == head {
			distance += m.radii[i]
		}
		arms[head] = max(arms[head], distance)
	}
	for i := range arms {
		for part := range kernel.RowTranslation {
			v.sensitivity[kernel.JointOffset(i)+part*kernel.Lanes] = 2 * arms[i]
		}
	}
}

// leastLength is the least share of its value within which the component is stored that says how
// long a rotation is.
const leastLength = 1.0 / 256

// freeLengths finds the rotations that are stored with all of their components, of which one stays
// far from 0. Sampling normalizes rotations, so that this component may be rounded coarsely: the
// others are multiplied to fit it, and only the speed between two frames changes, by the ratio of
// their lengths. That makes it less sensitive, and the ranges of the others a little wider.
func (b *baker) freeLengths(c *candidate) {
	v, m := c.ranges, c.models
	for joint := range m.lengths {
		r := dividedRotation{first: kernel.JointOffset(joint)}
		m.lengths[joint] = -1
		if b.plain || m.divided[joint] != nil || !b.setComponent(&r, v) {
			continue
		}
		near := float64(max(v.low[r.component], -v.high[r.component]))
		angle := 0.0 // the largest between two frames, radians
		for k := 1; k < len(c.frames); k++ {
			p, q := rotationAt(c.frames[k-1], r.first), rotationAt(c.frames[k], r.first)
			angle = max(angle, 2*math.Sqrt(float64(2*max(0, 1-p.Dot(q)))))
		}
		sensitivity := max(float64(angle*b.arms.length[joint])/2, b.tolerance/leastLength) / near
		if sensitivity >= v.sensitivity[r.component] {
			continue
		}
		v.sensitivity[r.component] = sensitivity
		m.lengths[joint] = (r.component - r.first) / kernel.Lanes
		for row := range kernel.RowTranslation {
			if i := r.first + row*kernel.Lanes; i != r.component && v.low[i] != v.high[i] {
				wider := float32(max(v.high[i], -v.low[i]) * leastLength)
				v.low[i], v.high[i] = v.low[i]-wider, v.high[i]+wider
			}
		}
	}
}

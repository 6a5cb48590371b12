package bake

import (
	"cmp"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/order"
)

// maxReductionPoints bounds attempts multiplied by times and joints in [bitReducer.reduce].
const maxReductionPoints = 1 << 26

// bitReducer takes bits away from one row after another of a candidate, as long as the error
// allows: only some values are on the chain of joints that uses up the tolerance. It keeps the
// poses at all times of the search, in blocks of 8 times with a lane for each, and computes again
// only what a row changes: its values, and the model matrices of the joints that these move. Joints
// are stored depth first, so that a joint and all joints below it are one run.
type bitReducer struct {
	*candidate
	metric  *errorMetric
	parents []int16
	ends    []int32 // for each joint, the first joint after it that it does not move
	blocks  []poseBlock
	memory  *[]float32 // of the blocks
	// normalized reports which groups of joints have rotations that sampling normalizes.
	normalized []bool
	rest       []float32 // of an additive clip: the rest pose, in 8 lanes
	kept       int       // the numbers of each joint that blocks keep as sampled: rotations, or of an additive clip all
	row        rowAttempt
	// failed is the index of the block in which the last attempt failed, where the next one begins.
	failed int
}

// poseBlock holds the poses of 8 times.
type poseBlock struct {
	frame, next [kernel.Lanes]int32
	fraction    [kernel.Lanes]float32 // of the way from one frame to the next
	sampled     []float32             // local poses before rotations are normalized
	locals      []float32             // local poses
	models      []float32
	expected    []float32
	undo        [kernel.Lanes][kernel.Lanes]float32 // the values of a row before the attempt
}

// rowAttempt is an attempt to store a row in fewer bits.
type rowAttempt struct {
	ranges   rowRanges
	targets  []rowTarget
	sorter   order.Sorter[int32]     // of joints
	joints   []int32                 // that the values belong to
	runs     [][2]int32              // of joints that the values move: the first joint, the joint after the last
	integers [][kernel.Lanes]float32 // by frame
	known    []bool                  // which frames have integers
}

// rowTarget is where a block holds a value of a row in 8 lanes: the joint, and the index among its
// numbers.
type rowTarget struct{ joint, offset int32 }

// valuesOf returns the values in 8 lanes, as sampled.
func (r *bitReducer) valuesOf(p *poseBlock, t rowTarget) *[kernel.Lanes]float32 {
	if int(t.offset) < r.kept {
		return (*[kernel.Lanes]float32)(p.sampled[int(t.joint)*r.kept+int(t.offset):])
	}
	return (*[kernel.Lanes]float32)(p.locals[int(t.joint)*kernel.GroupSize+int(t.offset):])
}

// newBitReducer returns a reducer of a candidate with a layout, at the times of the error metric.
func newBitReducer(b *baker, c *candidate) *bitReducer {
	e, s := b.errorMetric, b.clip.Skeleton()
	r := &bitReducer{
		candidate: c, metric: e, parents: s.Parents(), ends: subtreeEnds(s.Parents()),
		blocks: make([]poseBlock, len(c.search)), normalized: make([]bool, kernel.PoseSize(s.Len())/kernel.GroupSize),
	}
	r.row.integers, r.row.known = make([][kernel.Lanes]float32, len(c.frames)), make([]bool, len(c.frames))
	for _, groups := range [][]int32{c.layout.wholeRotations, c.layout.otherRotations} {
		for _, group := range groups {
			r.normalized[group/kernel.GroupSize] = true
		}
	}
	r.kept = kernel.RowTranslation * kernel.Lanes
	if b.clip.Additive() {
		r.kept = kernel.GroupSize
		r.rest = make([]float32, s.Len()*kernel.GroupSize)
		for i := range r.rest {
			joint, row := i/kernel.GroupSize, i%kernel.GroupSize/kernel.Lanes
			r.rest[i] = s.RestLocals()[kernel.JointOffset(joint)+row*kernel.Lanes]
		}
	}
	sampled := len(e.block) / kernel.GroupSize * r.kept // the last group may have room for more joints
	r.memory = takePoseMemory(len(r.blocks) * (sampled + len(e.block) + len(e.models)))
	memory := *r.memory
	take := func(n int) []float32 {
		part := memory[:n:n]
		memory = memory[n:]
		return part
	}
	for i := range r.blocks {
		p := &r.blocks[i]
		p.sampled, p.locals, p.models, p.expected = take(sampled), take(len(e.block)), take(len(e.models)),
			c.search[i].expected
		r.initialize(b, p, c.search[i])
	}
	return r
}

// poseMemories holds memory for the poses of a reducer, of any size, for the clips that are baked
// next: to get so much from the system and to clear it takes longer than to compute the poses.
var poseMemories sync.Pool // of *[]float32

// takePoseMemory returns memory of at least a number of float32 with any content.
func takePoseMemory(n int) *[]float32 {
	if memory, ok := poseMemories.Get().(*[]float32); ok && len(*memory) >= n {
		return memory
	}
	memory := make([]float32, n)
	return &memory
}

// initialize computes the poses of a block at the times of a comparison.
func (r *bitReducer) initialize(b *baker, p *poseBlock, c comparison) {
	r.metric.worker.Yield()
	n := len(r.metric.pose.Locals)
	for lane := range kernel.Lanes {
		time := c.time(lane)
		frame, next, u := r.clip.locate(time)
		p.frame[lane], p.next[lane], p.fraction[lane] = int32(frame), int32(next), u
		kernel.InterpolateBaked(r.metric.lanePose(lane), &r.clip.data, frame, next, u)
		writeStepped(b.stepped, time, r.metric.lanePose(lane))
	}
	kernel.Transpose(p.locals, r.metric.locals, n, n/kernel.GroupSize)
	for joint := range r.parents {
		local := p.locals[joint*kernel.GroupSize:][:kernel.GroupSize]
		copy(p.sampled[joint*r.kept:][:r.kept], local)
		r.finishJoint(local, joint)
	}
	kernel.LocalToModel(p.models, p.locals, r.parents)
}

// subtreeEnds returns for each joint the first joint after it that is not below it.
func subtreeEnds(parents []int16) []int32 {
	ends := make([]int32, len(parents))
	for joint := len(parents) - 1; joint >= 0; joint-- {
		ends[joint] = max(ends[joint], int32(joint)+1)
		if parent := parents[joint]; parent >= 0 {
			ends[parent] = max(ends[parent], ends[joint])
		}
	}
	return ends
}

// updateJoint computes the local transforms of a joint in a block from its sampled values.
func (r *bitReducer) updateJoint(p *poseBlock, joint int) {
	local := p.locals[joint*kernel.GroupSize:][:kernel.GroupSize]
	copy(local, p.sampled[joint*r.kept:][:r.kept])
	r.finishJoint(local, joint)
}

// finishJoint turns sampled values of a joint into local transforms.
func (r *bitReducer) finishJoint(local []float32, joint int) {
	if r.normalized[joint/kernel.Lanes] {
		kernel.Normalize(local) // a joint in 8 lanes is laid out as 8 joints are
	}
	if r.rest != nil {
		var sum [kernel.GroupSize]float32
		copy(sum[:], r.rest[joint*kernel.GroupSize:])
		kernel.Add(sum[:], local, 1)
		copy(local, sum[:])
	}
}

// reduce takes bits away from the rows of the candidate's layout. For a large clip it stops before
// the last row. It gives the memory of the reducer back.
func (r *bitReducer) reduce() {
	defer poseMemories.Put(r.memory)
	attempts := min(400, maxReductionPoints/(len(r.search)*kernel.Lanes*len(r.parents)))
	for i := range r.layout.rows {
		row := &r.layout.rows[i]
		r.row.setTargets(r, row)
		for ; row.bits > 1 && attempts > 0; attempts-- {
			row.bits--
			if !r.try(row) {
				row.bits++
				break
			}
		}
	}
}

// setTargets finds what a row changes.
func (a *rowAttempt) setTargets(r *bitReducer, row *valueRow) {
	a.targets, a.joints, a.runs = a.targets[:0], a.joints[:0], a.runs[:0]
	for _, target := range row.targets {
		joint := target/kernel.GroupSize*kernel.Lanes + target%kernel.Lanes
		a.targets = append(a.targets, rowTarget{joint, target % kernel.GroupSize / kernel.Lanes * kernel.Lanes})
		if int(joint) < len(r.parents) { // the last group may have room for more joints
			a.joints = append(a.joints, joint)
		}
	}
	a.sorter.Stable(a.joints, cmp.Compare[int32])
	a.joints = slices.Compact(a.joints)
	for _, joint := range a.joints {
		if n := len(a.runs); n == 0 || joint >= a.runs[n-1][1] {
			a.runs = append(a.runs, [2]int32{joint, r.ends[joint]})
		}
	}
}

// try reports whether the error stays within the limit with a row at its bits. If not, it restores
// the poses.
func (r *bitReducer) try(row *valueRow) bool {
	r.row.ranges = r.layout.rowRanges(*row, r.ranges)
	clear(r.row.known)
	for i := range r.blocks {
		index := (i + r.failed) % len(r.blocks)
		p := &r.blocks[index]
		r.change(p, row)
		if r.withinLimit(p) {
			continue
		}
		for ; i >= 0; i-- {
			r.restore(&r.blocks[(i+r.failed)%len(r.blocks)])
		}
		r.failed = index
		return false
	}
	return true
}

// change samples the values of a row in a block once more.
func (r *bitReducer) change(p *poseBlock, row *valueRow) {
	a := &r.row
	var from, to [kernel.Lanes]*[kernel.Lanes]float32
	for lane := range kernel.Lanes {
		from[lane], to[lane] = r.integersOf(row, p.frame[lane]), r.integersOf(row, p.next[lane])
	}
	for k, target := range a.targets {
		base, step := a.ranges[k], a.ranges[kernel.Lanes+k]*float32(int(1)<<kernel.Shift(k, row.bits))
		values := r.valuesOf(p, target)
		p.undo[k] = *values
		for lane := range values {
			qa, qb := from[lane][k], to[lane][k]
			values[lane] = base + float32((qa+float32((qb-qa)*p.fraction[lane]))*step)
		}
	}
	r.updateModels(p)
}

// integersOf returns the integers of the attempt's row in a frame.
func (r *bitReducer) integersOf(row *valueRow, frame int32) *[kernel.Lanes]float32 {
	integers := &r.row.integers[frame]
	if !r.row.known[frame] {
		r.row.known[frame] = true
		for k, q := range row.integers(&r.row.ranges, r.frames[frame]) {
			integers[k] = float32(q)
		}
	}
	return integers
}

// restore undoes change.
func (r *bitReducer) restore(p *poseBlock) {
	for k := len(r.row.targets) - 1; k >= 0; k-- { // backward, since a row may repeat its last value
		*r.valuesOf(p, r.row.targets[k]) = p.undo[k]
	}
	r.updateModels(p)
}

// updateModels computes the model matrices of a block that the attempt's row changes.
func (r *bitReducer) updateModels(p *poseBlock) {
	r.metric.worker.Yield()
	for _, joint := range r.row.joints {
		r.updateJoint(p, int(joint))
	}
	for _, run := range r.row.runs {
		kernel.LocalsToModel(p.models, p.locals, r.parents, int(run[0]), int(run[1]))
	}
}

// withinLimit reports whether the vertices that the attempt's row moves are within the limit.
func (r *bitReducer) withinLimit(p *poseBlock) bool {
	var squares [kernel.Lanes]float32
	for _, run := range r.row.runs {
		first, end := int(run[0]), int(run[1])
		kernel.VertexDistances(&squares, p.models[first*kernel.BlockMatrixSize:], r.metric.offsets[first:end],
			p.expected[first*kernel.VertexSize*kernel.Lanes:])
	}
	for _, square := range squares {
		if !(float64(square) <= float64(r.limit*r.limit)) {
			return false
		}
	}
	return true
}

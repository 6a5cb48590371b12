package systems

import (
	"slices"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// ResolveGoals takes the goals of every character with a [components.Modifiers] to its model space, and changes their weights by
// their rates. It runs when Transforms are final.
type ResolveGoals struct {
	world      *ecs.World
	slots      generic.Map1[components.PoseSlot]
	transforms generic.Map1[components.Transform]
}

// NewResolveGoals returns the system for a world.
func NewResolveGoals(world *ecs.World) *ResolveGoals {
	return &ResolveGoals{
		world: world, slots: generic.NewMap1[components.PoseSlot](world), transforms: generic.NewMap1[components.Transform](world),
	}
}

// Name implements [ecs.System].
func (s *ResolveGoals) Name() string { return "ResolveGoals" }

// Run implements [ecs.System].
func (s *ResolveGoals) Run(frame *ecs.Frame) {
	w := writer(frame)
	for _, pool := range frame.Store.Pools() {
		if pool == nil || w.ModifierRuns(pool) == 0 {
			continue
		}
		for slot := range pool.Len() {
			if run := w.ModifierRun(pool, slot); run != nil {
				s.resolve(frame, pool, slot, run)
			}
		}
	}
}

// resolve prepares the modifiers of one character for the frame.
func (s *ResolveGoals) resolve(frame *ecs.Frame, pool *ecs.Pool, slot int, run *ecs.ModifierRun) {
	handles := writer(frame).Components(pool, slot)
	seconds := frame.Delta
	if handles.TimeScale != nil {
		seconds = scaledTime(seconds, handles.TimeScale.Scale)
	}
	if handles.Modifiers.Reset {
		handles.Modifiers.Reset = false
		run.Reset()
	}
	if writer(frame).IsSkipped(pool, slot) { // it keeps the goals of the pose that it shows
		run.Waited += seconds
		if run.Stack != nil {
			for i := range run.Stack.Goals() {
				advanceWeight(&handles.Modifiers.Goals[i], seconds)
			}
		}
		return
	}
	stack := frame.Library.ModifierStack(handles.Modifiers.Stack)
	if stack != nil && stack.Skeleton() != pool.Skeleton() {
		stack = nil
	}
	run.SetStack(stack, handles.Modifiers.Stack)
	run.Waited += seconds
	run.IsActive = false
	if stack == nil {
		return
	}
	if len(run.State) > 0 {
		run.World = rig.IdentityMatrix()
		if t := s.transforms.Get(pool.Owner(slot)); t != nil {
			run.World = rig.MatrixFromMat4(t.Matrix)
		}
	}
	run.IsActive = stack.IsAlways()
	space := characterSpace{system: s, frame: frame, entity: pool.Owner(slot)}
	for i := range stack.Goals() {
		goal := &handles.Modifiers.Goals[i]
		advanceWeight(goal, seconds)
		run.Goals[i] = modifier.Goal{}
		if goal.Weight > 0 {
			if stack.UsesTarget(i) {
				space.resolve(goal, run, i)
			} else {
				run.Goals[i].Weight, run.OwnJoint[i], run.OwnPole[i] = goal.Weight, 0, 0
			}
			run.IsActive = run.IsActive || run.Goals[i].Weight > 0
		}
	}
}

// advanceWeight moves the weight of a goal toward its target.
func advanceWeight(goal *components.Goal, seconds float64) {
	moveWeight(&goal.Weight, goal.WeightTarget, &goal.Rate, seconds)
}

// moveWeight moves a weight toward its target, by a rate per second, which is 0 once it is there.
func moveWeight(weight *float32, target float32, rate *float32, seconds float64) {
	if !(*rate > 0) || *weight == target {
		return
	}
	step := float32(float64(*rate) * seconds)
	switch {
	case !(*weight < target-step) && !(*weight > target+step):
		*weight, *rate = target, 0
	case *weight < target:
		*weight += step
	default:
		*weight -= step
	}
}

// characterSpace takes goals to the model space of a character.
type characterSpace struct {
	system  *ResolveGoals
	frame   *ecs.Frame
	entity  ecs.Entity
	inverse rig.Matrix // from the world to model space
	state   inverseState
}

// inverseState is what is known of the inverse of a character's Transform.
type inverseState uint8

const (
	inverseUnknown inverseState = iota
	inverseKnown
	inverseMissing // the Transform is singular
)

// resolve writes goal i, which has a weight.
func (c *characterSpace) resolve(goal *components.Goal, run *ecs.ModifierRun, i int) {
	matrix, own, ok := c.space(goal.Space, goal)
	if !ok {
		return
	}
	out := &run.Goals[i]
	out.Weight, run.OwnJoint[i], run.OwnPole[i] = goal.Weight, own, 0
	out.Target = matrix.Point(goal.Position)
	if goal.Rotation != ([4]float32{}) {
		out.Rotation, out.HasRotation = modifier.TurnedBy(matrix, goal.Rotation)
	}
	if goal.HasPole {
		matrix, own, ok = c.space(goal.PoleSpace, goal)
		if ok {
			run.OwnPole[i] = own
			out.Pole, out.HasPole = matrix.Point(goal.Pole), true
			out.PoleDirection = modifier.Direction(matrix, goal.Pole)
		}
	}
}

// space returns the matrix from a goal's space to model space. For a joint of the character it is the identity, and own the joint
// plus 1, because the pose is not known yet.
func (c *characterSpace) space(space components.GoalSpace, goal *components.Goal) (m rig.Matrix, own int32, ok bool) {
	switch space {
	case components.CharacterSpace:
		return rig.IdentityMatrix(), 0, true
	case components.JointSpace:
		return rig.IdentityMatrix(), goal.Joint + 1, goal.Joint >= 0
	}
	if c.state == inverseUnknown {
		c.inverse, c.state = rig.IdentityMatrix(), inverseKnown
		if t := c.system.transforms.Get(c.entity); t != nil {
			if c.inverse, ok = rig.MatrixFromMat4(t.Matrix).Inverse(); !ok {
				c.state = inverseMissing
			}
		}
	}
	if c.state == inverseMissing {
		return m, 0, false
	}
	if space == components.WorldSpace {
		return c.inverse, 0, true
	}
	if !ecs.IsAlive(c.system.world, goal.Entity) {
		return m, 0, false
	}
	t := c.system.transforms.Get(goal.Entity)
	if t == nil {
		return m, 0, false
	}
	m = c.inverse.Mul(rig.MatrixFromMat4(t.Matrix))
	if space == components.EntitySpace {
		return m, 0, true
	}
	slot := c.system.slots.Get(goal.Entity)
	if space != components.EntityJointSpace || slot == nil {
		return m, 0, false
	}
	pool, i := c.frame.Store.Pool(goal.Entity, *slot)
	if pool == nil || goal.Joint < 0 || int(goal.Joint) >= pool.Skeleton().Len() {
		return m, 0, false
	}
	joints, matrices := pool.KeptMatrices(i)
	k, kept := slices.BinarySearch(joints, int16(goal.Joint))
	if !kept {
		return m, 0, false
	}
	return m.Mul(rig.MatrixAt(matrices, k)), 0, true
}

// maxModifierGap is the longest time, in seconds, over which solvers remember a character that is not posed.
const maxModifierGap = 0.5

// ModifyPoses applies the stack of solvers of each character with a [components.Modifiers] to its pose, toward the goals that
// [ResolveGoals] found. See package modifier.
type ModifyPoses struct{}

// Name implements [ecs.BlockSystem].
func (ModifyPoses) Name() string { return "ModifyPoses" }

// RunBlock implements [ecs.BlockSystem].
func (ModifyPoses) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	w := writer(frame)
	if w.ModifierRuns(b.Pool) == 0 {
		return
	}
	var runs [ecs.BlockLanes]*ecs.ModifierRun
	joints := 0
	for lane := range b.Lanes {
		run := w.ModifierRun(b.Pool, int(b.Slots[lane]))
		if run == nil || run.Stack == nil {
			continue
		}
		b.Work.Delta[lane], b.Work.Level[lane] = float32(run.Waited), b.Pool.Level(int(b.Slots[lane]))
		if run.HasShown = false; run.Waited > maxModifierGap {
			run.Reset()
		}
		run.Waited = 0
		if !run.IsActive || !run.Stack.IsActive(&run.Goals, run.State, b.Work.Level[lane]) {
			if !run.IsFresh {
				run.Stack.Forget(run.State)
				run.Before = run.World
			}
			continue
		}
		runs[lane], run.HasShown = run, true
		joints = max(joints, run.Stack.Joints(), ownJoints(b.Pool, run))
	}
	if joints == 0 {
		return
	}
	groups := (joints + kernel.Lanes - 1) / kernel.Lanes
	w.GrowWork(b, groups*kernel.Lanes)
	b.FillLanes()
	kernel.Transpose(b.Work.Locals, b.Locals, b.Stride, groups)
	kernel.LocalToModel(b.Model, b.Work.Locals, b.Pool.Skeleton().Parents()[:joints])
	b.Work.Model = b.Model
	for lane, run := range runs {
		if run != nil {
			placeOwnGoals(b, run, lane)
		}
	}
	for first := range runs { // of the array itself, because lanes that are done leave it
		run := runs[first]
		if run == nil {
			continue
		}
		b.Work.Goals = [ecs.BlockLanes]*[modifier.MaxGoals]modifier.Goal{}
		var shown [ecs.BlockLanes][]float32
		for lane := first; lane < b.Lanes; lane++ {
			if other := runs[lane]; other != nil && other.Stack == run.Stack {
				b.Work.Goals[lane], b.Work.State[lane], shown[lane] = &other.Goals, other.State, other.Shown
				if len(other.State) > 0 {
					if other.IsFresh {
						other.Before, other.IsFresh = other.World, false
					}
					b.Work.SetMotion(lane, other.World, other.Before)
					other.Before = other.World
				}
				if lane > first {
					runs[lane] = nil
				}
			}
		}
		run.Stack.Solve(&b.Work)
		storeChanged(b, run.Stack, &shown)
	}
	b.Work.Goals, b.Work.State = [ecs.BlockLanes]*[modifier.MaxGoals]modifier.Goal{}, [ecs.BlockLanes][]float32{}
}

// ownJoints returns for how many joints the goals in joints of the character itself need model matrices.
func ownJoints(pool *ecs.Pool, run *ecs.ModifierRun) (n int) {
	for i := range run.Stack.Goals() {
		if run.Goals[i].Weight > 0 {
			n = max(n, int(run.OwnJoint[i]), int(run.OwnPole[i]))
		}
	}
	return min(n, pool.Skeleton().Len())
}

// placeOwnGoals takes the goals in joints of the character itself to model space.
func placeOwnGoals(b *ecs.Block, run *ecs.ModifierRun, lane int) {
	for i := range run.Stack.Goals() {
		goal := &run.Goals[i]
		own, pole := int(run.OwnJoint[i]), int(run.OwnPole[i])
		run.OwnJoint[i], run.OwnPole[i] = 0, 0
		if goal.Weight == 0 || own == 0 && pole == 0 {
			continue
		}
		if n := b.Pool.Skeleton().Len(); own > n || pole > n {
			goal.Weight = 0
			continue
		}
		if own > 0 {
			m := laneMatrix(b, own-1, lane)
			goal.Target = m.Point(goal.Target)
			if goal.HasRotation {
				goal.Rotation, goal.HasRotation = modifier.TurnedBy(m, goal.Rotation)
			}
		}
		if pole > 0 && goal.HasPole {
			m := laneMatrix(b, pole-1, lane)
			goal.Pole, goal.PoleDirection = m.Point(goal.Pole), modifier.Direction(m, goal.Pole)
		}
	}
}

// laneMatrix returns a model matrix of a block.
func laneMatrix(b *ecs.Block, joint, lane int) (m rig.Matrix) {
	for e := range m {
		m[e] = b.Model[(joint*kernel.MatrixSize+e)*kernel.Lanes+lane]
	}
	return m
}

// storeRotation copies the rotation of joint i of those that are changed back to the local poses, and to what was shown.
func storeRotation(b *ecs.Block, joint, i int, shown *[ecs.BlockLanes][]float32) {
	from := (*[4 * kernel.Lanes]float32)(b.Work.Locals[joint*kernel.GroupSize:])
	to := rig.JointOffset(joint)
	for lane, goals := range b.Work.Goals {
		if goals == nil {
			continue
		}
		local, keep := (*[3*kernel.Lanes + 1]float32)(b.Locals[lane*b.Stride+to:]), (*[4]float32)(shown[lane][i*kernel.Rows:])
		keep[0], keep[1], keep[2], keep[3] = from[lane], from[kernel.Lanes+lane], from[2*kernel.Lanes+lane], from[3*kernel.Lanes+lane]
		local[0], local[kernel.Lanes], local[2*kernel.Lanes], local[3*kernel.Lanes] = keep[0], keep[1], keep[2], keep[3]
	}
}

// Repeat implements [ecs.Repeatable]: it copies what the solvers made of the pose, because what they remember has moved on.
func (ModifyPoses) Repeat(frame *ecs.Frame, b *ecs.Block) {
	run := writer(frame).ModifierRun(b.Pool, int(b.Slots[0]))
	if run == nil || run.Stack == nil || !run.HasShown {
		return
	}
	turned, pose := run.Stack.Turned(), b.Local(0)
	for i, joint := range run.Stack.Changed() {
		rows := kernel.Rows
		if len(turned) > 0 && turned[0] == joint {
			turned, rows = turned[1:], 4
		}
		for r, x := range run.Shown[i*kernel.Rows:][:rows] {
			pose[rig.JointOffset(int(joint))+r*kernel.Lanes] = x
		}
	}
}

// storeChanged copies the transforms that a stack changed back to the local poses, and to what was shown.
func storeChanged(b *ecs.Block, stack *modifier.Stack, shown *[ecs.BlockLanes][]float32) {
	turned := stack.Turned()
	for i, joint := range stack.Changed() {
		j := int(joint)
		if len(turned) > 0 && turned[0] == joint {
			turned = turned[1:]
			storeRotation(b, j, i, shown)
			continue
		}
		from := b.Work.Locals[j*kernel.GroupSize:][:kernel.GroupSize]
		to := rig.JointOffset(j)
		for lane, goals := range b.Work.Goals {
			if goals == nil {
				continue
			}
			local, keep := b.Locals[lane*b.Stride+to:], shown[lane][i*kernel.Rows:]
			for r := range kernel.Rows {
				keep[r] = from[r*kernel.Lanes+lane]
				local[r*kernel.Lanes] = keep[r]
			}
		}
	}
}

package systems

import (
	"math"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
)

// ResolveGoals takes the goals of every character with a [components.Modifiers] to its model space, and changes their weights by
// their rates. It runs when Transforms are final.
type ResolveGoals struct {
	world      *ecs.World
	slots      generic.Map1[components.PoseSlot]
	transforms generic.Map1[components.Transform]
	last       *solving.Stack // of lastID; only during a frame
	lastID     assets.ModifierStackID
	ground     groundQueries
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
	s.last = nil
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
	s.askGround()
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
	stack := s.stack(frame, handles.Modifiers.Stack)
	if stack != nil && stack.Skeleton() != pool.Skeleton() {
		stack = nil
	}
	run.SetStack(stack, handles.Modifiers.Stack)
	run.Waited += seconds
	if run.IsActive = false; stack == nil {
		return
	}
	run.IsActive, run.HasMotion = stack.IsAlways(), len(run.State) > 0
	if run.HasMotion {
		s.findMotion(pool.Owner(slot), run)
	}
	for i := range stack.Goals() {
		goal := &handles.Modifiers.Goals[i]
		advanceWeight(goal, seconds)
		if run.Goals[i].Weight = max(goal.Weight, 0); goal.Weight > 0 {
			if stack.UsesTarget(i) {
				s.resolveGoal(frame, pool.Owner(slot), goal, run, i)
			} else {
				run.Goals[i] = solving.Goal{Weight: goal.Weight}
				run.Spaces[i] = solving.GoalSpace{}
			}
			run.IsActive = run.IsActive || run.Goals[i].Weight > 0
		}
	}
	if len(run.Ground) > 0 {
		s.findGround(frame, pool, slot, run, handles)
	}
}

// stack returns the stack of an ID, or nil. Most characters have the same as the one before.
func (s *ResolveGoals) stack(frame *ecs.Frame, id assets.ModifierStackID) *solving.Stack {
	if s.last == nil || id != s.lastID {
		s.last, s.lastID = (*solving.Stack)(frame.Library.ModifierStack(id)), id
	}
	return s.last
}

// findMotion sets the Transform of a character.
func (s *ResolveGoals) findMotion(entity ecs.Entity, run *ecs.ModifierRun) {
	run.Motion.World, run.HasMotion = rig.IdentityMatrix(), true
	if t := s.transforms.Get(entity); t != nil {
		run.Motion.World = rig.MatrixFromMat4(t.Matrix)
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

// resolveGoal takes goal i, which has a weight, to a space that the character's own block can resolve: model space, the axes of the
// world, or a joint of the character.
func (s *ResolveGoals) resolveGoal(frame *ecs.Frame, entity ecs.Entity, goal *components.Goal, run *ecs.ModifierRun, i int) {
	out := &run.Goals[i]
	out.Target, out.Rotation, out.HasRotation = goal.Position, goal.Rotation, goal.Rotation != [4]float32{}
	out.Pole, out.PoleDirection, out.HasPole = goal.Pole, goal.Pole, goal.HasPole
	var ok bool
	run.Spaces[i].Pole = 0
	if run.Spaces[i].Target, ok = directSpace(goal.Space, goal.Joint); !ok {
		matrix, found := s.otherSpace(frame, entity, goal, goal.Space, run)
		if !found {
			out.Weight = 0
			return
		}
		out.Target = matrix.Point(goal.Position)
		if out.HasRotation {
			out.Rotation, out.HasRotation = solving.TurnedBy(matrix, goal.Rotation)
		}
	} else if goal.Space == components.WorldSpace {
		out.Target = s.fromCharacter(entity, goal.Position, run)
	}
	if !goal.HasPole {
		return
	}
	if run.Spaces[i].Pole, ok = directSpace(goal.PoleSpace, goal.Joint); !ok {
		matrix, found := s.otherSpace(frame, entity, goal, goal.PoleSpace, run)
		if out.HasPole = found; found {
			out.Pole, out.PoleDirection = matrix.Point(goal.Pole), solving.Direction(matrix, goal.Pole)
		}
	} else if goal.PoleSpace == components.WorldSpace {
		out.Pole = s.fromCharacter(entity, goal.Pole, run)
	}
}

// directSpace returns the space of a goal for [solving.Stack.PlaceGoals]. If the goal is relative to another entity, or in no space at
// all, ok is false.
func directSpace(space components.GoalSpace, joint int32) (number int16, ok bool) {
	switch space {
	case components.CharacterSpace:
		return 0, true
	case components.WorldSpace:
		return solving.WorldAxes, true
	case components.JointSpace:
		switch {
		case joint >= math.MaxInt16:
			return solving.NoJoint, true
		case joint >= 0:
			return int16(joint) + 1, true
		}
	}
	return solving.WorldAxes, false
}

// fromCharacter returns a point of the world relative to the origin of a character.
func (s *ResolveGoals) fromCharacter(entity ecs.Entity, p mgl32.Vec3, run *ecs.ModifierRun) mgl32.Vec3 {
	if !run.HasMotion {
		s.findMotion(entity, run)
	}
	m := &run.Motion.World
	return mgl32.Vec3{p[0] - m[3], p[1] - m[7], p[2] - m[11]}
}

// otherSpace returns the matrix from the space of another entity, or of a joint of it, to the axes of the world, relative to the origin of
// the character. It returns false if there is no such entity or joint.
func (s *ResolveGoals) otherSpace(
	frame *ecs.Frame, entity ecs.Entity, goal *components.Goal, space components.GoalSpace, run *ecs.ModifierRun,
) (m rig.Matrix, ok bool) {
	if space != components.EntitySpace && space != components.EntityJointSpace || !ecs.IsAlive(s.world, goal.Entity) {
		return m, false
	}
	t := s.transforms.Get(goal.Entity)
	if t == nil {
		return m, false
	}
	m = rig.MatrixFromMat4(t.Matrix)
	origin := s.fromCharacter(entity, mgl32.Vec3{m[3], m[7], m[11]}, run)
	m[3], m[7], m[11] = origin[0], origin[1], origin[2]
	if space == components.EntitySpace {
		return m, true
	}
	slot := s.slots.Get(goal.Entity)
	if slot == nil {
		return m, false
	}
	pool, i := frame.Store.Pool(goal.Entity, *slot)
	if pool == nil || goal.Joint < 0 || int(goal.Joint) >= pool.Skeleton().Len() {
		return m, false
	}
	joints, matrices := pool.KeptMatrices(i)
	k, kept := slices.BinarySearch(joints, int16(goal.Joint))
	if !kept {
		return m, false
	}
	return m.Mul(rig.MatrixAt(matrices, k)), true
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
	var motions [ecs.BlockLanes]*solving.Motion
	hasRun, moves := false, false
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
				run.Motion.Before = run.Motion.World
			}
			continue
		}
		runs[lane], run.HasShown = run, true
		hasRun = true
		if run.HasMotion {
			if len(run.State) > 0 && run.IsFresh {
				run.Motion.Before, run.IsFresh = run.Motion.World, false
			}
			motions[lane], moves = &run.Motion, true
		}
	}
	if !hasRun {
		return
	}
	beginModel(b, w.BeginModel(b), &runs)
	if moves {
		b.Work.SetMotions(&motions)
	}
	for first := range runs { // of the array itself, because lanes that are done leave it
		run := runs[first]
		if run == nil {
			continue
		}
		b.Work.Goals = [ecs.BlockLanes]*[solving.MaxGoals]solving.Goal{}
		var spaces [ecs.BlockLanes]*solving.GoalSpaces
		var shown [ecs.BlockLanes][]float32
		for lane := first; lane < b.Lanes; lane++ {
			if other := runs[lane]; other != nil && other.Stack == run.Stack {
				b.Work.Goals[lane], b.Work.State[lane], b.Work.Ground[lane], shown[lane] = &other.Goals, other.State, other.Ground, other.Shown
				spaces[lane] = &other.Spaces
				other.Motion.Before = other.Motion.World // the block has a copy
				if lane > first {
					runs[lane] = nil
				}
			}
		}
		run.Stack.PlaceGoals(&b.Work, &spaces)
		run.Stack.Solve(&b.Work)
		storeChanged(b, run.Stack, &shown)
	}
	b.Work.Goals, b.Work.State = [ecs.BlockLanes]*[solving.MaxGoals]solving.Goal{}, [ecs.BlockLanes][]float32{}
	b.Work.Ground = [ecs.BlockLanes][]solving.FootGround{}
}

// beginModel computes the model matrices that the solvers need.
func beginModel(b *ecs.Block, m *ecs.BegunModel, runs *[ecs.BlockLanes]*ecs.ModifierRun) {
	var stack *solving.Stack
	for _, run := range runs {
		if run == nil {
			continue
		}
		if run.Stack != stack {
			stack = run.Stack
			for g, needed := range stack.Needed() {
				m.Needed[g] |= needed
				m.Known[g] |= stack.Moved()[g] // inverted below
			}
		}
		for i := range stack.Goals() {
			if run.Goals[i].Weight > 0 {
				needJoint(b.Pool, m, int(run.Spaces[i].Target)-1)
				needJoint(b.Pool, m, int(run.Spaces[i].Pole)-1)
			}
		}
	}
	parents := b.Pool.Skeleton().Parents()
	stride := b.Stride
	if b.Lanes == 1 {
		stride = 0 // the same character in all lanes
	}
	for g, needed := range m.Needed {
		m.Known[g] = needed &^ m.Known[g]
		if needed == 0 {
			continue
		}
		if b.Lanes > 1 {
			b.FillGroup(g)
		}
		kernel.Transpose(b.Work.Locals[g*kernel.Lanes*kernel.GroupSize:], b.Locals[g*kernel.GroupSize:], stride, 1)
		modelsOf(b, g, needed, parents)
	}
}

// Repeat implements [ecs.Repeatable]: it copies what the solvers made of the pose, because what they remember has moved on.
func (ModifyPoses) Repeat(frame *ecs.Frame, b *ecs.Block) {
	run := writer(frame).ModifierRun(b.Pool, int(b.Slots[0]))
	if run == nil || run.Stack == nil || !run.HasShown {
		return
	}
	pose := b.Local(0)
	for _, g := range run.Stack.ChangedGroups() {
		shown, own := run.Shown[g.Shown:], pose[g.Group*kernel.GroupSize:]
		for joints := g.Joints; joints != 0; joints &= joints - 1 {
			joint := bits.TrailingZeros8(joints)
			for r := range g.Rows {
				own[r*kernel.Lanes+joint] = shown[r*kernel.Lanes+joint]
			}
		}
	}
}

// storeChanged copies the groups of joints that a stack changed back to the local poses, and to what was shown. The other joints and
// the characters of other stacks have the same numbers in both.
func storeChanged(b *ecs.Block, stack *solving.Stack, shown *[ecs.BlockLanes][]float32) {
	for _, g := range stack.ChangedGroups() {
		at := g.Group * kernel.GroupSize
		var kept [ecs.BlockLanes][]float32
		for lane, keep := range shown {
			if keep != nil {
				kept[lane] = keep[g.Shown:]
			} else {
				kept[lane] = b.Local(lane)[at:]
			}
		}
		kernel.TransposeBack(b.Locals[at:], b.Stride, &kept, b.Work.Locals[at*kernel.Lanes:], g.Rows)
	}
}

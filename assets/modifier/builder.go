package modifier

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// Builder collects the solvers of a [Stack], in the order in which they run. Its methods keep their errors for
// [Builder.Build], so that calls need no checks in between.
type Builder struct {
	stack Stack
	errs  []error
}

// New begins a stack for the characters of a skeleton.
func New(name string, skeleton *rig.Skeleton) *Builder {
	b := &Builder{stack: Stack{name: name, skeleton: skeleton}}
	if skeleton == nil || skeleton.Len() == 0 {
		// Another one lets the calls that follow find their own errors.
		b.stack.skeleton, _ = rig.NewSkeleton("none", []rig.Joint{{Parent: -1, Rest: rig.IdentityTRS()}}, nil)
		b.errs = append(b.errs, errors.New("it has no skeleton with joints"))
	}
	return b
}

// Library is where a stack is added to: an assets.Library.
type Library interface {
	AddModifierStack(s *Stack) (id.ModifierStack, error)
}

// Add builds the stack and adds it to the library.
func (b *Builder) Add(library Library) (id.ModifierStack, error) {
	stack, err := b.Build()
	if err != nil {
		return 0, err
	}
	return library.AddModifierStack(stack)
}

// Build returns the stack, or all errors of the calls before. Each names the stack and the goal, and where a joint is
// missing, near names.
func (b *Builder) Build() (*Stack, error) {
	if len(b.errs) > 0 {
		return nil, fmt.Errorf("modifier stack %q: %w", b.stack.name, errors.Join(b.errs...))
	}
	s := b.stack
	s.goals, s.solvers, s.settings = slices.Clone(s.goals), slices.Clone(s.solvers), slices.Clone(s.settings)
	read := make([]bool, s.skeleton.Len()) // by the solvers behind the present one
	changed := make([]bool, s.skeleton.Len())
	for i := len(s.solvers) - 1; i >= 0; i-- {
		p := &s.solvers[i]
		p.refreshed = refreshed(s.skeleton, p.changes(), read)
		for _, joint := range p.reads() {
			for j := int(joint); j >= 0; j = s.skeleton.Parent(j) {
				read[j] = true
			}
		}
		for _, joint := range p.changes() {
			read[joint], changed[joint] = true, true // its local transform at least
		}
	}
	s.state = 0
	for i := range s.solvers {
		s.solvers[i].state = s.state
		s.state += s.solvers[i].size()
	}
	s.probes = s.footProbes()
	s.targets, s.rotations = make([]bool, len(s.goals)), make([]bool, len(s.goals))
	whole := make([]bool, s.skeleton.Len()) // not only the rotation changes
	for i := range s.solvers {
		if f, ok := s.solvers[i].solver.(*footSolver); ok { // the rotation alone changes of the other joints
			whole[f.pelvis] = true
			continue
		}
		if _, ok := s.solvers[i].solver.(turning); !ok {
			for _, joint := range s.solvers[i].changes() {
				whole[joint] = true
			}
		}
		if _, ok := s.solvers[i].solver.(simulated); ok {
			continue
		}
		goals := []int{s.solvers[i].goal()}
		if several := s.solvers[i].joined; several != nil {
			goals = several.targets()
		}
		plain, ok := s.solvers[i].solver.(unrotated)
		for _, goal := range goals {
			if goal >= 0 {
				s.targets[goal] = true
				s.rotations[goal] = s.rotations[goal] || !ok || !plain.ignoresRotation()
			}
		}
	}
	s.changed, s.groups = nil, nil
	s.needed, s.moved = make([]uint8, (len(read)+7)/8), make([]uint8, (len(read)+7)/8)
	moved := make([]bool, len(read))
	first := len(read) // a function computes all matrices again, from the first joint on that it changes
	for i := range s.solvers {
		if f, ok := s.solvers[i].solver.(*custom); ok && len(f.change) > 0 {
			first = min(first, int(f.change[0]))
		}
	}
	for j := range read {
		if read[j] {
			s.joints = j + 1
			s.needed[j/8] |= 1 << (j % 8)
		}
		parent := s.skeleton.Parent(j)
		if moved[j] = changed[j] || parent >= 0 && moved[parent] || j > first; moved[j] {
			s.moved[j/8] |= 1 << (j % 8)
		}
		if changed[j] {
			s.addChanged(j, whole[j])
		}
	}
	return &s, nil
}

// refreshed returns the joints that are read and that change with one of the given joints or an ancestor.
func refreshed(skeleton *rig.Skeleton, changes []int16, read []bool) (joints []int16) {
	moved := make([]bool, skeleton.Len())
	for _, joint := range changes {
		moved[joint] = true
	}
	for j := range moved {
		if parent := skeleton.Parent(j); parent >= 0 && moved[parent] {
			moved[j] = true
		}
		if moved[j] && read[j] {
			joints = append(joints, int16(j))
		}
	}
	return joints
}

// context adds errors to a builder that name a solver.
type context struct {
	b    *Builder
	kind string
	name string
}

func (b *Builder) context(kind, goal string) context { return context{b, kind, goal} }

// record keeps the settings of a solver for JSON.
func (b *Builder) record(kind, goal string, settings any) {
	b.stack.settings = append(b.stack.settings, solverSettings{kind, goal, settings})
}

func (c context) fail(format string, args ...any) {
	c.b.errs = append(c.b.errs, fmt.Errorf("%s %q: %w", c.kind, c.name, fmt.Errorf(format, args...)))
}

// goal returns the index of the solver's goal, which is new unless a solver before named it.
func (c context) goal() int {
	if c.name == "" {
		c.fail("the goal has no name")
	}
	s := &c.b.stack
	if i, ok := s.Goal(c.name); ok {
		return i
	}
	if len(s.goals) == MaxGoals {
		c.fail("the stack has %d goals already, which is the limit", MaxGoals)
		return 0
	}
	s.goals = append(s.goals, c.name)
	return len(s.goals) - 1
}

// goalOrNone returns the index of the solver's goal, or -1 if it has none and is always applied.
func (c context) goalOrNone() int {
	if c.name == "" {
		return -1
	}
	return c.goal()
}

// joint returns the index of a joint.
func (c context) joint(role, name string) int {
	joint, err := c.b.stack.skeleton.FindJoint(name)
	if err != nil {
		c.fail("%s: %w", role, err)
		return 0
	}
	return joint
}

// below reports whether a joint hangs from another one, with any number of joints between.
func (c context) below(joint, ancestor int) bool {
	skeleton := c.b.stack.skeleton
	if len(c.b.errs) > 0 { // joints may be wrong
		return true
	}
	for j := skeleton.Parent(joint); j >= 0; j = skeleton.Parent(j) {
		if j == ancestor {
			return true
		}
	}
	return false
}

func (c context) checkBelow(joint, ancestor int) {
	if !c.below(joint, ancestor) {
		s := c.b.stack.skeleton
		c.fail("joint %q must be below joint %q", s.JointName(joint), s.JointName(ancestor))
	}
}

// maxLevel is the largest level of detail from which on a solver may be left out.
const maxLevel = 255

func (c context) add(s solver, offLevel int) *Builder {
	if offLevel < 0 || offLevel > maxLevel {
		c.fail("the level of detail from which on it is left out must be 0 to %d, not %d", maxLevel, offLevel)
	}
	if len(c.b.stack.solvers) == MaxSolvers {
		c.fail("the stack has %d solvers already, which is the limit", MaxSolvers)
	}
	if len(c.b.errs) == 0 {
		several, _ := s.(joined)
		c.b.stack.solvers = append(c.b.stack.solvers, placed{solver: s, joined: several, offLevel: offLevel})
	}
	return c.b
}

// restModel returns the model matrices of the rest pose.
func restModel(skeleton *rig.Skeleton) []rig.Matrix {
	model := make([]rig.Matrix, skeleton.Len())
	for j := range model {
		model[j] = skeleton.Rest(j).Matrix()
		if parent := skeleton.Parent(j); parent >= 0 {
			model[j] = model[parent].Mul(model[j])
		}
	}
	return model
}

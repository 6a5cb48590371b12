package modifier

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solvers"
	"github.com/sinew-go/sinew/internal/solving"
)

// Builder collects the solvers of a [Stack], in the order in which they run. Its methods keep their
// errors for [Builder.Build], so that calls need no checks in between.
type Builder struct {
	name     string
	skeleton *rig.Skeleton
	goals    []string
	solvers  []solvers.Added
	settings []solving.Setting
	errs     []error
}

// New begins a stack for the characters of a skeleton. It needs a name.
func New(name string, skeleton *rig.Skeleton) *Builder {
	b := &Builder{name: name, skeleton: skeleton}
	if name == "" {
		b.errs = append(b.errs, errors.New("expected a name of the stack, found none"))
	}
	if skeleton == nil || skeleton.Len() == 0 {
		// Another one lets the calls that follow find their own errors.
		b.skeleton, _ = rig.NewSkeleton("none", []rig.Joint{{Parent: -1, Rest: rig.IdentityTRS()}}, nil)
		b.errs = append(b.errs, errors.New("expected a skeleton with joints, found none"))
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
	if library == nil {
		return 0, fmt.Errorf("modifier stack %q: expected the library to add it to, found nil", b.name)
	}
	return library.AddModifierStack(stack)
}

// Build returns the stack, or all errors of the calls before. Each names the stack and the goal,
// and where a joint is missing, near names.
func (b *Builder) Build() (*Stack, error) {
	b = b.orFailed()
	if len(b.errs) > 0 {
		stack := "modifier stack"
		if b.name != "" {
			stack += fmt.Sprintf(" %q", b.name)
		}
		return nil, fmt.Errorf("%s: %w", stack, errors.Join(b.errs...))
	}
	return (*Stack)(solvers.Compile(solvers.Parts{
		Name: b.name, Skeleton: b.skeleton, Goals: slices.Clone(b.goals), Solvers: b.solvers,
		Source: &source{b.name, slices.Clone(b.settings)},
	})), nil
}

// context adds errors to a builder that name a solver.
type context struct {
	b    *Builder
	kind string
	name string
	// usesTarget reports that the solver uses the target of its goal, not only the weight; only
	// constraints need to tell.
	usesTarget bool
}

func (b *Builder) context(kind, goal string) context { return context{b: b, kind: kind, name: goal} }

// orFailed returns a builder with an error in place of one that [New] did not make.
func (b *Builder) orFailed() *Builder {
	if b == nil || b.skeleton == nil {
		failed := New("", nil)
		failed.errs = []error{errors.New("expected a builder from New, found nil or a zero value")}
		return failed
	}
	return b
}

// record keeps the settings of a solver for JSON. It returns the builder to use.
func (b *Builder) record(kind, goal string, settings any) *Builder {
	b = b.orFailed()
	b.settings = append(b.settings, solving.Setting{Kind: kind, Goal: goal, Settings: settings})
	return b
}

func (c context) fail(format string, args ...any) {
	c.b.errs = append(c.b.errs, fmt.Errorf("%s %q: %w", c.kind, c.name, fmt.Errorf(format, args...)))
}

// goal returns the index of the solver's goal, which is new unless a solver before named it.
func (c context) goal() int {
	if c.name == "" {
		c.fail("expected a name of the goal, found none")
	}
	b := c.b
	if i := slices.Index(b.goals, c.name); i >= 0 {
		return i
	}
	if len(b.goals) == solving.MaxGoals {
		c.fail("expected at most %d goals in the stack, found more", solving.MaxGoals)
		return 0
	}
	b.goals = append(b.goals, c.name)
	return len(b.goals) - 1
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
	joint, err := c.b.skeleton.FindJoint(name)
	if err != nil {
		c.fail("%s: %w", role, err)
		return 0
	}
	return joint
}

// below reports whether a joint hangs from another one, with any number of joints between.
func (c context) below(joint, ancestor int) bool {
	skeleton := c.b.skeleton
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
		s := c.b.skeleton
		c.fail("expected a joint below joint %q, found %q", s.JointName(ancestor), s.JointName(joint))
	}
}

// maxLevel is the largest level of detail from which on a solver may be left out.
const maxLevel = 255

func (c context) add(s solvers.Solver, offLevel int) *Builder {
	if offLevel < 0 || offLevel > maxLevel {
		c.fail("expected the level of detail from which on it is left out from 0 to %d, found %d", maxLevel, offLevel)
	}
	if len(c.b.solvers) == maxSolvers {
		c.fail("expected at most %d solvers in the stack, found more", maxSolvers)
	}
	if len(c.b.errs) == 0 {
		c.b.solvers = append(c.b.solvers, solvers.Added{Solver: s, Kind: c.kind, OffLevel: offLevel})
	}
	return c.b
}

// fromModelAtRest returns the matrix that takes directions of the rest pose from model space to the
// space of a joint, which may be -1 for model space itself.
func (c context) fromModelAtRest(joint int) rig.Matrix {
	if joint < 0 {
		return rig.IdentityMatrix()
	}
	inverse, ok := restModel(c.b.skeleton)[joint].Inverse()
	if !ok {
		c.fail("expected a joint with an inverse in the rest pose, found %q without", c.b.skeleton.JointName(joint))
	}
	inverse[3], inverse[7], inverse[11] = 0, 0, 0
	return inverse
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

package vrm

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
)

// constraintExtension is the extension VRMC_node_constraint of a node.
type constraintExtension struct {
	Constraint struct {
		Roll, Aim, Rotation *constraintDocument
	} `json:"constraint"`
}

type constraintDocument struct {
	Source   *int     `json:"source"`
	RollAxis string   `json:"rollAxis"`
	AimAxis  string   `json:"aimAxis"`
	Weight   *float32 `json:"weight"`
}

// constraint is a constraint of an avatar: either copy or aim.
type constraint struct {
	node, source int
	copy         *modifier.Copy
	aim          *modifier.AimAt
	path         string
}

// axes are the values of rollAxis and aimAxis.
var axes = map[string]mgl32.Vec3{
	"X": {1, 0, 0}, "Y": {0, 1, 0}, "Z": {0, 0, 1},
	"PositiveX": {1, 0, 0}, "PositiveY": {0, 1, 0}, "PositiveZ": {0, 0, 1},
	"NegativeX": {-1, 0, 0}, "NegativeY": {0, -1, 0}, "NegativeZ": {0, 0, -1},
}

// constraints returns the constraints of all nodes, without the names of joints, or an error for
// one that the specification excludes.
func (d *document) constraints() (all []constraint, err error) {
	for node := range d.Nodes {
		extension := d.Nodes[node].Extensions.Constraint
		if extension == nil {
			continue
		}
		c := constraint{node: node}
		for i, kind := range []string{"roll", "aim", "rotation"} {
			from := []*constraintDocument{
				extension.Constraint.Roll, extension.Constraint.Aim,
				extension.Constraint.Rotation,
			}[i]
			if from == nil {
				continue
			}
			if c.path != "" {
				return nil, fmt.Errorf("nodes[%d].extensions.VRMC_node_constraint.constraint: expected one of roll, "+
					"aim and rotation, found several", node)
			}
			c.path = fmt.Sprintf("nodes[%d].extensions.VRMC_node_constraint.constraint.%s", node, kind)
			if err := c.read(kind, from, len(d.Nodes)); err != nil {
				return nil, fmt.Errorf("%s%w", c.path, err)
			}
		}
		if c.path == "" {
			return nil, fmt.Errorf("nodes[%d].extensions.VRMC_node_constraint.constraint: expected one of roll, aim "+
				"and rotation, found none", node)
		}
		all = append(all, c)
	}
	return all, nil
}

// read reads the settings of one kind of constraint.
func (c *constraint) read(kind string, from *constraintDocument, nodes int) error {
	weight := float32(1)
	if from.Weight != nil {
		weight = *from.Weight
	}
	switch {
	case from.Source == nil:
		return errors.New(".source: expected the index of a node, found none")
	case *from.Source < 0 || *from.Source >= nodes:
		return expectIndex(".source", *from.Source, nodes, "nodes")
	case *from.Source == c.node:
		return fmt.Errorf(".source: expected another node than %d itself, found the same", c.node)
	case !(weight >= 0 && weight <= 1):
		return fmt.Errorf(".weight: expected a number from 0 to 1, found %v", weight)
	}
	c.source = *from.Source
	switch kind {
	case "roll":
		axis, ok := axes[from.RollAxis]
		if !ok || len(from.RollAxis) != 1 {
			return fmt.Errorf(".rollAxis: expected X, Y or Z, found %q", from.RollAxis)
		}
		c.copy = &modifier.Copy{
			Rotation: weight, FromRest: true,
			Axes: [3]bool{axis[0] != 0, axis[1] != 0, axis[2] != 0},
		}
	case "aim":
		axis, ok := axes[from.AimAxis]
		if !ok || len(from.AimAxis) == 1 {
			return fmt.Errorf(".aimAxis: expected PositiveX, NegativeX, PositiveY, NegativeY, PositiveZ or NegativeZ, found %q",
				from.AimAxis)
		}
		if weight > 0 {
			c.aim = &modifier.AimAt{Forward: axis, FromRest: true, Weight: weight}
			return nil
		}
		fallthrough // a weight of 0 keeps the node at rest
	default:
		c.copy = &modifier.Copy{Rotation: weight, FromRest: true}
	}
	return nil
}

// readConstraints keeps the constraints in an order in which each comes after those that move what
// it reads. One that cannot be solved is left out with a warning.
func (a *Avatar) readConstraints(all []constraint) error {
	for i := range all {
		if err := a.memory.spend("joints", a.skeleton.Len(), constraintJointBytes); err != nil {
			return fmt.Errorf("%s: %w", all[i].path, err)
		}
	}
	const pending, done = 1, 2
	byNode, state := map[int]int{}, make([]int, len(all))
	for i := range all {
		byNode[all[i].node] = i
	}
	var add func(i int) bool
	add = func(i int) bool {
		if state[i] != 0 {
			return state[i] == done
		}
		state[i] = pending
		for _, node := range a.readBy(&all[i]) {
			if k, ok := byNode[node]; ok && !add(k) {
				a.Warnings = append(a.Warnings,
					fmt.Sprintf("%s: it is left out, because it moves what it depends on itself", all[i].path))
				state[i] = done
				return true
			}
		}
		state[i] = done
		a.addConstraint(&all[i])
		return true
	}
	for i := range all {
		add(i)
	}
	return nil
}

// constraintJointBytes is what a constraint takes for each joint of the skeleton while it is read,
// at most.
const constraintJointBytes = 64

// readBy returns the nodes whose rotation a constraint reads: an aim constraint those above both
// nodes too.
func (a *Avatar) readBy(c *constraint) (nodes []int) {
	if c.aim == nil {
		return []int{c.source}
	}
	for _, of := range []int{c.source, c.node} {
		for node := of; node >= 0; node = a.Model.Nodes[node].Parent {
			if node != c.node || of == c.source {
				nodes = append(nodes, node)
			}
		}
	}
	return nodes
}

// addConstraint names the joints of a constraint and keeps it, unless it cannot be solved.
func (a *Avatar) addConstraint(c *constraint) {
	joint, err := a.joint(c.node)
	from, err2 := a.joint(c.source)
	if err == nil {
		err = err2
	}
	if err == nil && a.isShared(a.skeleton.JointName(joint)) {
		a.warn("%s: it is left out: skeleton %q has the joint too, so its characters move it", c.path, a.joined.Name())
		return
	}
	if err == nil {
		if c.copy != nil {
			c.copy.Joint, c.copy.From = a.skeleton.JointName(joint), a.skeleton.JointName(from)
		} else {
			c.aim.Joint, c.aim.At = a.skeleton.JointName(joint), a.skeleton.JointName(from)
		}
		_, err = c.add(modifier.New(a.Model.Name, a.skeleton)).Build()
	}
	if err != nil {
		a.Warnings = append(a.Warnings, fmt.Sprintf("%s: it is left out: %v", c.path, err))
		return
	}
	a.constraints = append(a.constraints, *c)
}

func (c *constraint) add(b *modifier.Builder) *modifier.Builder {
	if c.copy != nil {
		return b.Copy("", *c.copy)
	}
	return b.AimAt("", *c.aim)
}

// AddConstraints adds the avatar's constraints to a stack, after the solvers that it has and in an
// order in which each finds what it depends on. They have no goal and are always applied. They
// belong after what poses the bones of the humanoid, such as reaching hands, and before springs.
func (a *Avatar) AddConstraints(b *modifier.Builder) *modifier.Builder {
	if a == nil {
		return b
	}
	for i := range a.constraints {
		a.constraints[i].add(b)
	}
	return b
}

// Stack adds a stack of the avatar's constraints and springs, in this order, to the library that
// has the model, or returns 0 if it has none.
func (a *Avatar) Stack(library modifier.Library) (id.ModifierStack, error) {
	if a.isNone() {
		return 0, errNoAvatar
	}
	if len(a.constraints) == 0 && len(a.springs) == 0 {
		return 0, nil
	}
	return a.AddSprings(a.AddConstraints(modifier.New(a.Model.Name, a.skeleton))).Add(library)
}

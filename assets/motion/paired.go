package motion

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/exact"
)

// Paired is a motion in which two or more characters play parts: a handshake, an execution, a horse
// and its rider. PlayTogether of package systems plays it. Motions that were made in one scene have
// all parts relative to its origin, which is the anchor.
type Paired struct {
	Name string
	// Roles are the parts. The character in the first one leads.
	Roles []Role
}

// Role is the part of one character in a [Paired] motion.
type Role struct {
	Name string
	// Motion is what the character plays. The clip that lasts longest gives the common time;
	// characters with shorter clips show the last pose of theirs until it is over. A motion that is
	// no clip, such as a blend space, is at the same fraction as the others.
	Motion id.Motion
	// Place takes the model space of the character, at the start of its motion, to the space of the
	// anchor. It rotates and translates, in units of the motion, which is mostly meters, and does
	// not scale. mgl32.Ident4() stands at the anchor.
	Place mgl32.Mat4
}

// MaxRoles is the largest number of roles of a [Paired] motion.
const MaxRoles = 64

// rigidity is by how much the axes of a place may be off from length 1 and right angles.
const rigidity = 1e-3

// Check returns an error unless the motion has at least two roles, each with a name of its own and
// with a place that rotates and translates only.
func (p *Paired) Check() error {
	if p == nil {
		return errors.New("expected a paired motion, found nil")
	}
	if len(p.Roles) < 2 || len(p.Roles) > MaxRoles {
		return fmt.Errorf("paired motion %q: expected 2 to %d roles, found %d", p.Name, MaxRoles, len(p.Roles))
	}
	for i := range p.Roles {
		role := &p.Roles[i]
		for k := range p.Roles[:i] {
			if p.Roles[k].Name == role.Name {
				return fmt.Errorf("paired motion %q: expected a name of its own for each role, found %q twice", p.Name,
					role.Name)
			}
		}
		if role.Name == "" {
			return fmt.Errorf("paired motion %q: role %d: expected a name, found none", p.Name, i)
		}
		if err := checkPlace(&role.Place); err != nil {
			return fmt.Errorf("paired motion %q: role %q: its place: %w", p.Name, role.Name, err)
		}
	}
	return nil
}

// checkPlace returns an error unless a matrix only rotates and translates.
func checkPlace(m *mgl32.Mat4) error {
	for i, x := range m {
		if !exact.IsFinite(x) {
			return fmt.Errorf("expected finite numbers, found %v in row %d of column %d", x, i%4, i/4)
		}
	}
	if *m == (mgl32.Mat4{}) {
		return errors.New("expected a matrix, such as mgl32.Ident4(), found zeros")
	}
	if row := m.Row(3); row != (mgl32.Vec4{0, 0, 0, 1}) {
		return fmt.Errorf("expected 0, 0, 0, 1 in the last row, found %v, %v, %v, %v", row[0], row[1], row[2], row[3])
	}
	var axes [3]exact.Vec3
	for i := range axes {
		axes[i] = exact.ToVec3([3]float32(m[4*i:]))
	}
	for i := range axes {
		for k := range i + 1 {
			want := 0.0
			if i == k {
				want = 1
			}
			if dot := axes[i].Dot(axes[k]); !(math.Abs(dot-want) <= rigidity) {
				return fmt.Errorf("expected axes of length 1 at right angles, found %v as the product of axes %d and %d",
					dot, k, i)
			}
		}
	}
	if axes[0].Cross(axes[1]).Dot(axes[2]) < 0 {
		return errors.New("expected a rotation, found a matrix that mirrors")
	}
	return nil
}

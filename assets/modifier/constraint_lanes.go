package modifier

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solvers"
	"github.com/sinew-go/sinew/internal/solving"
)

// The arguments of a function that changes a joint of all characters at once.
type (
	work           = solvers.Work
	laneConstraint = solvers.LaneConstraint
	row            = [solvers.Lanes]float32
)

// constrainLanes adds a solver that changes the local transform of one joint.
func (c context) constrainLanes(
	goal, joint int, reads []int, offLevel int, apply func(w *work, t *laneConstraint, out *solve.Local, weights *row),
) *Builder {
	if len(c.b.errs) > 0 {
		return c.b
	}
	t := solvers.LaneConstraint{
		GoalIndex: goal, Joint: joint, Parent: c.b.skeleton.Parent(joint),
		Change: []int16{int16(joint)}, Apply: apply, UsesTarget: c.usesTarget,
	}
	for _, j := range reads {
		if j >= 0 {
			t.Read = append(t.Read, int16(j))
		}
	}
	return c.add(&t, offLevel)
}

// putRow writes a number to a row of all lanes.
func putRow(rows []float32, row int, x float32) {
	for l := range solvers.Lanes {
		rows[row*solvers.Lanes+l] = x
	}
}

// putRows writes numbers to rows of all lanes, from one row on.
func putRows(rows []float32, row int, numbers ...float32) {
	for i, x := range numbers {
		putRow(rows, row+i, x)
	}
}

func putRotation(rows []float32, row int, q exact.Quat) {
	n := q.Float32()
	putRows(rows, row, n[:]...)
}

// copyRows returns the settings of a copy in the space of the parent, and which part of the
// rotation it copies.
func (b *Builder) copyRows(s *Copy, joint, from int, axes [3]bool) (rows *solve.CopyRows, part solve.CopyPart) {
	rows = new(solve.CopyRows)
	rest, restFrom := b.skeleton.Rest(joint), b.skeleton.Rest(from)
	count := 0
	for i, is := range axes {
		if is {
			count++
			putRow(rows[:], layout.CopyPosition+i, s.Position)
		}
		if is && restFrom.Scale[i] != 0 {
			putRow(rows[:], layout.CopyScale+i, s.Scale)
			putRow(rows[:], layout.CopySizes+i, float32(float64(rest.Scale[i])/float64(restFrom.Scale[i])))
		}
	}
	putRow(rows[:], layout.CopyRotation, s.Rotation)
	putRows(rows[:], layout.CopyRest, rest.Translation[:]...)
	putRows(rows[:], layout.CopyRestFrom, restFrom.Translation[:]...)
	own, other := quat(rest).Normalized(), quat(restFrom).Normalized()
	putRotation(rows[:], layout.CopyTurned, own)
	if count == 3 {
		putRotation(rows[:], layout.CopyLeft, own.Mul(other.Conjugate()))
		return rows, solve.CopyWhole
	}
	// In the space of the joint, if both parents' spaces count as the same.
	putRotation(rows[:], layout.CopyLeft, own.Conjugate())
	putRotation(rows[:], layout.CopyRight, other.Conjugate().Mul(own))
	part = solve.CopyTwist
	if count == 2 {
		part = solve.CopySwing
	}
	for i, is := range axes {
		if is == (count == 1) {
			putRow(rows[:], layout.CopyAxis+i, 1)
		}
	}
	return rows, part
}

// modelRows returns the settings of a copy in model space.
func modelRows(position, rotation, scale float32, axes [3]bool) *solve.CopyRows {
	rows := new(solve.CopyRows)
	for i, is := range axes {
		if is {
			putRow(rows[:], layout.CopyPosition+i, position)
			putRow(rows[:], layout.CopyScale+i, scale)
		}
	}
	putRow(rows[:], layout.CopyRotation, rotation)
	return rows
}

// overrideRows returns the settings of an override.
func overrideRows(s *Override) *solve.OverrideRows {
	rows := new(solve.OverrideRows)
	putRows(rows[:], layout.OverridePosition, solving.Number(s.Position), solving.Number(s.Rotation),
		solving.Number(s.Scale != mgl32.Vec3{}))
	putRows(rows[:], layout.OverrideSizes, s.Scale[:]...)
	return rows
}

package solving

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// FootProbe is a foot of a stack that asks for the ground below it.
type FootProbe struct {
	// Goal is the index of the goal of the ground, Owner that of the goal of foot placement.
	Goal, Owner int
	// End is the end joint of the leg, and Down and Lift are the names of markers as in
	// modifier.Foot.
	End        int
	Down, Lift string
	// State is where in a character's state the foot remembers its numbers.
	State int
	Rest  mgl32.Vec3 // in the rest pose
	Far   float32    // two legs
	// OffLevel is the level of detail from which on foot placement is left out, or 0, and Level where
	// in the state its weight by the level of detail is.
	OffLevel, Level int
}

// footState is how many numbers a foot remembers.
const footState = layout.FootStateRows

// FootProbes returns the feet of the stack, in the order of its solvers. The slice is the stack's
// own: read only.
func (s *Stack) FootProbes() []FootProbe { return s.facts.Probes }

// Position writes the place in the world at which a foot asks for the ground, where the frame
// before expects it, and its step: how far it moved in that frame. If there was none, or the
// character was put somewhere else, it is the place in the rest pose, and the step stays as it is.
//
// It computes number by number: vectors would go through memory, at several times the cost.
func (p *FootProbe) Position(place, step *mgl32.Vec3, state []float32, world *rig.Matrix) {
	r0, r1, r2 := p.Rest[0], p.Rest[1], p.Rest[2]
	x := float32(world[0]*r0) + float32(world[1]*r1) + float32(world[2]*r2) + world[3]
	y := float32(world[4]*r0) + float32(world[5]*r1) + float32(world[6]*r2) + world[7]
	z := float32(world[8]*r0) + float32(world[9]*r1) + float32(world[10]*r2) + world[11]
	memory := (*[footState]float32)(state[p.State:])
	if memory[layout.FootStatePhase] != 0 {
		const ahead, contact = layout.FootStateAhead, layout.FootStateContact
		wayX, wayY, wayZ := memory[ahead]-x, memory[ahead+1]-y, memory[ahead+2]-z
		way := float32(wayX*wayX) + float32(wayY*wayY) + float32(wayZ*wayZ)
		scale := float32(world[0]*world[0]) + float32(world[4]*world[4]) + float32(world[8]*world[8])
		if square := float32(p.Far * p.Far); way < float32(square*scale) {
			x, y, z = memory[ahead], memory[ahead+1], memory[ahead+2]
			step[0], step[1], step[2] = x-memory[contact], y-memory[contact+1], z-memory[contact+2]
		}
	}
	place[0], place[1], place[2] = x, y, z
}

// Carry moves what is remembered of a foot along with the ground, from a matrix to the one now:
// where it stands and where it came from, so that its speed is the one over the ground. What a foot
// stands on is kept in the space of the ground, so that rounding does not add up. Ground that is
// scaled to 0 or not finite carries nothing.
func (p *FootProbe) Carry(state []float32, before, now *rig.Matrix, stood *mgl32.Vec3) {
	memory := state[p.State:][:footState]
	if memory[layout.FootStatePhase] == 0 || *now == *before {
		return
	}
	from, to := exact.ToAffine((*[rig.MatrixSize]float32)(before)), exact.ToAffine((*[rig.MatrixSize]float32)(now))
	inverse, ok := from.Inverse()
	move := to.Mul(&inverse)
	back, invertible := move.Inverse()
	if !ok || !invertible {
		return
	}
	read := func(row int) exact.Vec3 { return exact.ToVec3([3]float32(memory[row:])) }
	contact, point := [3]float32(memory[layout.FootStateContact:]), *stood
	if from.Point(exact.ToVec3(point)).Float32() != contact {
		point = inverse.Point(exact.ToVec3(contact)).Float32()
	}
	carried := to.Point(exact.ToVec3(point)).Float32()
	ahead := read(layout.FootStateAhead).Sub(exact.ToVec3(contact)) // 0 for a foot that stands
	turned := exact.Affine{
		0: back[0], 1: back[4], 2: back[8], 4: back[1], 5: back[5], 6: back[9], 8: back[2],
		9: back[6], 10: back[10],
	}
	rows := [...][3]float32{
		move.Point(read(layout.FootStateToe)).Float32(), carried,
		turned.Direction(read(layout.FootStateNormal)).Normalized().Float32(),
		exact.ToVec3(carried).Add(move.Direction(ahead)).Float32(),
		move.Direction(read(layout.FootStateForward)).Normalized().Float32(),
	}
	for _, row := range rows {
		if !exact.ToVec3(row).IsFinite() {
			return
		}
	}
	*stood = point
	for i, at := range [...]int{
		layout.FootStateToe, layout.FootStateContact, layout.FootStateNormal,
		layout.FootStateAhead, layout.FootStateForward,
	} {
		copy(memory[at:], rows[i][:])
	}
}

// IsOff reports whether a level of detail leaves foot placement out.
func (p *FootProbe) IsOff(state []float32, level int) bool {
	return p.OffLevel > 0 && level >= p.OffLevel && !(state[p.Level] > 1)
}

// Marked returns what the markers of a clip tell of the foot at a time: 1 that it is planted, -1
// that it is not, and 0 if the clip lacks one of them. Before the first of them the last one
// counts, as in a loop.
func (p *FootProbe) Marked(markers []clip.Marker, time float64) (planted float32) {
	var downs, lifts bool
	passed := false
	for i := range markers {
		m := &markers[i]
		isDown := m.Name == p.Down
		if !isDown && m.Name != p.Lift {
			continue
		}
		downs, lifts = downs || isDown, lifts || !isDown
		if m.Time <= time || !passed {
			planted = Number(isDown) - Number(!isDown)
		}
		passed = passed || m.Time <= time
	}
	if !downs || !lifts {
		return 0
	}
	return planted
}

// ShiftOrigin makes what is remembered of a foot relative to a new origin of the world: it takes by
// from every place.
func (p *FootProbe) ShiftOrigin(state []float32, by [3]float64) {
	memory := state[p.State:][:footState]
	if memory[layout.FootStatePhase] == 0 {
		return
	}
	for _, at := range [...]int{layout.FootStateToe, layout.FootStateContact, layout.FootStateAhead} {
		exact.ShiftPoint((*[3]float32)(memory[at:]), by)
	}
}

package crowdstore

import "github.com/go-gl/mathgl/mgl32"

// MaxCascades is the largest number of shadow maps.
const MaxCascades = 3

// Cascade is a shadow map, which draws those members that it shows, but for those that are wholly
// in another volume.
type Cascade struct {
	Shown, Without [6]mgl32.Vec4
}

// Members are members of a list, as indices from First to before End.
type Members struct{ First, End int }

// casting is what draws the shadow of a member: nothing, or the cascades from one to another. The
// members of a list are in this order, so that those of each cascade follow each other.
type casting uint8

const (
	castsNone casting = iota
	casts0
	casts0to1
	casts0to2
	casts1
	casts1to2
	casts2
	castings = iota
)

// findCascades finds which cascades draw the shadows of the members of a block. If the first and
// the last one do, one between them does too. One that no cascade would draw is for the first. It
// takes the number of the block among those that are looked at anew.
func (m *inView) findCascades(v *View, at int) {
	m.addCasting(castsNone, m.shown&^m.casting)
	if m.casting == 0 {
		return
	}
	in := [MaxCascades]lanes{m.casting}
	if len(v.Cascades) > 1 {
		for i := range v.Cascades {
			of := &m.c.volumes.cascades[i]
			in[i] = m.casting
			if i > 0 { // the first one shows all of them
				in[i] = of.shown.above(of.shown.crossed(at), m.spheres, in[i])
			}
			in[i] &^= of.without.above(of.without.crossed(at), m.spheres, in[i])
		}
	}
	from1, from2 := in[1]&^in[0], in[2]&^in[0]&^in[1]
	from0 := m.casting &^ from1 &^ from2
	to0 := from0 &^ in[1] &^ in[2]
	m.addCasting(casts0, to0)
	m.addCasting(casts0to1, from0&in[1]&^in[2])
	m.addCasting(casts0to2, from0&in[2])
	m.addCasting(casts1, from1&^in[2])
	m.addCasting(casts1to2, from1&in[2])
	m.addCasting(casts2, from2)
}

func (m *inView) addCasting(kind casting, some lanes) {
	if some != 0 {
		of := &m.castings[m.kindsOfCasting]
		of.kind, of.lanes = kind, some
		m.kindsOfCasting++
	}
}

// place notes where the members of a list are, given where those of each casting begin, and which
// of them the shadow maps draw. There are so many.
func (l *List) place(begins *[castings + 1]int, maps int) {
	l.First, l.FirstCaster, l.Shown, l.End = begins[0], begins[casts0], begins[castings], begins[castings]
	if l.shadowOnly {
		l.Shown = l.First
	}
	l.Casters = [MaxCascades]Members{
		{l.FirstCaster, begins[casts1]}, {begins[casts0to1], begins[casts2]}, {begins[casts1to2], l.End},
	}
	if begins[casts0to2] < begins[casts1] {
		l.Casters[2].First = begins[casts0to2] // so that it draws those of 1 alone too, which are between
	}
	for i := maps; i < MaxCascades; i++ {
		l.Casters[i] = Members{}
	}
}

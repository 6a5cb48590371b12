package solvers

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/kernel/springs"
)

// Spring is a chain of bones that swing.
//
// All of a frame is computed in the present model space. What a character remembers is in the model
// space of the frame before; a matrix, the motion, takes it along: points that are fixed in the
// center's space keep their places there.
type Spring struct {
	GoalIndex   int
	Joints      []int16
	Read        []int16
	Bones       []SpringBone
	Colliders   []Collider
	Tip         mgl32.Vec3
	InCharacter bool // the bones have inertia in model space
	CenterJoint int  // in whose space they have inertia, or -1
	PushOnce    bool
	Teleport    springs.Row // the least square of a distance beyond it
	Meters      float64     // how many meters a unit of model space is taken for
}

// SpringBone is the compiled form of a bone of a spring.
type SpringBone struct {
	Joint, Child, Parent int // child is -1 for a tip
	Setting              springs.Setting
	Down                 solve.Point // the direction of gravity in the world
	HasGravity           bool
	SameGravity          bool // as the bone before
	HitRadius            float32
	Limits               []springs.Limit // by collider; shared with a bone before of the same radius
}

// Collider is the compiled form of what springs collide with.
type Collider struct {
	Joint              int
	IsCapsule, IsPlane bool        // otherwise it is a sphere
	Offset, Second     solve.Point // in the joint's space
}

// The numbers that are remembered for each character: first those of the first joint, then those of
// each bone, two points for each collider, and a matrix for the center joint.
const (
	springHeader = layout.RootKeptRows
	springSize   = layout.KeptRows
	shapeFirst   = 0
	shapeSecond  = layout.PointRows
	shapeSize    = 2 * layout.PointRows
)

func (t *Spring) goal() int { return t.GoalIndex }

func (t *Spring) reads() []int16 { return t.Read }

func (t *Spring) changes() []int16 { return t.Joints[:len(t.Bones)] }

func (t *Spring) simulates() {}

func (t *Spring) turns() {}

// stateSize is a multiple of 8, for [springs.Gather].
func (t *Spring) stateSize() int {
	n := springHeader + springSize*len(t.Bones) + shapeSize*len(t.Colliders)
	if t.CenterJoint >= 0 {
		n += layout.MatrixRows
	}
	return (n + Lanes - 1) / Lanes * Lanes
}

// springWork is memory for springs.
type springWork struct {
	rows      []float32 // the state, by number and lane
	none      []float32 // state of lanes without a spring
	frame     springs.Frame
	hasFrame  bool
	center    solve.Matrix
	root      springs.Root
	fixed     springs.Link    // before the first bone: not moved
	links     [3]springs.Link // the last bones take turns
	link      springs.LinkFrame
	noJoint   solve.Local // before the first joint
	bone      boneWork
	recent    [3]springs.Bone // as links, with colliders
	step      springs.Step
	child     solve.Matrix // of a tip
	bones     []manyWork
	colliders []colliderWork
	lanes     [Lanes]springTime
}

// boneWork are the numbers of a bone in a frame.
type boneWork struct {
	carried springs.Carried
	gravity solve.Point
}

// manyWork is a bone of a frame with several substeps.
type manyWork struct {
	boneWork
	at [2]springs.Bone // this substep and the one before take turns
}

type colliderWork struct {
	first, second     springs.Places
	firstAt, secondAt solve.Point
}

func (t *Spring) solve(w *Work, weights *[Lanes]float32, state int) {
	s := &w.spring
	var from [Lanes][]float32
	size := t.stateSize()
	if len(s.none) < size {
		s.none = make([]float32, size)
	}
	for l, weight := range weights {
		from[l] = s.none
		if weight > 0 {
			from[l] = w.State[l][state : state+size]
		}
	}
	if len(s.rows) < size*Lanes {
		s.rows = make([]float32, size*Lanes)
	}
	rows := s.rows[:size*Lanes]
	springs.Gather(rows, &from)
	motion := t.prepare(w, rows, weights)
	count := 0
	for l, weight := range weights {
		if weight > 0 {
			count = max(count, s.lanes[l].count())
		}
	}
	if count > 1 {
		for len(s.bones) < len(t.Bones) {
			s.bones = append(s.bones, manyWork{})
		}
		for i := range t.Bones {
			t.carry(w, i, &s.bones[i].boneWork, &s.bones[max(i-1, 0)].boneWork, rows, motion)
		}
	}
	for i := range count {
		for l := range Lanes {
			if weights[l] > 0 {
				s.lanes[l].put(&s.step, l, i+s.lanes[l].count()-count)
			}
		}
		t.place(s)
		switch {
		case count == 1 && len(t.Colliders) == 0:
			t.linked(w, rows, motion, weights)
		case count == 1:
			t.once(w, rows, motion, weights)
		default:
			t.substep(s, i%2, i == 0)
		}
	}
	if count > 1 {
		parent := s.fixed.Bone()
		for i := range t.Bones {
			work := &s.bones[i]
			parent = t.put(w, i, rows, &work.carried, &work.at[(count-1)%2], parent, weights)
		}
	}
	t.remember(w, rows)
	springs.Scatter(&from, rows)
	clear(s.none)
}

var origin8 solve.Point

// row3 returns three rows of numbers as a point.
func row3(rows []float32, row int) *solve.Point { return (*solve.Point)(rows[row*Lanes:]) }

// prepare takes what is remembered, except for the bones, to the present model space by the motion
// that it returns, and divides the time.
func (t *Spring) prepare(w *Work, rows []float32, weights *[Lanes]float32) (motion *solve.Matrix) {
	s := &w.spring
	if !s.hasFrame {
		springs.Motion(&s.frame, w.world(), w.before())
		s.hasFrame = true
	}
	motion = s.frame.Motion()
	switch {
	case t.InCharacter:
		motion = w.ModelOf(-1)
	case t.CenterJoint >= 0:
		before := (*solve.Matrix)(rows[(springHeader+springSize*len(t.Bones)+shapeSize*len(t.Colliders))*Lanes:])
		springs.Center(&s.center, w.ModelOf(t.CenterJoint), before)
		motion = &s.center
	}
	springs.Begin(&s.root, (*springs.RootKept)(rows), motion, w.ModelOf(t.Bones[0].Joint), &t.Teleport)
	begin := s.root.Begin()
	var last *springTime
	for l, weight := range weights {
		if weight > 0 {
			time := &s.lanes[l]
			if input := (timeInput{w.Delta[l], rows[layout.RootKeptLeft*Lanes+l], begin[l] > 0.5}); last != nil &&
				input == last.input {
				*time = *last // most characters of a block
			} else {
				time.divide(input)
			}
			last = time
		}
	}
	s.fixed.Bone().Fix()
	for len(s.colliders) < len(t.Colliders) {
		s.colliders = append(s.colliders, colliderWork{})
	}
	at := springHeader + springSize*len(t.Bones)
	for i := range t.Colliders {
		c, work := &t.Colliders[i], &s.colliders[i]
		joint := w.ModelOf(c.Joint)
		springs.Attach(&work.first, row3(rows, at+shapeFirst), motion, joint, &c.Offset, begin)
		switch {
		case c.IsCapsule:
			springs.Attach(&work.second, row3(rows, at+shapeSecond), motion, joint, &c.Second, begin)
		case c.IsPlane:
			springs.AttachNormal(&work.second, row3(rows, at+shapeSecond), motion, joint, &c.Second, begin)
		}
		at += shapeSize
	}
	return motion
}

// transformed returns the matrix of a lane times a point.
func transformed(m *solve.Matrix, lane int, v mgl32.Vec3) (out [3]float32) {
	for r := range out {
		at := layout.Element(r, 0)*Lanes + lane
		out[r] = float32(m[at]*v[0]) + float32(m[at+Lanes]*v[1]) + float32(m[at+2*Lanes]*v[2]) + m[at+3*Lanes]
	}
	return out
}

// carry takes what a bone remembers to the present model space. What is carried of the bone before
// may be at the same place.
func (t *Spring) carry(w *Work, i int, work, before *boneWork, rows []float32, motion *solve.Matrix) {
	s, bone := &w.spring, &t.Bones[i]
	joint, child := t.ends(w, i)
	state := stateOf(rows, i)
	springs.Carry(&work.carried, state, motion, joint, child, s.root.Begin())
	switch {
	case !bone.HasGravity:
		work.gravity = origin8
	case !bone.SameGravity:
		springs.Gravity(&work.gravity, &s.frame, &bone.Down)
	case before != work:
		work.gravity = before.gravity
	}
}

// place finds where the root and the colliders are in a substep.
func (t *Spring) place(s *springWork) {
	springs.At(row3(s.fixed[:], layout.BoneTail), s.root.Places(), &s.step)
	for i := range t.Colliders {
		work := &s.colliders[i]
		springs.At(&work.firstAt, &work.first, &s.step)
		if t.Colliders[i].IsCapsule || t.Colliders[i].IsPlane {
			springs.At(&work.secondAt, &work.second, &s.step)
		}
	}
}

// once does all for the only substep of a frame, bone by bone, so that what a bone needs stays in
// the nearest cache.
func (t *Spring) once(w *Work, rows []float32, motion *solve.Matrix, weights *[Lanes]float32) {
	s := &w.spring
	parent, above := s.fixed.Bone(), s.fixed.Bone()
	for i := range t.Bones {
		own := &s.recent[i%len(s.recent)]
		t.carry(w, i, &s.bone, &s.bone, rows, motion)
		t.move(s, &t.Bones[i], own, springs.Begun(&s.bone.carried), &s.bone, parent, above)
		above, parent = parent, t.put(w, i, rows, &s.bone.carried, own, parent, weights)
	}
}

// substep simulates all bones, and writes at[now].
func (t *Spring) substep(s *springWork, now int, isFirst bool) {
	parent, above := s.fixed.Bone(), s.fixed.Bone()
	for i := range t.Bones {
		work := &s.bones[i]
		old := (*springs.Old)(work.at[1-now][layout.BoneCurrent*Lanes:])
		if isFirst {
			old = springs.Begun(&work.carried)
		}
		t.move(s, &t.Bones[i], &work.at[now], old, &work.boneWork, parent, above)
		parent, above = &work.at[now], parent
	}
}

// move simulates a substep of a bone.
func (t *Spring) move(s *springWork, bone *SpringBone, own *springs.Bone, old *springs.Old, work *boneWork, parent,
	above *springs.Bone,
) {
	if len(t.Colliders) == 0 {
		springs.Joint(own, old, &work.carried, parent, above, &s.step, &bone.Setting, &work.gravity)
		return
	}
	var moved springs.Places
	springs.Move(&moved, old, &work.carried, parent, above, &s.step, &bone.Setting, &work.gravity)
	tail := *row3(moved[:], layout.MovedTail)
	t.collide(s, bone, &tail, parent, &work.carried)
	springs.Turn(own, old, parent, &s.step, &tail, row3(moved[:], layout.MovedRest))
}

// collide takes the tail of a bone out of the colliders.
func (t *Spring) collide(s *springWork, bone *SpringBone, tail *solve.Point, parent *springs.Bone,
	carried *springs.Carried,
) {
	rounds := 1
	if !t.PushOnce && len(t.Colliders) > 1 {
		rounds = 2 // leaving one collider may enter another
	}
	var out, nearest solve.Point
	for range rounds {
		pushed := false
		for i := range t.Colliders {
			work, limit := &s.colliders[i], &bone.Limits[i]
			switch {
			case t.Colliders[i].IsPlane:
				if springs.Height(tail, &work.firstAt, &work.secondAt, limit) {
					springs.Plane(&out, tail, parent, &work.firstAt, &work.secondAt, limit, carried, t.PushOnce)
					*tail, pushed = out, true
				}
			case t.Colliders[i].IsCapsule:
				// The nearest point of the capsule's line moves with the tail.
				for range capsuleRounds(t.PushOnce) {
					springs.Nearest(&nearest, &work.firstAt, &work.secondAt, tail)
					if !springs.Depth(tail, &nearest, limit) {
						break
					}
					springs.Push(&out, tail, parent, &nearest, limit, carried, t.PushOnce)
					*tail, pushed = out, true
				}
			default:
				if springs.Depth(tail, &work.firstAt, limit) {
					springs.Push(&out, tail, parent, &work.firstAt, limit, carried, t.PushOnce)
					*tail, pushed = out, true
				}
			}
		}
		if !pushed {
			return
		}
	}
}

func capsuleRounds(once bool) int {
	if once {
		return 1
	}
	return 4
}

// put writes the rotation of a joint, and what its bone remembers. It returns the bone.
func (t *Spring) put(w *Work, i int, rows []float32, carried *springs.Carried, own, parent *springs.Bone,
	weights *[Lanes]float32,
) *springs.Bone {
	bone := &t.Bones[i]
	local := w.LocalOf(bone.Joint)
	springs.Out((*solve.Quat)(local[:]), own, parent, w.ModelOf(bone.Parent), local, weights)
	rememberBone(rows, i, carried, own)
	return own
}

// remember writes what is remembered, except for the bones.
func (t *Spring) remember(w *Work, rows []float32) {
	s := &w.spring
	for l := range Lanes {
		rows[layout.RootKeptBegun*Lanes+l], rows[layout.RootKeptLeft*Lanes+l] = 1, float32(s.lanes[l].after)
	}
	*row3(rows, layout.RootKeptPoint) = *row3(s.root[:], layout.PlaceNow)
	at := springHeader + springSize*len(t.Bones)
	for i := range t.Colliders {
		*row3(rows, at+shapeFirst) = *row3(s.colliders[i].first[:], layout.PlaceNow)
		*row3(rows, at+shapeSecond) = *row3(s.colliders[i].second[:], layout.PlaceNow)
		at += shapeSize
	}
	if t.CenterJoint >= 0 {
		copy(rows[at*Lanes:], w.ModelOf(t.CenterJoint)[:])
	}
}

package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/kernel/springs"
)

// spring is the solver of [Builder.Spring].
//
// All of a frame is computed in the present model space. What a character remembers is in the model space of the frame before;
// a matrix, the motion, takes it along: points that are fixed in the center's space keep their places there.
type spring struct {
	goalIndex   int
	joints      []int16
	read        []int16
	bones       []springBone
	colliders   []collider
	tip         mgl32.Vec3
	center      Center
	centerJoint int
	pushOnce    bool
	teleport    float32
}

type springBone struct {
	joint, child, parent int // child is -1 for a tip
	setting              springs.Setting
	down                 solve.Point // the direction of gravity in the world
	hasGravity           bool
	sameGravity          bool // as the bone before
	limits               []springs.Limit
}

type collider struct {
	joint          int
	shape          ColliderShape
	offset, second solve.Point // in the joint's space
}

// The numbers that are remembered for each character: first these, then 9 for each bone (the animated bone, the tail, the tail a
// substep before), 6 for each collider, 12 for the center joint.
const (
	springBegun  = 0 // 1; 0 if the character begins
	springLeft   = 1 // time since the last substep, in seconds
	springRoot   = 2 // the first joint
	springHeader = 5
	springSize   = 9
	shapeSize    = 6
)

func (t *spring) goal() int        { return t.goalIndex }
func (t *spring) reads() []int16   { return t.read }
func (t *spring) changes() []int16 { return t.joints[:len(t.bones)] }
func (t *spring) simulates()       {}
func (t *spring) turns()           {}

// stateSize is a multiple of 8, for [springs.Gather].
func (t *spring) stateSize() int {
	n := springHeader + springSize*len(t.bones) + shapeSize*len(t.colliders)
	if t.centerJoint >= 0 {
		n += len(identity) / Lanes
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
	begin     springs.Row
	root      springs.Places
	parent    springs.Bone // of the first bone: not moved
	step      springs.Step
	child     solve.Matrix // of a tip
	bones     []boneWork
	colliders []colliderWork
	lanes     [Lanes]springTime
}

type boneWork struct {
	carried springs.Carried
	at      [2]springs.Bone // this substep and the one before take turns
	gravity solve.Point
}

type colliderWork struct {
	first, second     springs.Places
	firstAt, secondAt solve.Point
}

// springTime is how the time of a frame is divided for a lane.
type springTime struct {
	seconds, left float64 // of the frame; since the last substep, before it
	after         float64 // since the last substep, after the frame
	full          int     // substeps that are kept
	part          float64 // of a substep from the last one to the frame
	begins        bool
}

const substep = 1.0 / SpringRate

// divide divides the time of a frame into substeps.
func (s *springTime) divide(seconds, left float32) {
	s.seconds, s.left = float64(seconds), float64(left)
	if !(s.seconds > 0) || s.seconds > 1 {
		s.seconds = 0
	}
	if !(s.left > -substep && s.left < substep) {
		s.left = 0
	}
	if s.begins {
		s.seconds, s.left = 0, 0
	}
	sum := s.seconds + s.left
	// A little less than a substep counts as a full one: the seconds are rounded.
	s.full = max(int(math.Floor(float64(sum*SpringRate)+1e-3)), 0)
	s.after = sum - float64(float64(s.full)*substep)
	s.part = float64(s.after * SpringRate)
	if s.part < 2e-3 {
		s.part = 0
	}
}

// count returns the number of substeps, with the one that is not kept.
func (s *springTime) count() int {
	if s.part > 0 || s.full == 0 {
		return s.full + 1
	}
	return s.full
}

// put writes substep i to a lane; it is below 0 before the lane begins.
func (s *springTime) put(step *springs.Step, l, i int) {
	var time, part, commit float32
	switch {
	case i < 0:
	case i == s.full: // only shown
		time, part = 1, float32(s.part)
	default:
		time, part, commit = 1, 1, 1
		if i < s.count()-1 {
			time = float32(max(min((float64(float64(i+1)*substep)-s.left)/s.seconds, 1), 0))
		}
	}
	step[springs.Time*Lanes+l], step[springs.Part*Lanes+l], step[springs.Commit*Lanes+l] = time, part, commit
}

func (t *spring) solve(w *Work, weights *[Lanes]float32, state int) {
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
	t.prepare(w, rows, weights)
	count := 0
	for l, weight := range weights {
		if weight > 0 {
			count = max(count, s.lanes[l].count())
		}
	}
	for i := range count {
		for l := range Lanes {
			if weights[l] > 0 {
				s.lanes[l].put(&s.step, l, i+s.lanes[l].count()-count)
			}
		}
		t.substep(s, i%2, i == 0)
	}
	t.finish(w, rows, weights, count%2)
	springs.Scatter(&from, rows)
	clear(s.none)
}

var origin8 solve.Point

// row3 returns three rows of numbers as a point.
func row3(rows []float32, row int) *solve.Point { return (*solve.Point)(rows[row*Lanes:]) }

// prepare takes what is remembered to the present model space, and divides the time.
func (t *spring) prepare(w *Work, rows []float32, weights *[Lanes]float32) {
	s := &w.spring
	if !s.hasFrame {
		springs.Motion(&s.frame, w.world(), w.before())
		s.hasFrame = true
	}
	motion := s.frame.Motion()
	switch t.center {
	case CenterCharacter:
		motion = &identity
	case CenterAtJoint:
		before := (*solve.Matrix)(rows[(springHeader+springSize*len(t.bones)+shapeSize*len(t.colliders))*Lanes:])
		springs.Center(&s.center, w.model(t.centerJoint), before)
		motion = &s.center
	}
	s.begin = springs.Row{}
	root := w.model(t.bones[0].joint)
	springs.Attach(&s.root, row3(rows, springRoot), motion, root, &origin8, &s.begin)
	for l, weight := range weights {
		if weight == 0 {
			continue
		}
		time := &s.lanes[l]
		var square float32
		for r := range 3 {
			d := s.root[(3+r)*Lanes+l] - s.root[r*Lanes+l]
			square += float32(d * d)
		}
		time.begins = rows[springBegun*Lanes+l] == 0 || !(square <= float32(t.teleport*t.teleport))
		time.divide(w.Delta[l], rows[springLeft*Lanes+l])
		if time.begins {
			s.begin[l] = 1
			for r := range 3 {
				s.root[r*Lanes+l] = s.root[(3+r)*Lanes+l]
			}
		}
	}
	for len(s.bones) < len(t.bones) {
		s.bones = append(s.bones, boneWork{})
	}
	for len(s.colliders) < len(t.colliders) {
		s.colliders = append(s.colliders, colliderWork{})
	}
	t.prepareBones(w, rows, motion)
	at := springHeader + springSize*len(t.bones)
	for i := range t.colliders {
		c, work := &t.colliders[i], &s.colliders[i]
		joint := w.model(c.joint)
		springs.Attach(&work.first, row3(rows, at), motion, joint, &c.offset, &s.begin)
		switch c.shape {
		case CapsuleCollider:
			springs.Attach(&work.second, row3(rows, at+3), motion, joint, &c.second, &s.begin)
		case PlaneCollider:
			springs.AttachNormal(&work.second, row3(rows, at+3), motion, joint, &c.second, &s.begin)
		}
		at += shapeSize
	}
}

// transformed returns the matrix of a lane times a point.
func transformed(m *solve.Matrix, lane int, v mgl32.Vec3) (out [3]float32) {
	for r := range out {
		at := 4*r*Lanes + lane
		out[r] = float32(m[at]*v[0]) + float32(m[at+Lanes]*v[1]) + float32(m[at+2*Lanes]*v[2]) + m[at+3*Lanes]
	}
	return out
}

// prepareBones takes what the bones remember to the present model space.
func (t *spring) prepareBones(w *Work, rows []float32, motion *solve.Matrix) {
	s := &w.spring
	for i := range t.bones {
		bone, work := &t.bones[i], &s.bones[i]
		joint, child := w.model(bone.joint), &s.child
		if bone.child >= 0 {
			child = w.model(bone.child)
		} else {
			for l := range Lanes {
				for r, x := range transformed(joint, l, t.tip) {
					child[(4*r+3)*Lanes+l] = x
				}
			}
		}
		state := (*[springSize * Lanes]float32)(rows[(springHeader+springSize*i)*Lanes:])
		springs.Carry(&work.carried, state, motion, joint, child, &s.begin)
		switch {
		case !bone.hasGravity:
			work.gravity = origin8
		case bone.sameGravity:
			work.gravity = s.bones[i-1].gravity
		default:
			springs.Gravity(&work.gravity, &s.frame, &bone.down)
		}
	}
}

// substep simulates all bones, and writes at[now].
func (t *spring) substep(s *springWork, now int, isFirst bool) {
	s.parent.Fix()
	springs.At(row3(s.parent[:], springs.Tail), &s.root, &s.step)
	for i := range t.colliders {
		work := &s.colliders[i]
		springs.At(&work.firstAt, &work.first, &s.step)
		if t.colliders[i].shape != SphereCollider {
			springs.At(&work.secondAt, &work.second, &s.step)
		}
	}
	parent, above := &s.parent, &s.parent
	for i := range t.bones {
		bone, work := &t.bones[i], &s.bones[i]
		old := (*[6 * Lanes]float32)(work.at[1-now][:])
		if isFirst {
			old = (*[6 * Lanes]float32)(work.carried[springs.Start*Lanes:])
		}
		if len(t.colliders) == 0 {
			springs.Joint(&work.at[now], old, &work.carried, parent, above, &s.step, &bone.setting, &work.gravity)
		} else {
			var moved springs.Places
			springs.Move(&moved, old, &work.carried, parent, above, &s.step, &bone.setting, &work.gravity)
			tail := *row3(moved[:], 0)
			t.collide(s, bone, &tail, parent, &work.carried)
			springs.Turn(&work.at[now], old, parent, &s.step, &tail, row3(moved[:], 3))
		}
		parent, above = &work.at[now], parent
	}
}

// collide takes the tail of a bone out of the colliders.
func (t *spring) collide(s *springWork, bone *springBone, tail *solve.Point, parent *springs.Bone, carried *springs.Carried) {
	rounds := 1
	if !t.pushOnce && len(t.colliders) > 1 {
		rounds = 2 // leaving one collider may enter another
	}
	var out, nearest solve.Point
	for range rounds {
		pushed := false
		for i := range t.colliders {
			work, limit := &s.colliders[i], &bone.limits[i]
			switch t.colliders[i].shape {
			case SphereCollider:
				if springs.Depth(tail, &work.firstAt, limit) {
					springs.Push(&out, tail, parent, &work.firstAt, limit, carried, t.pushOnce)
					*tail, pushed = out, true
				}
			case PlaneCollider:
				if springs.Height(tail, &work.firstAt, &work.secondAt, limit) {
					springs.Plane(&out, tail, parent, &work.firstAt, &work.secondAt, limit, carried, t.pushOnce)
					*tail, pushed = out, true
				}
			case CapsuleCollider:
				// The nearest point of the capsule's line moves with the tail.
				for range capsuleRounds(t.pushOnce) {
					springs.Nearest(&nearest, &work.firstAt, &work.secondAt, tail)
					if !springs.Depth(tail, &nearest, limit) {
						break
					}
					springs.Push(&out, tail, parent, &nearest, limit, carried, t.pushOnce)
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

// finish writes the rotations of the joints and what is remembered. The last substep wrote at[1-next].
func (t *spring) finish(w *Work, rows []float32, weights *[Lanes]float32, next int) {
	s := &w.spring
	last, parent := 1-next, &s.parent
	for i := range t.bones {
		bone, work := &t.bones[i], &s.bones[i]
		local := w.local(bone.joint)
		springs.Out((*solve.Quat)(local[:]), &work.at[last], parent, w.model(bone.parent), local, weights)
		parent = &work.at[last]
		state := (*[springSize * Lanes]float32)(rows[(springHeader+springSize*i)*Lanes:])
		*row3(state[:], 0) = *row3(work.carried[:], springs.Now)
		*(*[6 * Lanes]float32)(state[3*Lanes:]) = *(*[6 * Lanes]float32)(work.at[last][:])
	}
	for l := range Lanes {
		rows[springBegun*Lanes+l], rows[springLeft*Lanes+l] = 1, float32(s.lanes[l].after)
	}
	copy(rows[springRoot*Lanes:], s.root[3*Lanes:])
	at := springHeader + springSize*len(t.bones)
	for i := range t.colliders {
		copy(rows[at*Lanes:], s.colliders[i].first[3*Lanes:])
		copy(rows[(at+3)*Lanes:], s.colliders[i].second[3*Lanes:])
		at += shapeSize
	}
	if t.centerJoint >= 0 {
		copy(rows[at*Lanes:], w.model(t.centerJoint)[:])
	}
}

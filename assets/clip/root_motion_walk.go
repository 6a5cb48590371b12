package clip

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// rootWalk goes through a clip from its start to its end and notes where the character is.
type rootExtraction struct {
	clip     *Clip
	options  RootMotionOptions
	tracks   []jointTracks
	joint    int
	path     []int // the joints from the first mover to the followed one
	carriers []carrier

	startPosition [3]float64 // of the followed joint at the start, in model space
	startInverse  affine     // the inverse of its model matrix there
	steady        bool       // the motion is total at constant speed, whatever the joint does on the way
	total         Motion
	size          float64 // of the skeleton, meters
	tolerance     float64 // meters
	samples       []rootSample
}

// rootNode is one moment of a walk.
type rootSample struct {
	time     float64
	key      float32 // the time that keys get
	motion   Motion
	stripped []strippedJoint // of each mover
}

// strippedJoint is a mover's local transform without the character's motion.
type strippedJoint struct {
	translation [3]float32
	rotation    [4]float32
}

func newRootExtraction(clip *Clip, options RootMotionOptions) (*rootExtraction, error) {
	s := clip.skeleton
	w := &rootExtraction{clip: clip, options: options, tracks: tracksOf(clip), size: s.Size()}
	w.tolerance = float64(options.Tolerance * w.size / rig.CharacterSize)
	length := float64(stillTolerance * w.size)
	var err error
	if w.joint, err = options.followedJoint(clip, w.tracks, length); err != nil {
		return nil, err
	}
	// The topmost joint that moves, on the way from the followed joint to its root.
	top, above := w.joint, map[int]bool{-1: true}
	for j := s.Parent(w.joint); j >= 0; j = s.Parent(j) {
		if w.tracks[j].movesOrScales(length) {
			top = j
		}
	}
	for j := s.Parent(top); j >= 0; j = s.Parent(j) {
		above[j] = true
	}
	for j := w.joint; j != top; j = s.Parent(j) {
		w.path = append(w.path, j)
	}
	w.path = append(w.path, top)
	slices.Reverse(w.path)
	movers := []int{top}
	for j := range s.Len() {
		if j != top && !above[j] && above[s.Parent(j)] && w.tracks[j].moves(length) {
			movers = append(movers, j)
		}
	}
	for _, j := range movers {
		m, err := w.newCarrier(j)
		if err != nil {
			return nil, err
		}
		w.carriers = append(w.carriers, m)
	}
	model := w.followedModel(clip.start)
	w.startPosition = model.translation()
	var ok bool
	if w.startInverse, ok = model.inverse(); !ok && options.Yaw {
		return nil, fmt.Errorf("joint %d (%q) collapses space at the start, so it has no yaw", w.joint, s.JointName(w.joint))
	}
	return w, nil
}

// model returns the model matrix of the followed joint.
func (w *rootExtraction) followedModel(time float64) affine {
	m := w.carriers[0].parentToModel
	for _, j := range w.path {
		local := w.tracks[j].at(time)
		matrix := local.matrix()
		m = m.mul(&matrix)
	}
	return m
}

// motion returns where the character is. Of all angles that are the same, the yaw is the one nearest to that of a moment before.
func (w *rootExtraction) motionAt(time float64, before Motion) Motion {
	if w.steady {
		return w.total.fraction((time-w.clip.start)/w.clip.Duration(), w.options.Up)
	}
	model := w.followedModel(time)
	var yaw float64
	if w.options.Yaw {
		turned := model.mul(&w.startInverse)
		var ok bool
		if yaw, ok = turned.yaw(w.options.Up); !ok {
			yaw = before.Yaw
		}
		const turn = 2 * math.Pi
		yaw += float64(turn * math.Floor((before.Yaw-yaw)/turn+0.5))
	}
	way, from := model.translation(), w.options.Up.rotate(yaw, w.startPosition)
	for i := range way {
		if way[i] -= from[i]; w.options.Translation&(1<<i) == 0 {
			way[i] = 0
		}
	}
	return newMotion(way, yaw)
}

// without returns a mover's local transform at a time without the character's motion.
func (w *rootExtraction) stripJoint(m *carrier, time float64, motion Motion) strippedJoint {
	local := m.tracks.at(time)
	p := m.parentToModel.point(local.translation)
	p = w.options.Up.rotate(-motion.Yaw, [3]float64{p[0] - motion.X, p[1] - motion.Y, p[2] - motion.Z})
	p = m.modelToParent.point(p)
	q := turnBy(m.yawAxis, -motion.Yaw, local.rotation)
	var out strippedJoint
	for i := range p {
		out.translation[i] = float32(p[i])
	}
	for i := range q {
		out.rotation[i] = float32(q[i])
	}
	out.rotation = exact.Normalized32(out.rotation)
	return out
}

// turnBy returns the rotation q followed by one about a unit axis by an angle in radians.
func turnBy(axis [3]float64, angle float64, q [4]float64) [4]float64 {
	if angle == 0 {
		return q
	}
	s, c := exact.SinCos(float64(angle / 2))
	x, y, z := float64(axis[0]*s), float64(axis[1]*s), float64(axis[2]*s)
	return [4]float64{
		float64(c*q[0]) + float64(x*q[3]) + float64(y*q[2]) - float64(z*q[1]),
		float64(c*q[1]) - float64(x*q[2]) + float64(y*q[3]) + float64(z*q[0]),
		float64(c*q[2]) + float64(x*q[1]) - float64(y*q[0]) + float64(z*q[3]),
		float64(c*q[3]) - float64(x*q[0]) - float64(y*q[1]) - float64(z*q[2]),
	}
}

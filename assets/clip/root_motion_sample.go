package clip

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// rootExtraction samples the motion of the whole character from a clip's start to its end.
type rootExtraction struct {
	clip    *Clip
	options RootMotionOptions
	tracks  []jointTracks
	joint   int   // the followed joint
	path    []int // the joints from the first carrier to the followed joint
	// carriers are the joints from which the motion is removed: first the topmost moving joint on
	// the way to the followed one, then the joints that move beside it.
	carriers []carrier

	startPosition exact.Vec3   // of the followed joint, in model space
	startInverse  exact.Affine // of the followed joint's model matrix at the start
	travel        travel       // of the joint
	steady        bool         // the motion is total at constant speed, whatever the joint does
	total         Motion
	size          float64 // of the skeleton, meters
	tolerance     float64 // meters
	samples       []rootSample
	matrices      []exact.Affine // of the joints below a carrier in its space; scratch memory
	// timesBelow are the times in seconds, ascending, at which a joint below a carrier may jump or
	// turn to another direction: just before its keys and at them.
	timesBelow []float64
}

// rootSample is the motion at one time.
type rootSample struct {
	time     float64 // seconds
	key      float32 // the time of the keys
	motion   Motion
	stripped []strippedJoint // by carrier
}

// strippedJoint is a carrier's local transform without the character's motion. Extraction does not
// change the scale.
type strippedJoint struct {
	translation [3]float32
	rotation    [4]float32
}

func newRootExtraction(clip *Clip, options RootMotionOptions) (*rootExtraction, error) {
	s := clip.skeleton
	e := &rootExtraction{clip: clip, options: options, tracks: tracksOf(clip), size: s.Size()}
	e.tolerance = float64(options.Tolerance * e.size / rig.CharacterSize)
	length := float64(stillTolerance * e.size)
	var err error
	if e.joint, err = options.followedJoint(clip, e.tracks, length); err != nil {
		return nil, err
	}
	top, ancestors := e.joint, map[int]bool{-1: true} // the first carrier, and its ancestors
	for j := s.Parent(e.joint); j >= 0; j = s.Parent(j) {
		if e.tracks[j].movesOrScales(length) {
			top = j
		}
	}
	for j := s.Parent(top); j >= 0; j = s.Parent(j) {
		ancestors[j] = true
	}
	for j := e.joint; j != top; j = s.Parent(j) {
		e.path = append(e.path, j)
	}
	e.path = append(e.path, top)
	slices.Reverse(e.path)
	joints := []int{top}
	for j := range s.Len() {
		if j != top && !ancestors[j] && ancestors[s.Parent(j)] && e.tracks[j].moves(length) {
			joints = append(joints, j)
		}
	}
	for _, j := range joints {
		c, err := e.newCarrier(j)
		if err != nil {
			return nil, err
		}
		e.carriers = append(e.carriers, c)
	}
	for _, c := range e.carriers {
		for _, j := range c.below {
			for _, t := range e.tracks[j].all() {
				for k := 0; t != nil && k < len(t.times); k++ {
					time := float64(t.times[k])
					e.timesBelow = append(e.timesBelow, math.Nextafter(time, math.Inf(-1)), time)
				}
			}
		}
	}
	order.Floats(e.timesBelow)
	e.timesBelow = slices.Compact(e.timesBelow)
	model := e.followedModel(clip.start)
	e.startPosition = model.Translation()
	var ok bool
	if e.startInverse, ok = model.Inverse(); !ok && options.Yaw {
		return nil, fmt.Errorf(
			"joint %d (%q): expected a model matrix at the start that has a yaw, found a singular one", e.joint,
			s.JointName(e.joint))
	}
	return e, nil
}

// followedModel returns the model matrix of the followed joint at a time in seconds.
func (e *rootExtraction) followedModel(time float64) exact.Affine {
	m := e.carriers[0].parentToModel
	for _, j := range e.path {
		local := e.tracks[j].at(time)
		matrix := local.matrix()
		m = m.Mul(&matrix)
	}
	return m
}

// motionAt returns the character's motion at a time in seconds. Yaw is unique up to whole turns;
// motionAt returns the yaw nearest to the yaw of the sample before.
func (e *rootExtraction) motionAt(time float64, before Motion) Motion {
	if e.steady {
		return e.total.fraction((time-e.clip.start)/e.clip.Duration(), e.options.Up)
	}
	model := e.followedModel(time)
	var yaw float64
	if e.options.Yaw {
		sinceStart := model.Mul(&e.startInverse)
		var ok bool
		if yaw, ok = yawOf(&sinceStart, e.options.Up); !ok {
			yaw = before.Yaw
		}
		const turn = 2 * math.Pi
		yaw += float64(turn * math.Floor((before.Yaw-yaw)/turn+0.5))
	}
	translation := model.Translation().Sub(e.options.Up.rotate(yaw, e.startPosition))
	for i := range translation {
		if e.options.Translation&(1<<i) == 0 {
			translation[i] = 0
		}
	}
	return newMotion(translation, yaw)
}

// stripJoint returns a carrier's local transform at a time in seconds without the character's
// motion.
func (e *rootExtraction) stripJoint(c *carrier, time float64, motion Motion) strippedJoint {
	local := c.tracks.at(time)
	p := c.parentToModel.Point(local.translation)
	p = e.options.Up.rotate(-motion.Yaw, p.Sub(motion.translation()))
	rotation := rotatedAbout(c.yawAxis, -motion.Yaw, local.rotation)
	return strippedJoint{c.modelToParent.Point(p).Float32(), exact.Normalized32(rotation.Float32())}
}

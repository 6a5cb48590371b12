package retarget

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// Clip turns a clip of the source's skeleton into one of the target's, with linear keys at the
// times of the source's and more where straight lines between these differ. Markers keep their
// times. Root motion is scaled and turned with the strides. An additive clip stays additive: the
// differences are those between the retargeted poses. Tracks of morph weights are carried for
// joints that are related and have meshes with as many targets, tracks of visibility for joints
// that are related, and tracks of materials for materials of the same name.
//
// The report lists what was not carried, and the largest differences that remain. The error reports
// a clip of another skeleton.
func (r *Retargeter) Clip(c *clip.Clip) (*clip.Clip, Report, error) {
	if err := r.check(); err != nil {
		return nil, Report{}, err
	}
	if found := skeletonOf(c); found != r.from {
		return nil, Report{}, fmt.Errorf("retarget: %w", anatomy.Unlike("a clip", r.from, found))
	}
	if err := c.CheckKeys(); err != nil {
		return nil, Report{}, fmt.Errorf("retarget: %w", err)
	}
	source, motion := c, c.RootMotion()
	if motion != nil {
		source = motion.Source() // feet are planted where they are with the motion
	}
	w := r.newWork(source)
	if motion != nil {
		w.motions = r.motions(motion, &w.report)
	}
	w.sampleAll()
	if w.motions != nil {
		w.addMotionTimes(motion)
	}
	whole, err := w.build(w.poses, c)
	if err != nil {
		return nil, w.report, fmt.Errorf("retarget: %w", err)
	}
	out := whole
	switch {
	case w.motions != nil:
		stripped, err := w.build(w.strip(motion), c)
		if err != nil {
			return nil, w.report, fmt.Errorf("retarget: %w", err)
		}
		options := motion.Options()
		options.Number, options.Up = r.linkedRoot(motion.Joint())+1, clip.UpY
		if r.upTo[2] > 0.9 {
			options.Up = clip.UpZ
		}
		if options.Up != motion.Up() { // other axes
			options.Translation, options.Yaw = 0, false
		}
		root, err := clip.NewRootMotion(whole, options, motion.Times(), w.motions)
		if err != nil {
			return nil, w.report, fmt.Errorf("retarget: %w", err)
		}
		if out, err = clip.WithRootMotion(stripped, root); err != nil {
			return nil, w.report, fmt.Errorf("retarget: %w", err)
		}
	case c.Additive():
		if out, err = clip.MakeAdditive(whole, w.reference()); err != nil {
			return nil, w.report, fmt.Errorf("retarget: %w", err)
		}
	}
	w.finishReport(c)
	return out, w.report, nil
}

// linkedRoot returns the target's joint that follows a joint of the source, or the joint of the
// hips.
func (r *Retargeter) linkedRoot(from int) int {
	for _, l := range r.links {
		if l.from == from {
			return l.to
		}
	}
	return r.links[max(0, r.hips)].to
}

// Pose turns a pose of the source's skeleton into one of the target's. Its ground is that of the
// reference pose: where a recording has another one, only [Retargeter.Clip] finds it. The error
// reports a pose of another skeleton.
func (r *Retargeter) Pose(p *rig.Pose) (*rig.Pose, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if found := skeletonOf(p); found != r.from {
		return nil, fmt.Errorf("retarget: %w", anatomy.Unlike("a pose", r.from, found))
	}
	src, dst := anatomy.NewFrames(r.from), anatomy.NewFrames(r.to)
	src.SetPose(p.Locals)
	r.solve(src, dst, &solved{})
	out := rig.NewPose(r.to)
	for j := range dst.Locals {
		out.SetJoint(j, dst.Locals[j].TRS())
	}
	r.carryValues(out.Morphs, p.Morphs)
	return out, nil
}

// sample is the target's pose at one time.
type sample struct {
	time   float32
	locals []rig.TRS
	stands []bool // by limb: it is a leg and the source's foot stands
}

// work is the retargeting of one clip.
type work struct {
	*Retargeter
	source   *clip.Clip
	src, dst *anatomy.Frames
	sampler  clip.Sampler
	locals   []float32
	morphs   []float32
	poses    []sample
	motions  []clip.Motion // by time of the source's root motion; nil without one
	solved   solved
	lift     float64    // of the clip's ground over that of the source's reference pose
	standing []standing // by limb
	report   Report
	worst    map[[2]int]*JointReport
	measured int // poses
}

func (r *Retargeter) newWork(c *clip.Clip) *work {
	return &work{
		Retargeter: r, source: c, src: anatomy.NewFrames(r.from), dst: anatomy.NewFrames(r.to),
		locals: make([]float32, len(r.from.RestLocals())), morphs: make([]float32, r.from.MorphCount()),
		report: Report{
			Clip: c.Name(), Scale: r.scale, Relation: r.relation, Confidence: r.confidence, Notes: slices.Clone(r.notes),
			fromStands: !r.fromFaults, toStands: !r.toFaults,
		},
		worst: map[[2]int]*JointReport{},
	}
}

// setSource sets the source's pose at a time, on the ground of its reference pose.
func (w *work) setSource(time float64) {
	w.sampler.Sample(w.source, time, w.locals, w.morphs)
	for j := range w.src.Locals {
		l := anatomy.ToLocal(rig.JointAt(w.locals, j))
		if w.source.Additive() {
			rest := &w.fromRest.Locals[j]
			l = anatomy.Local{
				Translation: rest.Translation.Add(l.Translation),
				Rotation:    l.Rotation.Mul(rest.Rotation).Normalized(),
				Scale:       rest.Scale.Times(l.Scale),
			}
		}
		if w.lift != 0 && w.from.Parent(j) < 0 {
			l.Translation = l.Translation.AddScaled(-w.lift, w.upFrom)
		}
		w.src.Locals[j] = l
		w.src.Update(j)
	}
}

// solveAt computes the target's pose at a time.
func (w *work) solveAt(time float32) sample {
	w.setSource(float64(time))
	w.setHeadings(float64(time))
	w.solve(w.src, w.dst, &w.solved)
	s := sample{time, make([]rig.TRS, w.to.Len()), make([]bool, len(w.limbs))}
	for j := range w.dst.Locals {
		s.locals[j] = w.dst.Locals[j].TRS()
	}
	for k := range w.limbs {
		s.stands[k] = w.limbs[k].leg && w.stands(&w.limbs[k])
	}
	return s
}

// reference returns the target's pose for the source's reference pose, from which an additive clip
// differs.
func (w *work) reference() *rig.Pose {
	for j := range w.src.Locals {
		w.src.Locals[j] = w.fromRest.Locals[j]
		w.src.Update(j)
	}
	w.solve(w.src, w.dst, &w.solved)
	out := rig.NewPose(w.to)
	for j := range w.dst.Locals {
		out.SetJoint(j, w.dst.Locals[j].TRS())
	}
	return out
}

// sampleAll solves the target's poses at the source's keys, and between them where they need more
// keys.
func (w *work) sampleAll() {
	w.findGround()
	w.standing = w.findStanding()
	times := w.keyTimes()
	w.poses = nil
	for i, t := range times {
		s := w.solveAt(t)
		w.measure()
		if i > 0 {
			w.refine(w.poses[len(w.poses)-1], s, 0)
		}
		w.poses = append(w.poses, s)
	}
}

// maxRefinement is how often the time between two keys is halved at most.
const maxRefinement = 4

// Differences between straight lines and the solved pose that need no more keys.
const (
	lineAngle    = 1e-4 // radians
	lineDistance = 1e-4 // of the length of a leg
)

// refine appends keys between two samples.
func (w *work) refine(a, b sample, depth int) {
	middle := float32(0.5 * (float64(a.time) + float64(b.time)))
	if depth == maxRefinement || float64(b.time)-float64(a.time) < 1e-3 || middle <= a.time || middle >= b.time {
		return
	}
	s := w.solveAt(middle)
	if w.isStraight(&a, &s, &b) {
		return
	}
	w.measure()
	w.refine(a, s, depth+1)
	w.poses = append(w.poses, s)
	w.refine(s, b, depth+1)
}

// isStraight reports whether the pose in the middle is what interpolation of the two others gives.
func (w *work) isStraight(a, s, b *sample) bool {
	u := float32((float64(s.time) - float64(a.time)) / (float64(b.time) - float64(a.time)))
	for j := range s.locals {
		from, to := exact.XYZW(a.locals[j].Rotation), exact.XYZW(b.locals[j].Rotation)
		if exact.Dot32(from, to) < 0 {
			to = [4]float32{-to[0], -to[1], -to[2], -to[3]}
		}
		var q [4]float32
		exact.Slerp(&q, &from, &to, u)
		turned := exact.ToQuat(q).Conjugate().Mul(exact.ToQuat(exact.XYZW(s.locals[j].Rotation)))
		if anatomy.Angle(turned) > lineAngle {
			return false
		}
		x, y, z := exact.ToVec3(a.locals[j].Translation), exact.ToVec3(b.locals[j].Translation),
			exact.ToVec3(s.locals[j].Translation)
		if w.linkOf[j] >= 0 && (w.links[w.linkOf[j]].placed || w.links[w.linkOf[j]].carried) {
			unit := w.unit(j)
			if x.Lerp(y, float64(u)).Sub(z).Length() > lineDistance*unit {
				return false
			}
		}
	}
	return true
}

// unit returns the length of a leg in the space of a joint's parent. A parent that collapses space
// counts as unscaled.
func (w *work) unit(j int) float64 {
	parent := w.toRest.ParentModel(j)
	if scale := scaleOf(&parent); scale > 1e-9 {
		return w.legTo / scale
	}
	return w.legTo
}

// keyTimes returns the times of all keys of the source between its start and end, and both of
// these. A step between two keys gets a time right before it.
func (w *work) keyTimes() []float32 {
	times := []float32{float32(w.source.Start()), float32(w.source.End())}
	for i, line := range w.source.Timelines() {
		stepped := false
		for k, t := range w.source.Tracks() {
			stepped = stepped || w.source.Timeline(k) == i && t.Track.Interpolation() == clip.Step
		}
		for k, t := range line {
			times = append(times, t)
			if stepped && k > 0 {
				if before := math.Nextafter32(t, line[k-1]); before > line[k-1] {
					times = append(times, before)
				}
			}
		}
	}
	order.Stable(times, cmp.Compare[float32])
	times = slices.Compact(times)
	from, to := float32(w.source.Start()), float32(w.source.End())
	return slices.DeleteFunc(times, func(t float32) bool { return t < from || t > to })
}

// build makes a clip of the samples.
func (w *work) build(poses []sample, c *clip.Clip) (*clip.Clip, error) {
	b := clip.NewBuilder(c.Name(), w.to).Range(c.Start(), c.End())
	times := make([]float32, len(poses))
	for i := range poses {
		times[i] = poses[i].time
	}
	kept := w.reduce(poses)
	w.report.TrackKeys = 0
	for j := range w.to.Len() {
		if kept == nil {
			w.buildJoint(b, j, poses, times, nil)
		} else {
			w.buildJoint(b, j, poses, times, &kept[j])
		}
	}
	for i := range w.source.Tracks() {
		w.buildValues(b, &w.source.Tracks()[i])
	}
	for _, m := range c.Markers() {
		b.Marker(m)
	}
	return b.PlayModeOf(c).Build()
}

// buildJoint adds a joint's tracks: none for what stays at rest, one key for what is constant, and
// else the keys that are kept; nil for all.
func (w *work) buildJoint(b *clip.Builder, j int, poses []sample, times []float32, kept *[trackCount][]int) {
	rest := w.to.Rest(j)
	unit := w.unit(j)
	turns := make([]mgl32.Quat, len(poses))
	moves, scales := make([]mgl32.Vec3, len(poses)), make([]mgl32.Vec3, len(poses))
	for i := range poses {
		l := &poses[i].locals[j]
		turns[i], moves[i], scales[i] = l.Rotation, l.Translation, l.Scale
	}
	sameTurn := func(a, b mgl32.Quat) bool {
		return anatomy.Angle(exact.ToQuat(exact.XYZW(a)).Conjugate().Mul(exact.ToQuat(exact.XYZW(b)))) < 1e-6
	}
	sameVector := func(distance float64) func(a, b mgl32.Vec3) bool {
		return func(a, b mgl32.Vec3) bool {
			return exact.ToVec3(a).Sub(exact.ToVec3(b)).Length() <= distance
		}
	}
	if kept == nil {
		kept = new([trackCount][]int)
	}
	addTrack(w, b.Rotation, j, times, turns, distinct(turns, rest.Rotation, sameTurn), kept[turnTrack])
	addTrack(w, b.Translation, j, times, moves, distinct(moves, rest.Translation, sameVector(1e-7*unit)),
		kept[moveTrack])
	addTrack(w, b.Scale, j, times, scales, distinct(scales, rest.Scale, sameVector(1e-6)), kept[scaleTrack])
}

// addTrack adds a track with the keys that are kept, or all if there are none, for values of which
// some are distinct.
func addTrack[T any](w *work, add func(int, clip.Interpolation, []float32,
	[]T) *clip.Builder, j int, times []float32, values []T, distinct int, kept []int,
) {
	if distinct == 0 {
		return
	}
	switch {
	case distinct == 1:
		times, values = times[:1], values[:1]
	case len(kept) > 0:
		all, allValues := times, values
		times, values = make([]float32, len(kept)), make([]T, len(kept))
		for i, k := range kept {
			times[i], values[i] = all[k], allValues[k]
		}
	}
	w.report.TrackKeys += len(times)
	add(j, clip.Linear, times, values)
}

// distinct returns 0 if all values are the rest value, 1 if they are one other value, and 2 else.
func distinct[T any](values []T, rest T, same func(a, b T) bool) int {
	atRest, constant := true, true
	for _, v := range values {
		atRest = atRest && same(v, rest)
		constant = constant && same(v, values[0])
	}
	switch {
	case atRest:
		return 0
	case constant:
		return 1
	}
	return 2
}

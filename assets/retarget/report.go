package retarget

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/internal/order"
)

// JointReport is the largest difference of one joint between the source and the target over a clip.
type JointReport struct {
	// Bone is the humanoid's bone, or "" for joints that were mapped by names.
	Bone     string
	From, To string // names of the joints
	// Direction is the largest angle in degrees between the bones from this joint to the next in
	// model space, at DirectionTime in seconds, and MeanDirection the mean over the keys. It is
	// measured on limbs and fingers.
	Direction, DirectionTime, MeanDirection float64
	// Position is the largest distance of a hand or a foot from where it is in the source in
	// proportion, as a fraction of the target's size, at PositionTime in seconds.
	Position, PositionTime float64
}

// Report describes what became of a clip.
type Report struct {
	Clip string
	// Relation is how the skeletons were related: "as humanoids", "by 49 equal and 1 near names of
	// 50 joints", by the caller's map, or as the same skeleton. Confidence is how sure that is, 0
	// to 1: [humanoid.Map.Confidence] of the less sure humanoid, or the part of the joints with a
	// partner.
	Relation   string
	Confidence float64
	// Scale is the factor of the hips' height and of strides.
	Scale float64
	// Keys is the number of times at which the new clip was solved, which are the times of its
	// keys. TrackKeys is the number of keys in the tracks of its joints, and KeyError how far the
	// keys that were left out move a joint at most, or a point at 5 % of the target's size from it,
	// as a fraction of the size; see [Options.KeyTolerance].
	Keys, TrackKeys int
	KeyError        float64
	// Joints lists the joints whose differences were measured, in the order of the target's joints.
	Joints []JointReport
	// NotCarried are the names of the source's joints that the clip moves, and that move nothing in
	// the target.
	NotCarried []string
	// NotMoved are the names of the target's joints that nothing of the source moves.
	NotMoved []string
	// HipsLowered is how far the hips were lowered at most so that the feet could be reached, as a
	// fraction of the leg.
	HipsLowered float64
	// BelowGround is how deep a foot is below the ground at most, beyond what the source's is in
	// proportion, at BelowGroundTime in seconds, as a fraction of the leg. Knee is the largest
	// difference of the angle of a knee, at KneeTime. Both are measured on humanoids.
	BelowGround, BelowGroundTime float64
	Knee, KneeTime               float64
	// Notes are remarks on what could not be carried, and on the reference poses.
	Notes []string

	fromStands, toStands bool // the reference poses are standing poses
}

// WorstDirection returns the joint with the largest angle, or false if none was measured.
func (r *Report) WorstDirection() (JointReport, bool) {
	return r.worst(func(j *JointReport) float64 { return j.Direction })
}

// WorstPosition returns the hand or foot that is farthest from its place, or false if none was
// measured.
func (r *Report) WorstPosition() (JointReport, bool) {
	return r.worst(func(j *JointReport) float64 { return j.Position })
}

func (r *Report) worst(value func(*JointReport) float64) (JointReport, bool) {
	if r == nil {
		return JointReport{}, false
	}
	found := -1
	for i := range r.Joints {
		if found < 0 || value(&r.Joints[i]) > value(&r.Joints[found]) {
			found = i
		}
	}
	if found < 0 {
		return JointReport{}, false
	}
	return r.Joints[found], true
}

// String returns the report in one line.
func (r Report) String() string {
	var b strings.Builder
	grade, reasons := r.Grade()
	fmt.Fprintf(&b, "clip %q: %v", r.Clip, grade)
	if len(reasons) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(reasons, "; "))
	}
	if r.Relation != "" {
		fmt.Fprintf(&b, ": related %s, %.0f %% sure", r.Relation, 100*r.Confidence)
	}
	fmt.Fprintf(&b, "; scale %.3g, %d keys at %d times", r.Scale, r.TrackKeys, r.Keys)
	if j, ok := r.WorstDirection(); ok {
		fmt.Fprintf(&b, "; directions within %.2f° (%s at %.2f s)", j.Direction, j.label(), j.DirectionTime)
	}
	if j, ok := r.WorstPosition(); ok && j.Position > 0 {
		fmt.Fprintf(&b, "; ends within %.2f %% of the size (%s at %.2f s)", 100*j.Position, j.label(), j.PositionTime)
	}
	if r.HipsLowered > 0 {
		fmt.Fprintf(&b, "; hips lowered by up to %.1f %% of the leg", 100*r.HipsLowered)
	}
	if len(r.NotCarried) > 0 {
		fmt.Fprintf(&b, "; not carried: %s", strings.Join(r.NotCarried, ", "))
	}
	for _, n := range r.Notes {
		b.WriteString("; " + n)
	}
	return b.String()
}

func (j *JointReport) label() string {
	if j.Bone != "" {
		return j.Bone
	}
	return j.To
}

// measure compares the solved pose with the source's.
func (w *work) measure() {
	time := w.source.Start()
	if n := len(w.poses); n > 0 {
		time = float64(w.poses[n-1].time)
	}
	w.report.HipsLowered = max(w.report.HipsLowered, w.solved.lowered/w.legTo)
	size := w.toRest.Size()
	entry := func(k int) *JointReport {
		key := [2]int{w.links[k].to, k}
		if w.worst[key] == nil {
			w.worst[key] = &JointReport{
				Bone: w.links[k].name, From: w.from.JointName(w.links[k].from),
				To: w.to.JointName(w.links[k].to),
			}
		}
		return w.worst[key]
	}
	for k := range w.links {
		l := &w.links[k]
		if l.next < 0 {
			continue
		}
		below := &w.links[l.next]
		from := w.turn.Rotate(w.src.Position(below.from).Sub(w.src.Position(l.from)))
		to := w.dst.Position(below.to).Sub(w.dst.Position(l.to))
		if from.Length() == 0 || to.Length() == 0 {
			continue
		}
		e := entry(k)
		degrees := anatomy.AngleBetween(from, to) * 180 / math.Pi
		if degrees > e.Direction {
			e.Direction, e.DirectionTime = degrees, time
		}
		e.MeanDirection += degrees // divided by the number of measurements at the end
	}
	w.measured++
	w.measureLegs(time)
	for k, missed := range w.solved.missed {
		e := entry(k)
		if f := missed / size; f > e.Position {
			e.Position, e.PositionTime = f, time
		}
	}
}

// measureLegs compares the feet with the ground and the knees with the source's.
func (w *work) measureLegs(time float64) {
	for i := range w.limbs {
		l := &w.limbs[i]
		if !l.hasSole {
			continue
		}
		upper, lower, end := &w.links[l.upper], &w.links[l.lower], &w.links[l.end]
		// A foot's lowest point is that of heel and toe.
		lowest := w.lowestOfSole(l, w.dst.Position(end.to), w.dst.Turned(end.to).Mul(w.toRest.Turned(end.to).Conjugate()))
		if depth := (min(0, w.soleFrom(l)) - lowest) / w.legTo; depth > w.report.BelowGround+1e-6 {
			w.report.BelowGround, w.report.BelowGroundTime = depth, time
		}
		bend := func(f *anatomy.Frames, a, b, c int) float64 {
			return anatomy.AngleBetween(f.Position(b).Sub(f.Position(a)), f.Position(c).Sub(f.Position(b))) * 180 / math.Pi
		}
		knee := math.Abs(bend(w.dst, upper.to, lower.to, end.to) - bend(w.src, upper.from, lower.from, end.from))
		if knee > w.report.Knee {
			w.report.Knee, w.report.KneeTime = knee, time
		}
	}
}

// soleFrom returns the height over the ground of the lowest point of the source's foot, in the
// target's proportion.
func (w *work) soleFrom(l *limb) float64 {
	end := &w.links[l.end]
	turned := w.delta(w.src, end)
	back := w.turn.Conjugate().Mul(turned).Mul(w.turn)
	at := w.src.Position(end.from)
	lowest := w.upFrom.Dot(at.Sub(back.Rotate(w.upFrom).Scale(l.ankleFrom)).Sub(w.groundFrom))
	if l.toe >= 0 {
		toe := w.links[l.toe].from
		tip := at.Add(back.Rotate(w.fromRest.Position(toe).Sub(w.fromRest.Position(end.from))))
		lowest = min(lowest, w.upFrom.Dot(tip.Sub(back.Rotate(w.upFrom).Scale(l.toeFrom)).Sub(w.groundFrom)))
	}
	return w.scale * lowest
}

// finishReport fills in what is known when all poses are solved.
func (w *work) finishReport(c *clip.Clip) {
	w.report.Keys = len(w.poses)
	var keys [][2]int
	for key := range w.worst {
		keys = append(keys, key)
	}
	order.Stable(keys, func(a, b [2]int) int { return a[0] - b[0] })
	for _, key := range keys {
		j := *w.worst[key]
		j.MeanDirection /= float64(max(1, w.measured))
		w.report.Joints = append(w.report.Joints, j)
	}
	w.report.NotCarried = w.notCarried(c)
	for j := range w.to.Len() {
		twist := slices.ContainsFunc(w.twists, func(t twistJoint) bool { return t.joint == j })
		if w.linkOf[j] < 0 && !twist {
			w.report.NotMoved = append(w.report.NotMoved, w.to.JointName(j))
		}
	}
}

// notCarried returns the joints that the clip moves and that neither drive a joint nor lie above
// one that does, whose motion has theirs in it.
func (w *work) notCarried(c *clip.Clip) []string {
	moves := map[int]bool{}
	for _, t := range c.Tracks() {
		width, values := t.Track.Width(), t.Track.Values()
		for i := width; i < len(values); i++ {
			if math.Abs(float64(values[i])-float64(values[i%width])) > 1e-5*(1+math.Abs(float64(values[i%width]))) {
				moves[t.Joint] = true
				break
			}
		}
	}
	above := make([]bool, w.from.Len())
	for j := w.from.Len() - 1; j >= 0; j-- {
		if p := w.from.Parent(j); p >= 0 && (above[j] || w.usedFrom[j]) {
			above[p] = true
		}
	}
	var names []string
	for j := range w.from.Len() {
		if moves[j] && !w.usedFrom[j] && !above[j] {
			names = append(names, w.from.JointName(j))
		}
	}
	return names
}

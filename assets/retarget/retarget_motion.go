package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// motions returns the root motion of the target at the times of the source's, or nil with a note if
// the target's up axis is none of [clip.UpAxis].
func (r *Retargeter) motions(motion *clip.RootMotion, report *Report) []clip.Motion {
	up := exact.Vec3{0, 1, 0}
	if motion.Up() == clip.UpZ {
		up = exact.Vec3{0, 0, 1}
	}
	image := r.turn.Rotate(up)
	if image[1] < 0.999 && image[2] < 0.999 {
		report.Notes = append(report.Notes, "the root motion stays in the pose: up in the target is neither +Y nor +Z")
		return nil
	}
	list := make([]clip.Motion, len(motion.Motions()))
	for i, m := range motion.Motions() {
		yaw := exact.AxisAngle(up, m.Yaw)
		moved := yaw.Rotate(r.groundFrom).Add(exact.Vec3{m.X, m.Y, m.Z}).Sub(r.groundFrom)
		t := r.groundTo.AddScaled(r.scale, r.turn.Rotate(moved))
		t = t.Sub(r.turn.Mul(yaw).Mul(r.turn.Conjugate()).Rotate(r.groundTo))
		list[i] = clip.Motion{X: t[0], Y: t[1], Z: t[2], Yaw: m.Yaw}
	}
	return list
}

// motionAt returns the target's root motion at a time, by straight lines between the samples.
func (w *work) motionAt(motion *clip.RootMotion, time float64) clip.Motion {
	times := motion.Times()
	last := len(times) - 1
	switch {
	case !(time > times[0]):
		return w.motions[0]
	case time >= times[last]:
		return w.motions[last]
	}
	k := 1
	for times[k] < time {
		k++
	}
	u := (time - times[k-1]) / (times[k] - times[k-1])
	a, b := w.motions[k-1], w.motions[k]
	return clip.Motion{
		X: a.X + float64(u*(b.X-a.X)), Y: a.Y + float64(u*(b.Y-a.Y)), Z: a.Z + float64(u*(b.Z-a.Z)),
		Yaw: a.Yaw + float64(u*(b.Yaw-a.Yaw)),
	}
}

// addMotionTimes solves the poses at the samples of the root motion, too, because between them the
// motion follows straight lines.
func (w *work) addMotionTimes(motion *clip.RootMotion) {
	var merged []sample
	k := 0
	for _, time := range motion.Times() {
		t := float32(time)
		for k < len(w.poses) && w.poses[k].time < t {
			merged = append(merged, w.poses[k])
			k++
		}
		if k < len(w.poses) && w.poses[k].time == t {
			continue
		}
		if math.Abs(float64(t)-time) < 1e-3 && (len(merged) == 0 || merged[len(merged)-1].time < t) {
			merged = append(merged, w.solveAt(t))
		}
	}
	w.poses = append(merged, w.poses[k:]...)
}

// strip returns the samples with the root motion taken out of the joints that are placed in model
// space.
func (w *work) strip(motion *clip.RootMotion) []sample {
	out := make([]sample, len(w.poses))
	f := anatomy.NewFrames(w.to)
	whole := anatomy.NewFrames(w.to)
	for i, s := range w.poses {
		m := w.motionAt(motion, float64(s.time))
		undo := exact.AxisAngle(w.upTo, -m.Yaw)
		for j := range s.locals {
			whole.Locals[j] = anatomy.ToLocal(s.locals[j])
			whole.Update(j)
			f.Locals[j] = whole.Locals[j]
			f.Update(j)
			if k := w.linkOf[j]; k >= 0 && w.links[k].placed {
				f.SetTurned(j, undo.Mul(whole.Turned(j)))
				f.SetPosition(j, undo.Rotate(whole.Position(j).Sub(exact.Vec3{m.X, m.Y, m.Z})))
			}
		}
		out[i] = sample{s.time, make([]rig.TRS, len(s.locals)), s.stands}
		for j := range f.Locals {
			out[i].locals[j] = f.Locals[j].TRS()
		}
	}
	return out
}

package retarget

import "fmt"

// Grade says how well a clip could be retargeted.
type Grade uint8

// Grades, from the best.
const (
	Good Grade = iota // as one would expect of these skeletons
	Fair              // has places to look at
	Poor              // probably looks wrong
)

// String returns "good", "fair" or "poor".
func (g Grade) String() string {
	switch g {
	case Good:
		return "good"
	case Fair:
		return "fair"
	}
	return "poor"
}

// Grade grades the clip, and tells what is off where it is not good. What counts are how sure the
// relation of the skeletons is, reference poses, and for humanoids how much the motion of the limbs
// had to differ for feet and hands to be in their places: bones of a short leg turn by 20° on
// average and nobody sees it, but a foot in the ground or a body that does not stand where its
// motion began is seen at once. What is nil is poor.
func (r *Report) Grade() (grade Grade, reasons []string) {
	if r == nil {
		return Poor, []string{"there is no report"}
	}
	say := func(g Grade, format string, values ...any) {
		grade = max(grade, g)
		reasons = append(reasons, fmt.Sprintf(format, values...))
	}
	// above reports a value over one of two limits.
	above := func(value, fair, poor float64, format string, values ...any) {
		switch {
		case value > poor:
			say(Poor, format, values...)
		case value > fair:
			say(Fair, format, values...)
		}
	}
	if !r.fromStands {
		say(Poor, "the source's reference pose is no standing pose")
	}
	if !r.toStands {
		say(Poor, "the target's reference pose is no standing pose")
	}
	above(1-r.Confidence, 0.35, 0.5, "the relation of the skeletons is %.0f %% sure", 100*r.Confidence)
	mean := -1
	for i := range r.Joints {
		if mean < 0 || r.Joints[i].MeanDirection > r.Joints[mean].MeanDirection {
			mean = i
		}
	}
	if mean >= 0 {
		j := &r.Joints[mean]
		above(j.MeanDirection, 15, 30, "%s is %.0f° off on average", j.label(), j.MeanDirection)
	}
	if j, ok := r.WorstDirection(); ok {
		above(j.Direction, 50, 90, "%s is %.0f° off at %.2f s", j.label(), j.Direction, j.DirectionTime)
	}
	if j, ok := r.WorstPosition(); ok {
		above(j.Position, 0.02, 0.06, "%s is %.1f %% of the size from its place at %.2f s", j.label(), 100*j.Position,
			j.PositionTime)
	}
	above(r.HipsLowered, 0.08, 0.3, "the hips are lowered by %.0f %% of the leg", 100*r.HipsLowered)
	above(r.BelowGround, 0.03, 0.08, "a foot is %.0f %% of the leg below the ground at %.2f s", 100*r.BelowGround,
		r.BelowGroundTime)
	above(r.Knee, 60, 90, "a knee differs by %.0f° at %.2f s", r.Knee, r.KneeTime)
	return grade, reasons
}

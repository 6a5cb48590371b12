package rig

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/names"
)

// BlendInput is one pose's part in a [Blend]. [Mix], [Over] and [Add] make the usual ones.
type BlendInput struct {
	// Pose is the pose, or for an additive input the difference that an additive clip gives.
	Pose *Pose
	// Mask multiplies Weight and Attenuation by the weight of each joint; nil is 1 for all joints.
	Mask *Mask
	// Weight is the factor of the pose: at least 0, or for an additive input any finite number,
	// where a negative one subtracts the difference.
	Weight float32
	// Attenuation is the fraction, 0 to 1, by which the input lowers the inputs before it. Additive
	// inputs ignore it.
	Attenuation float32
	// Additive adds the difference to what the inputs before it give.
	Additive bool
}

// Mix returns an input that is averaged with others. Weights of a mean are relative: Mix(a, 1) and
// Mix(b, 3) show a quarter of a.
func Mix(pose *Pose, weight float32) BlendInput { return BlendInput{Pose: pose, Weight: weight} }

// Over returns an input that replaces the inputs before it by its weight, 0 to 1, on the joints of
// a mask; nil is all joints.
func Over(pose *Pose, weight float32, mask *Mask) BlendInput {
	return BlendInput{Pose: pose, Mask: mask, Weight: weight, Attenuation: weight}
}

// Add returns an input that adds a difference, as an additive clip gives it, times a weight, on the
// joints of a mask; nil is all joints. A negative weight subtracts it.
func Add(difference *Pose, weight float32, mask *Mask) BlendInput {
	return BlendInput{Pose: difference, Mask: mask, Weight: weight, Additive: true}
}

// ErrBlend reports inputs that cannot be blended.
var ErrBlend = errors.New("the poses cannot be blended")

// meanTolerance is how far the weights of a mean may be from a sum of 1 by rounding.
const meanTolerance = 1e-5

// Blend writes the blend of poses of one skeleton to dst. It works through the inputs in order:
//
//   - The first inputs without mask and attenuation are averaged by their weights. These are
//     divided by their sum, unless it is 1 up to rounding. If there are none, or all weights are 0,
//     the rest pose takes their place.
//   - A later input that is not additive multiplies the sum of the poses before it by 1 -
//     Attenuation, then adds its own pose times Weight; several poses of one layer share the
//     attenuation, which is the sum of their weights, and all but the first have 0.
//   - An additive input adds its difference times Weight to the normalized sum of the poses before
//     it.
//
// Translations, scales and morph weights are added; rotations are added along the shorter arc and
// brought to length 1 (nlerp), whatever the lengths of theirs are. If two rotations of one joint
// differ in length, the longer one counts for more. What all poses of a mean have in common stays
// as it is, but for the rounding of rotations. A frame blends the blend inputs of a character in
// this way, with the same arithmetic and the same bits.
//
// dst may be the pose of the first input, but of no other. Blend allocates nothing. The errors are
// ErrBlend; dst is unchanged then.
func Blend(dst *Pose, inputs ...BlendInput) error {
	mean, sum, err := checkBlend(dst, inputs)
	if err != nil {
		return err
	}
	b := blender{dst: dst}
	switch {
	case mean == 0 || sum == 0:
		dst.SetRest()
	default:
		b.mean(inputs[:mean], sum, mean == len(inputs))
	}
	for i := mean; i < len(inputs); i++ {
		if inputs[i].Additive {
			b.add(&inputs[i])
		} else {
			b.accumulate(&inputs[i])
		}
	}
	b.normalize()
	return nil
}

// checkBlend checks the inputs and returns how many of the first ones form a mean, and what divides
// their weights.
func checkBlend(dst *Pose, inputs []BlendInput) (mean int, sum float32, err error) {
	if dst == nil || dst.skeleton == nil {
		return 0, 0, fmt.Errorf("%w: expected a pose of a skeleton to write, found none", ErrBlend)
	}
	inMean := true
	for i := range inputs {
		in := &inputs[i]
		fail := func(format string, arguments ...any) (int, float32, error) {
			return 0, 0, fmt.Errorf("%w: input %d: "+format, append([]any{ErrBlend, i}, arguments...)...)
		}
		switch s := dst.skeleton; {
		case in.Pose == nil || in.Pose.skeleton == nil:
			return fail("expected a pose of a skeleton, found none")
		case in.Pose.skeleton != s:
			return fail("expected a pose of skeleton %q, found one of %s", s.name,
				names.Unlike("skeleton", s.name, in.Pose.skeleton.name))
		case len(in.Pose.Locals) != len(dst.Locals) || len(dst.Locals) != kernel.PoseSize(s.Len()),
			len(in.Pose.Morphs) != len(dst.Morphs) || len(dst.Morphs) != s.MorphCount():
			return fail(
				"expected %[2]d numbers and %[3]d morph weights, those of skeleton %[1]q, found %[4]d and "+
					"%[5]d, and %[6]d and %[7]d to write", s.name, kernel.PoseSize(s.Len()), s.MorphCount(),
				len(in.Pose.Locals), len(in.Pose.Morphs), len(dst.Locals), len(dst.Morphs))
		case in.Mask != nil && in.Mask.skeleton != s:
			return fail("expected a mask of skeleton %q, found mask %q of %s", s.name, in.Mask.name,
				names.Unlike("skeleton", s.name, in.Mask.skeleton.name))
		case !exact.IsFinite(in.Weight) || in.Weight < 0 && !in.Additive:
			return fail("expected a finite weight of at least 0, found %v", in.Weight)
		case !(in.Attenuation >= 0 && in.Attenuation <= 1):
			return fail("expected an attenuation from 0 to 1, found %v", in.Attenuation)
		case i > 0 && in.Pose == dst:
			return fail("expected the pose that is written at the first input alone, found it here")
		}
		if inMean = inMean && !in.Additive && in.Mask == nil && in.Attenuation == 0; inMean {
			mean, sum = i+1, sum+in.Weight
		}
	}
	if !exact.IsFinite(sum) {
		return 0, 0, fmt.Errorf("%w: expected a finite sum of the weights of a mean, found an infinite one",
			ErrBlend)
	}
	if math.Abs(float64(sum)-1) <= meanTolerance {
		sum = 1
	}
	return mean, sum, nil
}

func copyPose(dst, src *Pose) {
	copy(dst.Locals, src.Locals)
	copy(dst.Morphs, src.Morphs)
}

// blender adds poses to one that may be a weighted sum, whose rotations are not normalized yet.
type blender struct {
	dst   *Pose
	isSum bool
}

func (b *blender) normalize() {
	if b.isSum {
		kernel.Normalize(b.dst.Locals)
		b.isSum = false
	}
}

// mean begins with the mean of poses, whose weights are divided by a number. Unit asks for
// normalized rotations.
func (b *blender) mean(inputs []BlendInput, divisor float32, unit bool) {
	copyPose(b.dst, inputs[0].Pose)
	sum := inputs[0].Weight / divisor
	if (len(inputs) > 1 || !unit) && sum != 1 {
		kernel.Scale(b.dst.Morphs, b.dst.Morphs, sum)
	}
	for i := range inputs[1:] {
		in := &inputs[1+i]
		weight := in.Weight / divisor
		sum += weight
		if u := kernel.Share(weight, sum); unit && i == len(inputs)-2 {
			kernel.Blend(b.dst.Locals, in.Pose.Locals, u, i == 0)
		} else {
			kernel.Lerp(b.dst.Locals, in.Pose.Locals, u)
			b.isSum = !unit
		}
		kernel.AddScaled(b.dst.Morphs, in.Pose.Morphs, weight)
	}
}

func (b *blender) scale(weight float32) {
	kernel.Scale(b.dst.Locals, b.dst.Locals, weight)
	kernel.Scale(b.dst.Morphs, b.dst.Morphs, weight)
	b.isSum = true
}

// accumulate attenuates the sum and adds an input to it.
func (b *blender) accumulate(in *BlendInput) {
	b.isSum = true
	if in.Mask == nil {
		if in.Attenuation != 0 {
			b.scale(1 - in.Attenuation)
		}
		kernel.Accumulate(b.dst.Locals, in.Pose.Locals, in.Weight)
		kernel.AddScaled(b.dst.Morphs, in.Pose.Morphs, in.Weight)
		return
	}
	kernel.AccumulateMasked(b.dst.Locals, in.Pose.Locals, in.Mask.weights, in.Attenuation, in.Weight)
	for _, channel := range b.dst.skeleton.runs {
		m := in.Mask.weights[channel.Joint]
		weights := b.dst.Morphs[channel.Offset:][:channel.Count]
		kernel.Scale(weights, weights, 1-float32(in.Attenuation*m))
		kernel.AddScaled(weights, in.Pose.Morphs[channel.Offset:][:channel.Count], in.Weight*m)
	}
}

// add adds a difference to the normalized sum.
func (b *blender) add(in *BlendInput) {
	b.normalize()
	if in.Mask == nil {
		kernel.Add(b.dst.Locals, in.Pose.Locals, in.Weight)
		kernel.AddScaled(b.dst.Morphs, in.Pose.Morphs, in.Weight)
		return
	}
	kernel.AddMasked(b.dst.Locals, in.Pose.Locals, in.Mask.weights, in.Weight)
	for _, channel := range b.dst.skeleton.runs {
		weights := b.dst.Morphs[channel.Offset:][:channel.Count]
		kernel.AddScaled(weights, in.Pose.Morphs[channel.Offset:][:channel.Count],
			in.Weight*in.Mask.weights[channel.Joint])
	}
}

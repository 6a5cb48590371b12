package reference_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

func TestModelMatricesAndPalettesAgreeWithTheReference(t *testing.T) {
	for i, shape := range randomassets.Shapes() {
		t.Run(fmt.Sprintf("%+v", shape), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			var ofBound, ofExtent float64
			for range 20 {
				s := randomassets.Skeleton(r, shape)
				skin := randomassets.Skin(r, s, shape, 1+r.IntN(40))
				pose := rig.NewPose(s)
				locals := make([]bounded, s.Len())
				for j := range s.Len() {
					pose.SetJoint(j, randomassets.Transform(r, shape))
					locals[j] = local(reference.TRSOf(pose.Joint(j)), 0, 0, 0)
				}
				fast := pose.ModelMatrices(nil)
				want := models(s, locals)
				for j, m := range reference.Models(s, reference.PoseOf(pose)) {
					if m != want[j].matrix {
						t.Fatalf("joint %d: the reference is %v, its equations give %v", j, m, want[j].matrix)
					}
				}
				a, b := compare(t, "joint", fast, want)
				ofBound, ofExtent = max(ofBound, a), max(ofExtent, b)
				a, b = compare(t, "entry", skin.Palette(nil, fast), palette(skin, want))
				ofBound, ofExtent = max(ofBound, a), max(ofExtent, b)
			}
			// Independent roundings grow with the square root of the chain's length; the error that
			// users see must stay below 1e-5 of the extent.
			if ofExtent > 1e-5 {
				t.Errorf("error %.2g of the extent", ofExtent)
			}
			t.Logf("largest error %.2g of its bound, %.2g of the extent", ofBound, ofExtent)
		})
	}
}

func TestSampledClipsAgreeWithTheReference(t *testing.T) {
	for i, shape := range randomassets.Shapes() {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		for range 5 {
			s := randomassets.Skeleton(r, shape)
			clip := randomassets.Clip(r, s, shape, 40)
			skin := randomassets.Skin(r, s, shape, 8)
			pose := rig.NewPose(s)
			for range 30 {
				time := randomassets.Time(r, clip)
				clip.Sample(time, pose)
				want := reference.Sample(clip, time)
				locals := make([]bounded, s.Len())
				for j, w := range want.Locals {
					got := reference.TRSOf(pose.Joint(j))
					translation, scale := valueBound(shape.Bone, clip),
						valueBound(float32(math.Exp2(shape.Scale)), clip)
					within(t, time, "translation", got.Translation[:], w.Translation[:], translation)
					within(t, time, "scale", got.Scale[:], w.Scale[:], scale)
					q := w.Rotation
					if q.Dot(got.Rotation) < 0 {
						q = q.Times(-1)
					}
					within(t, time, "rotation", got.Rotation[:], q[:], rotationBound)
					locals[j] = local(w, translation, rotationBound, scale)
				}
				for m, w := range want.Morphs {
					within(t, time, "morph weight", []float64{float64(pose.Morphs[m])}, []float64{w},
						valueBound(1, clip))
				}
				bounds := models(s, locals)
				fast := pose.ModelMatrices(nil)
				compare(t, fmt.Sprintf("%v s: joint", time), fast, bounds)
				compare(t, fmt.Sprintf("%v s: entry", time), skin.Palette(nil, fast), palette(skin, bounds))
			}
		}
	}
}

// rotationBound bounds the error of a number of a sampled rotation: the fraction between two keys
// is rounded to float32, half a unit of roundoff of an arc below pi/2, and so are the keys and the
// result, a unit each at most.
const rotationBound = 4 * roundoff

// valueBound bounds the error of a sampled number of a track, given its largest key: it is computed
// in float64 and rounded once. A cubic's slopes are up to twice as large as its keys and weigh by
// the seconds between these, at most 4/27 each; the fraction between the keys, in float64, adds
// less than the last half unit.
func valueBound(largest float32, clip *assets.Clip) float64 {
	return roundoff * float64(largest) * (1 + 2*2*4.0/27*clip.Duration()) * 1.01
}

func within(t *testing.T, time float64, what string, got, want []float64, bound float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= bound) {
			t.Fatalf("%v s: %s is %v, want %v ± %.3g", time, what, got, want, bound)
		}
	}
}

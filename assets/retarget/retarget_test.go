package retarget_test

import (
	"os"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

func newRetargeter(t testing.TB, from, to *rig.Skeleton, o retarget.Options) *retarget.Retargeter {
	t.Helper()
	r, err := retarget.New(from, to, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func retargeted(t testing.TB, r *retarget.Retargeter, c *clip.Clip) (*clip.Clip, retarget.Report) {
	t.Helper()
	out, report, err := r.Clip(c)
	if err != nil {
		t.Fatal(err)
	}
	return out, report
}

// The same skeleton gives the clip back, although every pose goes through the whole computation.
func TestIdentity(t *testing.T) {
	for _, file := range []string{
		"", womanFile, robotFile, cesiumFile, enemyFile, foxFile, fox2File, birdFile,
		spiderFile,
	} {
		c := load(t, file)
		again := load(t, file)
		r := newRetargeter(t, c.skeleton, again.skeleton, retarget.Options{})
		worst := 0.0
		for i, source := range c.clips() {
			if i > 4 && os.Getenv("SINEW_LONG") == "" {
				break
			}
			out, _ := retargeted(t, r, source)
			for _, time := range times(source, 29) {
				a, b := source.PoseAt(time), out.PoseAt(time)
				for j := range a.Skeleton().Len() {
					x, y := a.Joint(j), b.Joint(j)
					sign := float32(1)
					if x.Rotation.Dot(y.Rotation) < 0 {
						sign = -1
					}
					d := max(float64(x.Rotation.Sub(y.Rotation.Scale(sign)).Len()),
						float64(x.Translation.Sub(y.Translation).Len())/max(1, float64(x.Translation.Len())),
						float64(x.Scale.Sub(y.Scale).Len()))
					worst = max(worst, d)
				}
			}
		}
		t.Logf("%q: within %.2g", file, worst)
		if worst > 1e-5 {
			t.Errorf("%q: a number of a pose differs by %.2g", file, worst)
		}
	}
}

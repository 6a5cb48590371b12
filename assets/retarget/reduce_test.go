package retarget_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// keysOf returns the number of keys of the tracks of a clip's joints.
func keysOf(c *clip.Clip) (n int) {
	for _, t := range c.Tracks() {
		if t.Property == clip.Rotation || t.Property == clip.Translation || t.Property == clip.Scale {
			n += len(t.Track.Times())
		}
	}
	return n
}

// sizeOf returns the longest side of the box around the joints of the rest pose.
func sizeOf(c *character) float64 {
	least, greatest := exact.Vec3{1e9, 1e9, 1e9}, exact.Vec3{-1e9, -1e9, -1e9}
	matrices := rig.NewPose(c.skeleton).ModelMatrices(nil)
	for j := range c.skeleton.Len() {
		m := rig.MatrixAt(matrices, j)
		for i, x := range [3]float32{m[3], m[7], m[11]} {
			least[i], greatest[i] = min(least[i], float64(x)), max(greatest[i], float64(x))
		}
	}
	d := greatest.Sub(least)
	return max(d[0], d[1], d[2])
}

// TestKeysAreLeftOut compares retargeted clips with all keys and with fewer, in model space, also
// between the keys: joints, and points on three sides of them.
func TestKeysAreLeftOut(t *testing.T) {
	for _, row := range []struct {
		from, to, clip string
		tolerance      float64
		most           float64 // of the keys that remain
	}{
		{"", maleFile, "run", 0, 0.7},
		{"", womanFile, "walk", 1e-3, 0.35},
		{womanFile, "", "", 0, 0.6},
		{fox2File, dogFile, "Walk", 0, 1},
	} {
		from, to := load(t, row.from), load(t, row.to)
		source := from.clips()[0]
		for _, c := range from.clips() {
			if c.Name() == row.clip {
				source = c
			}
		}
		var clips [2]*clip.Clip
		var reports [2]retarget.Report
		for i, tolerance := range []float64{-1, row.tolerance} {
			options := retarget.Options{KeyTolerance: tolerance}
			if row.from == fox2File {
				options.Joints = equalNames(from.skeleton, to.skeleton)
			}
			r, err := retarget.New(from.skeleton, to.skeleton, options)
			if err != nil {
				t.Fatal(err)
			}
			if clips[i], reports[i], err = r.Clip(source); err != nil {
				t.Fatal(err)
			}
		}
		want := row.tolerance
		if want == 0 {
			want = 1e-4
		}
		all, few := keysOf(clips[0]), keysOf(clips[1])
		if all != reports[0].TrackKeys || few != reports[1].TrackKeys || reports[0].KeyError != 0 {
			t.Errorf("%s to %s: %d and %d keys, the reports have %v and %v", row.from, row.to, all, few,
				reports[0], reports[1])
		}
		worst, size := 0.0, sizeOf(to)
		n := 150
		for i := range n {
			time := source.Start() + source.Duration()*float64(i)/float64(n-1)
			a, b := models(clips[0], time), models(clips[1], time)
			for j := range a {
				points := []exact.Vec3{{}, {1}, {0, 1}, {0, 0, 1}}
				for k, p := range points {
					if k > 0 { // at a distance in model space, whatever the scale
						d := a[j].Direction(p).Length()
						for c := range p {
							p[c] *= 0.05 * size / d
						}
					}
					worst = max(worst, a[j].Point(p).Sub(b[j].Point(p)).Length()/size)
				}
			}
		}
		t.Logf("%q to %q, clip %q: %d of %d keys remain; largest distance %.3g of the size, reported %.3g", row.from,
			row.to, source.Name(), few, all, worst, reports[1].KeyError)
		if worst > want*1.05 || reports[1].KeyError > want || math.Abs(worst) == 0 {
			t.Errorf("%s to %s: the clip changes by %.3g of the size, the report has %.3g, want %.3g", row.from, row.to,
				worst, reports[1].KeyError, want)
		}
		if float64(few) > row.most*float64(all) {
			t.Errorf("%s to %s: %d of %d keys remain", row.from, row.to, few, all)
		}
	}
}

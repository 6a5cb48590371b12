package bvh_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// arm is a file of a shoulder and an elbow.
const arm = `HIERARCHY
ROOT Shoulder
{
  OFFSET 0 1.4 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Elbow
  {
    OFFSET 0.3 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0.25 0 0
    }
  }
}
MOTION
Frames: 4
Frame Time: 0.5
0 1.4 0 0 0 0  0 0 0
1 1.4 0 0 0 0  0 0 90
2 1.4 0 0 0 0  0 0 90
3 1.4 0 0 0 0  0 0 0
`

func parse(t *testing.T, o bvh.Options, text string) (*assets.Library, *assets.Model) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model, err := o.Parse(library, "arm.bvh", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return library, model
}

func TestNamesAndTracks(t *testing.T) {
	library, model := parse(t, bvh.Options{}, arm)
	motion := library.Clip(model.Clips[0])
	if model.Name != "arm" || motion.Name() != "arm" || library.Skeleton(model.Skeleton).Name() != "arm" {
		t.Errorf("expected all to be named arm, found %q, %q and %q", model.Name, motion.Name(),
			library.Skeleton(model.Skeleton).Name())
	}
	// The shoulder moves and does not turn, the elbow turns.
	if tracks := motion.Tracks(); len(tracks) != 2 || motion.Keys() != 8 {
		t.Errorf("expected 2 tracks of 4 keys, found %d and %d keys", len(tracks), motion.Keys())
	}
	hand := position(models(t, library, model, 0.5)[2])
	if distance(hand, [3]float64{1.3, 1.4, -0.25}) > 1e-6 {
		t.Errorf("the hand is at %v after the elbow turned by 90 degrees about y", hand)
	}
}

func TestRangeOfFrames(t *testing.T) {
	for _, c := range []struct {
		from, to int
		seconds  float64
		x        float64 // of the shoulder at the beginning
	}{{0, 0, 1.5, 0}, {1, 0, 1, 1}, {1, 3, 0.5, 1}, {3, 4, 0, 3}, {0, 4, 1.5, 0}} {
		library, model := parse(t, bvh.Options{From: c.from, To: c.to}, arm)
		motion := library.Clip(model.Clips[0])
		at := position(models(t, library, model, 0)[0])
		if motion.Start() != 0 || motion.End() != c.seconds || at[0] != c.x {
			t.Errorf("frames %d to %d: from %v s to %v s, at x = %v", c.from, c.to, motion.Start(), motion.End(), at[0])
		}
	}
}

func TestRootMotion(t *testing.T) {
	o := bvh.Options{RootMotion: &clip.RootMotionOptions{Translation: clip.AxisX}}
	library, model := parse(t, o, arm)
	if library.Clip(model.Clips[0]).RootMotion() == nil {
		t.Error("the clip has no root motion")
	}
	still := strings.NewReplacer("\n1 1.4", "\n0 1.4", "\n2 1.4", "\n0 1.4", "\n3 1.4", "\n0 1.4").Replace(arm)
	library, model = parse(t, o, still)
	if library.Clip(model.Clips[0]).RootMotion() != nil || len(model.Warnings) != 1 {
		t.Errorf("a clip that stays in place: warnings %q", model.Warnings)
	}
}

// Options and libraries that are none are errors that say so, and leave the library as it was.
func TestMisuse(t *testing.T) {
	library := assets.NewLibrary()
	for text, o := range map[string]bvh.Options{
		"scale":                    {Scale: -1},
		"finite":                   {Scale: math.Inf(1)},
		"found -1 to 0":            {From: -1},
		"found 3 to 3":             {From: 3, To: 3},
		"the 4 frames of the file": {From: 4},
		"found frames 2 to 5":      {From: 2, To: 5},
		"MaxBytes":                 {MaxBytes: -1},
		"at most 10 bytes":         {MaxBytes: 10},
		"times the scale 1e+300":   {Scale: 1e300},
	} {
		_, err := o.Parse(library, "arm.bvh", []byte(arm))
		if err == nil || !strings.Contains(err.Error(), text) || !strings.HasPrefix(err.Error(), "arm.bvh: ") {
			t.Errorf("expected an error with %q, found %v", text, err)
		}
	}
	if _, err := bvh.Parse(nil, "arm.bvh", []byte(arm)); err == nil {
		t.Error("a nil library is no error")
	}
	if _, err := bvh.Open(library, filepath.Join(t.TempDir(), "none.bvh")); err == nil {
		t.Error("a file that does not exist is no error")
	}
	path := filepath.Join(t.TempDir(), "long.bvh")
	if err := os.WriteFile(path, []byte(arm), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := bvh.Options{MaxBytes: 10}.Open(library, path)
	if err == nil || !strings.Contains(err.Error(), "at most 10") {
		t.Errorf("a file of too many bytes: %v", err)
	}
	if library.Count() != assets.NewLibrary().Count() {
		t.Errorf("the library has %+v", library.Count())
	}
}

// A misspelled word is answered with the nearest that there is.
func TestSuggestions(t *testing.T) {
	for wrong, right := range map[string][2]string{
		"OFSET":     {"OFFSET 0.25", "OFFSET"},
		"Xrotatoin": {"Xrotation Yrotation\n    End", "Xrotation"},
	} {
		text := strings.Replace(arm, right[0], strings.Replace(right[0], right[1], wrong, 1), 1)
		_, err := bvh.Parse(assets.NewLibrary(), "arm.bvh", []byte(text))
		if err == nil || !strings.Contains(err.Error(), "did you mean "+right[1]) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// Angles agree with matrices that are multiplied in float64, for any order of channels, and between
// two frames each joint turns by at most a half turn.
func TestRandomRotations(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		axes := random.Perm(3)[:1+random.IntN(3)]
		var angles [2][3]float64
		channels, rows := "", ""
		for _, a := range axes {
			channels += " " + []string{"Xrotation", "Yrotation", "Zrotation"}[a]
		}
		for frame := range angles {
			for k := range axes {
				angles[frame][k] = math.Round(random.NormFloat64()*4000) / 10
				rows += fmt.Sprint(angles[frame][k], " ")
			}
			rows += "\n"
		}
		text := fmt.Sprintf("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS %d%s\nEnd Site\n{\nOFFSET 1 2 3\n}\n}\nMOTION\n"+
			"Frames: 2\nFrame Time: 1\n%s", len(axes), channels, rows)
		library, model := parse(t, bvh.Options{Scale: 1}, text)
		for frame := range angles {
			v := [3]float64{1, 2, 3}
			for k := len(axes) - 1; k >= 0; k-- {
				sin, cos := math.Sincos(angles[frame][k] * math.Pi / 180)
				b, c := (axes[k]+1)%3, (axes[k]+2)%3
				v[b], v[c] = cos*v[b]-sin*v[c], sin*v[b]+cos*v[c]
			}
			if found := position(models(t, library, model, float64(frame))[1]); distance(found, v) > 3e-6 {
				t.Fatalf("%s: frame %d: the end is at %v, expected %v", text, frame, found, v)
			}
		}
		a, b := library.Clip(model.Clips[0]).PoseAt(0), library.Clip(model.Clips[0]).PoseAt(1)
		if a.Joint(0).Rotation.Dot(b.Joint(0).Rotation) < -1e-6 && library.Clip(model.Clips[0]).Keys() > 1 {
			t.Fatalf("%s: the joint turns the longer way", text)
		}
	}
}

// A long row, many joints and many frames are no matter.
func TestLargeFiles(t *testing.T) {
	var text strings.Builder
	const joints = 20_000
	text.WriteString("HIERARCHY\n")
	for i := range joints {
		fmt.Fprintf(&text, "%s j%d { OFFSET 0 0.001 0 CHANNELS 3 Xrotation Yrotation Zrotation ",
			[]string{"ROOT", "JOINT"}[min(i, 1)], i)
	}
	text.WriteString(strings.Repeat("}", joints) + "\nMOTION\nFrames: 2\nFrame Time: 0.1\n")
	for range 2 {
		text.WriteString(strings.Repeat("0.5 0 0 ", joints) + "\n")
	}
	library, model := parse(t, bvh.Options{Scale: 1}, text.String())
	if n := library.Skeleton(model.Skeleton).Len(); n != joints {
		t.Errorf("expected %d joints, found %d", joints, n)
	}
	tooMany := "HIERARCHY\n" + strings.Repeat("ROOT a { OFFSET 0 0 0 } ", 40_000) + "MOTION\nFrames: 0\nFrame Time: 1\n"
	_, err := bvh.Parse(library, "many.bvh", []byte(tooMany))
	if err == nil || !strings.Contains(err.Error(), "at most 32767 joints") {
		t.Errorf("40,000 joints: %v", err)
	}
	frames := strings.Replace(arm, "Frames: 4", "Frames: 100004", 1) + strings.Repeat("3 1.4 0 0 0 0  0 0 0\n", 100_000)
	library, model = parse(t, bvh.Options{Scale: 1}, frames)
	if seconds := library.Clip(model.Clips[0]).Duration(); math.Abs(seconds-50001.5) > 1e-3 {
		t.Errorf("100,004 frames take %v s", seconds)
	}
}

// Frames that are so many that float32 does not tell their times apart are an error.
func TestFramesAtOneTime(t *testing.T) {
	text := strings.Replace(arm, "Frame Time: 0.5", "Frame Time: 1e-60", 1)
	_, err := bvh.Parse(assets.NewLibrary(), "arm.bvh", []byte(text))
	if err == nil || !strings.Contains(err.Error(), "tells frames apart") {
		t.Errorf("a frame time of 1e-60 s: %v", err)
	}
}

// FuzzParse reads bytes of any kind: an error, or a model whose poses are finite.
func FuzzParse(f *testing.F) {
	seeds.Add(f, []byte(arm))
	seeds.Add(f, []byte(strings.ReplaceAll(strings.ToLower(arm), "\n", "\r\n")))
	seeds.Add(f, []byte("HIERARCHY ROOT a{OFFSET 0 1 0 CHANNELS 1 Yposition}MOTION\nFrames:1\nFrame Time:1\n2"))
	seeds.Add(f, []byte("HIERARCHY\nROOT a\n{\nOFFSET 1e38 0 0\n}\nMOTION\nFrames: 0\nFrame Time: 1e-30\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		library := assets.NewLibrary(assets.Exact())
		model, err := bvh.Options{Meters: len(data)%2 == 0}.Parse(library, "a.bvh", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.bvh: ") {
				t.Fatalf("the error does not name the file: %v", err)
			}
			return
		}
		for _, id := range model.Clips {
			motion := library.Clip(id)
			for _, at := range []float64{motion.Start(), motion.End() / 2, motion.End()} {
				pose := motion.PoseAt(at)
				for joint := range library.Skeleton(model.Skeleton).Len() {
					q := pose.Joint(joint).Rotation
					if length := q.Len(); !(math.Abs(float64(length)-1) < 1e-5) {
						t.Fatalf("a rotation of length %v", length)
					}
					if p := pose.Joint(joint).Translation; p != p || p.Sub(p) != (mgl32.Vec3{}) {
						t.Fatalf("a translation %v", p)
					}
				}
			}
		}
	})
}

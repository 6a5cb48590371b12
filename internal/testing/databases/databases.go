package databases

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/rig"
)

// Build returns a database, or fails the test.
func Build(t testing.TB, b *matching.Builder, clips interface {
	Clip(id assets.ClipID) *clip.Clip
},
) *matching.Database {
	t.Helper()
	d, err := b.Build(clips)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Gaits returns a library with steps of the mannequin that move over the ground, and a builder of a
// database of them: walks with the tag "walk", runs with the tag "run", all that turn with "turn".
func Gaits(t testing.TB) (*assets.Library, *matching.Builder) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	b := Common(matching.NewBuilder("gaits", skeleton), "left_foot", "right_foot", "hips")
	for _, c := range []struct {
		gait        string
		speed, turn float64
		tags        []string
	}{
		{"walk", 0, 0, []string{"walk"}},
		{"walk", 1.4, 0, []string{"walk"}},
		{"walk", 1, 0.7, []string{"walk", "turn"}},
		{"walk", 1, -0.7, []string{"walk", "turn"}},
		{"run", 3.5, 0, []string{"run"}},
		{"run", 3, 1, []string{"run", "turn"}},
		{"run", 3, -1, []string{"run", "turn"}},
	} {
		steps, err := courses.Stepping(c.gait, skeleton, c.gait, c.speed, c.turn)
		if err != nil {
			t.Fatal(err)
		}
		moving, err := clip.ExtractRootMotion(steps, clip.RootMotionOptions{AllowStill: true})
		if err != nil {
			t.Fatal(err)
		}
		b.Range(matching.Range{Clip: library.AddClip(moving), Tags: c.tags, Loop: c.turn == 0})
	}
	return library, b
}

// Common adds the usual features: 27 numbers.
func Common(b *matching.Builder, left, right, hips string) *matching.Builder {
	return b.Position(left, 0.75).Position(right, 0.75).Velocity(left, 1).Velocity(right, 1).Velocity(hips, 1).
		Trajectory(1, 1.5, 0.33, 0.67, 1)
}

// Recording returns a library with a recording of a person, and a builder of a database of it.
func Recording(t testing.TB, name string) (*assets.Library, *matching.Builder) {
	t.Helper()
	folder := os.Getenv("SINEW_SHARED")
	path := filepath.Join(folder, "mocap", name)
	if _, err := os.Stat(path); folder == "" || err != nil {
		t.Skip("recordings are in the folder mocap of SINEW_SHARED")
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := bvh.Options{Scale: 0.01}.Open(library, path)
	if err != nil {
		t.Fatal(err)
	}
	source := library.Clip(model.Clips[0])
	moving := prepared(t, source)
	b := Common(matching.NewBuilder(name, source.Skeleton()), "lfoot", "rfoot", "root")
	return library, b.Clip(library.AddClip(moving), nil)
}

// prepared returns a recording moved to the origin, with its root motion taken out.
func prepared(t testing.TB, source *clip.Clip) *clip.Clip {
	t.Helper()
	centered, _, err := clip.Centered(source, "root", clip.UpY)
	if err != nil {
		t.Fatal(err)
	}
	moving, err := clip.ExtractRootMotion(centered, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return moving
}

// FramesOf returns how many frames a range has.
func FramesOf(d *matching.Database, r int) (n int) {
	for frame := range d.Frames() {
		if d.RangeOf(frame) == r {
			n++
		}
	}
	return n
}

// Arc returns a library with a clip of a character that walks a circle at 2 m/s and turns left by 1
// rad/s for 2 s. It has markers with numbers, and a joint that is 1 m ahead.
func Arc(t testing.TB) (*assets.Library, assets.ClipID, *rig.Skeleton) {
	t.Helper()
	ahead := rig.IdentityTRS()
	ahead.Translation[2] = 1
	skeleton, err := rig.NewSkeleton("arrow", []rig.Joint{
		{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}, {Name: "tip", Rest: ahead},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := clip.NewBuilder("arc", skeleton).Range(0, 2).
		Marker(clip.Marker{Name: "step", Time: 0.5, Number: 10}).
		Marker(clip.Marker{Name: "step", Time: 1.5, Number: 20}).Build()
	if err != nil {
		t.Fatal(err)
	}
	var times []float64
	var motions []clip.Motion
	for i := range 241 {
		time := float64(i) / 120
		sin, cos := math.Sincos(time)
		times = append(times, time)
		motions = append(motions, clip.Motion{X: 2 * (1 - cos), Z: 2 * sin, Yaw: time})
	}
	root, err := clip.NewRootMotion(c, clip.RootMotionOptions{Number: 1}, times, motions)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = clip.WithRootMotion(c, root); err != nil {
		t.Fatal(err)
	}
	library := assets.NewLibrary(assets.Exact())
	return library, library.AddClip(c), skeleton
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// aclFile is what ACL made of the recordings of a folder, in a file of that name beside them.
const aclFile = "acl.json"

// aclClip is the size and the error that ACL reached with a recording.
type aclClip struct {
	File        string  `json:"file"`
	Rate        float64 `json:"hz"`
	ToleranceMM float64 `json:"toleranceMm"`
	Bytes       int     `json:"bytes"`
	ErrorMM     float64 `json:"errorMm"`
}

// setting is how recordings are compressed.
type setting struct{ rate, toleranceMM float64 }

// vertexDistance returns how far from each joint, in meters, ACL held the tolerance.
func (s setting) vertexDistance() float64 {
	if s.toleranceMM < 1 {
		return 0.03
	}
	return 0.1
}

// options returns the options of a setting.
func (s setting) options(small bool) bake.Options {
	return bake.Options{
		Tolerance: s.toleranceMM / 1000, VertexDistance: s.vertexDistance(), Unscaled: true, AllowLarger: true,
		Small: small,
	}
}

// printRecordings prints how many bytes the recordings of a folder take beside those of ACL, if the
// folder says what ACL needs, or, with turns, the ways to bake beside each other.
func printRecordings(w io.Writer, folder string, o options) error {
	data, err := os.ReadFile(filepath.Join(folder, aclFile))
	if err != nil {
		return nil //nolint:nilerr // there is nothing to compare with
	}
	var of struct {
		What  string    `json:"what"`
		Clips []aclClip `json:"clips"`
	}
	if err := json.Unmarshal(data, &of); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(folder, aclFile), err)
	}
	var order []setting
	bySetting := map[setting][]aclClip{}
	for _, c := range of.Clips {
		s := setting{c.Rate, c.ToleranceMM}
		if len(bySetting[s]) == 0 {
			order = append(order, s)
		}
		bySetting[s] = append(bySetting[s], c)
	}
	if o.Turns > 0 {
		return printTurns(w, func(s setting) (clips []*clip.Clip, err error) {
			for _, of := range bySetting[s] {
				c, err := readRecording(filepath.Join(folder, of.File), s)
				if err != nil {
					return nil, err
				}
				clips = append(clips, c)
			}
			return clips, nil
		}, order, o.Turns)
	}
	fmt.Fprintf(w, "## Recordings of %s beside ACL\n\n%s\n\n", filepath.Base(folder), of.What)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| recording\t| Hz\t| tolerance, mm\t| baked, bytes\t| ACL, bytes\t| baked : ACL\t| error, mm\t| of ACL, mm\t"+
		"| bake, ms\t| sample, ns\t|")
	fmt.Fprintln(t, "|---\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|")
	for _, s := range order {
		var rows []row
		total := aclClip{}
		for _, c := range bySetting[s] {
			r, err := measureRecording(filepath.Join(folder, c.File), s, o.Small)
			if err != nil {
				return err
			}
			if o.Clips {
				printRecording(t, r, s, c)
			}
			rows = append(rows, r)
			total.Bytes, total.ErrorMM = total.Bytes+c.Bytes, max(total.ErrorMM, c.ErrorMM)
		}
		printRecording(t, sum("**all**", rows), s, total)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return nil
}

func printRecording(w io.Writer, r row, s setting, acl aclClip) {
	fmt.Fprintf(w, "| %s\t| %g\t| %g\t| %d\t| %d\t| %.3f\t| %.4g\t| %.4g\t| %.1f\t| %d\t|\n", r.name, s.rate, s.toleranceMM,
		r.bytes, acl.Bytes, float64(r.bytes)/float64(acl.Bytes), 1000*r.largest, acl.ErrorMM,
		float64(r.bake)/float64(time.Millisecond), r.sample.Nanoseconds())
}

// readRecording reads a recording, in meters, at a rate that its own is a multiple of.
func readRecording(path string, s setting) (*clip.Clip, error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := bvh.Options{Scale: 0.01}.Open(library, path)
	if err != nil {
		return nil, err
	}
	c, err := thinned(library.Clip(model.Clips[0]), s.rate)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// measureRecording bakes a recording.
func measureRecording(path string, s setting, small bool) (row, error) {
	c, err := readRecording(path, s)
	if err != nil {
		return row{}, err
	}
	r := row{name: filepath.Base(path), clips: 1, joints: c.Skeleton().Len(), seconds: c.Duration(), keys: keyBytes(c)}
	var baked *bake.BakedClip
	var report bake.Report
	r.bake = least(1, 1, func() { baked, report = bake.Bake(c, s.options(small)) })
	if baked == nil {
		return row{}, fmt.Errorf("%s: stays exact: %s", path, report.Reason)
	}
	r.bytes, r.raw = report.Bytes, report.RawBytes
	r.largest = newTruth(c, 1, s.vertexDistance(), errorTimes(c)).errorOf(baked)
	r.sample = timeSampling(c, randomTimes(c), func(time float64, pose *rig.Pose) {
		baked.Sample(time, pose.Locals, pose.Morphs)
	})
	return r, nil
}

// thinned returns a clip with as many keys a second, of those that it has, on a skeleton without
// the joints at End Sites, which ACL did not get.
func thinned(c *clip.Clip, rate float64) (*clip.Clip, error) {
	skeleton := c.Skeleton()
	index := make([]int, skeleton.Len()) // by joint: of the same one in joints
	var joints []rig.Joint
	for joint := range index {
		if strings.HasSuffix(skeleton.JointName(joint), ".end") {
			continue
		}
		parent := skeleton.Parent(joint)
		if parent >= 0 {
			parent = index[parent]
		}
		index[joint] = len(joints)
		joints = append(joints, rig.Joint{Name: skeleton.JointName(joint), Parent: parent, Rest: skeleton.Rest(joint)})
	}
	without, err := rig.NewSkeleton(skeleton.Name(), joints, nil)
	if err != nil {
		return nil, err
	}
	b := clip.NewBuilder(c.Name(), without)
	for i, t := range c.Tracks() {
		times := c.Timelines()[c.Timeline(i)]
		step := 1
		if len(times) > 1 {
			step = max(1, int(float64(len(times)-1)/c.Duration()/rate+0.5))
		}
		values, width := t.Track.Values(), t.Track.Width()
		var kept []float32
		var rotations []mgl32.Quat
		var vectors []mgl32.Vec3
		for k := 0; k < len(times); k += step {
			v := values[k*width:]
			kept = append(kept, times[k])
			if width == 4 {
				rotations = append(rotations, mgl32.Quat{V: mgl32.Vec3{v[0], v[1], v[2]}, W: v[3]})
			} else {
				vectors = append(vectors, mgl32.Vec3{v[0], v[1], v[2]})
			}
		}
		if width == 4 {
			b.Rotation(index[t.Joint], clip.Linear, kept, rotations)
		} else {
			b.Translation(index[t.Joint], clip.Linear, kept, vectors)
		}
	}
	return b.Build()
}

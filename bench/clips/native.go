package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// Other libraries are measured by programs, of which bench/clips/native/run builds two. A program
// gets two paths: of a clip to read and of poses to write. All numbers are little-endian and take
// four bytes. A clip is "clip v1\n"; the counts of joints, frames, times to compare, times to
// sample forward and times to sample at random; tolerance and frames a second; by joint its parent
// or -1, then by joint the distance of a virtual vertex in the joint's own space; the rest pose;
// the frames; and the three lists of times, in seconds from the start. The poses are those at the
// times to compare. A pose has for each joint rotation (x, y, z, w), translation and scale in the
// parent's space. The program prints a [nativeReport] in JSON.

// nativeReport is what a program for another library prints.
type nativeReport struct {
	Name                  string
	Bytes                 int
	Bake, Forward, Random float64 // nanoseconds: to bake; to sample a pose
}

// nativeRow is what was measured of a library, for one clip or several.
type nativeRow struct {
	nativeReport
	clips, raw, exact int
	atFrames, largest float64 // the largest errors in meters for a character 1.8 m tall
}

// add adds the measurements of a clip.
func (r *nativeRow) add(o nativeRow) {
	r.clips, r.raw, r.exact, r.Bytes = r.clips+o.clips, r.raw+o.raw, r.exact+o.exact, r.Bytes+o.Bytes
	r.Bake, r.Forward, r.Random = r.Bake+o.Bake, r.Forward+o.Forward, r.Random+o.Random
	r.atFrames, r.largest = max(r.atFrames, o.atFrames), max(r.largest, o.largest) // max keeps NaN
}

// runNative measures the programs in a folder, and Sinew, with the same clips.
func runNative(w io.Writer, sources []source, skipped []string, selected options) error {
	programs, err := programsIn(selected.Native)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "clips")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // best effort: it is a temporary folder
	tables := make([]nativeTable, len(selected.Tolerances))
	names, joints, resampled, seconds := []string{}, 0, 0, 0.0
	for _, s := range sources {
		for _, c := range s.clips {
			name := s.name + ": " + c.Name()
			if reason := unsuitable(c); reason != "" {
				skipped = append(skipped, name+": "+reason)
				continue
			}
			n := newNativeClip(c)
			names, joints, seconds = append(names, name), max(joints, c.Skeleton().Len()), seconds+c.Duration()
			if !n.onKeys {
				resampled++
			}
			of := s.name
			if selected.Clips {
				of = name
			}
			for i, tolerance := range selected.Tolerances {
				rows, err := n.measure(programs, folder, tolerance/1000)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				tables[i].add(of, rows)
			}
		}
	}
	if len(names) == 0 {
		return errors.New("no clip can be measured")
	}
	fmt.Fprintf(w, "%d clips, %.1f s, up to %d joints.", len(names), seconds, joints)
	if resampled > 0 {
		fmt.Fprintf(w, " The keys of %d of them do not lie at equal steps of time: their frames are poses at %g a second.",
			resampled, otherRate)
	}
	fmt.Fprint(w, "\n\n")
	for i, tolerance := range selected.Tolerances {
		if err := tables[i].print(w, tolerance); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "%s\n\nClips:\n\n", nativeNotes)
	for _, name := range names {
		fmt.Fprintf(w, "- %s\n", name)
	}
	if len(skipped) > 0 {
		fmt.Fprintf(w, "\nLeft out:\n\n")
		for _, reason := range skipped {
			fmt.Fprintf(w, "- %s\n", reason)
		}
	}
	return nil
}

// nativeTable holds what was measured with a tolerance: for each file or clip, and at last for all
// together, a row for each library.
type nativeTable struct {
	of   []string // names of files or clips
	rows [][]nativeRow
	all  []nativeRow
}

// add adds the rows of a clip to those of a file or clip, which is the last one or a new one.
func (t *nativeTable) add(of string, rows []nativeRow) {
	if n := len(t.of); n == 0 || t.of[n-1] != of {
		t.of, t.rows = append(t.of, of), append(t.rows, make([]nativeRow, len(rows)))
	}
	if t.all == nil {
		t.all = make([]nativeRow, len(rows))
	}
	for _, sums := range [][]nativeRow{t.rows[len(t.rows)-1], t.all} {
		for i, r := range rows {
			sums[i].Name = r.Name
			sums[i].add(r)
		}
	}
}

// nativeNotes tells what the columns mean.
const nativeNotes = `All libraries got the same tolerance, and for each joint the same distance of a virtual vertex, as
far as the mesh. Sinew bakes from the clip's keys, the others from the frames. An error is the
largest distance of a virtual vertex from where the float64 reference has it by the clip's keys: at
the frames, which is what a library answers for that sees only them, and at all times, also at the
keys, between them and at random. What comes on top between frames is what interpolating them
loses, where a joint turns far from one to the next or a key lies between. A library whose error
exceeds the tolerance took fewer bytes than it would have needed. Bake is the sum over the clips;
the other times are the mean of the clips' times for a pose, each the least of several runs, sampled
into the library's own layout: forward in steps of 1/60 s, and at random times.`

// programsIn returns the paths of the programs in a folder.
func programsIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var programs []string
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			programs = append(programs, filepath.Join(folder, entry.Name()))
		}
	}
	if len(programs) == 0 {
		return nil, fmt.Errorf("expected programs that bench/clips/native/run builds in %s, found none", folder)
	}
	return programs, nil
}

// unsuitable returns why a clip cannot be handed to the other libraries, or "".
func unsuitable(c *assets.Clip) string {
	switch {
	case !(c.Duration() > 0):
		return "it has no duration"
	case c.Additive():
		return "it is additive"
	case jumps(c):
		return "it has values that change at once"
	}
	return ""
}

// nativeClip is a clip that several libraries are measured with.
type nativeClip struct {
	clip            *assets.Clip
	scale           float64
	frames          []float64 // times in seconds
	onKeys          bool
	forward, random []float64
	atFrames, truth *truth
}

func newNativeClip(c *assets.Clip) *nativeClip {
	n := &nativeClip{clip: c, random: randomTimes(c)}
	n.frames, n.onKeys = frameTimes(c)
	for k := range poses {
		n.forward = append(n.forward, reference.Loop(c.Start()+float64(k)/60, c.Start(), c.End()))
	}
	const meter = 1
	_, report := bake.Bake(c, bake.Options{Tolerance: meter})
	n.scale = report.Tolerance / meter
	distance := bake.DefaultVertexDistance * n.scale
	n.atFrames, n.truth = newTruth(c, n.scale, distance, n.frames), newTruth(c, n.scale, distance, errorTimes(c))
	return n
}

// measure returns a row for Sinew and one for each program, for a tolerance in meters.
func (n *nativeClip) measure(programs []string, folder string, tolerance float64) ([]nativeRow, error) {
	own, raw := n.measureOwn(tolerance)
	rows := []nativeRow{own}
	input, output := filepath.Join(folder, "clip"), filepath.Join(folder, "poses")
	if err := os.WriteFile(input, n.encode(tolerance*n.scale), 0o600); err != nil {
		return nil, err
	}
	for _, program := range programs {
		row := nativeRow{clips: 1, raw: raw}
		command := exec.Command(program, input, output)
		var problems strings.Builder
		command.Stderr = &problems
		text, err := command.Output()
		if err == nil {
			err = json.Unmarshal(text, &row.nativeReport)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s%s", program, err, text, problems.String())
		}
		decoded, err := n.decode(output)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", program, err)
		}
		row.atFrames = n.atFrames.largestError(func(i int, _ float64) reference.Pose { return decoded[i] })
		row.largest = max(row.atFrames, n.truth.largestError(func(i int, _ float64) reference.Pose {
			return decoded[len(n.frames)+i]
		}))
		rows = append(rows, row)
	}
	return rows, nil
}

// measureOwn returns the row of Sinew, and the bytes of the raw clip. A clip that stays exact
// counts with its keys.
func (n *nativeClip) measureOwn(tolerance float64) (row nativeRow, raw int) {
	c := n.clip
	var baked *bake.BakedClip
	var report bake.Report
	row = nativeRow{nativeReport: nativeReport{Name: "Sinew"}, clips: 1}
	row.Bake = float64(least(3, 1, func() { baked, report = bake.Bake(c, bake.Options{Tolerance: tolerance}) }))
	row.raw, row.Bytes = report.RawBytes, report.Bytes
	sample := func(time float64, pose *rig.Pose) { baked.Sample(time, pose.Locals, pose.Morphs) }
	if baked == nil {
		row.exact, row.Bytes = 1, keyBytes(c)
		var sampler clip.Sampler
		sample = func(time float64, pose *rig.Pose) { sampler.Sample(c, time, pose.Locals, pose.Morphs) }
	}
	row.Forward = float64(timeSampling(c, n.forward, sample))
	row.Random = float64(timeSampling(c, n.random, sample))
	pose := rig.NewPose(c.Skeleton())
	sampled := func(_ int, time float64) reference.Pose {
		sample(time, pose)
		return reference.PoseOf(pose)
	}
	row.atFrames = n.atFrames.largestError(sampled)
	row.largest = max(row.atFrames, n.truth.largestError(sampled))
	return row, row.raw
}

// encode returns the clip as the programs read it, for a tolerance in the skeleton's own units.
func (n *nativeClip) encode(tolerance float64) []byte {
	c, s := n.clip, n.clip.Skeleton()
	var b bytes.Buffer
	b.WriteString("clip v1\n")
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&b, binary.LittleEndian, v) // cannot fail: it writes numbers to memory
		}
	}
	compared := slices.Concat(n.frames, n.truth.times)
	for _, count := range []int{s.Len(), len(n.frames), len(compared), len(n.forward), len(n.random)} {
		put(uint32(count))
	}
	put(float32(tolerance), float32(float64(len(n.frames)-1)/c.Duration()))
	for joint := range s.Len() {
		put(int32(s.Parent(joint)))
	}
	for _, offset := range n.truth.offsets {
		put(float32(max(offset[0], offset[1], offset[2])))
	}
	putPose := func(p reference.Pose) {
		for _, t := range p.Locals {
			for _, numbers := range [][]float64{t.Rotation[:], t.Translation[:], t.Scale[:]} {
				for _, v := range numbers {
					put(float32(v))
				}
			}
		}
	}
	putPose(reference.Rest(s))
	for _, time := range n.frames {
		putPose(reference.Sample(c, time))
	}
	for _, times := range [][]float64{compared, n.forward, n.random} {
		for _, time := range times {
			put(float32(time - c.Start()))
		}
	}
	return b.Bytes()
}

// decode reads the poses that a program wrote.
func (n *nativeClip) decode(path string) ([]reference.Pose, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	joints, count := n.clip.Skeleton().Len(), len(n.frames)+len(n.truth.times)
	const bytesOfJoint = 40
	if want := count * joints * bytesOfJoint; len(data) != want {
		return nil, fmt.Errorf("expected %d bytes, %d poses of %d joints, found %d", want, count, joints, len(data))
	}
	next := func() float64 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(data))
		data = data[4:]
		return float64(v)
	}
	decoded := make([]reference.Pose, count)
	for i := range decoded {
		decoded[i].Locals = make([]reference.TRS, joints)
		for j := range decoded[i].Locals {
			t := &decoded[i].Locals[j]
			for _, numbers := range [][]float64{t.Rotation[:], t.Translation[:], t.Scale[:]} {
				for k := range numbers {
					numbers[k] = next()
				}
			}
		}
	}
	return decoded, nil
}

// print prints the table of a tolerance in millimeters.
func (t *nativeTable) print(w io.Writer, tolerance float64) error {
	fmt.Fprintf(w, "## Tolerance %g mm\n\n", tolerance)
	out := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(out, "| clips of\t| library\t| clips\t| stay exact\t| raw, bytes\t| baked, bytes\t| raw : baked\t"+
		"| error at frames, mm\t| error at all times, mm\t| bake, ms\t| forward, ns\t| random, ns\t|")
	fmt.Fprintln(out, "|---\t|---\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|")
	for i, of := range append(slices.Clone(t.of), "**all**") {
		rows := t.all
		if i < len(t.rows) {
			rows = t.rows[i]
		}
		for _, r := range rows {
			clips := float64(r.clips)
			fmt.Fprintf(out, "| %s\t| %s\t| %d\t| %d\t| %d\t| %d\t| %.1f\t| %.3g\t| %.3g\t| %.1f\t| %.0f\t| %.0f\t|\n",
				of, r.Name, r.clips, r.exact, r.raw, r.Bytes, float64(r.raw)/float64(r.Bytes), r.atFrames*1000,
				r.largest*1000, r.Bake/float64(time.Millisecond), r.Forward/clips, r.Random/clips)
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

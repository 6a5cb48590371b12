package retarget_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// recordings are the files of motion capture that are tried always; with SINEW_LONG all are.
var recordings = []string{"02_01_walk", "02_03_run", "02_04_jump", "03_01_uneven"}

// loadRecording opens a recording, in meters.
func loadRecording(t testing.TB, name string) *person {
	t.Helper()
	c := &character{library: assets.NewLibrary(assets.Exact())}
	var err error
	c.model, err = bvh.Options{Scale: 0.01}.Open(c.library, testassets.Path(t, "mocap/"+name+".bvh"))
	if err != nil {
		t.Fatal(err)
	}
	c.skeleton = c.library.Skeleton(c.model.Skeleton)
	bones, err := humanoid.Find(c.skeleton)
	if err != nil {
		t.Fatal(err)
	}
	return &person{character: c, bones: bones}
}

// loadAvatar opens the humanoid of a VRM file, which says itself what its bones are.
func loadAvatar(t testing.TB) *person {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	h, err := vrm.OpenHumanoid(library, testassets.Path(t, "rigs/vrm/test.vrma"))
	if err != nil {
		t.Fatal(err)
	}
	return &person{character: &character{library: library, skeleton: h.Skeleton}, bones: h.Bones}
}

// The names of a database's joints, where a letter before a bone is its side, tell the bones.
func TestBonesOfRecordings(t *testing.T) {
	p := loadRecording(t, "02_01_walk")
	expected := map[string]string{
		"hips": "root", "spine": "lowerback", "chest": "upperback", "upper chest": "thorax", "neck": "lowerneck",
		"head": "head",
	}
	for prefix, side := range map[string]string{"l": "left ", "r": "right "} {
		for bone, name := range map[string]string{
			"shoulder": "clavicle", "upper arm": "humerus", "lower arm": "radius", "hand": "hand", "upper leg": "femur",
			"lower leg": "tibia", "foot": "foot", "toes": "toes",
		} {
			expected[side+bone] = prefix + name
		}
	}
	for bone, name := range expected {
		if j, ok := p.bones.Joint(bone); !ok || p.skeleton.JointName(j) != name {
			t.Errorf("%s: expected %q, found %v", bone, name, j)
		}
	}
	if p.bones.Confidence() < 0.9 {
		t.Errorf("the bones are %v sure", p.bones.Confidence())
	}
}

// Recordings play on other bodies: limbs point as in the source, feet stand on the ground that the
// recording has, slide no more than in the source, and no joint turns over.
func TestRecordingsOnOtherBodies(t *testing.T) {
	list := recordings
	bodies := map[string]*person{
		"the mannequin": loadPerson(t, ""), "the woman": loadPerson(t, womanFile), "a VRM avatar": loadAvatar(t),
	}
	if os.Getenv("SINEW_LONG") != "" {
		bodies["the man"] = loadPerson(t, maleFile)
		list = nil
		files, err := filepath.Glob(filepath.Join(testassets.Path(t, "mocap"), "*.bvh"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			list = append(list, strings.TrimSuffix(filepath.Base(file), ".bvh"))
		}
	}
	for _, name := range list {
		a := loadRecording(t, name)
		source := a.clips()[0]
		for body, b := range bodies {
			r := newRetargeter(t, a.skeleton, b.skeleton, retarget.Options{From: a.bones, To: b.bones})
			out, report := retargeted(t, r, source)
			if grade, reasons := report.Grade(); grade != retarget.Good {
				t.Errorf("%s on %s: %v: %q", name, body, grade, reasons)
			}
			for _, j := range report.Joints {
				if j.MeanDirection > 10 {
					t.Errorf("%s on %s: %s points %.1f degrees elsewhere on average", name, body, j.Bone, j.MeanDirection)
				}
			}
			if len(report.Notes) != 1 || !strings.Contains(report.Notes[0], "ground") {
				t.Errorf("%s on %s: notes %q", name, body, report.Notes)
			}
			feet := feetOf(r, a.bones, b.bones, a.reference(), b.reference())
			lowest, lowestOut := lowestOf(source, feet, false), lowestOf(out, feet, true)
			size := b.skeleton.Size()
			if d := lowestOut - feet[0].restTo; math.Abs(d) > 0.03*size {
				t.Errorf("%s on %s: the lowest foot that stands is %.3f m from the ground", name, body, d)
			}
			for i := range feet {
				feet[i].low = lowest + 0.04
			}
			if from, to, _ := slides(source, out, feet, r.Scale()); to > 1.02*from+0.003*size {
				t.Errorf("%s on %s: feet slide by %.3f m, in the source %.3f m scaled", name, body, to, from)
			}
			// Of capture's own faults, named in the README of the recordings, none is in these joints.
			for _, bone := range []string{
				"left upper arm", "right upper arm", "left upper leg", "right upper leg", "head", "hips",
			} {
				j, _ := b.bones.Joint(bone)
				if turn, at := fastest(out, j); turn > 60 {
					t.Errorf("%s on %s: the %s turns by %.0f degrees in a frame at %.2f s", name, body, bone, turn, at)
				}
			}
		}
	}
}

// lowestOf returns the height of the lowest feet that stand in a clip, but for one in twenty.
func lowestOf(c *clip.Clip, feet []foot, target bool) float64 {
	var heights []float64
	var before []exact.Affine
	for i := range int(c.Duration()*60) + 1 {
		m := models(c, float64(i)/60)
		for _, f := range feet {
			j := f.from
			if target {
				j = f.to
			}
			at := m[j].Translation()
			if before != nil && at.Sub(before[j].Translation()).Length() < 0.003*c.Skeleton().Size() {
				heights = append(heights, at[1])
			}
		}
		before = m
	}
	slices.Sort(heights)
	return heights[len(heights)/20]
}

// fastest returns by how many degrees a joint turns at most from one sixtieth of a second to the
// next, relative to its parent, and when.
func fastest(c *clip.Clip, j int) (degrees, at float64) {
	before := c.PoseAt(0).Joint(j).Rotation
	for i := 1; i <= int(c.Duration()*60); i++ {
		q := c.PoseAt(float64(i) / 60).Joint(j).Rotation
		dot := math.Abs(float64(q.Dot(before)))
		if turn := 2 * math.Acos(min(dot, 1)) * 180 / math.Pi; turn > degrees {
			degrees, at = turn, float64(i)/60
		}
		before = q
	}
	return degrees, at
}

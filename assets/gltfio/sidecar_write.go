package gltfio

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// WriteJSON writes what the options say about a file as indented JSON, a sidecar, from which
// [ReadOptions] makes the same: Scale, Meters, RootMotion, Clips, HiddenParts, Masks and Bones. The
// other options are of the program and are not written. The error lists what a sidecar cannot hold,
// such as a joint that is given by its number. Nothing is written then.
func (o Options) WriteJSON(w io.Writer) error {
	s := sidecarWriter{}
	document := s.document(&o)
	if len(s.problems) > 0 {
		return s.problems.join()
	}
	out, err := jsontree.Marshal(document)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	if _, err := ReadOptions("options", out); err != nil { // a limit, or an unknown bone
		return err
	}
	_, err = w.Write(out)
	return err
}

// The objects of a document, in the order in which they are written.
type (
	documentJSON struct {
		Scale       any                 `json:"scale,omitempty"`
		RootMotion  any                 `json:"rootMotion,omitempty"`
		Clips       map[string]clipJSON `json:"clips,omitempty"`
		HiddenParts *[]string           `json:"hiddenParts,omitempty"`
		Masks       map[string]any      `json:"masks,omitempty"`
		Bones       map[string]string   `json:"bones,omitempty"`
	}
	clipJSON struct {
		PlayMode   string           `json:"playMode,omitempty"`
		LoopLimit  uint32           `json:"loopLimit,omitempty"`
		RootMotion any              `json:"rootMotion,omitempty"`
		Markers    *[]export.Marker `json:"markers,omitempty"`
	}
	rootMotionJSON struct {
		Joint      string  `json:"joint,omitempty"`
		Axes       *string `json:"axes,omitempty"`
		Yaw        bool    `json:"yaw,omitempty"`
		Up         string  `json:"up,omitempty"`
		Steady     bool    `json:"steady,omitempty"`
		Tolerance  float64 `json:"tolerance,omitempty"`
		AllowStill bool    `json:"allowStill,omitempty"`
	}
	maskStepJSON struct {
		Root    string    `json:"root,omitempty"`
		Feather int       `json:"feather,omitempty"`
		Joints  *[]string `json:"joints,omitempty"`
		Weight  *float32  `json:"weight,omitempty"`
		Invert  bool      `json:"invert,omitempty"`
	}
)

// sidecarWriter makes the objects of a document, and collects what they cannot hold.
type sidecarWriter struct{ problems problems }

// expect records a problem unless a condition holds.
func (s *sidecarWriter) expect(ok bool, at origin, format string, arguments ...any) {
	if !ok {
		s.problems.add(at, fmt.Errorf(format, arguments...))
	}
}

func (s *sidecarWriter) document(o *Options) (d documentJSON) {
	var root origin
	switch {
	case o.Scale != 0:
		d.Scale = o.Scale
		s.expect(o.Scale > 0 && exact.IsFinite(o.Scale), root.at("scale"),
			"expected a finite number above 0, found %v", o.Scale)
	case o.Meters:
		d.Scale = meters
	}
	if o.RootMotion != nil {
		d.RootMotion = s.rootMotion(o.RootMotion, root.at("rootMotion"))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Clips)) {
		if d.Clips == nil {
			d.Clips = map[string]clipJSON{}
		}
		c := o.Clips[name]
		d.Clips[name] = s.clip(&c, root.at("clips").at(name))
	}
	if o.HiddenParts != nil {
		d.HiddenParts = &o.HiddenParts
	}
	for _, name := range slices.Sorted(maps.Keys(o.Masks)) {
		if d.Masks == nil {
			d.Masks = map[string]any{}
		}
		steps, at := []maskStepJSON{}, root.at("masks").at(name)
		for i := range o.Masks[name] {
			steps = append(steps, s.maskStep(&o.Masks[name][i], at.at(i)))
		}
		d.Masks[name] = steps
		if len(steps) == 1 {
			d.Masks[name] = steps[0]
		}
	}
	d.Bones = o.Bones
	return d
}

func (s *sidecarWriter) clip(c *ClipOptions, at origin) (j clipJSON) {
	switch {
	case c.RootMotion != nil:
		j.RootMotion = s.rootMotion(c.RootMotion, at.at("rootMotion"))
	case c.KeepMotion:
		j.RootMotion = false
	}
	if c.PlayMode != nil {
		j.PlayMode = c.PlayMode.String()
	}
	j.LoopLimit = c.LoopLimit
	if c.Markers == nil {
		return j
	}
	markers := []export.Marker{}
	for i := range c.Markers {
		m, at := &c.Markers[i], at.at("markers").at(i)
		for name, number := range map[string]float64{
			"time": m.Time, "number": m.Number, "minWeight": float64(m.MinWeight),
		} {
			s.expect(exact.IsFinite(number), at.at(name), "expected a finite number, found %v", number)
		}
		markers = append(markers, export.Marker{
			Name: &m.Name, Time: &m.Time, Text: m.Text, Number: m.Number, MinWeight: m.MinWeight,
		})
	}
	j.Markers = &markers
	return j
}

// rootMotion returns true for the options that are all left open, or an object.
func (s *sidecarWriter) rootMotion(o *clip.RootMotionOptions, at origin) any {
	if *o == (clip.RootMotionOptions{}) {
		return true
	}
	const all = clip.AxisX | clip.AxisY | clip.AxisZ
	s.expect(o.Number == 0, at.at("joint"), "expected a joint by its name, found the number %d", o.Number)
	s.expect(int(o.Up) < len(upNames), at.at("up"), "expected Y or Z up, found the axis %d", o.Up)
	s.expect(o.Translation&^all == 0, at.at("axes"), "expected a sum of axes X, Y and Z, found %#b", o.Translation)
	s.expect(o.Tolerance >= 0 && exact.IsFinite(o.Tolerance), at.at("tolerance"),
		"expected a finite number of at least 0, found %v", o.Tolerance)
	j := rootMotionJSON{
		Joint: o.Joint, Yaw: o.Yaw, Steady: o.Steady, Tolerance: o.Tolerance, AllowStill: o.AllowStill,
	}
	if o.Up != 0 && int(o.Up) < len(upNames) {
		j.Up = upNames[o.Up]
	}
	if o.Translation != 0 || o.Yaw { // otherwise both are left open
		axes := ""
		for i, letter := range axisLetters {
			if o.Translation&(1<<i) != 0 {
				axes += string(letter)
			}
		}
		j.Axes = &axes
	}
	return j
}

func (s *sidecarWriter) maskStep(m *MaskStep, at origin) maskStepJSON {
	j := maskStepJSON{Root: m.Root, Feather: m.Feather, Invert: m.Invert, Weight: m.Weight}
	if err := m.check(at); err != nil {
		s.problems = append(s.problems, err)
	}
	if m.Joints != nil {
		j.Joints = &m.Joints
	}
	return j
}

// check returns what is wrong with a step, whatever the skeleton is.
func (m *MaskStep) check(at origin) error {
	switch {
	case m.Root != "" && m.Joints != nil:
		return at.problem(errors.New("expected a root or joints, found both"))
	case m.Root == "" && m.Joints == nil && !m.Invert:
		return at.problem(errors.New("expected a root, joints or invert, found none"))
	case m.Feather != 0 && (m.Root == "" || m.Weight != nil):
		return at.at("feather").problem(errors.New("expected it with a root and without a weight, found it elsewhere"))
	case m.Feather < 0 || m.Feather > maxGenerations:
		return at.at("feather").problem(fmt.Errorf("expected a number of generations from 0 to %d, found %d",
			maxGenerations, m.Feather))
	case m.Weight != nil && m.Root == "" && m.Joints == nil:
		return at.at("weight").problem(errors.New("expected it with a root or joints, found it alone"))
	case m.Weight != nil && !(*m.Weight >= 0 && *m.Weight <= 1):
		return at.at("weight").problem(fmt.Errorf("expected a number from 0 to 1, found %v", *m.Weight))
	}
	return nil
}

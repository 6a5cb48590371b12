package gltfio

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Limits of a document: the depth of values in values, the masks, their steps and the names of
// joints in them, over how many generations a mask feathers, and the problems that an error lists.
const (
	maxSidecarDepth   = 8
	maxMasks          = 256
	maxMaskSteps      = 1024 // of all masks together
	maxMaskJoints     = 4096 // of all masks together
	maxGenerations    = 1 << 15
	maxHiddenParts    = 64
	maxMarkers        = 1 << 16 // of one clip
	maxClips          = 1 << 16
	maxProblems       = 20
	maxNameCharacters = 256
)

// The members of the objects of a document.
var (
	sidecarMembers = []string{
		"$schema", "scale", "rootMotion", "clips", "hiddenParts", "masks", "bones",
	}
	clipMembers       = []string{"playMode", "loopLimit", "rootMotion", "markers"}
	rootMotionMembers = []string{"joint", "axes", "yaw", "up", "steady", "tolerance", "allowStill"}
	markerMembers     = []string{"name", "time", "text", "number", "minWeight"}
	maskMembers       = []string{"root", "feather", "joints", "weight", "invert"}
)

// playModeNames are the values of [clip.PlayMode] in a document.
var playModeNames = []string{
	clip.Once.String(), clip.Loop.String(), clip.PingPong.String(), clip.Hold.String(),
}

// meters is the scale in a document that is found from the size of the skeleton.
const meters = "meters"

// upNames are the values of [clip.UpAxis] in a document.
var upNames = []string{"y", "z"}

// ReadOptions reads the options that the JSON of a sidecar says, as described by [SidecarSchema],
// for a program that has the bytes, or wants to change them. Whether the file has the clips, joints
// and parts that it names turns out when the file is read.
//
// The error is an [*Error] with the name as its file, and joins all problems, each with its line
// and column and its path in the document; the first problem of JSON syntax comes alone.
func ReadOptions(name string, data []byte) (Options, error) {
	options, problems := readOptions(name, data)
	if len(problems) > 0 {
		return Options{}, &Error{File: name, Err: errors.Join(problems...)}
	}
	return options, nil
}

func readOptions(name string, data []byte) (Options, []error) {
	if len(data) > maxSidecarBytes {
		return Options{}, []error{fmt.Errorf("expected a document of at most %d bytes, found %d", maxSidecarBytes,
			len(data))}
	}
	document, err := jsontree.Parse(data, maxSidecarDepth)
	if err != nil {
		return Options{}, []error{err}
	}
	r := sidecarReader{Decoder: jsontree.Decoder{
		MaxList: maxMarkers, MaxProblems: maxProblems, Words: map[untyped.Type][]string{
			untyped.TypeFor[clip.UpAxis](): upNames, untyped.TypeFor[clip.PlayMode](): playModeNames,
		},
	}}
	o := r.options(document.Root)
	o.source = &sidecar{name, document.Root}
	return o, r.Problems
}

// sidecarReader decodes options and collects problems.
type sidecarReader struct {
	jsontree.Decoder
	maskSteps, maskJoints int // so far
}

// expected records that a value is not what was expected.
func (r *sidecarReader) expected(n *jsontree.Node, what string) { r.Problem(n, n.Expected(what)) }

// full reports whether no more problems are kept, so that the rest need not be read.
func (r *sidecarReader) full() bool { return len(r.Problems) >= r.MaxProblems }

func (r *sidecarReader) options(n *jsontree.Node) (o Options) {
	if !r.Object(n, sidecarMembers) {
		return o
	}
	jsontree.Get[string](&r.Decoder, n.Member("$schema")) // for editors; not used
	if scale := n.Member("scale"); scale != nil {
		r.scale(scale, &o)
	}
	o.RootMotion, _ = r.rootMotion(n.Member("rootMotion"))
	for _, item := range r.members(n.Member("clips"), maxClips, "a clip") {
		if o.Clips == nil {
			o.Clips = map[string]ClipOptions{}
		}
		o.Clips[item.Name] = r.clip(item)
	}
	if parts := n.Member("hiddenParts"); parts != nil {
		o.HiddenParts = []string{}
		for _, item := range r.Array(parts, maxHiddenParts) {
			o.HiddenParts = append(o.HiddenParts, jsontree.Get[string](&r.Decoder, item))
		}
	}
	for _, item := range r.members(n.Member("masks"), maxMasks, "a mask") {
		if o.Masks == nil {
			o.Masks = map[string][]MaskStep{}
		}
		o.Masks[item.Name] = r.mask(item)
	}
	none := humanoid.NewMap(nil)
	for _, item := range r.members(n.Member("bones"), 2*len(humanoid.BoneNames()), "a bone") {
		if none.Set(item.Name, "") != nil {
			r.Problem(item, jsontree.UnknownMember(item.Name, humanoid.BoneNames()))
		}
		if o.Bones == nil {
			o.Bones = map[string]string{}
		}
		o.Bones[item.Name] = jsontree.Get[string](&r.Decoder, item)
	}
	return o
}

// members returns the members of an object, at most limit, whose names the document chooses: names
// of something. A nil node has none.
func (r *sidecarReader) members(n *jsontree.Node, limit int, what string) []*jsontree.Node {
	switch {
	case n == nil:
		return nil
	case n.Value.Kind() != jsontree.Object:
		r.expected(n, "an object")
		return nil
	case len(n.Items) > limit:
		r.Problem(n, n.TooMany(limit))
		return nil
	}
	for _, item := range n.Items {
		if count := utf8.RuneCountInString(item.Name); count == 0 || count > maxNameCharacters {
			r.Problem(n, fmt.Sprintf("expected the name of %s of 1 to %d characters, found one of %d", what,
				maxNameCharacters, count))
			return nil
		}
	}
	return n.Items
}

func (r *sidecarReader) scale(n *jsontree.Node, o *Options) {
	if text, ok := n.Value.Text(); ok && text == meters {
		o.Meters = true
		return
	}
	if f, ok := n.Value.Float(); ok && f > 0 {
		o.Scale = f
		return
	}
	r.expected(n, `a number above 0 or "meters"`)
}

// rootMotion decodes how root motion is extracted: true, false for not at all, or an object. A nil
// node says nothing.
func (r *sidecarReader) rootMotion(n *jsontree.Node) (options *clip.RootMotionOptions, keep bool) {
	if n == nil {
		return nil, false
	}
	if yes, ok := n.Value.Bool(); ok {
		if yes {
			return &clip.RootMotionOptions{}, false
		}
		return nil, true
	}
	if n.Value.Kind() != jsontree.Object {
		r.expected(n, "true, false or an object")
		return nil, false
	}
	r.Object(n, rootMotionMembers)
	options = &clip.RootMotionOptions{
		Joint:      jsontree.Get[string](&r.Decoder, n.Member("joint")),
		Yaw:        jsontree.Get[bool](&r.Decoder, n.Member("yaw")),
		Up:         jsontree.Get[clip.UpAxis](&r.Decoder, n.Member("up")),
		Steady:     jsontree.Get[bool](&r.Decoder, n.Member("steady")),
		Tolerance:  jsontree.Get[float64](&r.Decoder, n.Member("tolerance")),
		AllowStill: jsontree.Get[bool](&r.Decoder, n.Member("allowStill")),
	}
	if !(options.Tolerance >= 0) {
		r.expected(n.Member("tolerance"), "a number of at least 0")
	}
	axes, yaw := n.Member("axes"), n.Member("yaw")
	switch {
	case axes != nil:
		if options.Translation = r.axes(axes); options.Translation == 0 && !options.Yaw {
			r.Problem(axes, `expected at least one axis, or "yaw", found neither`)
		}
	case yaw != nil && !options.Yaw:
		options.Translation = horizontalAxes(options.Up)
	}
	return options, false
}

// horizontalAxes returns the axes along which characters walk.
func horizontalAxes(up clip.UpAxis) clip.Axes {
	if up == clip.UpZ {
		return clip.AxisX | clip.AxisY
	}
	return clip.AxisX | clip.AxisZ
}

// axisLetters are the axes from [clip.AxisX] on, in the order of their bits.
const axisLetters = "xyz"

func (r *sidecarReader) axes(n *jsontree.Node) (axes clip.Axes) {
	text, ok := n.Value.Text()
	for _, letter := range text {
		i := strings.IndexRune(axisLetters, letter)
		if i < 0 || axes&(1<<i) != 0 {
			ok = false
			break
		}
		axes |= 1 << i
	}
	if !ok {
		r.expected(n, "axes such as \"xz\", each of x, y and z at most once")
	}
	return axes
}

func (r *sidecarReader) clip(n *jsontree.Node) (o ClipOptions) {
	if !r.Object(n, clipMembers) {
		return o
	}
	o.RootMotion, o.KeepMotion = r.rootMotion(n.Member("rootMotion"))
	before := len(r.Problems)
	if mode := n.Member("playMode"); mode != nil {
		value := jsontree.Get[clip.PlayMode](&r.Decoder, mode)
		o.PlayMode = &value
	}
	modeIsWrong := len(r.Problems) > before
	if limit := n.Member("loopLimit"); limit != nil {
		var ok bool
		switch o.LoopLimit, ok = loopLimitOf(limit.Value); {
		case !ok:
			r.expected(limit, fmt.Sprintf("an integer from 0 to %d", uint32(math.MaxUint32)))
		case o.LoopLimit != 0 && !modeIsWrong &&
			(o.PlayMode == nil || *o.PlayMode != clip.Loop && *o.PlayMode != clip.PingPong):
			r.Problem(limit, fmt.Sprintf(`expected it with the "playMode" %q or %q, found it without`, clip.Loop,
				clip.PingPong))
		}
	}
	if markers := n.Member("markers"); markers != nil {
		o.Markers = []clip.Marker{}
		for _, item := range r.Array(markers, maxMarkers) {
			if r.full() {
				break
			}
			if r.Object(item, markerMembers, "name", "time") {
				var marker clip.Marker
				r.Fields(item, &marker)
				o.Markers = append(o.Markers, marker)
			}
		}
	}
	return o
}

// mask decodes a mask: one step, or an array of steps.
func (r *sidecarReader) mask(n *jsontree.Node) []MaskStep {
	steps := []MaskStep{}
	items := []*jsontree.Node{n}
	if n.Value.Kind() == jsontree.Array {
		items = r.Array(n, maxMaskSteps)
	}
	for _, item := range items {
		if r.maskSteps++; r.maskSteps > maxMaskSteps {
			r.Problem(item, fmt.Sprintf("expected at most %d steps of masks, found more", maxMaskSteps))
			break
		}
		if r.Object(item, maskMembers) {
			steps = append(steps, r.maskStep(item))
		}
	}
	return steps
}

func (r *sidecarReader) maskStep(n *jsontree.Node) MaskStep {
	step := MaskStep{
		Root:   jsontree.Get[string](&r.Decoder, n.Member("root")),
		Invert: jsontree.Get[bool](&r.Decoder, n.Member("invert")),
	}
	feather, weight, joints := n.Member("feather"), n.Member("weight"), n.Member("joints")
	hasRoot := n.Member("root") != nil
	if joints != nil {
		step.Joints = []string{}
	}
	for _, item := range r.Array(joints, maxMaskJoints) {
		if r.maskJoints++; r.maskJoints > maxMaskJoints {
			r.Problem(item, fmt.Sprintf("expected at most %d joints of masks, found more", maxMaskJoints))
			break
		}
		step.Joints = append(step.Joints, jsontree.Get[string](&r.Decoder, item))
	}
	if feather != nil {
		if step.Feather = jsontree.Get[int](&r.Decoder, feather); step.Feather < 0 || step.Feather > maxGenerations {
			r.expected(feather, fmt.Sprintf("a number of generations from 0 to %d", maxGenerations))
			step.Feather = 0
		}
	}
	if weight != nil {
		w := jsontree.Get[float32](&r.Decoder, weight)
		if step.Weight = &w; !(w >= 0 && w <= 1) {
			r.expected(weight, "a number from 0 to 1")
		}
	}
	switch {
	case hasRoot && joints != nil:
		r.Problem(n, `expected "root" or "joints", found both`)
	case !hasRoot && joints == nil && !step.Invert:
		r.Problem(n, `expected "root", "joints" or "invert", found none`)
	case feather != nil && !hasRoot:
		r.Problem(feather, `expected "feather" with "root", found it alone`)
	case weight != nil && (feather != nil || !hasRoot && joints == nil):
		r.Problem(weight, `expected "weight" with "joints", or with "root" without "feather", found it elsewhere`)
	case hasRoot && step.Root == "":
		r.expected(n.Member("root"), "the name of a joint")
	}
	return step
}

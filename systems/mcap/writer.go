package mcap

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/rewind"
)

// Options say what a file has.
type Options struct {
	// Entities are the characters that are written; nil is all that there are in each frame.
	Entities []ecs.Entity
	// Begin is the time before the first frame, in nanoseconds since the Unix epoch, such as
	// time.Now().UnixNano().
	Begin uint64
}

// ErrClosed means that a file is complete.
var ErrClosed = errors.New("the file is complete")

// The channels.
const (
	transforms = iota
	scenes
	clouds
	logs
)

// Writer writes frames of a world into a file. [NewWriter] makes one.
type Writer struct {
	animation *systems.Animation
	options   Options
	file      *container
	reader    ecs.EventReader
	seconds   float64
	closed    bool

	places    access.Component[components.Transform]
	skeletons access.Component[components.Skeleton]
	names     map[*rig.Skeleton][]string
	shown     map[ecs.Entity]*known // the characters of the last frame
	frame     uint64                // how many were written
	tree      encoder
	scene     encoder
	points    []byte // along the bones of all characters: three float32 each
	poses     map[*rig.Skeleton]*rig.Pose
	models    []float32
	joints    []placed
}

// known is what the file has told of a character.
type known struct {
	name     string
	findings []explain.Finding
	frame    uint64 // of the last one in which it was a character
}

// placed is where something is in the world, and how it is turned.
type placed struct {
	at   exact.Vec3
	turn exact.Quat
}

// NewWriter begins a file. The writer need not be buffered: it gets about a megabyte at a time. The
// errors are [systems.ErrNil] and the writer's.
func NewWriter(w io.Writer, animation *systems.Animation, options Options) (*Writer, error) {
	switch {
	case w == nil:
		return nil, fmt.Errorf("%w: expected a writer for the file, found nil", systems.ErrNil)
	case animation.World() == nil:
		return nil, fmt.Errorf("%w: expected an animation whose characters are written, found nil", systems.ErrNil)
	}
	world := animation.World()
	out := &Writer{
		animation: animation, options: options, reader: animation.Events().Reader(),
		places:    access.ComponentOf[components.Transform](world),
		skeletons: access.ComponentOf[components.Skeleton](world),
		names:     map[*rig.Skeleton][]string{}, poses: map[*rig.Skeleton]*rig.Pose{}, shown: map[ecs.Entity]*known{},
	}
	out.file = newContainer(w, descriptors(),
		channel{topic: "/tf", schema: "foxglove.FrameTransforms"},
		channel{topic: "/characters", schema: "foxglove.SceneUpdate"},
		channel{topic: "/bones", schema: "foxglove.PointCloud"},
		channel{topic: "/log", schema: "foxglove.Log"})
	return out, out.file.err
}

// Frame writes the present frame, which ended some seconds after the last one: a program calls it
// after each update, with the same seconds. It costs about what [systems.Animation.Explain] and the
// encoding cost for each character. The errors are [systems.ErrDelta], [ErrClosed], [systems.ErrNil]
// and the writer's.
func (w *Writer) Frame(seconds float64) error {
	if w == nil {
		return errNoWriter
	}
	list, missed := w.animation.Events().Read(&w.reader)
	return w.add(seconds, list, missed)
}

// errNoWriter is the error of a Writer that NewWriter did not make.
var errNoWriter = fmt.Errorf("%w: expected a writer from NewWriter, found nil", systems.ErrNil)

// Close writes the end of the file. It does not close the writer below. The errors are [ErrClosed],
// [systems.ErrNil] and the writer's.
func (w *Writer) Close() error {
	switch {
	case w == nil:
		return errNoWriter
	case w.closed:
		return fmt.Errorf("mcap: expected one Close, found a second: %w", ErrClosed)
	}
	w.closed = true
	return w.file.close()
}

// WriteTape writes the frames of a tape as a file. For this they run again, as in
// [rewind.Tape.Look]. The errors are those of Look and of [NewWriter].
func WriteTape(w io.Writer, tape *rewind.Tape, options Options) error {
	out, err := NewWriter(w, tape.Session().Animation(), options)
	if err != nil {
		return err
	}
	first, last := tape.Frames()
	before, begun := 0.0, false
	err = tape.Look(first, last, func(frame int) error {
		at := tape.Seconds(frame)
		if !begun { // the tape may have dropped what was before its first frame
			before, begun = at, true
		}
		seconds := at - before
		before = at
		return out.add(seconds, tape.Events(), 0)
	})
	return errors.Join(err, out.Close())
}

// add writes the present frame.
func (w *Writer) add(seconds float64, events []ecs.Event, missed uint64) error {
	switch {
	case w.closed:
		return fmt.Errorf("mcap: expected a frame before Close, found one after it: %w", ErrClosed)
	case !(seconds >= 0) || math.IsInf(seconds, 0):
		return fmt.Errorf("%w, found %v s", systems.ErrDelta, seconds)
	}
	w.seconds += seconds
	w.frame++
	at := w.options.Begin + uint64(math.Round(w.seconds*1e9))
	w.tree, w.scene, w.points = w.tree[:0], w.scene[:0], w.points[:0]
	w.tree.transform(at, "world", "scene", placed{turn: yUp})
	for _, entity := range w.characters() {
		w.character(at, entity)
	}
	for _, entity := range w.gone() {
		mark := w.scene.begin(1)
		w.scene.time(1, at)
		w.scene.uint(2, 0) // MATCHING_ID
		w.scene.text(3, w.shown[entity].name)
		w.scene.end(mark)
		delete(w.shown, entity)
	}
	w.file.message(transforms, at, w.tree)
	w.file.message(scenes, at, w.scene)
	w.file.message(clouds, at, w.cloud(at))
	if missed > 0 {
		w.log(at, levelWarning, "",
			fmt.Sprintf("%d events were missed: more than one update passed since the last frame", missed))
	}
	for i := range events {
		e := &events[i]
		if of := w.shown[e.Entity]; of != nil {
			w.log(at, levelInfo, of.name, rewind.EventOf(w.animation, e).String())
		}
	}
	return w.file.err
}

// yUp turns the space of a world whose y axis points up so that its z axis does.
var yUp = exact.Quat{math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2}

// characters returns those that are written, by number.
func (w *Writer) characters() (list []ecs.Entity) {
	add := func(entity ecs.Entity) {
		if pool, _ := w.animation.Pool(entity); pool != nil {
			list = append(list, entity)
		}
	}
	if w.options.Entities == nil {
		query := w.animation.World().Query(arche.All(w.skeletons.Kind.ID()))
		for query.Next() {
			add(query.Entity())
		}
	}
	for _, entity := range w.options.Entities {
		if ecs.IsAlive(w.animation.World(), entity) && w.skeletons.Get(entity) != nil {
			add(entity)
		}
	}
	slices.SortFunc(list, byNumber)
	return slices.Compact(list)
}

func byNumber(a, b ecs.Entity) int {
	return cmp.Or(cmp.Compare(a.ID(), b.ID()), cmp.Compare(a.Generation(), b.Generation()))
}

// gone returns the characters of earlier frames that this one does not have, by number.
func (w *Writer) gone() (list []ecs.Entity) {
	for entity, of := range w.shown {
		if of.frame != w.frame {
			list = append(list, entity)
		}
	}
	slices.SortFunc(list, byNumber)
	return list
}

// character writes one.
func (w *Writer) character(at uint64, entity ecs.Entity) {
	why := w.animation.Explain(entity)
	of := w.shown[entity]
	if of == nil {
		of = &known{name: nameOf(&why)}
		w.shown[entity] = of
	}
	of.frame = w.frame
	for _, f := range why.Findings {
		same := func(old explain.Finding) bool { return old.ID == f.ID && old.Where == f.Where }
		if !slices.ContainsFunc(of.findings, same) {
			w.log(at, levelWarning, of.name, f.String())
		}
	}
	of.findings = why.Findings
	pool, _ := w.animation.Pool(entity)
	skeleton := pool.Skeleton()
	if err := w.place(entity, skeleton); err != nil {
		w.log(at, levelWarning, of.name, "the pose is not known: "+err.Error())
		return
	}
	names, parents := w.namesOf(skeleton), skeleton.Parents()
	base := placedBy(w.world(entity).Mat4())
	w.tree.transform(at, "scene", of.name, base)
	for i, joint := range w.joints {
		parent, name := base, of.name
		if p := parents[i]; p >= 0 {
			parent, name = w.joints[p], of.name+"/"+names[p]
		}
		w.tree.transform(at, name, of.name+"/"+names[i], joint.relativeTo(parent))
	}
	w.draw(at, of.name, parents, &why)
}

// nameOf returns the name of a character: its model's, or its skeleton's, and its number.
func nameOf(c *explain.Character) string {
	name := c.Skeleton
	if len(c.Models) > 0 && c.Models[0].Name != "" {
		name = c.Models[0].Name
	}
	if name == "" {
		name = "character"
	}
	if c.Generation > 0 { // the number was another one's before
		return fmt.Sprintf("%s %d.%d", name, c.Entity, c.Generation)
	}
	return fmt.Sprintf("%s %d", name, c.Entity)
}

// namesOf returns names of joints that differ from each other.
func (w *Writer) namesOf(skeleton *rig.Skeleton) []string {
	names, ok := w.names[skeleton]
	if ok {
		return names
	}
	taken := map[string]bool{}
	for joint := range skeleton.Len() {
		name := skeleton.JointName(joint)
		for own, n := name, joint; name == "" || taken[name]; n++ {
			name = fmt.Sprintf("%s#%d", own, n)
		}
		taken[name] = true
		names = append(names, name)
	}
	w.names[skeleton] = names
	return names
}

// world returns where a character is.
func (w *Writer) world(entity ecs.Entity) rig.Matrix {
	if t := w.places.Get(entity); t != nil {
		return rig.MatrixFromMat4(t.Matrix)
	}
	return rig.IdentityMatrix()
}

// place finds where the joints of a character are in the world. The errors are those of
// [systems.Animation.LocalPose].
func (w *Writer) place(entity ecs.Entity, skeleton *rig.Skeleton) error {
	pose := w.poses[skeleton]
	if pose == nil {
		pose = rig.NewPose(skeleton)
		w.poses[skeleton] = pose
	}
	if err := w.animation.LocalPose(entity, pose); err != nil {
		return err
	}
	w.models = pose.ModelMatrices(w.models[:cap(w.models)])
	world := w.world(entity)
	w.joints = w.joints[:0]
	for joint := range skeleton.Len() {
		w.joints = append(w.joints, placedBy(world.Mul(rig.MatrixAt(w.models, joint)).Mat4()))
	}
	return nil
}

// placedBy returns where a matrix moves something to, and how it turns it: of its axes the first
// keeps its direction, and the second the plane in which it is with the first.
func placedBy(m mgl32.Mat4) placed {
	x := exact.ToVec3(m.Col(0).Vec3()).Normalized()
	y := exact.ToVec3(m.Col(1).Vec3())
	y = y.AddScaled(-x.Dot(y), x).Normalized()
	p := placed{at: exact.ToVec3(m.Col(3).Vec3()), turn: exact.IdentityQuat}
	if z := x.Cross(y); z.Dot(z) > 0.5 { // not of a scale of 0
		p.turn = exact.QuatFromAxes(x, y, z)
	}
	return p
}

// relativeTo returns where something is for another one.
func (p placed) relativeTo(parent placed) placed {
	back := parent.turn.Conjugate()
	return placed{back.Rotate(p.at.Sub(parent.at)), back.Mul(p.turn).Normalized()}
}

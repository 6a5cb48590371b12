package timeline

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/systems/explain"
)

// moment is a moment that the user has marked: its ghost is drawn, and the shown moment is compared
// with it.
type moment struct {
	seconds   float64
	character ecs.Entity
	row       *row
	bones     [][2]mgl32.Vec3
	pose      *rig.Pose
	shape     *Shape // nil for a character without a surface
}

// Shape is what a character looked like at a moment.
type Shape struct {
	Model  *assets.Model
	Hidden uint64 // parts, as in components.SkinnedMesh
	Pose   *rig.Pose
	Place  mgl32.Mat4
}

// mark marks the shown moment. If it is marked already, no moment is.
func (t *Timeline) mark() error {
	if t.marked != nil && t.marked.seconds == t.Seconds() {
		t.marked = nil
		return nil
	}
	m := &moment{seconds: t.Seconds(), character: t.character, row: t.frames[t.shown].row}
	if m.pose = t.pose(); m.pose == nil {
		t.message = "expected a character with a pose, found none to mark"
		return nil
	}
	skeleton := m.pose.Skeleton()
	places := make([]mgl32.Vec3, skeleton.Len())
	for joint := range places {
		matrix, err := t.animation.JointWorldAt(t.character, joint)
		if err != nil {
			return err
		}
		places[joint] = matrix.Col(3).Vec3()
		if parent := skeleton.Parent(joint); parent >= 0 {
			m.bones = append(m.bones, [2]mgl32.Vec3{places[parent], places[joint]})
		}
	}
	m.shape = t.shape(m.pose)
	t.marked = m
	return nil
}

// shape returns what the character looks like in a pose, or nil if it has no surface.
func (t *Timeline) shape(pose *rig.Pose) *Shape {
	meshes := access.ComponentOf[components.SkinnedMesh](t.animation.World())
	transforms := access.ComponentOf[components.Transform](t.animation.World())
	drawn, place := meshes.Get(t.character), transforms.Get(t.character)
	if drawn == nil || place == nil {
		return nil
	}
	model := t.animation.Library().Model(drawn.Model)
	if model == nil || len(model.Parts) == 0 {
		return nil
	}
	return &Shape{Model: model, Hidden: drawn.Hidden, Pose: pose, Place: place.Matrix}
}

// pose returns the present pose of the character, or nil.
func (t *Timeline) pose() *rig.Pose {
	pool, _ := t.animation.Pool(t.character)
	if pool == nil {
		return nil
	}
	pose := rig.NewPose(pool.Skeleton())
	if t.animation.LocalPose(t.character, pose) != nil {
		return nil
	}
	return pose
}

// GhostShape returns what the character looked like at the marked moment. It is the same until another
// moment is marked, and nil if none is or the character has no surface.
func (t *Timeline) GhostShape() *Shape {
	if t.marked == nil {
		return nil
	}
	return t.marked.shape
}

// Ghost returns the bones of the character at the marked moment, from joint to joint in world
// space.
func (t *Timeline) Ghost() [][2]mgl32.Vec3 {
	if t.marked == nil {
		return nil
	}
	return t.marked.bones
}

// mostTurned is how many joints a comparison names.
const mostTurned = 3

// comparison tells what differs between the marked moment and the shown one.
func (t *Timeline) comparison() []string {
	m, now := t.marked, t.frames[t.shown].row
	if m.character != t.character {
		return []string{"marked: another character"}
	}
	lines := []string{fmt.Sprintf("marked at %.2f s, now %+.2f s", m.seconds, t.Seconds()-m.seconds)}
	if now == nil {
		return lines
	}
	then, after := &m.row.Character, &now.Character
	differ := func(what, a, b string) {
		if a != b {
			lines = append(lines, what+": "+a+", now "+b)
		}
	}
	if then.Control != nil && after.Control != nil {
		for i := range min(len(then.Control.States), len(after.Control.States)) {
			was, is := &then.Control.States[i], &after.Control.States[i]
			differ("state of "+laneOf(after, is.Layer), was.State, is.State)
		}
		for i := range min(len(then.Control.Parameters), len(after.Control.Parameters)) {
			p, q := &then.Control.Parameters[i], &after.Control.Parameters[i]
			differ(p.Name, short(p.Value), short(q.Value))
		}
	}
	for i := range min(len(then.Layers), len(after.Layers)) {
		differ(laneOf(after, i), playing(&then.Layers[i]), playing(&after.Layers[i]))
	}
	if then.Place != after.Place {
		lines = append(lines, fmt.Sprintf("moved by %.2f m", math.Hypot(float64(after.Place[0]-then.Place[0]),
			float64(after.Place[2]-then.Place[2]))))
	}
	return append(lines, t.turned()...)
}

// turned returns which joints turned the most since the marked moment.
func (t *Timeline) turned() (lines []string) {
	pose := t.pose()
	if pose == nil || pose.Skeleton() != t.marked.pose.Skeleton() {
		return nil
	}
	type turn struct {
		joint   int
		degrees float64
	}
	var list []turn
	for joint := range pose.Skeleton().Len() {
		dot := math.Abs(float64(pose.Joint(joint).Rotation.Dot(t.marked.pose.Joint(joint).Rotation)))
		list = append(list, turn{joint, 2 * math.Acos(min(1, dot)) * 180 / math.Pi})
	}
	slices.SortStableFunc(list, func(a, b turn) int { return cmp.Compare(b.degrees, a.degrees) })
	for _, one := range list[:min(mostTurned, len(list))] {
		if one.degrees >= 1 {
			lines = append(lines, fmt.Sprintf("%s turned by %.0f degrees", pose.Skeleton().JointName(one.joint), one.degrees))
		}
	}
	return lines
}

// short returns a number in few digits.
func short(n explain.Number) string { return fmt.Sprintf("%.3g", float64(n)) }

// playing tells what a layer plays, and where it is in it.
func playing(l *explain.Layer) string {
	text := ""
	for i := range l.Plays {
		if p := &l.Plays[i]; p.Motion != "" {
			if text != "" {
				text += " + "
			}
			text += fmt.Sprintf("%s %.2f", path.Base(p.Motion), float64(p.Time))
			if len(l.Plays) > 1 {
				text += fmt.Sprintf(" (%.0f%%)", 100*float64(p.Weight))
			}
		}
	}
	if text == "" {
		return "nothing"
	}
	return text
}

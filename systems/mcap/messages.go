package mcap

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/explain"
)

// transform appends a FrameTransform to FrameTransforms.
func (e *encoder) transform(at uint64, parent, child string, p placed) {
	mark := e.begin(1)
	e.time(1, at)
	e.text(2, parent)
	e.text(3, child)
	e.numbers(4, p.at[:]...)
	e.numbers(5, p.turn[:]...)
	e.end(mark)
}

// The levels of logs.
const (
	levelInfo    = 2
	levelWarning = 3
)

// log writes a line about a character.
func (w *Writer) log(at, level uint64, name, text string) {
	var e encoder
	e.time(1, at)
	e.uint(2, level)
	e.text(3, text)
	e.text(4, name)
	w.file.message(logs, at, e)
}

// The looks of characters. Sizes are parts of a character's height.
const (
	boneWidth     = 0.012
	textHeight    = 0.06
	pointDistance = 0.02
	mostPoints    = 64 // on a bone
)

var boneColor = [4]float64{0.95, 0.67, 0.27, 1}

// draw appends a SceneEntity of a character whose joints are placed.
func (w *Writer) draw(at uint64, name string, parents []int16, why *explain.Character) {
	e := &w.scene
	mark := e.begin(2)
	e.time(1, at)
	e.text(2, "scene")
	e.text(3, name)
	tell(e, why)
	top := w.joints[0].at
	line := e.begin(11)
	e.uint(1, 2) // LINE_LIST
	e.pose(2, exact.Vec3{})
	e.double(3, max(1e-4, boneWidth*float64(why.Height)))
	for i, joint := range w.joints {
		if joint.at[1] > top[1] {
			top = joint.at
		}
		if p := parents[i]; p >= 0 {
			e.numbers(5, w.joints[p].at[:]...)
			e.numbers(5, joint.at[:]...)
			w.dot(w.joints[p].at, joint.at, pointDistance*float64(why.Height))
		}
	}
	e.numbers(6, boneColor[:]...)
	e.end(line)
	text := e.begin(13)
	size := max(1e-3, textHeight*float64(why.Height))
	top[1] += float64(2 * size)
	e.pose(1, top)
	e.uint(2, 1) // faces the viewer
	e.double(3, size)
	e.numbers(5, boneColor[:]...)
	e.text(6, name)
	e.end(text)
	e.end(mark)
}

// dot adds points to the cloud, from one end of a bone to the other, at most a distance apart.
func (w *Writer) dot(from, to exact.Vec3, distance float64) {
	bone := to.AddScaled(-1, from)
	n := 1
	if length := bone.Length(); length > distance {
		n = int(min(math.Ceil(length/distance), mostPoints))
	}
	for i := range n + 1 {
		for _, x := range from.AddScaled(float64(i)/float64(n), bone) {
			w.points = binary.LittleEndian.AppendUint32(w.points, math.Float32bits(float32(x)))
		}
	}
}

// cloud returns a PointCloud of the bones of all characters.
func (w *Writer) cloud(at uint64) encoder {
	const float32Type = 7
	var e encoder
	e.time(1, at)
	e.text(2, "scene")
	e.pose(3, exact.Vec3{})
	e.fixed32(4, 3*4)
	for axis, name := range []string{"x", "y", "z"} {
		mark := e.begin(5)
		e.text(1, name)
		e.fixed32(2, uint32(4*axis))
		e.uint(3, float32Type)
		e.end(mark)
	}
	e.text(6, string(w.points))
	return e
}

// tell appends what a character does as metadata of a SceneEntity.
func tell(e *encoder, c *explain.Character) {
	pair := func(key, value string) {
		mark := e.begin(6)
		e.text(1, key)
		e.text(2, value)
		e.end(mark)
	}
	for i := range c.Layers {
		l := &c.Layers[i]
		key := fmt.Sprintf("layer %d", l.Number)
		if l.Number > 0 {
			pair(key+" weight", l.Weight.String())
		}
		for j := range l.Plays {
			p := &l.Plays[j]
			if p.Motion == "" {
				continue
			}
			plays := " plays"
			if p.FadesOut {
				plays = fmt.Sprintf(" fades out %d", j)
			}
			pair(key+plays, fmt.Sprintf("%s at %v, weight %v, speed %v", p.Motion, p.Time, p.Weight, p.Speed))
		}
	}
	if c.Control == nil {
		return
	}
	for _, s := range c.Control.States {
		key := fmt.Sprintf("layer %d state", s.Layer)
		pair(key, s.State)
		if s.Transition != nil {
			pair(key+" transition", s.Transition.From+" → "+s.Transition.To)
		}
	}
	for _, p := range c.Control.Parameters {
		pair("parameter "+p.Name, p.Value.String())
	}
}

package rollback

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/assetkeys"
)

// Difference is the first difference between two runs of the same frame. It is an error that wraps
// [ErrDifference].
type Difference struct {
	// Frame is the number of the frame, as in [ecs.PoseStore.Frame].
	Frame uint32
	// Entity is the entity that differs, or the zero entity for a difference of the whole world.
	Entity ecs.Entity
	// Where names what differs, in words: a field of a component or a resource, a joint, an event.
	Where string
	// First and Again are the values in the first run and in the later one. Both are empty where
	// only hashes are known.
	First, Again string
	// System is the system whose result depends on the order of queries, or empty if the cause is
	// another one or the culprit is no system.
	System string
	// Cause is what the difference means.
	Cause string

	again string // which run the later one is
}

// Causes of differences.
const (
	hiddenState = "something outside the snapshot has changed it, or the step is not deterministic"
	lostState   = "saving and restoring it does not give the same value"
	otherOrder  = "depends on the order in which queries find entities of different components, which is no part of " +
		"the state"
	otherRun = "the program, its assets or its input differ from the recorded ones, or a step is not deterministic"
)

// Error returns the difference in words.
func (d *Difference) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "frame %d: ", d.Frame)
	if !d.Entity.IsZero() {
		fmt.Fprintf(&b, "entity %d: ", d.Entity.ID())
	}
	b.WriteString(d.Where)
	if d.First != "" || d.Again != "" {
		fmt.Fprintf(&b, ": %s %s, first run %s", d.again, d.Again, d.First)
	}
	return b.String() + "; " + d.Cause
}

// Unwrap returns [ErrDifference].
func (d *Difference) Unwrap() error { return ErrDifference }

// compare returns the first difference between two images, or nil.
func (s *Session) compare(first, again *image) *Difference {
	if bytes.Equal(first.bytes, again.bytes) && slices.EqualFunc(first.parts, again.parts, samePart) {
		return nil
	}
	d := &Difference{Frame: again.frame, Cause: hiddenState, again: "restored"}
	for i := 0; ; i++ {
		switch {
		case i == len(first.parts):
			return s.missing(d, again, &again.parts[i], false)
		case i == len(again.parts):
			return s.missing(d, first, &first.parts[i], true)
		}
		a, b := &first.parts[i], &again.parts[i]
		if !samePart(*a, *b) {
			if before(a, b) {
				return s.missing(d, first, a, true)
			}
			return s.missing(d, again, b, false)
		}
		inA, inB := first.bytes[a.from:a.to], again.bytes[b.from:b.to]
		if !bytes.Equal(inA, inB) {
			s.describe(d, a, inA, inB)
			return d
		}
	}
}

// samePart reports whether two parts are of the same thing.
func samePart(a, b part) bool {
	sameSaver := a.saver == b.saver || a.saver != nil && b.saver != nil && a.saver.kind == b.saver.kind
	return a.kind == b.kind && sameSaver && a.number == b.number && (a.entity == b.entity || a.kind == eventPart)
}

// before reports whether part a comes before part b in an image that has both.
func before(a, b *part) bool {
	if ofEntity, other := a.kind <= morphsPart, b.kind <= morphsPart; ofEntity != other {
		return ofEntity
	} else if ofEntity && a.entity != b.entity {
		return a.entity.ID() < b.entity.ID() ||
			a.entity.ID() == b.entity.ID() && a.entity.Generation() < b.entity.Generation()
	}
	if a.kind != b.kind {
		return a.kind < b.kind
	}
	if a.saver != nil && b.saver != nil && a.saver != b.saver {
		return a.saver.index < b.saver.index
	}
	return a.number < b.number
}

// missing describes a part that only one image has.
func (s *Session) missing(d *Difference, m *image, p *part, inFirst bool) *Difference {
	d.Entity = p.entity
	d.Where = s.name(p)
	present := "present"
	switch p.kind {
	case alivePart:
		present = "alive"
	case eventPart:
		present = s.eventText(m.bytes[p.from:p.to])
	}
	d.First, d.Again = "none", present
	if inFirst {
		d.First, d.Again = present, "none"
	}
	return d
}

// describe describes the difference between two forms of a part.
func (s *Session) describe(d *Difference, p *part, first, again []byte) {
	d.Entity, d.Where = p.entity, s.name(p)
	var field string
	switch p.kind {
	case componentPart, resourcePart:
		if p.saver.plan == nil {
			at := 0
			for at < len(first) && at < len(again) && first[at] == again[at] {
				at++
			}
			d.First, d.Again = fmt.Sprintf("%d bytes", len(first)-4),
				fmt.Sprintf("%d bytes, other ones from byte %d on", len(again)-4, max(at-4, 0))
			return
		}
		field, d.First, d.Again = p.saver.plan.difference(first, again, s.keys())
	case eventPart:
		d.Entity = ecs.Entity{}
		field, d.First, d.Again = eventPlan().difference(first, again, s.keys())
		d.Where += " (" + s.eventText(first) + ")"
	case clockPart:
		field, d.First, d.Again = clockPlan().difference(first, again, s.keys())
	case populationPart:
		d.First, d.Again = "others", "some"
		if n, m := len(first)/8, len(again)/8; n != m {
			d.First, d.Again = fmt.Sprintf("%d numbers", n), fmt.Sprintf("%d numbers", m)
		}
	case orderPart:
		at := 0
		for getUint32(first[at:]) == getUint32(again[at:]) {
			at += 4
		}
		d.First = fmt.Sprintf("entity %d at %d", getUint32(first[at:]), at/4)
		d.Again = fmt.Sprintf("entity %d at %d", getUint32(again[at:]), at/4)
	default:
		s.describePose(d, p, first, again)
	}
	if field != "" {
		d.Where += "." + field
	}
}

// describePose describes the first joint or morph weight that differs.
func (s *Session) describePose(d *Difference, p *part, first, again []byte) {
	at := 0
	for at+4 < len(first) && at+4 < len(again) && getUint32(first[at:]) == getUint32(again[at:]) {
		at += 4
	}
	if len(first) != len(again) {
		d.First, d.Again = fmt.Sprintf("%d numbers", len(first)/4), fmt.Sprintf("%d numbers", len(again)/4)
		return
	}
	value := func(b []byte) string { return fmt.Sprint(math.Float32frombits(getUint32(b[at:]))) }
	d.First, d.Again = value(first), value(again)
	number := at / 4
	pool, slot := s.animation.Pool(p.entity)
	if p.kind == morphsPart || pool == nil {
		d.Where = fmt.Sprintf("morph weight %d", number)
		return
	}
	joint, row, column := number/assets.MatrixSize, number%assets.MatrixSize/4, number%4
	if kept, _ := pool.KeptMatrices(slot); p.kind == matricesPart && joint < len(kept) {
		joint = int(kept[joint])
	} else if p.kind == palettePart {
		if e := s.keys().Hashed(assetkeys.Skin, p.number); e != nil {
			if skin := s.animation.Library().Skin(assets.SkinID(e.ID)); skin != nil {
				joint = int(skin.Joints()[joint])
			}
		}
	}
	d.Where = fmt.Sprintf("joint %d (%q) in the %s, row %d, column %d", joint, pool.Skeleton().JointName(joint),
		s.name(p), row, column)
}

// name returns what a part is, in words.
func (s *Session) name(p *part) string {
	switch p.kind {
	case alivePart:
		return "the entity"
	case componentPart:
		return p.saver.kind.String()
	case resourcePart:
		return "resource " + p.saver.kind.String()
	case palettePart:
		return "palette of " + assetText(s.keys(), assetkeys.Skin, p.number)
	case matricesPart:
		return "model matrices"
	case morphsPart:
		return "morph weights"
	case eventPart:
		return fmt.Sprintf("event %d", p.number)
	case clockPart:
		return "ecs.Clock"
	case populationPart:
		return "the numbers that new entities get"
	}
	return "the order in which a query finds the entities of the same components"
}

// eventText returns an encoded event in words.
func (s *Session) eventText(b []byte) string {
	var e ecs.Event
	b = slices.Clone(b)
	for _, f := range eventPlan().ids {
		number := uint32(0)
		if entry := s.keys().Hashed(f.kind, getUint32(b[f.encoded:])); entry != nil {
			number = entry.ID
		}
		putUint32(b[f.encoded:], number)
	}
	eventPlan().read(b, eventPointer(&e))
	library := s.animation.Library()
	text := fmt.Sprintf("%v, entity %d", e.Kind, e.Entity.ID())
	if marker, ok := e.ClipMarker(library); ok {
		text += fmt.Sprintf(", marker %q of clip %q", marker.Name, library.Clip(e.Clip).Name())
	} else if path, ok := e.StatePath(library); ok {
		text += fmt.Sprintf(", state %q", path)
	} else if c := library.Clip(e.Clip); c != nil {
		text += fmt.Sprintf(", clip %q", c.Name())
	}
	return text
}

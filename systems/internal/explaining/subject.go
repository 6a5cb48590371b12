package explaining

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/footing"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/untyped"
	"github.com/sinew-go/sinew/systems/explain"
)

// Subject is the character that is explained. Nothing of it may be written to but Out.
type Subject struct {
	// Components returns a component of an entity by its Go type, or nil. A function hides the world:
	// a package that sees its type compiles the generic parts of worlds again.
	Components func(ecs.Entity, untyped.Type) unsafe.Pointer
	Library    *assets.Library
	Clock      *ecs.Clock
	Entity     ecs.Entity
	Skeleton   *rig.Skeleton // never nil
	// Pool and Slot are where its pose is; Pool is nil before the first frame.
	Pool *posestore.Pool
	Slot int
	// Scale are the lengths of the axes of its Transform.
	Scale [3]float64
	// Wearers are whose garment it is, whose garment that is, and so on. IsGarment reports that the
	// first one gives it the pose of its joints.
	Wearers   []ecs.Entity
	IsGarment bool
	// ShownBy is the garment that shows its model in place of its own parts, or none.
	ShownBy ecs.Entity
	// HasGround reports that feet are told what they stand on.
	HasGround bool
	Walks     *footing.Walks
	Out       *explain.Character
}

// Of returns a component of the character, or nil.
func Of[C any](s *Subject) *C { return On[C](s, s.Entity) }

// On returns a component of an entity, or nil.
func On[C any](s *Subject, entity ecs.Entity) *C {
	return (*C)(s.Components(entity, untyped.TypeFor[C]()))
}

// Find adds a finding: its kind, the part of the character, what was expected and found, and what
// to do.
func (s *Subject) Find(id, where, text, cure string) {
	s.Out.Findings = append(s.Out.Findings, explain.Finding{ID: id, Where: where, Text: text, Cure: cure})
}

// Number returns a float32 as a number that has the digits of the float32, such as 0.3.
func Number(v float32) explain.Number {
	if v-v != 0 {
		return explain.Number(v)
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'g', -1, 32), 64)
	if err != nil {
		return explain.Number(v)
	}
	return explain.Number(short)
}

// Numbers returns three float32.
func Numbers(v [3]float32) [3]explain.Number {
	return [3]explain.Number{Number(v[0]), Number(v[1]), Number(v[2])}
}

// InLayer names a layer of the character.
func InLayer(layer int) string { return fmt.Sprintf("layer %d", layer) }

// IsFinite reports whether all numbers are finite.
func IsFinite(v ...float32) bool {
	for _, x := range v {
		if x-x != 0 {
			return false
		}
	}
	return true
}

// HasRootMotion reports whether clips move the character.
func (s *Subject) HasRootMotion() bool { return Of[components.RootMotion](s) != nil }

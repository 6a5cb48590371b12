package vrm

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Expression is a named set of morph weights, such as a smile.
type Expression struct {
	Name string
	// IsPreset reports that VRM defines the meaning of the name.
	IsPreset bool
	// IsBinary reports that the expression is either shown or not: a weight above 0.5 counts as 1,
	// any other as 0.
	IsBinary bool
	// Binds are the morph weights that the expression changes.
	Binds []MorphBind
}

// MorphBind is a morph weight of an expression.
type MorphBind struct {
	// Morph is the index of the weight in a pose ([rig.Pose.Morphs]).
	Morph int
	// Weight is added at full strength of the expression.
	Weight float32
}

type expressionDocument struct {
	IsBinary bool `json:"isBinary"`
	Binds    []struct {
		Node   int     `json:"node"`
		Index  int     `json:"index"`
		Weight float32 `json:"weight"`
	} `json:"morphTargetBinds"`
	Colors     []any `json:"materialColorBinds"`
	Transforms []any `json:"textureTransformBinds"`
}

// readExpressions reads the expressions, ordered by name.
func (a *Avatar) readExpressions(preset, custom map[string]expressionDocument) error {
	for i, set := range []map[string]expressionDocument{preset, custom} {
		kind := [...]string{"preset", "custom"}[i]
		for _, name := range slices.Sorted(maps.Keys(set)) {
			d := set[name]
			path := fmt.Sprintf("extensions.VRMC_vrm.expressions.%s.%s", kind, name)
			e := Expression{Name: name, IsPreset: i == 0, IsBinary: d.IsBinary}
			for k, bind := range d.Binds {
				joint, ok := a.skeleton.FromSource(bind.Node)
				var channel rig.MorphChannel
				if ok {
					channel, ok = a.skeleton.MorphChannel(joint)
				}
				if !ok || bind.Index < 0 || bind.Index >= channel.Count {
					return fmt.Errorf("%s.morphTargetBinds[%d]: node %d has %d morph targets, and no target %d", path,
						k, bind.Node, channel.Count, bind.Index)
				}
				e.Binds = append(e.Binds, MorphBind{Morph: channel.Offset + bind.Index, Weight: bind.Weight})
			}
			if n := len(d.Colors) + len(d.Transforms); n > 0 {
				a.Warnings = append(a.Warnings, fmt.Sprintf("%s: %d changes of materials are not read", path, n))
			}
			a.Expressions = append(a.Expressions, e)
		}
	}
	return nil
}

// Expression returns the expression with a name. The error wraps [rig.ErrNotFound] and suggests
// near names.
func (a *Avatar) Expression(name string) (*Expression, error) {
	var all []string
	for i := range a.Expressions {
		if a.Expressions[i].Name == name {
			return &a.Expressions[i], nil
		}
		all = append(all, a.Expressions[i].Name)
	}
	return nil, names.NotFound(rig.ErrNotFound, fmt.Sprintf("avatar %q", a.Model.Name), "expression", name, all)
}

// Apply adds the expression to the morph weights of a pose, at a weight from 0 to 1. Expressions
// add up.
func (e *Expression) Apply(morphs []float32, weight float32) {
	if e.IsBinary {
		if weight > 0.5 {
			weight = 1
		} else {
			weight = 0
		}
	}
	for _, b := range e.Binds {
		if b.Morph < len(morphs) {
			morphs[b.Morph] += float32(b.Weight * weight)
		}
	}
}

// AddExpressionClip adds a clip to the library that has the model, which shows an expression: an
// additive one, for a layer whose weight is the expression's. The clip belongs to the avatar's
// skeleton and has the expression's name.
//
// The error is that of [Avatar.Expression].
func (a *Avatar) AddExpressionClip(library *assets.Library, name string) (assets.ClipID, error) {
	e, err := a.Expression(name)
	if err != nil {
		return 0, err
	}
	differences := make([]float32, len(a.skeleton.RestMorphs()))
	for _, bind := range e.Binds {
		differences[bind.Morph] += bind.Weight
	}
	b := clip.NewBuilder(name, a.skeleton).Additive()
	for _, channel := range a.skeleton.MorphChannels() {
		of := differences[channel.Offset:][:channel.Count]
		b.MorphWeights(channel.Joint, clip.Linear, []float32{0, 1}, slices.Concat(of, of))
	}
	return b.Add(library)
}

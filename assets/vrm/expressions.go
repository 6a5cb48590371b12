package vrm

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Expression is a named set of morph weights, such as a smile, and of changes of materials.
type Expression struct {
	Name string
	// IsPreset reports that VRM defines the meaning of the name.
	IsPreset bool
	// IsBinary reports that the expression is either shown or not: a weight above 0.5 counts as 1,
	// any other as 0.
	IsBinary bool
	// OverrideBlink, OverrideLookAt and OverrideMouth are what the expression does, while it shows,
	// to the expressions "blink", "blinkLeft" and "blinkRight", to the look of the eyes, and to
	// "aa", "ih", "ou", "ee" and "oh".
	OverrideBlink, OverrideLookAt, OverrideMouth Override
	// Binds are the morph weights that the expression changes, and the numbers of materials: the
	// base color, the emissive color, and offset and scale of the textures
	// ([rig.Skeleton.MaterialChannels]).
	Binds []MorphBind

	group faceGroup
}

// Override is what an expression does to others.
type Override uint8

// The overrides of expressions.
const (
	// OverrideNone leaves them as they are.
	OverrideNone Override = iota
	// OverrideBlock keeps them from showing while the expression has a weight.
	OverrideBlock
	// OverrideBlend lowers their weights by the weight of the expression.
	OverrideBlend
)

// String returns the name of VRM.
func (o Override) String() string {
	if int(o) < len(overrideNames) {
		return overrideNames[o]
	}
	return fmt.Sprintf("Override(%d)", uint8(o))
}

var overrideNames = [...]string{"none", "block", "blend"}

// faceGroup is what overrides act on.
type faceGroup uint8

const (
	noGroup faceGroup = iota
	blinks
	looks
	mouths
	faceGroups
)

// groupOf are the groups of preset expressions.
var groupOf = map[string]faceGroup{
	"blink": blinks, "blinkLeft": blinks, "blinkRight": blinks,
	"lookUp": looks, "lookDown": looks, "lookLeft": looks, "lookRight": looks,
	"aa": mouths, "ih": mouths, "ou": mouths, "ee": mouths, "oh": mouths,
}

// presets are the names of the preset expressions of VRM 1.0.
var presets = []string{
	"happy", "angry", "sad", "relaxed", "surprised", "neutral", "aa", "ih", "ou", "ee", "oh", "blink", "blinkLeft",
	"blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight",
}

// MorphBind is a morph weight of an expression, or a number of a material.
type MorphBind struct {
	// Morph is the index of the weight in a pose ([rig.Pose.Morphs]).
	Morph int
	// Weight is added at full strength of the expression.
	Weight float32
}

type expressionDocument struct {
	IsBinary bool                    `json:"isBinary"`
	Blink    string                  `json:"overrideBlink"`
	LookAt   string                  `json:"overrideLookAt"`
	Mouth    string                  `json:"overrideMouth"`
	Binds    []bindDocument          `json:"morphTargetBinds"`
	Colors   []colorBindDocument     `json:"materialColorBinds"`
	Changes  []transformBindDocument `json:"textureTransformBinds"`

	path    string // of an expression of VRM 0.x
	changes []materialChange
}

// forEach calls do with each expression and its path, ordered by name, presets first.
func (d *avatarDocument) forEach(do func(name, path string, isPreset bool, e *expressionDocument) error) error {
	for i, set := range []map[string]expressionDocument{d.Expressions.Preset, d.Expressions.Custom} {
		kind := [...]string{"preset", "custom"}[i]
		for _, name := range slices.Sorted(maps.Keys(set)) {
			e := set[name]
			path := pathOr(e.path, "%s.expressions.%s.%s", d.path, kind, name)
			if err := do(name, path, i == 0, &e); err != nil {
				return err
			}
			set[name] = e
		}
	}
	return nil
}

// findChanges finds what expressions change of materials, which the poses must have numbers for.
func (a *Avatar) findChanges(d *avatarDocument) (properties map[int][]rig.MaterialProperty, err error) {
	properties = map[int][]rig.MaterialProperty{}
	err = d.forEach(func(_, path string, _ bool, e *expressionDocument) (err error) {
		e.changes, err = a.changes(e, path, len(a.materials))
		for _, c := range e.changes {
			if !slices.Contains(properties[c.material], c.property) {
				properties[c.material] = append(properties[c.material], c.property)
			}
		}
		return err
	})
	return properties, err
}

type bindDocument struct {
	Node   *int     `json:"node"`
	Index  *int     `json:"index"`
	Weight *float32 `json:"weight"`

	path string // of a bind of VRM 0.x
}

// readExpressions reads the expressions, ordered by name.
func (a *Avatar) readExpressions(from *avatarDocument) error {
	return from.forEach(func(name, path string, isPreset bool, d *expressionDocument) error {
		e := Expression{Name: name, IsPreset: isPreset, IsBinary: d.IsBinary}
		if e.IsPreset {
			if e.group = groupOf[name]; !slices.Contains(presets, name) {
				a.warn("%s: VRM defines no preset of this name, so nothing shows it by itself%s", path,
					names.Meant(name, presets))
			}
		} else if _, ok := from.Expressions.Preset[name]; ok {
			a.warn("%s: it is left out: a preset has its name", path)
			return nil
		}
		for _, o := range []struct {
			to           *Override
			member, text string
		}{
			{&e.OverrideBlink, "overrideBlink", d.Blink},
			{&e.OverrideLookAt, "overrideLookAt", d.LookAt},
			{&e.OverrideMouth, "overrideMouth", d.Mouth},
		} {
			if err := o.to.read(o.text); err != nil {
				return fmt.Errorf("%s.%s: %w", path, o.member, err)
			}
		}
		for k, bind := range d.Binds {
			at := pathOr(bind.path, "%s.morphTargetBinds[%d]", path, k)
			if err := a.addBind(&e, bind, at); err != nil {
				return err
			}
		}
		a.addChanges(&e, d.changes)
		a.Expressions = append(a.Expressions, e)
		return nil
	})
}

// addBind adds a morph weight to an expression. The path is that of the bind.
func (a *Avatar) addBind(e *Expression, bind bindDocument, path string) error {
	node, err := index(path+".node", bind.Node, len(a.Model.Nodes), "nodes") // in VRM 0.x that of a mesh
	if err != nil {
		return err
	}
	joint, ok := a.jointOf(node)
	var channel rig.MorphChannel
	if ok {
		channel, ok = a.skeleton.MorphChannel(joint)
	}
	if !ok || a.numbers.Count > 0 && channel == a.numbers {
		channel.Count = 0 // the numbers of the face are no morph targets
	}
	target, err := index(path+".index", bind.Index, channel.Count, fmt.Sprintf("morph targets of node %d", node))
	if err != nil {
		return err
	}
	weight := float32(1)
	if bind.Weight != nil {
		weight = *bind.Weight
	}
	e.Binds = append(e.Binds, MorphBind{Morph: channel.Offset + target, Weight: weight})
	return nil
}

// read sets the override by its name in VRM; "" is none.
func (o *Override) read(text string) error {
	i := slices.Index(overrideNames[:], text)
	if i < 0 && text != "" {
		return fmt.Errorf("expected none, block or blend, found %q%s", text, names.Meant(text, overrideNames[:]))
	}
	*o = Override(max(i, 0))
	return nil
}

// Expression returns the expression with a name. The error wraps [rig.ErrNotFound] and suggests
// near names.
func (a *Avatar) Expression(name string) (*Expression, error) {
	i, err := a.ExpressionIndex(name)
	if err != nil {
		return nil, err
	}
	return &a.Expressions[i], nil
}

// ExpressionIndex returns the index of the expression with a name in Expressions. The error is that
// of [Avatar.Expression].
func (a *Avatar) ExpressionIndex(name string) (int, error) {
	if a.isNone() {
		return 0, errNoAvatar
	}
	for i := range a.Expressions {
		if a.Expressions[i].Name == name {
			return i, nil
		}
	}
	all := make([]string, len(a.Expressions))
	for i := range all {
		all[i] = a.Expressions[i].Name
	}
	return 0, names.NotFound(rig.ErrNotFound, fmt.Sprintf("avatar %q", a.Model.Name), "expression", name, all)
}

// shown returns the weight at which an expression shows: 0 to 1, or one of them.
func (e *Expression) shown(weight float32) float32 {
	switch {
	case !(weight > 0): // also what is no number
		return 0
	case weight > 1, e.IsBinary && weight > 0.5:
		return 1
	case e.IsBinary:
		return 0
	}
	return weight
}

// Apply adds the expression to the morph weights of a pose, at a weight from 0 to 1. Expressions
// add up. [Avatar.ShowFace] knows the overrides as well.
func (e *Expression) Apply(morphs []float32, weight float32) {
	if e == nil {
		return
	}
	e.add(morphs, e.shown(weight))
}

// add adds the expression to morph weights, at the weight at which it shows.
func (e *Expression) add(morphs []float32, weight float32) {
	if weight == 0 {
		return
	}
	for _, b := range e.Binds {
		if b.Morph >= 0 && b.Morph < len(morphs) {
			morphs[b.Morph] += float32(b.Weight * weight)
		}
	}
}

var errNoAvatar = errors.New("expected an avatar, as Open or Parse returns it, found one without a model")

// isNone reports whether the avatar is nil or a zero value.
func (a *Avatar) isNone() bool { return a == nil || a.Model == nil }

// checkLibrary returns an error unless the library has the model of the avatar.
func (a *Avatar) checkLibrary(library *assets.Library) error {
	if a.isNone() {
		return errNoAvatar
	}
	if library == nil || !library.Owns(a.Model) {
		found := "another one"
		if library == nil {
			found = "nil"
		}
		return fmt.Errorf("avatar %q: expected the library with the model of the avatar, found %s", a.Model.Name, found)
	}
	return nil
}

// AddExpressionClip adds a clip to the library that has the model, which shows an expression: an
// additive one, for a layer whose weight is the expression's. The clip belongs to the avatar's
// skeleton and has the expression's name.
//
// The error is that of [Avatar.Expression], or one of a library that does not have the model.
func (a *Avatar) AddExpressionClip(library *assets.Library, name string) (assets.ClipID, error) {
	if err := a.checkLibrary(library); err != nil {
		return 0, err
	}
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
	for i, channel := range a.skeleton.MaterialChannels() {
		of := differences[channel.Offset:][:channel.Count]
		b.Material(i, clip.Linear, []float32{0, 1}, slices.Concat(of, of))
	}
	return b.Add(library)
}

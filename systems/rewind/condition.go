package rewind

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Condition is what holds in a frame or does not: [Measure.Above], [Measure.Below], [Playing],
// [InState] or [Happened].
type Condition struct {
	text string
	// begin returns what tests the frames of a world in their order.
	begin func(*systems.Animation) func(*moment) (found, error)
}

// moment is a frame that the world shows.
type moment struct {
	animation   *systems.Animation
	frame       int
	at, seconds float64 // at the end of the frame, and how long it is
	events      []ecs.Event
}

// found is whether a condition holds, what was found, and what is expected of a frame in which it
// holds, and in which it does not.
type found struct {
	holds                     bool
	value, expected, opposite string
}

// Measure is a number of each frame.
type Measure struct {
	text, unit string
	// begin returns what measures the frames of a world in their order. Of is what the number is of,
	// if that is not clear; a frame without the number has ok false.
	begin func(*systems.Animation) func(*moment) (value float64, of string, ok bool, err error)
}

// Above holds where the measure is above a limit.
func (m Measure) Above(limit float64) Condition {
	return m.compare("above", limit, func(value float64) bool { return value > limit })
}

// Below holds where the measure is below a limit.
func (m Measure) Below(limit float64) Condition {
	return m.compare("below", limit, func(value float64) bool { return value < limit })
}

func (m Measure) compare(word string, limit float64, holds func(float64) bool) Condition {
	if m.begin == nil {
		return Condition{}
	}
	bound := fmt.Sprintf("%v", limit) + m.unit
	return Condition{
		text: fmt.Sprintf("%s %s %s", m.text, word, bound),
		begin: func(a *systems.Animation) func(*moment) (found, error) {
			measure := m.begin(a)
			return func(now *moment) (f found, err error) {
				value, of, ok, err := measure(now)
				f.expected, f.opposite = word+" "+bound, "not "+word+" "+bound
				f.value = "none"
				if ok {
					f.holds, f.value = holds(value), fmt.Sprintf("%.6g", value)+m.unit
				}
				if of != "" {
					f.value += " (" + of + ")"
				}
				return f, err
			}
		},
	}
}

// Value is a measure of the program: read is called while the world shows each frame. NaN means that
// the frame has none.
func Value(name string, read func() float64) Measure {
	m := Measure{text: name}
	if read == nil {
		return m
	}
	m.begin = simple(func(*systems.Animation) (float64, bool, error) {
		value := read()
		return value, !math.IsNaN(value), nil
	})
	return m
}

// simple makes a measure that needs the present frame only.
func simple(read func(*systems.Animation) (float64, bool, error)) func(*systems.Animation) func(*moment) (float64,
	string, bool, error) {
	return func(*systems.Animation) func(*moment) (float64, string, bool, error) {
		return func(m *moment) (float64, string, bool, error) {
			value, ok, err := read(m.animation)
			return value, "", ok, err
		}
	}
}

// Distance is how many meters a joint is from a point in world space.
func Distance(entity ecs.Entity, joint string, point mgl32.Vec3) Measure {
	return Measure{
		text: fmt.Sprintf("distance of joint %q of entity %d from %v", joint, entity.ID(), point), unit: " m",
		begin: simple(func(a *systems.Animation) (float64, bool, error) {
			at, ok, err := place(a, entity, joint)
			return exact.ToVector(at).Sub(exact.ToVector(point)).Length(), ok, err
		}),
	}
}

// Speed is how fast a joint moves through the world, in meters per second since the frame before.
// The first frame has none.
func Speed(entity ecs.Entity, joint string) Measure {
	return Measure{
		text: fmt.Sprintf("speed of joint %q of entity %d", joint, entity.ID()), unit: " m/s",
		begin: func(*systems.Animation) func(*moment) (float64, string, bool, error) {
			var last mgl32.Vec3
			had := false
			return func(m *moment) (speed float64, of string, ok bool, err error) {
				at, has, err := place(m.animation, entity, joint)
				if ok = had && has && m.seconds > 0; ok {
					speed = exact.ToVector(at).Sub(exact.ToVector(last)).Length() / m.seconds
				}
				last, had = at, has
				return speed, "", ok, err
			}
		},
	}
}

// Parameter is the value of a parameter of a character's graph; 0 or 1 for a bool or a trigger.
func Parameter(entity ecs.Entity, name string) Measure {
	return Measure{
		text: fmt.Sprintf("parameter %q of entity %d", name, entity.ID()),
		begin: simple(func(a *systems.Animation) (float64, bool, error) {
			controller := a.Controller(entity)
			g := controller.Graph()
			if g == nil || !isPosed(a, entity) {
				return 0, false, nil
			}
			parameters := g.Parameters()
			for i := range parameters {
				if parameters[i].Name == name {
					return parameterOf(parameters[i].Type, controller.Component().Parameters[i]), true, nil
				}
			}
			var has []string
			for _, p := range parameters {
				has = append(has, p.Name)
			}
			return 0, false, names.NotFound(systems.ErrNoParameter, fmt.Sprintf("graph %q", g.Name()), "parameter", name, has)
		}),
	}
}

// parameterOf returns the value of a parameter, as package explain shows it.
func parameterOf(kind machine.ParameterType, bits uint32) float64 {
	switch kind {
	case machine.FloatParameter:
		return float64(explaining.Number(math.Float32frombits(bits)))
	case machine.IntParameter:
		return float64(int32(bits))
	}
	return float64(bits)
}

// Weight is the weight of a layer of a character.
func Weight(entity ecs.Entity, layer int) Measure {
	return Measure{
		text: fmt.Sprintf("weight of layer %d of entity %d", layer, entity.ID()),
		begin: simple(func(a *systems.Animation) (float64, bool, error) {
			player := a.Player(entity).Layer(layer)
			switch l := player.LayerComponent(); {
			case !isPosed(a, entity) || player.Playback() == nil:
				return 0, false, nil
			case l != nil:
				return float64(explaining.Number(l.Weight)), true, nil
			}
			return 1, true, nil // layer 0
		}),
	}
}

// Morph is the weight of a morph target that a character shows: the value of the curve that clips
// have for it, and of what the program gives. It is the target of the first part of the character's
// model that has it.
func Morph(entity ecs.Entity, target string) Measure {
	return Measure{
		text: fmt.Sprintf("morph target %q of entity %d", target, entity.ID()),
		begin: func(a *systems.Animation) func(*moment) (float64, string, bool, error) {
			meshes := access.ComponentOf[components.SkinnedMesh](a.World())
			return simple(func(a *systems.Animation) (float64, bool, error) {
				if !isPosed(a, entity) {
					return 0, false, nil
				}
				var model *assets.Model
				if mesh := meshes.Get(entity); mesh != nil {
					model = a.Library().Model(mesh.Model)
				}
				if model == nil {
					return 0, false, nil
				}
				weights := a.Morphs(entity)
				var has []string
				for _, part := range model.Parts {
					mesh := a.Library().Mesh(part.Mesh)
					if mesh == nil {
						continue
					}
					targets := mesh.TargetNames[:min(len(mesh.TargetNames), part.Morphs.Count)]
					if i := slices.Index(targets, target); i >= 0 && part.Morphs.Offset+i < len(weights) {
						return float64(weights[part.Morphs.Offset+i]), true, nil
					}
					has = append(has, targets...)
				}
				return 0, false, names.NotFound(systems.ErrNoMorph, fmt.Sprintf("model %q", model.Name), "morph target", target, has)
			})(a)
		},
	}
}

// Playing holds while a layer of a character plays a motion, also while it fades in.
func Playing(entity ecs.Entity, name string) Condition {
	return named{
		text: fmt.Sprintf("entity %d plays %q", entity.ID(), name), sort: "motion", name: name,
		has: func(m *moment) (list []string) {
			if !isPosed(m.animation, entity) {
				return nil
			}
			pool, _ := m.animation.Pool(entity)
			for layer := 0; ; layer++ {
				playback := m.animation.Player(entity).Layer(layer).Playback()
				if playback == nil {
					return list
				}
				asset := m.animation.Library().Motion(playback.Motion)
				if asset != nil && asset.Skeleton == pool.Skeleton() {
					list = append(list, asset.Name)
				}
			}
		},
		known: func(asset any) []string {
			if m, ok := asset.(*motion.Asset); ok {
				return []string{m.Name}
			}
			return nil
		},
	}.condition()
}

// InState holds while a layer of a character's graph is in a state, by its path in the layer.
func InState(entity ecs.Entity, state string) Condition {
	return named{
		text: fmt.Sprintf("entity %d is in state %q", entity.ID(), state), sort: "state", name: state,
		has: func(m *moment) (list []string) {
			controller := m.animation.Controller(entity)
			if g := controller.Graph(); g != nil && isPosed(m.animation, entity) {
				for layer := range g.Layers() {
					list = append(list, controller.State(layer))
				}
			}
			return list
		},
		known: statesOf,
	}.condition()
}

// Happened holds in the frames in which a character has an event: by the name of its marker, the
// path of its state or what the graph calls the event, or its kind in words, such as
// "playback finished".
func Happened(entity ecs.Entity, event string) Condition {
	return named{
		text: fmt.Sprintf("event %q of entity %d", event, entity.ID()), sort: "event", name: event,
		has: func(m *moment) (list []string) {
			for _, e := range m.events {
				if e.Entity == entity {
					out := EventOf(m.animation, &e)
					for _, name := range []string{out.Kind, out.Name, out.Text} {
						if name != "" {
							list = append(list, name)
						}
					}
				}
			}
			return list
		},
		known: func(asset any) []string {
			list := statesOf(asset)
			if m, ok := asset.(*motion.Asset); ok && m.Clip != nil {
				for _, marker := range m.Clip.Markers() {
					list = append(list, marker.Name)
				}
			}
			return list
		},
		words: eventKinds(),
	}.condition()
}

// statesOf returns the paths of the states of a graph, and what it calls their events.
func statesOf(asset any) (list []string) {
	g, ok := asset.(*machine.Graph)
	if !ok {
		return nil
	}
	for i, s := range g.States() {
		list = append(list, g.Path(i))
		for _, text := range []string{g.Text(s.EnterEvent), g.Text(s.ExitEvent)} {
			if text != "" {
				list = append(list, text)
			}
		}
	}
	return list
}

// eventKinds returns the kinds of events in words.
func eventKinds() (list []string) {
	for kind := ecs.MarkerPassed; kind <= ecs.PairBroken; kind++ {
		list = append(list, kind.String())
	}
	return list
}

// named is a condition that holds where a list has a name.
type named struct {
	text, sort, name string
	has              func(*moment) []string
	known            func(asset any) []string // the names that an asset of a library gives
	words            []string                 // further names that are known
}

func (n named) condition() Condition {
	return Condition{text: n.text, begin: func(a *systems.Animation) func(*moment) (found, error) {
		known := slices.Clone(n.words)
		a.Library().Each(func(_, asset any) bool {
			known = append(known, n.known(asset)...)
			return true
		})
		return func(m *moment) (found, error) {
			if !slices.Contains(known, n.name) { // a mistake in writing would never hold
				return found{}, names.NotFound(ErrName, "the library", n.sort, n.name, known)
			}
			list := n.has(m)
			value := "nothing"
			if len(list) > 0 {
				value = fmt.Sprintf("%q", list)
			}
			return found{
				slices.Contains(list, n.name), value, fmt.Sprintf("%q", n.name), fmt.Sprintf("anything but %q", n.name),
			}, nil
		}
	}}
}

// place returns where a joint is in the world. An entity that is no character now has none; a joint
// that a character does not have is an error.
func place(a *systems.Animation, entity ecs.Entity, joint string) (at mgl32.Vec3, ok bool, err error) {
	if !isPosed(a, entity) {
		return at, false, nil
	}
	m, err := a.JointWorld(entity, joint)
	return m.Col(3).Vec3(), err == nil, err
}

// isPosed reports whether an entity is a character now.
func isPosed(a *systems.Animation, entity ecs.Entity) bool {
	if !ecs.IsAlive(a.World(), entity) {
		return false
	}
	pool, _ := a.Pool(entity)
	return pool != nil
}

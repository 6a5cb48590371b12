package machine_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
)

// copyOf returns parts whose exported lists are their own.
func copyOf(p machine.Parts) machine.Parts {
	for i := range reflect.TypeFor[machine.Parts]().NumField() {
		field := reflect.ValueOf(&p).Elem().Field(i)
		if field.CanSet() && field.Kind() == reflect.Slice {
			field.Set(reflect.AppendSlice(reflect.MakeSlice(field.Type(), 0, field.Len()), field))
		}
	}
	return p
}

// crowded returns a graph with more states, transitions, conditions and fade-outs than [gate] has.
func crowded(t testing.TB) *machine.Graph {
	t.Helper()
	b := graph.New("crowded").Bool("a", false).Bool("b", false).Trigger("c")
	members := []graph.Member{graph.State("first").To("second").WhenTrue("a").WhenTriggered("c").Fade(0.1)}
	for _, name := range []string{"second", "third", "fourth", "fifth", "sixth"} {
		s := graph.State(name).PlayMode(clip.Once).FadeOut(0.1)
		for range 5 {
			s.To("first").WhenTrue("a").WhenFalse("b").WhenTriggered("c").Fade(0.1)
		}
		members = append(members, s, graph.AnyState().To(name).WhenTrue("b").WhenTriggered("c").Fade(0.1))
	}
	members = append(members, graph.State("last").To("first").WhenTrue("a").Fade(0.1),
		graph.AnyState().To("last").WhenFalse("b").Fade(0.1))
	g, err := b.Layer("base", members...).Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Parts with which a graph could not play are an error that names what was expected, and where.
func TestNewChecksParts(t *testing.T) {
	valid, foreign := machine.PartsOf(gate(t)), machine.PartsOf(crowded(t))
	last := len(valid.States) - 1
	const fifth, plain = 4, 6 // states of the foreign parts, with a fade-out and without
	for want, spoil := range map[string]func(p *machine.Parts){
		"parts 0: expected the number of parameters from 0 to 32, found 33": func(p *machine.Parts) {
			p.Parameters = make([]machine.Parameter, 33)
		},
		"expected the number of layers from 1 to 8, found 0":  func(p *machine.Parts) { p.Layers = nil },
		"expected the number of layers from 1 to 8, found 9":  func(p *machine.Parts) { p.Layers = make([]machine.Layer, 9) },
		"expected the number of states from 1 to 32767":       func(p *machine.Parts) { p.States = nil },
		"expected the number of paths from 4 to 4, found 3":   func(p *machine.Parts) { p.Paths = p.Paths[1:] },
		"the number of mask names from 2 to 2, found 1":       func(p *machine.Parts) { p.MaskNames = p.MaskNames[1:] },
		"the number of masks of layers from 2 to 2, found 1":  func(p *machine.Parts) { p.LayerMasks = p.LayerMasks[1:] },
		"number of names of motions from 4 to 4, found 3":     func(p *machine.Parts) { p.Motions = p.Motions[1:] },
		"blend spaces of states from 4 to 4, found 3":         func(p *machine.Parts) { p.StateSpaces = p.StateSpaces[1:] },
		"layer 0: expected its first state from 0 to 0":       func(p *machine.Parts) { p.Layers[0].First = 1 },
		"layer 0: expected the end of its states from 1 to 4": func(p *machine.Parts) { p.Layers[0].End = 5 },
		"layer 1: expected its first state from 3 to 3":       func(p *machine.Parts) { p.Layers[1].First = 2 },
		"layer 0: expected its entry state from 0 to 2":       func(p *machine.Parts) { p.Layers[0].Entry = -1 },
		"layer 1: expected its entry state from 3 to 3":       func(p *machine.Parts) { p.Layers[1].Entry = 0 },
		"expected its mode from 0 to 1, found 2":              func(p *machine.Parts) { p.Layers[1].Mode = 2 },
		"expected its weight from":                            func(p *machine.Parts) { p.Layers[1].Weight = float32(math.NaN()) },
		"layer 0: expected the end of its states from 4 to 4": func(p *machine.Parts) {
			p.Layers = p.Layers[:1]
			p.MaskNames, p.LayerMasks = nil, nil
		},
		"layer 1: expected its mask among those":               func(p *machine.Parts) { p.LayerMasks[1] = 1 },
		"state 3: expected its layer from 0 to 1":              func(p *machine.Parts) { p.States[last].Layer = 2 },
		"state 3: expected its index among those":              func(p *machine.Parts) { p.States[last].Layer = 0 },
		"state 0: expected its play mode from 0 to 3":          func(p *machine.Parts) { p.States[0].PlayMode = 4 },
		"state 0: expected its sync group from 0 to 8":         func(p *machine.Parts) { p.States[0].SyncGroup = 9 },
		"state 0: expected its duration from 0":                func(p *machine.Parts) { p.States[0].Duration = -1 },
		"state 0: expected its speed from":                     func(p *machine.Parts) { p.States[0].Speed = float32(math.Inf(1)) },
		"state 0: expected a parameter from -1 to 1":           func(p *machine.Parts) { p.States[0].YParameter = 2 },
		"the type of its parameter from 0 to 0":                func(p *machine.Parts) { p.States[0].XParameter = 1 },
		"state 0: expected its blend space among":              func(p *machine.Parts) { p.StateSpaces[0] = 1 },
		"state 0: expected its fade-out from 0 to 1":           func(p *machine.Parts) { p.States[0] = foreign.States[fifth] },
		"state 0: expected its fade-out from 0 to 1.7":         func(p *machine.Parts) { p.SetFadeOut(&p.States[0], math.NaN()) },
		"state 0: expected its first transition":               func(p *machine.Parts) { p.States[0] = foreign.States[plain] },
		"the index of a transition as written":                 func(p *machine.Parts) { p.Authored = p.Authored[:1] },
		"machine 0: expected its layer from 0 to 1":            func(p *machine.Parts) { p.Machines[0].Layer = -1 },
		"machine 0: expected its first state":                  func(p *machine.Parts) { p.Machines[0].First = -1 },
		"machine 0: expected the end of its states":            func(p *machine.Parts) { p.Machines[0].End = 9 },
		"machine 0: expected its entry state":                  func(p *machine.Parts) { p.Machines[0].Entry = 2 },
		"authored transition 1: expected its layer":            func(p *machine.Parts) { p.Authored[1].Layer = 2 },
		"expected the first target of a transition":            func(p *machine.Parts) { p.Authored[0].Transition.TargetFirst = -1 },
		"expected the end of the targets":                      func(p *machine.Parts) { p.Authored[0].Transition.TargetEnd = 4 },
		"expected the target of a transition":                  func(p *machine.Parts) { p.Authored[0].Transition.Target++ },
		"expected the interruption of a transition":            func(p *machine.Parts) { p.Authored[0].Transition.Interruption = 5 },
		"expected the exit time of a transition":               func(p *machine.Parts) { p.Authored[0].Transition.ExitTime = math.NaN() },
		"expected the fade of a transition":                    func(p *machine.Parts) { p.Authored[0].Transition.Fade = math.Inf(1) },
		"expected the offset of a transition":                  func(p *machine.Parts) { p.Authored[0].Transition.Offset = 2 },
		"up to a trigger of a transition from 0 to 2, found 3": func(p *machine.Parts) { p.Authored[0].Transition.Triggers = 4 },
		"expected the first condition of a transition": func(p *machine.Parts) {
			t := foreign.Authored[len(foreign.Authored)-1].Transition
			t.Target, t.TargetFirst, t.TargetEnd, t.Triggers = 0, 0, 1, 0
			p.Authored[0].Transition = t
		},
		"condition 4: expected its parameter from 0 to 1, found 2": func(p *machine.Parts) {
			p.SetConditions(&p.Authored[0].Transition, []machine.Condition{{Parameter: 2}})
		},
		"the index of a state with transitions from 0 to 3, found 4": func(p *machine.Parts) { p.SetTransitions(4, nil) },
		"transitions of a state from 0 to 32767, found 32768":        func(p *machine.Parts) { p.SetTransitions(0, make([]machine.Transition, 1<<15)) },
		"the number of conditions of a transition from 0 to 255":     func(p *machine.Parts) { p.SetConditions(new(machine.Transition), make([]machine.Condition, 256)) },
		"the number of fade-outs from 0 to 65535, found 65536": func(p *machine.Parts) {
			for range math.MaxUint16 {
				p.SetFadeOut(&p.States[0], 1)
			}
		},
		"the number of conditions of all transitions from 0 to 65536, found 65539": func(p *machine.Parts) {
			for range 257 {
				p.SetConditions(new(machine.Transition), make([]machine.Condition, 255))
			}
		},
	} {
		parts := copyOf(valid)
		spoil(&parts)
		for name, construct := range map[string]func() (*machine.Graph, error){
			"New": func() (*machine.Graph, error) { return machine.New(parts, nil) },
			"Vary": func() (*machine.Graph, error) {
				g := gate(t)
				return machine.Vary(g, parts, nil)
			},
		} {
			g, err := construct()
			otherShape := name == "Vary" && err != nil && strings.Contains(err.Error(), "expected the parameters, layers")
			if g != nil || err == nil || !strings.Contains(err.Error(), want) && !otherShape {
				t.Errorf("%s: expected an error with %q, found %v", name, want, err)
			}
		}
	}
	if _, err := machine.New(copyOf(valid), nil); err != nil {
		t.Errorf("expected no error for the parts as they were, found %v", err)
	}
}

// moving returns a library with a model, and a graph of it that has all kinds of
// transitions.
func moving(t testing.TB) (*assets.Library, *assets.Model, *machine.Graph) {
	t.Helper()
	l := assets.NewLibrary(assets.Exact())
	s := handmade.Arm(t)
	model := &assets.Model{Name: "arm", Skeleton: l.AddSkeleton(s)}
	var clips []assets.ClipID
	for i, name := range []string{"Up", "Down"} {
		clips = append(clips, l.AddClip(handmade.Build(t, clip.NewBuilder(name, s).Range(0, float64(1+i)/8))))
	}
	model.SetClips(l, clips)
	if _, err := l.AddModel(model); err != nil {
		t.Fatal(err)
	}
	of, err := graph.New("moving").Float("speed", 1).Int("level", 1).Bool("open", true).Trigger("go").
		Masks(graph.Mask("tip").Subtree(1, s.JointName(1))).
		BlendSpaces(graph.BlendSpace1D("both").At(0, "Up").At(1, "Down")).
		Layer("base",
			graph.State("moves").Machine(
				graph.State("up").Clip("Up").Tag("air").SpeedParameter("speed").To("down").WhenTriggered("go").Fade(0.1).
					Interruption(graph.InterruptBySourceThenTarget),
				graph.State("down").Clip("Down").PlayMode(clip.Once).FadeOut(0.05).To("up").ExitTime(0.5).FadeFraction(0.5).
					FrozenSource()),
			graph.State("both").BlendSpace("both", "speed").SyncGroup(1).EnterEvent("in").ExitEvent("out").
				To("moves").When("level", ">", 0).Fade(0.05).Inertialized(),
			graph.AnyState().To("both").WhenFalse("open").Fade(0.05)).
		Layer("over", graph.State("one").To("two").When("level", "<", 1).Fade(0.1), graph.State("two").Clip("Up").SyncGroup(1).
			To("one").ExitTime(1).Fade(0.1)).Mask("tip").
		Add(l, model)
	if err != nil {
		t.Fatal(err)
	}
	return l, model, l.Graph(of)
}

// spoilAny changes something in parts, or a number of things.
func spoilAny(r *rand.Rand, p *machine.Parts, foreign *machine.Parts) {
	for range 1 + r.IntN(2) {
		switch r.IntN(8) {
		case 0:
			p.States[r.IntN(len(p.States))] = foreign.States[r.IntN(len(foreign.States))]
		case 1:
			p.SetTransitions(r.IntN(len(p.States)), []machine.Transition{foreign.Authored[r.IntN(len(foreign.Authored))].Transition})
		case 2:
			p.SetTransitions(r.IntN(len(p.States)), []machine.Transition{p.Authored[r.IntN(len(p.Authored))].Transition})
		default:
			spoilValue(r, reflect.ValueOf(p).Elem())
		}
		if len(p.States) == 0 || len(p.Authored) == 0 {
			return
		}
	}
}

// spoilValue changes one number, or the length of one list, somewhere in a value.
func spoilValue(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		var fields []reflect.Value
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() {
				fields = append(fields, field)
			}
		}
		spoilValue(r, fields[r.IntN(len(fields))])
	case reflect.Slice:
		switch n := v.Len(); {
		case n == 0:
			v.Set(reflect.MakeSlice(v.Type(), 1+r.IntN(2), 2))
		case r.IntN(6) == 0:
			v.Set(v.Slice(0, r.IntN(n)))
		case r.IntN(6) == 0:
			v.Set(reflect.Append(v, v.Index(r.IntN(n))))
		default:
			spoilValue(r, v.Index(r.IntN(n)))
		}
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16:
		v.SetInt([]int64{-1, 0, 1, 2, 3, 4, 5, 1 << 30, math.MinInt64, v.Int() + 1, v.Int() - 1}[r.IntN(11)])
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint([]uint64{0, 1, 2, 3, 4, 5, 8, 9, 1 << 15, math.MaxUint64, v.Uint() + 1}[r.IntN(11)])
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{-1, 0, 0.5, 2, 1e30, math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(8)])
	}
}

// useAll calls what frames and tools call of a graph, and uses all indices that it gives.
func useAll(r *rand.Rand, g *machine.Graph) {
	values := *g.Defaults()
	for i := range values {
		values[i] ^= uint32(r.IntN(2))
	}
	for i := range g.Layers() {
		layer := &g.Layers()[i]
		_, _, _ = g.Path(int(layer.Entry)), g.States()[layer.Entry], g.MaskName(i)
		for _, path := range append([]string{"moves", "up"}, machine.PartsOf(g).Paths...) {
			if first, end, ok := g.StatesWithin(i, path); ok {
				_ = g.States()[first:end]
			}
			if index, ok := g.StateIn(i, path); ok {
				_ = g.States()[index]
			}
		}
	}
	for i := range g.States() {
		s := &g.States()[i]
		_, _ = g.FadeOut(s)
		_, _, _, _ = g.Text(s.Tag), g.Text(s.EnterEvent), g.Text(s.ExitEvent), g.Layers()[s.Layer]
		_, _ = g.MotionName(i)
		for _, parameter := range []int8{s.SpeedParameter, s.XParameter, s.YParameter} {
			if parameter >= 0 {
				_ = g.Parameters()[parameter]
			}
		}
		list := g.Transitions(s)
		for k := range list {
			t := &list[k]
			_, _, _ = g.AuthoredTransitions()[t.Index], g.States()[t.Target], g.States()[t.TargetFirst:t.TargetEnd]
			_ = t.LeadsTo(i)
			if g.ConditionsHold(t, &values) {
				g.ConsumeTriggers(t, &values)
			}
		}
	}
	for _, t := range g.AuthoredTransitions() {
		_ = g.Layers()[t.Layer]
		g.ConditionsHold(&t.Transition, &values)
	}
	for _, p := range g.Parameters() {
		_, _, _ = g.Parameter(p.Name)
		_, _ = g.FloatParameter(p.Name)
	}
	_, _ = g.DefinedMasks(), g.DefinedBlendSpaces()
}

// Whatever is wrong with parts, they are refused, or a graph of them plays: neither its methods nor
// the frames of a character that it drives panic.
func TestGraphsOfSpoiledPartsPlay(t *testing.T) {
	library, model, moves := moving(t)
	valid, source := machine.PartsOf(moves), machine.SourceOf(moves)
	foreign := machine.PartsOf(crowded(t))
	accepted, refused, played := 0, 0, 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 1))
		parts := copyOf(valid)
		spoilAny(r, &parts, &foreign)
		g, err := machine.New(parts, source)
		if err != nil {
			refused++
			continue
		}
		accepted++
		useAll(r, g)
		of, err := library.AddGraph(g)
		if err != nil || accepted%8 != 0 {
			library.RemoveGraph(of)
			continue
		}
		played++
		play(t, r, library, model, of)
		library.RemoveGraph(of)
	}
	if accepted < 500 || refused < 500 || played < 50 {
		t.Errorf("the test shows too little: %d graphs were accepted, %d of them played, and %d refused", accepted, played,
			refused)
	}
}

// play moves a character that a graph drives for some frames, with parameters by chance.
func play(t *testing.T, r *rand.Rand, l *assets.Library, model *assets.Model, of assets.GraphID) {
	t.Helper()
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, l)
	if err != nil {
		t.Fatal(err)
	}
	defer animation.Close()
	entity, err := animation.Spawn(model, mgl32.Ident4())
	if err != nil {
		t.Fatal(err)
	}
	controller, err := animation.Control(entity, of)
	if err != nil {
		return // such as a fade that is too long
	}
	for range 12 {
		for i := range controller.Component().Parameters {
			controller.Component().Parameters[i] = []uint32{0, 1, math.Float32bits(1), math.MaxUint32}[r.IntN(4)]
		}
		if err := animation.Update(0.05); err != nil {
			t.Fatal(err)
		}
		for layer := range controller.Graph().Layers() {
			_ = controller.State(layer)
		}
	}
}

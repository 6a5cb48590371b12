package graph_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/internal/testing/documents"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

func written(t testing.TB, g *graph.Graph) string {
	t.Helper()
	var out bytes.Buffer
	if err := g.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWriteAndRead(t *testing.T) {
	lib := newTestLibrary(t)
	schema := documents.Schema(t, graph.Schema)
	for _, b := range []*graph.Builder{
		fullGraph(),
		definingGraph(),
		oneLayer(graph.State("A")),
		oneLayer(graph.State("A").Clip("Walk").Speed(float32(math.Copysign(0, -1))).To("A").Fade(math.Copysign(0, -1)).
			WhenTriggered("go")),
		oneLayer(graph.State("A").To("A").Curve("linear").Interruption(graph.InterruptNone).WhenTriggered("go")),
		oneLayer(graph.State("A").MotionByID(lib.clips["Walk"]).To("A").Fade(math.SmallestNonzeroFloat64).
			CurveByID(clip.SmoothStep).To("A").Fade(1).CurveByID(0)),
		graph.New("numbers").Float("a", math.MaxFloat32).Float("b", float32(math.Copysign(0, -1))).
			Int("c", math.MinInt32).
			Layer("ж", graph.State("\u2028\"\\").To("\u2028\"\\").When("a", ">", math.MaxFloat32).When("b", "<",
				1e-45).When("c", "<=", math.MaxInt32).Fade(math.MaxFloat64)),
	} {
		g := lib.build(t, b)
		text := written(t, g)
		again, err := graph.Read(strings.NewReader(text), lib.library, lib.model)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if second := written(t, again); second != text {
			t.Errorf("reading and writing changed the document\n%s\nto\n%s", text, second)
		}
		same := reflect.DeepEqual(again.States(), g.States()) && reflect.DeepEqual(again.Layers(), g.Layers()) &&
			reflect.DeepEqual(again.Parameters(), g.Parameters()) &&
			reflect.DeepEqual(again.AuthoredTransitions(), g.AuthoredTransitions()) && again.Name() == g.Name() &&
			*again.Defaults() == *g.Defaults()
		for i := range g.States() {
			same = same && reflect.DeepEqual(again.Transitions(&again.States()[i]), g.Transitions(&g.States()[i]))
		}
		if !same {
			t.Errorf("the graph read differs from the graph written as\n%s", text)
		}
		if err := documents.Validate(t, schema, text); err != nil {
			t.Errorf("the schema rejects\n%s\n%v", text, err)
		}
		compact, err := json.Marshal(g)
		if err != nil || bytes.ContainsRune(compact, '\n') {
			t.Errorf("%v: %s", err, compact)
		}
		if again, err := graph.Read(bytes.NewReader(compact), nil); err != nil || !again.Unresolved() ||
			written(t, again) != text {
			t.Errorf("without a library the document changed: %v", err)
		}
	}
}

// Documents that the schema rejects are errors of Read.
func TestReadErrors(t *testing.T) {
	schema := documents.Schema(t, graph.Schema)
	state := func(members string) string {
		return `{"name":"g","layers":[{"name":"l","states":[{"name":"A",` + members + `}]}]}`
	}
	transition := func(members string) string { return state(`"clip":"c","transitions":[{"to":"A",` + members + `}]`) }
	layer := func(members string) string {
		return `{"name":"g","layers":[{"name":"l","states":[{"name":"A"}]},{"name":"m",` + members + `}]}`
	}
	parameter := func(members string) string {
		return `{"name":"g","parameters":[{` + members + `}],"layers":[{"name":"l","states":[{"name":"A"}]}]}`
	}
	masks := func(object string) string {
		return `{"name":"g","masks":` + object + `,"layers":[{"name":"l","states":[{"name":"A"}]}]}`
	}
	spaces := func(object string) string {
		return `{"name":"g","blendSpaces":` + object + `,"layers":[{"name":"l","states":[{"name":"A"}]}]}`
	}
	layout := func(array string) string {
		return `{"name":"g","layers":[{"name":"l","states":[{"name":"A"}]}],"layout":` + array + `}`
	}
	for document, want := range map[string]string{
		`[]`: "graph: line 1, column 1: the document: expected an object, found an " +
			"array of 0",
		`null`:                                 "the document: expected an object, found null",
		`{}`:                                   `the document: expected the member "name", found none`,
		`{"name":7,"layers":0}`:                "layers: expected an array, found 0",
		`{"name":"g","layers":[]}`:             "expected at least one layer, found none",
		`{"name":"g","layers":[7]}`:            "layers[0]: expected an object, found 7",
		`{"name":"g","layers":[{"name":"l"}]}`: `layers[0]: expected the member "states", found none`,
		`{"name":"g","layers":[{"name":"l","states":[]}]}`:                               `layers[0]: layer "l": expected at least one state in the machine, found none`,
		`{"name":"g","layers":[{"name":"l","weight":0.5,"states":[{"name":"A"}]}]}`:      `layers[0]: layer "l": expected the weight 1 of the lowest layer, found 0.5`,
		`{"name":"g","layers":[{"name":"l","mask":"m","states":[{"name":"A"}]}]}`:        `expected no mask of the lowest layer`,
		`{"name":"g","layers":[{"name":"l","mode":"additive","states":[{"name":"A"}]}]}`: `expected the mode override of the lowest layer, which has none below it, found additive`,
		`{"name":"g","extra":1,"layers":[]}`:                                             "line 1, column 13: extra: expected one of $schema, blendSpaces, layers, layout, masks, name, parameters",
		state(
			`"Clip":"c"`): "layers[0].states[0].Clip: expected one of ",
		state(
			`"clip":""`): `layers[0].states[0].clip: expected a string that is not empty, found ""`,
		state(`"clip":"c\u0000"`): "expected no control characters in",
		state(
			`"clip":null`): "clip: expected a string that is not empty, found null",
		state(`"name2":"c"`):    "name2: expected one of ",
		state(`"speed":"fast"`): `speed: expected a number, found "fast"`,
		state(
			`"speed":1e99`): "speed: expected a number that fits in a 32-bit float, found 1e99",
		state(
			`"loopLimit":-1`): "loopLimit: expected an integer from 0 to 4294967295, found -1",
		state(
			`"loopLimit":1.5`): "loopLimit: expected an integer from 0 to 4294967295, found 1.5",
		state(
			`"loopLimit":"2"`): `loopLimit: expected an integer from 0 to 4294967295, found "2"`,
		state(
			`"loopLimit":4294967296`): "loopLimit: expected an integer from 0 to 4294967295, found 4294967296",
		state(
			`"fadeOut":0.5`): `layer "l", state "A": expected a fade-out only in play mode once, found 0.5 s in play mode loop`,
		state(
			`"playMode":"hold","fadeOut":0`): "expected a fade-out only in play mode once, found 0 s in play mode hold",
		state(
			`"playMode":"once","fadeOut":-1`): "expected a finite fade-out of at least 0 s, found -1 s",
		state(`"playMode":"once","fadeOut":"1"`): `fadeOut: expected a number, found "1"`,
		state(
			`"fadeOut":1,"machine":{"states":[{"name":"B"}]}`): "on the states of a machine, found some on the machine",
		state(`"syncGroup":9`):   "syncGroup: expected an integer from 0 to 8, found 9",
		state(`"syncGroup":-1`):  "syncGroup: expected an integer from 0 to 8, found -1",
		state(`"syncGroup":1.5`): "syncGroup: expected an integer from 0 to 8, found 1.5",
		state(
			`"syncGroup":2,"machine":{"states":[{"name":"B"}]}`): "on the states of a machine, found some on the " +
			"machine",
		transition(`"curve":"smoothstep"`): "layers[0].states[0].transitions[0]: " +
			`layer "l", state "A", transition to "A": expected a fade, which its curve eases, found one that takes no time`,
		transition(`"fade":0,"interruption":"target"`):     "expected a fade, which its interruption rule lets others end",
		transition(`"fadeFraction":0,"frozenSource":true`): "expected a fade, which a frozen source",
		transition(`"inertialized":true`):                  "expected a fade, which a frozen source",
		state(
			`"playMode":"forever"`): `playMode: expected one of once, loop, ping-pong, hold, found "forever"`,
		state(
			`"blendSpace":"s"`): `expected 1 parameters as coordinates in blend space "s", found 0`,
		state(
			`"parameters":["x"]`): "expected a motion for 1 parameters as its coordinates, found none",
		state(`"parameters":["x","y","z"],"blendSpace":"s"`): "parameters: expected at most 2, found 3",
		state(
			`"clip":"c","blendSpace":"s","parameters":["x"]`): "expected at most one clip, blend space or motion, " +
			"found several",
		state(
			`"clip":"c","machine":{"states":[{"name":"B"}]}`): "expected a machine or a motion, found both",
		state(
			`"tag":"t","machine":{"states":[{"name":"B"}]}`): "expected parameters, speed, play mode, loop limit, " +
			"fade-out, events, tags and sync group on the states of a machine",
		state(
			`"machine":{"states":[]}`): "expected at least one state in the machine, found none",
		state(`"machine":{"states":[{"name":"B/C"}]}`): "expected a name without a slash",
		state(
			`"machine":{"states":[{"name":"B","x":{}}]}`): "layers[0].states[0].machine.states[0].x: expected one of ",
		state(
			`"transitions":{}`): "transitions: expected an array, found an object",
		state(
			`"transitions":[{}]`): `layers[0].states[0].transitions[0]: expected the member "to", found none`,
		transition(
			`"fade":-1`): `layers[0].states[0].transitions[0]: layer "l", state "A", transition to "A": expected a finite fade of at least 0, found -1`,
		transition(
			`"fadeFraction":-1`): "expected a fade fraction from 0 to 1, the source's whole duration, found -1",
		transition(
			`"fadeFraction":25`): "expected a fade fraction from 0 to 1, the source's whole duration, found 25",
		transition(
			`"fadeFraction":true`): "fadeFraction: expected a number, found true",
		transition(
			`"fade":1,"fadeFraction":0.5`): `transitions[0]: expected "fade" or "fadeFraction", found both`,
		transition(
			`"exitTime":-0.5`): "expected a finite exit time of at least 0, found -0.5",
		transition(
			`"offset":1.5`): "expected an offset from 0 to 1, found 1.5",
		transition(
			`"frozenSource":true,"inertialized":true`): "expected an inertialized transition, which stops playing " +
			"the source, or a frozen source, found both",
		transition(
			`"restart":1`): "restart: expected true or false, found 1",
		transition(
			`"interruption":"always"`): `interruption: expected one of none, source, target, source-then-target, target-then-source, found "always"`,
		transition(
			`"conditions":[{"parameter":"p"}]`): `conditions[0]: expected the member "op", found none`,
		transition(
			`"conditions":[{"parameter":"p","op":"~"}]`): `conditions[0].op: expected one of >, <, >=, <=, ==, !=, true, false, triggered, found "~"`,
		transition(
			`"conditions":[{"parameter":"p","op":">"}]`): `conditions[0]: expected the member "value" for the operator ">", found none`,
		transition(
			`"conditions":[{"parameter":"p","op":"true","value":1}]`): `conditions[0].value: expected no value for the operator "true", found one`,
		transition(
			`"conditions":[{"parameter":"p","op":">","value":true}]`): "conditions[0].value: expected a number, found true",
		layer(`"states":[{"name":"A"}],"weight":1.5`): "expected a weight from 0 to 1 in mode override, " +
			"found 1.5",
		layer(
			`"states":[{"name":"A"}],"mode":"mix"`): `layers[1].mode: expected one of override, additive, found "mix"`,
		layer(`"states":[{"name":"A"}],"mask":["m"]`): "mask: expected a string that is not empty, found " +
			"an array of 1",
		parameter(
			`"name":"p"`): `parameters[0]: expected the member "type", found none`,
		parameter(
			`"name":"p","type":"number"`): `type: expected one of float, int, bool, trigger, found "number"`,
		parameter(`"name":"p","type":"int","default":0.5`): "parameters[0].default: expected an integer from " +
			"-2147483648 to 2147483647, found 0.5",
		parameter(
			`"default":true,"name":"p","type":"float"`): "parameters[0].default: expected a number, found true",
		parameter(`"name":"p","type":"bool","default":null`): "parameters[0].default: expected true or false, " +
			"found null",
		parameter(`"name":"p","type":"bool","default":1`):        "default: expected true or false, found 1",
		parameter(`"name":"p","type":"trigger","default":false`): "default: expected no default of a trigger",
		masks(
			`[]`): `masks: expected an object, found an array of 0`,
		masks(
			`{"":[]}`): `masks: expected names of 1 to 128 characters, found one of 0`,
		masks(
			`{"m":7}`): `masks.m: expected an object, found 7`,
		masks(
			`{"m":{}}`): `masks.m: expected "root", "joints" or "invert", found none`,
		masks(
			`{"m":[{},7]}`): `masks.m[1]: expected an object, found 7`,
		masks(
			`{"m":{"root":""}}`): `masks.m.root: expected a string that is not empty`,
		masks(
			`{"m":{"joint":"a"}}`): `masks.m.joint: expected one of feather, invert, joints, root, weight`,
		masks(
			`{"m":{"root":"a","joints":["b"]}}`): `masks.m: expected "root" or "joints", found both`,
		masks(
			`{"m":{"joints":["b"],"feather":1}}`): `masks.m: expected "feather" with "root", found it alone`,
		masks(
			`{"m":{"root":"a","feather":-1}}`): `masks.m.feather: expected an integer from 0 to 32768, found -1`,
		masks(
			`{"m":{"root":"a","feather":1,"weight":1}}`): `masks.m: expected "weight" with "joints", or with "root" without "feather", found it elsewhere`,
		masks(
			`{"m":{"invert":true,"weight":1}}`): `masks.m: expected "weight" with`,
		masks(
			`{"m":{"invert":false}}`): `masks.m: expected "root", "joints" or "invert", found none`,
		masks(
			`{"m":{"root":"a","weight":1.5}}`): `masks.m.weight: expected a number from 0 to 1, found 1.5`,
		masks(
			`{"m":{"joints":"a"}}`): `masks.m.joints: expected an array, found "a"`,
		spaces(
			`{"s":[]}`): `blendSpaces.s: expected an object, found an array of 0`,
		spaces(
			`{"s":{}}`): `blendSpaces.s: expected the member "samples", found none`,
		spaces(
			`{"s":{"samples":[]}}`): `blend space "s": expected at least one sample, found none`,
		spaces(
			`{"s":{"samples":[{"x":1}]}}`): `blendSpaces.s.samples[0]: expected the member "clip", found none`,
		spaces(
			`{"s":{"samples":[{"clip":"c"}]}}`): `blendSpaces.s.samples[0]: expected the member "x", found none`,
		spaces(
			`{"s":{"samples":[{"clip":"c","x":0,"y":0}]}}`): `blendSpaces.s.samples[0].y: expected only the coordinate x`,
		spaces(
			`{"s":{"method":"cubic","samples":[{"clip":"c","x":0}]}}`): `blendSpaces.s.method: expected one of linear, delaunay, gradient-bands, polar-gradient-bands, found "cubic"`,
		spaces(
			`{"s":{"samples":[{"clip":"c","x":0,"speed":0}]}}`): `blend space "s": expected a finite speed above 0 of a sample, found 0`,
		spaces(
			`{"s":{"samples":[{"clip":"c","x":0,"markers":[{"name":"l"}]}]}}`): `markers[0]: expected the member "time", found none`,
		spaces(
			`{"s":{"samples":[{"clip":"c","x":0}],"syncByMarkers":true}}`): `blendSpaces.s.syncByMarkers: expected an array, found true`,
		spaces(
			`{"s":{"samples":[{"clip":"c","x":0}],"alignStarts":1}}`): `alignStarts: expected true or false, found 1`,
		spaces(
			`{"s":{"method":"delaunay","samples":[{"clip":"c","x":0,"y":"1"}]}}`): `samples[0].y: expected a number, found "1"`,
		spaces(
			`{"s":{"samples":[{"clip":"c","x":0,"markers":[{"name":"l","time":"start"}]}]}}`): `markers[0].time: expected a number, found "start"`,
		layout(`{}`):              "layout: expected an array, found an object",
		layout(`[{}]`):            `layout[0]: expected the member "layer", found none`,
		layout(`[{"state":"A"}]`): "layout[0].state: expected one of anyState, layer, machine, states",
		layout(`[{"layer":"l","anyState":[0.5]}]`):             "layout[0].anyState: expected an array of 2 numbers, found an array of 1",
		layout(`[{"layer":"l","anyState":[0.5,"1"]}]`):         `layout[0].anyState[1]: expected a number, found "1"`,
		layout(`[{"layer":"l","states":{"A":[0.5,1.5]}}]`):     "layout[0].states.A[1]: expected a number from 0 to 1, found 1.5",
		layout(`[{"layer":"l","states":{"A":{"x":1,"y":0}}}]`): "layout[0].states.A: expected an array of 2 numbers, found an object",
	} {
		_, err := graph.Read(strings.NewReader(document), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %s", document, err, want)
		}
		if err := documents.Validate(t, schema, document); err == nil {
			t.Errorf("the schema accepts %s", document)
		}
	}
}

// Errors that a JSON Schema cannot express.
func TestReadErrorsBeyondTheSchema(t *testing.T) {
	layout := func(array string) string {
		return `{"name":"g","layers":[{"name":"l","states":[{"name":"idle"}]}],"layout":` + array + `}`
	}
	for document, want := range map[string]string{
		``:                        "unexpected EOF",
		`{"name`:                  "unexpected EOF",
		`{"name":"g"} {}`:         "invalid character '{' after top-level value",
		`{"name":"g"}]`:           "invalid character",
		`{"name":"g","name":"h"}`: "name: expected each member once, found it twice",
		`{"a":[{"b":1,"b":2}]}`:   "a[0].b: expected each member once, found it twice",
		strings.Repeat(`[`, 100) + strings.Repeat(`]`,
			100): "[0][0]: expected values inside at most 64 others, found more",
		strings.Repeat(` `, 5<<20): "expected a document of at most 4194304 bytes, found more",
		`{"name":"g","layers":[{"name":"l","entry":"B","states":[{"name":"A"}]}]}`:                                                             `layers[0]: layer "l": expected a state of the machine as its entry state, found none named "B"`,
		`{"name":"g","layers":[{"name":"l","states":[{"name":"A"},{"name":"B"}]}]}`:                                                            `layers[0].states[1]: layer "l", state "B": expected transitions that lead to it from the entry state of its layer, found none`,
		`{"name":"g","layers":[{"name":"l","states":[{"name":"A","transitions":[{"to":"A","conditions":[{"parameter":"x","op":"true"}]}]}]}]}`: `layers[0].states[0].transitions[0].conditions[0]: layer "l", state "A", transition to "A": expected a parameter for its condition, found none named "x"`,
		`{"name":"g","layers":[{"name":"l","states":[{"name":"A"}],"anyState":[{"to":"C"}]}]}`:                                                 `layers[0].anyState[0]: layer "l", transition from any state to "C": expected a state or machine as its target, found none`,
		layout(`[{"layer":"L"}]`):                         `line 1, column 74: layout[0]: layout of layer "L": expected a layer of the graph, found none named "L"; did you mean "l"?`,
		layout(`[{"layer":"l"},{"layer":"l"}]`):           `layout[1]: layout of layer "l": expected one layout of each machine, found two`,
		layout(`[{"layer":"l","machine":"A"}]`):           `expected a machine of the layer, found none at "A"`,
		layout(`[{"layer":"l","machine":"N/M"}]`):         `expected a machine of the layer, found none at "N/M"`,
		layout(`[{"layer":"l","states":{"idel":[0,1]}}]`): `layout[0].states.idel: layout of layer "l": expected a state of the machine, found none named "idel"; did you mean "idle"?`,
	} {
		_, err := graph.Read(strings.NewReader(document), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200s\n%v, want %s", document, err, want)
		}
	}
}

func TestReadDefaults(t *testing.T) {
	g, err := graph.Read(
		strings.NewReader(
			`{"$schema":"graph.schema.json","name":"g","parameters":[{"name":"p","type":"bool","default":true}],
		"layers":[{"name":"l","mode":"override","weight":1e0,"entry":"B","states":[{"name":"A"},{"name":"B","loopLimit":0.0,"transitions":[{"to":"A"}]}]}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if g.Layers()[0].Entry != 1 || g.Defaults()[0] != 1 || g.States()[1].Speed != 1 ||
		g.States()[1].PlayMode != clip.Loop {
		t.Errorf("%+v %+v", g.Layers(), g.States())
	}
}

// failingDisk fails to read and to write.
type failingDisk struct{}

var errDisk = errors.New("the disk is gone")

func (failingDisk) Read([]byte) (int, error) { return 0, errDisk }

func (failingDisk) Write([]byte) (int, error) { return 0, errDisk }

func TestReadAndWriteReturnDiskErrors(t *testing.T) {
	if _, err := graph.Read(failingDisk{}, nil); !errors.Is(err, errDisk) {
		t.Error(err)
	}
	lib := newTestLibrary(t)
	if err := lib.build(t, fullGraph()).WriteJSON(failingDisk{}); !errors.Is(err, errDisk) {
		t.Error(err)
	}
	unnamed := lib.library.AddClip(translationClip(t, "", lib.library.Skeleton(lib.model.Skeleton), 1))
	g := lib.build(t, oneLayer(graph.State("A").MotionByID(unnamed)))
	if err := g.WriteJSON(&bytes.Buffer{}); err == nil ||
		!strings.Contains(err.Error(), "expected a name by which to write clip") {
		t.Error(err)
	}
}

// A document that Read accepts is written and read again without a change.
func FuzzRead(f *testing.F) {
	lib := newTestLibrary(f)
	seeds.Add(f, []byte(written(f, lib.build(f, fullGraph()))))
	seeds.Add(f, []byte(written(f, lib.build(f, definingGraph()))))
	seeds.Add(f, []byte(`{"name":"g","layers":[{"name":"l","states":[{"name":"A","transitions":[{"to":"A"}]}]}]}`))
	seeds.Add(f,
		[]byte(
			`{"name":"g","parameters":[{"name":"p","type":"int","default":-1}],"layers":[{"name":"l","states":[{"name":"M","machine":{"states":[{"name":"A"}]}}]}]}`))
	f.Fuzz(func(t *testing.T, document []byte) {
		g, err := graph.Read(bytes.NewReader(document), nil)
		if err != nil {
			if n := strings.Count(err.Error(), "\ngraph"); n > 101 {
				t.Fatalf("%d problems", n)
			}
			return
		}
		text := written(t, g)
		again, err := graph.Read(strings.NewReader(text), nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if second := written(t, again); second != text {
			t.Fatalf("reading and writing changed the document\n%s\nto\n%s", text, second)
		}
		var parameters [graph.MaxParameters]uint32
		copy(parameters[:], g.Defaults()[:])
		for i := range g.States() {
			transitions := g.Transitions(&g.States()[i])
			for k := range transitions {
				g.ConditionsHold(&transitions[k], &parameters)
				g.ConsumeTriggers(&transitions[k], &parameters)
			}
		}
	})
}

package graph_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
)

func written(t testing.TB, g *graph.Graph) string {
	t.Helper()
	var out bytes.Buffer
	if err := g.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func graphSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(graph.Schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("graph.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("graph.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// validate has the schema judge a document.
func validate(t testing.TB, schema *jsonschema.Schema, document string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

func TestGraphsAreReadAsTheyWereWritten(t *testing.T) {
	stock := newGraphStock(t)
	schema := graphSchema(t)
	for _, b := range []*graph.Builder{
		graphOfEverything(),
		one(graph.State("A")),
		one(graph.State("A").Clip("Walk").Speed(float32(math.Copysign(0, -1))).To("A").Fade(float32(math.Copysign(0, -1))).WhenTriggered("go")),
		one(graph.State("A").ClipByID(stock.clips["Walk"]).To("A").Fade(math.SmallestNonzeroFloat32).CurveByID(clip.SmoothStep).To("A").Fade(1).CurveByID(0)),
		graph.New("numbers").Float("a", math.MaxFloat32).Float("b", float32(math.Copysign(0, -1))).Int("c", math.MinInt32).
			Layer("ж", graph.State("\u2028\"\\").To("\u2028\"\\").When("a", ">", math.MaxFloat32).When("b", "<", 1e-45).When("c", "<=", math.MaxInt32).Fade(math.MaxFloat32)),
	} {
		g := stock.build(t, b)
		text := written(t, g)
		again, err := graph.Read(strings.NewReader(text), stock.library, stock.model)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if second := written(t, again); second != text {
			t.Errorf("written again it is\n%s\nnot\n%s", second, text)
		}
		same := reflect.DeepEqual(again.States(), g.States()) && reflect.DeepEqual(again.Layers(), g.Layers()) &&
			reflect.DeepEqual(again.Parameters(), g.Parameters()) && reflect.DeepEqual(again.AuthoredTransitions(), g.AuthoredTransitions()) && again.Name() == g.Name() &&
			*again.Defaults() == *g.Defaults()
		for i := range g.States() {
			same = same && reflect.DeepEqual(again.Transitions(&again.States()[i]), g.Transitions(&g.States()[i]))
		}
		if !same {
			t.Errorf("what was read differs from what was written as\n%s", text)
		}
		if err := validate(t, schema, text); err != nil {
			t.Errorf("the schema refuses\n%s\n%v", text, err)
		}
		compact, err := json.Marshal(g)
		if err != nil || bytes.ContainsRune(compact, '\n') {
			t.Errorf("%v: %s", err, compact)
		}
		if again, err := graph.Read(bytes.NewReader(compact), nil); err != nil || !again.Unresolved() || written(t, again) != text {
			t.Errorf("without a library it is not the same: %v", err)
		}
	}
}

func TestDocumentsThatAreNoGraphs(t *testing.T) {
	schema := graphSchema(t)
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
	for document, want := range map[string]string{
		`[]`:                                   "the document: is an array, not an object",
		`null`:                                 "the document: is null",
		`{}`:                                   "the document: name is missing",
		`{"name":7,"layers":0}`:                "layers: is 0, not an array",
		`{"name":"g","layers":[]}`:             "there is no layer",
		`{"name":"g","layers":[7]}`:            "layers[0]: is 7, not an object",
		`{"name":"g","layers":[{"name":"l"}]}`: "layers[0]: states is missing",
		`{"name":"g","layers":[{"name":"l","states":[]}]}`:                               `layers[0]: layer "l": the machine has no state`,
		`{"name":"g","layers":[{"name":"l","weight":0.5,"states":[{"name":"A"}]}]}`:      `layers[0]: layer "l": the lowest layer has a weight`,
		`{"name":"g","layers":[{"name":"l","mask":"m","states":[{"name":"A"}]}]}`:        `the lowest layer has a mask`,
		`{"name":"g","layers":[{"name":"l","mode":"additive","states":[{"name":"A"}]}]}`: `nothing below it`,
		`{"name":"g","extra":1,"layers":[]}`:                                             "extra: is not known here",
		state(`"Clip":"c"`):                                                              "layers[0].states[0].Clip: is not known here",
		state(`"clip":""`):                                                               "layers[0].states[0].clip: is empty",
		state(`"clip":"c\u0000"`):                                                        "control characters",
		state(`"clip":null`):                                                             "clip: is null, not a string",
		state(`"name2":"c"`):                                                             "name2: is not known",
		state(`"speed":"fast"`):                                                          `speed: is "fast", not a number`,
		state(`"speed":1e99`):                                                            "speed: 1e99 is beyond",
		state(`"loopLimit":-1`):                                                          "loopLimit: is -1, not a whole number",
		state(`"loopLimit":1.5`):                                                         "loopLimit: is 1.5, not a whole number",
		state(`"loopLimit":4294967296`):                                                  "loopLimit: is 4294967296",
		state(`"playMode":"forever"`):                                                    `playMode: is "forever", none of once, loop, ping-pong, hold`,
		state(`"blendSpace":"s"`):                                                        "has 1 dimensions, and 0 parameters",
		state(`"parameters":["x"]`):                                                      "place a blend space",
		state(`"parameters":["x","y","z"],"blendSpace":"s"`):                             "parameters: has 3 elements, above 2",
		state(`"clip":"c","blendSpace":"s","parameters":["x"]`):                          "a clip and a blend space",
		state(`"clip":"c","machine":{"states":[{"name":"B"}]}`):                          "plays something itself",
		state(`"tag":"t","machine":{"states":[{"name":"B"}]}`):                           "each has its own",
		state(`"machine":{"states":[]}`):                                                 "has no state",
		state(`"machine":{"states":[{"name":"B/C"}]}`):                                   "slash",
		state(`"machine":{"states":[{"name":"B","x":{}}]}`):                              "layers[0].states[0].machine.states[0].x: is not known",
		state(`"transitions":{}`):                                                        "transitions: is an object, not an array",
		state(`"transitions":[{}]`):                                                      "layers[0].states[0].transitions[0]: to is missing",
		transition(`"duration":-1`):                                                      `layers[0].states[0].transitions[0]: layer "l", state "A", transition to "A": its duration is -1`,
		transition(`"exitTime":-0.5`):                                                    "its exit time is -0.5",
		transition(`"offset":1.5`):                                                       "its offset is 1.5",
		transition(`"frozenSource":true,"inertialized":true`):                            "frozen and inertial",
		transition(`"relative":1`):                                                       "relative: is 1, neither true nor false",
		transition(`"interruption":"always"`):                                            `interruption: is "always", none of none`,
		transition(`"conditions":[{"parameter":"p"}]`):                                   "conditions[0]: op is missing",
		transition(`"conditions":[{"parameter":"p","op":"~"}]`):                          `conditions[0].op: is "~", none of`,
		transition(`"conditions":[{"parameter":"p","op":">"}]`):                          "conditions[0]: value is missing",
		transition(`"conditions":[{"parameter":"p","op":"true","value":1}]`):             `conditions[0].value: "true" compares with nothing`,
		transition(`"conditions":[{"parameter":"p","op":">","value":true}]`):             "conditions[0].value: is true, not a number",
		layer(`"states":[{"name":"A"}],"weight":1.5`):                                    "its weight is 1.5",
		layer(`"states":[{"name":"A"}],"mode":"mix"`):                                    `layers[1].mode: is "mix", none of override, additive`,
		layer(`"states":[{"name":"A"}],"mask":["m"]`):                                    "mask: is an array",
		parameter(`"name":"p"`):                                                          "parameters[0]: type is missing",
		parameter(`"name":"p","type":"number"`):                                          `type: is "number", none of float`,
		parameter(`"name":"p","type":"int","default":0.5`):                               "parameters[0].default: is 0.5, not a whole number",
		parameter(`"default":true,"name":"p","type":"float"`):                            "parameters[0].default: is true, not a number",
		parameter(`"name":"p","type":"bool","default":null`):                             "parameters[0].default: is null",
		parameter(`"name":"p","type":"bool","default":1`):                                "default: is 1, neither",
		parameter(`"name":"p","type":"trigger","default":false`):                         "a trigger has no default",
	} {
		_, err := graph.Read(strings.NewReader(document), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %s", document, err, want)
		}
		if err := validate(t, schema, document); err == nil {
			t.Errorf("the schema takes %s", document)
		}
	}
}

// What a schema cannot see.
func TestDocumentsThatDoNotFit(t *testing.T) {
	for document, want := range map[string]string{
		``:                         "unexpected EOF",
		`{"name`:                   "unexpected EOF",
		`{"name":"g"} {}`:          "more follows",
		`{"name":"g"}]`:            "invalid character",
		`{"name":"g","name":"h"}`:  "name: is there twice",
		`{"a":[{"b":1,"b":2}]}`:    "a[0].b: is there twice",
		strings.Repeat(`[`, 100):   "nested deeper than 64",
		strings.Repeat(` `, 5<<20): "longer than 4194304 bytes",
		`{"name":"g","layers":[{"name":"l","entry":"B","states":[{"name":"A"}]}]}`:                                                             `layers[0]: layer "l": its entry is "B"`,
		`{"name":"g","layers":[{"name":"l","states":[{"name":"A"},{"name":"B"}]}]}`:                                                            `layers[0].states[1]: layer "l", state "B": no transitions`,
		`{"name":"g","layers":[{"name":"l","states":[{"name":"A","transitions":[{"to":"A","conditions":[{"parameter":"x","op":"true"}]}]}]}]}`: `layers[0].states[0].transitions[0].conditions[0]: layer "l", state "A", transition to "A": there is no parameter "x"`,
		`{"name":"g","layers":[{"name":"l","states":[{"name":"A"}],"anyState":[{"to":"C"}]}]}`:                                                 `layers[0].anyState[0]: layer "l", transition from any state to "C": there is no such state`,
	} {
		_, err := graph.Read(strings.NewReader(document), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200s\n%v, want %s", document, err, want)
		}
	}
}

func TestAGraphIsReadWithDefaults(t *testing.T) {
	g, err := graph.Read(strings.NewReader(`{"$schema":"graph.schema.json","name":"g","parameters":[{"name":"p","type":"bool","default":true}],
		"layers":[{"name":"l","mode":"override","weight":1e0,"entry":"B","states":[{"name":"A"},{"name":"B","loopLimit":0.0,"transitions":[{"to":"A"}]}]}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if g.Layers()[0].Entry != 1 || g.Defaults()[0] != 1 || g.States()[1].Speed != 1 || g.States()[1].PlayMode != clip.Loop {
		t.Errorf("%+v %+v", g.Layers(), g.States())
	}
}

type failing struct{}

var errFailing = errors.New("the disk is gone")

func (failing) Read([]byte) (int, error) { return 0, errFailing }

func (failing) Write([]byte) (int, error) { return 0, errFailing }

func TestGraphsOnAFailingDisk(t *testing.T) {
	if _, err := graph.Read(failing{}, nil); !errors.Is(err, errFailing) {
		t.Error(err)
	}
	stock := newGraphStock(t)
	if err := stock.build(t, graphOfEverything()).WriteJSON(failing{}); !errors.Is(err, errFailing) {
		t.Error(err)
	}
	unnamed := stock.library.AddClip(graphClip(t, "", stock.library.Skeleton(stock.model.Skeleton), 1))
	g := stock.build(t, one(graph.State("A").ClipByID(unnamed)))
	if err := g.WriteJSON(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "has no name") {
		t.Error(err)
	}
}

func FuzzReadGraph(f *testing.F) {
	stock := newGraphStock(f)
	f.Add([]byte(written(f, stock.build(f, graphOfEverything()))))
	f.Add([]byte(`{"name":"g","layers":[{"name":"l","states":[{"name":"A","transitions":[{"to":"A"}]}]}]}`))
	f.Add([]byte(`{"name":"g","parameters":[{"name":"p","type":"int","default":-1}],"layers":[{"name":"l","states":[{"name":"M","machine":{"states":[{"name":"A"}]}}]}]}`))
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
			t.Fatalf("written again it is\n%s\nnot\n%s", second, text)
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

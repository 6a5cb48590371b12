package tuning

import (
	"bytes"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/testing/documents"
)

// write writes into a field in a gesture of its own.
func (b *bench) write(name, text string) error {
	b.t.Helper()
	b.tuner.Begin()
	c := b.row(name)
	err := c.Write(text)
	b.frame()
	b.draw()
	return err
}

// click chooses what is at a place of the picture.
func (b *bench) click(name string) {
	b.t.Helper()
	at := b.place(name)
	b.drag(at, at)
}

// now returns the state of the lowest layer of the character.
func (b *bench) now() string {
	character, _ := b.panel.Selected()
	return b.scene.Animation().Controller(character).State(0)
}

// Places of boxes are in the document, which the schema knows, and change no key.
func TestPlacesOfBoxes(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	character, _ := b.panel.Selected()
	of := b.scene.Animation().Controller(character).Component().Graph
	library := b.scene.Animation().Library()
	key := library.Key(of)
	b.drag(b.place("box jump"), b.place("box jump").Add(image.Pt(-30, 60)))
	b.choose("part", "layer body: ground")
	box := b.place("box idle")
	b.drag(box, image.Pt(500, 150))
	moved := b.place("box idle")
	if d := moved.Sub(image.Pt(500, 150)); d.X < -1 || d.X > 1 || d.Y < -1 || d.Y > 1 {
		t.Errorf("the box is at %v", moved)
	}
	if got := library.Key(of); got != key || key == (id.Key{}) {
		t.Errorf("the key was %v and is %v", key, got)
	}
	b.check(b.set("save", 1))
	saved := string(b.saved["locomotion.json"])
	for _, part := range []string{`"layout": [`, `"layer": "body"`, `"machine": "ground"`, `"idle": [`} {
		if !strings.Contains(saved, part) {
			t.Errorf("saved is without %s:\n%s", part, saved)
		}
	}
	if err := documents.Validate(t, documents.Schema(t, graph.Schema), saved); err != nil {
		t.Error(err)
	}
	// Somebody else reads the file again.
	g, err := graph.Read(strings.NewReader(saved), library, b.tuner.shown.models...)
	b.check(err)
	b.check(library.ReplaceGraph(of, g))
	if again := b.place("box idle"); again != moved {
		t.Errorf("read again the box is at %v, was at %v", again, moved)
	}
	b.undoAll(2, before)
}

// A new state plays what was chosen, has a transition to it, and takes another name with all that
// refers to it.
func TestStates(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	b.choose("part", "layer body: ground")
	b.choose("new state plays", "dance")
	b.click("box idle")
	b.check(b.set("add state", 1))
	b.keep("state.png")
	if got := b.row("state").Text; got != "dance" {
		t.Fatalf("the new state is %q: %s", got, b.panel.Message())
	}
	if _, ok := b.graph().StateIn(0, "ground/dance"); !ok {
		t.Fatal("the graph has no new state")
	}
	b.drag(b.place("box dance"), image.Pt(320, 190))
	b.choose("plays", "blend space move")
	state, _ := b.graph().StateIn(0, "ground/dance")
	if s := b.graph().States()[state]; s.XParameter != 0 || s.YParameter != 1 {
		t.Errorf("the coordinates are the parameters %d and %d", s.XParameter, s.YParameter)
	}
	b.choose("coordinate x", "turn")
	b.check(b.set("speed", 1.5))
	b.check(b.write("tag", "show"))
	b.check(b.write("enterEvent", "begins"))
	b.check(b.write("state", "party"))
	state, ok := b.graph().StateIn(0, "ground/party")
	if s := b.graph().States()[state]; !ok || s.Speed != 1.5 || s.XParameter != 1 || b.graph().Text(s.Tag) != "show" ||
		b.graph().Text(s.EnterEvent) != "begins" {
		t.Errorf("the state is %+v", s)
	}
	leads := func(from, to string) bool {
		return slices.ContainsFunc(b.graph().AuthoredTransitions(), func(a graph.AuthoredTransition) bool {
			return a.From == from && a.To == to
		})
	}
	if !leads("ground/idle", "ground/party") {
		t.Error("the transition does not lead to the new name")
	}
	if at := b.place("box party"); at.X < 310 || at.X > 330 {
		t.Errorf("under its new name the box is at %v", at)
	}
	b.keep("renamed.png")
	for name, want := range map[string]string{
		"idle": `found another state "idle"`, "a/b": `without a slash, found "a/b"`, "": "expected a string that is not empty",
	} {
		if err := b.write("state", name); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(b.panel.Message(), want) {
			t.Errorf("the name %q: %v, the panel shows %q", name, err, b.panel.Message())
		}
	}
	b.check(b.write("tag", ""))
	b.check(b.set("remove state", 1))
	if _, ok := b.graph().StateIn(0, "ground/party"); ok || leads("ground/idle", "ground/party") {
		t.Error("the removed state is still there")
	}
	if strings.Contains(b.text(), "party") {
		t.Errorf("the document still has its name:\n%s", b.text())
	}
	b.undoAll(10, before)
}

// A machine takes another name with the paths that lead into it, and the character plays on in a
// state whose name stays.
func TestRenamedMachine(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	b.drag(b.place("box ground"), b.place("box ground").Add(image.Pt(20, 20)))
	b.choose("part", "layer body: ground")
	b.drag(b.place("box idle"), b.place("box idle").Add(image.Pt(20, 20)))
	idle := b.place("box idle")
	transitions := len(b.graph().AuthoredTransitions())
	b.choose("part", "layer body")
	b.click("box ground")
	b.check(b.write("state", "earth"))
	if n := len(b.graph().AuthoredTransitions()); n != transitions {
		t.Errorf("there are %d transitions, were %d", n, transitions)
	}
	if strings.Contains(b.text(), "ground") {
		t.Errorf("the document still has the old name:\n%s", b.text())
	}
	b.choose("part", "layer body: earth")
	if got := b.place("box idle"); got != idle {
		t.Errorf("the box in it is at %v, was at %v", got, idle)
	}
	now := b.now()
	b.click("box turn")
	b.check(b.write("state", "spin"))
	if b.now() != now {
		t.Errorf("another state was renamed: the character is in %q, was in %q", b.now(), now)
	}
	b.undoAll(4, before)
}

// What cannot be removed tells why.
func TestWhatStays(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	fails := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(b.panel.Message(), want) {
			t.Errorf("%v, the panel shows %q, want %q", err, b.panel.Message(), want)
		}
	}
	b.click("box ground")
	fails(b.set("remove state", 1), `expected another state in which the machine begins, found "ground"`)
	b.choose("part", "layer body: ground")
	b.check(b.set("new state plays", 0))
	b.click("box turn")
	b.check(b.set("add state", 1))
	b.click("box turn")
	fails(b.set("remove state", 1), `expected transitions that lead to it from the entry state of its layer, found none`)
	b.choose("part", "parameters")
	fails(b.set("parameter 0 remove", 1), `found "speed" used by the state `)
	fails(b.set("parameter 3 remove", 1), `found "wave" used by the transition from `)
	b.undoAll(1, before)
}

// Parameters are added, renamed with their uses, and removed; characters keep the values of those whose
// names stay.
func TestParameters(t *testing.T) {
	b := open(t, stage.Locomotion)
	before := b.text()
	b.choose("part", "parameters")
	if b.tuner.HasPicture() {
		t.Error("the parameters have a picture")
	}
	character, _ := b.panel.Selected()
	controller := b.scene.Animation().Controller(character)
	b.scene.(workbench.Yielder).Yield()
	b.check(controller.SetFloat("turn", 0.5))
	b.choose("new parameter type", "int")
	b.check(b.set("add parameter", 1))
	b.check(b.set("parameter 5 default", 1))
	if p := b.graph().Parameters()[5]; p.Name != "parameter" || p.Type != graph.IntParameter || b.graph().Defaults()[5] != 1 {
		t.Errorf("the new parameter is %+v, at first %d", p, b.graph().Defaults()[5])
	}
	b.check(b.write("parameter 5 name", "mood"))
	b.check(b.write("parameter 0 name", "pace"))
	if _, _, ok := b.graph().Parameter("speed"); ok || strings.Contains(b.text(), `"speed"`+",") ||
		strings.Contains(b.text(), `"speed"]`) {
		t.Errorf("the old name is still used:\n%s", b.text())
	}
	handle, err := b.graph().FloatParameter("turn")
	b.check(err)
	if got, err := controller.FloatParameter(handle); err != nil || got != 0.5 {
		t.Errorf("the value of another parameter became %v, %v", got, err)
	}
	if err := b.write("parameter 1 name", "pace"); err == nil || !strings.Contains(err.Error(), "another parameter") {
		t.Errorf("two parameters of a name: %v", err)
	}
	b.check(b.set("parameter 5 remove", 1))
	if n := len(b.graph().Parameters()); n != 5 {
		t.Errorf("there are %d parameters", n)
	}
	b.undoAll(5, before)
}

// The limits of a ragdoll are edited as numbers, and what cannot be tells why.
func TestRagdolls(t *testing.T) {
	b := open(t, "ragdoll")
	character, _ := b.panel.Selected()
	bodies := func() *ragdoll.Definition { return b.scene.(ragdollScene).Ragdoll(character) }
	before := b.text()
	b.choose("part", "body head")
	head, ok := bodies().Find("head")
	if !ok {
		t.Fatal("the ragdoll has no head")
	}
	b.check(b.set("limit.bend", 0.25))
	if got := bodies().Bodies[head].Limit.Bend; got != 0.25 {
		t.Errorf("the limit is %v", got)
	}
	if err := b.set("mass", 0); err == nil || bodies().Bodies[head].Mass <= 0 {
		t.Errorf("without a mass: %v", err)
	}
	for range 60 { // the first of them is pushed
		b.frame()
	}
	b.check(b.set("limit.twist", 0.125))
	b.frame()
	b.check(b.set("save", 1))
	if got := b.saved["bodies.json"]; !bytes.Contains(got, []byte(`"twist": 0.125`)) {
		t.Errorf("saved is %q", got)
	}
	b.undoAll(2, before)
}

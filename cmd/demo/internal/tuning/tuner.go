package tuning

import (
	"errors"
	"image"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Scene is a scene whose characters are tuned.
type Scene interface {
	Animation() *systems.Animation
	Update(seconds float64) error
}

// Tuner edits the assets of the character that a panel shows.
type Tuner struct {
	// SaveFile writes a file. It is told whether the file is the asset's own; another one must not
	// exist yet.
	SaveFile func(path string, data []byte, own bool) error

	scene     Scene
	panel     *workbench.Panel
	animation *systems.Animation
	library   *assets.Library
	meshes    generic.Map1[components.SkinnedMesh]
	modifiers generic.Map1[components.Modifiers]

	open      bool
	documents []*document
	shown     *document
	part      int // of the shown document
	chosen    selection
	plays     int // what a new state plays: of the motions that are offered
	kind      int // of a new parameter
	done      []change
	undone    []change
	gesture   int

	changed bool // since it was drawn
	lit     string
	layout  layout
	drag    drag
	size    image.Point // of what was drawn last
}

// selection is what is chosen in the picture of a machine: a state, or one of its transitions.
type selection struct {
	state      string // "" for none
	anyState   bool
	transition int // -1 for the state itself
}

// New returns the tuner of the character that a panel shows, and adds its section to the panel.
func New(scene Scene, panel *workbench.Panel) *Tuner {
	animation := scene.Animation()
	t := &Tuner{
		scene: scene, panel: panel, animation: animation, library: animation.Library(),
		meshes:    generic.NewMap1[components.SkinnedMesh](animation.World()),
		modifiers: generic.NewMap1[components.Modifiers](animation.World()),
	}
	panel.Extend("Tuning", "tune ", t.addRows)
	return t
}

// Toggle opens or closes the tuner.
func (t *Tuner) Toggle() { t.open, t.changed, t.drag = !t.open, true, drag{} }

// IsOpen reports whether the tuner is open: only then its rows are in the panel.
func (t *Tuner) IsOpen() bool { return t != nil && t.open }

// show poses the characters once more, if the scene stands still.
func (t *Tuner) show() error {
	if t.panel.Paused {
		return t.scene.Update(0)
	}
	return nil
}

// find returns the document of a source, which it makes if there is none.
func (t *Tuner) find(of source, models []graph.Model) *document {
	for _, d := range t.documents {
		if d.source == of {
			return d
		}
	}
	d := &document{source: of, models: models, ranges: map[string][2]float64{}}
	t.documents = append(t.documents, d)
	return d
}

// offered returns the documents of the selected character, and makes one of them the shown one.
func (t *Tuner) offered() (out []*document) {
	character, ok := t.panel.Selected()
	if !ok || !t.animation.World().Alive(character) {
		t.shown = nil
		return nil
	}
	if controller := t.animation.Controller(character); controller.Graph() != nil {
		var models []graph.Model
		if model := t.modelOf(character); model != nil {
			models = append(models, model)
		}
		out = append(out, t.find(graphSource{t.library, controller.Component().Graph}, models))
	}
	if m := t.modifiers.Get(character); m != nil && t.library.ModifierStack(m.Stack) != nil {
		out = append(out, t.find(stackSource{t.library, m.Stack}, nil))
	}
	if d := t.ragdollOf(character); d != nil {
		out = append(out, d)
	}
	for _, d := range t.documents {
		if _, ok := d.source.(definitionsSource); ok {
			out = append(out, d)
		}
	}
	found := false
	for _, d := range out {
		d.refresh()
		found = found || d == t.shown
	}
	if !found {
		t.shown, t.part, t.chosen = nil, 0, selection{}
		if len(out) > 0 {
			t.shown = out[0]
		}
	}
	return out
}

// ragdollOf returns the document of the bodies of a character, which those of a scene share, or nil.
func (t *Tuner) ragdollOf(character ecs.Entity) *document {
	scene, ok := t.scene.(ragdollScene)
	model := t.modelOf(character)
	if !ok || model == nil || scene.Ragdoll(character) == nil {
		return nil
	}
	for _, d := range t.documents {
		if s, ok := d.source.(ragdollSource); ok && s.asset() == any(scene.Ragdoll(character)) {
			return d
		}
	}
	return t.find(ragdollSource{scene, character, t.library.Skeleton(model.Skeleton)}, nil)
}

// modelOf returns the model of a character, or nil.
func (t *Tuner) modelOf(character ecs.Entity) *assets.Model {
	if mesh := t.meshes.Get(character); mesh != nil {
		return t.library.Model(mesh.Model)
	}
	return nil
}

// WatchGraph tells the tuner that a graph came from a file with that content.
func (t *Tuner) WatchGraph(of id.Graph, models []graph.Model, path string, data []byte) {
	t.watch(t.find(graphSource{t.library, of}, models), path, data)
}

// WatchStack tells the tuner that a stack came from a file with that content.
func (t *Tuner) WatchStack(of id.ModifierStack, path string, data []byte) {
	t.watch(t.find(stackSource{t.library, of}, nil), path, data)
}

// WatchDefinitions tells the tuner that masks and blend spaces of the library came from a file with
// that content, which was read for a model.
func (t *Tuner) WatchDefinitions(model graph.Model, path string, data []byte) {
	of := definitionsSource{t.library, filepath.Base(path)}
	t.watch(t.find(of, []graph.Model{model}), path, data)
}

func (t *Tuner) watch(d *document, path string, data []byte) {
	d.file, d.text, d.saved = path, data, data
	d.made = d.asset()
	d.root, d.problem = parse(data)
}

// Load takes over the new content of a file that [Tuner.WatchGraph] or its like named, as an edit that
// can be undone. An error, which has line and column, changes nothing.
func (t *Tuner) Load(path string, data []byte) error {
	for _, d := range t.documents {
		if d.file != path {
			continue
		}
		if string(data) == string(d.text) {
			d.saved = data
			return nil
		}
		before := d.text
		if err := d.take(data); err != nil {
			return err
		}
		d.saved = data
		t.Begin()
		t.record(change{document: d, before: before, after: d.text, gesture: t.gesture, what: "file"})
		return t.show()
	}
	return errors.New("expected a file that an asset came from")
}

// Save writes the shown asset as JSON: to its file, or to a new one with its name.
func (t *Tuner) Save() error {
	d := t.shown
	if d == nil || d.root == nil || t.SaveFile == nil {
		return errors.New("expected an asset that can be written, found none")
	}
	if err := t.SaveFile(t.fileOf(d), d.text, d.file != ""); err != nil {
		return err
	}
	d.file, d.saved, t.changed = t.fileOf(d), d.text, true
	return nil
}

// fileOf returns the name of the file that an asset is saved to.
func (t *Tuner) fileOf(d *document) string {
	if d.file != "" {
		return d.file
	}
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, d.name())
	if name == "" {
		name = "asset"
	}
	return name + ".json"
}

// addRows adds the rows of the shown asset.
func (t *Tuner) addRows(rows workbench.Rows) {
	if !t.open {
		return
	}
	offered := t.offered()
	if t.shown == nil {
		rows.Text("nothing", "the character has neither a state machine nor a stack of modifiers nor a ragdoll")
		return
	}
	names, at := []string{}, 0
	for i, d := range offered {
		names = append(names, d.title())
		if d == t.shown {
			at = i
		}
	}
	rows.Choice("asset", "asset", names, at, func(i int) error {
		t.shown, t.part, t.chosen, t.changed = offered[i], 0, selection{}, true
		return nil
	})
	d := t.shown
	if d.problem != nil {
		rows.Text("error", d.problem.Error())
		return
	}
	rows.Button("undo", "undo", strconv.Itoa(len(t.done)), func() error {
		_, err := t.Undo()
		return err
	})
	rows.Button("redo", "redo", strconv.Itoa(len(t.undone)), func() error {
		_, err := t.Redo()
		return err
	})
	state := ""
	if string(d.saved) != string(d.text) {
		state = "changed: "
	}
	rows.Button("save", "save", state+filepath.Base(t.fileOf(d)), t.Save)
	parts := d.parts()
	t.part = min(t.part, len(parts)-1)
	if t.part < 0 {
		t.part = 0
		return
	}
	titles := make([]string, len(parts))
	for i := range parts {
		titles[i] = parts[i].title
	}
	rows.Choice("part", "part", titles, t.part, func(i int) error {
		t.part, t.chosen, t.changed = i, selection{}, true
		return nil
	})
	t.addPart(rows, d, &parts[t.part])
}

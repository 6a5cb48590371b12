package workbench

import (
	"math"
	"path"
	"slices"
	"strconv"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Scene is what the panel shows a character of.
type Scene interface {
	Animation() *systems.Animation
	// Update advances time; by 0 seconds it poses the characters once more.
	Update(seconds float64) error
	// ShowSkeletons prepares all characters for drawing their skeletons.
	ShowSkeletons() error
}

// Yielder is a scene that changes by itself what its characters play.
type Yielder interface {
	// Yield ends that: from now on the panel decides, until ResumeSchedule.
	Yield()
	ResumeSchedule() error
}

// Settings is what the panel changes of the window or page.
type Settings struct {
	Paused bool
	// Speed is the seconds of the scene per second.
	Speed float64
	// Skeletons, Bounds and JointNames show these in the picture.
	Skeletons, Bounds, JointNames bool
	// Work is what goes on in the background.
	Work Work
	// Skinning overrides how the picture's parts are skinned; nil leaves it to each part.
	Skinning *mesh.Skinning
	Light    stage.Light // what the user changes of it, which the window or page draws with
}

// Work is work in the background, and how much of it is done. Without a name there is none, and a
// total of 0 is not known yet.
type Work struct {
	Name        string
	Done, Total int
}

// String tells what is done, such as "retargeting 3 of 70".
func (w Work) String() string {
	if w.Total < 1 {
		return w.Name
	}
	return w.Name + " " + strconv.Itoa(w.Done) + " of " + strconv.Itoa(w.Total)
}

// SetSkeletons shows or hides the skeletons of a scene.
func (s *Settings) SetSkeletons(scene Scene, on bool) error {
	s.Skeletons = on
	if !on {
		return nil
	}
	if err := scene.ShowSkeletons(); err != nil {
		return err
	}
	return scene.Update(0) // the skeletons are known after a frame
}

// The speeds that can be selected.
const (
	MinSpeed = 1.0 / 16
	MaxSpeed = 16.0
)

// Fade is the duration, in seconds, of a crossfade to a clip that the user chooses while the scene
// plays.
const Fade = 0.3

// Panel shows and changes a character of a scene, and what the window or page shows of it.
type Panel struct {
	*Settings
	scene      Scene
	animation  *systems.Animation
	library    *assets.Library
	characters generic.Filter1[components.Skeleton]
	meshes     generic.Map1[components.SkinnedMesh]
	worn       generic.Map1[components.Worn]
	transforms generic.Map1[components.Transform]

	list     []ecs.Entity // all characters
	selected ecs.Entity
	hovered  Joint
	message  string // the error of the last change
	yielded  bool   // the scene leaves what characters play to the panel
	toggled  map[string]bool
	masks    maskList
	morphs   *morphOverrides
	log      *eventLog
	times    times
	memory   memory
	poses    poses

	extensions []extension
	explained  int // which of the frames that a search compares the section Matching tells the costs of
}

// New returns the panel of a scene. It adds a system to the scene's schedule, which notes the
// events.
func New(scene Scene, settings *Settings) (*Panel, error) {
	animation := scene.Animation()
	world := animation.World()
	p := &Panel{
		Settings: settings, scene: scene, animation: animation, library: animation.Library(),
		characters: *generic.NewFilter1[components.Skeleton](),
		meshes:     generic.NewMap1[components.SkinnedMesh](world),
		worn:       generic.NewMap1[components.Worn](world),
		transforms: generic.NewMap1[components.Transform](world),
		toggled:    map[string]bool{}, log: &eventLog{
			library: animation.Library(), events: animation.Events(),
			reader: animation.Events().Reader(),
		},
	}
	if err := animation.Schedule().Add(p.log); err != nil {
		return nil, err
	}
	p.findCharacters()
	return p, nil
}

// findCharacters lists the characters anew. If the selected one is gone, it selects the first one
// that plays something, or the first.
func (p *Panel) findCharacters() {
	p.list = p.list[:0]
	query := p.characters.Query(p.animation.World())
	for query.Next() {
		p.list = append(p.list, query.Entity())
	}
	slices.SortFunc(p.list, func(a, b ecs.Entity) int { return int(a.ID()) - int(b.ID()) })
	if !slices.Contains(p.list, p.selected) {
		p.selected = ecs.Entity{}
		if len(p.list) > 0 {
			p.selected = p.list[max(0, slices.IndexFunc(p.list, p.plays))]
		}
	}
}

// plays reports whether a character plays a motion in its lowest layer.
func (p *Panel) plays(character ecs.Entity) bool {
	playback := p.animation.Player(character).Playback()
	return playback != nil && playback.Motion != 0
}

// Selected returns the character that the panel shows, and reports whether there is one.
func (p *Panel) Selected() (ecs.Entity, bool) { return p.selected, !p.selected.IsZero() }

// Select shows another character.
func (p *Panel) Select(character ecs.Entity) { p.selected = character }

// Characters returns the number of characters.
func (p *Panel) Characters() int { return len(p.list) }

// Message returns the error of the last change, or "".
func (p *Panel) Message() string { return p.message }

// Report shows an error until the next change, as if a change of what has that name had failed; nil
// shows none.
func (p *Panel) Report(what string, err error) {
	if p.message = ""; err != nil {
		p.message = what + ": " + err.Error()
	}
}

// Sections returns what the panel shows now.
func (p *Panel) Sections() []Section {
	p.findCharacters()
	var out []Section
	add := func(title, prefix string, closed bool, fill func(s *section)) {
		s := &section{Section: Section{Title: title, Closed: closed != p.toggled[title]}, panel: p, prefix: prefix}
		if fill(s); len(s.Controls) > 0 {
			out = append(out, s.Section)
		}
	}
	add("Time", "", false, p.addTime)
	add("Picture", "", false, p.addPicture)
	add("Light", "light ", true, p.addLight)
	if character, ok := p.Selected(); ok {
		add("Character", "", false, p.addCharacter)
		add(p.machineTitle(character), "", false, p.addMachine)
		for _, e := range p.extensions {
			add(e.title, e.prefix, false, func(s *section) { e.fill(Rows{s}) })
		}
		player := p.animation.Player(character)
		for layer := range p.layerCount(player) {
			prefix := "layer " + strconv.Itoa(layer) + " "
			add("Layer "+strconv.Itoa(layer)+p.layerName(character, layer), prefix, false, func(s *section) {
				p.addLayer(s, character, layer)
			})
		}
		add("Matching", "match ", false, p.addMatching)
		add("Expressions", "expression ", false, p.addExpressions)
		add("Morphs", "morph ", false, p.addMorphs)
		add("Parts", "part ", true, p.addParts)
		add("Joint", "joint ", false, p.addJoint)
	}
	add("Events", "", false, p.addEvents)
	add("Milliseconds", "ms ", true, p.addTimes)
	add("Counts of a frame", "count ", true, p.addCounts)
	add("Megabytes", "MB ", true, p.addMemory)
	return out
}

// Toggle opens or closes the section of that title.
func (p *Panel) Toggle(title string) { p.toggled[title] = !p.toggled[title] }

// Find returns the control of that name, and reports whether there is one.
func (p *Panel) Find(name string) (Control, bool) {
	for _, s := range p.Sections() {
		for _, c := range s.Controls {
			if c.Name == name {
				return c, true
			}
		}
	}
	return Control{}, false
}

func (p *Panel) addTime(s *section) {
	s.toggle("paused", p.Paused, func(on bool) error {
		p.Paused = on
		return nil
	})
	c := s.slider("speed", math.Log2(p.Speed), math.Log2(MinSpeed), math.Log2(MaxSpeed), "x"+number(p.Speed, 2),
		func(x float64) error {
			p.Speed = math.Exp2(x)
			return nil
		})
	c.Step = 0.5
	if yielder, ok := p.scene.(Yielder); ok && p.yielded {
		s.button("as at first", func() error {
			p.yielded = false
			return yielder.ResumeSchedule()
		})
	}
	if w := p.Work; w.Name != "" { // a slider that moves by itself
		text := strconv.Itoa(w.Done) + " of " + strconv.Itoa(w.Total)
		s.slider(w.Name, float64(w.Done), 0, float64(max(w.Total, 1)), text, nil).Fixed = true
	}
	if p.message != "" {
		s.text("error", p.message)
	}
}

func (p *Panel) addPicture(s *section) {
	s.toggle("skeletons", p.Skeletons, func(on bool) error { return p.SetSkeletons(p.scene, on) })
	s.toggle("bounds", p.Bounds, func(on bool) error {
		p.Bounds = on
		return nil
	})
	s.choice("skinning", skinnings, p.skinningIndex(), func(i int) error {
		p.Skinning = nil
		if i > 0 {
			method := mesh.Skinning(i - 1)
			p.Skinning = &method
		}
		return nil
	})
	s.toggle("joint names", p.JointNames, func(on bool) error {
		p.JointNames = on
		return nil
	})
}

// skinnings are the methods of skinning after the first entry, in the order of their numbers.
var skinnings = []string{
	"as each part asks", mesh.SkinLinear.String(), mesh.SkinRigid.String(),
	mesh.SkinDualQuaternion.String(),
}

// skinningIndex returns the index of the method of skinning among those to choose from.
func (p *Panel) skinningIndex() int {
	if p.Skinning == nil {
		return 0
	}
	return 1 + int(*p.Skinning)
}

func (p *Panel) addCharacter(s *section) {
	if n := len(p.list); n > 1 {
		at := slices.Index(p.list, p.selected)
		c := s.slider("character", float64(at+1), 1, float64(n), strconv.Itoa(at+1)+" of "+strconv.Itoa(n),
			func(x float64) error {
				p.selected = p.list[min(max(int(math.Round(x)), 1), len(p.list))-1]
				return nil
			})
		c.Step = 1
	}
	if model := p.model(p.selected); model != nil {
		s.text("model", path.Base(model.Name))
	}
	if skeleton := p.skeleton(p.selected); skeleton != nil {
		s.text("joints", strconv.Itoa(skeleton.Len()))
	}
}

// model returns the model of a character, or nil: also if the character was removed, or in a scene
// without characters.
func (p *Panel) model(character ecs.Entity) *assets.Model {
	if !p.animation.World().Alive(character) {
		return nil
	}
	if mesh := p.meshes.Get(character); mesh != nil {
		return p.library.Model(mesh.Model)
	}
	return nil
}

// skeleton returns the skeleton of a character, or nil before its first frame.
func (p *Panel) skeleton(character ecs.Entity) *assets.Skeleton {
	if pool, _ := p.animation.Pool(character); pool != nil {
		return pool.Skeleton()
	}
	return nil
}

// number writes a number with some decimals, without zeros at the end.
func number(x float64, decimals int) string {
	factor := math.Pow(10, float64(decimals))
	return strconv.FormatFloat(math.Round(x*factor)/factor+0, 'f', -1, 64)
}

// decimal writes a number with exactly some decimals.
func decimal(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

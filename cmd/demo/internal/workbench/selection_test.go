package workbench

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

func TestOtherCharactersCanBeSelected(t *testing.T) {
	p, s := open(t, stage.Show, "", "")
	clip := mgl32.Perspective(0.8, 1.5, 0.1, 100).Mul4(mgl32.LookAtV(mgl32.Vec3{0, 2, 12}, mgl32.Vec3{0, 1, 0},
		mgl32.Vec3{0, 1, 0}))
	low, high, ok := p.Outline(clip)
	if !ok || low.X >= high.X || high.Y-low.Y > 0.9 {
		t.Errorf("the outline is %v to %v, %v", low, high, ok)
	}
	set(t, p, "character", 4, 0)
	if p.selected != p.list[3] || control(t, p, "character").Text != "4 of 20" {
		t.Errorf("the panel shows %q", control(t, p, "character").Text)
	}
	if other, _, _ := p.Outline(clip); other == low {
		t.Error("the outline stayed")
	}
	s.World().RemoveEntity(p.selected)
	if c := control(t, p, "character"); c.Text != "1 of 19" {
		t.Errorf("after the character was removed the panel shows %q", c.Text)
	}
}

// After a change that a scene would undo, the scene leaves its characters to the panel, until it is
// told to go on.
func TestSceneGoesOn(t *testing.T) {
	for _, name := range []string{stage.Show, stage.Locomotion, "blend-space"} {
		p, s := open(t, name, "", "")
		advance(t, s, 2)
		if _, ok := p.Find("as at first"); ok {
			t.Errorf("%s: there is nothing to take back yet", name)
		}
		before := joints(p)
		switch name {
		case stage.Show:
			c := control(t, p, "layer 0 clip")
			set(t, p, c.Name, option(t, c, "jump"), 0)
		case stage.Locomotion:
			set(t, p, "parameter speed", 3, 0)
		default:
			set(t, p, "layer 0 position", 0, 0)
			advance(t, s, 0.5)
			if x := control(t, p, "layer 0 position").Value; x != 0 {
				t.Errorf("%s: the scene moves the position to %v", name, x)
			}
		}
		advance(t, s, 0.5)
		if farthest(before, joints(p)) < 0.01 {
			t.Errorf("%s: nothing moves", name)
		}
		set(t, p, "as at first", 1, 0)
		if _, ok := p.Find("as at first"); ok {
			t.Errorf("%s: the change is taken back, but could be once more", name)
		}
		if name == stage.Show && farthest(before, joints(p)) > 1e-4 {
			t.Errorf("%s: it does not go on where it was", name)
		}
		if told, ok := s.(stage.Steerable); ok && !strings.HasPrefix(told.Status(), "script") {
			t.Errorf("%s: the status is %q", name, told.Status())
		}
	}
}

// In a scene with a thing that has a skeleton, but plays nothing, the panel begins with somebody
// who does.
func TestFirstSelectedCharacterPlays(t *testing.T) {
	p, _ := open(t, "full-body", "", "")
	if c := control(t, p, "model"); c.Text != "mannequin" || control(t, p, "character").Text != "2 of 2" {
		t.Errorf("the panel begins with %q, %q", c.Text, control(t, p, "character").Text)
	}
}

// The members of a crowd that the GPU poses are no characters: the panel shows what is left, and
// nothing is selected in the picture.
func TestSceneWithoutCharacters(t *testing.T) {
	input, err := stage.Input{Library: assets.NewLibrary(assets.Exact())}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := stage.Open(input, stage.Stadium, 100, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := New(s, &Settings{Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	advance(t, s, 0.1)
	if _, ok := p.Selected(); ok || p.Characters() != 0 {
		t.Errorf("%d characters", p.Characters())
	}
	clip := mgl32.Ident4()
	if _, _, ok := p.Outline(clip); ok || len(p.Joints(clip)) > 0 {
		t.Error("no character has an outline or joints")
	}
	if _, ok := p.JointAt(clip, 1, Point{0.5, 0.5}, 1); ok {
		t.Error("no character has a joint under the pointer")
	}
	set(t, p, "paused", 1, 0)
	if _, ok := p.Find("layer 0 time"); ok {
		t.Error("no character has a layer")
	}
}

// A character can be removed between two frames.
func TestSelectedCharacterIsRemoved(t *testing.T) {
	p, s := open(t, stage.Show, "", "")
	clip := mgl32.Perspective(0.8, 1.5, 0.1, 100).Mul4(mgl32.LookAtV(mgl32.Vec3{0, 2, 12}, mgl32.Vec3{0, 1, 0},
		mgl32.Vec3{0, 1, 0}))
	s.World().RemoveEntity(p.selected)
	if _, _, ok := p.Outline(clip); ok || len(p.Joints(clip)) > 0 {
		t.Error("a removed character has an outline or joints")
	}
	p.JointAt(clip, 1.5, Point{0.5, 0.5}, 0.1) // of the others
}

func TestSkinningIsChosen(t *testing.T) {
	p, _ := open(t, stage.Show, "walk", "")
	c := control(t, p, "skinning")
	for i, name := range c.Options[1:] {
		set(t, p, c.Name, float64(i+1), 0)
		if p.Skinning == nil || p.Skinning.String() != name || control(t, p, "skinning").Text != name {
			t.Errorf("the method %s is not chosen", name)
		}
	}
	set(t, p, c.Name, 0, 0)
	if p.Skinning != nil {
		t.Error("the choice is not left to the parts")
	}
}

func TestSectionsClose(t *testing.T) {
	p, _ := open(t, stage.Show, "walk", "")
	closed := func(title string) bool {
		for _, s := range p.Sections() {
			if s.Title == title {
				return s.Closed
			}
		}
		t.Fatalf("there is no section %q", title)
		return false
	}
	if closed("Time") || !closed("Milliseconds") {
		t.Error("wrong sections are closed at first")
	}
	p.Toggle("Time")
	if !closed("Time") {
		t.Error("the section did not close")
	}
}

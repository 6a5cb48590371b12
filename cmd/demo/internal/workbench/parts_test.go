package workbench

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// Each part of a model can be hidden and shown again, also while the scene is paused.
func TestPartsCanBeHidden(t *testing.T) {
	p, s := open(t, stage.Show, "", "assets/robot/robot.glb")
	set(t, p, "paused", 1, 0)
	model := p.model(p.selected)
	hidden := func() uint64 { return p.meshes.Get(p.selected).Hidden }
	if len(model.Parts) < 2 || hidden() != 0 {
		t.Fatalf("%d parts, of which %b are hidden", len(model.Parts), hidden())
	}
	toggles := 0
	for _, section := range p.Sections() {
		if section.Title != "Parts" {
			continue
		}
		for _, c := range section.Controls {
			toggles++
			if c.Kind != Toggle || c.Value != 1 || c.Fixed {
				t.Errorf("a part that is shown is %+v", c)
			}
			set(t, p, c.Name, 0, 0)
			if now := control(t, p, c.Name); now.Value != 0 || now.Text != "off" || hidden() == 0 {
				t.Errorf("after hiding %q it is %q, the hidden parts are %b", c.Label, now.Text, hidden())
			}
			set(t, p, c.Name, 1, 0)
			if hidden() != 0 {
				t.Errorf("after showing %q again %b are hidden", c.Label, hidden())
			}
		}
	}
	if toggles < 2 {
		t.Errorf("%d parts are listed of %d", toggles, len(model.Parts))
	}
	s.World().RemoveEntity(p.selected)
	p.Sections() // nobody is left
}

// What a character wears has parts too, and what a model hides itself can only be seen.
func TestPartsOfWornModels(t *testing.T) {
	p, s := open(t, stage.Show, "walk", "")
	others, err := scene.Recolored(p.library, p.model(p.selected))
	if err != nil {
		t.Fatal(err)
	}
	jacket := *others[1]
	jacket.Parts = append(slices.Clone(jacket.Parts), jacket.Parts[0])
	jacket.Parts[1].Name, jacket.Parts[1].Hidden = "lining", true
	if _, err := p.library.AddModel(&jacket); err != nil {
		t.Fatal(err)
	}
	if err := s.Animation().Wear(p.selected, &jacket); err != nil {
		t.Fatal(err)
	}
	set(t, p, "part worn 0 0", 0, 0)
	if worn := p.worn.Get(p.selected).Models[0].Hidden; worn != 0b11 {
		t.Errorf("of what is worn %b are hidden, expected both parts", worn)
	}
	if own := p.meshes.Get(p.selected).Hidden; own != 0 || control(t, p, "part 0").Value != 1 {
		t.Errorf("of the character's own parts %b are hidden", own)
	}
	if c := control(t, p, "part worn 0 1"); !c.Fixed || c.Value != 0 || c.Label != "lining" {
		t.Errorf("a part that its model hides is %+v", c)
	}
}

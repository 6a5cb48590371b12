package explain

import "fmt"

// Detail is how well and how often a character is posed, and whether it is drawn.
type Detail struct {
	// Level is the level of detail, Interval the frames from pose to pose.
	Level    int `json:"level"`
	Interval int `json:"interval"`
	// Posed reports that the last frame posed the character; otherwise Why tells the reason.
	Posed bool   `json:"posed"`
	Why   string `json:"why,omitempty"`
	// Culled reports that it is neither posed nor drawn.
	Culled bool `json:"culled,omitempty"`
}

// Model is a model that a character shows.
type Model struct {
	Name string `json:"name"`
	Worn bool   `json:"worn,omitempty"` // besides its own
	// ShownBy is the number of the garment that shows the model, which has joints that the character
	// lacks, in place of the character's parts; what it draws is told of that.
	ShownBy uint32 `json:"shownBy,omitempty"`
	// Missing tells why there is none, if so.
	Missing string `json:"missing,omitempty"`
	Parts   []Part `json:"parts"`
}

// Part is a part of a model.
type Part struct {
	Name string `json:"name"`
	// Shown reports that it is drawn; otherwise Why tells the reason.
	Shown bool   `json:"shown"`
	Why   string `json:"why,omitempty"`
	// Skin is the skin that moves it, Palette how many matrices the last frame made of it.
	Skin    string `json:"skin"`
	Palette int    `json:"palette"`
}

func (d *Detail) write(p *page) {
	posed := "posed in the last frame"
	if !d.Posed {
		posed = "not posed in the last frame: " + d.Why
	}
	often := "every frame"
	if d.Interval > 1 {
		often = fmt.Sprintf("one of %d frames", d.Interval)
	}
	p.line("detail: level %d, %s, %s", d.Level, often, posed)
}

func (m *Model) write(p *page) {
	kind := "draws model"
	if m.Worn {
		kind = "wears model"
	}
	if m.Missing != "" {
		p.line("%s: %s", kind, m.Missing)
		return
	}
	if m.ShownBy != 0 {
		p.line("%s %s, shown by its garment, character %d", kind, quoted(m.Name), m.ShownBy)
		return
	}
	p.line("%s %s", kind, quoted(m.Name))
	for _, part := range m.Parts {
		if !part.Shown {
			p.line("  part %s: not drawn, %s", quoted(part.Name), part.Why)
			continue
		}
		p.line("  part %s: skin %s, palette of %s", quoted(part.Name), quoted(part.Skin), plural(part.Palette,
			"matrix", "matrices"))
	}
}

func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

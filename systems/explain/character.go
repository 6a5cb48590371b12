package explain

// Character is all that makes a character look as it does at a moment.
type Character struct {
	// Entity and Generation are the number of the entity and how often it was used before.
	Entity     uint32 `json:"entity"`
	Generation uint32 `json:"generation"`
	// Skeleton is the name of the skeleton, and Joints how many it has.
	Skeleton string `json:"skeleton"`
	Joints   int    `json:"joints"`
	// Place is where the character is in the world, Scale the lengths of the axes of its Transform,
	// and Height the largest side of the box around its model there, in meters.
	Place  [3]Number `json:"place"`
	Scale  [3]Number `json:"scale"`
	Height Number    `json:"height"`

	// WornBy is the number of the entity whose garment the character is, and which gives it the pose
	// of the joints that both have.
	WornBy uint32 `json:"wornBy,omitempty"`

	Layers          []Layer          `json:"layers"`
	Control         *Control         `json:"control,omitempty"`
	Matching        *Matching        `json:"matching,omitempty"`
	Pair            *Pair            `json:"pair,omitempty"`
	RootMotion      *RootMotion      `json:"rootMotion,omitempty"`
	Given           []Given          `json:"given,omitempty"`
	Inertialization *Inertialization `json:"inertialization,omitempty"`
	Ragdoll         *Ragdoll         `json:"ragdoll,omitempty"`
	Modifiers       *Modifiers       `json:"modifiers,omitempty"`
	Detail          Detail           `json:"detail"`
	Models          []Model          `json:"models"`
	Findings        []Finding        `json:"findings"`
}

// RootMotion is the movement by the clips: Delta is that of the last update, in the character's
// space, with the angle about the axis up in radians.
type RootMotion struct {
	Delta  [3]Number `json:"delta"`
	Yaw    Number    `json:"yaw"`
	Manual bool      `json:"manual,omitempty"` // the program moves the character
}

// String returns the page.
func (c Character) String() string {
	var p page
	if c.Skeleton == "" && len(c.Layers) == 0 {
		p.line("entity %d is not a character", c.Entity)
		p.writeFindings(c.Findings)
		return p.String()
	}
	p.line("character %d: skeleton %s, %d joints, %v m high, scale %s, at %s", c.Entity, quoted(c.Skeleton), c.Joints,
		c.Height, list(c.Scale[:]), list(c.Place[:]))
	if c.WornBy != 0 {
		p.line("worn by character %d, which poses the joints that both have", c.WornBy)
	}
	for i := range c.Layers {
		c.Layers[i].write(&p)
	}
	for i := range c.Given {
		c.Given[i].write(&p)
	}
	// In the order of a frame.
	if c.Control != nil {
		c.Control.write(&p)
	}
	if c.Matching != nil {
		c.Matching.write(&p)
	}
	if c.Pair != nil {
		c.Pair.write(&p)
	}
	if r := c.RootMotion; r != nil {
		manual := ""
		if r.Manual {
			manual = ", applied by the program"
		}
		p.line("root motion: %s, yaw %v%s", list(r.Delta[:]), r.Yaw, manual)
	}
	if c.Inertialization != nil {
		c.Inertialization.write(&p)
	}
	if c.Ragdoll != nil {
		c.Ragdoll.write(&p)
	}
	if c.Modifiers != nil {
		c.Modifiers.write(&p)
	}
	c.Detail.write(&p)
	for i := range c.Models {
		c.Models[i].write(&p)
	}
	p.writeFindings(c.Findings)
	return p.String()
}

// Finding returns the first finding of a kind, and reports whether there is one.
func (c Character) Finding(id string) (f Finding, ok bool) {
	for _, f := range c.Findings {
		if f.ID == id {
			return f, true
		}
	}
	return Finding{}, false
}

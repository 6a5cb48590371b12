package explain

import "fmt"

// Joint is what made the rotation of a joint.
type Joint struct {
	Entity uint32 `json:"entity"`
	Joint  string `json:"joint"`
	Index  int    `json:"index"`
	// Rotation is that of the joint relative to its parent as it was posed last, xyzw.
	Rotation [4]Number `json:"rotation"`
	// Clips are the clips that were blended, in their order. The shares of those that override sum
	// to 1.
	Clips []Share `json:"clips"`
	// Steps are what came after the clips, in the order of a frame.
	Steps    []Step    `json:"steps"`
	Findings []Finding `json:"findings"`
}

// Share is the part of a clip in the rotation of a joint.
type Share struct {
	Layer int `json:"layer"`
	// Clip is the name; empty for the rest pose. Time is in seconds.
	Clip string `json:"clip"`
	Time Number `json:"time"`
	// Weight is the weight of the clip in the pose, and Mask the mask with the weight of the joint
	// in it.
	Weight     Number `json:"weight"`
	Mask       string `json:"mask,omitempty"`
	MaskWeight Number `json:"maskWeight"`
	// Share, 0 to 1, is how much of the blended rotation is of the clip. An additive clip has no
	// share: its difference is added with the weight Adds.
	Share Number `json:"share"`
	Adds  Number `json:"adds,omitempty"`
	// Rotation is that of the joint in the clip alone, xyzw; of an additive clip the difference.
	Rotation [4]Number `json:"rotation"`
}

// Step is what a system of a frame made of the rotation.
type Step struct {
	// System is its name, such as "ModifyPoses"; "SetLocalPose" is a pose that the program gives, and
	// "Wear" what a garment takes from its wearer.
	System string `json:"system"`
	// Degrees is by what angle it turned the joint relative to its parent.
	Degrees Number `json:"degrees"`
	// Of are those of its parts that work on the joint, such as solvers and bodies, with their
	// weights.
	Of []Cause `json:"of,omitempty"`
}

// Cause is a part of a system that works on a joint, such as "solver aim, goal \"look\"".
type Cause struct {
	Name   string `json:"name"`
	Weight Number `json:"weight"`
}

// String returns the page.
func (j Joint) String() string {
	var p page
	if j.Index < 0 {
		p.line("entity %d has no joint %s", j.Entity, quoted(j.Joint))
		p.writeFindings(j.Findings)
		return p.String()
	}
	p.line("joint %d %s of character %d: rotation %s", j.Index, quoted(j.Joint), j.Entity, list(j.Rotation[:]))
	for _, s := range j.Clips {
		name := "the rest pose"
		if s.Clip != "" {
			name = fmt.Sprintf("clip %s at %v s", quoted(s.Clip), s.Time)
		}
		mask := ""
		if s.Mask != "" {
			mask = fmt.Sprintf(" · mask %s %v", quoted(s.Mask), s.MaskWeight)
		}
		part := percent(s.Share) + " of"
		if s.Adds != 0 {
			part = fmt.Sprintf("adds %v of", s.Adds)
		}
		p.line("  layer %d: %s %s, weight %v%s", s.Layer, part, name, s.Weight, mask)
	}
	for _, s := range j.Steps {
		p.line("  %s turns it by %.4g degrees", s.System, float64(s.Degrees))
		for _, c := range s.Of {
			p.line("    %s, weight %v", c.Name, c.Weight)
		}
	}
	p.writeFindings(j.Findings)
	return p.String()
}

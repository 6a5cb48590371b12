package explain

import "strings"

// Finding is something that a character hardly is meant to be, and the reason why it looks as it
// does.
type Finding struct {
	// ID names the kind of finding for good, such as "nothing-played".
	ID string `json:"id"`
	// Where is the part of the character, such as "layer 1"; empty for the whole of it.
	Where string `json:"where,omitempty"`
	// Text says what was expected and what was found.
	Text string `json:"text"`
	// Cure says what a program can do.
	Cure string `json:"cure"`
}

// String returns the finding in two lines.
func (f Finding) String() string {
	text := f.ID + ": "
	if f.Where != "" {
		text += f.Where + ": "
	}
	return text + f.Text + "\n  cure: " + f.Cure
}

// writeFindings writes a list of findings below each other.
func (p *page) writeFindings(list []Finding) {
	if len(list) == 0 {
		p.line("findings: none")
		return
	}
	p.line("findings")
	for _, f := range list {
		for line := range strings.SplitSeq(f.String(), "\n") {
			p.line("  %s", line)
		}
	}
}

package workbench

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets/matching"
)

// moreCandidates is how many frames besides the one that plays the panel tells the costs of.
const moreCandidates = 4

// addMatching adds why a character plays the frame of a database that it plays: the cost by feature
// of that frame or of another one that a search would choose from now, and the costs of all. It is
// computed only while the section is open.
func (p *Panel) addMatching(s *section) {
	w := p.animation.Wish(p.selected)
	if w == nil {
		return
	}
	if s.Closed {
		s.text("costs", "")
		return
	}
	m, err := p.animation.ExplainMatch(p.selected, moreCandidates)
	if err != nil || len(m.Playing.Features) == 0 {
		return
	}
	all := append([]matching.Candidate{m.Playing}, m.Best...)
	var names []string
	most, mostOfFeature := float32(0), float32(0)
	for i, c := range all {
		of, seconds := m.Database.ClipTime(c.Frame)
		name := "?"
		if clip := p.library.Clip(of); clip != nil {
			name = clip.Name()
		}
		rank := "plays"
		if i > 0 {
			rank = fmt.Sprintf("number %d", i)
		}
		names = append(names, fmt.Sprintf("%s: %s %.2f s", rank, name, seconds))
		most = max(most, c.Cost)
		for _, x := range c.Features {
			mostOfFeature = max(mostOfFeature, x)
		}
	}
	bar := func(label string, value, most float32) {
		s.slider(label, float64(value), 0, float64(max(most, 1e-3)), decimal(float64(value), 2), nil).Fixed = true
	}
	p.explained = min(p.explained, len(all)-1)
	s.choice("frame", names, p.explained, func(i int) error {
		p.explained = i
		return nil
	})
	shown := all[p.explained]
	for i, f := range m.Database.Features() {
		bar(shortFeature(f.Name), shown.Features[i], mostOfFeature)
	}
	bar("bias", shown.Bias, mostOfFeature)
	for i, c := range all {
		label := "plays costs"
		if i > 0 {
			label = fmt.Sprintf("number %d costs", i)
		}
		bar(label, c.Cost, most)
	}
	away := w.Place.Position
	if t := p.transforms.Get(p.selected); t != nil {
		away = away.Sub(t.Matrix.Col(3).Vec3())
	}
	s.text("drift", number(float64(away.Len()), 2)+" m")
}

// shortFeature returns the name of a feature for the narrow column of labels: the joint first.
func shortFeature(name string) string {
	what, joint, ok := strings.Cut(name, " of ")
	if !ok {
		return name
	}
	return strings.ReplaceAll(joint, "_", " ") + " " + what
}

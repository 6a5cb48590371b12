package explain

import (
	"fmt"
	"strings"
)

// Layer is what a layer of a character plays.
type Layer struct {
	Number int `json:"number"`
	// Name is that of the layer in the graph that drives it; empty without one.
	Name string `json:"name,omitempty"`
	// Weight is the weight of the whole layer; it moves to Target by Rate per second.
	Weight Number `json:"weight"`
	Target Number `json:"target"`
	Rate   Number `json:"rate"`
	// Mode is "override" or "additive".
	Mode string `json:"mode"`
	// Mask is the name of the mask, empty for all joints; MaskJoints is how many joints have a
	// weight above 0 in it.
	Mask       string `json:"mask,omitempty"`
	MaskJoints int    `json:"maskJoints"`
	Paused     bool   `json:"paused,omitempty"`
	// Sync is the sync group, 0 for none.
	Sync int `json:"sync,omitempty"`
	// Fade is the crossfade, if there is one.
	Fade *Fade `json:"fade,omitempty"`
	// Plays is first what the layer plays, and then what fades out.
	Plays []Playing `json:"plays"`
}

// Fade is a crossfade that goes on: Elapsed of Duration seconds are over, and what fades in has
// come to Progress, 0 to 1, by its Curve.
type Fade struct {
	Elapsed  Number `json:"elapsed"`
	Duration Number `json:"duration"`
	Progress Number `json:"progress"`
	Curve    string `json:"curve,omitempty"`
}

// Playing is a motion at its time.
type Playing struct {
	// Motion and Kind are the name and the kind of the motion, such as "walk" and "clip". Missing
	// tells why there is none, if so.
	Motion  string `json:"motion,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Missing string `json:"missing,omitempty"`
	// FadesOut reports that it is what the layer played before.
	FadesOut bool `json:"fadesOut,omitempty"`
	// Time is between Start and End: seconds, or for a phase 0 to 1.
	Time  Number `json:"time"`
	Start Number `json:"start"`
	End   Number `json:"end"`
	// Mode is the play mode, such as "loop", LoopsDone of LoopLimit loops are over; without a limit
	// it is 0.
	Mode      string `json:"mode"`
	LoopsDone uint32 `json:"loopsDone"`
	LoopLimit uint32 `json:"loopLimit,omitempty"`
	// Weight is the part in its layer, 0 to 1.
	Weight Number `json:"weight"`
	// Speed is the product of Scales: the seconds of the motion that pass in a second of
	// Animation.Update.
	Speed  Number `json:"speed"`
	Scales Scales `json:"scales"`
	// OnTheSpot is set if the motion is a clip in which the character walks on the spot: how fast the
	// program must move the character so that the feet do not slide, in units of the world for a
	// second of Animation.Update.
	OnTheSpot Number `json:"onTheSpot,omitempty"`
	// At is the position of a motion that has one, such as a blend space.
	At []Number `json:"at,omitempty"`
	// Clips are those that the motion shows, with weights that sum to 1, unless it is a clip
	// itself.
	Clips    []Clip `json:"clips,omitempty"`
	Finished bool   `json:"finished,omitempty"`
	Backward bool   `json:"backward,omitempty"`
	Held     bool   `json:"held,omitempty"` // a clip is not in memory
}

// Scales are the factors of a speed.
type Scales struct {
	Clock     Number `json:"clock"`
	Character Number `json:"character"`
	Layer     Number `json:"layer"`
	Playback  Number `json:"playback"`
}

// Clip is a clip that another motion shows.
type Clip struct {
	Name   string `json:"name"`
	Time   Number `json:"time"` // in seconds
	Weight Number `json:"weight"`
}

func (l *Layer) write(p *page) {
	head := fmt.Sprintf("layer %d", l.Number)
	if l.Name != "" {
		head += " " + quoted(l.Name)
	}
	if l.Number > 0 {
		head += fmt.Sprintf(": %s, weight %v", l.Mode, l.Weight)
		if l.Rate != 0 {
			head += fmt.Sprintf(" to %v by %v a second", l.Target, l.Rate)
		}
		if l.Mask == "" {
			head += ", all joints"
		} else {
			head += fmt.Sprintf(", mask %s of %d joints", quoted(l.Mask), l.MaskJoints)
		}
	}
	if l.Paused {
		head += ", paused"
	}
	if l.Sync > 0 {
		head += fmt.Sprintf(", sync group %d", l.Sync)
	}
	p.line("%s", head)
	if f := l.Fade; f != nil {
		curve := ""
		if f.Curve != "" {
			curve = ", curve " + f.Curve
		}
		p.line("  fades: %v of %v s, %s%s", f.Elapsed, f.Duration, percent(f.Progress), curve)
	}
	for i := range l.Plays {
		l.Plays[i].write(p)
	}
}

func (a *Playing) write(p *page) {
	verb := "plays"
	if a.FadesOut {
		verb = "fades out"
	}
	if a.Missing != "" {
		p.line("  %s %s, weight %v", verb, a.Missing, a.Weight)
		return
	}
	var more []string
	if a.LoopLimit > 0 {
		more = append(more, fmt.Sprintf("%d of %d loops done", a.LoopsDone, a.LoopLimit))
	}
	for _, is := range []struct {
		so   bool
		text string
	}{{a.Finished, "finished"}, {a.Backward, "on its way back"}, {a.Held, "waits for a clip that is not in memory"}} {
		if is.so {
			more = append(more, is.text)
		}
	}
	if len(a.At) > 0 {
		more = append(more, "at position "+list(a.At))
	}
	p.line("  %s %s %s at %v of %v to %v, %s, weight %v%s", verb, a.Kind, quoted(a.Motion), a.Time, a.Start, a.End,
		a.Mode,
		a.Weight, strings.Join(append([]string{""}, more...), ", "))
	s := &a.Scales
	p.line("    speed %v = clock %v · character %v · layer %v · playback %v", a.Speed, s.Clock, s.Character, s.Layer,
		s.Playback)
	if a.OnTheSpot != 0 {
		p.line("    walks on the spot: feet do not slide if the program moves the character by %.4g units of "+
			"the world a second",
			float64(a.OnTheSpot))
	}
	for _, c := range a.Clips {
		p.line("    shows clip %s at %v s, weight %v", quoted(c.Name), c.Time, c.Weight)
	}
}

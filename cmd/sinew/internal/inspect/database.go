package inspect

import (
	"fmt"
	"io"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/cmd/internal/survey"
	"github.com/sinew-go/sinew/cmd/internal/text"
)

// What counts as a double: frames that cost so little a search for one of the two, in a row.
const (
	alikeCost   = 0.05
	alikeFrames = 5
	// mostListed is how many doubles, and stretches that never played, are listed.
	mostListed = 12
)

// WriteDatabase prints what is in a database: its report, how many frames have which speed and
// turning, and what is there twice. Of a session, whose frames have played, it also prints what never
// did; nil is for none.
func WriteDatabase(w io.Writer, d *matching.Database, library *assets.Library, file string,
	session *matching.Session,
) error {
	p := printer{w: w}
	p.line("%s  %s", file, text.Printable(d.Name()))
	p.line("%s", d.Report())
	coverage, err := survey.Cover(d)
	if err != nil {
		return err
	}
	p.coverage(&coverage)
	doubles := survey.Doubles(d, alikeCost, alikeFrames)
	total := 0
	for i := range doubles {
		total += doubles[i].Frames
	}
	p.line("\n%s there twice, of %d", text.Count(total, "frame"), d.Frames())
	where := func(s survey.Stretch) string { return stretchName(d, library, s) }
	p.table("Doubles", []string{">frames", "there", "and there", ">cost"}, min(len(doubles), mostListed),
		func(i int) []string {
			double := &doubles[i]
			return []string{
				fmt.Sprint(double.Frames), where(double.Stretch),
				where(survey.Stretch{First: double.Other, Frames: double.Frames}), fmt.Sprintf("%.3f", double.Cost),
			}
		})
	if session == nil {
		return p.err
	}
	unused := survey.Unused(d, session)
	total = 0
	for i := range unused {
		total += unused[i].Frames
	}
	p.line("\n%s never played in the session, of %d that can be found", text.Count(total, "frame"), d.Report().Found)
	p.table("Never played", []string{">frames", "where"}, min(len(unused), mostListed), func(i int) []string {
		return []string{fmt.Sprint(unused[i].Frames), where(unused[i])}
	})
	return p.err
}

// stretchName returns the clip and the seconds of a stretch.
func stretchName(d *matching.Database, library *assets.Library, s survey.Stretch) string {
	of, from := d.ClipTime(s.First)
	_, to := d.ClipTime(s.First + s.Frames - 1)
	return fmt.Sprintf("%s %.2f to %.2f s", text.Printable(library.Clip(of).Name()), from, to)
}

// coverage prints the frames in percent by speed and turning.
func (p *printer) coverage(c *survey.Coverage) {
	all := 0
	for _, row := range c.Frames {
		for _, n := range row {
			all += n
		}
	}
	if all == 0 {
		return
	}
	header := []string{">m/s"}
	for i := range c.Frames[0] {
		header = append(header, fmt.Sprintf(">%+g", -c.MostTurn+(float64(i)+0.5)*c.TurnStep))
	}
	p.table("Coverage: percent of the frames by speed, and by degrees a second to the left", header, len(c.Frames),
		func(i int) []string {
			row := []string{fmt.Sprintf("%g", float64(i)*c.SpeedStep)}
			for _, n := range c.Frames[i] {
				cell := "."
				if n > 0 {
					cell = fmt.Sprintf("%.1f", 100*float64(n)/float64(all))
				}
				row = append(row, cell)
			}
			return row
		})
}

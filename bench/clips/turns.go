package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// form is a baked form of a clip.
type form struct {
	bytes  int
	sample func(time float64, locals []float32)
}

// way is how clips are baked.
type way struct {
	name string
	bake func(c *clip.Clip, s setting) (form, error)
}

// ways are the ways that are compared with the first of them. The script before/run adds one to the
// front: how an earlier commit bakes.
var ways = []way{{"whole frames", bakeWith(false)}, {"small", bakeWith(true)}}

// bakeWith returns how clips are baked with and without bake.Options.Small.
func bakeWith(small bool) func(c *clip.Clip, s setting) (form, error) {
	return func(c *clip.Clip, s setting) (form, error) {
		baked, report := bake.Bake(c, s.options(small))
		if baked == nil {
			return form{}, fmt.Errorf("%s stays exact: %s", c.Name(), report.Reason)
		}
		return form{baked.Bytes(), func(time float64, locals []float32) { baked.Sample(time, locals, nil) }}, nil
	}
}

// turn is how many poses are sampled before it is another way's turn.
const turn = 512

// A stopwatch collects times in nanoseconds of one way.
type stopwatch struct{ baking, random, forward []float64 }

// measured is what a way comes to over all clips: bytes, and sums of the least and the median time of
// each.
type measured struct {
	bytes          int
	baking         [2]float64
	random, onward [2]float64
}

// add adds a clip.
func (m *measured) add(bytes int, s *stopwatch) {
	m.bytes += bytes
	for i, times := range [...][]float64{s.baking, s.random, s.forward} {
		slices.Sort(times)
		sums := [...]*[2]float64{&m.baking, &m.random, &m.onward}[i]
		sums[0] += times[0]
		sums[1] += times[len(times)/2]
	}
}

// printTurns prints bytes and times of recordings in each way, which take turns, so that a machine
// that gets slower slows all of them.
func printTurns(w io.Writer, clips func(s setting) ([]*clip.Clip, error), order []setting, turns int) error {
	fmt.Fprintf(w, "## Ways to bake, in %d turns of %d poses\n\n", turns, turn)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| way\t| Hz\t| tolerance, mm\t| bytes\t| : first\t| bake, ms of processors\t| : first\t| random, ns\t| : first\t"+
		"| its median\t| : first\t| forward, ns\t| : first\t| its median\t| : first\t|")
	fmt.Fprintln(t, "|---\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|")
	for _, s := range order {
		all, err := clips(s)
		if err != nil {
			return err
		}
		results := make([]measured, len(ways))
		for _, c := range all {
			if err := takeTurns(c, s, turns, results); err != nil {
				return err
			}
		}
		first, n := results[0], float64(len(all))
		for i, r := range results {
			fmt.Fprintf(t, "| %s\t| %g\t| %g\t| %d\t| %.3f\t", ways[i].name, s.rate, s.toleranceMM, r.bytes,
				float64(r.bytes)/float64(first.bytes))
			fmt.Fprintf(t, "| %.0f\t| %.3f\t", r.baking[0]/1e6, r.baking[0]/first.baking[0])
			for _, pair := range [...][2]float64{
				{r.random[0], first.random[0]},
				{r.random[1], first.random[1]},
				{r.onward[0], first.onward[0]},
				{r.onward[1], first.onward[1]},
			} {
				fmt.Fprintf(t, "| %.1f\t| %.3f\t", pair[0]/n, pair[0]/pair[1])
			}
			fmt.Fprintln(t, "|")
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return nil
}

// bakings is how often a clip is baked in each way.
const bakings = 15

// takeTurns adds a clip, baked in each way, to the results of the ways.
func takeTurns(c *clip.Clip, s setting, turns int, results []measured) error {
	forms, watches := make([]form, len(ways)), make([]stopwatch, len(ways))
	for range bakings {
		for i, way := range ways {
			start := probe.ProcessTime()
			var err error
			if forms[i], err = way.bake(c, s); err != nil {
				return err
			}
			watches[i].baking = append(watches[i].baking, float64(probe.ProcessTime()-start))
		}
	}
	source := rand.New(rand.NewPCG(1, 1))
	random, forward := make([]float64, turn), make([]float64, turn)
	for i := range turn {
		random[i] = c.Start() + source.Float64()*c.Duration()
		forward[i] = c.Start() + math.Mod(float64(i)/60, c.Duration())
	}
	locals := make([]float32, len(c.BaseLocals()))
	sampled := func(f form, times []float64) float64 {
		start := time.Now()
		for _, t := range times {
			f.sample(t, locals)
		}
		return float64(time.Since(start)) / turn
	}
	for range turns {
		for i, f := range forms {
			watches[i].random = append(watches[i].random, sampled(f, random))
			watches[i].forward = append(watches[i].forward, sampled(f, forward))
		}
	}
	for i, f := range forms {
		results[i].add(f.bytes, &watches[i])
	}
	return nil
}

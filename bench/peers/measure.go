package peers

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// Result is one measurement.
type Result struct {
	Peer       string  `json:"peer"`
	Note       string  `json:"note"`
	Other      string  `json:"other,omitempty"` // see [Peer]
	Clips      int     `json:"clips"`
	Characters int     `json:"characters"`
	Time       float64 `json:"time"`       // nanoseconds per character and frame, least of several runs
	Median     float64 `json:"median"`     // the same of the median run
	Difference float64 `json:"difference"` // see [Expected.Difference]
}

// The number of characters and frames by which [Agree] compares a peer with the reference.
const (
	ComparedCharacters = 5
	ComparedFrames     = 6
)

// Agree returns the largest [Expected.Difference] of a peer for a few characters, after a few
// frames.
func Agree(peer Peer, c Case) (float64, error) {
	c.Characters = ComparedCharacters
	expected, err := Expect(c)
	if err != nil {
		return 0, err
	}
	crowd, err := peer.Open(c)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", peer.Name, err)
	}
	for range ComparedFrames {
		crowd.Update(Frame)
	}
	largest := 0.0
	for i := range c.Characters {
		difference, err := expected.Difference(crowd.Palette(i), i, ComparedFrames*Frame)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", peer.Name, err)
		}
		largest = max(largest, difference) // keeps NaN
	}
	return largest, nil
}

// Measure measures a peer with the first clip and, if it can blend, with the first two, for each
// number of characters. For each row it spends the budget on runs of a few milliseconds, and takes
// the fastest one and the median.
func Measure(peer Peer, c Case, characters []int, budget time.Duration) ([]Result, error) {
	var results []Result
	for clips := 1; clips <= min(len(c.Clips), peer.Blends); clips++ {
		c := Case{File: c.File, Clips: c.Clips[:clips]}
		difference, err := Agree(peer, c)
		if err != nil {
			return nil, err
		}
		for _, c.Characters = range characters {
			crowd, err := peer.Open(c)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", peer.Name, err)
			}
			least, median := timeFrames(crowd, budget)
			results = append(results, Result{
				Peer: peer.Name, Note: peer.Note, Other: peer.Other, Clips: clips, Characters: c.Characters,
				Time: least / float64(c.Characters), Median: median / float64(c.Characters), Difference: difference,
			})
		}
	}
	return results, nil
}

// timeFrames returns the time of a frame in the fastest run and in the median one, in nanoseconds.
func timeFrames(crowd Crowd, budget time.Duration) (least, median float64) {
	const run = 4 * time.Millisecond // long against the clock's resolution, short against disturbances
	runtime.GC()
	crowd.Update(Frame) // grows buffers
	frames := 1
	var runs []float64
	for end := time.Now().Add(budget); len(runs) == 0 || time.Now().Before(end); {
		start := time.Now()
		for range frames {
			crowd.Update(Frame)
		}
		elapsed := time.Since(start)
		if elapsed < run {
			frames *= 2
			continue
		}
		runs = append(runs, float64(elapsed)/float64(frames))
	}
	return slices.Min(runs), Median(runs)
}

// Median returns the middle one of some numbers, or the mean of the two in the middle. It sorts
// them.
func Median(numbers []float64) float64 {
	slices.Sort(numbers)
	n := len(numbers)
	return (numbers[(n-1)/2] + numbers[n/2]) / 2
}

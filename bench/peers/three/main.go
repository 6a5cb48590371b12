package main

import (
	"fmt"

	"github.com/sinew-go/sinew/bench/peers"
)

func main() { peers.Run(measure) }

const (
	name = "three.js r187"
	note = "in Node; mixer, world matrices, skeleton"
)

// measure measures one clip and, if there are two, both, in Node.
func measure(a peers.Arguments) ([]peers.Result, error) {
	var results []peers.Result
	for clips := 1; clips <= min(len(a.Clip), 2); clips++ {
		c := a.Case()
		c.Clips = c.Clips[:clips]
		answer, err := ask(c, a)
		if err != nil {
			return nil, fmt.Errorf("three.js: %w", err)
		}
		difference, err := compare(c, answer.Palettes)
		if err != nil {
			return nil, fmt.Errorf("three.js: %w", err)
		}
		for i, characters := range a.Characters {
			results = append(results, peers.Result{
				Peer: name, Note: note, Clips: clips, Characters: characters,
				Time: answer.Times[i][0] / float64(characters), Median: answer.Times[i][1] / float64(characters),
				Difference: difference,
			})
		}
	}
	return results, nil
}

// compare returns the largest difference of the palettes, as [peers.Agree] does.
func compare(c peers.Case, palettes [][]float32) (float64, error) {
	expected, err := peers.Expect(c)
	if err != nil {
		return 0, err
	}
	largest := 0.0
	for i, palette := range palettes {
		difference, err := expected.Difference(palette, i, peers.ComparedFrames*peers.Frame)
		if err != nil {
			return 0, err
		}
		largest = max(largest, difference)
	}
	return largest, nil
}

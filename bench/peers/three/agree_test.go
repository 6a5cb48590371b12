package main

import (
	"errors"
	"os/exec"
	"testing"
	"time"

	"github.com/sinew-go/sinew/bench/peers"
	"github.com/sinew-go/sinew/bench/peers/agree"
)

func TestPalettesAgree(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skipf("Node is missing: .ci/deps validator installs it: %v", err)
	}
	for _, work := range agree.Works {
		t.Run(work.Name, func(t *testing.T) {
			c := work.Case(t)
			results, err := measure(peers.Arguments{
				Model: c.File, Clip: c.Clips, Characters: []int{2},
				Budget: time.Millisecond,
			})
			if errors.Is(err, errMissing) {
				t.Skipf("three.js is missing, make bench-peers installs it: %v", err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(results) != len(c.Clips) {
				t.Fatalf("%d results for %d clips", len(results), len(c.Clips))
			}
			for _, result := range results {
				if !(result.Difference <= 1e-5) {
					t.Errorf("%d clips: difference %.2g", result.Clips, result.Difference)
				}
				if !(result.Time > 0) || !(result.Median >= result.Time) {
					t.Errorf("%d clips: %v ns, median %v", result.Clips, result.Time, result.Median)
				}
			}
		})
	}
}

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/bench/peers"
)

// example returns a report of three peers: one cannot blend, one does less, and one was not
// measured.
func example() *report {
	r := &report{
		machine: "Some CPU", date: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		failures: map[string]error{"three": errors.New("no Node")}, rounds: 3,
	}
	fox := subject{name: "Fox", clips: []int{1, 2}}
	for clips := 1; clips <= 2; clips++ {
		r.add(fox, []peers.Result{
			{Peer: "Sinew", Note: "ours", Clips: clips, Characters: 1, Time: 1000},
			{Peer: "Sinew", Note: "ours", Clips: clips, Characters: 1000, Time: 200, Median: 250},
			{
				Peer: "lesser", Note: "theirs", Other: "no hierarchy", Clips: clips, Characters: 1000, Time: 600,
				Difference: 0.08,
			},
		})
	}
	for _, time := range []float64{230, 240} { // two more rounds
		r.add(fox, []peers.Result{{Peer: "Sinew", Note: "ours", Clips: 1, Characters: 1000, Time: time, Median: time + 30}})
	}
	r.add(subject{name: "Robot", clips: []int{0}}, []peers.Result{
		{Peer: "single", Note: "cannot", Clips: 1, Characters: 1000, Time: 999, Difference: 0.3},
	})
	r.add(fox, []peers.Result{{Peer: "single", Note: "cannot", Clips: 1, Characters: 1000, Time: 2500}})
	return r
}

func TestMarkdown(t *testing.T) {
	table := example().markdown()
	for _, want := range []string{
		"Some CPU, 21 November 2026", "3 rounds",
		"Fox, 1 clip", "Fox, 2 clips blended",
		`| lesser \*`, `| single \*`, "Not all of the work: no hierarchy.",
		"Not measured, three: no Node.",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("the table lacks %q:\n%s", want, table)
		}
	}
	for line, want := range map[string][]string{
		"Fox, 1 clip | single":          {"2500", "12.5"},
		"Fox, 1 clip | Sinew":           {"1000", "200", "260", "8 %", "1.0"},
		"Fox, 2 clips blended | single": {"cannot"},
	} {
		row := ""
		for text := range strings.Lines(table) {
			if strings.Contains(strings.Join(strings.Fields(text), " "), line) {
				row = text
			}
		}
		for _, cell := range want {
			if !strings.Contains(row, " "+cell+" ") {
				t.Errorf("row %q lacks %s: %s", line, cell, row)
			}
		}
	}
}

// A file that is made is one that the programs can measure: a skin of 64 joints, all of which two
// clips turn and move.
func TestMakeSubject(t *testing.T) {
	s, err := makeSubject(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := peers.Expect(peers.Case{File: s.file, Clips: s.clips}); err != nil {
		t.Fatal(err)
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := gltfio.Open(library, s.file)
	if err != nil {
		t.Fatal(err)
	}
	if n := library.Skin(model.Skins[0]).Len(); n != 64 {
		t.Errorf("%d joints", n)
	}
	for _, id := range model.Clips {
		if tracks := len(library.Clip(id).Tracks()); tracks != 2*64 {
			t.Errorf("%d tracks", tracks)
		}
	}
}

func TestDraw(t *testing.T) {
	path := filepath.Join(t.TempDir(), "peers.svg")
	if err := example().draw(path); err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(svg), "999 ns") {
		t.Error("the chart shows a time for poses that differ")
	}
	for _, want := range []string{"200 ns", "2.5 µs", "lesser (less work)", "Fox, 2 clips blended"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the chart lacks %q", want)
		}
	}
}

func TestMissingSubjects(t *testing.T) {
	if _, err := (flags{Shared: t.TempDir()}).subjects(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	subjects, err := flags{Model: "some.glb"}.subjects()
	if err != nil || len(subjects) != 1 || len(subjects[0].clips) != 1 {
		t.Errorf("subjects %v, %v", subjects, err)
	}
}

func TestBuildErrors(t *testing.T) {
	if _, err := build(t.TempDir(), "nonesuch"); err == nil || !strings.Contains(err.Error(), "nonesuch") {
		t.Errorf("error %v", err)
	}
}

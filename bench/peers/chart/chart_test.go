package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/bench/peers/plots"
)

const printed = `goos: linux
goarch: amd64
cpu: Some CPU
BenchmarkFrame/joints=64/characters=1000/workers=1-2 	 1000	 400000 ns/op	 400.0 ns/character	 0 B/op
BenchmarkFrame/joints=64/characters=1/workers=1-2    	 1000	 2000 ns/op	 2000 ns/character	 0 B/op
BenchmarkFrame/joints=64/characters=1000/workers=1-2 	 1000	 380000 ns/op	 380.0 ns/character	 0 B/op
BenchmarkFrame/joints=24/characters=1000/workers=1-2 	 1000	 200000 ns/op	 200.0 ns/character	 0 B/op
BenchmarkKernel/kernel=Scale-2                       	 1000	 20 ns/op	 20 ns/character
BenchmarkMemory/joints=64/characters=1000-2          	 10	 900000 ns/op	 900 ns/character
BenchmarkMemory/joints=64/characters=10000-2         	 1	 9000000 ns/op	 4461 bytes/character	 900 ns/character
PASS
`

func TestReadReturnsALinePerBenchmarkWithSeveralNumbers(t *testing.T) {
	chart, err := read(strings.NewReader(printed), "bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(chart.Series) != 1 || chart.Series[0].Name != "Frame joints=64 workers=1" {
		t.Fatalf("lines: %+v", chart.Series)
	}
	want := []plots.Point{{Characters: 1, Time: 2000}, {Characters: 1000, Time: 380}}
	if !slices.EqualFunc(chart.Series[0].Points, want, func(a, b plots.Point) bool {
		return a.Characters == b.Characters && a.Time > b.Time-1e-6 && a.Time < b.Time+1e-6
	}) {
		t.Errorf("points %v, want %v", chart.Series[0].Points, want)
	}
	if !strings.Contains(chart.Title, "Some CPU") {
		t.Errorf("title %q", chart.Title)
	}
}

func TestDraw(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "bench.txt"), filepath.Join(folder, "bench.svg")
	for name, row := range map[string]struct{ text, fault string }{
		"results":     {printed, ""},
		"no results":  {"PASS\n", "nothing to draw"},
		"broken line": {"BenchmarkFrame/characters=1 1000 x ns/op\n", "bench.txt:1"},
	} {
		if err := os.WriteFile(in, []byte(row.text), 0o644); err != nil {
			t.Fatal(err)
		}
		err := draw(in, out)
		switch {
		case row.fault == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case row.fault != "" && (err == nil || !strings.Contains(err.Error(), row.fault)):
			t.Errorf("%s: error %v, want one with %q", name, err, row.fault)
		}
	}
}

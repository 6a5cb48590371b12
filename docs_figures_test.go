package sinew_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// recorded holds the least value of each benchmark in bench/results/frame.txt, by name and unit.
type recorded map[string]float64

func readRecorded(t *testing.T) recorded {
	t.Helper()
	least := recorded{}
	for line := range strings.Lines(read(t, "bench/results/frame.txt")) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := fields[0][len("Benchmark"):strings.LastIndex(fields[0], "-")]
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			key := name + " " + fields[i+1]
			if before, ok := least[key]; !ok || value < before {
				least[key] = value
			}
		}
	}
	return least
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// readPeers returns what each library of bench/results/peers.txt takes for each of the works, in
// their order there: the fastest run with 1,000 characters, as docs/performance.md writes it.
func readPeers(t *testing.T) map[string][]string {
	t.Helper()
	times := map[string][]string{}
	var works []string // those of the file so far
	for line := range strings.Lines(read(t, "bench/results/peers.txt")) {
		cells := strings.Split(line, "|")
		if len(cells) < 10 || strings.Contains(line, "characters=") || strings.Contains(line, "---") {
			continue
		}
		work, name, fastest := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.TrimSpace(cells[5])
		if len(works) == 0 || works[len(works)-1] != work {
			works = append(works, work)
		}
		for len(times[name]) < len(works)-1 {
			times[name] = append(times[name], "crashed")
		}
		if fastest != "cannot" {
			fastest = grouped(fastest) + " ns"
		}
		times[name] = append(times[name], fastest)
	}
	for name := range times {
		for len(times[name]) < len(works) {
			times[name] = append(times[name], "crashed")
		}
	}
	return times
}

// grouped writes an integer with a comma between thousands.
func grouped(value string) string {
	if len(value) <= 3 {
		return value
	}
	return grouped(value[:len(value)-3]) + "," + value[len(value)-3:]
}

// The figures that documents publish are those of the raw outputs in bench/results: the tables of
// frames, the comparison with plain C, and the bytes and errors of baked clips.
func TestFiguresAreRecorded(t *testing.T) {
	least := readRecorded(t)
	// frame returns the least nanoseconds of a character in a frame; which is what follows
	// "joints=64".
	frame := func(which string) string {
		value, ok := least["Frame/joints=64/"+which+" least-ns/character"]
		if !ok {
			t.Errorf("bench/results/frame.txt has no %s", which)
		}
		return grouped(fmt.Sprintf("%.0f", value))
	}
	type row struct{ document, text string }
	var rows []row
	add := func(document, format string, values ...any) {
		rows = append(rows, row{document, fmt.Sprintf(format, values...)})
	}

	plain := map[string][]string{} // by clips: plain C, whole frame, times
	for line := range strings.Lines(read(t, "bench/results/plain-c.txt")) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == 4 && strings.HasPrefix(line, "| ") {
			plain[strings.TrimPrefix(cells[0], "| ")] = []string{cells[1], cells[2], strings.TrimSuffix(cells[3], " |")}
		}
	}
	one, two := plain["1"], plain["2"]
	add("docs/frame.md", "| 1 clip | %s ns | %s ns | %s |", one[0], one[1], one[2])
	add("docs/frame.md", "| 2 clips | %s ns | %s ns | %s |", two[0], two[1], two[2])
	add("docs/performance.md", "(%s and %s ns)", one[0], two[0])

	for clips, name := range map[int]string{1: "1 clip", 2: "2 clips blended"} {
		of := func(characters, workers string) string {
			return frame(fmt.Sprintf("clips=%d/characters=%s/workers=%s", clips, characters, workers))
		}
		times := plain[strconv.Itoa(clips)][2]
		add("README.md", "| %s | %s | %s | %s | %s |", name, of("8", "1"), of("1000", "1"), of("10000", "1"), times)
		add("docs/performance.md", "| %s | %s | %s | %s | %s | %s |", name, of("8", "1"), of("1000", "1"),
			of("10000", "1"), of("100000", "1"), times)
		add("docs/performance.md", "| %s, two workers | | %s | %s | %s | |", name, of("1000", "all"),
			of("10000", "all"), of("100000", "all"))
	}
	add("README.md", "| 1 clip, two workers | | %s | %s | |", frame("clips=1/characters=1000/workers=all"),
		frame("clips=1/characters=10000/workers=all"))
	machine := least["Control/control=graph/motion=space/joints=64/clips=2/characters=1000/workers=1 least-ns/character"]
	add("README.md", "| a state machine over a blend space | | %.0f | | |", machine)
	add("docs/performance.md", "2 at a time | | %.0f | | | |", machine)
	exact := frame("clips=1/characters=1000/workers=1/sampler=exact")
	add("README.md", "| 1 clip, sampled exactly instead of baked | | %s | | |", exact)
	add("docs/performance.md", "| 1 clip, sampled exactly instead of baked | | %s | | | |", exact)
	add("docs/performance.md", "| one character alone, 1 clip | %.2f µs |",
		math.Round(least["Frame/joints=64/clips=1/characters=1/workers=1 least-ns/character"]/10)/100)
	add("docs/performance.md", "| one character alone, 2 clips | %.2f µs |",
		math.Round(least["Frame/joints=64/clips=2/characters=1/workers=1 least-ns/character"]/10)/100)
	add("docs/performance.md", "each | %.1f µs |", least["Everything/characters=10000/workers=1 ns/character"]/1000)
	add("docs/performance.md", "at a random time | %s ns |", frame("clips=1/characters=1000/workers=1/time=random"))
	add("docs/performance.md", "each character | %.0f and %.0f ns |",
		least["Rollback/characters=1000/save ns/character"], least["Rollback/characters=1000/restore ns/character"])
	sorted := least["Skin/model=mannequin/order=sorted ns/vertex"]
	add("docs/performance.md", "(skinning.md)) | %.1f ns |", sorted)
	add("docs/skinning.md", "takes %.1f ns sorted", sorted)
	add("docs/concepts.md", "| %.1f ns a vertex |", sorted)
	add("docs/concepts.md", "%.2f to %.1f µs a frame",
		least["Frame/joints=64/clips=1/characters=1000/workers=1 least-ns/character"]/1000,
		least["Everything/characters=10000/workers=1 ns/character"]/1000)

	tolerance := ""
	for line := range strings.Lines(read(t, "bench/results/clips.txt")) {
		if rest, ok := strings.CutPrefix(line, "## Tolerance "); ok {
			tolerance = strings.Fields(rest)[0]
		}
		cells := strings.Split(line, "|")
		if tolerance == "" || len(cells) < 11 || strings.TrimSpace(cells[1]) != "**all**" {
			continue
		}
		cell := func(i int) string { return strings.TrimSpace(cells[i]) }
		largest, err := strconv.ParseFloat(cell(10), 64)
		if err != nil {
			t.Fatal(err)
		}
		add("docs/baking.md", "| %s | %s | %s | %s | %s | %.3f |", tolerance, grouped(cell(5)), grouped(cell(6)),
			grouped(cell(7)), cell(8), largest)
	}
	for name, times := range readPeers(t) {
		add("docs/performance.md", "| %s | %s |", name, strings.Join(times, " | "))
	}
	if len(rows) < 34 {
		t.Fatalf("expected 34 rows of figures, found %d", len(rows))
	}

	texts := map[string]string{}
	for _, r := range rows {
		if texts[r.document] == "" {
			texts[r.document] = read(t, r.document)
		}
		if !strings.Contains(texts[r.document], r.text) {
			t.Errorf("%s: expected %q, as bench/results has it, and did not find it", r.document, r.text)
		}
	}

	// Other times are in no document: they would have no raw output.
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{
		"0.2 µs": true, // docs/concepts.md: what the second to the fourth clip add in frame.txt
		"10 ms":  true, // after which Go lets another goroutine run
		"50 ms":  true, // the frames of the demo for which its quality falls
	}
	time := regexp.MustCompile(`[\d.,]*\d (?:ns|µs|ms)\b`)
	for _, r := range rows {
		for _, figure := range time.FindAllString(r.text, -1) {
			known[figure] = true
		}
	}
	for _, document := range append(documents, "README.md", "CHANGELOG.md") {
		for _, figure := range time.FindAllString(read(t, document), -1) {
			if !known[figure] {
				t.Errorf("%s: %s has no raw output in bench/results", document, figure)
			}
		}
	}
}

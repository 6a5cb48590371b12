package sinew_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// recorded holds a value of each benchmark in a file of bench/results, by name and unit.
type recorded map[string]float64

// readRecorded returns the least and the largest of the values in a file.
func readRecorded(t *testing.T, file string) (least, most recorded) {
	t.Helper()
	least, most = recorded{}, recorded{}
	for line := range strings.Lines(read(t, file)) {
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
			most[key] = max(most[key], value)
		}
	}
	return least, most
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

// readPlain returns what a file of make bench-c has for a number of clips: the time in plain C, that
// of a whole frame, and how many times that is.
func readPlain(t *testing.T, file string) map[string][]string {
	t.Helper()
	plain := map[string][]string{}
	for line := range strings.Lines(read(t, file)) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == 4 && strings.HasPrefix(line, "| ") {
			plain[strings.TrimPrefix(cells[0], "| ")] = []string{cells[1], cells[2], strings.TrimSuffix(cells[3], " |")}
		}
	}
	return plain
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
	least, most := readRecorded(t, "bench/results/frame.txt")
	skinning, _ := readRecorded(t, "bench/results/skinning.txt")
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

	plain, onXeon := readPlain(t, "bench/results/plain-c.txt"), readPlain(t, "bench/results/plain-c-xeon.txt")
	one, two := plain["1"], plain["2"]
	add("docs/frame.md", "it was %s and %s", onXeon["1"][2], onXeon["2"][2])
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
	sorted := skinning["Skin/model=mannequin/order=sorted ns/vertex"]
	add("docs/performance.md", "(skinning.md)) | %.1f ns |", sorted)
	add("docs/skinning.md", "takes %.1f ns sorted, and %.1f ns in the order", sorted,
		skinning["Skin/model=mannequin/order=mesh ns/vertex"])
	add("docs/concepts.md", "| %.1f ns a vertex |", sorted)
	add("docs/concepts.md", "%.2f to %.1f µs a frame",
		least["Frame/joints=64/clips=1/characters=1000/workers=1 least-ns/character"]/1000,
		least["Everything/characters=10000/workers=1 ns/character"]/1000)
	addFurtherClips(add, least)
	addSerialParts(add, least, most)
	addSizes(t, add)
	addColdBuild(t, add)
	addStadium(t, add)
	addGather(t, add)

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
	if len(rows) < 50 {
		t.Fatalf("expected 50 rows of figures, found %d", len(rows))
	}

	texts := map[string]string{} // on one line
	for _, r := range rows {
		if texts[r.document] == "" {
			texts[r.document] = strings.Join(strings.Fields(read(t, r.document)), " ")
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
		"10 ms": true, // after which Go lets another goroutine run
		"50 ms": true, // the frames of the demo for which its quality falls
	}
	time := regexp.MustCompile(`[\d.,]*\d\s(?:ns|µs|ms)\b`)
	for _, r := range rows {
		for _, figure := range time.FindAllString(r.text, -1) {
			known[figure] = true
		}
	}
	for _, document := range append(documents, "README.md", "CHANGELOG.md") {
		for _, figure := range time.FindAllString(read(t, document), -1) {
			if !known[strings.Join(strings.Fields(figure), " ")] {
				t.Errorf("%s: %s has no raw output in bench/results", document, figure)
			}
		}
	}
}

// addStadium adds what docs/performance.md and the README say of a crowd on a graphics card: medians
// of the reports in bench/results/gpu.txt.
func addStadium(t *testing.T, add func(document, format string, values ...any)) {
	t.Helper()
	times := map[string][]float64{} // by the begin of a row of the document and what is measured
	counts := map[string]string{}
	var members string
	for line := range strings.Lines(read(t, "bench/results/gpu.txt")) {
		if commit, count, ok := strings.Cut(strings.TrimSuffix(line, " members\n"), ", "); ok && strings.HasPrefix(line, "== ") {
			members = grouped(count[strings.LastIndex(count, " ")+1:])
			if strings.HasSuffix(commit, "d882f552") {
				members += " at d882f552"
			}
		}
		fields := strings.Fields(line)
		note := func(what, value string) {
			ms, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatalf("bench/results/gpu.txt: %q: %v", line, err)
			}
			times[members+what] = append(times[members+what], ms)
		}
		switch {
		case strings.HasPrefix(line, "triangles"):
			counts[members] = grouped(fields[1])
		case strings.HasPrefix(line, "matrices posed"):
			counts[members] += " | " + grouped(fields[2])
		case strings.HasPrefix(line, "GPU, last ms"):
			note(" GPU", fields[3])
		case strings.HasPrefix(line, "whole frame"):
			note("", fields[3])
		}
	}
	median := func(of string) string {
		list := times[of]
		if len(list) == 0 {
			t.Errorf("bench/results/gpu.txt has no time for %s", of)
			return ""
		}
		slices.Sort(list)
		return fmt.Sprintf("%.1f ms", list[len(list)/2])
	}
	for of, count := range counts {
		add("docs/performance.md", "| %s | %s | %s | %s |", of, count, median(of+" GPU"), median(of))
	}
	add("docs/performance.md", "| 100,000 at d882f552 | | | | %s |", median("100,000 at d882f552"))
	triangles, matrices, _ := strings.Cut(strings.ReplaceAll(counts["100,000"], ",", ""), " | ")
	millions := func(text string) float64 {
		count, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("bench/results/gpu.txt: %q: %v", text, err)
		}
		return count / 1e6
	}
	add("README.md", "100,000 characters that the GPU poses: [%.1f million triangles, %.1f million matrices]",
		millions(triangles), millions(matrices))
}

// addGather adds what docs/performance.md says of finding who of a crowd is drawn: the least values
// in bench/results/crowd.txt, now and at an earlier commit.
func addGather(t *testing.T, add func(document, format string, values ...any)) {
	t.Helper()
	const before = "c0a1f61b"
	least, commit := map[string]float64{}, ""
	for line := range strings.Lines(read(t, "bench/results/crowd.txt")) {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == "==" {
			commit = fields[2]
		}
		if len(fields) < 6 || !strings.HasPrefix(fields[0], "BenchmarkGather/") {
			continue
		}
		camera, _, _ := strings.Cut(strings.TrimPrefix(fields[0], "BenchmarkGather/"), "-")
		for i := 2; i+1 < len(fields); i += 2 {
			ms, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				t.Fatalf("bench/results/crowd.txt: %q: %v", line, err)
			}
			of := fmt.Sprint(camera, " ", fields[i+1], " ", commit == before)
			if known, ok := least[of]; !ok || ms < known {
				least[of] = ms
			}
		}
	}
	for camera, row := range map[string]string{
		"still": "stands still", "along=1m": "goes along by 1 m/s", "turn=90": "turns by 90 degrees a second",
	} {
		add("docs/performance.md", "| %s | %.2f ms | %.2f ms | %.2f and %.2f ms |", row, least[camera+" least-ms false"],
			least[camera+" median-ms false"], least[camera+" least-ms true"], least[camera+" median-ms true"])
	}
}

// addFurtherClips adds what docs/concepts.md says of the second to the fourth clip and of exact
// sampling.
func addFurtherClips(add func(document, format string, values ...any), least recorded) {
	frame := func(which string) float64 {
		return least["Frame/joints=64/"+which+" least-ns/character"]
	}
	of := func(clips int) float64 { return frame(fmt.Sprintf("clips=%d/characters=1000/workers=1", clips)) }
	few, many := math.Inf(1), 0.0 // nanoseconds
	for clips := 2; clips <= 4; clips++ {
		more := of(clips) - of(clips-1)
		few, many = min(few, more), max(many, more)
	}
	add("docs/concepts.md", "each further clip %.2f to %.1f µs while it fades", few/1000, many/1000)
	add("docs/concepts.md", "| %.1f to %.1f times the time of a frame |",
		frame("clips=1/characters=1000/workers=1/sampler=exact")/of(1),
		frame("clips=2/characters=1000/workers=1/sampler=exact")/of(2))
}

// addSerialParts adds what docs/guide.md says of what the goroutine that runs a frame does by
// itself.
func addSerialParts(add func(document, format string, values ...any), least, most recorded) {
	const few, many = "Everything/characters=1000/workers=", "Everything/characters=10000/workers="
	const part = "1 serial-%"
	span := func(of string) string {
		from, to := fmt.Sprintf("%.1f", least[of]), fmt.Sprintf("%.1f", most[of])
		if from == to {
			return from
		}
		return from + " to " + to
	}
	add("docs/guide.md", "was %s %% of a frame with 10,000 characters and %s %% with 1,000", span(many+part), span(few+part))
	add("docs/guide.md", "at most %.0f times as fast", most[many+"1 amdahl-16"])
	add("docs/guide.md", "Of the %s pieces of the larger frame two workers took %.0f to %.0f from each other",
		grouped(fmt.Sprintf("%.0f", most[many+"2 pieces/op"])), least[many+"2 taken/op"], most[many+"2 taken/op"])
}

// addSizes adds the figures that no other work on the machine changes: bytes and errors beside
// other libraries, bytes of the web page, and numbers that agree with three.js.
func addSizes(t *testing.T, add func(document, format string, values ...any)) {
	t.Helper()
	number := func(text string) float64 {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	tolerance := ""
	bytes := map[string]float64{} // at 0.1 mm, by file and library
	for line := range strings.Lines(read(t, "bench/results/clips-native.txt")) {
		if rest, ok := strings.CutPrefix(line, "## Tolerance "); ok {
			tolerance = strings.Fields(rest)[0]
		}
		cells := cellsOf(line)
		if len(cells) != 12 || tolerance == "" || cells[0] == "clips of" || cells[2] == "---:" {
			continue
		}
		library := strings.Fields(cells[1])[0]
		if tolerance == "0.1" {
			bytes[cells[0]+" "+library] = number(cells[5])
		}
		if cells[0] == "**all**" && (tolerance == "1" || tolerance == "0.1") {
			add("docs/baking.md", "| %s | %s | %s | %s | %s | %s | %s |", tolerance, library, grouped(cells[5]), cells[6],
				cells[7], grouped(cells[10]), grouped(cells[11]))
		}
	}
	than := func(file string) float64 { return 100 * (bytes[file+" ACL"]/bytes[file+" Sinew"] - 1) }
	add("docs/baking.md", "ACL takes %.0f %% fewer for the robot", -than("robot.glb"))
	add("docs/baking.md", "and %.0f %% more for the built-in character and %.0f %% more for the woman", than("built-in"),
		than("Woman.gltf"))

	var sums [][]string // of recordings, first as by default, then small
	for line := range strings.Lines(read(t, "bench/results/recordings.txt")) {
		if cells := cellsOf(line); len(cells) == 8 && cells[0] == "**all**" {
			sums = append(sums, cells)
		}
	}
	if len(sums) != 8 {
		t.Fatalf("bench/results/recordings.txt: expected 4 sums twice, found %d", len(sums))
	}
	for i, cells := range sums[:4] {
		small := sums[4+i]
		add("docs/baking.md", "| %s | %s | %s | %s | %s | %s | %s |", cells[1], cells[2], grouped(cells[3]), grouped(cells[4]), cells[5],
			grouped(small[3]), small[5])
	}

	var ways [][]string // the earlier commit, whole frames and small, for each setting
	for line := range strings.Lines(read(t, "bench/results/recordings-before.txt")) {
		if cells := cellsOf(line); len(cells) == 15 && cells[0] != "way" && cells[0] != "---" {
			ways = append(ways, cells)
		}
	}
	if len(ways) != 12 {
		t.Fatalf("bench/results/recordings-before.txt: expected 3 ways at 4 settings, found %d rows", len(ways))
	}
	for _, cells := range ways {
		if cells[0] == "whole frames" || cells[0] == "small" {
			add("docs/baking.md", "| %s | %s | %s | %s | %s | %s | %s |", cells[1], cells[2], cells[0], cells[4], cells[6],
				cells[8], cells[12])
		}
	}

	page := read(t, "bench/results/web.txt")
	found := func(pattern, text string) string {
		match := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if match == nil {
			t.Fatalf("bench/results: expected %q, found none", pattern)
		}
		return match[1]
	}
	add("docs/web.md", "downloads %s MB with Brotli until there is a picture, %.1f MB with gzip",
		found(`(?m)^([\d.]+) MB to download`, page), number(found(`(\d+) preview\.wasm\.gz`, page))/1e6)
	add("docs/web.md", "together %.0f kB (%.0f kB compressed)", number(found(`(?m)^(\d+) total\n\d+ all`, page))/1000,
		number(found(`(\d+) all of them as gzip`, page))/1000)
	golden := regexp.MustCompile(`(\d+)\d{3} numbers in (\d+) files`).FindAllStringSubmatch(read(t, "bench/results/golden.txt"), -1)
	if len(golden) == 0 {
		t.Fatal("bench/results/golden.txt: expected a sum of numbers, found none")
	}
	last := golden[len(golden)-1]
	add("README.md", "agree with three.js in %s,000 numbers of %s models", last[1], last[2])
}

// addColdBuild adds what docs/versions.md says of building the first program from nothing: the
// least and the most seconds of the commit that was measured last, its bytes, and what it
// downloads.
func addColdBuild(t *testing.T, add func(document, format string, values ...any)) {
	t.Helper()
	const file = "bench/results/cold-build.txt"
	commit, measured := "", map[string]map[string][]float64{} // by commit and what was measured
	for line := range strings.Lines(read(t, file)) {
		fields := strings.Fields(line)
		if len(fields) > 1 && strings.TrimSuffix(fields[0], ":") == "Sinew" {
			commit = strings.TrimSuffix(fields[1], ",")
			if measured[commit] == nil {
				measured[commit] = map[string][]float64{}
			}
		}
		if len(fields) == 0 || !strings.HasPrefix(line, "  ") {
			continue
		}
		value, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			continue // a module that is downloaded
		}
		what := strings.Join(fields[1:], " ")
		measured[commit][what] = append(measured[commit][what], value)
	}
	values := measured[commit]
	seconds := func(what string) string {
		if len(values[what]) == 0 {
			t.Fatalf("%s: expected %q for %s, found none", file, what, commit)
		}
		least, most := fmt.Sprintf("%.0f", slices.Min(values[what])), fmt.Sprintf("%.0f", slices.Max(values[what]))
		if least == most {
			return least
		}
		return least + " to " + most
	}
	add("docs/versions.md", "takes %s seconds of processor time to build where nothing was built before; %s of them are "+
		"the Go distribution's own packages, and a program that prints a line takes %s", seconds("the first program"),
		seconds("the standard packages of the first program"), seconds("a program that prints a line"))
	whole, stripped := values[""], values["without symbols and debugging data (-ldflags=-s)"]
	if len(whole) == 0 || len(stripped) == 0 {
		t.Fatalf("%s: expected bytes with and without symbols for %s, found none", file, commit)
	}
	add("docs/versions.md", "It has %.2f MB, and %.2f MB with `-ldflags=-s`", slices.Max(whole)/1e6, slices.Max(stripped)/1e6)
	sums := regexp.MustCompile(`(\d+) modules, (\d+) bytes`).FindAllStringSubmatch(read(t, file), -1)
	if len(sums) == 0 {
		t.Fatalf("%s: expected a number of modules, found none", file)
	}
	sum := sums[len(sums)-1]
	bytes, err := strconv.ParseFloat(sum[2], 64)
	if err != nil {
		t.Fatal(err)
	}
	add("docs/versions.md", "for the first program of the README %s modules with this one, %.1f MB", sum[1], bytes/1e6)
}

// cellsOf returns the cells of a row of a table.
func cellsOf(line string) (cells []string) {
	line, isRow := strings.CutSuffix(strings.TrimSpace(line), "|")
	if !isRow {
		return nil
	}
	for _, cell := range strings.Split(strings.TrimPrefix(line, "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"text/tabwriter"
)

// processors are llvm-mca's names.
var processors = []string{"neoverse-n1", "neoverse-v2", "apple-m1"}

const (
	characters = 8
	gigahertz  = 3
)

// cases are the benchmarks whose frames are traced.
var cases = []struct{ name, pattern string }{
	{"1 clip", "^BenchmarkFrame$/^joints=64$/^clips=1$/^characters=8$/^workers=1$"},
	{"2 clips", "^BenchmarkFrame$/^joints=64$/^clips=2$/^characters=8$/^workers=1$"},
}

func main() {
	log.SetFlags(0)
	mca, mc := find("llvm-mca", "llvm-mca-22", "llvm-mca-21", "llvm-mca-20", "llvm-mca-19"),
		find("llvm-mc", "llvm-mc-22", "llvm-mc-21", "llvm-mc-20", "llvm-mc-19")
	folder, err := os.MkdirTemp("", "predictarm")
	must(err)
	defer func() { must(os.RemoveAll(folder)) }()
	t := tracer{
		qemu: find("qemu-aarch64", "qemu-aarch64-static"), mc: mc, folder: folder,
		binary: filepath.Join(folder, "bench.test"),
	}
	t.build()
	for _, c := range cases {
		frame := t.frame(c.pattern)
		report(mca, c.name, frame)
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// find returns the last program of the list that is installed.
func find(names ...string) string {
	for i := len(names) - 1; i >= 0; i-- {
		if path, err := exec.LookPath(names[i]); err == nil {
			return path
		}
	}
	log.Fatalf("%s is not installed", names[0])
	return ""
}

// run runs a command and returns what it prints.
func run(environment []string, input string, name string, arguments ...string) string {
	command := exec.Command(name, arguments...)
	command.Env = append(os.Environ(), environment...)
	command.Stdin = strings.NewReader(input)
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	if err := command.Run(); err != nil {
		log.Fatalf("%s: %v\n%s%s", command, err, out.String(), problems.String())
	}
	return out.String()
}

// tracer logs the instructions that the kernels of the benchmarks execute.
type tracer struct {
	qemu, mc, folder, binary string
	first, end               uint64            // addresses of the kernels
	kernels                  map[uint64]string // by their first address
}

// build builds the benchmarks, and bakes their clips before anything is logged.
func (t *tracer) build() {
	run([]string{"GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0"}, "", "go", "test", "-c", "-o", t.binary, "./bench")
	for _, c := range cases {
		run(t.environment(), "", t.qemu, t.arguments(c.pattern, 1)...)
	}
	t.kernels = map[uint64]string{}
	for line := range strings.Lines(run(nil, "", "go", "tool", "nm", "-n", "-size", t.binary)) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.Contains(fields[3], "internal/kernel.") ||
			!strings.HasSuffix(fields[3], "Asm.abi0") {
			continue
		}
		at, _ := strconv.ParseUint(fields[0], 16, 64)
		size, _ := strconv.ParseUint(fields[1], 10, 64)
		name := fields[3][strings.LastIndex(fields[3], "kernel.")+len("kernel."):]
		t.kernels[at] = strings.TrimSuffix(name, "Asm.abi0")
		if t.first == 0 {
			t.first = at
		}
		t.end = at + size
	}
}

func (t *tracer) environment() []string {
	return []string{"SINEW_BENCH_CACHE=" + filepath.Join(t.folder, "baked")}
}

// arguments returns the arguments of QEMU for a benchmark of a number of frames.
func (t *tracer) arguments(pattern string, frames int) []string {
	return []string{
		t.binary, "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", fmt.Sprint(frames, "x"),
		"-test.cpu", "1",
	}
}

// call is a run of a kernel: the words of the instructions that it executes.
type call struct {
	kernel string
	words  []string
}

var (
	assembled = regexp.MustCompile(`^0x([0-9a-f]+):  ([0-9a-f]{8}) `)
	executed  = regexp.MustCompile(`^Trace [0-9]+: 0x[0-9a-f]+ \[[0-9a-f]+/([0-9a-f]+)/`)
)

// calls runs a benchmark for a number of frames.
func (t *tracer) calls(pattern string, frames int) (calls []call) {
	file := filepath.Join(t.folder, "log")
	options := []string{"-d", "in_asm,exec,nochain", "-dfilter", fmt.Sprintf("%#x..%#x", t.first, t.end), "-D", file}
	run(t.environment(), "", t.qemu, append(options, t.arguments(pattern, frames)...)...)
	f, err := os.Open(file)
	must(err)
	defer f.Close()
	// QEMU logs each piece of straight code when it translates it, and its address when it runs it.
	pieces := map[uint64][]string{}
	var piece uint64
	inPiece := false
	var last uint64
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "IN:"):
			inPiece, piece = true, 0
		case inPiece && assembled.MatchString(line):
			m := assembled.FindStringSubmatch(line)
			if piece == 0 {
				piece, _ = strconv.ParseUint(m[1], 16, 64)
				pieces[piece] = nil
			}
			pieces[piece] = append(pieces[piece], m[2])
		case line == "":
			inPiece = false
		case strings.HasPrefix(line, "Stopped execution of TB chain"):
			// The piece that was logged last did not run; it is logged again.
			if n := len(calls); n > 0 && last != 0 {
				c := &calls[n-1]
				c.words = c.words[:len(c.words)-len(pieces[last])]
				if len(c.words) == 0 {
					calls = calls[:n-1]
				}
			}
			last = 0
		case strings.HasPrefix(line, "Trace"):
			m := executed.FindStringSubmatch(line)
			at, _ := strconv.ParseUint(m[1], 16, 64)
			if name, begins := t.kernels[at]; begins {
				calls = append(calls, call{kernel: name})
			}
			calls[len(calls)-1].words = append(calls[len(calls)-1].words, pieces[at]...)
			last = at
		}
	}
	must(lines.Err())
	return calls
}

// frame returns the instructions of one frame, as assembly.
func (t *tracer) frame(pattern string) []call {
	short, long := t.calls(pattern, 2), t.calls(pattern, 3)
	frame := long[len(short):]
	distinct := map[string]string{}
	for _, c := range frame {
		for _, word := range c.words {
			distinct[word] = ""
		}
	}
	var words []string
	var input strings.Builder
	for word := range distinct {
		words = append(words, word)
		fmt.Fprintf(&input, "0x%s 0x%s 0x%s 0x%s\n", word[6:8], word[4:6], word[2:4], word[0:2])
	}
	i := 0
	for line := range strings.Lines(run(nil, input.String(), t.mc, "--disassemble", "--triple=aarch64")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, ".") {
			distinct[words[i]] = line
			i++
		}
	}
	if i != len(words) {
		log.Fatalf("llvm-mc disassembled %d of %d instructions", i, len(words))
	}
	for _, c := range frame {
		for k, word := range c.words {
			c.words[k] = distinct[word]
		}
	}
	return frame
}

// report prints the predictions for a frame: for each kernel by itself, and for all of them one
// after another.
func report(mca, name string, frame []call) {
	type part struct {
		name         string
		calls, count int
		arithmetic   int // of the instructions
		code         strings.Builder
	}
	parts := map[string]*part{}
	total := &part{name: "together"}
	for _, c := range frame {
		if parts[c.kernel] == nil {
			parts[c.kernel] = &part{name: c.kernel}
		}
		for _, p := range []*part{parts[c.kernel], total} {
			p.calls++
			p.count += len(c.words)
			for _, instruction := range c.words {
				if arithmetic.MatchString(instruction) {
					p.arithmetic++
				}
			}
			p.code.WriteString(strings.Join(c.words, "\n") + "\n")
		}
	}
	var sorted []*part
	for _, p := range parts {
		sorted = append(sorted, p)
	}
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].count > sorted[j].count })
	fmt.Printf("\nkernels of a frame, 64 joints, %s, %d characters: predictions by llvm-mca, at %d GHz\n\n", name,
		characters, gigahertz)
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "kernel\tcalls\tinstructions/character\tarithmetic/character\t")
	for _, p := range processors {
		fmt.Fprintf(out, "%s ns/character\t", p)
	}
	fmt.Fprintf(out, "%s at least\t\n", boundBy)
	for _, p := range append(sorted, total) {
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t", p.name, p.calls, p.count/characters, p.arithmetic/characters)
		for _, processor := range processors {
			fmt.Fprintf(out, "%.0f\t", cycles(mca, processor, p.code.String())/characters/gigahertz)
		}
		fmt.Fprintf(out, "%.0f\t\n", vectorCycles(mca, p.code.String())/characters/gigahertz)
	}
	must(out.Flush())
}

var (
	arithmetic = regexp.MustCompile(`^f(add|sub|mul|div|sqrt)\s+v`)
	total      = regexp.MustCompile(`(?m)^Total Cycles: +([0-9]+)`)
)

// cycles returns the cycles that a processor takes for instructions.
func cycles(mca, processor, code string) float64 {
	out := run(nil, code, mca, "-mtriple=aarch64", "-mcpu="+processor, "-iterations=1", "-instruction-info=false",
		"-resource-pressure=false")
	m := total.FindStringSubmatch(out)
	if m == nil {
		log.Fatalf("llvm-mca printed no cycles for %s", processor)
	}
	n, err := strconv.ParseFloat(m[1], 64)
	must(err)
	return n
}

// boundBy is the processor whose vector units limit the kernels: it has two of them.
const boundBy = "neoverse-n1"

var (
	vectorUnit = regexp.MustCompile(`(?m)^\[(\d+)\] +- N1UnitV[01]$`)
	pressure   = regexp.MustCompile(`(?m)^Resource pressure per iteration:\n(.*)\n(.*)$`)
)

// vectorCycles returns the cycles for which the vector units of boundBy are busy with instructions,
// if each of the two does half of the work: no order of the instructions takes less.
func vectorCycles(mca, code string) (busy float64) {
	out := run(nil, code, mca, "-mtriple=aarch64", "-mcpu="+boundBy, "-iterations=1", "-instruction-info=false",
		"-resource-pressure=true")
	rows, units := pressure.FindStringSubmatch(out), vectorUnit.FindAllStringSubmatch(out, -1)
	if rows == nil || len(units) != 2 {
		log.Fatalf("llvm-mca printed no use of the vector units of %s", boundBy)
	}
	names, values := strings.Fields(rows[1]), strings.Fields(rows[2])
	for _, unit := range units {
		i := slices.Index(names, "["+unit[1]+"]")
		if values[i] == "-" {
			continue
		}
		n, err := strconv.ParseFloat(values[i], 64)
		must(err)
		busy += n / 2
	}
	return busy
}

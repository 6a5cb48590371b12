package animtest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
)

// updateVariable is the environment variable that makes tests write files in place of comparing with
// them.
const updateVariable = "ANIMTEST_UPDATE"

// updating reports whether files are written. A flag of this package would collide with one that the
// program's tests have, so that theirs counts, if there is one.
func updating(t testing.TB) bool {
	t.Helper()
	if text := os.Getenv(updateVariable); text != "" {
		on, err := strconv.ParseBool(text)
		if err != nil {
			t.Fatalf("animtest: %s: expected 1 or 0, found %q", updateVariable, text)
		}
		return on
	}
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

const hint = "\n  if this is meant, " + updateVariable + "=1 go test writes the file again"

// GoldenPoses compares the local poses of a take with a file, joint by joint: what clips, layers and
// modifiers make, without where the character is.
//
// The file is text: for each frame the joints that are not as in the frame before, sorted by their
// names. A file that is missing fails the test. Run the test with the environment variable
// ANIMTEST_UPDATE=1, or with the flag -update of the test's own package if it defines one, to write
// files in place of comparing with them. They are the same on every machine.
func GoldenPoses(t testing.TB, take *Take, file string, tolerance Tolerance) {
	t.Helper()
	golden(t, take, file, tolerance, "local poses", func(f *Frame) posture { return localRows(f.Pose, f.Models) })
}

// GoldenModels compares the model matrices of a take with a file, as [GoldenPoses] does, and where
// the character stands.
func GoldenModels(t testing.TB, take *Take, file string, tolerance Tolerance) {
	t.Helper()
	golden(t, take, file, tolerance, "model matrices", func(f *Frame) (rows posture) {
		skeleton := f.Pose.Skeleton()
		meters := skeleton.MetersPerUnit()
		for j, name := range jointNames(skeleton) {
			rows = append(rows, matrixRow(name, rig.MatrixAt(f.Models, j), meters))
		}
		return append(rows, matrixRow("(world)", f.World, take.worldMeters(meters))).sorted()
	})
}

// worldMeters returns how many meters a unit of Frame.World is: those of a clip are the skeleton's,
// and a world is in meters.
func (take *Take) worldMeters(meters float64) float64 {
	if take.Clip == nil {
		return 1
	}
	return meters
}

// GoldenPalettes compares the palettes of a take, which move vertices, with a file, as [GoldenPoses]
// does. Each matrix is compared by where it takes the joint in whose place the mesh was bound, and
// by the directions and lengths of its axes.
func GoldenPalettes(t testing.TB, take *Take, file string, tolerance Tolerance) {
	t.Helper()
	golden(t, take, file, tolerance, "palettes", func(f *Frame) (rows posture) {
		skeleton := f.Pose.Skeleton()
		joints, meters := jointNames(skeleton), skeleton.MetersPerUnit()
		for s, id := range take.Model.Skins {
			if f.Palettes[s] == nil {
				continue // hidden
			}
			skin, seen := take.Library.Skin(id), map[string]int{}
			for i, joint := range skin.Joints() {
				name := joints[joint]
				if seen[name]++; seen[name] > 1 { // a skin may name a joint twice
					name = fmt.Sprintf("%s, entry %d", name, seen[name])
				}
				entry := rig.MatrixAt(f.Palettes[s], i)
				if bind, ok := rig.MatrixAt(skin.InverseBinds(), i).Inverse(); ok {
					place := entry.Point([3]float32{bind[3], bind[7], bind[11]})
					entry[3], entry[7], entry[11] = place[0], place[1], place[2]
				}
				rows = append(rows, matrixRow(fmt.Sprintf("%s: %s", skin.Name(), name), entry, meters))
			}
		}
		return rows.sorted()
	})
}

// moment is a frame of a file.
type moment struct {
	time float64
	rows posture
}

// golden compares a part of each frame with a file, or writes it.
func golden(t testing.TB, take *Take, file string, tolerance Tolerance, what string, of func(*Frame) posture) {
	t.Helper()
	skeleton := take.skeleton(t)
	found := make([]moment, len(take.Frames))
	for i := range take.Frames {
		found[i] = moment{take.Frames[i].Time, of(&take.Frames[i])}
	}
	if updating(t) {
		text := encode(found, what, skeleton.MetersPerUnit())
		if err := write(file, text); err != nil {
			t.Fatalf("animtest: %v", err)
		}
		t.Logf("animtest: wrote %s", file)
		return
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("animtest: expected the %s of %s in %s, found no such file; %s=1 go test writes it", what, take.Name, file,
			updateVariable)
	} else if err != nil {
		t.Fatalf("animtest: %v", err)
	}
	expected, err := decode(text, what)
	if err != nil {
		t.Fatalf("animtest: %s: %v", file, err)
	}
	if len(expected) != len(found) {
		t.Errorf("%s: %s: expected %s, found %d%s", file, take.Name, count(len(expected), "frame"), len(found), hint)
		return
	}
	var list []difference
	for i := range found {
		if by := math.Abs(found[i].time - expected[i].time); !(by <= 0.001) {
			list = append(list, difference{
				fmt.Sprintf("frame %d: expected %.4f s, found %.4f s", i, expected[i].time, found[i].time), math.Inf(1),
			})
		}
		for _, d := range compare(expected[i].rows, found[i].rows, tolerance.filled()) {
			list = append(list, difference{fmt.Sprintf("frame %d (%.3f s): %s", i, found[i].time, d.text), d.over})
		}
	}
	report(t, fmt.Sprintf("%s: %s: %s in %s of %s, the largest first:", file, take.Name,
		count(len(list), "difference"), count(len(found), "frame"), what), list, hint)
}

// write writes a file, and makes its folder if there is none.
func write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// legends say what the numbers of each kind of row are.
var legends = map[kind]string{
	local:  "translation x y z, rotation x y z w, scale x y z, relative to the parent",
	matrix: "place x y z, and the axes x, y and z",
	values: "of the channels of a pose",
}

// encode writes moments as a file. Lengths in units of the given meters have decimals down to a
// hundredth of a millimeter.
func encode(moments []moment, what string, meters float64) []byte {
	places := min(max(5+int(math.Round(math.Log10(meters))), 2), 9)
	var b bytes.Buffer
	fmt.Fprintf(&b, "animtest 1: %s\n", what)
	fmt.Fprintf(&b, "# A row that is not listed is as in the frame before. %s=1 go test writes this file.\n",
		updateVariable)
	shown := map[kind]bool{}
	for _, m := range moments {
		for _, r := range m.rows {
			shown[r.kind] = true
		}
	}
	for _, k := range [...]kind{local, matrix, values} {
		if shown[k] {
			fmt.Fprintf(&b, "# %s: %s\n", k, legends[k])
		}
	}
	before := map[string]string{}
	for i, m := range moments {
		fmt.Fprintf(&b, "\nframe %d, %s s\n", i, number(m.time, 4))
		now := map[string]bool{}
		for _, r := range m.rows {
			key := string(r.kind) + " " + strconv.Quote(r.name)
			now[key] = true
			text := rowText(r, places)
			if before[key] != text {
				fmt.Fprintf(&b, "%s%s\n", key, text)
				before[key] = text
			}
		}
		for _, key := range sortedKeys(before) {
			if !now[key] { // a skin was hidden
				fmt.Fprintf(&b, "%s none\n", key)
				delete(before, key)
			}
		}
	}
	return b.Bytes()
}

func sortedKeys(m map[string]string) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// rowText returns the numbers of a row. Those of a length have some decimals, and all others 5.
func rowText(r row, places int) string {
	list := r.numbers
	if r.kind == local { // of the two quaternions of a rotation the one whose w is not negative
		if q := list[3:7]; q[3] < 0 {
			list = slices.Clone(list)
			for i, v := range q {
				list[3+i] = -v
			}
		}
	}
	var b strings.Builder
	for i, v := range list {
		decimals := 5
		if r.kind != values && i < 3 {
			decimals = places
		}
		b.WriteByte(' ')
		if r.kind == local && (i == 3 || i == 7) || r.kind == matrix && i%3 == 0 && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(number(v, decimals))
	}
	return b.String()
}

// number formats a number with some decimals at most.
func number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

// decode reads a file. The error names the line.
func decode(data []byte, what string) (moments []moment, err error) {
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	if want := "animtest 1: " + what; lines[0] != want {
		return nil, fmt.Errorf("line 1: expected %q, found %q", want, lines[0])
	}
	now := map[string]row{}
	end := func() {
		if len(moments) > 0 {
			last := &moments[len(moments)-1]
			for _, r := range now {
				last.rows = append(last.rows, r)
			}
			last.rows.sorted()
		}
	}
	for i, line := range lines[1:] {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "frame "); ok {
			end()
			var index int
			var time float64
			if _, err := fmt.Sscanf(rest, "%d, %g s", &index, &time); err != nil || index != len(moments) {
				return nil, fmt.Errorf("line %d: expected %q, found %q", i+2,
					fmt.Sprintf("frame %d, ... s", len(moments)), line)
			}
			moments = append(moments, moment{time: time})
			continue
		}
		r, err := decodeRow(line)
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		case len(moments) == 0:
			return nil, fmt.Errorf("line %d: expected a frame, found %q", i+2, line)
		case r.numbers == nil:
			delete(now, string(r.kind)+r.name)
		default:
			now[string(r.kind)+r.name] = r
		}
	}
	end()
	return moments, nil
}

// decodeRow reads a line with a row, whose numbers are nil where the row ends.
func decodeRow(line string) (r row, err error) {
	word, rest, _ := strings.Cut(line, " ")
	if legends[kind(word)] == "" {
		return row{}, fmt.Errorf("expected frame, %s, %s or %s, found %q", local, matrix, values, word)
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return row{}, fmt.Errorf("expected a name in quotes, found %q", rest)
	}
	r.kind = kind(word)
	r.name, _ = strconv.Unquote(quoted) // it is quoted
	fields := strings.Fields(rest[len(quoted):])
	if len(fields) == 1 && fields[0] == "none" {
		return r, nil
	}
	r.numbers = []float64{}
	for _, text := range fields {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return row{}, fmt.Errorf("expected a number, found %q", text)
		}
		r.numbers = append(r.numbers, v)
	}
	if want := map[kind]int{local: 10, matrix: 12}[r.kind]; want > 0 && len(r.numbers) != want {
		return row{}, fmt.Errorf("expected %d numbers, found %d", want, len(r.numbers))
	}
	return r, nil
}

package animtest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Tolerance is how far two poses may be apart. A field that is 0 has the default in parentheses.
type Tolerance struct {
	Meters  float64 // the distance of two places (0.001)
	Degrees float64 // the angle between two rotations, or two directions of a matrix (0.1)
	// Factor is the difference of two scales, as a fraction of what is expected, and of two morph
	// weights or other values of a pose (0.001).
	Factor float64
}

// filled returns the tolerance with its defaults.
func (o Tolerance) filled() Tolerance {
	return Tolerance{cmp.Or(o.Meters, 0.001), cmp.Or(o.Degrees, 0.1), cmp.Or(o.Factor, 0.001)}
}

// kind is what the numbers of a row are.
type kind string

const (
	local  kind = "joint"  // translation x y z, rotation x y z w, scale x y z
	matrix kind = "matrix" // place x y z, and where the axes x, y and z of the joint's space point
	values kind = "values" // morph weights, visibility, or values of a material
)

// row is the numbers of one joint, palette entry or channel of a pose.
type row struct {
	kind    kind
	name    string // unique among the rows of a kind
	numbers []float64
	scale   float64 // meters for a unit of translations; for values it has no meaning
}

// posture is the rows of a frame, ordered by kind and name.
type posture []row

func (p posture) sorted() posture {
	slices.SortFunc(p, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name))
	})
	return p
}

// jointNames returns the names of a skeleton's joints, each once: a later joint of the same name has
// its number among them after it.
func jointNames(skeleton *rig.Skeleton) []string {
	list, seen := make([]string, skeleton.Len()), map[string]int{}
	for j := range list {
		name := skeleton.JointName(j)
		list[j] = name
		if seen[name]++; seen[name] > 1 {
			list[j] = fmt.Sprintf("%s (%d)", name, seen[name])
		}
	}
	return list
}

// localRows returns the local transforms of a pose, and its morph weights and other values. Lengths
// are measured in meters by the scale of the joints above, which the model matrices have.
func localRows(pose *rig.Pose, models []float32) (rows posture) {
	skeleton := pose.Skeleton()
	meters := skeleton.MetersPerUnit()
	joints := jointNames(skeleton)
	for j, name := range joints {
		t, scale := pose.Joint(j), meters
		if parent := skeleton.Parent(j); parent >= 0 {
			scale *= axisLength(rig.MatrixAt(models, parent))
		}
		rows = append(rows, row{local, name, wide(
			t.Translation[0], t.Translation[1], t.Translation[2],
			t.Rotation.V[0], t.Rotation.V[1], t.Rotation.V[2], t.Rotation.W,
			t.Scale[0], t.Scale[1], t.Scale[2],
		), scale})
	}
	for _, c := range skeleton.MorphChannels() {
		rows = append(rows, row{values, joints[c.Joint] + ": morph weights", wide(pose.Morphs[c.Offset:][:c.Count]...), 1})
	}
	for _, c := range skeleton.VisibilityChannels() {
		rows = append(rows, row{values, joints[c.Joint] + ": visibility", wide(pose.Morphs[c.Offset]), 1})
	}
	for _, c := range skeleton.MaterialChannels() {
		rows = append(rows, row{
			values, fmt.Sprintf("%s: %v of %s", joints[c.Joint], c.Property, c.Material),
			wide(pose.Morphs[c.Offset:][:c.Count]...), 1,
		})
	}
	return rows.sorted()
}

// axisLength returns the length of the first axis of a matrix.
func axisLength(m rig.Matrix) float64 {
	return length([]float64{float64(m[0]), float64(m[4]), float64(m[8])})
}

// matrixRow returns a row of a matrix.
func matrixRow(name string, m rig.Matrix, meters float64) row {
	return row{matrix, name, wide(m[3], m[7], m[11], m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]), meters}
}

func wide(numbers ...float32) []float64 {
	list := make([]float64, len(numbers))
	for i, v := range numbers {
		list[i] = float64(v)
	}
	return list
}

// difference is one way in which a row is not as expected.
type difference struct {
	text string
	over float64 // how many times the tolerance it is
}

// compare returns how a posture differs from the one expected.
func compare(expected, found posture, o Tolerance) (list []difference) {
	index := make(map[string]int, len(found))
	var has []string
	for i, r := range found {
		index[string(r.kind)+r.name] = i
		has = append(has, r.name)
	}
	for _, want := range expected {
		i, ok := index[string(want.kind)+want.name]
		if !ok {
			list = append(list, difference{
				fmt.Sprintf("expected %s %q, found none%s", want.kind, want.name, names.Meant(want.name, has)), math.Inf(1),
			})
			continue
		}
		delete(index, string(want.kind)+want.name)
		list = append(list, compareRow(want, found[i], o)...)
	}
	for _, got := range found {
		if _, left := index[string(got.kind)+got.name]; left {
			list = append(list, difference{
				fmt.Sprintf("expected no %s %q, found one", got.kind, got.name), math.Inf(1),
			})
		}
	}
	return list
}

// compareRow returns how a row differs from the one expected.
func compareRow(want, got row, o Tolerance) (list []difference) {
	differ := func(what string, a, b []float64, by, limit float64, unit string) {
		if !(by <= limit) { // so that NaN differs
			list = append(list, difference{
				fmt.Sprintf("%s %q: %s: expected %s, found %s: %.4g%s apart, %.4g at most", got.kind, got.name, what,
					numbers(a), numbers(b), by, unit, limit), by / limit,
			})
		}
	}
	a, b := want.numbers, got.numbers
	if len(a) != len(b) {
		text := fmt.Sprintf("%s %q: expected %d numbers, found %d", got.kind, got.name, len(a), len(b))
		return []difference{{text, math.Inf(1)}}
	}
	switch got.kind {
	case local:
		differ("translation", a[:3], b[:3], got.scale*length(minus(a[:3], b[:3])), o.Meters, " m")
		differ("rotation", a[3:7], b[3:7], turn(a[3:7], b[3:7]), o.Degrees, " degrees")
		worst := 0.0
		for i := 7; i < 10; i++ {
			worst = larger(worst, relative(a[i], b[i]))
		}
		differ("scale", a[7:], b[7:], worst, o.Factor, "")
	case matrix:
		differ("place", a[:3], b[:3], got.scale*length(minus(a[:3], b[:3])), o.Meters, " m")
		for axis, name := range [...]string{"x axis", "y axis", "z axis"} {
			p, q := a[3+3*axis:][:3], b[3+3*axis:][:3]
			differ(name, p, q, between(p, q), o.Degrees, " degrees")
			differ("length of the "+name, p, q, relative(length(p), length(q)), o.Factor, "")
		}
	case values:
		worst := 0.0
		for i := range a {
			worst = larger(worst, math.Abs(a[i]-b[i]))
		}
		differ("values", a, b, worst, o.Factor, "")
	}
	return list
}

func numbers(list []float64) string {
	var text []string
	for _, v := range list {
		text = append(text, number(v, 5))
	}
	return "(" + strings.Join(text, " ") + ")"
}

func minus(a, b []float64) []float64 { return []float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func length(v []float64) float64 { return math.Sqrt(dot(v, v)) }

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// larger is max, but NaN if either is.
func larger(a, b float64) float64 {
	if math.IsNaN(a) || a > b {
		return a
	}
	return b
}

// relative returns how far b is from a, as a fraction of a, or of 1e-3 for an a near 0.
func relative(a, b float64) float64 { return math.Abs(a-b) / max(math.Abs(a), 1e-3) }

// turn returns the angle between two rotations in degrees.
func turn(a, b []float64) float64 {
	// By the chord, which near 0 is more exact than by the cosine.
	n, m := length(a), length(b)
	if n == 0 || m == 0 {
		return math.NaN()
	}
	plus, less := 0.0, 0.0
	for i := range a {
		x, y := a[i]/n, b[i]/m
		plus, less = plus+(x+y)*(x+y), less+(x-y)*(x-y)
	}
	return 4 * math.Asin(min(1, math.Sqrt(min(plus, less))/2)) * 180 / math.Pi
}

// between returns the angle between two directions in degrees. Those of length 0 have none.
func between(a, b []float64) float64 {
	n, m := length(a), length(b)
	if n == 0 && m == 0 {
		return 0
	}
	sum := 0.0
	for i := range a {
		d := a[i]/n - b[i]/m
		sum += d * d
	}
	return 2 * math.Asin(min(1, math.Sqrt(sum)/2)) * 180 / math.Pi
}

// count returns a number of things in words, whose plural has an s.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// mostShown is how many differences a message lists.
const mostShown = 8

// report fails the test with the differences that are the largest, and how many there are.
func report(t testing.TB, title string, list []difference, hint string) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b difference) int { return cmp.Compare(coarse(b.over), coarse(a.over)) })
	text := title
	for _, d := range list[:min(len(list), mostShown)] {
		text += "\n  " + d.text
	}
	if more := len(list) - mostShown; more > 0 {
		text += fmt.Sprintf("\n  and %d more", more)
	}
	t.Error(text + hint)
}

// coarse rounds a number to 8 bits, so that joints that moved by the same way keep their order though
// each is off by another rounding.
func coarse(x float64) float64 {
	const bits = 52 - 8
	return math.Float64frombits((math.Float64bits(x) + 1<<(bits-1)) &^ (1<<bits - 1))
}

package meshopt

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// vector is a buffer view that meshoptimizer has encoded, and what its decoder makes of it.
type vector struct {
	mode          Mode
	filter        Filter
	count, stride int
	data, want    []byte
}

// parseVectors reads the lines that testdata/encode.mjs prints.
func parseVectors(t testing.TB, text []byte) (vectors []vector) {
	t.Helper()
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var mode, filter, data, want string
		v := vector{mode: 255, filter: 255}
		if _, err := fmt.Sscan(lines.Text(), &mode, &v.count, &v.stride, &filter, &data, &want); err != nil {
			t.Fatalf("%v in %.60s", err, lines.Text())
		}
		for m := range Indices + 1 {
			if m.String() == mode {
				v.mode = m
			}
		}
		for f := range Color + 1 {
			if f.String() == filter {
				v.filter = f
			}
		}
		var err error
		if v.data, err = hex.DecodeString(data); err != nil {
			t.Fatal(err)
		}
		if v.want, err = hex.DecodeString(want); err != nil {
			t.Fatal(err)
		}
		vectors = append(vectors, v)
	}
	return vectors
}

// check decodes the vector. Filters but the exponential one may differ by a unit, because the
// extensions allow that.
func (v vector) check(t *testing.T) {
	t.Helper()
	got, err := Decode(v.data, v.count, v.stride, v.mode, v.filter)
	if err != nil {
		t.Errorf("%v %v, %d elements of %d bytes: %v", v.mode, v.filter, v.count, v.stride, err)
		return
	}
	if len(got) != len(v.want) {
		t.Fatalf("%d bytes, want %d", len(got), len(v.want))
	}
	if v.filter == None || v.filter == Exponential {
		if !bytes.Equal(got, v.want) {
			t.Errorf("%v %v, %d elements of %d bytes: the result differs", v.mode, v.filter, v.count, v.stride)
		}
		return
	}
	for i := 0; i < len(got); i += v.stride {
		for c := range 4 {
			a, b := number(got[i:i+v.stride], c), number(v.want[i:i+v.stride], c)
			if d := a - b; v.filter == Color && v.stride == 4 && byte(d+1) > 2 ||
				v.filter == Color && v.stride == 8 && uint16(d+1) > 2 || v.filter != Color && (d < -1 || d > 1) {
				t.Errorf("%v, stride %d, element %d: number %d is %d, want %d", v.filter, v.stride, i/v.stride, c, a, b)
				return
			}
		}
	}
}

func storedVectors(t testing.TB) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	return parseVectors(t, text)
}

// The stored vectors come from meshoptimizer's own tests and from testdata/encode.mjs. Both
// extensions forbid the older version of triangles, so its vectors are left out.
func TestStoredVectors(t *testing.T) {
	vectors := storedVectors(t)
	if len(vectors) < 40 {
		t.Fatalf("%d vectors, want 40 or more", len(vectors))
	}
	for _, v := range vectors {
		v.check(t)
	}
}

func TestAgainstMeshoptimizer(t *testing.T) {
	root := ""
	for _, folder := range filepath.SplitList(os.Getenv("NODE_PATH")) {
		if candidate := filepath.Join(folder, "meshoptimizer"); root == "" {
			if _, err := os.Stat(filepath.Join(candidate, "meshopt_encoder.js")); err == nil {
				root = candidate
			}
		}
	}
	if root == "" {
		t.Skip("meshoptimizer is not installed: run NODE_PATH=$(.ci/validator) go test ./assets/gltfio/internal/meshopt")
	}
	seed, cases := uint32(1), 400
	if os.Getenv("SINEW_LONG") != "" { // other ones in each run
		seed, cases = uint32(time.Now().UnixNano()), 10_000
	}
	if s, err := strconv.ParseUint(os.Getenv("SINEW_SEED"), 10, 32); err == nil {
		seed = uint32(s)
	}
	t.Logf("SINEW_SEED=%d", seed)
	command := exec.Command("node", "testdata/encode.mjs", root, fmt.Sprint(seed), fmt.Sprint(cases))
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, problems.Bytes())
	}
	vectors := parseVectors(t, out)
	if len(vectors) != cases {
		t.Fatalf("%d vectors, want %d", len(vectors), cases)
	}
	for _, v := range vectors {
		v.check(t)
	}
}

func TestRejectedArguments(t *testing.T) {
	for _, row := range []struct {
		count, stride int
		mode          Mode
		filter        Filter
		want          string
	}{
		{1, 4, 3, None, "expected one of the modes ATTRIBUTES, TRIANGLES and INDICES, found Mode(3)"},
		{1, 4, Attributes, 5, "expected one of the filters NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL and COLOR, found Filter(5)"},
		{0, 4, Attributes, None, "expected a count from 1 to 2147483647, found 0"},
		{-1, 4, Attributes, None, "expected a count from 1 to 2147483647, found -1"},
		{
			1, 6, Attributes, None,
			"expected a stride of ATTRIBUTES that is a multiple of 4 from 4 to 256 bytes, found 6",
		},
		{1, 260, Attributes, None, "from 4 to 256 bytes, found 260"},
		{3, 1, Triangles, None, "expected a stride of TRIANGLES of 2 or 4 bytes, found 1"},
		{4, 2, Triangles, None, "expected a count of TRIANGLES that is a multiple of 3, found 4"},
		{3, 2, Indices, Color, "expected no filter of INDICES, found COLOR"},
		{3, 12, Attributes, Octahedral, "expected a stride of 4 or 8 bytes for the filter OCTAHEDRAL, found 12"},
		{3, 4, Attributes, Quaternion, "expected a stride of 8 bytes for the filter QUATERNION, found 4"},
		{3, 4, Attributes, None, "expected data that begins with 0xa0 or 0xa1, the header of attributes, found 0x00"},
		{3, 4, Triangles, None, "expected data that begins with 0xe1, the header of triangles, found 0x00"},
		{3, 4, Indices, None, "expected data that begins with 0xd1, the header of indices, found 0x00"},
	} {
		if _, err := Decode(make([]byte, 100), row.count, row.stride, row.mode, row.filter); err == nil ||
			!strings.Contains(err.Error(), row.want) {
			t.Errorf("%+v: error %v, want %q", row, err, row.want)
		}
	}
}

// Streams that cannot be decoded say what was expected and what was found.
func TestErrorsOfStreams(t *testing.T) {
	table := make([]byte, tableBytes)
	for _, row := range []struct {
		name          string
		data          []byte
		count, stride int
		mode          Mode
		want          string
	}{
		{"short", []byte{indicesHeader}, 1, 4, Indices, "expected more compressed data, found its end"},
		{
			"long",
			[]byte{indicesHeader, 0, 0, 0, 0, 0, 0},
			1, 4, Indices,
			"expected the end of the compressed data after its last element, found 1 bytes more",
		},
		{
			"number",
			[]byte{indicesHeader, 255, 255, 255, 255, 255, 1, 0, 0, 0, 0},
			1, 4, Indices,
			"expected at most 5 bytes of a number in the compressed data, found more",
		},
		{
			"edge", slices.Concat([]byte{trianglesHeader, 0}, table), 3, 4, Triangles,
			"expected triangles that refer to an edge or a vertex before them, found a reference before the first one",
		},
		{
			"table", slices.Concat([]byte{trianglesHeader, 0, 15}, table[1:]), 3, 4, Triangles,
			"byte 0 of the table of triangles: expected two numbers below 15 in 14 bytes, and zeros after them, found 0xf",
		},
		{
			"channel", slices.Concat([]byte{attributesHeader + 1, 0}, make([]byte, 23), []byte{3}), 1, 4, Attributes,
			"channel mode 0: expected 0 or 1, or 2 with a rotation in the upper four bits, found 0x3",
		},
	} {
		if _, err := Decode(row.data, row.count, row.stride, row.mode, None); err == nil || err.Error() != row.want {
			t.Errorf("%s: error %v, want %q", row.name, err, row.want)
		}
	}
}

// Every stream that is cut short, and every one with a byte more, is an error.
func TestLengthMustBeExact(t *testing.T) {
	for _, v := range storedVectors(t) {
		for n := range v.data {
			if got, err := Decode(v.data[:n], v.count, v.stride, v.mode, v.filter); err == nil &&
				bytes.Equal(got, v.want) {
				t.Errorf("%v %v: the first %d of %d bytes decode to the same", v.mode, v.filter, n, len(v.data))
				break
			}
		}
		longer := append([]byte{v.data[0], 0}, v.data[1:]...)
		if got, err := Decode(longer, v.count, v.stride, v.mode, v.filter); err == nil && bytes.Equal(got, v.want) {
			t.Errorf("%v %v: a byte more decodes to the same", v.mode, v.filter)
		}
	}
}

func TestNothingIsAllocatedForTooLittleData(t *testing.T) {
	for _, mode := range []Mode{Attributes, Triangles, Indices} {
		data := make([]byte, 64)
		data[0] = [...]byte{0xA1, 0xE1, 0xD1}[mode]
		if n := testing.AllocsPerRun(3, func() {
			if _, err := Decode(data, math.MaxInt32/3*3, 4, mode, None); err == nil {
				t.Fatal("64 bytes decode to 8 GiB")
			}
		}); n > 2 {
			t.Errorf("%v: %v allocations", mode, n)
		}
	}
}

// Invalid elements become numbers in the range of the filter.
func TestFiltersOfGarbage(t *testing.T) {
	for filter := Octahedral; filter <= Color; filter++ {
		for _, stride := range []int{4, 8} {
			if check(1, stride, Attributes, filter) != nil {
				continue
			}
			for i := range 1 << 16 {
				element := make([]byte, 8)
				binary.LittleEndian.PutUint64(element, uint64(i)*0x9E3779B97F4A7C15)
				if i < 4096 { // small numbers and zeros
					binary.LittleEndian.PutUint64(element,
						uint64(i&7)<<48|uint64(i>>3&7)<<32|uint64(i>>6&7)<<16|uint64(i>>9))
				}
				filter.apply(element[:stride], stride)
			}
		}
	}
	element := []byte{5, 5, 0, 9}
	if Octahedral.apply(element, 4); !bytes.Equal(element, []byte{0, 0, 0, 9}) && element[3] != 9 {
		t.Errorf("%v", element)
	}
	element = []byte{5, 5, 5, 0}
	if Color.apply(element, 4); element[3] != 0 {
		t.Errorf("%v, want no alpha", element)
	}
}

func FuzzDecode(f *testing.F) {
	for _, v := range storedVectors(f) {
		seeds.Add(f, v.data, v.count, v.stride, byte(v.mode), byte(v.filter))
	}
	f.Fuzz(func(t *testing.T, data []byte, count, stride int, mode, filter byte) {
		before := bytes.Clone(data)
		out, err := Decode(data, count, stride, Mode(mode), Filter(filter))
		if !bytes.Equal(before, data) {
			t.Fatal("Decode changed its input")
		}
		if err != nil {
			if out != nil {
				t.Error("an error with a result")
			}
			return
		}
		if len(out) != count*stride || len(out) > 1024*len(data)+8192 {
			t.Errorf("%d bytes from %d, want %d", len(out), len(data), count*stride)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, v := range storedVectors(b) {
		if v.count < 100 || v.filter != None {
			continue
		}
		b.Run(fmt.Sprintf("%v-%d-%d", v.mode, v.count, v.stride), func(b *testing.B) {
			b.SetBytes(int64(len(v.want)))
			for b.Loop() {
				if _, err := Decode(v.data, v.count, v.stride, v.mode, v.filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// standIn names the environment variable that makes the test's own program stand in for one of
// another library. Its value is added to each translation, in meters.
const standIn = "SINEW_BENCH_STAND_IN"

func TestMain(m *testing.M) {
	if off := os.Getenv(standIn); off != "" {
		var meters float32
		if _, err := fmt.Sscan(off, &meters); err != nil {
			panic(err)
		}
		interpolate(os.Args[1], os.Args[2], meters)
		return
	}
	os.Exit(m.Run())
}

// interpolate is a library that bakes nothing: it interpolates between the frames.
func interpolate(input, output string, off float32) {
	data, err := os.ReadFile(input)
	if err != nil {
		panic(err)
	}
	text, found := bytes.CutPrefix(data, []byte("clip v1\n"))
	if !found {
		panic("no clip")
	}
	file := bytes.NewReader(text)
	read := func(value any) {
		if err := binary.Read(file, binary.LittleEndian, value); err != nil {
			panic(err)
		}
	}
	var counts [5]uint32
	var tolerance, rate float32
	read(&counts)
	read(&tolerance)
	read(&rate)
	joints := int(counts[0])
	parents, distances, rest := make([]int32, joints), make([]float32, joints), make([]float32, 10*joints)
	frames := make([]float32, 10*joints*int(counts[1]))
	compared, forward, random := make([]float32, counts[2]), make([]float32, counts[3]), make([]float32, counts[4])
	for _, list := range []any{parents, distances, rest, frames, compared, forward, random} {
		read(list)
	}
	if file.Len() > 0 {
		panic("numbers are left over")
	}
	for j, parent := range parents {
		if int(parent) >= j || !(distances[j] > 0) {
			panic(fmt.Sprintf("joint %d has parent %d and distance %v", j, parent, distances[j]))
		}
	}
	var out bytes.Buffer
	for _, time := range compared {
		k := min(int(time*rate), int(counts[1])-2)
		u := time*rate - float32(k)
		for j := range joints {
			a, b := frames[10*(k*joints+j):][:10], frames[10*((k+1)*joints+j):][:10]
			sign := float32(1)
			if a[0]*b[0]+a[1]*b[1]+a[2]*b[2]+a[3]*b[3] < 0 {
				sign = -1
			}
			var t [10]float32
			for i := range t {
				if t[i] = (1-u)*a[i] + u*b[i]; i < 4 {
					t[i] = (1-u)*a[i] + u*sign*b[i]
				}
			}
			length := float32(math.Sqrt(float64(t[0]*t[0] + t[1]*t[1] + t[2]*t[2] + t[3]*t[3])))
			for i := range 4 {
				t[i] /= length
			}
			t[4] += off
			_ = binary.Write(&out, binary.LittleEndian, t)
		}
	}
	if err := os.WriteFile(output, out.Bytes(), 0o600); err != nil {
		panic(err)
	}
	fmt.Printf(`{"name": "interpolation", "bytes": %d, "bake": 1, "forward": 2, "random": 3}`, 4*len(frames))
}

// program returns a folder with the program that stands in for another library.
func program(t *testing.T) (folder, path string) {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	path = filepath.Join(folder, "interpolation")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if err := os.WriteFile(path, data, 0o700); err != nil {
		t.Fatal(err)
	}
	return folder, path
}

// A program that interpolates between the frames it was given has hardly any error at them, and
// little between them, where it does not turn as evenly as the clip; one that moves every joint by
// a centimeter has an error of at least that.
func TestNativeMeasuresWhatAProgramSamples(t *testing.T) {
	sources, _, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, path := program(t)
	n := newNativeClip(sources[0].clips[2])
	if !n.onKeys {
		t.Error("the keys of the built-in character lie at equal steps of time")
	}
	t.Setenv(standIn, "0")
	rows, err := n.measure([]string{path}, t.TempDir(), 0.001)
	if err != nil {
		t.Fatal(err)
	}
	if own := rows[0]; own.Name != "Sinew" || !(own.largest <= 0.00101) || !(own.largest >= own.atFrames) ||
		own.Bytes == 0 || own.raw <= own.Bytes {
		t.Errorf("Sinew's row is %+v", own)
	}
	if other := rows[1]; other.Name != "interpolation" || !(other.atFrames < 1e-5) || !(other.largest < 0.0005) {
		t.Errorf("the row of frames as they are is %+v", other)
	}
	t.Setenv(standIn, "0.01")
	if rows, err = n.measure([]string{path}, t.TempDir(), 0.001); err != nil {
		t.Fatal(err)
	}
	if e := rows[1].atFrames * n.scale; !(e >= 0.01 && e < 0.5) {
		t.Errorf("the error of poses that are off by 1 cm in each joint is %v m", e)
	}
}

func TestRunNative(t *testing.T) {
	sources, _, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	sources[0].clips = append(sources[0].clips[1:2:2], rotations(t, clip.Step, 0, 0.5, 1))
	folder, path := program(t)
	t.Setenv(standIn, "0")
	var out bytes.Buffer
	selected := options{Tolerances: []float64{1, 10}, Native: folder}
	if err := runNative(&out, sources, []string{"other.glb"}, selected); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1 clips,", "## Tolerance 1 mm", "## Tolerance 10 mm", "| built-in | Sinew ", "| built-in | interpolation ",
		"| **all**  | Sinew ", "Clips:\n\n- built-in: walk\n",
		"Left out:\n\n- other.glb\n- built-in: turn: it has values that change at once\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	t.Setenv(standIn, "nothing")
	if err = runNative(&out, sources, nil, selected); err == nil || !strings.Contains(err.Error(), filepath.Base(path)) {
		t.Errorf("a program that fails: %v", err)
	}
	selected.Native = t.TempDir()
	if err = run(&out, selected); err == nil || !strings.Contains(err.Error(), "found none") {
		t.Errorf("an empty folder of programs: %v", err)
	}
}

// Poses of another number are no poses.
func TestPosesOfAnotherLength(t *testing.T) {
	sources, _, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	n := newNativeClip(sources[0].clips[2])
	file := filepath.Join(t.TempDir(), "poses")
	if err := os.WriteFile(file, make([]byte, 400), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := n.decode(file); err == nil || !strings.Contains(err.Error(), "found 400") {
		t.Errorf("400 bytes: %v", err)
	}
}

// rotations returns a clip that turns a joint, with keys at some times.
func rotations(t *testing.T, interpolation clip.Interpolation, times ...float32) *assets.Clip {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	keys := make([]mgl32.Quat, len(times))
	for i := range keys {
		keys[i] = mgl32.QuatRotate(float32(i), mgl32.Vec3{0, 1, 0})
	}
	c, err := clip.NewBuilder("turn", library.Skeleton(model.Skeleton)).Rotation(1, interpolation, times, keys).Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFrameTimes(t *testing.T) {
	for _, test := range []struct {
		times  []float32
		frames int
		onKeys bool
	}{
		{[]float32{0, 0.5, 1}, 3, true},
		{[]float32{0, 0.25, 1}, 5, true},            // at a grid on which keys are missing
		{[]float32{2, 2.04167, 2.125, 3}, 25, true}, // 24 a second, not from 0
		{[]float32{0, 0.1234, 0.777, 1}, 61, false},
	} {
		c := rotations(t, clip.Linear, test.times...)
		times, onKeys := frameTimes(c)
		if len(times) != test.frames || onKeys != test.onKeys {
			t.Errorf("keys at %v: %d frames, on the keys: %v", test.times, len(times), onKeys)
		}
		if times[0] != c.Start() || times[len(times)-1] != c.End() {
			t.Errorf("keys at %v: frames from %v to %v", test.times, times[0], times[len(times)-1])
		}
	}
}

func TestJumps(t *testing.T) {
	if !jumps(rotations(t, clip.Step, 0, 0.5, 1)) || unsuitable(rotations(t, clip.Step, 0, 0.5, 1)) == "" {
		t.Error("a stepped clip is handed to libraries that interpolate")
	}
	if jumps(rotations(t, clip.Step, 0)) || jumps(rotations(t, clip.Linear, 0, 0.5, 1)) {
		t.Error("a clip that does not jump is left out")
	}
}
